//! A rule and its facts in plain English, made from the text.

use kosolver_board::Board;

use super::Rule;
use super::check::{Argument, Formula, Place, Program, Remember, Template};
use super::syntax::{Event, Who};
use crate::Fact;

/// What the terms of a fact are called.
struct Called {
    player: String,
    /// Its positions in order, as nouns.
    places: Vec<String>,
    point: String,
}

fn count(count: u8) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][usize::from(count)]
}

impl Program {
    fn of(&self, name: usize) -> impl Iterator<Item = &Remember> + Clone {
        self.remembers.iter().filter(move |remember| remember.fact.name == name)
    }

    fn on(&self, name: usize, event: Event) -> bool {
        self.of(name).any(|remember| remember.on.has(event))
    }

    /// What is kept, in words: of him, or of his opponent.
    fn kept(&self, slot: u8, whose: &str) -> String {
        let name = &self.kept[usize::from(slot)];
        let mut keeps = self.keeps.iter().filter(|keep| keep.slot == slot);
        let position = |place: Place| matches!(place, Place::Before | Place::After);
        let passed = keeps
            .all(|keep| keep.who == Who::Mover && position(keep.value) && keep.on.iter().eq([Event::Pass]));
        if passed { format!("the position that {whose} passed last") } else { format!("'{name}' of {whose}") }
    }

    /// Since when a fact holds.
    fn time(&self, name: usize) -> (&'static str, String) {
        let forgets = || self.forgets.iter().filter(move |forget| forget.name == name);
        let lifted = forgets()
            .any(|forget| forget.on.has(Event::Pass) && forget.when.is_none() && forget.who.is_none());
        let own = forgets().any(|forget| forget.on.has(Event::Pass) && forget.who.is_some());
        let time = match (lifted, own, self.on(name, Event::Pass)) {
            (true, _, true) => " at or after the last pass",
            (true, _, false) => " since the last pass",
            (_, true, true) => " at or after a pass that lifts it",
            (_, true, false) => " since a pass that lifts it",
            _ => " before",
        };
        let others = forgets().filter(|forget| forget.on.has(Event::Play) || forget.when.is_some());
        let others = others.map(|forget| {
            let moves = if forget.on.has(Event::Play) { "play" } else { "pass" };
            let when = forget.when.as_ref().map_or(String::new(), |when| match when {
                Formula::Passes { exactly: true, count: 1 } => " that answers a single pass".to_owned(),
                when => format!(" when {}", self.condition(when)),
            });
            format!(", and no {moves}{when} has been made since")
        });
        (time, others.collect())
    }

    /// A fact in words.
    fn fact(&self, name: usize, called: &Called) -> String {
        let Some(remember) =
            self.of(name).find(|remember| remember.on.has(Event::Play)).or(self.of(name).next())
        else {
            return String::new();
        };
        let Remember { fact, each, when, .. } = remember;
        let mut nouns = called.places.iter();
        let (mut before, mut after, mut of_each, mut kept) = (None, None, None, String::new());
        let only_passes = self.of(name).all(|remember| remember.on.iter().eq([Event::Pass]));
        for (place, _) in &fact.places {
            let noun = nouns.next().cloned().unwrap_or_default();
            match place {
                Place::Before => before = Some(noun),
                Place::After if only_passes => before = Some(noun),
                Place::After => after = Some(noun),
                Place::Variable => of_each = Some(noun),
                Place::Nothing => {}
                Place::Kept(slot, who) => {
                    let whose = if fact.who.is_some_and(|own| own != *who) { "his opponent" } else { "he" };
                    let whose = if fact.who.is_none() { "the player" } else { whose };
                    kept += &format!(", when {} was {noun}", self.kept(*slot, whose));
                }
            }
        }
        let on = |event| self.on(name, event);
        let player = &called.player;
        let (time, since) = self.time(name);
        let point = fact.point.then_some(&called.point);
        let mover = fact.who == Some(Who::Mover);
        let with = match fact.who {
            Some(Who::Mover) => format!(" after a move of {player}"),
            Some(Who::Next) => format!(" with {player} to move"),
            None => String::new(),
        };
        let by = if mover { format!(" by {player}") } else { with.clone() };
        let subject = if mover { player.clone() } else { "somebody".to_owned() };
        let to = if fact.who == Some(Who::Next) { with.clone() } else { String::new() };
        let made = match (point, &before, &after) {
            (Some(point), before, None) => {
                let place = before.as_ref().map_or(String::new(), |before| format!(" in {before}"));
                let time = if of_each.is_some() { "" } else { time };
                match mover {
                    true => format!("{player} has played on {point}{place}{time}"),
                    false => format!("{point} has been played on{place}{to}{time}"),
                }
            }
            (Some(point), _, Some(after)) => format!("an earlier play on {point}{by} made {after}"),
            (None, Some(before), Some(after)) => {
                let after = after.strip_prefix("the position ").unwrap_or(after);
                let time = if time == " before" { "" } else { time };
                format!("an earlier play{by} from {before} made {after}{time}")
            }
            (None, None, Some(after)) => match (on(Event::Start) || on(Event::Pass), fact.who) {
                (true, _) => format!("{after}{with} has occurred{time}"),
                (false, Some(Who::Mover)) => format!("{player} has created {after}{time}"),
                (false, _) => format!("a play has made {after}{with}{time}"),
            },
            (None, before, None) => {
                let place = before.as_ref().map_or(String::new(), |before| format!(" in {before}"));
                match (on(Event::Play), on(Event::Pass)) {
                    (true, false) => format!("{subject} has made a play{place}{to}{time}"),
                    (false, true) => format!("{subject} has passed{place}{to}{time}"),
                    _ => format!("{subject} has moved{place}{to}{time}"),
                }
            }
        };
        let when = when.as_ref().map_or(String::new(), |when| match when {
            Formula::Passes { exactly: true, count: 1 } => ", in answer to a single pass".to_owned(),
            when => format!(", when {}", self.condition(when)),
        });
        let each = each
            .as_ref()
            .zip(of_each)
            .map_or(String::new(), |(_, noun)| format!(" since {noun} first stood"));
        format!("{made}{when}{kept}{each}{since}")
    }

