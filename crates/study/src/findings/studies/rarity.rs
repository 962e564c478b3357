use crate::{Census, Column};
use kosolver_report::Pair;
use kosolver_rules::Suicide;

use super::*;
use crate::findings::cause::cause;
use crate::findings::starts::percent;

/// How rare are starts on which two rules differ?
pub(crate) struct Rarity;

const RULES: [&str; 9] = ["basic", "psk", "spight", "kee", "none", "ssk", "nssk", "fixed", "basic-fixed"];

/// Boards beyond the published comparison, quick ones first, each with the rules that are left out: Kee's
/// takes a minute on 1x8 already, natural situational superko minutes on 1x10.
const BEYOND: [(&str, &[&str]); 5] =
    [("1x9", &["kee"]), ("2x5", &["kee"]), ("1x10", &["kee", "nssk"]), ("2x6", &["kee"]), ("3x4", &["kee"])];

/// So many of these boards are quick.
const QUICK: usize = 2;

impl Study for Rarity {
    fn about(&self) -> About {
        About {
            name: "rarity",
            question: "How rare are the positions on which two ko rules differ?",
            method: "Every start of a board up to symmetry, Black to move, was solved under every rule. The smallest start on \
         which two rules differ has the fewest stones. Its cause is what sets the rules apart when each player who gains \
         by one of them plays best: a ban after a cycle of so many moves, with passes among them or without, or an \
         end of the game.",
            columns: &[
                ("board", "the board"),
                ("rule", "a ko rule"),
                ("other", "another"),
                ("starts", "starts of the board"),
                ("differ", "starts on which the rules differ"),
                ("percent", "the same in percent"),
                ("largest", "the largest difference"),
                ("smallest", "the smallest start on which they differ"),
                ("cause", "why they differ there"),
            ],
            keys: 3,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let mut rows = Vec::new();
        for board in &task.from.separators()?.boards {
            for pair in &board.pairs {
                if pair.rules.iter().all(|rule| RULES.contains(&rule.as_str())) {
                    rows.push(row(&board.board.to_string(), board.starts, pair));
                }
            }
        }
        for (board, left_out) in &BEYOND[..if task.quick { QUICK } else { BEYOND.len() }] {
            rows.extend(beyond(board, left_out, task)?);
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
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
        let causes: Vec<&Cell> =
            rows.iter().map(|row| &row[8]).filter(|cell| **cell != Cell::Nothing(())).collect();
        let with = causes.iter().filter(|cause| cause.to_string().contains("with pass")).count();
        claims.push(Way::Exhaustive.new_claim(format!(
            "Of {} smallest differences, by board and pair of rules, {with} turn on a cycle with a pass in it.",
            causes.len()
        )));
        claims
    }
}

fn row(board: &str, starts: usize, pair: &Pair) -> Row {
    let smallest = pair.smallest.as_ref();
    row![
        board,
        pair.rules[0].as_str(),
        pair.rules[1].as_str(),
        starts,
        pair.differ,
        percent(pair.differ, starts),
        pair.largest,
        smallest.map(|start| start.position.as_str()),
        smallest.map(|separator| cause(&separator.parting)),
    ]
}

/// A board beyond the published comparison, under all rules but some.
fn beyond(board: &str, left_out: &[&str], task: &Task) -> Result<Vec<Row>, PublicationError> {
    let rules = RULES.iter().filter(|name| !left_out.contains(name));
    let columns = rules.map(|name| Ok(Column::of_ko(name.parse()?, Suicide::Forbidden)));
    let columns = columns.collect::<Result<_, kosolver_rules::Error>>()?;
    let census = Census { boards: vec![(board.parse()?, columns)] };
    let comparison = census.solve(task.meter, &|_| ())?;
    let found = &comparison.boards[0];
    task.tell(format!("{board}: {} starts", found.starts));
    Ok(found.pairs.iter().map(|pair| row(board, found.starts, pair)).collect())
}

/// How rare differences of two rules are, over all boards.
fn of_pair(rows: &[Row], one: &str, other: &str, known: &str) -> Claim {
    let mine = with(rows, &[(1, one), (2, other)]);
    let (starts, differ) = (sum(&mine, 3), sum(&mine, 4));
    let most = mine.iter().map(|row| number(&row[6])).max().unwrap_or(0);
    let share = 100.0 * differ as f64 / starts.max(1) as f64;
    let smallest = smallest(&mine, 4).map_or(String::new(), |row| {
        format!(" The smallest board with a difference is {}, with the start {}: {}.", row[0], row[7], row[8])
    });
    let boards = listed(mine, |row| format!("{} {} of {}", row[0], row[4], row[3]));
    Way::Exhaustive.claim(known, format!(
        "{one} and {other} differ on {differ} of {starts} starts ({share:.1} %), by up to {most} points: {boards}.{smallest}"
    ))
}
