//! A reader of plain English about ko rules, who knows the forms of words alone and looks at the record of a game.

use std::collections::HashMap;

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::Move;

/// The start, or a move that was made or may be made.
#[derive(Clone, Copy)]
pub struct Event {
    pub kind: Kind,
    pub mover: Colour,
    pub before: Position,
    pub after: Position,
    pub made: Option<Move>,
    /// The passes in a row just before it.
    pub passes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Start,
    Play,
    Pass,
}

/// A game, and what `the player`, `P` and the like are.
pub struct Reader<'a> {
    pub board: &'a Board,
    /// The start, and the moves so far.
    pub past: &'a [Event],
    /// The move that is judged.
    pub now: Event,
    /// What the text keeps.
    pub keeps: &'a [Keep],
}

/// A line such as `keep last(mover) = before on pass`.
pub struct Keep {
    /// Its name, and whose it is: `last(mover)`.
    of: String,
    value: String,
    on: String,
}

impl Keep {
    pub fn all(text: &str) -> Vec<Keep> {
        let keep = |line: &str| {
            let (of, rest) = line.trim().strip_prefix("keep ")?.split_once(" = ")?;
            let (value, on) = rest.split_once(" on ")?;
            Some(Keep { of: of.to_owned(), value: value.to_owned(), on: on.to_owned() })
        };
        text.lines().filter_map(keep).collect()
    }
}

/// What cannot be told from words alone, such as what is quoted.
pub struct Untold;
pub type Told<T> = Result<T, Untold>;

const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Event {
    fn answers(&self, words: &str) -> Told<bool> {
        let number = |words: &str, before: &str| {
            let number = words.strip_prefix(before)?.strip_suffix(" passes in a row")?;
            NUMBERS.iter().position(|name| *name == number)
        };
        Ok(match words {
            "answers no pass" | "not in answer to a pass" => self.passes == 0,
            "answers a single pass" | "in answer to a single pass" => self.passes == 1,
            "answers a pass" | "in answer to a pass" => self.passes > 0,
            words => {
                let row = words.strip_prefix("follows ").or(words.strip_prefix("after ")).ok_or(Untold)?;
                match (number(row, "just "), number(row, "at least ")) {
                    (Some(number), _) => self.passes == number,
                    (_, Some(number)) => self.passes >= number,
                    _ => return Err(Untold),
                }
            }
        })
    }
}

