use std::collections::BTreeMap;

use kosolver_rules::Score;
use kosolver_search::{Request, solve};

use super::*;
use crate::findings::cached::{Order, printed};
use crate::findings::figure;
use crate::findings::states::States;

/// What does a solver print that believes a position?
pub(crate) struct Cache;

const BOARDS: [&str; 11] = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "3x3"];
const RULES: [&str; 6] = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"];
/// How many of the orders are shuffled; four are plain.
const SHUFFLED: u64 = 96;
/// More takes minutes: under Spight's rule, where a pass lifts the ban, games are long.
const MOST_OF_SPIGHT: usize = 6;
const QUICK: usize = 6;

impl Study for Cache {
    fn about(&self) -> About {
        About {
            name: "cache",
            question: "What does a solver print that remembers positions and forgets how they came about?",
            method: "The solver is a plain minimax without any pruning. What it has found for a node it says again \
         whenever the node comes again. A node is all that a careful programmer would put in the key \
         of a cache: the stones, the player to move, the passes just made and the ban of basic ko. The history \
         is obeyed in every move, but it is not in the key. The solver tries the moves of every node in \
         one order: as the board numbers the points or the other way round, the pass last or first, and 96 \
         orders shuffled by a fixed generator.",
            columns: &[
                ("board", "the empty board, Black to move"),
                ("rule", "the ko rule"),
                ("value", "the true value"),
                ("orders", "how many orders of moves were tried"),
                ("right", "with how many of them the solver printed the true value"),
                ("worst", "by how many points it was wrong at most"),
                ("printed", "what it printed, and with how many orders"),
                (
                    "situations",
                    "how many nodes there are; the name of the column is older than the word node",
                ),
            ],
            keys: 2,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let fits = |(board, ko): &(&str, &str)| {
            let points = points(&Cell::from(*board));
            (*ko != "spight" || points <= MOST_OF_SPIGHT) && (!task.quick || points <= QUICK)
        };
        let cells = pairs(BOARDS, &RULES).into_iter().filter(fits).collect();
        rows_of(cells, |(board, ko)| Ok(vec![solved(board, ko, task)?]))
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let claim = |says| Way::Sample.claim(KNOWN, says);
        let name = |row: &Row| format!("{} {}", row[0], row[1]);
        let right: Vec<&Row> = rows.iter().filter(|row| number(&row[4]) == number(&row[3])).collect();
        let never: Vec<&Row> = rows.iter().filter(|row| number(&row[4]) == 0).collect();
        let mut claims = vec![claim(format!(
            "Of {} pairs of a board and a rule the solver is right with all orders of moves that were tried on {}: {}.",
            rows.len(),
            right.len(),
            listed(right.iter().copied(), name)
        ))];
        for board in ["3x3", "1x5", "2x3"] {
            claims.extend(with(rows, &[(0, board), (1, "psk")]).first().map(|row| {
                claim(format!(
                    "On {board} under psk, which is worth {}, the solver is right with {} of {} orders of moves. \
                     It prints {}.",
                    row[2], row[4], row[3], row[6]
                ))
            }));
        }
        if !never.is_empty() {
            let never = listed(never, name);
            claims.push(claim(format!("On these no order that was tried prints the true value: {never}.")));
        }
        claims
    }

    fn figure(&self, rows: &[Row]) -> Option<String> {
        let rows: Vec<figure::Row> = with(rows, &[(1, "psk")])
            .into_iter()
            .map(|row| figure::Row {
                label: row[0].to_string(),
                reach: points(&row[0]) as i64,
                right: number(&row[2]),
                share: format!("{} of {}", row[4], row[3]),
                printed: read(&row[6].to_string()),
            })
            .collect();
        Some(figure::printed(&rows))
    }
}

const KNOWN: &str = "that such a cache can err, M. Campbell 1985; no count for Go";

fn solved(board: &str, ko: &str, task: &Task) -> Result<Row, PublicationError> {
    let game = game(board, ko)?;
    let points = usize::from(game.board().points());
    let value = solve(&Request::empty(game.clone()), task.meter)?.value.worth;
    let Some(states) = States::of(&game, usize::MAX) else { unreachable!("no bound") };
    let mut seen: BTreeMap<Score, usize> = BTreeMap::new();
    let orders = Order::all(SHUFFLED);
    for order in &orders {
        *seen.entry(printed(&states, points, *order)).or_default() += 1;
    }
    let right = seen.get(&value).copied().unwrap_or(0);
    task.tell(format!("{board} {ko}: right with {right} orders"));
    let worst = seen.keys().map(|score| (*score - value).abs()).max().unwrap_or_default();
    let list: Vec<String> = seen.iter().map(|(score, count)| format!("{score} ({count})")).collect();
    let printed = list.join(", ");
    Ok(row![board, ko, value, orders.len(), right, worst, printed, states.nodes.len()])
}

/// What [`solved`] writes of the scores: each with the number of orders.
fn read(printed: &str) -> Vec<(i64, usize)> {
    let one = |text: &str| {
        let (score, count) = text.split_once(" (")?;
        Some((score.parse().ok()?, count.trim_end_matches(')').parse().ok()?))
    };
    printed.split(", ").filter_map(one).collect()
}
