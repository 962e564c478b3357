//! A solution as a game tree in SGF (Smart Game Format version 4, A. Hollosi, 1999).

use kosolver_board::{Board, Colour, Point, Position};
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
    let mut text = header(request.game()) + &format!("RE[{}]\n", result(&solution.value));
    text += &set_up(board, request.position(), request.to_move());
    text += &format!("{}C[{}]", score(&solution.value), comment(&solution.value));
    text += &labels(board, &solution.openings);

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
        let mut to_place = handicap;
        let kept = opening.value.worth == solution.value.worth;
        let mut mark = if kept { "TE[1]" } else { "BM[1]" };
        text += "\n(";
        for made in std::iter::once(&opening.made).chain(&line.moves) {
            // White's passes between handicap stones are none of the game's.
            if to_place > 0 && player == Colour::White {
                player = !player;
                continue;
            }
            to_place = to_place.saturating_sub(1);
            let point = match made {
                Move::Play(point) => coordinates(board, *point),
                Move::Pass => String::new(),
            };
            let (value, said) = (score(&opening.value), comment(&opening.value));
            // Only the first move has others beside it.
            text += &format!(";{}[{point}]{}{value}C[{said}]", letter(player), std::mem::take(&mut mark));
            player = !player;
        }
        if let Some(after) = line.repeats_after {
            // Without the passes left out; all are before play that comes again. Onto the last node's comment.
            let after = after.saturating_sub(usize::from(handicap.saturating_sub(1)));
            text.pop();
            text += &format!(" Play goes on as from move {}.]", after + 1);
        }
        text += ")";
    }
    text + ")\n"
}

/// The beginning of a game: its size and rules.
pub(crate) fn header(game: &Game) -> String {
    let (board, rules) = (game.board(), game.rules());
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]AP[kosolver:{}]", env!("CARGO_PKG_VERSION"));
    text += &match (board.rows(), board.columns()) {
        (rows, columns) if rows == columns => format!("SZ[{rows}]"),
        (rows, columns) => format!("SZ[{columns}:{rows}]"),
    };
    // SGF counts handicap stones from two on.
    if rules.handicap() > 1 {
        text += &format!("HA[{}]", rules.handicap());
    }
    text + &format!("RU[{}]KM[{}]", escaped(&rules.in_words()), real(rules.komi()))
}

/// The stones of a start, and who moves first.
pub(crate) fn set_up(board: &Board, position: Position, to_move: Colour) -> String {
    let mut text = String::new();
    for (property, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let stones: Vec<String> =
            position.stones(colour).iter().map(|point| format!("[{}]", coordinates(board, point))).collect();
        if !stones.is_empty() {
            text += &format!("{property}{}", stones.concat());
        }
    }
    text + &format!("PL[{}]", letter(to_move))
}

pub(crate) fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'B',
        Colour::White => 'W',
    }
}

/// Column and row from the top left, each as a letter.
pub(crate) fn coordinates(board: &Board, point: Point) -> String {
    let letter = |number: u8| {
        // A to Z come after z; no side is longer than 64, and those over 52 have no coordinates.
        char::from(if number < 26 { b'a' + number } else { b'A' + number - 26 })
    };
    let (row, column) = (point.number() / board.columns(), point.number() % board.columns());
    [letter(column), letter(row)].iter().collect()
}

/// A number as SGF knows them: with decimals, not as a fraction.
fn real(score: Score) -> String {
    if score.denominator() == 1 {
        return score.to_string();
    }
    let decimals = format!("{:.6}", score.numerator() as f64 / score.denominator() as f64);
    decimals.trim_end_matches('0').to_owned()
}

fn result(value: &Value) -> String {
    match value.outcome {
        Outcome::NoResult => "Void".to_owned(),
        Outcome::Win(colour) => format!("{}+", letter(colour)),
        Outcome::Score(score) if score == Score::ZERO => "0".to_owned(),
        Outcome::Score(score) => {
            let winner = if score > Score::ZERO { Colour::Black } else { Colour::White };
            format!("{}+{}", letter(winner), real(score.abs()))
        }
    }
}

fn comment(value: &Value) -> String {
    match value.outcome {
        Outcome::NoResult => "Value: no result.".to_owned(),
        Outcome::Win(colour) => format!("Value: {colour} wins."),
        Outcome::Score(score) => format!("Value: {score}."),
    }
}

/// The value as a property: good for Black if it is positive. Only a score is one.
fn score(value: &Value) -> String {
    match value.outcome {
        Outcome::Score(score) => format!("V[{}]", real(score)),
        Outcome::NoResult | Outcome::Win(_) => String::new(),
    }
}

/// What each first play is worth, written on its point; a pass has none.
fn labels(board: &Board, openings: &[Opening]) -> String {
    let label = |opening: &Opening| {
        let Move::Play(point) = opening.made else { return None };
        let text = match opening.value.outcome {
            Outcome::Score(score) => score.to_string(),
            Outcome::NoResult => "NR".to_owned(),
            Outcome::Win(winner) => letter(winner).to_string(),
        };
        Some(format!("[{}:{text}]", coordinates(board, point)))
    };
    let labels: String = openings.iter().filter_map(label).collect();
    if labels.is_empty() { labels } else { format!("LB{labels}") }
}

/// Text in which nothing ends the property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