impl Reader<'_> {
    fn player(&self, words: &str) -> Told<Option<Colour>> {
        Ok(match words {
            "somebody" => None,
            "the player" => Some(self.now.mover),
            "the opponent" => Some(!self.now.mover),
            "black" => Some(Colour::Black),
            "white" => Some(Colour::White),
            _ => return Err(Untold),
        })
    }

    /// A position, or that there is none.
    fn position(&self, words: &str) -> Told<Option<Position>> {
        if let Some(whose) =
            words.strip_prefix("the position that ").and_then(|rest| rest.strip_suffix(" passed last"))
        {
            let player = self.player(whose)?.ok_or(Untold)?;
            return Ok(self.passed_last(self.past, player));
        }
        let stones = words.strip_prefix("the position ").unwrap_or(words);
        Ok(match words {
            "P" => Some(self.now.before),
            "T" | "this position" => Some(self.now.after),
            "nothing" => None,
            _ => Some(Position::parse(self.board, stones).map_err(|_| Untold)?),
        })
    }

    fn passed_last(&self, past: &[Event], player: Colour) -> Option<Position> {
        past.iter()
            .rev()
            .find(|event| event.kind == Kind::Pass && event.mover == player)
            .map(|event| event.after)
    }

    /// What a player has kept under a name after the events of the past up to this one.
    fn kept(&self, name: &str, player: Colour, place: usize) -> Option<Position> {
        let mut kept: HashMap<String, Option<Position>> = HashMap::new();
        for Event { kind, mover, before, after, .. } in &self.past[1..=place] {
            let on = if *kind == Kind::Play { "play" } else { "pass" };
            let own = |of: &str| {
                let (name, who) = of.trim_end_matches(')').split_once('(').unwrap();
                format!("{name} of {}", if who == "mover" { *mover } else { !*mover })
            };
            let made = self.keeps.iter().filter(|keep| keep.on.contains(on)).map(|keep| {
                let value = match &keep.value[..] {
                    "before" => Some(*before),
                    "after" => Some(*after),
                    "nothing" => None,
                    of => kept.get(&own(of)).copied().flatten(),
                };
                (own(&keep.of), value)
            });
            let made: Vec<_> = made.collect();
            kept.extend(made);
        }
        kept.get(&format!("{name} of {player}")).copied().flatten()
    }

    fn is_point(&self, words: &str, event: &Event) -> Told<bool> {
        match words {
            "the point" => Ok(event.made == self.now.made),
            name => Ok(event.made == Some(Move::parse(self.board, name).map_err(|_| Untold)?)),
        }
    }

    /// Whether something holds now.
    pub fn holds(&self, words: &str) -> Told<bool> {
        if words.contains('\'') {
            return Err(Untold);
        }
        let retaken = "the previous move was a play and T is the position before it";
        if words == retaken {
            let last = self.past.last().unwrap();
            return Ok(last.kind == Kind::Play && last.before == self.now.after);
        }
        if let Some(rest) = words.strip_prefix(&format!("{retaken} and ")) {
            return Ok(self.holds(retaken)? & self.holds(rest)?);
        }
        // `, and no play …` goes on with a fact.
        let mut at = 0;
        while let Some(place) = words[at..].find(" and ").map(|place| at + place) {
            let (first, rest) = (&words[..place], &words[place + 5..]);
            if !first.ends_with(',') {
                return Ok(self.holds(first)? & self.holds(rest)?);
            }
            at = place + 5;
        }
        if let Some(denied) = words.strip_prefix("it is not so that ") {
            return self.holds(denied).map(|holds| !holds);
        }
        if words == "the move before was no pass" {
            return Ok(self.now.passes == 0);
        }
        if let Some(row) = words.strip_prefix("it ") {
            return self.now.answers(row);
        }
        if let Some(row) = words.strip_suffix(" were made just before") {
            return self.now.answers(&format!("follows {row}"));
        }
        if let Some((one, other)) = words.split_once(" is ") {
            return Ok(self.position(one)? == self.position(other)?);
        }
        for place in 0..self.past.len() {
            if self.made(words, place)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an event of the past makes a fact true, as words have it, and nothing since took it away.
    pub fn made(&self, words: &str, place: usize) -> Told<bool> {
        let (event, since) = (&self.past[place], &self.past[place + 1..]);
        if let Some(words) = words.strip_suffix(", or the game began so") {
            let words = words.strip_suffix(" before").ok_or(Untold)?;
            let situation = words.strip_prefix("a play has made ").ok_or(Untold)?;
            return Ok(event.kind != Kind::Pass && self.situation(situation, event)?);
        }
        let (mut words, mut holds) = (words, true);
        while let Some(place) = words.rfind(", and ") {
            let lost = words[place + 6..].to_owned();
            words = &words[..place];
            let lost_by = |event: &Event| -> Told<bool> {
                if let Some(rest) = lost.strip_prefix("no ") {
                    let kind = if rest.starts_with("play ") { Kind::Play } else { Kind::Pass };
                    let how = rest[5..].strip_suffix("has been made since").ok_or(Untold)?.trim();
                    let answers = how.strip_prefix("that ").map_or(Ok(true), |how| event.answers(how))?;
                    return Ok(event.kind == kind && answers);
                }
                let player = self.player(lost.strip_suffix(" has made no play since").ok_or(Untold)?)?;
                Ok(event.kind == Kind::Play && Some(event.mover) == player)
            };
            for event in since {
                holds &= !lost_by(event)?;
            }
        }
        if let Some((fact, position)) =
            words.split_once(" since ").filter(|(_, rest)| rest.ends_with(" first stood"))
        {
            let position = self.position(position.strip_suffix(" first stood").ok_or(Untold)?)?;
            let stood = self.past[..place].iter().any(|event| Some(event.after) == position);
            return Ok(holds && stood && self.is(&format!("{fact} before"), event)?);
        }
        let mut kept = None;
        if let Some((fact, was)) = words.split_once(", when ") {
            let (said, noun) = was.split_once(" was ").ok_or(Untold)?;
            let passed =
                said.strip_prefix("the position that ").and_then(|said| said.strip_suffix(" passed last"));
            let (name, whose) = match passed {
                Some(whose) => (None, whose),
                None => said
                    .strip_prefix('\'')
                    .and_then(|said| said.split_once("' of "))
                    .map(|(name, whose)| (Some(name), whose))
                    .ok_or(Untold)?,
            };
            (words, kept) = (fact, Some((name, whose, self.position(noun)?)));
        }
        if let Some((fact, when)) = words.split_once(", ") {
            holds &= event.kind != Kind::Start && event.answers(when)?;
            words = fact;
        }
        let of_whom = |whose: &str| {
            Ok::<_, Untold>(
                (whose != "pass")
                    .then(|| self.player(whose.strip_prefix("pass of ").unwrap_or_default()))
                    .transpose()?
                    .flatten(),
            )
        };
        let passed = |whose: Option<Colour>| {
            move |event: &Event| event.kind == Kind::Pass && whose.is_none_or(|player| player == event.mover)
        };
        let (fact, lost) =
            match (words.split_once(" at or after the last "), words.split_once(" since the last ")) {
                (Some((fact, whose)), _) | (_, Some((fact, whose))) => {
                    (fact, since.iter().any(passed(of_whom(whose)?)))
                }
                _ => (words.strip_suffix(" before").unwrap_or(words), false),
            };
        // A pass is no play since itself.
        let at_pass = words.contains(" since the last pass") && event.kind == Kind::Pass;
        if let Some((name, whose, position)) = kept {
            // He is the player of whom the fact is.
            let own = if fact.contains(" to move") { !event.mover } else { event.mover };
            let player = if ["he", "him"].contains(&whose) { own } else { !own };
            let then = match name {
                None => self.passed_last(&self.past[..=place], player),
                Some(name) => self.kept(name, player, place),
            };
            holds &= then == position;
        }
        Ok(holds
            && !lost
            && !(at_pass
                && passed(of_whom(words.split_once(" since the last ").map_or("pass", |(_, whose)| whose))?)(
                    event,
                ))
            && self.is(&format!("{fact} before"), event)?)
    }

    /// `POSITION with PLAYER to move`, after an event.
    fn situation(&self, words: &str, event: &Event) -> Told<bool> {
        let (words, right) = match (words.split_once(" with "), words.split_once(" after a move of ")) {
            (Some((position, player)), _) => {
                let player = self.player(player.strip_suffix(" to move").ok_or(Untold)?)?;
                (position, Some(!event.mover) == player)
            }
            (_, Some((position, player))) => (position, Some(event.mover) == self.player(player)?),
            _ => (words, true),
        };
        Ok(right && Some(event.after) == self.position(words)?)
    }

    /// Whether an event is as words say, without when.
    fn is(&self, words: &str, event: &Event) -> Told<bool> {
        let words = words.strip_suffix(" before").unwrap_or(words);
        let by =
            |player: &str| Ok::<_, Untold>(self.player(player)?.is_none_or(|player| player == event.mover));
        let position = |words: &str| self.position(words);
        let (play, pass) = (event.kind == Kind::Play, event.kind == Kind::Pass);
        if let Some(noun) = words.strip_suffix(" was the start position") {
            return Ok(event.kind == Kind::Start && Some(event.after) == position(noun)?);
        }
        if let Some(situation) = words.strip_suffix(" has occurred") {
            return self.situation(situation, event);
        }
        if let Some(rest) = words.strip_prefix("an earlier play") {
            let (how, after) = rest.split_once(" made ").ok_or(Untold)?;
            let mut right = play && Some(event.after) == position(after)?;
            let (how, from) = how.split_once(" from ").map_or((how, None), |(how, from)| (how, Some(from)));
            let (on, player) = how.split_once(" by ").map_or((how, "somebody"), |parts| parts);
            right &= from.map_or(Ok(true), |from| Ok::<_, Untold>(Some(event.before) == position(from)?))?;
            if let Some(point) = on.strip_prefix(" on ") {
                right &= self.is_point(point, event)?;
            }
            return Ok(right && by(player)?);
        }
        if let Some(noun) = words.strip_prefix("a play has made ") {
            return Ok(play && Some(event.after) == position(noun)?);
        }
        let (who, rest) = words.split_once(" has ").ok_or(Untold)?;
        if let Some(rest) = rest.strip_prefix("been played on") {
            let within = rest
                .strip_prefix(" in ")
                .map_or(Ok(true), |noun| Ok::<_, Untold>(Some(event.before) == position(noun)?))?;
            return Ok(play && within && self.is_point(who, event)?);
        }
        let by = by(who)?;
        for (verb, right) in [("created ", play), ("made or passed ", play || pass)] {
            if let Some(noun) = rest.strip_prefix(verb) {
                return Ok(by && right && Some(event.after) == position(noun)?);
            }
        }
        if let Some(rest) = rest.strip_prefix("played on ") {
            let (point, within) = match rest.split_once(" in ") {
                Some((point, noun)) => (point, Some(event.before) == position(noun)?),
                None => (rest, true),
            };
            return Ok(by && play && within && self.is_point(point, event)?);
        }
        for (verb, right) in [("made a play", play), ("passed", pass), ("moved", play || pass)] {
            if let Some(rest) = rest.strip_prefix(verb) {
                let noun = rest.strip_prefix(" in ");
                let within =
                    noun.map_or(Ok(true), |noun| Ok::<_, Untold>(Some(event.before) == position(noun)?))?;
                return Ok(by && right && within);
            }
        }
        Err(Untold)
    }
}

/// The conditions of a sentence of which one is enough.
pub fn conditions(sentence: &str, prohibited: &str) -> Option<Vec<String>> {
    let rest = sentence
        .split_once(prohibited)?
        .1
        .split_once(". ")
        .map_or_else(|| sentence.split_once(prohibited).unwrap().1.trim_end_matches('.'), |(words, _)| words);
    let rest = rest.split("; the").next().unwrap_or_default();
    Some(rest.split(", or if ").map(str::to_owned).collect())
}
