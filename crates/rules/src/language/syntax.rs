//! What a text says, as a tree, and its normal form.

use std::fmt;
use std::ops::Range;

/// Where something stands in a text, in bytes. Things that say the same are equal wherever they stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Span(pub Range<usize>);

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

/// A text as it was written.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub name: String,
    pub title: Option<String>,
    pub source: Option<String>,
    pub statements: Vec<Statement>,
    pub options: Vec<Choice>,
}

/// `option NAME "what it decides" { … }`.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub name: String,
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub says: Says,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Keep {
        name: String,
        who: Who,
        value: Term,
        at: Span,
        on: Events,
    },
    Remember {
        fact: Call,
        each: Option<Call>,
        on: Events,
        when: Option<Condition>,
    },
    Forget {
        name: String,
        who: Option<Who>,
        on: Events,
        when: Option<Condition>,
    },
    Forbid {
        event: Event,
        when: Condition,
    },
    /// Of a play, with what it ends in.
    End {
        play: Option<Ending>,
        when: Condition,
    },
    NoPass,
    StuckLoses,
    Score(Scored),
    /// Only what was counted since a fact became true is scored.
    Since(Call),
    /// The position before a move is counted, or the one after it.
    Count {
        after: bool,
        on: Events,
        when: Option<Condition>,
    },
}

/// How a play ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The position after it is scored.
    Scored,
    /// In a draw.
    Draw,
    /// Without a result.
    Void,
    /// The player who made it has lost.
    Loss,
    /// He has won.
    Win,
}

impl Ending {
    /// Those that a text names, with their words.
    pub(super) const NAMED: [(&'static str, Ending); 4] =
        [("draw", Ending::Draw), ("void", Ending::Void), ("loss", Ending::Loss), ("win", Ending::Win)];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Ending::NAMED.iter().find(|(_, ending)| ending == self);
        named.map_or(Ok(()), |(word, _)| write!(f, " with {word}"))
    }
}

/// What is scored at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scored {
    /// The last position.
    #[default]
    Last,
    /// The mean of the positions that were counted; nothing counted is a draw.
    Mean,
    /// Their sum.
    Sum,
}

impl Scored {
    pub(super) const ALL: [Scored; 3] = [Scored::Last, Scored::Mean, Scored::Sum];

    pub(super) fn word(self) -> &'static str {
        match self {
            Scored::Last => "last",
            Scored::Mean => "mean",
            Scored::Sum => "sum",
        }
    }
}

/// `NAME(TERMS)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub name: String,
    pub terms: Vec<(Term, Span)>,
    pub span: Span,
}

/// Who a statement speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The player who moves.
    Mover,
    /// Who moves after him.
    Next,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Before,
    After,
    Player(Who),
    Point,
    /// Of the position after the move, not of that before it.
    Frame {
        after: bool,
    },
    Nothing,
    Kept(String, Who),
    Variable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Fact(Call),
    Retakes(Span),
    Passes { exactly: bool, count: u8 },
    Equal([(Term, Span); 2]),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// When something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game begins.
    Start,
    /// A play is made.
    Play,
    /// A pass is made.
    Pass,
}

impl Event {
    pub(super) const ALL: [Event; 3] = [Event::Start, Event::Play, Event::Pass];

    pub(super) fn word(self) -> &'static str {
        match self {
            Event::Start => "start",
            Event::Play => "play",
            Event::Pass => "pass",
        }
    }
}

/// Some events, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events(u8);

impl Events {
    /// Whether an event is one of them.
    pub fn has(self, event: Event) -> bool {
        self.0 >> event as u8 & 1 == 1
    }

