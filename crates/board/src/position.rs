use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::{Board, Colour, Error, Point, PointSet, quoted, without_mark};

/// The stones on a board, as two sets of points. Nothing else: no player to move, no history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Points with a black stone.
    pub black: PointSet,
    /// Points with a white stone.
    pub white: PointSet,
}

// Written out so that a hash costs two words, whatever the derive does with padding.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.black.bits());
        state.write_u64(self.white.bits());
    }
}

/// A stone played on an empty point, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Who played.
    pub colour: Colour,
    /// Where.
    pub point: Point,
    /// The position before.
    pub before: Position,
    /// The position after all removals.
    pub after: Position,
    /// The enemy stones removed.
    pub captured: PointSet,
    /// The player's own stones removed, the stone played among them; none unless this is suicide.
    pub suicide: PointSet,
}

impl Play {
    /// Whether a single stone removed itself: then the position is unchanged.
    pub fn is_lone_suicide(&self) -> bool {
        self.suicide == self.point.bit()
    }
}

impl Position {
    /// The position without stones.
    pub const EMPTY: Position = Position { black: PointSet::EMPTY, white: PointSet::EMPTY };

    /// Puts stones of a colour on points, or nothing, whatever stood there.
    pub fn set(&mut self, points: PointSet, stone: Option<Colour>) {
        let Position { black, white } = *self;
        *self = Position { black: black - points, white: white - points };
        match stone {
            Some(Colour::Black) => self.black |= points,
            Some(Colour::White) => self.white |= points,
            None => {}
        }
    }

    /// The points with a stone of this colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> PointSet {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// The points with a stone.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.black | self.white
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self, board: &Board) -> PointSet {
        board.all() - self.occupied()
    }

    /// Whether every stone stands on a point of the board, and no two on one.
    pub fn fits(&self, board: &Board) -> bool {
        (self.black & self.white).is_empty() && (self.occupied() - board.all()).is_empty()
    }

    /// The position with black and white stones exchanged.
    pub fn inverted(&self) -> Position {
        Position { black: self.white, white: self.black }
    }

    fn of(colour: Colour, own: PointSet, enemy: PointSet) -> Position {
        match colour {
            Colour::Black => Position { black: own, white: enemy },
            Colour::White => Position { black: enemy, white: own },
        }
    }

    /// Puts a stone on a point: enemy chains without liberties are removed, then, if the
    /// player's own chain has none, that chain (suicide). `None` if the point is not an empty
    /// point of the board. Whether suicide is allowed is not decided here.
    pub fn play(&self, board: &Board, colour: Colour, point: Point) -> Option<Play> {
        let bit = point.bit();
        let empty = self.empty(board);
        if !empty.contains(point) {
            return None;
        }
        let own = self.stones(colour) | bit;
        let enemy = self.stones(!colour);
        let liberties = empty - bit;
        let next = board.adjacent(bit);

        // Enemy stones next to the new stone that still reach a liberty are safe; so is
        // their chain. What is next to it and not safe dies with its chain.
        let touched = board.connected(next, enemy);
        let safe = board.connected(board.adjacent(liberties), touched);
        let captured = touched - safe;

        let mut suicide = PointSet::EMPTY;
        // With a liberty of its own the new stone is safe.
        if captured.is_empty() && (next & liberties).is_empty() {
            let chain = board.connected(bit, own);
            if (board.adjacent(chain) & liberties).is_empty() {
                suicide = chain;
            }
        }
        Some(Play {
            colour,
            point,
            before: *self,
            after: Position::of(colour, own - suicide, enemy - captured),
            captured,
            suicide,
        })
    }

    /// Black's area less White's: stones, and empty regions bordered by one colour alone.
    ///
    /// From −n to n on a board of n points. (Tromp and Taylor, "The game of Go", 1996.)
    pub fn area(&self, board: &Board) -> i32 {
        let empty = self.empty(board);
        let black = self.black | board.connected(board.adjacent(self.black), empty);
        let white = self.white | board.connected(board.adjacent(self.white), empty);
        (black - white).len() as i32 - (white - black).len() as i32
    }

    /// A point of a chain without liberties, lowest first; `None` if every chain has one.
    pub fn dead_stone(&self, board: &Board) -> Option<(Colour, Point)> {
        let next_to_empty = board.adjacent(self.empty(board));
        Colour::BOTH
            .into_iter()
            .filter_map(|colour| {
                let stones = self.stones(colour);
                let dead = stones - board.connected(next_to_empty, stones);
                dead.first().map(|point| (colour, point))
            })
            .min_by_key(|&(_, point)| point)
    }

    /// Whether every chain has a liberty.
    pub fn is_legal(&self, board: &Board) -> bool {
        self.dead_stone(board).is_none()
    }

    /// The position written as rows from the top, `/` between rows: `X` Black, `O` White,
    /// `.` empty.
    pub fn text(&self, board: &Board) -> String {
        let columns = usize::from(board.columns());
        let stones: Vec<char> = board.all().iter().map(|point| self.symbol(point)).collect();
        let rows: Vec<String> = stones.chunks(columns).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// `X`, `O` or `.`: what stands on a point.
    pub fn symbol(&self, point: Point) -> char {
        if self.black.contains(point) {
            'X'
        } else if self.white.contains(point) {
            'O'
        } else {
            '.'
        }
    }

    /// Reads what [`Position::text`] writes; lower case and `-`, `_` for empty are taken too.
    ///
    /// # Errors
    /// [`Error::Shape`] if the text does not fit the board, [`Error::NoLiberty`] if a chain
    /// of the position has no liberty.
    pub fn parse(board: &Board, text: &str) -> Result<Position, Error> {
        let shape = |fault: String| Error::Shape {
            text: text.to_owned(),
            board: board.to_string(),
            fault,
            rows: board.rows(),
            columns: board.columns(),
        };
        let rows: Vec<&str> = without_mark(text).split('/').collect();
        if rows.len() != usize::from(board.rows()) {
            return Err(shape(format!("it has {} row(s)", rows.len())));
        }
        let mut position = Position::EMPTY;
        let mut number = 0;
        for (index, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if length != usize::from(board.columns()) {
                return Err(shape(format!("row {} has {length} point(s)", index + 1)));
            }
            for symbol in row.chars() {
                let bit = Point::new(number).bit();
                match symbol {
                    'X' | 'x' => position.black |= bit,
                    'O' | 'o' => position.white |= bit,
                    '.' | '-' | '_' => {}
                    other => {
                        return Err(shape(format!("{} is no stone", quoted(other.encode_utf8(&mut [0; 4])))));
                    }
                }
                number += 1;
            }
        }
        match position.dead_stone(board) {
            None => Ok(position),
            Some((colour, point)) => {
                Err(Error::NoLiberty { text: text.to_owned(), colour, point: board.point_name(point) })
            }
        }
    }
}
