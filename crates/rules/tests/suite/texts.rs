//! Random texts of ko rules, with all that the language has. A seed gives one text.

use fastrand::Rng;
use kosolver_rules::RuleText;

/// What a term of a fact is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Player,
    Position,
    Point,
}

use Kind::{Player, Point, Position};

/// What facts are about, in any order of the terms.
const KINDS: [&[Kind]; 14] = [
    &[Position],
    &[Position],
    &[Player, Position],
    &[Player, Position],
    &[Position, Player],
    &[Position, Position],
    &[Position, Position],
    &[Player, Position, Position],
    &[Position, Player, Position],
    &[Position, Point],
    &[Point, Position],
    &[Player, Point],
    &[Point],
    &[Player],
];

/// Lines by which games end, if nothing else of the text prevents it.
const CORES: [&str; 20] = [
    "remember s(after) on start, play\nforbid play if s(after)",
    "remember s(mover, after) on play\nforbid play if s(mover, after)",
    "remember s(next, after) on start, play\nforbid play if s(next, after)",
    "remember s(after, next) on start, play, pass\nforbid play if s(after, next)",
    "remember s(before, after) on play\nforbid play if s(before, after)",
    "remember s(mover, after, before) on play\nforbid play if retakes or s(mover, after, before)",
    "remember s(point, before) on play\nforbid play if retakes or s(point, before)",
    "remember s(mover, point) on play\nforbid play if s(mover, point)",
    "remember s(mover, before) on play\nforbid play if s(next, after)\nend pass if passes >= 1",
    "remember s(after) on start, play, pass\nforget s on pass\nremember t(mover, before) on pass\nforbid play if s(after)\nend pass if t(mover, before)",
    "remember s(mover, after) on start, play, pass\nremember s(next, after) on start, play, pass\nforget s(mover) on pass\nremember t(mover, before) on pass\nforbid play if s(mover, after)\nend pass if t(mover, before)",
    "remember s(after) on start, play\nforget s on pass if passes = 0\nremember t(mover, before) on pass\nforbid play if s(after)\nend pass if passes >= 2 or t(mover, before)",
    "remember s(after) on start, play\nremember s(after) on pass\nforget s on play if passes = 1\nforbid play if s(after) or passes = 1 and t(mover, before)\nremember t(mover, before) on play if passes = 1\nend pass if passes >= 2",
    "remember s(after) on start, play\nforbid play if s(after)\nno pass\nstuck loses",
    "remember s(after) on start, play\nforbid play if s(after)\nremember t(mover, before) on pass\nforbid pass if t(mover, before)\nstuck loses",
    "remember s(after) on start, play\nremember t(P, point) for each s(P) on play\nforbid play if retakes or t(before, point)",
    "remember s(after, next) on start, play\nend play with void if s(after, next)",
    "remember s(after) on start, play\nend play with loss if s(after) and passes = 0\nend play if s(after)",
    "remember s(mover, after) on play\nend play with draw if s(mover, after)\nforbid play if retakes",
    "remember s(after) on start, play, pass\nremember q(before, after) on play\nremember t(P, after) for each s(P) on play\nforbid play if q(before, after) or t(after, before)",
];

/// A text in the making.
struct Maker {
    chance: Rng,
    /// The facts beside those of the core, each with what it is about.
    facts: Vec<(String, &'static [Kind])>,
    kept: Vec<&'static str>,
    /// Whether players can pass.
    passes: bool,
}

impl Maker {
    /// Whether something happens that does in so many of a hundred texts.
    fn percent(&mut self, of: u8) -> bool {
        self.chance.u8(..100) < of
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.chance.usize(..of.len())]
    }

    fn position(&mut self) -> String {
        match self.chance.u8(..10) {
            0 => "nothing".to_owned(),
            1..4 if !self.kept.is_empty() => {
                let name = self.one(&self.kept.clone());
                format!("{name}({})", self.one(&["mover", "next"]))
            }
            _ => self.one(&["before", "after"]).to_owned(),
        }
    }

    fn term(&mut self, kind: Kind) -> String {
        match kind {
            Player => self.one(&["mover", "next"]).to_owned(),
            Point => "point".to_owned(),
            Position => self.position(),
        }
    }

