//! Analysis that goes on until another line arrives, or with the move that is made.

use std::time::Instant;

use super::Handler::{self, With};
use super::name;
use super::play::chosen;
use crate::analysis::Analysis;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 2] =
    [("kata-analyze", With(analyse)), ("kata-genmove_analyze", With(genmove_analyse))];

fn analyse(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let analysis = Analysis::read(engine, &arguments.words())?;
    Ok(Answer::Stream(Box::new(move |engine, id, out| analysis.stream(engine, id, out))))
}

/// Makes the move of `genmove`, and lists the moves as far as they are solved in what is left of its time.
fn genmove_analyse(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let analysis = Analysis::read(engine, &arguments.words())?;
    if !analysis.lists_all() {
        return Err(Fault::new("allow and avoid are for an analysis: a move is chosen among all"));
    }
    let player = analysis.player();
    let (began, budget) = (Instant::now(), engine.clock.budget(player));
    let made = chosen(engine, player)?;
    engine.table.play(player, made)?;
    let play = format!("play {}", name(engine, made));
    Ok(Answer::Stream(Box::new(move |engine, id, out| {
        let left = budget.map(|budget| budget.saturating_sub(began.elapsed()));
        analysis.before(engine, id, left, &play, out)?;
        engine.clock.spend(player, began);
        Ok(())
    })))
}
