//! What GoGui shows on the board (GoGui's manual, "Analyze Commands").

use kosolver::{Colour, Move, Value};

use super::Handler::{self, Alone};
use super::own::{line, values};
use super::{done, name};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::show::{chance, label, rows};

pub const COMMANDS: [(&str, Handler); 6] = [
    ("gogui-analyze_commands", Alone(analyze_commands)),
    ("gogui-interrupt", Alone(|_| done())),
    ("kosolver-board-values", Alone(board_values)),
    ("kosolver-board-winners", Alone(board_winners)),
    ("kosolver-board-legal", Alone(board_legal)),
    ("kosolver-board-line", Alone(board_line)),
];

/// Type, label and command of each, as GoGui asks for them.
const ANALYZE: [&str; 9] = [
    "gfx/Values and Best Moves/kosolver-board-values",
    "dboard/Winner After Each Move/kosolver-board-winners",
    "cboard/Illegal Moves/kosolver-board-legal",
    "string/Why Illegal/kosolver-why %p",
    "gfx/Best Line/kosolver-board-line",
    "string/Value/kosolver-value",
    "string/How Sure the Last Move Is/kosolver-sure",
    "plist/Legal Moves/all_legal %m",
    "string/Rules/kosolver-rules",
];

fn analyze_commands(_: &mut Engine) -> Result<Answer, Fault> {
    Ok(ANALYZE.join("\n").into())
}

/// The moves that keep the value.
fn best(value: &Value, moves: &[(Move, Value)]) -> Vec<Move> {
    moves.iter().filter(|(_, after)| after.worth == value.worth).map(|(made, _)| *made).collect()
}

fn board_values(engine: &mut Engine) -> Result<Answer, Fault> {
    let (value, moves) = values(engine)?;
    let best = best(&value, &moves);
    let points = |moves: Vec<Move>| {
        let plays = moves.into_iter().filter(|made| *made != Move::Pass);
        plays.map(|made| name(engine, made)).collect::<Vec<String>>()
    };
    let mut text = String::new();
    let labels = moves.iter().filter(|(made, _)| *made != Move::Pass);
    let labels: Vec<String> =
        labels.map(|(made, value)| format!("{} {}", name(engine, *made), label(value))).collect();
    if !labels.is_empty() {
        text += &format!("LABEL {}\n", labels.join(" "));
    }
    let coloured = points(best.clone());
    if !coloured.is_empty() {
        text += &format!("COLOR green {}\n", coloured.join(" "));
    }
    let pass = moves.iter().find(|(made, _)| *made == Move::Pass);
    let pass = pass.map(|(made, value)| {
        format!("; pass {}{}", label(value), if best.contains(made) { ", a best move" } else { "" })
    });
    text += &format!("TEXT value {}{}", label(&value), pass.unwrap_or_default());
    Ok(text.into())
}

/// 1 where a move leads to a win of Black's, -1 where to one of White's.
fn board_winners(engine: &mut Engine) -> Result<Answer, Fault> {
    let (_, moves) = values(engine)?;
    let number = |point| {
        let found = moves.iter().find(|(made, _)| *made == Move::Play(point));
        found.map_or(0.0, |(_, value)| 2.0 * chance(value, Colour::Black) - 1.0)
    };
    Ok(rows(engine.table.board(), |point| number(point).to_string()).into())
}

/// Empty points on which a play is illegal are red.
fn board_legal(engine: &mut Engine) -> Result<Answer, Fault> {
    let asked = engine.table.asked(None)?;
    let (legal, empty) = (asked.legal(), asked.referee.position().empty(engine.table.board()));
    let colour = |point| match empty.contains(point) && !legal.contains(&Move::Play(point)) {
        true => "red".to_owned(),
        false => "\"\"".to_owned(),
    };
    Ok(rows(engine.table.board(), colour).into())
}

fn board_line(engine: &mut Engine) -> Result<Answer, Fault> {
    let (value, line) = line(engine)?;
    let mut player = engine.table.referee().node().to_move;
    let mut text = String::new();
    for made in &line.moves {
        let letter = if player == Colour::Black { 'b' } else { 'w' };
        text += &format!(" {letter} {}", name(engine, *made).replace("pass", "PASS"));
        player = !player;
    }
    let var = if text.is_empty() { text } else { format!("VAR{text}\n") };
    Ok(format!("{var}TEXT value {}", label(&value)).into())
}