    fn of(&mut self, name: &str, kinds: &[Kind]) -> String {
        let terms: Vec<String> = kinds.iter().map(|kind| self.term(*kind)).collect();
        format!("{name}({})", terms.join(", "))
    }

    /// A fact that a play, or any move can have.
    fn fact(&mut self, play: bool) -> Option<String> {
        let fitting = self.facts.iter().filter(|(_, kinds)| play || !kinds.contains(&Point));
        let fitting: Vec<_> = fitting.cloned().collect();
        let (name, kinds) = fitting.get(self.chance.usize(..fitting.len().max(1)))?;
        Some(self.of(name, kinds))
    }

    /// A part of a condition that the node decides.
    fn decided(&mut self) -> String {
        match self.chance.u8(..3) {
            0 => {
                let (one, other) = (self.position(), self.position());
                if one == other { self.decided() } else { format!("{one} = {other}") }
            }
            1 => format!("passes = {}", self.chance.u8(..3)),
            _ => format!("passes >= {}", self.chance.u8(1..4)),
        }
    }

    /// A condition, of facts too if it is of this event.
    fn condition(&mut self, facts: Option<&str>, depth: u8) -> String {
        if depth > 0 && self.percent(45) {
            let word = self.one(&["and", "or", "and", "or", "and not", "or not"]);
            let [one, other] = [(); 2].map(|()| self.condition(facts, depth - 1));
            return match self.chance.u8(..3) {
                0 => format!("not ({one}) {word} ({other})"),
                _ => format!("({one}) {word} ({other})"),
            };
        }
        match facts {
            Some("play") if self.percent(12) => "retakes".to_owned(),
            Some(event) if self.percent(80) => self.fact(event == "play").unwrap_or_else(|| self.decided()),
            _ => self.decided(),
        }
    }

    /// A condition of what happens on these events, at times of facts.
    fn when(&mut self, on: &str) -> String {
        if !self.percent(35) {
            return String::new();
        }
        let facts = if on == "play" { "play" } else { "pass" };
        let facts = (!on.contains("start") && self.percent(40)).then_some(facts);
        format!(" if {}", self.condition(facts, 2).replace("retakes", "passes = 0"))
    }

    fn events(&mut self, start: bool) -> String {
        loop {
            let events = [(start, "start"), (true, "play"), (self.passes, "pass")];
            let events = events.into_iter().filter(|(can, _)| *can && self.chance.bool());
            let events: Vec<&str> = events.map(|(_, event)| event).collect();
            if !events.is_empty() {
                return events.join(", ");
            }
        }
    }

    fn remember(&mut self, name: &str, kinds: &[Kind]) -> String {
        let fact = self.of(name, kinds);
        let on = if kinds.contains(&Point) { "play".to_owned() } else { self.events(true) };
        format!("remember {fact} on {on}{}", self.when(&on))
    }

    /// Makes a fact true of all positions of which another is.
    fn pull(&mut self, name: &str) -> (String, &'static [Kind]) {
        let sources: Vec<_> =
            self.facts.iter().filter(|(_, kinds)| kinds.contains(&Position)).cloned().collect();
        let (source, kinds) = match sources.get(self.chance.usize(..sources.len() + 1)) {
            Some((source, kinds)) => (source.clone(), *kinds),
            None => ("s".to_owned(), &[Position][..]),
        };
        let first = kinds.iter().position(|kind| *kind == Position);
        let mut terms = Vec::new();
        for (place, kind) in kinds.iter().enumerate() {
            terms.push(match kind {
                Position if Some(place) == first => "P".to_owned(),
                Position => self.one(&["before", "after"]).to_owned(),
                kind => self.term(*kind),
            });
        }
        let from = format!("{source}({})", terms.join(", "));
        // More is said of the position than was.
        let mut more: Vec<Kind> = kinds.to_vec();
        for _ in 0..2 {
            let kind = [Player, Position, Point][self.chance.usize(..3)];
            let more_than_one = kind == Position && !more.contains(&Point)
                || kind == Point && more.iter().filter(|kind| **kind == Position).count() < 2;
            if !more.contains(&kind) && kind != Position || more_than_one && terms.len() < 3 {
                more.push(kind);
                terms.push(match kind {
                    Position => self.one(&["before", "after"]).to_owned(),
                    kind => self.term(kind),
                });
            }
        }
        let kinds = *KINDS.iter().find(|kinds| ***kinds == more[..]).unwrap_or(&&[][..]);
        let on = if more.contains(&Point) { "play".to_owned() } else { self.events(false) };
        (format!("remember {name}({}) for each {from} on {on}{}", terms.join(", "), self.when(&on)), kinds)
    }

