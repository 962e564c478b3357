use kosolver_board::{Colour, distinct_positions};
use kosolver_report::{Event, Pair, Separator};
use kosolver_rules::Score;
use kosolver_search::{Meter, Resources, Session};
use kosolver_study::Done;
use rayon::prelude::*;

use super::{game, number, points};
use crate::error::StudyError;
use crate::record::{Cell, Claim, Way};
use crate::sources::Sources;
use crate::study::Study;

/// How rare are starts on which two rules differ?
pub(crate) struct Rarity;

const RULES: [&str; 9] = ["basic", "psk", "spight", "kee", "none", "ssk", "nssk", "fixed", "basic-fixed"];

/// Boards beyond the published comparison, and the rules that are compared on them. 1x10 takes more than
/// four minutes.
const LARGER: [&str; 1] = ["1x9"];
const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

impl Study for Rarity {
    fn name(&self) -> &'static str {
        "rarity"
    }

    fn question(&self) -> &'static str {
        "How rare are the positions on which two ko rules differ?"
    }

    fn method(&self) -> &'static str {
        "Every start of a board up to symmetry, Black to move, was solved under every rule. The smallest start on \
         which two rules differ has the fewest stones. Its cause is what parts the rules when each player who gains \
         by one of them plays best: a ban after a cycle of so many moves, with passes among them or without, or an \
         end of the game."
    }

    fn columns(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("board", "the board"),
            ("rule", "a ko rule"),
            ("other", "another"),
            ("starts", "starts of the board"),
            ("differ", "starts on which the rules differ"),
            ("percent", "the same in percent"),
            ("largest", "the largest difference"),
            ("smallest", "the smallest start on which they differ"),
            ("cause", "why they differ there"),
        ]
    }

    fn keys(&self) -> usize {
        3
    }

    fn rules(&self) -> Vec<&'static str> {
        RULES.to_vec()
    }

    fn rows(
        &self,
        from: &Sources,
        quick: bool,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<Vec<Cell>>, StudyError> {
        let mut rows = Vec::new();
        for board in &from.separators()?.boards {
            for pair in &board.pairs {
                if pair.rules.iter().all(|rule| RULES.contains(&rule.as_str())) {
                    rows.push(row(&board.board.to_string(), board.starts, pair));
                }
            }
        }
        if !quick {
            for board in LARGER {
                rows.extend(compare(board, meter, done)?);
            }
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Vec<Cell>]) -> Vec<Claim> {
        let quote = "R. Jasiek, \"Super Ko\" (2000)";
        let mut claims = vec![
            of_pair(rows, "psk", "ssk", &format!("{quote}: \"very few distinguishing examples are known\"")),
            of_pair(rows, "ssk", "nssk", &format!("{quote}: \"almost always the same outcome\"")),
            of_pair(rows, "psk", "spight", "nothing found"),
            of_pair(
                rows,
                "spight",
                "kee",
                "W. Kee 2009 names 2x1, 2x2, 2x3 and 1x8 as boards where his scoring matters",
            ),
            of_pair(
                rows,
                "fixed",
                "basic-fixed",
                &format!("{quote}: under fixed ko strategy is \"severely altered\""),
            ),
        ];
        let passes = rows.iter().filter(|row| row[8] != Cell::Nothing(()));
        let with = passes.clone().filter(|row| row[8].to_string().contains("with pass")).count();
        claims.push(Claim {
            says: format!(
                "Of {} smallest differences, by board and pair of rules, {with} turn on a cycle with a pass in it.",
                passes.count()
            ),
            way: Way::Exhaustive,
            known: "nothing found".to_owned(),
        });
        claims
    }
}

fn row(board: &str, starts: usize, pair: &Pair) -> Vec<Cell> {
    let percent = format!("{:.1}", 100.0 * pair.differ as f64 / starts as f64);
    vec![
        board.into(),
        pair.rules[0].as_str().into(),
        pair.rules[1].as_str().into(),
        starts.into(),
        pair.differ.into(),
        percent.into(),
        pair.largest.into(),
        pair.smallest.as_ref().map(|start| start.position.as_str()).into(),
        pair.smallest.as_ref().map(cause).into(),
    ]
}

