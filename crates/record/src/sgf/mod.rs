//! Games of Go in SGF (Smart Game Format, A. Hollosi, FF\[4\], 1999): one reader, and one writer.
//!
//! The reader is strict: a file is read whole, or refused with the node and the property that cannot be
//! read. Only properties that bear on the game are read; the others may say what they like.
//!
//! ```
//! use kosolver_board::Colour;
//! use kosolver_record::sgf::Game;
//!
//! let game = Game::read(b"(;SZ[3:2]KM[0.5];B[aa];W[])")?;
//! assert_eq!((game.rows, game.columns), (2, 3));
//! assert_eq!(game.nodes[1].made, Some((Colour::Black, Some(0))));
//! let fault = Game::read(b"(;SZ[9];B[cc];W[zz])").unwrap_err();
//! assert_eq!(fault.to_string(), "node 3, after move 1: W[zz]: the board has no point zz: it has 9 columns and 9 rows");
//! # Ok::<(), kosolver_record::sgf::Error>(())
//! ```

mod charset;
mod error;
mod game;
mod text;
mod tree;

pub use error::Error;
pub use game::{Game, Komi, Node, bytes};
pub use tree::{Properties, Tree, coordinates, letter, size};
