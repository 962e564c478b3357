//! The end of a game.

use kosolver::board::PointSet;
use kosolver::report::result;
use kosolver::{Move, Referee};

use super::Handler::{self, Alone, With};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 2] =
    [("final_score", Alone(final_score)), ("final_status_list", With(final_status_list))];

fn cannot_score(why: impl std::fmt::Display) -> Fault {
    Fault::new(format!("cannot score: {why}"))
}

/// The result of a game that is over; else its value.
fn final_score(engine: &mut Engine) -> Result<Answer, Fault> {
    let outcome = match engine.table.referee().outcome() {
        Some(outcome) => outcome,
        None => {
            let request = engine.table.asked(None)?.request;
            engine.ask_at_ease(move |session| session.solve(&request)).map_err(cannot_score)?.value.outcome
        }
    };
    result(outcome).map(Answer::Text).ok_or_else(|| cannot_score("no result"))
}

/// Chains by what becomes of them: at the end of a game all stones stand; before it, what is not captured on
/// the best line stands.
fn final_status_list(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let alive = match arguments.text() {
        "alive" => true,
        "dead" => false,
        // What both keep is alive.
        "seki" => return Ok(String::new().into()),
        _ => return Err(Fault::usage("final_status_list alive, dead or seki")),
    };
    let asked = engine.table.asked(None)?;
    let stones = asked.referee.position().occupied();
    let removed = if asked.referee.outcome().is_some() {
        PointSet::EMPTY
    } else {
        let request = asked.request.clone().with_line(true);
        let solution = engine.ask_at_ease(move |session| session.solve(&request)).map_err(cannot_score)?;
        removed(asked.referee.clone(), &solution.line.moves)
    };
    let listed = if alive { stones - removed } else { stones & removed };
    Ok(chains(engine, listed).into())
}

/// The points from which stones are removed in the course of some moves.
fn removed(mut referee: Referee, line: &[Move]) -> PointSet {
    let mut removed = PointSet::EMPTY;
    for made in line {
        let before = referee.position().occupied();
        if referee.play(*made).is_err() {
            break;
        }
        removed |= before - referee.position().occupied();
    }
    removed
}

fn chains(engine: &Engine, stones: PointSet) -> String {
    let (board, position) = (engine.table.board(), engine.table.referee().position());
    let mut left = stones;
    let mut lines = Vec::new();
    while let Some(first) = left.first() {
        let own = if position.black.contains(first) { position.black } else { position.white };
        let chain = board.connected(first.bit(), own);
        left -= chain;
        let names: Vec<String> = chain.iter().map(|point| board.point_name(point)).collect();
        lines.push(names.join(" "));
    }
    lines.join("\n")
}
