//! The game tree of a solution.

use kosolver_report::sgf;
use kosolver_search::{Error, Line, Request, Session, Solution};

/// The game tree of a solution in SGF: a variation for each first move with best play after it,
/// found by a session of the same game.
///
/// # Errors
/// Those of the session.
pub fn game_tree(request: &Request, solution: &Solution, session: &mut Session) -> Result<String, Error> {
    let start = (request.position(), request.to_move());
    let principal = solution.line.moves.first();
    let others = solution.openings.iter().filter(|opening| Some(&opening.made) != principal);
    let lines = others.map(|opening| Ok(session.continuation(start, &[opening.made])?.unwrap_or_default()));
    let lines = lines.collect::<Result<Vec<Line>, Error>>()?;
    Ok(sgf(request, solution, &lines))
}
