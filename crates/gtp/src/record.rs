//! A game out of an SGF file: its main line.

use std::path::Path;

use kosolver::rules::Score;
use kosolver::{Board, Colour, Move, Position};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};

use crate::fault::Fault;

/// The most bytes of a file.
const BYTES: u64 = 1 << 20;
/// The most nodes of a file: the library makes them one in the other.
const NODES: usize = 1000;

/// A game.
pub struct Record {
    /// Its board.
    pub board: Board,
    /// Komi, if the file has it.
    pub komi: Option<Score>,
    /// How many handicap stones stand at the start, if the file says that they are.
    pub handicap: Option<u8>,
    /// The start, and who moves first.
    pub start: (Position, Colour),
    /// The moves and who makes them.
    pub moves: Vec<(Colour, Move)>,
}

impl Record {
    /// The first game of a file.
    pub fn read(path: &Path) -> Result<Record, Fault> {
        let fault = |error: std::io::Error| Fault::new(format!("{}: {}", path.display(), error.kind()));
        if std::fs::metadata(path).map_err(fault)?.len() > BYTES {
            return Err(Fault::new(format!("{} is too long: at most 1 MiB is read", path.display())));
        }
        let bytes = std::fs::read(path).map_err(fault)?;
        Record::parse(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}'))
    }

    fn parse(text: &str) -> Result<Record, Fault> {
        if text.matches([';', '(']).count() > NODES {
            return Err(Fault::new(format!("the file has too many nodes: at most {NODES} are read")));
        }
        let games =
            go::parse(text).map_err(|error| Fault::new(format!("this is no game in SGF: {error}")))?;
        let root = games.first().ok_or_else(|| Fault::new("this is no game in SGF: it is empty"))?;
        let (columns, rows) = match root.get_property("SZ") {
            None => (19, 19),
            Some(Prop::SZ(size)) => *size,
            Some(_) => return Err(Fault::new("the file has no size that can be read")),
        };
        let board = Board::new(rows.into(), columns.into())?;
        let komi = match root.get_property("KM") {
            Some(Prop::KM(komi)) => Some(points(*komi)?),
            _ => None,
        };
        let mut position = Position::EMPTY;
        let mut to_move = None;
        let mut moves = Vec::new();
        for (number, node) in root.main_variation().enumerate() {
            for property in node.properties() {
                match property {
                    Prop::AB(_) | Prop::AW(_) | Prop::AE(_) if number > 0 && !moves.is_empty() => {
                        return Err(Fault::new("the file sets stones up after the first move"));
                    }
                    Prop::AB(stones) => {
                        for stone in stones {
                            position.black |= point(&board, *stone)?.bit();
                        }
                    }
                    Prop::AW(stones) => {
                        for stone in stones {
                            position.white |= point(&board, *stone)?.bit();
                        }
                    }
                    Prop::PL(player) if moves.is_empty() => to_move = Some(colour(*player)),
                    Prop::B(made) => moves.push((Colour::Black, play(&board, *made)?)),
                    Prop::W(made) => moves.push((Colour::White, play(&board, *made)?)),
                    _ => {}
                }
            }
        }
        if !position.fits(&board) {
            return Err(Fault::new("the file sets two stones up on one point"));
        }
        let handicap = handicap(root, position);
        let first = moves.first().map(|(colour, _)| *colour);
        let usual = if handicap.is_some() { Colour::White } else { Colour::Black };
        let start = (position, to_move.or(first).unwrap_or(usual));
        // Stones of a handicap are one only if White begins.
        let handicap = handicap.filter(|_| start.1 == Colour::White);
        Ok(Record { board, komi, handicap, start, moves })
    }
}

/// The handicap that a file names, if these stones stand.
fn handicap(root: &SgfNode<Prop>, position: Position) -> Option<u8> {
    let Some(Prop::HA(stones)) = root.get_property("HA") else { return None };
    let stones = u8::try_from(*stones).ok().filter(|stones| *stones > 0)?;
    (position.white.is_empty() && position.black.len() == u32::from(stones)).then_some(stones)
}

fn colour(player: sgf_parse::Color) -> Colour {
    match player {
        sgf_parse::Color::Black => Colour::Black,
        sgf_parse::Color::White => Colour::White,
    }
}

/// A number of points, in hundredths at the finest.
fn points(komi: f64) -> Result<Score, Fault> {
    let hundredths = (komi * 100.0).round();
    if hundredths.is_finite() && hundredths.abs() <= 1e5 {
        Ok(Score::fraction(hundredths as i64, 100))
    } else {
        Err(Fault::new("the file has a komi that is out of range"))
    }
}

fn point(board: &Board, point: go::Point) -> Result<kosolver::Point, Fault> {
    if point.x >= board.columns() || point.y >= board.rows() {
        let (column, row) = (u16::from(point.x) + 1, u16::from(point.y) + 1);
        return Err(Fault::new(format!(
            "the file has a stone in column {column} of row {row}, but the board is {board}"
        )));
    }
    Ok(kosolver::Point::new(point.y * board.columns() + point.x))
}

fn play(board: &Board, made: go::Move) -> Result<Move, Fault> {
    match made {
        go::Move::Pass => Ok(Move::Pass),
        // How older files write a pass.
        go::Move::Move(go::Point { x: 19, y: 19 }) => Ok(Move::Pass),
        go::Move::Move(stone) => Ok(Move::Play(point(board, stone)?)),
    }
}
