//! Ko rules that are texts (`docs/rule-language.md`), read from the record of a game: on boards of any size, and
//! for any number of players.
//!
//! Nothing of it is shared with what solves games under such rules; the tests hold the two against each other.

mod known;

use crate::Error;

pub(crate) use self::known::Known;

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

    /// A player in brackets.
    fn of_player(&mut self) -> Option<Who> {
        self.expect("(")?;
        let who = self.player()?;
        self.expect(")")?;
        Some(who)
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
                let who = if words.next() == "(" { Some(words.of_player()?) } else { None };
                let (events, when) = (words.events()?, self.when(words)?);
                self.forgets.push(On { what: (name, who), events, when });
            }
            "keep" => {
                let name = number(&mut self.kept, words.word()?);
                let who = words.of_player()?;
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
            name if words.next() == "(" => {
                let who = words.of_player()?;
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
