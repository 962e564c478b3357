use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, distinct_positions};
use kosolver_rules::{Game, Ko, Outcome, Ruleset, Score};
use kosolver_search::{Error, Resources, Session};
use rayon::prelude::*;

use crate::findings::error::StudyError;
use crate::findings::family::Family;
use crate::findings::record::{Cell, Claim, Way};
use crate::findings::study::{About, Row, Study, Task};

/// Which ko rules are there besides the known ones?
pub(crate) struct Rules;

const BOARDS: [&str; 8] = ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"];

const FAMOUS: [&str; 15] = [
    "none",
    "basic",
    "psk",
    "ssk",
    "nssk",
    "fixed",
    "basic-fixed",
    "spight",
    "spight-2",
    "kee",
    "kee-2007",
    "kee-2020-03",
    "kee-2020",
    "basic-ko-rules",
    "configuration-rules",
];

/// What rules are compared by: the empty boards, so many, and all starts of the first of them.
struct Range {
    name: &'static str,
    boards: usize,
    starts: usize,
}

const RANGES: [Range; 3] = [
    Range { name: "4 points", boards: 5, starts: 0 },
    Range { name: "6 points", boards: 8, starts: 0 },
    Range { name: "starts", boards: 8, starts: 5 },
];

/// A start takes no more nodes than this, or stays open.
const MOST_NODES: u64 = 200_000;

/// The score of a start, and whether it is one of no result; `None` if the start is open.
type Answer = Option<(Score, bool)>;

/// A rule, of the family or a known one, with its scores: board by board, the empty one first.
struct Solved {
    ko: Ko,
    /// The statements, and how many texts say the same, if it is of the family.
    text: Option<(String, usize)>,
    scores: Vec<Vec<Answer>>,
}

impl Solved {
    /// Its scores in a range.
    fn within(&self, range: &Range) -> Vec<Answer> {
        let boards = self.scores.iter().take(range.boards).enumerate();
        boards.flat_map(|(place, scores)| if place < range.starts { &scores[..] } else { &scores[..1] }).copied().collect()
    }
}

