//! Where handicap stones stand.

use kosolver::board::PointSet;
use kosolver::{Board, Colour, Game, Move, Point, Position, Session};

use crate::engine::Engine;
use crate::fault::Fault;
use crate::order::order;

/// The places of fixed handicap stones on a board (GTP 2, section 4.1.1): the third line is used, and on
/// boards of 7x7 and of even sides there are at most four.
pub fn fixed(board: &Board, count: u32) -> Result<PointSet, Fault> {
    let (rows, columns) = (board.rows(), board.columns());
    if rows != columns || rows < 7 {
        return Err(Fault::new(format!(
            "{board} has no places for fixed handicap stones: they are on 7x7 and 8x8"
        )));
    }
    if !(2..=4).contains(&count) {
        return Err(Fault::new(format!("{board} has places for 2 to 4 stones")));
    }
    let (near, far) = (2, rows - 3);
    // Lower left, upper right, upper left, lower right.
    let places = [(far, near), (near, far), (near, near), (far, far)];
    Ok(places
        .into_iter()
        .take(count as usize)
        .map(|(row, column)| Point::new(row * columns + column))
        .collect())
}

/// The best places for Black's handicap stones, where they can be found in time; else sensible ones.
pub fn free(engine: &mut Engine, count: u32) -> Result<PointSet, Fault> {
    let invalid = |fault: Fault| fault.after("invalid number of stones");
    let stones = u8::try_from(count).unwrap_or(u8::MAX);
    if stones < 2 {
        return Err(invalid(Fault::new("write at least 2")));
    }
    // Under rules with a handicap Black places the stones where he likes, and White passes meanwhile.
    let board = *engine.table.board();
    let build = || Ok::<Game, Fault>(Game::new(board, engine.table.rules().but().handicap(stones).build()?)?);
    let game = build().map_err(invalid)?;
    let start = game.clone();
    let solved = engine.ask_at_ease(move |session| {
        let resources = session.resources().clone();
        let mut placing = Session::with(start, resources, session.meter());
        placing.best_line()
    });
    let best = solved.map(|line| {
        let made = line.moves.iter().take(2 * usize::from(stones) - 1).step_by(2);
        made.filter_map(|made| made.made().point()).collect::<PointSet>()
    });
    match best {
        Ok(points) => Ok(points),
        Err(unsolved) => {
            (engine.say)(&format!("the handicap stones stand at a guess: {unsolved}"));
            guess(&game, stones)
        }
    }
}

/// The places that are tried first, one after the other.
fn guess(game: &Game, stones: u8) -> Result<PointSet, Fault> {
    let plain = game.under(game.rules().but().handicap(0).build()?)?;
    let mut position = Position::EMPTY;
    for _ in 0..stones {
        let referee = kosolver::Referee::new(plain.clone(), position, Colour::Black);
        let place = order(&referee).into_iter().filter_map(Move::point).find_map(|point| {
            let after = Position { black: position.black | point.bit(), ..position };
            after.is_legal(game.board()).then_some(after)
        });
        position = place.ok_or_else(|| Fault::new("the stones do not fit"))?;
    }
    Ok(position.black)
}
