use ahash::AHashMap;
use kosolver_rules::{Ban, Node, Score};

use super::*;
use crate::findings::histories::{Histories, Range};
use crate::findings::sampled::Sampled;
use crate::findings::states::States;

/// How far can the history move the value of a node?
pub(crate) struct Effect;

const BOARDS: [&str; 7] = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"];
const RULES: [&str; 5] = ["psk", "ssk", "nssk", "fixed", "basic-fixed"];
/// Boards all of whose games are played out have at most so many states.
const STATES: usize = 1_000_000;
const SMALL: usize = 3;
const GAMES: u64 = 2000;
const QUICK: usize = 4;

impl Study for Effect {
    fn about(&self) -> About {
        About {
            name: "history",
            question: "How many nodes are worth more or less by how they came about, and by how much?",
            method: "A node is the stones, the player to move, the passes just made and the ban of basic ko. Its \
         history is the legal game that has led to it from the empty board. On boards of up to 3 points every \
         legal game is played out, and the counts are exact. On the others random legal games are played by a \
         fixed generator (a game goes on while there is a play), and every node on the way is solved under its \
         history; so the counts there are lower bounds. The fresh value of a node is its value as the start \
         of a game.",
            columns: &[
                ("board", "the board"),
                ("rule", "the ko rule"),
                ("games", "which games were played"),
                ("solved", "how many nodes with histories were solved"),
                (
                    "situations",
                    "how many nodes they reach; the name of the column is older than the word node",
                ),
                ("moved", "how many of these have at least two values, by history"),
                ("largest", "the largest difference between two values of one node"),
                ("from fresh", "the largest difference from the fresh value"),
            ],
            keys: 2,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = BOARDS
            .into_iter()
            .filter(|board| is_wanted(task, board, QUICK) && (!task.quick || *board != "2x2"));
        rows_of(pairs(boards, &RULES), |(board, ko)| Ok(vec![ranges(board, ko, task)?]))
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let claim =
            |way: Way, says| way.claim("that history matters, M. Campbell 1985; no count for Go", says);
        let exact = |row: &Row| points(&row[0]) <= SMALL;
        let mut claims: Vec<Claim> = with(rows, &[(1, "psk")])
            .into_iter()
            .map(|row| {
                let (least, way) =
                    if exact(row) { ("", Way::Exhaustive) } else { ("at least ", Way::Example) };
                claim(way, format!(
                    "On {} under psk {least}{} of {} nodes have values that depend on the history, by up to {} points.",
                    row[0], row[5], row[4], row[6]
                ))
            })
            .collect();
        let whole = rows.iter().filter(|row| number(&row[6]) == 2 * points(&row[0]) as i64).count();
        claims.push(claim(Way::Example, format!(
            "On {whole} of {} pairs of a board and a rule the history moves some value all the way, from the whole board \
             for one player to the whole board for the other.",
            rows.len()
        )));
        let none = rows.iter().filter(|row| number(&row[5]) == 0 && exact(row));
        let none = listed(none, |row| format!("{} {}", row[0], row[1]));
        if !none.is_empty() {
            claims.push(claim(Way::Exhaustive, format!("Here no legal game moves any value: {none}.")));
        }
        claims
    }
}

fn ranges(board: &str, ko: &str, task: &Task) -> Result<Row, PublicationError> {
    let game = game(board, ko)?;
    let (games, solved, ranges): (Cell, usize, Vec<(Node, Range)>) = if usize::from(game.board().points())
        <= SMALL
    {
        let Some(states) = States::of(&game, usize::MAX) else { unreachable!("no bound") };
        let Some(found) = Histories::of(&states, STATES) else { unreachable!("three points have few games") };
        let ranges = states.nodes.iter().cloned().zip(found.ranges);
        let ranges = ranges.filter_map(|(node, range)| Some((node, range?))).collect();
        ("all".into(), found.states, ranges)
    } else {
        let sampled = Sampled::of(&game, GAMES, task.meter)?;
        (format!("{GAMES} random").into(), sampled.asked, sampled.ranges.into_iter().collect())
    };
    let mut session = task.session(game);
    let mut fresh: AHashMap<(kosolver_board::Position, kosolver_board::Colour), Score> = AHashMap::new();
    let mut far = Score::ZERO;
    for (node, range) in ranges.iter().filter(|(node, _)| node.passes == 0 && node.ban == Ban::None) {
        let key = (node.position, node.to_move);
        let value = match fresh.get(&key) {
            Some(value) => *value,
            None => {
                let value = session.solve(&session.request(key.0, key.1)?)?.value.worth;
                fresh.insert(key, value);
                value
            }
        };
        far = far.max((range.least - value).abs()).max((range.greatest - value).abs());
    }
    let moved = ranges.iter().filter(|(_, range)| range.least != range.greatest).count();
    let largest = ranges.iter().map(|(_, range)| range.greatest - range.least).max().unwrap_or_default();
    task.tell(format!("{board} {ko}: {moved} of {} nodes", ranges.len()));
    Ok(row![board, ko, games, solved, ranges.len(), moved, largest, far])
}
