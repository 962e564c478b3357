//! What a game begins with: board, komi, handicap stones, set-up stones.

use kosolver::board::PointSet;
use kosolver::rules::Score;
use kosolver::{Board, Move, Position};

use super::Handler::{self, Alone, With};
use super::{colour, done, name, pairs, vertex};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::handicap;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 12] = [
    ("boardsize", With(boardsize)),
    ("rectangular_boardsize", With(rectangular_boardsize)),
    ("clear_board", Alone(clear_board)),
    ("komi", With(komi)),
    ("get_komi", Alone(get_komi)),
    ("fixed_handicap", With(fixed_handicap)),
    ("place_free_handicap", With(place_free_handicap)),
    ("set_free_handicap", With(set_free_handicap)),
    ("set_position", With(set_position)),
    ("gogui-setup", With(gogui_setup)),
    ("gogui-undo_setup", Alone(gogui_undo_setup)),
    ("gogui-setup_player", With(gogui_setup_player)),
];

fn boardsize(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    match arguments.words()[..] {
        [side] => resize(engine, side, side),
        [columns, rows] => resize(engine, columns, rows),
        _ => Err(Fault::usage("boardsize SIZE, or boardsize COLUMNS ROWS")),
    }
}

fn rectangular_boardsize(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [columns, rows] = arguments.exactly("rectangular_boardsize COLUMNS ROWS")?;
    resize(engine, columns, rows)
}

fn resize(engine: &mut Engine, columns: &str, rows: &str) -> Result<Answer, Fault> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| Fault::usage("sizes as numbers"));
    let (columns, rows) = (number(columns)?, number(rows)?);
    let resized = Board::new(rows, columns).map_err(Fault::from).and_then(|board| engine.table.resize(board));
    resized.map_err(|fault| fault.after("unacceptable size"))?;
    begin(engine)
}

fn clear_board(engine: &mut Engine) -> Result<Answer, Fault> {
    engine.table.clear()?;
    begin(engine)
}

/// A new game has full clocks and no move that was chosen.
fn begin(engine: &mut Engine) -> Result<Answer, Fault> {
    engine.clock.restart();
    engine.chosen = None;
    done()
}

fn komi(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [komi] = arguments.exactly("komi POINTS")?;
    let komi: Score = komi.parse().map_err(|error| Fault::from(error).after("syntax error"))?;
    engine.table.change_rules(|rules| Ok(rules.but().komi(komi).build()?))?;
    done()
}

fn get_komi(engine: &mut Engine) -> Result<Answer, Fault> {
    Ok(engine.table.rules().komi().decimal().into())
}

/// How many handicap stones are to be placed on the empty board.
fn count(engine: &Engine, arguments: &Arguments, usage: &str) -> Result<u32, Fault> {
    let [count] = arguments.exactly(usage)?;
    let count = count.parse().map_err(|_| Fault::usage(usage))?;
    if !engine.table.is_fresh() {
        return Err(Fault::new("board not empty"));
    }
    Ok(count)
}

/// Places handicap stones and names them.
fn place(engine: &mut Engine, stones: PointSet) -> Result<Answer, Fault> {
    engine.table.place_handicap(stones)?;
    let names: Vec<String> = stones.iter().map(|point| name(engine, Move::Play(point))).collect();
    Ok(names.join(" ").into())
}

fn fixed_handicap(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let count = count(engine, arguments, "fixed_handicap STONES")?;
    let board = engine.table.board();
    let stones = handicap::fixed(board, count).map_err(|fault| fault.after("invalid number of stones"))?;
    place(engine, stones)
}

fn place_free_handicap(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let count = count(engine, arguments, "place_free_handicap STONES")?;
    let stones = handicap::free(engine, count)?;
    place(engine, stones)
}

fn set_free_handicap(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    if !engine.table.is_fresh() {
        return Err(Fault::new("board not empty"));
    }
    let bad = |fault: Fault| fault.after("bad vertex list");
    let mut stones = PointSet::EMPTY;
    for word in arguments.words() {
        match vertex(engine, word).map_err(bad)? {
            Move::Play(point) if !stones.contains(point) => stones |= point.bit(),
            Move::Play(_) => return Err(bad(Fault::new(format!("{word} is there twice")))),
            Move::Pass => return Err(bad(Fault::new("a pass is no stone"))),
        }
    }
    if stones.len() < 2 {
        return Err(bad(Fault::new("write at least two points")));
    }
    engine.table.place_handicap(stones).map_err(bad)?;
    done()
}

/// A game that begins with these stones, without a past (KataGo's GTP extensions).
fn set_position(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let mut position = Position::EMPTY;
    for (player, made) in pairs(engine, &arguments.words())? {
        let Move::Play(point) = made else { return Err(Fault::new("a pass cannot be set up")) };
        if position.occupied().contains(point) {
            return Err(Fault::new(format!("{} is there twice", name(engine, made))));
        }
        position.set(point.bit(), Some(player));
    }
    engine.table.set_position(position)?;
    begin(engine)
}

fn gogui_setup(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let mut position = engine.table.referee().position();
    for pair in arguments.words().chunks(2) {
        let &[player, point] = pair else { return Err(Fault::usage("gogui-setup PLAYER POINT …")) };
        let Move::Play(point) = vertex(engine, point)? else {
            return Err(Fault::new("a pass cannot be set up"));
        };
        // GoGui removes stones so.
        let stone = if matches!(player, "e" | "empty") { None } else { Some(colour(player)?) };
        position.set(point.bit(), stone);
    }
    let to_move = engine.table.referee().node().to_move;
    engine.table.set_up(position, to_move)?;
    done()
}

fn gogui_undo_setup(engine: &mut Engine) -> Result<Answer, Fault> {
    engine.table.undo_set_up()?;
    done()
}

fn gogui_setup_player(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [player] = arguments.exactly("gogui-setup_player PLAYER")?;
    let player = colour(player)?;
    engine.table.set_to_move(player)?;
    done()
}
