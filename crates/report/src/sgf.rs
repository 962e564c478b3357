//! A solution as a game tree in SGF (Smart Game Format version 4, A. Hollosi, 1999).

use kosolver_board::{Board, Colour, Point, Position};
use kosolver_record::sgf::{Properties, Tree, coordinates, letter, size};
use kosolver_rules::{Game, Move, Score};
use kosolver_search::{Line, Opening, Outcome, Request, Solution, Value};

/// The game tree of a solution: a variation for each first move, the principal one first, each
/// with best play after it. Every node is commented with its value, and has it as `V` where it is a
/// score. The start has the value of each first play as a label (`LB`). A first move that keeps the
/// value of the start is marked as good (`TE`), one that loses points as bad (`BM`).
///
/// Best play keeps the value, so that of a variation is that of its first move. The lines are best
/// play after each first move but that of the principal variation, in the order of the openings.
pub fn sgf(request: &Request, solution: &Solution, lines: &[Line]) -> String {
    let board = request.game().board();
    let rules = request.game().rules();
    let columns = usize::from(board.columns());
    let result = result(solution.value.outcome).unwrap_or_else(|| "Void".to_owned());
    let root = header(request.game()).with("RE", &result);
    let root = valued(set_up(root, board, request.position(), request.to_move()), &solution.value, "");
    let mut tree = Tree::new(root.with_all("LB", labels(board, &solution.openings)), false);

    let places = request.position() == Position::EMPTY && request.to_move() == Colour::Black;
    let handicap = if places { rules.handicap() } else { 0 };
    let principal = solution.line.moves.first();
    let mut lines = lines.iter();
    let variations = solution.openings.iter().map(|opening| {
        if Some(&opening.made) == principal {
            let Line { moves, repeats_after, .. } = solution.line.clone();
            return (opening, Line::new(moves[1..].to_vec(), repeats_after));
        }
        let line = lines.next().cloned().unwrap_or_default();
        (opening, Line::new(line.moves, line.repeats_after.map(|after| after + 1)))
    });
    let mut variations: Vec<_> = variations.collect();
    variations.sort_by_key(|(opening, _)| {
        (Some(&opening.made) != principal, opening.value.worth != solution.value.worth)
    });
    for (opening, line) in variations {
        let mut player = request.to_move();
        let mut made: Vec<(Colour, Move)> = Vec::new();
        for next in std::iter::once(&opening.made).chain(&line.moves) {
            // White's passes between handicap stones are none of the game's.
            if made.len() >= usize::from(handicap) || player == Colour::Black {
                made.push((player, *next));
            }
            player = !player;
        }
        // Without the passes left out; all are before play that comes again.
        let again = line.repeats_after.map(|after| {
            let after = after.saturating_sub(usize::from(handicap.saturating_sub(1)));
            format!(" Play goes on as from move {}.", after + 1)
        });
        let last = made.len() - 1;
        let mut here = 0;
        for (number, (player, next)) in made.into_iter().enumerate() {
            let node = Properties::default().made(columns, player, point(next));
            let kept = opening.value.worth == solution.value.worth;
            // Only the first move has others beside it.
            let node = if number > 0 { node } else { node.with(if kept { "TE" } else { "BM" }, "1") };
            let more = again.as_deref().filter(|_| number == last).unwrap_or_default();
            here = tree.add(here, valued(node, &opening.value, more));
        }
    }
    tree.to_string()
}

/// The beginning of a game: its size and rules.
pub(crate) fn header(game: &Game) -> Properties {
    let (board, rules) = (game.board(), game.rules());
    let root = Properties::default().with("FF", "4").with("GM", "1").with("CA", "UTF-8");
    let root = root.with("AP", concat!("kosolver:", env!("CARGO_PKG_VERSION")));
    let root = root.with("SZ", &size(board.rows().into(), board.columns().into()));
    // SGF counts handicap stones from two on.
    let stones = (rules.handicap() > 1).then(|| rules.handicap().to_string());
    root.with_all("HA", stones).with("RU", &rules.in_full()).with("KM", &rules.komi().decimal())
}

/// With the stones of a start, and who moves first.
pub(crate) fn set_up(mut root: Properties, board: &Board, position: Position, to_move: Colour) -> Properties {
    for (property, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        root = root.with_all(property, position.stones(colour).iter().map(|point| place(board, point)));
    }
    root.to_move(to_move)
}

pub(crate) fn point(made: Move) -> Option<usize> {
    made.point().map(|point| point.number().into())
}

fn place(board: &Board, point: Point) -> String {
    coordinates(board.columns().into(), point.number().into())
}

/// A result as SGF and GTP have it: `B+2`, `W+0.5`, `0`, `B+` where only winning counts; nothing if there is none.
pub fn result(outcome: Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::NoResult => return None,
        Outcome::Win(colour) => format!("{}+", letter(colour)),
        Outcome::Score(score) if score == Score::ZERO => "0".to_owned(),
        Outcome::Score(score) => {
            let winner = if score > Score::ZERO { Colour::Black } else { Colour::White };
            format!("{}+{}", letter(winner), score.abs().decimal())
        }
    })
}

fn comment(value: &Value) -> String {
    match value.outcome {
        Outcome::NoResult => "Value: no result.".to_owned(),
        Outcome::Win(colour) => format!("Value: {colour} wins."),
        Outcome::Score(score) => format!("Value: {score}."),
    }
}

/// With a value, as a property where it is a score (good for Black if it is positive), and in words with
/// what else there is to say.
fn valued(node: Properties, value: &Value, more: &str) -> Properties {
    let score = match value.outcome {
        Outcome::Score(score) => Some(score.decimal()),
        Outcome::NoResult | Outcome::Win(_) => None,
    };
    node.with_all("V", score).with("C", &(comment(value) + more))
}

/// What each first play is worth, written on its point; a pass has none.
fn labels(board: &Board, openings: &[Opening]) -> Vec<String> {
    let label = |opening: &Opening| {
        let Move::Play(point) = opening.made else { return None };
        let text = match opening.value.outcome {
            Outcome::Score(score) => score.to_string(),
            Outcome::NoResult => "NR".to_owned(),
            Outcome::Win(winner) => letter(winner).to_string(),
        };
        Some(format!("{}:{text}", place(board, point)))
    };
    openings.iter().filter_map(label).collect()
}
