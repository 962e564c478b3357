use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, distinct_positions};
use kosolver_rules::{Game, Ko, Outcome, Ruleset, Score};
use kosolver_search::{Error, Resources, Session};

use super::*;
use crate::findings::family::Family;
use crate::findings::rule_map::{Class, drawn};

/// Which ko rules are there besides the known ones?
pub(crate) struct Rules;

const BOARDS: [&str; 8] = ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"];

const PUBLISHED: [&str; 14] = [
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
    Range { name: "starts", boards: 8, starts: 8 },
];

/// So many ranges are quick.
const QUICK: usize = 2;

/// A start takes no more nodes than this, or stays open.
const MOST_NODES: u64 = 200_000;

/// The score of a start, and whether it is one of no result; `None` if the start is open.
type Answer = Option<(Score, bool)>;

/// A rule, of the family or a published one, with its scores: board by board, the empty one first.
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
        boards
            .flat_map(|(place, scores)| if place < range.starts { &scores[..] } else { &scores[..1] })
            .copied()
            .collect()
    }
}

fn solve(ko: Ko, range: &Range, task: &Task) -> Result<Vec<Vec<Answer>>, PublicationError> {
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
                    Ok(solution) => {
                        Ok(Some((solution.value.worth, solution.value.outcome == Outcome::NoResult)))
                    }
                    Err(Error::Nodes { .. }) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            };
            starts.into_iter().map(answer).collect()
        })
        .collect()
}

/// Rules with the same scores.
struct Same {
    /// The rules, the one with the shortest text first.
    rules: Vec<usize>,
    scores: Vec<Answer>,
    /// What Black scores on the empty boards together.
    empty: Score,
}

/// The classes of a range, those first that favour Black most.
fn classes(solved: &[Solved], range: &Range) -> Vec<Same> {
    let mut same: BTreeMap<Vec<Answer>, Vec<usize>> = BTreeMap::new();
    for (place, rule) in solved.iter().enumerate() {
        same.entry(rule.within(range)).or_default().push(place);
    }
    let length = |place: &usize| solved[*place].text.as_ref().map_or(usize::MAX, |(text, _)| text.len());
    let mut classes: Vec<Same> = same
        .into_iter()
        .map(|(scores, mut rules)| {
            rules.sort_by_key(length);
            let boards = solved[rules[0]].scores[..range.boards].iter();
            Same { empty: total(boards.map(|scores| scores[0])), rules, scores }
        })
        .collect();
    let favour = |class: &Same| (class.empty, total(class.scores.iter().copied()), class.scores.clone());
    classes.sort_by_key(|class| std::cmp::Reverse(favour(class)));
    classes
}

/// No result counts as 0, and so does an open score.
fn total(scores: impl Iterator<Item = Answer>) -> Score {
    scores.flatten().fold(Score::ZERO, |sum, (score, _)| sum + score)
}