fn solve(ko: Ko, range: &Range, task: &Task) -> Result<Vec<Vec<Answer>>, StudyError> {
    let boards = BOARDS.iter().take(range.boards).enumerate();
    boards
        .map(|(place, name)| {
            let board: Board = name.parse()?;
            let mut starts = distinct_positions(&board);
            if place >= range.starts {
                starts.truncate(1);
            }
            let resources = Resources::default().with_nodes(Some(MOST_NODES));
            let mut session = Session::with(Game::new(board, Ruleset::new(ko))?, resources, task.meter);
            let answer = |start| {
                let request = session.request(start, Colour::Black)?;
                match session.solve(&request) {
                    Ok(solution) => Ok(Some((solution.value.worth, solution.value.outcome == Outcome::NoResult))),
                    Err(Error::Nodes { .. }) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            };
            starts.into_iter().map(answer).collect()
        })
        .collect()
}

/// Rules with the same scores.
struct Class {
    /// The rules, the one with the shortest text first.
    rules: Vec<usize>,
    scores: Vec<Answer>,
    /// What Black scores on the empty boards together.
    empty: Score,
}

/// The classes of a range, those first that favour Black most.
fn classes(solved: &[Solved], range: &Range) -> Vec<Class> {
    let mut same: BTreeMap<Vec<Answer>, Vec<usize>> = BTreeMap::new();
    for (place, rule) in solved.iter().enumerate() {
        same.entry(rule.within(range)).or_default().push(place);
    }
    let length = |place: &usize| solved[*place].text.as_ref().map_or(usize::MAX, |(text, _)| text.len());
    let mut classes: Vec<Class> = same
        .into_iter()
        .map(|(scores, mut rules)| {
            rules.sort_by_key(length);
            let boards = solved[rules[0]].scores[..range.boards].iter();
            Class { empty: total(boards.map(|scores| scores[0])), rules, scores }
        })
        .collect();
    classes.sort_by_key(|class| std::cmp::Reverse((class.empty, class.scores.clone())));
    classes
}

/// No result counts as 0, and so does an open score.
fn total(scores: impl Iterator<Item = Answer>) -> Score {
    scores.flatten().fold(Score::ZERO, |sum, (score, _)| sum + score)
}

/// By how many points the scores of two classes differ, taken together.
fn apart(one: &Class, other: &Class) -> Score {
    let both = one.scores.iter().zip(&other.scores);
    both.filter_map(|(one, other)| Some((one.as_ref()?.0 - other.as_ref()?.0).abs()))
        .fold(Score::ZERO, |sum, part| sum + part)
}

fn cell(answer: Answer) -> Cell {
    match answer {
        None => "open".into(),
        Some((_, true)) => "NR".into(),
        Some((score, false)) => score.into(),
    }
}

/// The rows of a range.
fn rows_of(range: &Range, solved: &[Solved], wider: Option<&Range>) -> Vec<Row> {
    let classes = classes(solved, range);
    let wider = wider.map(|wider| self::classes(solved, wider));
    let names = |class: &Class| -> Vec<&str> {
        let known = class.rules.iter().filter(|rule| solved[**rule].text.is_none());
        known.map(|rule| solved[*rule].ko.name()).collect()
    };
    let row = |(number, class): (usize, &Class)| {
        let texts = class.rules.iter().filter_map(|rule| solved[*rule].text.as_ref());
        let shortest = &solved[class.rules[0]];
        let others = classes.iter().enumerate().filter(|(other, class)| *other != number && !names(class).is_empty());
        let near = others.map(|(place, other)| (apart(class, other), place)).min();
        let of = wider.as_ref().and_then(|wider| {
            wider.iter().position(|wider| wider.rules.contains(&class.rules[0])).map(|place| place + 1)
        });
        let mut row: Row = vec![
            range.name.into(),
            (number + 1).into(),
            of.into(),
            texts.clone().count().into(),
            texts.map(|(_, texts)| texts).sum::<usize>().into(),
            Some(names(class).join(", ")).filter(|names| !names.is_empty()).into(),
            shortest.text.as_ref().map(|(text, _)| text.as_str()).into(),
            shortest.text.as_ref().map(|_| shortest.ko.sentence()).into(),
        ];
        let boards = shortest.scores.iter().take(range.boards).map(|scores| cell(scores[0]));
        row.extend(boards);
        row.resize_with(8 + BOARDS.len(), || Cell::Nothing(()));
        row.push(class.empty.into());
        row.push((range.starts > 0).then(|| total(class.scores.iter().copied())).into());
        row.push(near.map(|(_, place)| names(&classes[place]).join(", ")).into());
        row.push(near.map(|(apart, _)| apart).into());
        row
    };
    classes.iter().enumerate().map(row).collect()
}

impl Study for Rules {
    fn about(&self) -> About {
        About {
            name: "rules",
            question: "Which ko rules can be said in three lines, and what do they do?",
            method: METHOD,
            columns: &[
                ("range", "by which scores rules are compared; `no end` has the texts that are no rules"),
                ("class", "rules with the same scores in the range are one class; those that favour Black most come first"),
                ("of", "its class in the range before"),
                ("rules", "how many rules of the family are in it, texts with the same meaning being one rule"),
                ("texts", "how many texts of the family say them"),
                ("famous", "the published rules with these scores"),
                ("shortest", "its shortest text; a semicolon ends a line"),
                ("in words", "what that text says; T is the position after the play, P the one before it"),
                ("1x1", "the score of the empty board"),
                ("1x2", "the score of the empty board"),
                ("1x3", "the score of the empty board"),
                ("1x4", "the score of the empty board"),
                ("2x2", "the score of the empty board"),
                ("1x5", "the score of the empty board"),
                ("1x6", "the score of the empty board"),
                ("2x3", "the score of the empty board"),
                ("sum", "the scores of the empty boards of the range together"),
                ("starts sum", "the scores of all that the range compares together"),
                ("near", "the published rules of the nearest other class that has any"),
                ("apart", "by how many points the scores of those differ from these, added up"),
            ],
            keys: 2,
            rules: FAMOUS.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, StudyError> {
        let ranges = &RANGES[..if task.quick { 1 } else { RANGES.len() }];
        let family = Family::new()?;
        let mut rules: Vec<(Ko, Option<(String, usize)>)> = Vec::new();
        for rule in &family.rules {
            rules.push((rule.ko, Some((rule.statements.join("; "), rule.texts))));
        }
        for name in FAMOUS {
            rules.push((name.parse()?, None));
        }
        let widest = &ranges[ranges.len() - 1];
        let solved = rules.into_par_iter().map(|(ko, text)| {
            let scores = solve(ko, widest, task)?;
            task.tell(format!("{ko}: {}", text.as_ref().map_or("a published rule", |(text, _)| text)));
            Ok(Solved { ko, text, scores })
        });
        let solved: Vec<Solved> = solved.collect::<Result<_, StudyError>>()?;
        let mut rows: Vec<Row> = Vec::new();
        for (place, (meanings, texts)) in family.refused.into_iter().enumerate() {
            let mut row: Row = vec!["no end".into(), (place + 1).into()];
            row.resize_with(self.about().columns.len(), || Cell::Nothing(()));
            (row[3], row[4]) = (meanings.into(), texts.into());
            row[7] = ["texts that forget nothing", "texts with a forget"][place].into();
            rows.push(row);
        }
        for (place, range) in ranges.iter().enumerate() {
            rows.extend(rows_of(range, &solved, place.checked_sub(1).map(|wider| &ranges[wider])));
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        Vec::new()
    }
}

const METHOD: &str = "x";
