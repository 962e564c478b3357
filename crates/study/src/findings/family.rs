//! All ko rules of at most three statements about one kind of fact, as texts, and which of them mean the
//! same.
//!
//! A rule remembers facts `seen(…)` of a position or two, perhaps with a player, by one statement or by two.
//! It forbids a play that finds one of them. A third statement may forget them at a pass, or let a pass end
//! the game that finds one.
//!
//! What such a rule means is told by its matches: which earlier moves, of whom, forbid a play, and which of
//! their two positions must be which of the two of the play. Texts with the same matches mean the same.

use std::collections::{BTreeMap, BTreeSet};

use kosolver_rules::{Error, Ko};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Mover,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Before,
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Start,
    Play,
    Pass,
}

use Event::{Pass, Play, Start};
use Place::{After, Before};

/// The terms of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Terms {
    who: Option<Who>,
    places: &'static [Place],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Remember {
    terms: Terms,
    on: &'static [Event],
}

/// What a text has besides a `remember` and the `forbid`.
#[derive(Clone, Copy, Debug)]
enum Third {
    Nothing,
    Remember(Remember),
    /// On a pass: the facts of all, or of the player who passes or of the other alone.
    Forget(Option<Who>),
    /// When a pass ends the game.
    End(Terms),
}

#[derive(Clone, Copy, Debug)]
struct Text {
    first: Remember,
    third: Third,
    asked: Terms,
    retakes: bool,
}

/// An earlier move that a question finds: of the player who asks, of the other, or of any; and which of its
/// positions is which of those asked about. At the start and at a pass both positions are `Before`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    event: Event,
    own: Option<bool>,
    places: Vec<(Place, Place)>,
}

/// What a text means.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Meaning {
    forbids: BTreeSet<Match>,
    ends: Option<BTreeSet<Match>>,
    /// Of whom a pass forgets facts: of all, or of him alone who made the facts that are asked for or of the other.
    forgets: Option<Option<bool>>,
    retakes: bool,
}

/// A rule of the family.
pub(crate) struct Rule {
    pub ko: Ko,
    /// The statements of its shortest text.
    pub statements: Vec<String>,
    /// How many texts say it.
    pub texts: usize,
}

/// The family.
pub(crate) struct Family {
    pub rules: Vec<Rule>,
    /// Under which games need not end, as far as can be shown: how many meanings, and how many texts. First
    /// those that forget nothing, then those that do.
    pub refused: [(usize, usize); 2],
    written: BTreeSet<Vec<String>>,
}

const SINGLE: [&[Place]; 2] = [&[Before], &[After]];
const DOUBLE: [&[Place]; 2] = [&[Before, After], &[After, Before]];
const NOBODY: [Option<Who>; 1] = [None];
const SOMEBODY: [Option<Who>; 2] = [Some(Who::Mover), Some(Who::Next)];

const EVENTS: [&[Event]; 7] =
    [&[Start], &[Play], &[Pass], &[Start, Play], &[Start, Pass], &[Play, Pass], &[Start, Play, Pass]];

impl Terms {
    /// Those of each kind: what one fact can be about.
    fn kinds() -> Vec<Vec<Terms>> {
        let kind = |who: &[Option<Who>], places: [&'static [Place]; 2]| {
            who.iter().flat_map(|who| places.map(|places| Terms { who: *who, places })).collect()
        };
        vec![kind(&NOBODY, SINGLE), kind(&SOMEBODY, SINGLE), kind(&NOBODY, DOUBLE), kind(&SOMEBODY, DOUBLE)]
    }

    fn fact(&self) -> String {
        let who = self.who.map(|who| if who == Who::Mover { "mover" } else { "next" });
        let places = self.places.iter().map(|place| if *place == Before { "before" } else { "after" });
        format!("seen({})", who.into_iter().chain(places).collect::<Vec<&str>>().join(", "))
    }
}

impl Text {
    /// All of the family but those without facts.
    fn all() -> Vec<Text> {
        let mut all = Vec::new();
        for kind in Terms::kinds() {
            let remembers = kind.iter().flat_map(|terms| EVENTS.map(|on| Remember { terms: *terms, on }));
            let remembers: Vec<Remember> = remembers.collect();
            let mut heads: Vec<(Remember, Third)> = Vec::new();
            for (place, first) in remembers.iter().enumerate() {
                heads.push((*first, Third::Nothing));
                heads.extend(remembers[place + 1..].iter().map(|second| (*first, Third::Remember(*second))));
                heads.push((*first, Third::Forget(None)));
                if kind[0].who.is_some() {
                    heads.extend(SOMEBODY.map(|who| (*first, Third::Forget(who))));
                }
                // At a pass both positions are the same.
                let ends = kind.iter().filter(|terms| terms.places == [Before]);
                heads.extend(ends.map(|terms| (*first, Third::End(*terms))));
            }
            for (first, third) in heads {
                for asked in &kind {
                    all.extend([false, true].map(|retakes| Text { first, third, asked: *asked, retakes }));
                }
            }
        }
        all
    }

