//! Ko rules that are texts (`docs/rule-language.md`), read from the record of a game: on boards of any size, and
//! for any number of players.
//!
//! Nothing of it is shared with what solves games under such rules; the tests hold the two against each other.

use ahash::RandomState;
use indexmap::IndexMap;

use crate::{Error, Made, Move, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Who {
    Mover,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Term {
    Before,
    After,
    Player(Who),
    Point,
    Nothing,
    /// What is kept under the name with this number.
    Kept(usize, Who),
    /// The position that a `for each` goes through.
    Each,
}

/// A fact with terms in place of positions and players. The fact with number 0 is that a position stood just
/// before the last move, a play: `retakes` asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Template {
    name: usize,
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Condition {
    Fact(Template),
    Passes { exactly: bool, count: usize },
    Equal(Term, Term),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// What happens on some events, if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct On<T> {
    what: T,
    /// On `start`, `play`, `pass`.
    events: [bool; 3],
    when: Option<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Remember {
    fact: Template,
    each: Option<Template>,
}

/// A ko rule that is a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text {
    pub(crate) name: String,
    /// Its statements, as they were given.
    pub(crate) statements: String,
    facts: Vec<String>,
    kept: Vec<String>,
    remembers: Vec<On<Remember>>,
    forgets: Vec<On<(usize, Option<Who>)>>,
    keeps: Vec<On<(usize, Who, Term)>>,
    /// When a play, and when a pass is forbidden: if one of these holds, each with its words.
    forbids: [Vec<(String, Condition)>; 2],
    ends: Vec<Condition>,
    stuck_loses: bool,
    counts_passes: bool,
}

/// A statement, word by word.
struct Words<'a> {
    line: &'a str,
    /// Each with where it begins.
    words: Vec<(usize, &'a str)>,
    at: usize,
    /// How deep conditions are nested here.
    depth: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Words<'a> {
        let (mut words, mut rest) = (Vec::new(), line);
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            let is_word = |sign: char| !sign.is_whitespace() && !"(),=>".contains(sign);
            let length = match first {
                '>' if rest.starts_with(">=") => 2,
                first if is_word(first) => rest.find(|sign| !is_word(sign)).unwrap_or(rest.len()),
                first => first.len_utf8(),
            };
            words.push((line.len() - rest.len(), &rest[..length]));
            rest = &rest[length..];
        }
        Words { line, words, at: 0, depth: 0 }
    }

    fn next(&self) -> &'a str {
        self.words.get(self.at).map_or("", |(_, word)| word)
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.next() == word;
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.take(word).then_some(())
    }

    fn word(&mut self) -> Option<&'a str> {
        let (_, word) = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    fn player(&mut self) -> Option<Who> {
        match self.word()? {
            "mover" => Some(Who::Mover),
            "next" => Some(Who::Next),
            _ => None,
        }
    }

    fn events(&mut self) -> Option<[bool; 3]> {
        let mut events = [false; 3];
        self.expect("on")?;
        loop {
            let word = self.word()?;
            events[["start", "play", "pass"].iter().position(|event| *event == word)?] = true;
            if !self.take(",") {
                return Some(events);
            }
        }
    }
}

