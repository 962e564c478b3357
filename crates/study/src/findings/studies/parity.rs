use kosolver_board::Shape;
use kosolver_rules::Score;
use kosolver_search::{Error, Request, Resources, solve};

use super::*;

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

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
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
        let solved = each(cells, |(shape, points, rule)| {
            let request = Request::empty(game(&format!("{shape}:{points}"), rule)?)
                .with_resources(Resources::default().with_nodes(Some(NODES)));
            match solve(&request, task.meter) {
                Ok(solution) => {
                    let value = solution.value.worth;
                    task.tell(format!("{shape}:{points} {rule}: {value}"));
                    Ok(Some((format!("{shape}:N"), usize::from(points), rule.to_owned(), value)))
                }
                Err(Error::Nodes { .. }) => Ok(None),
                Err(error) => Err(PublicationError::from(error)),
            }
        })?;
        rows.extend(solved.into_iter().flatten());
        rows.sort();
        rows.dedup();
        let cells = rows.into_iter().map(|(family, length, rule, value)| row![family, length, rule, value]);
        Ok(cells.collect())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let mut claims = Vec::new();
        for rule in ["psk", "ssk", "spight", "basic-fixed"] {
            claims.extend(formula(rows, "1xN", rule, 5, "(N − 1) mod 4", |n| (n - 1) % 4));
        }
        let lines = with(rows, &[(0, "1xN")]).into_iter().filter(|row| number(&row[1]) >= 13);
        claims.push(Way::Certificate.claim(
            "R. Hayward's course page (University of Alberta) lists 1xN from 13 on as open; T. Drange 1998 has 1x13 = 2, \
             without a ko rule",
            format!(
                "The boards with one row from 13 columns on that are solved: {}.",
                listed(lines, |row| format!("1x{} {} {}", row[1], row[2], row[3]))
            ),
        ));
        for rule in ["psk", "ssk", "nssk"] {
            claims.extend(formula(rows, "2xN", rule, 4, "2N, the whole board", |n| 2 * n));
        }
        for rule in ["psk", "ssk", "nssk"] {
            claims.extend(formula(rows, "cycle:N", rule, 3, "1 for even N and 0 for odd N", |n| (n + 1) % 2));
        }
        if with(rows, &[(0, "star:N")]).iter().all(|row| number(&row[1]) == number(&row[3])) {
            claims.push(Way::Argument.new_claim(
                "A star of 3 points or more is all Black's under every rule. He plays in the middle; a white stone on any \
                 leaf then has no liberty, and it can take the middle only if all other leaves are filled, which Black \
                 does not do."
                    .to_owned(),
            ));
        }
        claims.push(Way::Exhaustive.claim(
            "that the first player need not lose where he may pass is folklore",
            format!(
                "Of {} empty boards in this table {} are worth less than 0 to Black.",
                rows.len(),
                rows.iter().filter(|row| number(&row[3]) < 0).count()
            ),
        ));
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
    let mine = with(rows, &[(0, family), (2, rule)]);
    let mut known: Vec<(i64, &Cell)> = mine.into_iter().map(|row| (number(&row[1]), &row[3])).collect();
    known.retain(|(length, _)| *length >= from);
    known.sort();
    let (last, lengths) = (known.last()?.0, known.len());
    let wrong: Vec<String> = known
        .iter()
        .filter(|(length, worth)| **worth != Cell::Number(value(*length)))
        .map(|(length, worth)| format!("N = {length} ({worth})"))
        .collect();
    let (right, fails, way) = match wrong.len() {
        0 => (format!(", on all {lengths}"), String::new(), Way::Conjecture),
        count => (
            format!(" on {} of {lengths}", lengths - count),
            format!("; it fails at {}", wrong.join(", ")),
            if family == "cycle:N" { Way::Exhaustive } else { Way::Certificate },
        ),
    };
    let known = match family {
        "1xN" => "single values: T. Drange 1998, C. Weninger and R. Hayward 2017",
        "2xN" => "single values: T. Drange 1998, up to 2x10, where the board is not all Black's",
        _ => "nothing found",
    };
    Some(way.claim(
        known,
        format!(
            "Under {rule} {family} is worth {words}{right} boards solved from N = {from} to {last}{fails}."
        ),
    ))
}