/// The superkos on a board beyond the published comparison. Why they differ is not asked.
fn compare(board: &str, meter: &Meter, done: Done) -> Result<Vec<Vec<Cell>>, StudyError> {
    let of_board = *game(board, SUPERKOS[0])?.board();
    let starts = distinct_positions(&of_board);
    let values = SUPERKOS.into_par_iter().map(|ko| {
        let mut session = Session::with(game(board, ko)?, Resources::default(), meter);
        let mut value = |position| {
            Ok::<Score, StudyError>(session.solve(&session.request(position, Colour::Black)?)?.value.worth)
        };
        let found = starts.iter().map(|start| value(*start)).collect::<Result<Vec<Score>, _>>()?;
        done(Some(&format!("{board} {ko}: {} starts", found.len())));
        Ok::<_, StudyError>(found)
    });
    let values: Vec<Vec<Score>> = values.collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for (place, one) in values.iter().enumerate() {
        for (other, theirs) in values.iter().enumerate().skip(place + 1) {
            let differ: Vec<usize> =
                (0..starts.len()).filter(|start| one[*start] != theirs[*start]).collect();
            let largest = differ.iter().map(|start| (one[*start] - theirs[*start]).abs()).max();
            rows.push(vec![
                board.into(),
                SUPERKOS[place].into(),
                SUPERKOS[other].into(),
                starts.len().into(),
                differ.len().into(),
                format!("{:.1}", 100.0 * differ.len() as f64 / starts.len() as f64).into(),
                largest.unwrap_or_default().into(),
                differ.first().map(|start| starts[*start].text(&of_board)).into(),
                Cell::Nothing(()),
            ]);
        }
    }
    Ok(rows)
}

/// What parts the rules, in a few words.
fn cause(separator: &Separator) -> String {
    let line = &separator.parting.line;
    match &separator.parting.event {
        Event::Prohibited { reason, .. } => {
            let since = reason.rsplit_once("by move ").and_then(|(_, number)| number.parse::<usize>().ok());
            // What the start position prohibits it has prohibited since move 0.
            let since = since.unwrap_or(0);
            let moves = line.len() + 1 - since.min(line.len());
            let passed = line.iter().skip(since).any(|made| made == "pass");
            let passes = if passed { "with passes" } else { "without a pass" };
            if reason.contains("basic ko") {
                "a ban of basic ko".to_owned()
            } else {
                format!("a ban after a cycle of {moves} moves, {passes}")
            }
        }
        Event::Over { .. } => "an end of the game under one rule".to_owned(),
        Event::Scores { .. } => "another score at the same end".to_owned(),
        Event::Endless => "endless play".to_owned(),
    }
}

/// How rare differences of two rules are, over all boards.
fn of_pair(rows: &[Vec<Cell>], one: &str, other: &str, known: &str) -> Claim {
    let mine: Vec<&Vec<Cell>> =
        rows.iter().filter(|row| row[1] == one.into() && row[2] == other.into()).collect();
    let (starts, differ): (i64, i64) = mine
        .iter()
        .fold((0, 0), |(starts, differ), row| (starts + number(&row[3]), differ + number(&row[4])));
    let first = mine.iter().filter(|row| number(&row[4]) > 0).min_by_key(|row| points(&row[0]));
    let most = mine.iter().map(|row| number(&row[6])).max().unwrap_or(0);
    let share = 100.0 * differ as f64 / starts.max(1) as f64;
    let boards: Vec<String> = mine.iter().map(|row| format!("{} {} of {}", row[0], row[4], row[3])).collect();
    let smallest = first.map_or(String::new(), |row| {
        format!(" The smallest board with a difference is {}, with the start {}: {}.", row[0], row[7], row[8])
    });
    Claim {
        says: format!(
            "{one} and {other} differ on {differ} of {starts} starts ({share:.1} %), by up to {most} points: {}.{smallest}",
            boards.join(", ")
        ),
        way: Way::Exhaustive,
        known: known.to_owned(),
    }
}
