//! A rule in plain English, made from its text. What plain words do not say exactly is quoted.

use kosolver_board::distinct;

use super::phrase::{Called, count, is_board};
use super::program::{Argument, Count, Formula, Place, Program, Template};
use super::syntax::{Ending, Event, Scored, Who};

/// With this begins what is denied. It goes on to the end of a sentence, so nothing stands behind it.
const NOT: &str = "it is not so that ";

/// What conditions speak of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// A play from P to T.
    Play,
    /// A pass in a position.
    Pass,
}

impl Program {
    fn place(&self, place: Place, of: Of) -> Option<String> {
        match place {
            Place::Before | Place::After if of == Of::Pass => Some("this position".to_owned()),
            Place::Before => Some("P".to_owned()),
            Place::After => Some("T".to_owned()),
            Place::Nothing | Place::Variable => None,
            Place::Kept(slot, Who::Mover) => Some(self.kept(slot, ["the player"; 2])),
            Place::Kept(slot, Who::Next) => Some(self.kept(slot, ["the opponent"; 2])),
        }
    }

    /// A fact as it is asked for, in words.
    fn asked(&self, fact: &Template, of: Of) -> Option<String> {
        let mut players = ["the player", "the opponent"];
        if fact.who == Some(Who::Next) {
            players.reverse();
        }
        let [player, opponent] = players.map(str::to_owned);
        let places = fact.places.iter().map(|(place, _)| self.place(*place, of)).collect();
        let same = || "the same kos and the same stones off them".to_owned();
        let frame = (fact.frame == Some(false)).then(same);
        self.fact(fact.name, &Called { player, opponent, places, point: "the point".to_owned(), frame })
    }

    /// A condition in words that cannot be taken in two ways, if there are some.
    fn plain(&self, formula: &Formula, of: Of) -> Option<String> {
        match formula {
            Formula::Fact(fact) => self.asked(fact, of),
            Formula::Retakes => {
                Some("the previous move was a play and T is the position before it".to_owned())
            }
            Formula::Passes { exactly: true, count: 0 } => Some("the move before was no pass".to_owned()),
            Formula::Passes { exactly: false, count: 0 } => None,
            Formula::Passes { exactly: true, count: 1 } => Some("it answers a single pass".to_owned()),
            Formula::Passes { exactly: false, count: 1 } => Some("it answers a pass".to_owned()),
            Formula::Passes { exactly, count: number } => {
                let least = if *exactly { "just" } else { "at least" };
                Some(format!("{least} {} passes in a row were made just before", count(*number)))
            }
            Formula::Equal(one, other) => {
                let same = one == other || of == Of::Pass && is_board(*one) && is_board(*other);
                let words = |place: Place| self.place(place, of).unwrap_or_else(|| "nothing".to_owned());
                (!same).then(|| format!("{} is {}", words(*one), words(*other)))
            }
            Formula::Not(part) => match &**part {
                Formula::Not(_) | Formula::All(_) | Formula::Any(_) | Formula::Retakes => None,
                part => self
                    .plain(part, of)
                    .filter(|words| !words.contains(','))
                    .map(|words| format!("{NOT}{words}")),
            },
            Formula::All(parts) => {
                if parts.iter().any(|part| matches!(part, Formula::All(_) | Formula::Any(_))) {
                    return None;
                }
                let words = parts.iter().map(|part| self.plain(part, of)).collect::<Option<Vec<String>>>()?;
                last_denied(words).map(|words| words.join(" and "))
            }
            Formula::Any(_) => None,
        }
    }