    fn statements(&self) -> Vec<String> {
        let remember = |Remember { terms, on }: &Remember| {
            let events = on.iter().map(|event| match event {
                Start => "start",
                Play => "play",
                Pass => "pass",
            });
            format!("remember {} on {}", terms.fact(), events.collect::<Vec<&str>>().join(", "))
        };
        let or = if self.retakes { "retakes or " } else { "" };
        let forbid = format!("forbid play if {or}{}", self.asked.fact());
        let first = remember(&self.first);
        match &self.third {
            Third::Nothing => vec![first, forbid],
            Third::Remember(second) => vec![first, remember(second), forbid],
            Third::Forget(None) => vec![first, "forget seen on pass".to_owned(), forbid],
            Third::Forget(Some(Who::Mover)) => vec![first, "forget seen(mover) on pass".to_owned(), forbid],
            Third::Forget(Some(Who::Next)) => vec![first, "forget seen(next) on pass".to_owned(), forbid],
            Third::End(terms) => vec![first, forbid, format!("end pass if {}", terms.fact())],
        }
    }

    fn meaning(&self) -> Meaning {
        let mut remembers = vec![self.first];
        let (mut ends, mut forgets) = (None, None);
        match self.third {
            Third::Remember(second) => remembers.push(second),
            Third::Forget(who) => forgets = Some(who.map(|who| Some(who) == self.asked.who)),
            Third::End(terms) => ends = Some(found(&remembers, &terms, Pass)),
            Third::Nothing => {}
        }
        let mut meaning =
            Meaning { forbids: found(&remembers, &self.asked, Play), ends, forgets, retakes: self.retakes };
        // Of either player is of any, unless the facts of one alone are forgotten.
        if !matches!(forgets, Some(Some(_))) {
            meaning.forbids = joined(meaning.forbids);
            meaning.ends = meaning.ends.map(joined);
        }
        meaning
    }
}

/// What a question at a play or at a pass finds.
fn found(remembers: &[Remember], asked: &Terms, at: Event) -> BTreeSet<Match> {
    let mut matches = BTreeSet::new();
    for Remember { terms, on } in remembers {
        for event in *on {
            let place = |of: Event, place: Place| if of == Play { place } else { Before };
            let pairs = terms.places.iter().zip(asked.places);
            let mut places: Vec<(Place, Place)> =
                pairs.map(|(then, now)| (place(*event, *then), place(at, *now))).collect();
            places.sort();
            // A play changes the position, as a lone suicide is forbidden.
            if *event != Play && places.len() > 1 {
                continue;
            }
            matches.insert(Match { event: *event, own: terms.who.map(|who| Some(who) == asked.who), places });
        }
    }
    matches
}

/// What is found of one player and of the other is found of any.
fn joined(matches: BTreeSet<Match>) -> BTreeSet<Match> {
    let of_other = |one: &Match| Match { own: one.own.map(|own| !own), ..one.clone() };
    let of_any =
        |one: &Match| Match { own: one.own.filter(|_| !matches.contains(&of_other(one))), ..one.clone() };
    matches.iter().map(of_any).collect()
}

impl Family {
    /// All of it. Of the texts with one meaning the shortest stands for all that is read as a rule.
    pub fn new() -> Result<Family, Error> {
        let mut meanings: BTreeMap<Meaning, Vec<Vec<String>>> = BTreeMap::new();
        meanings.insert(Meaning::default(), vec![Vec::new()]);
        let retakes = Meaning { retakes: true, ..Meaning::default() };
        meanings.insert(retakes, vec![vec!["forbid play if retakes".to_owned()]]);
        for text in Text::all() {
            meanings.entry(text.meaning()).or_default().push(text.statements());
        }
        let written = meanings.values().flatten().cloned().collect();
        let mut family = Family { rules: Vec::new(), refused: [(0, 0); 2], written };
        for (number, (meaning, mut texts)) in meanings.into_iter().enumerate() {
            texts.sort_by_key(|statements| (statements.len(), statements.concat().len()));
            let count = texts.len();
            let mut rule = None;
            for statements in texts {
                if let Some(ko) = parsed(number, &statements)? {
                    rule = Some(Rule { ko, statements, texts: count });
                    break;
                }
            }
            match rule {
                Some(rule) => family.rules.push(rule),
                None => {
                    let (meanings, texts) = &mut family.refused[usize::from(meaning.forgets.is_some())];
                    (*meanings, *texts) = (*meanings + 1, *texts + count);
                }
            }
        }
        Ok(family)
    }

