use kosolver_board::Shape;
use kosolver_rules::Score;
use kosolver_search::{Error, Request, Resources, solve};
use rayon::prelude::*;

use super::{game, number};
use crate::findings::error::StudyError;
use crate::findings::record::{Cell, Claim, Way};
use crate::findings::study::{About, Row, Study, Task};

/// How does the value of a board grow with its length?
pub(crate) struct Parity;

const RULES: [&str; 6] = ["psk", "ssk", "nssk", "spight", "fixed", "basic-fixed"];
/// Boards of other shapes that are solved here.
const CYCLES: std::ops::RangeInclusive<u8> = 3..=8;
const STARS: std::ops::RangeInclusive<u8> = 3..=8;
const QUICK: u8 = 5;
/// A cell that takes more nodes is left out.
const NODES: u64 = 200_000;

impl Study for Parity {
    fn about(&self) -> About {
        About {
            name: "parity",
            question: "How does the value of an empty board depend on its length?",
            method: "Values of boards with 1, 2 and 3 rows are the published ones, each with a certificate. Cycles and \
         stars (one point in the middle, adjacent to all others) are solved here; a cell that takes more than \
         200 000 nodes is left out. A formula is tried on every value there is, and holds in the range that is named.",
            columns: &[
                ("family", "the kind of board"),
                ("length", "its number of columns, or of points"),
                ("rule", "the ko rule"),
                ("value", "the value of the empty board, Black to move"),
            ],
            keys: 3,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, StudyError> {
        let mut rows: Vec<(String, usize, String, Score)> = Vec::new();
        for (board, rule, value) in task.from.empty_boards()? {
            if board.shape() == Shape::Grid && board.rows() <= 3 && RULES.contains(&rule.as_str()) {
                let (least, most) = (board.rows().min(board.columns()), board.rows().max(board.columns()));
                rows.push((format!("{least}xN"), usize::from(most), rule.clone(), value));
            }
        }
        let shapes = CYCLES.map(|points| ("cycle", points)).chain(STARS.map(|points| ("star", points)));
        let shapes: Vec<(&str, u8)> = shapes.filter(|(_, points)| !task.quick || *points <= QUICK).collect();
        let cells: Vec<(&str, u8, &str)> =
            shapes.iter().flat_map(|(shape, points)| RULES.map(|rule| (*shape, *points, rule))).collect();
        let solved = cells.into_par_iter().map(|(shape, points, rule)| {
            let request = Request::empty(game(&format!("{shape}:{points}"), rule)?)
                .with_resources(Resources::default().with_nodes(Some(NODES)));
            match solve(&request, task.meter) {
                Ok(solution) => {
                    task.tell(format!("{shape}:{points} {rule}: {}", solution.value.worth));
                    Ok(Some((
                        format!("{shape}:N"),
                        usize::from(points),
                        rule.to_owned(),
                        solution.value.worth,
                    )))
                }
                Err(Error::Nodes { .. }) => Ok(None),
                Err(error) => Err(StudyError::from(error)),
            }
        });
        rows.extend(solved.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
        rows.sort();
        rows.dedup();
        let cells = |(family, length, rule, value): (String, usize, String, Score)| {
            vec![family.into(), length.into(), rule.into(), value.into()]
        };
        Ok(rows.into_iter().map(cells).collect())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let mut claims = Vec::new();
        for rule in ["psk", "ssk", "spight", "basic-fixed"] {
            claims.extend(formula(rows, "1xN", rule, 5, "(N − 1) mod 4", |n| (n - 1) % 4));
        }
        let thirteen: Vec<String> = rows
            .iter()
            .filter(|row| row[0] == "1xN".into() && number(&row[1]) >= 13)
            .map(|row| format!("1x{} {} {}", row[1], row[2], row[3]))
            .collect();
        claims.push(Claim {
            says: format!("The boards with one row from 13 columns on that are solved: {}.", thirteen.join(", ")),
            way: Way::Certificate,
            known: "R. Hayward's course page (University of Alberta) lists 1xN from 13 on as open; T. Drange 1998 has \
                    1x13 = 2, without a ko rule"
                .to_owned(),
        });
        for rule in ["psk", "ssk", "nssk"] {
            claims.extend(formula(rows, "2xN", rule, 4, "2N, the whole board", |n| 2 * n));
        }
        for rule in ["psk", "ssk", "nssk"] {
            claims.extend(formula(rows, "cycle:N", rule, 3, "1 for even N and 0 for odd N", |n| (n + 1) % 2));
        }
        let stars = rows.iter().filter(|row| row[0] == "star:N".into());
        let whole = stars.clone().all(|row| number(&row[1]) == number(&row[3]));
        if whole {
            claims.push(Claim {
                says: "A star of 3 points or more is all Black's under every rule. He plays in the middle; a white stone \
                       on any leaf then has no liberty, and it can take the middle only if all other leaves are filled, \
                       which Black does not do."
                    .to_owned(),
                way: Way::Argument,
                known: "nothing found".to_owned(),
            });
        }
        let negative = rows.iter().filter(|row| number(&row[3]) < 0).count();
        claims.push(Claim {
            says: format!(
                "Of {} empty boards in this table {negative} are worth less than 0 to Black.",
                rows.len()
            ),
            way: Way::Exhaustive,
            known: "that the first player need not lose where he may pass is folklore".to_owned(),
        });
        claims
    }
}

/// What a formula for the value says of a family, from a length on: the range in which it holds, or
/// where it first fails.
fn formula(
    rows: &[Row],
    family: &str,
    rule: &str,
    from: i64,
    words: &str,
    value: impl Fn(i64) -> i64,
) -> Option<Claim> {
    let mine = rows.iter().filter(|row| row[0] == family.into() && row[2] == rule.into());
    let mut known: Vec<(i64, &Cell)> = mine.map(|row| (number(&row[1]), &row[3])).collect();
    known.retain(|(length, _)| *length >= from);
    known.sort();
    let last = known.last()?.0;
    let wrong: Vec<String> = known
        .iter()
        .filter(|(length, worth)| **worth != Cell::Number(value(*length)))
        .map(|(length, worth)| format!("N = {length} ({worth})"))
        .collect();
    let lengths = known.len();
    let (says, way) = if wrong.is_empty() {
        (
            format!(
                "Under {rule} {family} is worth {words}, on all {lengths} boards solved from N = {from} to {last}."
            ),
            Way::Conjecture,
        )
    } else {
        (
            format!(
                "Under {rule} {family} is worth {words} on {} of {lengths} boards solved from N = {from} to {last}; it fails at {}.",
                lengths - wrong.len(),
                wrong.join(", ")
            ),
            if family == "cycle:N" { Way::Exhaustive } else { Way::Certificate },
        )
    };
    let known = match family {
        "1xN" => "single values: T. Drange 1998, C. Weninger and R. Hayward 2017",
        "2xN" => "single values: T. Drange 1998, up to 2x10, where the board is not all Black's",
        _ => "nothing found",
    };
    Some(Claim { says, way, known: known.to_owned() })
}
