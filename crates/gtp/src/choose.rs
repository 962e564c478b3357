//! Which move is made, and how sure that it is best.

use std::fmt;
use std::time::{Duration, Instant};

use kosolver::rules::Score;
use kosolver::{Colour, Move, Value};

use crate::engine::Engine;
use crate::fault::Fault;
use crate::order::{end_by_pass, order};
use crate::question::{Reason, Unsolved};
use crate::show::for_him;
use crate::table::Asked;

/// The part of the time that goes into the value, in tenths; what is left goes into the move that keeps it.
const TENTHS: u32 = 7;

/// How sure a move is.
#[derive(Clone, Debug)]
pub enum Sure {
    /// It keeps the value, which is known.
    Perfect(Value),
    /// It is the only legal one.
    Forced,
    /// The player is sure of this score with it. It need not be best.
    Bound(Score, Unsolved),
    /// Nothing is known of it.
    Guess(Unsolved),
}

impl Sure {
    /// Whether it is known to be best.
    pub fn is_perfect(&self) -> bool {
        matches!(self, Sure::Perfect(_) | Sure::Forced)
    }
}

impl fmt::Display for Sure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sure::Perfect(value) => write!(f, "perfect: it keeps the value {value}"),
            Sure::Forced => f.write_str("perfect: it is the only legal move"),
            Sure::Bound(score, why) => {
                write!(f, "not known to be best: it is sure of the score {score}; {why}")
            }
            Sure::Guess(why) => write!(f, "a guess: {why}"),
        }
    }
}

/// Chooses a move of a player, within his time.
///
/// # Errors
/// If the game is over, the player cannot move, or the program is to end.
pub fn choose(engine: &mut Engine, colour: Colour) -> Result<(Move, Sure), Fault> {
    let asked = engine.table.asked(Some(colour))?;
    if let Some(outcome) = asked.referee.outcome() {
        return Err(Fault::new(format!("the game is over: {outcome}")));
    }
    let legal = asked.legal();
    if let [only] = legal[..] {
        return Ok((only, Sure::Forced));
    }
    let budget = engine.clock.budget(colour);
    let began = Instant::now();
    let found = best(engine, colour, &asked, budget);
    match found {
        Ok(found) => Ok(found),
        Err(Unsolved { why: Reason::Stopped, .. }) => Err(Fault::new("interrupted")),
        Err(unsolved) => {
            let left = budget.map(|budget| budget.saturating_sub(began.elapsed()));
            match sure_of(engine, colour, &asked, &unsolved, left) {
                Some((made, score)) => Ok((made, Sure::Bound(score, unsolved))),
                None => Ok((guess(&asked, colour), Sure::Guess(unsolved))),
            }
        }
    }
}

fn best(
    engine: &mut Engine,
    colour: Colour,
    asked: &Asked,
    budget: Option<Duration>,
) -> Result<(Move, Sure), Unsolved> {
    let began = Instant::now();
    // Where play can go on for ever, it takes a line to come to an end.
    let endless = asked.request.game().rules().endless();
    let request = asked.request.clone().with_line(endless);
    let solution =
        engine.ask(budget.map(|budget| budget * TENTHS / 10), budget, |session| session.solve(&request))?;
    let value = solution.value;
    if let (true, Some(&first)) = (endless, solution.line.moves.first()) {
        return Ok((first, Sure::Perfect(value)));
    }
    let candidates = candidates(asked, colour, value.worth);
    let left = budget.map(|budget| budget.saturating_sub(began.elapsed()));
    let (start, line) = (asked.start(), asked.request.played().to_vec());
    let kept = engine.ask(left, budget, |session| session.keeping(start, &line, &candidates, value.worth));
    let known = (Some(value.worth), Some(value.worth));
    match kept {
        Ok(Some(made)) => Ok((made, Sure::Perfect(value))),
        // One of them keeps the value.
        Ok(None) => Err(Unsolved { why: Reason::Other("no move keeps the value".to_owned()), bounds: known }),
        Err(unsolved) => Err(Unsolved { bounds: known, ..unsolved }),
    }
}

/// A move by which the player is sure of what was proved before the time was over, and what that is.
fn sure_of(
    engine: &mut Engine,
    colour: Colour,
    asked: &Asked,
    unsolved: &Unsolved,
    left: Option<Duration>,
) -> Option<(Move, Score)> {
    if !matches!(unsolved.why, Reason::Time(_) | Reason::Nodes(_)) || asked.request.game().rules().endless() {
        return None;
    }
    let (low, high) = unsolved.bounds;
    let sure = if colour == Colour::Black { low } else { high }?;
    let candidates = candidates(asked, colour, sure);
    let (start, line) = (asked.start(), asked.request.played().to_vec());
    let kept = engine.ask(left, left, |session| session.keeping(start, &line, &candidates, sure));
    kept.ok().flatten().map(|made| (made, sure))
}

/// The legal moves in the order in which they are tried. A pass comes first if it ends the game with what
/// the player is sure of, or if nothing can be gained; else where [`order`] has it.
fn candidates(asked: &Asked, colour: Colour, sure: Score) -> Vec<Move> {
    let mut moves = order(&asked.referee);
    let ends =
        end_by_pass(&asked.referee).is_some_and(|score| for_him(score, colour) >= for_him(sure, colour));
    if ends && let Some(place) = moves.iter().position(|made| *made == Move::Pass) {
        moves.remove(place);
        moves.insert(0, Move::Pass);
    }
    moves
}

/// A sensible move: a pass if it wins, else the first in [`order`].
fn guess(asked: &Asked, colour: Colour) -> Move {
    if end_by_pass(&asked.referee).is_some_and(|score| for_him(score, colour) > Score::ZERO) {
        return Move::Pass;
    }
    order(&asked.referee)[0]
}
