//! The board and the stones on it: points, positions, plays and captures, chains,
//! area score, symmetries, and their text forms.
//!
//! A board is points, some of them adjacent to others: the usual grid, or any graph. Nothing here
//! knows a game: no history, no player to move, no ko. A [`Position`] is two words of bits, so a
//! board has at most 64 points. Where its kos are, and how they hang together, is in [`structure`].
//!
//! ```
//! use kosolver_board::{Board, Colour, Position};
//!
//! let board: Board = "1x4".parse()?;
//! let position = Position::parse(&board, ".OX.")?;
//! let point = board.parse_point("A1")?;
//!
//! // Black takes the white stone's last liberty.
//! let play = position.play(&board, Colour::Black, point).expect("A1 is empty");
//! assert_eq!(play.captured.len(), 1);
//! assert_eq!(play.after.text(&board), "X.X.");
//! assert_eq!(play.after.area(&board), 4);
//! # Ok::<(), kosolver_board::Error>(())
//! ```

mod census;
mod colour;
mod connected;
mod deep;
mod distinct;
mod error;
mod foreign;
mod graph6;
mod graph_text;
mod images;
mod index;
mod input;
mod interrupt;
mod named;
mod point;
mod position;
mod set;
mod settled;
mod shape;
pub mod structure;
mod suicide;
mod symmetry;
mod target;

pub use census::{
    Filling, border, count_legal, count_legal_watched, count_legal_with, count_unchanged,
    count_unchanged_watched, distinct_positions, least_legal, legal_positions,
};
pub use colour::Colour;
pub use connected::{canonical_graph, connected_graphs, known_names};
pub use deep::{is_out_of_stack, with_stack};
pub use distinct::distinct;
pub use error::Error;
pub use foreign::{Foreign, is_unseen, quoted, shortened, visible, without_mark};
pub use images::Images;
pub use index::Index;
pub use input::{LONGEST_STREAM, LONGEST_TEXT, LONGEST_WHOLE, open_plain, read_plain};
pub use interrupt::Interrupt;
pub use named::no_name;
pub use point::Point;
pub use position::{Play, Position};
pub use set::{PointSet, Points};
pub use settled::Settled;
pub use shape::{Board, Shape};
pub use suicide::Suicide;
pub use symmetry::Symmetry;
pub use target::check_target;