    /// A line that a rule may have beside those of its core.
    fn extra(&mut self, stuck: bool) -> Option<String> {
        Some(match self.chance.u8(..12) {
            // What the node decides alone mostly forbids too much.
            0..5 if self.percent(85) => {
                let (fact, condition) = (self.fact(true)?, self.condition(Some("play"), 3));
                match self.chance.u8(..3) {
                    0 => format!("forbid play if {fact}"),
                    1 => format!("forbid play if {fact} and ({condition})"),
                    _ => format!("forbid play if ({condition}) and {fact}"),
                }
            }
            0..5 => format!("forbid play if {}", self.condition(Some("play"), 3)),
            5 if stuck => format!("forbid pass if {}", self.condition(Some("pass"), 3)),
            5..8 => format!("end pass if {}", self.condition(Some("pass"), 3)),
            11 => {
                let how = self.one(&["", " with draw", " with void", " with loss", " with win"]);
                format!("end play{how} if {}", self.condition(Some("play"), 2))
            }
            8 if !self.kept.is_empty() => {
                let name = self.one(&self.kept.clone());
                let (who, value) = (self.one(&["mover", "next"]), self.position());
                format!("keep {name}({who}) = {value} on {}", self.events(false))
            }
            _ => {
                let (name, kinds) = self.facts.get(self.chance.usize(..self.facts.len().max(1)))?.clone();
                let players = if kinds.contains(&Player) { &["", "(mover)", "(next)"][..] } else { &[""] };
                let on = self.events(false);
                format!("forget {name}{} on {on}{}", self.one(players), self.when(&on))
            }
        })
    }

    fn text(mut self) -> String {
        let core = CORES[self.chance.usize(..CORES.len())];
        self.passes = !core.contains("no pass");
        let mut lines: Vec<String> = core.lines().map(str::to_owned).collect();
        self.kept = ["last", "other"][..self.chance.usize(..5).saturating_sub(2)].to_vec();
        for name in self.kept.clone() {
            let (who, value) = (self.one(&["mover", "next"]), self.position());
            lines.push(format!("keep {name}({who}) = {value} on {}", self.events(false)));
        }
        for name in ["a", "b", "c"].into_iter().take(self.chance.usize(..4)) {
            let kinds = KINDS[self.chance.usize(..KINDS.len())];
            for _ in 0..1 + self.chance.usize(..4) / 2 {
                lines.push(self.remember(name, kinds));
            }
            self.facts.push((name.to_owned(), kinds));
        }
        if self.percent(30) {
            let (line, kinds) = self.pull("e");
            lines.push(line);
            self.facts.extend((!kinds.is_empty()).then_some(("e".to_owned(), kinds)));
        }
        for _ in 0..self.chance.usize(..6) {
            lines.extend(self.extra(core.contains("stuck")));
        }
        self.chance.shuffle(&mut lines);
        // Some lines become those of an option.
        let mut option = String::new();
        if self.percent(20) {
            let from = lines.len() - self.chance.usize(1..3);
            option = format!("option other \"the other reading\" {{\n  {}\n}}\n", lines[from..].join("\n  "));
            lines.truncate(from + self.chance.usize(..2));
        }
        format!("rule random\n{}\n{option}", lines.join("\n"))
    }
}

/// A text that is a rule: the first of those that follow from a seed.
pub fn text(seed: u64) -> String {
    let mut chance = Rng::with_seed(seed);
    loop {
        let maker = Maker { chance: chance.fork(), facts: Vec::new(), kept: Vec::new(), passes: true };
        let text = maker.text();
        if RuleText::read(&text).is_ok() {
            return text;
        }
    }
}