    /// Conditions of which one is enough, each in words or as it is written.
    fn alternatives<'a>(&self, parts: &'a [Formula], of: Of) -> Vec<Said<'a>> {
        let said = |part: &'a Formula| match self.plain(part, of) {
            Some(words) => Said { part, words, quoted: false },
            None => Said { part, words: self.quoted(part), quoted: true },
        };
        let mut all: Vec<Said> = parts.iter().map(said).collect();
        let denies = |said: &Said| said.words.contains(NOT);
        if all.len() > 1 && all.iter().filter(|said| denies(said)).count() > 1 {
            return parts.iter().map(|part| Said { part, words: self.quoted(part), quoted: true }).collect();
        }
        all.sort_by_key(denies);
        all
    }

    fn quoted(&self, part: &Formula) -> String {
        format!("'{}' holds", self.written(part))
    }

    /// The lines that have to be read beside conditions, for what is not said in plain words.
    fn quoting(&self, parts: &[Said]) -> String {
        let mut lines = Vec::new();
        for Said { part, quoted, .. } in parts {
            let quoted = *quoted;
            let facts = part.facts();
            let mut kept: Vec<u8> = Vec::new();
            part.any(&mut |part| {
                if let Formula::Equal(one, other) = part {
                    kept.extend([*one, *other].into_iter().filter_map(slot));
                }
                false
            });
            for fact in facts {
                kept.extend(fact.places.iter().filter_map(|(place, _)| slot(*place)));
                for remember in self.remembers.iter().filter(|remember| remember.fact.name == fact.name) {
                    kept.extend(remember.fact.places.iter().filter_map(|(place, _)| slot(*place)));
                }
                if quoted {
                    let each = self.remembers.iter().filter(|remember| remember.fact.name == fact.name);
                    let each = each.filter_map(|remember| remember.each.as_ref()).map(|each| each.name);
                    for name in [fact.name].into_iter().chain(each) {
                        lines.extend(self.remembering(name));
                        lines.extend(self.forgetting(name));
                    }
                }
            }
            for slot in kept.into_iter().filter(|slot| quoted || !self.is_passed_last(*slot)) {
                lines.extend(self.keeping(slot));
            }
        }
        let said = distinct(lines);
        if said.is_empty() { String::new() } else { format!("; the text says {}", said.join(", ")) }
    }

    /// That facts which conditions ask for are true of the start, if some are.
    fn start_counts(&self, parts: &[Said]) -> String {
        let in_words = parts.iter().filter(|said| !said.quoted && said.words.contains(" has occurred"));
        let asked: Vec<&Template> = in_words.flat_map(|said| said.part.facts()).collect();
        let all = parts.iter().map(|said| said.part.facts().len()).sum::<usize>();
        let occurs = |fact: &&Template| self.on_start(fact.name) && self.says_what_occurred(fact.name);
        let true_of_it: Vec<&Template> = asked.into_iter().filter(occurs).collect();
        if true_of_it.is_empty() {
            return String::new();
        }
        let position = |(place, _): &(Place, u8)| is_board(*place);
        let what = true_of_it.iter().any(|fact| fact.places.iter().any(position));
        let counts = if what { "; the start position counts" } else { "; the start counts" };
        if true_of_it.len() == all {
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
                let said = self.alternatives(parts, Of::Play);
                let plain = said.iter().filter(|said| !said.quoted);
                let pass = plain.flat_map(|said| said.part.facts()).any(|fact| {
                    let about_after = fact.places.iter().any(|(place, _)| *place == Place::After);
                    about_after && self.stands_at_a_pass(fact.name)
                });
                let (words, start) = (joined(&said), self.start_counts(&said));
                let counts = match pass && !start.is_empty() {
                    true => format!("{start}, and so does what stands at a pass"),
                    false => start,
                };
                let from = if words.split([' ', ',']).any(|word| word == "P") { " from P to T" } else { "" };
                let lines = self.quoting(&said);
                format!("A play{from} is prohibited if {words}{counts}{lines}.")
            }
        };
        if !self.forbid_pass.is_empty() {
            let said = self.alternatives(&self.forbid_pass, Of::Pass);
            let (words, counts, lines) = (joined(&said), self.start_counts(&said), self.quoting(&said));
            text += &format!(" A pass is prohibited if {words}{counts}{lines}.");
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
        let of_play = |(when, ending): &(Formula, Ending)| {
            let how = match ending {
                Ending::Scored => "ends the game",
                Ending::Draw => "ends the game in a draw",
                Ending::Void => "ends the game without a result",
                Ending::Loss => "loses the game",
                Ending::Win => "wins the game",
            };
            let said = self.alternatives(alternatives(when), Of::Play);
            format!("; a play {how} if {}{}{}", joined(&said), self.start_counts(&said), self.quoting(&said))
        };
        self.end_of_pass() + &self.play_ends.iter().map(of_play).collect::<String>()
    }

    fn end_of_pass(&self) -> String {
        let Some(end) = &self.end else {
            return match (self.no_pass, self.stuck_loses) {
                (true, _) => "a player without a legal play loses",
                (_, true) => "a player without a legal move loses",
                _ => "two consecutive passes",
            }
            .to_owned();
        };
        let parts = alternatives(end);
        let said = |part: &Formula| match part {
            Formula::Passes { exactly: false, count: 0 } => Some("a pass".to_owned()),
            Formula::Passes { exactly: false, count: passes } => {
                Some(format!("{} consecutive passes", count(passes + 1)))
            }
            Formula::Fact(fact) => {
                let passed = [Argument::Player(Who::Mover), Argument::Place(Place::After)];
                let asked = fact.with(|argument| argument.on(Event::Pass));
                let words = self.asked(fact, Of::Pass)?;
                let words = words.strip_prefix("the player has passed in this position")?;
                (asked.arguments == passed && self.says_who_passed(fact.name))
                    .then(|| format!("a player passes in a position in which he has passed{words}"))
            }
            _ => None,
        };
        let all = self.alternatives(parts, Of::Pass);
        // Who makes the third pass in a row has passed here before, and what no pass forgets goes without saying.
        let lasts = |fact: &Template| {
            let mut forgets = self.forgets.iter().filter(|forget| forget.name == fact.name);
            forgets.all(|forget| !forget.on.has(Event::Pass))
        };
        let again =
            |part: &Formula| matches!(part, Formula::Fact(fact) if lasts(fact)) && said(part).is_some();
        let implied = parts.iter().any(again);
        let tells = |part: &Formula| {
            !implied || !matches!(part, Formula::Passes { exactly: false, count } if *count >= 2)
        };
        let words = all.iter().filter(|one| tells(one.part)).map(|one| match said(one.part) {
            Some(words) => words,
            None => format!("a player passes when {}", one.words),
        });
        words.collect::<Vec<String>>().join("; or ")
            + &self.start_counts(&all)
            + &self.quoting(&all)
            + &self.score()
    }

    /// What is scored, in words, if it is not the last position.
    fn score(&self) -> String {
        let kind = match self.scored {
            Scored::Last => return String::new(),
            Scored::Mean => "mean",
            Scored::Sum => "sum",
        };
        let by_both = |count: &Count| {
            count.on.iter().eq([Event::Pass])
                && count.when == Some(Formula::Passes { exactly: true, count: 1 })
        };
        let what = match &self.counts[..] {
            [count] if by_both(count) => {
                "scoring positions (passed by both players consecutively)".to_owned()
            }
            _ => format!("positions that are counted by {}", self.counting().join(", ")),
        };
        match &self.since {
            None => format!("; the score is the {kind} of all {what}, a draw without any"),
            Some(fact) if self.says_who_passed(fact.name) => {
                format!("; the score is the {kind} of the {what} after that earlier pass, a draw without any")
            }
            Some(fact) => {
                let fact = self.written(&Formula::Fact(fact.clone()));
                format!(
                    "; the score is the {kind} of the {what} after what made '{fact}' true, a draw without any"
                )
            }
        }
    }
}

/// A condition, in words or as it is written.
struct Said<'a> {
    part: &'a Formula,
    words: String,
    quoted: bool,
}

fn joined(said: &[Said]) -> String {
    let mut words: Vec<&str> = said.iter().map(|said| &*said.words).collect();
    words.dedup();
    words.join(", or if ")
}

fn alternatives(when: &Formula) -> &[Formula] {
    match when {
        Formula::Any(parts) => parts,
        part => std::slice::from_ref(part),
    }
}

fn slot(place: Place) -> Option<u8> {
    match place {
        Place::Kept(slot, _) => Some(slot),
        _ => None,
    }
}

/// Parts of a sentence with `and` between them, the one that denies something at the end. There can be only
/// one, and none with `or`.
fn last_denied(mut words: Vec<String>) -> Option<Vec<String>> {
    let denies = |words: &String| words.contains(NOT);
    let several = words.len() > 1;
    if several
        && (words.iter().any(|words| words.contains(", or "))
            || words.iter().filter(|words| denies(words)).count() > 1)
    {
        return None;
    }
    words.sort_by_key(denies);
    Some(words)
}