    /// Whether the text of a rule that comes with this library is one of them, but for the name of its fact.
    pub fn has(&self, ko: Ko) -> bool {
        let Some(text) = ko.text() else { return false };
        let fact = text.split_once("remember ").and_then(|(_, rest)| rest.split_once('('));
        let name = fact.map_or("", |(name, _)| name);
        let statements = text.lines().skip(1).map(|line| {
            let line = line.replace(&format!("{name}("), "seen(");
            // The player comes first.
            ["before", "after"]
                .into_iter()
                .flat_map(|place| ["mover", "next"].map(|who| (place, who)))
                .fold(line, |line, (place, who)| {
                    line.replace(&format!("({place}, {who})"), &format!("({who}, {place})"))
                })
        });
        self.written.contains(&statements.collect::<Vec<String>>())
    }
}

/// The rule of a text; `None` if games under it need not end.
fn parsed(number: usize, statements: &[String]) -> Result<Option<Ko>, Error> {
    match Ko::parse(&format!("rule family-{number}\n{}\n", statements.join("\n"))) {
        Ok(ko) => Ok(Some(ko)),
        Err(Error::Text(error)) if error.message.contains("need not end") => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::{Board, Colour, distinct_positions};
    use kosolver_rules::{Game, Ruleset, Score};
    use kosolver_search::Session;

    use super::*;

    #[test]
    fn the_published_rules_that_are_of_the_family_are_found_by_their_texts() {
        let family = Family::new().unwrap();
        let own: Vec<&str> = Ko::all().filter(|ko| family.has(*ko)).map(|ko| ko.name()).collect();
        assert_eq!(own, ["basic", "psk", "none", "ssk", "nssk", "fixed", "basic-fixed"]);
    }

    #[test]
    fn a_rule_is_told_once_and_nothing_that_is_forgotten_ends() {
        let family = Family::new().unwrap();
        let mut texts: Vec<&Vec<String>> = family.rules.iter().map(|rule| &rule.statements).collect();
        assert!(texts.iter().all(|text| text.len() <= 3 && !text.concat().contains("forget")));
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), family.rules.len());
        // Each text is of one meaning: a rule, or refused.
        let said: usize = family.rules.iter().map(|rule| rule.texts).sum();
        assert_eq!(
            said + family.refused.map(|(_, texts)| texts).iter().sum::<usize>(),
            Text::all().len() + 2
        );
    }

    /// The scores of all starts of a board.
    fn scores(ko: Ko, board: &str) -> Vec<Score> {
        let board: Board = board.parse().unwrap();
        let mut session = Session::new(Game::new(board, Ruleset::new(ko)).unwrap());
        let starts = distinct_positions(&board).into_iter();
        let requests = starts.map(|start| session.request(start, Colour::Black).unwrap()).collect::<Vec<_>>();
        requests.iter().map(|request| session.solve(request).unwrap().value.worth).collect()
    }

    #[test]
    fn texts_that_mean_the_same_have_the_same_scores() {
        let mut meanings: BTreeMap<Meaning, Vec<Vec<String>>> = BTreeMap::new();
        for text in Text::all() {
            meanings.entry(text.meaning()).or_default().push(text.statements());
        }
        let mut compared = 0;
        for (number, (meaning, texts)) in meanings.iter().enumerate().step_by(7) {
            // Other numbers than those of the family: a name has one text.
            let kos: Vec<Ko> = (0..texts.len())
                .step_by(3)
                .filter_map(|text| parsed(10_000 * (text + 1) + number, &texts[text]).unwrap())
                .take(3)
                .collect();
            for board in ["1x3", "2x2"] {
                let each: Vec<Vec<Score>> = kos.iter().map(|ko| scores(*ko, board)).collect();
                assert!(each.windows(2).all(|pair| pair[0] == pair[1]), "{meaning:?} on {board}: {each:?}");
            }
            compared += kos.len().saturating_sub(1);
        }
        assert!(compared > 20, "{compared}");
    }
}
