//! Moves: made, chosen, taken back.

use std::time::Instant;

use kosolver::{Colour, Move};

use super::Handler::{self, Alone, With};
use super::{colour, done, name, pairs, vertex};
use crate::choose::choose;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 8] = [
    ("play", With(play)),
    ("genmove", With(genmove)),
    ("reg_genmove", With(reg_genmove)),
    ("undo", Alone(undo)),
    ("gg-undo", With(gg_undo)),
    ("gogui-play_sequence", With(gogui_play_sequence)),
    ("is_legal", With(is_legal)),
    ("all_legal", With(all_legal)),
];

fn play(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [player, point] = arguments.exactly("play PLAYER POINT|pass")?;
    let (player, made) = (colour(player)?, vertex(engine, point)?);
    engine.table.play(player, made).map_err(illegal)?;
    done()
}

fn illegal(fault: Fault) -> Fault {
    fault.after("illegal move")
}

/// Chooses a move, and says so if it is not known to be best.
pub fn chosen(engine: &mut Engine, player: Colour) -> Result<Move, Fault> {
    let (made, sure) = choose(engine, player)?;
    let chosen = format!("{} is {sure}", name(engine, made));
    if !sure.is_perfect() {
        (engine.say)(&format!("{player} {chosen}"));
    }
    engine.chosen = Some(chosen);
    Ok(made)
}

/// The same for a command, on the clock of the player that it names.
fn timed(engine: &mut Engine, arguments: &Arguments, usage: &str) -> Result<(Colour, Move), Fault> {
    let [player] = arguments.exactly(usage)?;
    let player = colour(player)?;
    let began = Instant::now();
    let made = chosen(engine, player)?;
    engine.clock.spend(player, began);
    Ok((player, made))
}

fn genmove(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let (player, made) = timed(engine, arguments, "genmove PLAYER")?;
    engine.table.play(player, made)?;
    Ok(name(engine, made).into())
}

fn reg_genmove(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let (_, made) = timed(engine, arguments, "reg_genmove PLAYER")?;
    Ok(name(engine, made).into())
}

fn undo(engine: &mut Engine) -> Result<Answer, Fault> {
    engine.table.undo(1)?;
    done()
}

fn gg_undo(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let count = match arguments.words()[..] {
        [] => 1,
        [count] => count.parse().map_err(|_| Fault::usage("gg-undo [MOVES]"))?,
        _ => return Err(Fault::usage("gg-undo [MOVES]")),
    };
    engine.table.undo(count)?;
    done()
}

fn gogui_play_sequence(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let moves = pairs(engine, &arguments.words())?;
    let before = engine.table.made();
    for (player, made) in moves {
        if let Err(fault) = engine.table.play(player, made) {
            let number = engine.table.made() - before;
            engine.table.undo(number)?;
            return Err(illegal(fault.after(&format!("move {}", number + 1))));
        }
    }
    done()
}

fn is_legal(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [player, point] = arguments.exactly("is_legal PLAYER POINT|pass")?;
    let (player, made) = (colour(player)?, vertex(engine, point)?);
    let asked = engine.table.asked(Some(player));
    let legal = asked.is_ok_and(|asked| asked.referee.why_illegal(made).is_none());
    Ok(u8::from(legal).to_string().into())
}

fn all_legal(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [player] = arguments.exactly("all_legal PLAYER")?;
    let asked = engine.table.asked(Some(colour(player)?))?;
    // As GNU Go has it, without the pass.
    let plays = asked.legal().into_iter().filter(|made| *made != Move::Pass);
    let names: Vec<String> = plays.map(|made| name(engine, made)).collect();
    Ok(names.join(" ").into())
}