/// By how many points the scores of two classes differ, taken together.
fn apart(one: &Same, other: &Same) -> Score {
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
fn rows_within(range: &Range, solved: &[Solved], wider: Option<&Range>, family: &Family) -> Vec<Row> {
    let classes = classes(solved, range);
    let wider = wider.map(|wider| self::classes(solved, wider));
    let published = |class: &Same| -> Vec<Ko> {
        let published = class.rules.iter().filter(|rule| solved[**rule].text.is_none());
        published.map(|rule| solved[*rule].ko).collect()
    };
    let names = |rules: Vec<Ko>| {
        let names: Vec<&str> = rules.into_iter().map(|ko| ko.name()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let row = |(number, class): (usize, &Same)| {
        let texts = class.rules.iter().filter_map(|rule| solved[*rule].text.as_ref());
        let shortest = &solved[class.rules[0]];
        let others = classes.iter().enumerate();
        let others = others.filter(|(other, class)| *other != number && !published(class).is_empty());
        let near = others.map(|(place, other)| (apart(class, other), place)).min();
        let of = wider.as_ref().and_then(|wider| {
            wider.iter().position(|wider| wider.rules.contains(&class.rules[0])).map(|place| place + 1)
        });
        let shortest_text = shortest.text.as_ref().map(|(text, _)| text.as_str());
        let (count, texts) = (texts.clone().count(), texts.map(|(_, texts)| texts).sum::<usize>());
        let members = names(published(class).into_iter().filter(|ko| family.has(*ko)).collect());
        let mut row =
            row![range.name, number + 1, of, count, texts, names(published(class)), members, shortest_text];
        let boards = shortest.scores.iter().take(range.boards).map(|scores| cell(scores[0]));
        row.extend(boards);
        row.resize_with(FIRST_BOARD + BOARDS.len(), || Cell::Nothing(()));
        let all = (range.starts > 0).then(|| total(class.scores.iter().copied()));
        let nearest = near.and_then(|(_, place)| names(published(&classes[place])));
        row.extend(row![class.empty, all, nearest, near.map(|(apart, _)| apart)]);
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
                ("range", "what rules are compared by; `no end` has the texts that are no rules"),
                ("class", "rules with the same scores in the range; those that favour Black most come first"),
                ("of", "the class of the range before that it is part of"),
                ("rules", "how many rules of the family are in it; texts that mean the same are one rule"),
                ("texts", "how many texts of the family say them"),
                ("published", "the published rules with these scores"),
                ("members", "those of them whose own text is of the family"),
                ("shortest", "its shortest text; a semicolon ends a line"),
                ("1x1", "the score of the empty board"),
                ("1x2", "the score of the empty board"),
                ("1x3", "the score of the empty board"),
                ("1x4", "the score of the empty board"),
                ("2x2", "the score of the empty board"),
                ("1x5", "the score of the empty board"),
                ("1x6", "the score of the empty board"),
                ("2x3", "the score of the empty board"),
                ("sum", "the scores of the empty boards of the range together"),
                ("starts sum", "the scores of all starts together"),
                ("near", "the published rules of the nearest other class that has any"),
                ("apart", "by how many points the scores of those differ from these, added up"),
            ],
            keys: 2,
            rules: PUBLISHED.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let ranges = &RANGES[..if task.quick { QUICK } else { RANGES.len() }];
        let family = Family::new()?;
        let mut rules: Vec<(Ko, Option<(String, usize)>)> = Vec::new();
        for rule in &family.rules {
            rules.push((rule.ko, Some((rule.statements.join("; "), rule.texts))));
        }
        for name in PUBLISHED {
            rules.push((name.parse()?, None));
        }
        let widest = &ranges[ranges.len() - 1];
        let solved = each(rules, |(ko, text)| {
            let scores = solve(ko, widest, task)?;
            task.tell(format!("{ko}: {}", text.as_ref().map_or("a published rule", |(text, _)| text)));
            Ok::<Solved, PublicationError>(Solved { ko, text, scores })
        })?;
        let mut rows: Vec<Row> = Vec::new();
        for (place, (meanings, texts)) in family.refused.into_iter().enumerate() {
            let mut row = row!["no end", place + 1];
            row.resize_with(self.about().columns.len(), || Cell::Nothing(()));
            (row[3], row[4]) = (meanings.into(), texts.into());
            row[SHORTEST] = ["a text that forgets nothing", "a text with a forget"][place].into();
            rows.push(row);
        }
        for (place, range) in ranges.iter().enumerate() {
            rows.extend(rows_within(
                range,
                &solved,
                place.checked_sub(1).map(|wider| &ranges[wider]),
                &family,
            ));
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let of = |range: &str| with(rows, &[(0, range)]);
        let refused = of("no end");
        let [small, large, starts] = RANGES.map(|range| of(range.name));
        let claim = |says: String| Way::Exhaustive.new_claim(says);
        let mut claims = vec![claim(format!(
            "The {} texts of the family say {} different things. For {} of these it is shown that games end, or \
             they have no facts: they are rules. Of the others {} forget facts at a pass, and {} do not.",
            sum(&refused, TEXTS) + sum(&small, TEXTS),
            sum(&refused, RULES) + sum(&small, RULES),
            sum(&small, RULES),
            number(&refused[1][RULES]),
            number(&refused[0][RULES]),
        ))];
        for (rows, what) in [
            (&small, "the empty boards of up to 4 points"),
            (&large, "the empty boards 1x1 to 1x6, 2x2 and 2x3"),
            (&starts, &*format!("the {} starts of these boards", starts_of_all())),
        ] {
            let Some(psk) = rows.iter().find(|row| names(&row[PUBLISHED_NAMES]).contains(&"psk".to_owned()))
            else {
                continue;
            };
            let shared = rows.iter().map(|row| names(&row[PUBLISHED_NAMES])).filter(|names| names.len() > 1);
            let shared: Vec<String> = shared.map(|names| names.join(", ")).collect();
            let shared = if shared.is_empty() { "none".to_owned() } else { shared.join("; ") };
            let own = rows.iter().filter(|row| number(&row[RULES]) > 0).count();
            let new = rows.iter().filter(|row| row[PUBLISHED_NAMES] == Cell::Nothing(())).count();
            claims.push(claim(format!(
                "On {what} the rules of the family have {own} different sets of scores, {new} of which no published rule has. {} \
                 rules have those of psk. Published rules with the same scores: {shared}.",
                psk[RULES]
            )));
        }
        let favour = |sign: i64| sum(&of_sign(&large, sign), RULES);
        if let (Some(first), Some(last)) = (large.first(), large.last()) {
            let mirrored = |row: &&&Row| {
                let scores = |row: &Row| row[FIRST_BOARD..SUM].iter().map(number).collect::<Vec<i64>>();
                large
                    .iter()
                    .any(|other| scores(other).iter().zip(scores(row)).all(|(one, other)| *one == -other))
            };
            let white = of_sign(&large, -1);
            claims.push(claim(format!(
                "By the sum of their scores on the empty boards {} rules favour Black, who begins, {} neither player, \
                 and {} White. The sums go from {} to {}. Of the {} classes that favour White {} have the scores of a class that \
                 favours Black with the sign changed.",
                favour(1),
                favour(0),
                favour(-1),
                last[SUM],
                first[SUM],
                white.len(),
                white.iter().filter(mirrored).count()
            )));
        }
        if let (Some(first), Some(last)) = (starts.first(), starts.last()) {
            claims.push(claim(format!(
                "The rule that favours Black most: {}. The one that favours White most: {}.",
                first[SHORTEST], last[SHORTEST]
            )));
        }
        let published = starts.iter().filter(|row| row[PUBLISHED_NAMES] != Cell::Nothing(()));
        let near: Vec<String> = published
            .map(|row| format!("{}: {} ({})", row[PUBLISHED_NAMES], row[NEAR], row[NEAR + 1]))
            .collect();
        if !near.is_empty() {
            claims.push(claim(format!(
                "The nearest other published rules, with the points by which their scores on all starts differ, added \
                 up: {}.",
                near.join("; ")
            )));
        }
        let new = starts.iter().filter(|row| row[PUBLISHED_NAMES] == Cell::Nothing(()));
        let short = new.map(|row| row[SHORTEST].to_string()).filter(|text| text.matches(';').count() < 2);
        let short: Vec<String> = short.map(|text| format!("\u{201c}{text}\u{201d}")).collect();
        if !short.is_empty() {
            claims.push(claim(format!(
                "{} rules of two lines have scores on these starts that no published rule has: {}.",
                short.len(),
                short.join(", ")
            )));
        }
        claims
    }

    fn figure(&self, rows: &[Row]) -> Option<String> {
        let range = [RANGES[1].name, RANGES[0].name];
        let range = range.into_iter().find(|range| rows.iter().any(|row| row[0] == (*range).into()))?;
        let rows = with(rows, &[(0, range)]);
        let solved = |place: &usize| rows[0][FIRST_BOARD + place] != Cell::Nothing(());
        let boards: Vec<usize> = (0..BOARDS.len()).filter(solved).collect();
        let classes: Vec<Class> = rows
            .iter()
            .map(|row| Class {
                number: row[1].to_string(),
                rules: usize::try_from(number(&row[RULES])).unwrap_or(0),
                published: row[PUBLISHED_NAMES].to_string(),
                scores: boards.iter().map(|place| row[FIRST_BOARD + place].to_string()).collect(),
            })
            .collect();
        let root = rows.iter().position(|row| names(&row[PUBLISHED_NAMES]).contains(&"psk".to_owned()))?;
        let boards: Vec<(String, i64)> = boards
            .into_iter()
            .map(|place| (BOARDS[place].to_owned(), points(&BOARDS[place].into()) as i64))
            .collect();
        Some(drawn(&boards, &classes, root))
    }
}

/// Columns of the table.
const RULES: usize = 3;
const TEXTS: usize = 4;
const PUBLISHED_NAMES: usize = 5;
const SHORTEST: usize = 7;
const FIRST_BOARD: usize = 8;
const SUM: usize = FIRST_BOARD + BOARDS.len();
const NEAR: usize = SUM + 2;

/// How many starts the boards have.
fn starts_of_all() -> usize {
    BOARDS.iter().filter_map(|board| board.parse().ok()).map(|board| distinct_positions(&board).len()).sum()
}

/// The names in a cell.
fn names(cell: &Cell) -> Vec<String> {
    cell.to_string().split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The rows that favour Black, White or neither.
fn of_sign<'a>(rows: &[&'a Row], sign: i64) -> Vec<&'a Row> {
    rows.iter().copied().filter(|row| number(&row[SUM]).signum() == sign).collect()
}

const METHOD: &str = "A rule of the family is a text of at most three lines in the language of ko rules. It remembers one kind \
    of fact, by one or two lines: at the start, on a play, on a pass or on several of these it makes a fact true about the \
    position before the move, the one after it or both, and perhaps about the player who moves or his opponent. One line \
    forbids a play that finds such a fact, perhaps with `retakes`, simple ko. In place of a second `remember` there may be a \
    `forget` on a pass, or an `end pass if`. All such texts were written down. Texts mean the same if the same earlier \
    moves forbid a play; a lone suicide is forbidden, so a play always changes the position. Of the texts with one \
    meaning the shortest that can be shown to end games stands for all. Each rule was solved on the empty boards \
    1x1 to 1x6, 2x2 and 2x3 and on every start of these boards (any legal position up to symmetry, Black to move), under area scoring. \
    No result counts as 0 in sums. The published rules are beside them, though most are no texts of the family.";