    fn place(&self, place: Place, passing: bool) -> String {
        match place {
            Place::Before if passing => "that position".to_owned(),
            Place::Before => "P".to_owned(),
            Place::After => "T".to_owned(),
            Place::Nothing | Place::Variable => "nothing".to_owned(),
            Place::Kept(slot, Who::Mover) => self.kept(slot, "the player"),
            Place::Kept(slot, Who::Next) => self.kept(slot, "the opponent"),
        }
    }

    /// A fact as it is asked for, in words.
    fn asked(&self, fact: &Template) -> String {
        let player = fact.who.map_or("", |who| if who == Who::Mover { "the player" } else { "the opponent" });
        let places = fact.places.iter().map(|(place, _)| self.place(*place, false)).collect();
        let point = "the point".to_owned();
        self.fact(fact.name, &Called { player: player.to_owned(), places, point })
    }

    fn condition(&self, formula: &Formula) -> String {
        let joined = |parts: &[Formula], word: &str| {
            let words = parts.iter().map(|part| match part {
                Formula::Any(_) if word == " and " => format!("either {}", self.condition(part)),
                part => self.condition(part),
            });
            words.collect::<Vec<String>>().join(word)
        };
        match formula {
            Formula::Fact(fact) => self.asked(fact),
            Formula::Retakes => "the previous move was a play and T is the position before it".to_owned(),
            Formula::Passes { exactly: true, count: 0 } => "the move before was no pass".to_owned(),
            Formula::Passes { exactly: true, count: 1 } => "it answers a single pass".to_owned(),
            Formula::Passes { exactly: false, count: 1 } => "it answers a pass".to_owned(),
            Formula::Passes { exactly, count: number } => {
                let least = if *exactly { "" } else { "at least " };
                format!("{least}{} passes in a row were made just before", count(*number))
            }
            Formula::Equal(one, other) => {
                let [one, other] = [one, other].map(|place| self.place(*place, false));
                format!("{one} is {other}")
            }
            Formula::Not(part) => format!("it is not so that {}", self.condition(part)),
            Formula::All(parts) => joined(parts, " and "),
            Formula::Any(parts) => joined(parts, ", or "),
        }
    }