    pub(super) fn insert(&mut self, event: Event) {
        self.0 |= 1 << event as u8;
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Event> {
        Event::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

impl Says {
    /// Its place in the normal form, and which statements it takes the place of in an option: those
    /// with the same.
    pub(super) fn kind(&self) -> (u8, &str) {
        match self {
            Says::Keep { name, .. } => (0, name),
            Says::Remember { fact, .. } => (1, &fact.name),
            Says::Forget { name, .. } => (2, name),
            Says::Forbid { event, .. } => (3, event.word()),
            Says::End { play, .. } => (4, if play.is_some() { "play" } else { "" }),
            Says::NoPass => (5, ""),
            Says::StuckLoses => (6, ""),
            Says::Count { .. } => (7, ""),
            Says::Score(_) => (8, ""),
            Says::Since(_) => (9, ""),
        }
    }
}

impl Text {
    /// The text with some of its options chosen, by their places as bits.
    pub(super) fn reading(&self, chosen: usize) -> Text {
        let mut statements = self.statements.clone();
        let mut names = Vec::new();
        for (_, option) in self.options.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1) {
            names.push(option.name.as_str());
            for (place, first) in option.statements.iter().enumerate() {
                // All of one kind take the place of the first of that kind.
                let same = |statement: &&Statement| statement.says.kind() == first.says.kind();
                if option.statements[..place].iter().any(|earlier| same(&earlier)) {
                    continue;
                }
                let at = statements.iter().position(|statement| same(&statement));
                let at = at.unwrap_or(statements.len());
                statements.retain(|statement| !same(&statement));
                statements.splice(at..at, option.statements.iter().filter(same).cloned());
            }
        }
        let separator = if names.is_empty() { "" } else { ":" };
        let name = format!("{}{separator}{}", self.name, names.join("+"));
        Text { name, statements, options: Vec::new(), ..self.clone() }
    }

    /// The normal form.
    pub(super) fn normal(&self) -> String {
        let mut statements: Vec<&Says> = self.statements.iter().map(|statement| &statement.says).collect();
        statements.sort_by_key(|says| says.kind().0);
        let mut text = format!("rule {}\n", self.name);
        statements.iter().for_each(|says| text += &format!("{says}\n"));
        text
    }
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let when =
            |when: &Option<Condition>| when.as_ref().map_or(String::new(), |when| format!(" if {when}"));
        match self {
            Says::Keep { name, who, value, on, .. } => write!(f, "keep {name}({who}) = {value} on {on}"),
            Says::Remember { fact, each, on, when: condition } => {
                write!(f, "remember {fact}")?;
                each.as_ref().map_or(Ok(()), |each| write!(f, " for each {each}"))?;
                write!(f, " on {on}{}", when(condition))
            }
            Says::Forget { name, who, on, when: condition } => {
                write!(f, "forget {name}")?;
                who.map_or(Ok(()), |who| write!(f, "({who})"))?;
                write!(f, " on {on}{}", when(condition))
            }
            Says::Forbid { event, when } => write!(f, "forbid {} if {when}", event.word()),
            Says::End { play: None, when } => write!(f, "end pass if {when}"),
            Says::End { play: Some(ending), when } => write!(f, "end play{ending} if {when}"),
            Says::NoPass => f.write_str("no pass"),
            Says::StuckLoses => f.write_str("stuck loses"),
            Says::Count { after, on, when: condition } => {
                write!(f, "count {} on {on}{}", if *after { "after" } else { "before" }, when(condition))
            }
            Says::Score(scored) => write!(f, "score {}", scored.word()),
            Says::Since(fact) => write!(f, "score since {fact}"),
        }
    }
}

impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Event::word).collect::<Vec<&str>>().join(", "))
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Who::Mover { "mover" } else { "next" })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Before => f.write_str("before"),
            Term::After => f.write_str("after"),
            Term::Player(who) => who.fmt(f),
            Term::Point => f.write_str("point"),
            Term::Frame { after } => f.write_str(if *after { "frame(after)" } else { "frame(before)" }),
            Term::Nothing => f.write_str("nothing"),
            Term::Kept(name, who) => write!(f, "{name}({who})"),
            Term::Variable(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(|(term, _)| term.to_string()).collect();
        write!(f, "{}({})", self.name, terms.join(", "))
    }
}

impl Condition {
    fn strength(&self) -> u8 {
        match self {
            Condition::Any(_) => 0,
            Condition::All(_) => 1,
            _ => 2,
        }
    }

    fn within(&self, strength: u8) -> String {
        if self.strength() <= strength && self.strength() < 2 {
            format!("({self})")
        } else {
            self.to_string()
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: &[Condition], word: &str| {
            parts.iter().map(|part| part.within(self.strength())).collect::<Vec<String>>().join(word)
        };
        match self {
            Condition::Fact(fact) => fact.fmt(f),
            Condition::Retakes(_) => f.write_str("retakes"),
            Condition::Passes { exactly, count } => {
                write!(f, "passes {} {count}", if *exactly { "=" } else { ">=" })
            }
            Condition::Equal([(one, _), (other, _)]) => write!(f, "{one} = {other}"),
            Condition::Not(part) => write!(f, "not {}", part.within(2)),
            Condition::All(parts) => f.write_str(&joined(parts, " and ")),
            Condition::Any(parts) => f.write_str(&joined(parts, " or ")),
        }
    }
}