fn number(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

impl Text {
    /// A text in its normal form, a statement a line, as `kosolver_rules::KoRule::text` has it. What is no such
    /// text may be read as another.
    pub(crate) fn parse(normal: &str) -> Result<Text, Error> {
        let mut text = Text { facts: vec![String::new()], ..Text::default() };
        let mut lines = normal.lines();
        text.name = lines.next().and_then(|line| line.strip_prefix("rule ")).unwrap_or_default().to_owned();
        text.statements = lines.clone().collect::<Vec<&str>>().join("; ");
        let fault = |line: &str| Error::Text(kosolver_board::shortened(line, 64).to_string());
        for line in lines {
            let words = &mut Words::new(line);
            text.statement(words).filter(|()| words.next().is_empty()).ok_or_else(|| fault(line))?;
        }
        if text.name.is_empty() { Err(fault(normal)) } else { Ok(text) }
    }

    fn statement(&mut self, words: &mut Words) -> Option<()> {
        match words.word()? {
            "remember" => {
                let fact = self.fact(words)?;
                let each = if words.take("for") {
                    words.expect("each")?;
                    Some(self.fact(words)?)
                } else {
                    None
                };
                let (events, when) = (words.events()?, self.when(words)?);
                self.remembers.push(On { what: Remember { fact, each }, events, when });
            }
            "forget" => {
                let name = number(&mut self.facts, words.word()?);
                let who = if words.take("(") {
                    let who = words.player()?;
                    words.expect(")")?;
                    Some(who)
                } else {
                    None
                };
                let (events, when) = (words.events()?, self.when(words)?);
                self.forgets.push(On { what: (name, who), events, when });
            }
            "keep" => {
                let name = number(&mut self.kept, words.word()?);
                words.expect("(")?;
                let who = words.player()?;
                words.expect(")")?;
                words.expect("=")?;
                let value = self.term(words)?;
                self.keeps.push(On { what: (name, who, value), events: words.events()?, when: None });
            }
            "forbid" => {
                let place = ["play", "pass"].iter().position(|event| *event == words.next())?;
                words.word()?;
                words.expect("if")?;
                // Each part of what is joined by `or` forbids it.
                loop {
                    let from = words.words.get(words.at)?.0;
                    let condition = self.all(words)?;
                    let to = words.words.get(words.at).map_or(words.line.len(), |(at, _)| *at);
                    self.forbids[place].push((words.line[from..to].trim_end().to_owned(), condition));
                    if !words.take("or") {
                        break;
                    }
                }
            }
            "end" => {
                words.expect("pass")?;
                words.expect("if")?;
                let end = self.any(words)?;
                self.ends.push(end);
            }
            "no" => {
                words.expect("pass")?;
                self.forbids[1].push(("no pass".to_owned(), Condition::All(Vec::new())));
            }
            "stuck" => {
                words.expect("loses")?;
                self.stuck_loses = true;
            }
            "score" => words.expect("last")?,
            _ => return None,
        }
        Some(())
    }

    fn fact(&mut self, words: &mut Words) -> Option<Template> {
        let name = number(&mut self.facts, words.word()?);
        words.expect("(")?;
        let mut terms = vec![self.term(words)?];
        while words.take(",") {
            terms.push(self.term(words)?);
        }
        words.expect(")")?;
        Some(Template { name, terms })
    }

    fn term(&mut self, words: &mut Words) -> Option<Term> {
        Some(match words.word()? {
            "before" => Term::Before,
            "after" => Term::After,
            "mover" => Term::Player(Who::Mover),
            "next" => Term::Player(Who::Next),
            "point" => Term::Point,
            "nothing" => Term::Nothing,
            name if words.take("(") => {
                let who = words.player()?;
                words.expect(")")?;
                Term::Kept(number(&mut self.kept, name), who)
            }
            _ => Term::Each,
        })
    }

    fn when(&mut self, words: &mut Words) -> Option<Option<Condition>> {
        if words.take("if") { self.any(words).map(Some) } else { Some(None) }
    }

    fn any(&mut self, words: &mut Words) -> Option<Condition> {
        let mut parts = vec![self.all(words)?];
        while words.take("or") {
            parts.push(self.all(words)?);
        }
        Some(Condition::Any(parts))
    }

    fn all(&mut self, words: &mut Words) -> Option<Condition> {
        let mut parts = vec![self.one(words)?];
        while words.take("and") {
            parts.push(self.one(words)?);
        }
        Some(Condition::All(parts))
    }

    fn one(&mut self, words: &mut Words) -> Option<Condition> {
        words.depth += 1;
        // A text that was checked is nested less deep.
        if words.depth > 100 {
            return None;
        }
        let condition = if words.take("(") {
            let condition = self.any(words)?;
            words.expect(")")?;
            condition
        } else if words.take("not") {
            Condition::Not(Box::new(self.one(words)?))
        } else if words.take("retakes") {
            self.adds_retaking();
            Condition::Fact(Template { name: 0, terms: vec![Term::After] })
        } else if words.take("passes") {
            self.counts_passes = true;
            let exactly = words.word()? == "=";
            Condition::Passes { exactly, count: words.word()?.parse().ok()? }
        } else {
            let from = words.at;
            match self.term(words).filter(|_| words.take("=")) {
                Some(one) => Condition::Equal(one, self.term(words)?),
                None => {
                    words.at = from;
                    Condition::Fact(self.fact(words)?)
                }
            }
        };
        words.depth -= 1;
        Some(condition)
    }

    /// The facts with number 0 are remembered.
    fn adds_retaking(&mut self) {
        if self.remembers.iter().all(|remember| remember.what.fact.name != 0) {
            let fact = Template { name: 0, terms: vec![Term::Before] };
            let what = Remember { fact, each: None };
            self.remembers.push(On { what, events: [false, true, false], when: None });
            self.forgets.push(On { what: (0, None), events: [false, true, true], when: None });
        }
    }

    /// Whether nothing but what was just taken is remembered: then play can go on for ever.
    pub(crate) fn is_endless(&self) -> bool {
        let nothing = self.remembers.iter().all(|remember| remember.what.fact.name == 0);
        nothing && self.keeps.is_empty() && self.ends.is_empty() && !self.stuck_loses
    }

    /// Whether only who has no move left loses.
    pub(crate) fn is_win_or_loss(&self) -> bool {
        self.stuck_loses
    }

    /// Whether it says how a game ends.
    pub(crate) fn has_own_end(&self) -> bool {
        self.stuck_loses || !self.ends.is_empty()
    }

    /// Whether what can happen depends on how many passes were made in a row.
    pub(crate) fn counts_passes(&self) -> bool {
        self.counts_passes || self.ends.is_empty()
    }

    /// Whether it forbids only plays to positions that have stood on the board.
    pub(crate) fn forbids_repetition_alone(&self) -> bool {
        let repeats = |part: &Condition| match part {
            Condition::Fact(fact) => fact.terms.contains(&Term::After),
            _ => false,
        };
        self.forbids[0].iter().all(|(_, part)| match part {
            Condition::All(parts) => parts.iter().any(repeats),
            part => repeats(part),
        })
    }
}

/// What a term stands for. Positions are named by their numbers in the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Value {
    #[default]
    Nothing,
    Player(Player),
    Position(usize),
    Point(usize),
}

