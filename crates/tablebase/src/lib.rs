//! Strong solutions: what both players can force from *every* position of a board, where play
//! may go on for ever (the rules `none` and `basic`).
//!
//! [`Table::solve`] settles a whole board by retrograde analysis; [`Share`] is what one of several
//! workers has of that. [`Table`] is the result in memory, [`File`] on disk. Both answer a [`Probe`].
//! What is computed and why it is right is in `docs/tablebase.md`.
//!
//! ```
//! use kosolver_board::{Colour, Position};
//! use kosolver_rules::Node;
//! use kosolver_tablebase::{Probe, Progress, Setting, Size, Table};
//!
//! let setting = Setting::new("2x4".parse().unwrap(), "basic".parse().unwrap())?;
//! let table = Table::solve(setting, Size(1 << 26), &Progress::default())?;
//! let bounds = table.bounds(&Node::new(Position::EMPTY, Colour::Black))?;
//! assert_eq!(bounds.points(8), (8, 8));
//! # Ok::<(), kosolver_tablebase::Error>(())
//! ```

mod bans;
mod batch;
mod block;
mod builder;
mod checkpoint;
mod classes;
mod cursor;
mod error;
mod file;
mod format;
mod hints;
mod kept;
mod layout;
mod load;
mod log;
mod message;
mod needs;
mod numbering;
mod partition;
mod probe;
mod progress;
mod rank;
mod ranks;
mod setting;
mod shard;
mod share;
mod short;
mod size;
mod state;
mod stats;
mod symmetries;
mod table;
mod unplay;
mod verify;
mod write;

pub use cursor::Cursor;
pub use error::Error;
pub use file::File;
pub use hints::{Hint, Hints};
pub use kosolver_board::Interrupt;
pub use layout::Layout;
pub use message::Play;
pub use probe::{Bounds, Entry, Forced, Probe};
pub use progress::{Progress, Stage};
pub use rank::Rank;
pub use setting::Setting;
pub use share::Share;
pub use size::{NotASize, Size};
pub use stats::{Count, Longest, Stats, Tally};
pub use table::Table;
pub use write::FileWriter;
