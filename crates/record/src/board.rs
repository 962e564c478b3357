use std::fmt;
use std::str::FromStr;

use kosolver_board::{Shape, Symmetry, shortened};

use crate::Error;

/// A board of any shape: which points are adjacent, and what they are called. Points are numbered
/// from 0, row by row from the top.
///
/// Every board of `kosolver_board` is one, and so is every grid up to 25x25.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The board of at most 64 points that this is.
    small: Option<kosolver_board::Board>,
    rows: usize,
    columns: usize,
    neighbours: Vec<Vec<usize>>,
}

impl Board {
    /// The most rows and columns of a grid.
    pub const LARGEST: u64 = 25;

    /// The grid with these numbers of rows and columns.
    ///
    /// # Errors
    /// [`Error::Large`] if a side is over 25, [`Error::Board`] if one is 0.
    pub fn grid(rows: u64, columns: u64) -> Result<Board, Error> {
        match kosolver_board::Board::new(rows, columns) {
            Ok(board) => Ok(Board::from(board)),
            Err(error) if rows == 0 || columns == 0 => Err(error.into()),
            Err(_) if rows > Board::LARGEST || columns > Board::LARGEST => {
                Err(Error::Large { rows, columns })
            }
            Err(_) => {
                let (rows, columns) = (rows as usize, columns as usize);
                let neighbours = |point: usize| {
                    let (row, column) = (point / columns, point % columns);
                    let mut found = Vec::with_capacity(4);
                    found.extend((row > 0).then(|| point - columns));
                    found.extend((column > 0).then(|| point - 1));
                    found.extend((column + 1 < columns).then(|| point + 1));
                    found.extend((row + 1 < rows).then(|| point + columns));
                    found
                };
                let neighbours = (0..rows * columns).map(neighbours).collect();
                Ok(Board { small: None, rows, columns, neighbours })
            }
        }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.neighbours.len()
    }

    /// The number of rows; 1 of a board without rows and columns.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns; that of points of a board without rows and columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The board of at most 64 points that this is, if it is one.
    pub fn small(&self) -> Option<&kosolver_board::Board> {
        self.small.as_ref()
    }

    /// The points adjacent to a point.
    pub fn neighbours(&self, point: usize) -> &[usize] {
        &self.neighbours[point]
    }

    /// The symmetries, each as the image of every point, the identity first. Of a board of more than
    /// 64 points the identity alone.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let Some(board) = self.small else { return vec![(0..self.points()).collect()] };
        let image = |symmetry: &Symmetry| {
            board.all().iter().map(|point| usize::from(symmetry.point(point).number())).collect()
        };
        Symmetry::all(&board).iter().map(image).collect()
    }

    /// The name of a point: a column letter from the left, without I, and a row number from the
    /// bottom; on boards without rows and columns a number from 1.
    pub fn point_name(&self, point: usize) -> String {
        match &self.small {
            Some(board) => board.point_name(kosolver_board::Point::new(point as u8)),
            None => {
                let letter = char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % self.columns]);
                format!("{letter}{}", self.rows - point / self.columns)
            }
        }
    }

    /// The point with this name, in capital or small letters.
    ///
    /// # Errors
    /// [`Error::Point`] if the board has no such point.
    pub fn parse_point(&self, text: &str) -> Result<usize, Error> {
        (0..self.points())
            .find(|&point| self.point_name(point).eq_ignore_ascii_case(text))
            .ok_or_else(|| Error::Point { text: shortened(text, 64).to_string(), board: self.to_string() })
    }
}

impl From<kosolver_board::Board> for Board {
    fn from(board: kosolver_board::Board) -> Board {
        let adjacent = |point: kosolver_board::Point| {
            board.adjacent(point.bit()).iter().map(|other| usize::from(other.number())).collect()
        };
        Board {
            small: Some(board),
            rows: usize::from(board.rows()),
            columns: usize::from(board.columns()),
            neighbours: board.all().iter().map(adjacent).collect(),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.small {
            Some(board) => board.fmt(f),
            None => f.pad(&format!("{}x{}", self.rows, self.columns)),
        }
    }
}

/// A board of `kosolver_board`, or a larger grid.
impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Board, Error> {
        match text.parse::<kosolver_board::Board>() {
            Ok(board) => Ok(Board::from(board)),
            Err(error @ kosolver_board::Error::Points { .. }) => {
                let sides =
                    text.split_once(['x', 'X']).map(|(rows, columns)| (rows.parse(), columns.parse()));
                match sides {
                    Some((Ok(rows), Ok(columns))) => Board::grid(rows, columns),
                    _ => Err(error.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Board {
    /// Whether points lie in rows and columns.
    pub fn has_rows(&self) -> bool {
        self.small.as_ref().is_none_or(|board| Shape::has_rows(board.shape()))
    }
}