/// A fact has a player, a position, and another position or a point at most.
const MOST_TERMS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fact {
    name: usize,
    values: [Value; MOST_TERMS],
}

/// Something that happens: a move, or the start.
#[derive(Clone, Copy)]
struct Event {
    kind: usize,
    mover: Player,
    next: Player,
    before: usize,
    after: usize,
    point: Value,
}

impl Event {
    fn of(made: Made, players: u8) -> Event {
        let (kind, point) = match made.what {
            Move::Play(point) => (1, Value::Point(point)),
            Move::Pass => (2, Value::Nothing),
        };
        let Made { player, before, after, .. } = made;
        Event { kind, mover: player, next: player.next(players), before, after, point }
    }
}

/// What is kept, by name and player.
type Kept = Vec<Value>;

/// What a move changed.
#[derive(Clone, Debug)]
struct Change {
    /// Since when each of these facts had been true.
    facts: Vec<(usize, Option<usize>)>,
    kept: Kept,
    passes: usize,
    /// Whether it ended the game.
    ended: bool,
}

/// What a text knows of a game at one place in it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub text: &'static Text,
    players: u8,
    /// Every fact that was true once, or was asked for, by its number; and since how many moves it is true.
    facts: IndexMap<Fact, Option<usize>, RandomState>,
    kept: Kept,
    passes: usize,
    changes: Vec<Change>,
}

impl Known {
    /// At the start of a game, from position 0 with this player.
    pub fn new(text: &'static Text, players: u8, first: Player) -> Known {
        let kept = vec![Value::Nothing; text.kept.len() * usize::from(Player::MOST)];
        let mut known =
            Known { text, players, facts: IndexMap::default(), kept, passes: 0, changes: Vec::new() };
        let mover = Player::all(players).find(|player| player.next(players) == first).unwrap_or(first);
        let start = Event { kind: 0, mover, next: first, before: 0, after: 0, point: Value::Nothing };
        let made: Vec<Fact> = known.made(&start, &known.kept).collect();
        known.facts.extend(made.into_iter().map(|fact| (fact, Some(0))));
        known
    }

    fn value(&self, term: Term, event: &Event, kept: &Kept, each: Value) -> Value {
        let player = |who: Who| if who == Who::Mover { event.mover } else { event.next };
        match term {
            Term::Before => Value::Position(event.before),
            Term::After => Value::Position(event.after),
            Term::Player(who) => Value::Player(player(who)),
            Term::Point => event.point,
            Term::Nothing => Value::Nothing,
            Term::Kept(slot, who) => kept[Known::slot(slot, player(who))],
            Term::Each => each,
        }
    }

    fn slot(slot: usize, player: Player) -> usize {
        slot * usize::from(Player::MOST) + player.index()
    }