    /// That facts which conditions ask for are true of the start, if some are.
    fn start_counts(&self, parts: &[Formula]) -> String {
        let asked: Vec<&Template> = parts.iter().flat_map(Formula::facts).collect();
        let (true_of_it, others): (Vec<&Template>, Vec<&Template>) =
            asked.into_iter().partition(|fact| self.on(fact.name, Event::Start));
        if true_of_it.is_empty() {
            return String::new();
        }
        let position = |(place, _): &(Place, u8)| matches!(place, Place::Before | Place::After);
        let what = true_of_it.iter().any(|fact| fact.places.iter().any(position));
        let counts = if what { "; the start position counts" } else { "; the start counts" };
        if others.is_empty() {
            return counts.to_owned();
        }
        let mut names: Vec<String> =
            true_of_it.iter().map(|fact| format!("'{}'", self.names[fact.name].name)).collect();
        names.dedup();
        format!("{counts} for {}", names.join(", "))
    }

    /// The rule in a few sentences. T is the position after the play, P the one before it.
    pub(super) fn sentence(&self, endless: bool) -> String {
        let mut text = match &self.forbid_play[..] {
            [] => "No play is prohibited.".to_owned(),
            parts => {
                let mut words: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
                let pass = parts.iter().flat_map(Formula::facts).any(|fact| {
                    let about_after = fact.places.iter().any(|(place, _)| *place == Place::After);
                    let on = |event| self.on(fact.name, event);
                    about_after && on(Event::Pass) && on(Event::Start) && self.time(fact.name).0 == " before"
                });
                words.dedup();
                let start = self.start_counts(parts);
                let counts = if pass { format!("{start}, and so does what stands at a pass") } else { start };
                let words = words.join(", or if ");
                let from = if words.split([' ', ',']).any(|word| word == "P") { " from P to T" } else { "" };
                format!("A play{from} is prohibited if {words}{counts}.")
            }
        };
        if !self.forbid_pass.is_empty() {
            let words: Vec<String> = self.forbid_pass.iter().map(|part| self.condition(part)).collect();
            let counts = self.start_counts(&self.forbid_pass);
            text += &format!(" A pass is prohibited if {}{counts}.", words.join(", or if "));
        }
        if self.no_pass {
            text += " There are no passes.";
        }
        if endless {
            text += " Play can go on for ever: no result.";
        }
        text
    }

    /// How a game ends, in words.
    pub(super) fn end(&self) -> String {
        let Some(end) = &self.end else {
            return match (self.no_pass, self.stuck_loses) {
                (true, _) => "a player without a legal play loses",
                (_, true) => "a player without a legal move loses",
                _ => "two consecutive passes",
            }
            .to_owned();
        };
        let parts: Vec<&Formula> = match end {
            Formula::Any(parts) => parts.iter().collect(),
            part => vec![part],
        };
        let words = parts.into_iter().map(|part| match part {
            Formula::Passes { exactly: false, count: passes } => {
                format!("{} consecutive passes", count(passes + 1))
            }
            Formula::Fact(fact)
                if fact.arguments == [Argument::Player(Who::Mover), Argument::Place(Place::Before)]
                    && self.on(fact.name, Event::Pass)
                    && !self.on(fact.name, Event::Play) =>
            {
                let (time, since) = self.time(fact.name);
                format!("a player passes in a position in which he has passed{time}{since}")
            }
            part => format!("a player passes when {}", self.condition(part).replace(" P", " the position")),
        });
        words.collect::<Vec<String>>().join("; or ") + &self.start_counts(std::slice::from_ref(end))
    }
}

impl Rule {
    /// A fact in words, as the referee says it.
    pub(super) fn describe_fact(&self, fact: &Fact, board: &Board) -> String {
        let program = &self.program;
        let of = |name: &super::check::Name| (name.scope..name.scope + name.scopes()).contains(&fact.scope.0);
        let Some(name) = program.names.iter().position(of) else {
            return "what the move needs has not happened".to_owned();
        };
        let own = &program.names[name];
        let player = fact.colour.map_or(String::new(), |colour| colour.to_string());
        let point = fact.to.occupied().iter().map(|point| board.point_name(point)).collect();
        // Which terms are nothing is said by the scope.
        let variant = (fact.scope.0 - own.scope) >> u8::from(own.split);
        let mut values = [fact.position, fact.to].into_iter();
        let template = program.of(name).next().map(|remember| &remember.fact);
        let unit = if own.split { 2 } else { 1 };
        let places = template.into_iter().flat_map(|template| &template.places).map(|(_, nothing)| {
            let is_nothing = *nothing > 0 && variant & (nothing / unit) != 0;
            let value = if is_nothing { None } else { values.next() };
            value.map_or("nothing".to_owned(), |value| format!("the position {}", value.text(board)))
        });
        let called = Called { player, places: places.collect(), point };
        program.fact(name, &called)
    }
}
