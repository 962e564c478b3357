use kosolver_board::{Board, Shape};
use kosolver_rules::Score;
use kosolver_search::{Request, solve};

use super::*;

/// How many nodes will a larger board take?
pub(crate) struct Growth;

const RULE: &str = "psk";
/// Families: boards with so many rows, from so many columns on. Shorter ones are won at once.
const FAMILIES: [(u8, u8); 5] = [(1, 8), (2, 4), (3, 3), (4, 2), (5, 1)];
/// The longest board of each family that the forecast is for.
const FORECAST: [u8; 5] = [20, 10, 7, 6, 5];
/// The most points of boards solved here: of those of one row, and of all others.
const SOLVED: [u8; 2] = [14, 16];
const QUICK: u8 = 10;
/// Boards of so many points and fewer are solved, where the frontier is whole.
const FEWEST_POINTS: usize = 14;
/// The fewest boards that a line is laid through.
const FEWEST: usize = 3;

impl Study for Growth {
    fn about(&self) -> About {
        About {
            name: "growth",
            question: "How many nodes will the value of a larger board take?",
            method: "A node is a position with what matters of its history, visited by the search. Each value was asked \
         for alone, with the true value as the first guess, by one thread: smaller boards here, larger ones for the \
         published frontier. A family is the boards with so many rows. In each family a straight line is laid through \
         the logarithms of the nodes by least squares. It says how many nodes a longer board would take.",
            columns: &[
                ("rows", "the number of rows"),
                ("columns", "the number of columns"),
                ("nodes", "nodes that the search visited; nothing where the board was not solved this way"),
                ("from shorter", "nodes that the line through the shorter boards of the family forecasts"),
            ],
            keys: 2,
            rules: vec![RULE],
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let values: Vec<(Board, Score)> = task.from.empty_boards()?.into_iter().filter_map(of_rule).collect();
        let frontier = task.from.frontier()?;
        let mut rows = Vec::new();
        for ((height, first), last) in FAMILIES.into_iter().zip(FORECAST) {
            let mut known: Vec<(u8, u64)> = Vec::new();
            for width in first..=last {
                let board: Board = format!("{}x{}", height.min(width), height.max(width)).parse()?;
                let value = values.iter().find(|(of, _)| *of == board).map(|(_, value)| *value);
                let own = SOLVED[usize::from(height > 1)];
                let nodes = match value {
                    Some(_) if task.quick && board.points() > QUICK => None,
                    Some(value) if board.points() <= own => Some(nodes(task, &board, value)?),
                    _ => frontier.cells.iter().find_map(|cell| {
                        let this = cell.record.board == board && cell.record.name() == RULE;
                        if this { cell.nodes_of_value() } else { None }
                    }),
                };
                rows.push((height, width, board, nodes, forecast(&known, width)));
                known.extend(nodes.map(|nodes| (width, nodes)));
            }
        }
        let quick = rows.into_iter().filter(|(_, _, board, ..)| !task.quick || board.points() <= QUICK);
        let cells = quick.map(|(height, width, _, nodes, forecast)| {
            let count = |nodes: Option<u64>| Cell::from(nodes.map(|nodes| nodes as usize));
            row![usize::from(height), usize::from(width), count(nodes), count(forecast)]
        });
        Ok(cells.collect())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let ahead = FAMILIES.into_iter().filter_map(|(height, _)| ahead(rows, height));
        checked(rows).into_iter().chain(ahead).collect()
    }
}

fn of_rule((board, rule, value): (Board, String, Score)) -> Option<(Board, Score)> {
    (rule == RULE && board.shape() == Shape::Grid).then_some((board, value))
}

/// The nodes of a value asked for alone.
fn nodes(task: &Task, board: &Board, value: Score) -> Result<u64, PublicationError> {
    let request = Request::empty(game(&board.to_string(), RULE)?).with_guess(Some(value));
    let solution = solve(&request.with_openings(false).with_line(false), task.meter)?;
    task.tell(format!("{board}: {} nodes", solution.effort.nodes));
    Ok(solution.effort.nodes)
}

/// The nodes of a longer board by the line through the logarithms of those known, to two digits.
fn forecast(known: &[(u8, u64)], width: u8) -> Option<u64> {
    if known.len() < FEWEST {
        return None;
    }
    let count = known.len() as f64;
    let widths = known.iter().map(|(width, _)| f64::from(*width));
    let logarithms = known.iter().map(|(_, nodes)| (*nodes as f64).ln());
    let (mean, middle) = (widths.clone().sum::<f64>() / count, logarithms.clone().sum::<f64>() / count);
    let squares: f64 = widths.clone().map(|width| (width - mean).powi(2)).sum();
    let products: f64 =
        widths.zip(logarithms).map(|(width, height)| (width - mean) * (height - middle)).sum();
    let nodes = (middle + products / squares * (f64::from(width) - mean)).exp();
    let unit = 10f64.powf((nodes.log10().floor() - 1.0).max(0.0));
    Some(((nodes / unit).round() * unit) as u64)
}

fn is_known(cell: &Cell) -> bool {
    matches!(cell, Cell::Number(_))
}

/// A board as it is called elsewhere: the shorter side first.
fn name(row: &Row) -> String {
    let (one, other) = (number(&row[0]), number(&row[1]));
    format!("{}x{}", one.min(other), one.max(other))
}

/// The boards of a family.
fn family(rows: &[Row], height: u8) -> impl DoubleEndedIterator<Item = &Row> {
    rows.iter().filter(move |row| number(&row[0]) == i64::from(height))
}

/// How well the largest board of each family was forecast.
fn checked(rows: &[Row]) -> Option<Claim> {
    let checked = FAMILIES.into_iter().filter_map(|(height, _)| {
        let row = family(rows, height).rev().find(|row| is_known(&row[2]) && is_known(&row[3]))?;
        let of = if height == 1 { "row" } else { "rows" };
        let [took, forecast] = [&row[2], &row[3]].map(grouped);
        Some(format!("{} took {took} nodes and not {forecast} ({height} {of})", name(row)))
    });
    let checked: Vec<String> = checked.collect();
    let checked = checked.join("; ");
    (!checked.is_empty()).then(|| Way::Exhaustive.new_claim(format!(
        "The largest board of each family held against the line through the shorter ones: {checked}. Where it took \
         more, take the forecasts of that family for too low."
    )))
}

/// What the boards of a family would take that are not solved.
fn ahead(rows: &[Row], height: u8) -> Option<Claim> {
    let ahead = family(rows, height)
        .filter(|row| !is_known(&row[2]) && is_known(&row[3]) && points(&name(row).into()) > FEWEST_POINTS);
    let ahead = listed(ahead, |row| format!("{} for {}", grouped(&row[3]), name(row)));
    let known = match height {
        5 => "E. van der Werf 2002: 4 500 000 000 nodes for 5x5, under simple ko, with another search",
        _ => "nothing found",
    };
    let of = if height == 1 { "row" } else { "rows" };
    let beyond = if height < 4 {
        ""
    } else {
        " The shorter boards had a tablebase as a guide. It would be too large for these, so they will take more."
    };
    (!ahead.is_empty()).then(|| {
        Way::Conjecture.claim(
            known,
            format!("Forecast of the nodes of boards with {height} {of} under {RULE}: {ahead}.{beyond}"),
        )
    })
}

/// A number with its digits in groups of three.
fn grouped(cell: &Cell) -> String {
    let digits = cell.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_logarithms_goes_on() {
        let known = [(3, 1_000), (4, 10_000), (5, 100_000)];
        assert_eq!(forecast(&known, 7), Some(10_000_000));
        assert_eq!(forecast(&known[..2], 7), None);
        // Not on the line: the best fit of 0, 1, 2 and 5 is 1.6 n - 0.4 at n = 0, 1, 2, 3.
        let bent = [(0, 1), (1, 10), (2, 100), (3, 100_000)];
        assert_eq!(forecast(&bent, 4), Some(1_000_000));
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!(
            ["7", "123", "1234", "1234567"].map(|text| grouped(&text.into())).join(" | "),
            "7 | 123 | 1 234 | 1 234 567"
        );
    }
}
