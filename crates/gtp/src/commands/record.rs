//! Games as files, and the board as text.

use std::io::{self, Write};
use std::path::Path;

use kosolver::report::{Branch, file_rules, game_sgf, named_rules};
use kosolver::search::write_whole;
use kosolver::{Move, Point, sgf};

use super::Handler::{self, Alone, With};
use super::done;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;
use crate::show;

pub const COMMANDS: [(&str, Handler); 3] =
    [("showboard", Alone(showboard)), ("loadsgf", With(loadsgf)), ("printsgf", With(printsgf))];

fn showboard(engine: &mut Engine) -> Result<Answer, Fault> {
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
    let bytes =
        sgf::bytes(path).map_err(|error| Fault::new(format!("{}: {}", path.display(), why(&error))))?;
    let game = sgf::Game::read(&bytes)?;
    let (board, position, to_move) = game.start(false)?;
    // Where the file's rules are not known the controller's stay; his handicap is not that of this game.
    let (own, unknown) = named_rules(&game, |text| text.parse().map_err(damaged))?;
    let rules = own.map_or_else(|| engine.table.next_rules().but().handicap(0).build(), Ok)?;
    let rules = file_rules(&game, rules)?;
    let nodes = game.main_line().into_iter().map(|index| &game.nodes[index]);
    let moves = nodes.filter_map(|node| node.made).map(|(colour, point)| {
        (colour, point.map_or(Move::Pass, |point| Move::Play(Point::new(point as u8))))
    });
    // As GTP 2 has it, the position before this move.
    let moves: Vec<_> = moves.take(until.map_or(usize::MAX, |number| number.saturating_sub(1))).collect();
    engine.table.load(board, rules, (position, to_move), &moves)?;
    if let Some(unknown) = unknown {
        (engine.say)(&format!("{unknown}; those of the engine stay"));
    }
    Ok(())
}

/// A fault of a file, without the number that the system gives it.
fn why(error: &io::Error) -> String {
    error.get_ref().map_or_else(|| error.kind().to_string(), ToString::to_string)
}

fn damaged(error: kosolver::rules::Error) -> Fault {
    Fault::from(error).after("RU")
}

fn printsgf(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let file = match (arguments.text(), arguments.file()) {
        // As KataGo has it, - is the answer.
        ("" | "-", _) => None,
        (_, Some((file, rest))) if rest.is_empty() => Some(file),
        _ => return Err(Fault::usage("printsgf [FILE], a name with spaces in quotes")),
    };
    let game = engine.table.referee().game();
    let (position, to_move) = engine.table.start();
    let moves = engine.table.referee().record().iter().map(|(_, made, _)| *made).collect();
    let text = game_sgf(game, position, to_move, &Branch { moves, branches: Vec::new() });
    let Some(file) = file else { return Ok(text.into()) };
    write_whole(Path::new(file), |file| file.write_all(text.as_bytes()))
        .map_err(|error| Fault::new(format!("cannot write file: {file}: {}", why(&error))))?;
    done()
}