    fn fact(&self, template: &Template, event: &Event, kept: &Kept, each: Value) -> Fact {
        let mut values = [Value::Nothing; MOST_TERMS];
        for (value, term) in values.iter_mut().zip(&template.terms) {
            *value = self.value(*term, event, kept, each);
        }
        Fact { name: template.name, values }
    }

    /// Since how many moves a fact is true.
    fn since(&self, fact: &Fact) -> Option<usize> {
        self.facts.get(fact).copied().flatten()
    }

    /// Whether a condition holds; and facts that show it, as they are.
    fn holds(&self, condition: &Condition, event: &Event, shown: &mut Vec<Fact>) -> bool {
        match condition {
            Condition::Fact(template) => {
                let fact = self.fact(template, event, &self.kept, Value::Nothing);
                shown.push(fact);
                self.since(&fact).is_some()
            }
            Condition::Passes { exactly: true, count } => self.passes == *count,
            Condition::Passes { exactly: false, count } => self.passes >= *count,
            Condition::Equal(one, other) => {
                let [one, other] =
                    [one, other].map(|term| self.value(*term, event, &self.kept, Value::Nothing));
                one == other
            }
            Condition::Not(part) => !self.holds(part, event, shown),
            Condition::All(parts) | Condition::Any(parts) => {
                // One part settles it, or all of them do.
                let settles = matches!(condition, Condition::Any(_));
                let from = shown.len();
                for part in parts {
                    let at = shown.len();
                    if self.holds(part, event, shown) == settles {
                        shown.drain(from..at);
                        return settles;
                    }
                }
                !settles
            }
        }
    }

