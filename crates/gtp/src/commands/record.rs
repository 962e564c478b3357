//! Games as files, and the board as text.

use std::io::Write;
use std::path::Path;

use kosolver::report::{Branch, game_sgf};
use kosolver::search::write_whole;

use super::{Handler, done, none};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;
use crate::record::Record;
use crate::show;

pub const COMMANDS: [(&str, Handler); 3] =
    [("showboard", showboard), ("loadsgf", loadsgf), ("printsgf", printsgf)];

fn showboard(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    none(arguments, "showboard")?;
    let referee = engine.table.referee();
    let turn = match referee.outcome() {
        Some(outcome) => format!("the game is over: {outcome}"),
        None => format!("{} to play", referee.node().to_move),
    };
    let rules = engine.table.rules().in_words();
    // A line of its own for the board, whose rows begin alike.
    Ok(format!("{rules}\n{}\n{turn}", show::board(engine.table.board(), referee.position())).into())
}

fn loadsgf(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    const USAGE: &str = "loadsgf FILE [MOVE_NUMBER]";
    let (file, rest) = arguments.file().ok_or_else(|| Fault::usage(USAGE))?;
    let until = match rest[..] {
        [] => None,
        [number] => Some(number.parse::<usize>().map_err(|_| Fault::usage(USAGE))?),
        _ => return Err(Fault::usage(USAGE)),
    };
    load(engine, Path::new(file), until).map_err(|fault| fault.after("cannot load file"))?;
    engine.clock.restart();
    engine.chosen = None;
    done()
}

fn load(engine: &mut Engine, path: &Path, until: Option<usize>) -> Result<(), Fault> {
    let record = Record::read(path)?;
    // As GTP 2 has it, the position before this move.
    let moves = until.map_or(record.moves.len(), |number| number.saturating_sub(1).min(record.moves.len()));
    let rules = *engine.table.rules();
    // The handicap of the game before is none of this one's.
    let rules = rules.but().komi(record.komi.unwrap_or(rules.komi())).handicap(0).build()?;
    engine.table.load(record.board, rules, record.handicap, record.start, &record.moves[..moves])
}

fn printsgf(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let file = match (arguments.text(), arguments.file()) {
        ("", _) => None,
        (_, Some((file, rest))) if rest.is_empty() => Some(file),
        _ => return Err(Fault::usage("printsgf [FILE], a name with spaces in quotes")),
    };
    let game = engine.table.referee().game();
    let (position, to_move) = engine.table.start();
    let moves = engine.table.referee().record().iter().map(|(_, made, _)| *made).collect();
    let text = game_sgf(game, position, to_move, &Branch { moves, branches: Vec::new() });
    let Some(file) = file else { return Ok(text.into()) };
    write_whole(Path::new(file), |file| file.write_all(text.as_bytes())).map_err(|error| {
        // Without the number that the system gives it.
        let why = error.get_ref().map_or_else(|| error.kind().to_string(), ToString::to_string);
        Fault::new(format!("cannot write file: {file}: {why}"))
    })?;
    done()
}