    /// The statements that speak of an event.
    fn speaking<'b, T>(
        &'b self,
        statements: &'b [On<T>],
        event: &'b Event,
    ) -> impl Iterator<Item = &'b T> + 'b {
        let holds = |when: &Option<Condition>| {
            when.as_ref().is_none_or(|when| self.holds(when, event, &mut Vec::new()))
        };
        let speaking = statements.iter().filter(move |on| on.events[event.kind] && holds(&on.when));
        speaking.map(|on| &on.what)
    }

    fn remembers<'b>(&'b self, event: &'b Event) -> impl Iterator<Item = &'b Remember> + 'b {
        self.speaking(&self.text.remembers, event)
    }

    /// The facts that an event makes true, beside those of a `for each`.
    fn made<'b>(&'b self, event: &'b Event, kept: &'b Kept) -> impl Iterator<Item = Fact> + 'b {
        let plain = self.remembers(event).filter(|remember| remember.each.is_none());
        plain.map(|remember| self.fact(&remember.fact, event, kept, Value::Nothing))
    }

    /// Whether an event makes a fact forgotten.
    fn is_forgotten(&self, fact: &Fact, event: &Event) -> bool {
        self.speaking(&self.text.forgets, event).any(|(name, who)| {
            let of = who.map(|who| self.value(Term::Player(who), event, &self.kept, Value::Nothing));
            *name == fact.name && of.is_none_or(|player| fact.values.contains(&player))
        })
    }

    fn kept_after(&self, event: &Event) -> Kept {
        let mut kept = self.kept.clone();
        for (slot, who, value) in self.speaking(&self.text.keeps, event) {
            let player = if *who == Who::Mover { event.mover } else { event.next };
            kept[Known::slot(*slot, player)] = self.value(*value, event, &self.kept, Value::Nothing);
        }
        kept
    }

    /// A move is made.
    pub fn push(&mut self, made: Made) {
        let event = &Event::of(made, self.players);
        let now = self.changes.len() + 1;
        let ended = made.is_pass() && self.ends(made).0;
        let kept = self.kept_after(event);
        let mut pulled = Vec::new();
        for Remember { fact, each } in self.remembers(event) {
            let Some(each) = each else { continue };
            let known = self.facts.iter().filter(|(known, since)| known.name == each.name && since.is_some());
            for (known, _) in known {
                pulled.extend(
                    self.from(each, known, event).map(|value| self.fact(fact, event, &self.kept, value)),
                );
            }
        }
        let forgotten = self.facts.iter().enumerate().filter(|(_, (_, since))| since.is_some());
        let forgotten = forgotten.filter(|(_, (fact, _))| self.is_forgotten(fact, event));
        let forgotten: Vec<usize> = forgotten.map(|(number, _)| number).collect();
        let made: Vec<Fact> = self.made(event, &kept).collect();
        let mut change = Change {
            facts: Vec::new(),
            kept: std::mem::replace(&mut self.kept, kept),
            passes: self.passes,
            ended,
        };
        let mut set = |facts: &mut IndexMap<Fact, Option<usize>, RandomState>, number: usize, since| {
            change.facts.push((number, std::mem::replace(&mut facts[number], since)));
        };
        for number in forgotten {
            set(&mut self.facts, number, None);
        }
        for fact in pulled.into_iter().chain(made) {
            let number = self.number(fact) as usize;
            if self.facts[number].is_none() {
                set(&mut self.facts, number, Some(now));
            }
        }
        self.passes = if event.kind == 2 { self.passes + 1 } else { 0 };
        self.changes.push(change);
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        let Some(Change { facts, kept, passes, .. }) = self.changes.pop() else { return };
        for (number, since) in facts.into_iter().rev() {
            self.facts[number] = since;
        }
        (self.kept, self.passes) = (kept, passes);
    }

    /// What `for each` goes through, if this fact is one of those.
    fn from(&self, each: &Template, fact: &Fact, event: &Event) -> Option<Value> {
        let place = each.terms.iter().position(|term| *term == Term::Each)?;
        let value = fact.values[place];
        (self.fact(each, event, &self.kept, value) == *fact).then_some(value)
    }

    /// After how many moves the game was over first, if it is.
    pub fn over_since(&self) -> Option<usize> {
        self.changes.iter().position(|change| change.ended).map(|place| place + 1)
    }

    /// Whether a pass ends the game; and facts that show it, as they are.
    pub fn ends(&self, made: Made) -> (bool, Vec<Fact>) {
        if self.text.ends.is_empty() {
            return (!self.text.stuck_loses && self.passes + 1 >= usize::from(self.players), Vec::new());
        }
        let (event, mut shown) = (&Event::of(made, self.players), Vec::new());
        let ends = self.text.ends.iter().any(|end| self.holds(end, event, &mut shown));
        (ends, shown)
    }

    /// Whether a move is forbidden: by what, in the words of the text; and facts that show it, as they are.
    pub fn forbids(&self, made: Made) -> (Option<&'static str>, Vec<Fact>) {
        let event = &Event::of(made, self.players);
        let mut shown = Vec::new();
        for (words, condition) in &self.text.forbids[event.kind - 1] {
            let at = shown.len();
            if self.holds(condition, event, &mut shown) {
                return (Some(words), shown.split_off(at));
            }
        }
        (None, shown)
    }

    /// Since how many moves all of these facts are true that are.
    pub fn since_all(&self, facts: &[Fact]) -> Option<usize> {
        facts.iter().filter_map(|fact| self.since(fact)).max()
    }

    /// The number of a fact.
    pub fn number(&mut self, fact: Fact) -> u32 {
        let entry = self.facts.entry(fact);
        let number = entry.index() as u32;
        entry.or_default();
        number
    }

    /// Whether the fact with a number is true.
    pub fn answer(&self, number: u32) -> bool {
        self.facts[number as usize].is_some()
    }

    /// What must have been so before a move for a fact to be as it is after it: facts, and whether each must be
    /// true.
    pub fn before(&self, number: u32, answer: bool, made: Made) -> Vec<(Fact, bool)> {
        let Some((&fact, _)) = self.facts.get_index(number as usize) else { return Vec::new() };
        let event = &Event::of(made, self.players);
        if self.made(event, &self.kept_after(event)).any(|made| made == fact)
            || self.is_forgotten(&fact, event)
        {
            return Vec::new();
        }
        let mut sources = vec![fact];
        for Remember { fact: to, each } in self.remembers(event) {
            let each = each.as_ref().filter(|_| to.name == fact.name);
            let value = each.and_then(|_| self.from(to, &fact, event));
            sources.extend(each.zip(value).map(|(each, value)| self.fact(each, event, &self.kept, value)));
        }
        if answer {
            sources.retain(|source| self.since(source).is_some());
            sources.truncate(1);
        }
        sources.into_iter().map(|source| (source, answer)).collect()
    }

    /// What is kept, and how many passes were made in a row, after a move.
    pub fn kept_by(&self, made: Made) -> Vec<u32> {
        let word = |value: &Value| match value {
            Value::Position(number) => *number as u32 + 1,
            _ => 0,
        };
        self.kept_after(&Event::of(made, self.players)).iter().map(word).collect()
    }
}
