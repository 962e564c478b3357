//! What a move does, under every ko rule.
//!
//! The state of a game is split in two. The [`Node`] is everything finite and small:
//! position, player to move, passes, a basic-ko ban. The history is a set of [`Fact`]s, such
//! as "this position has occurred". A move of a node is a [`Step`]: the facts it tests, the
//! facts it inserts, the scopes of facts it forgets, and the next node or the payoff.
//! [`Game::steps`] lists them, and it is the only place that knows a rule: the referee, the
//! searches and whoever checks them run on it alone.
//!
//! A ko rule is a text of a few lines (the folder `rules`), or a file in `ko/` if no text can say it; and one
//! line in the registry. A [`Preset`] is a published ruleset.
//! The module `katago`, a feature that is on by default, reads and writes rules as KataGo does.
//!
//! ```
//! use kosolver_board::{Board, Colour, Position};
//! use kosolver_rules::{Game, Move, Referee};
//!
//! let board: Board = "1x2".parse().unwrap();
//! let game = Game::new(board, "psk".parse().unwrap()).unwrap();
//! let mut referee = Referee::new(game, Position::EMPTY, Colour::Black);
//! referee.play(Move::Play(board.parse_point("A1").unwrap())).unwrap();
//! referee.play(Move::Play(board.parse_point("B1").unwrap())).unwrap(); // takes one
//! let retake = Move::Play(board.parse_point("A1").unwrap());
//! assert_eq!(
//!     referee.play(retake).unwrap_err().to_string(),
//!     "black A1 is prohibited by positional superko: the position X. has occurred before, by move 1"
//! );
//! ```

mod end;
mod error;
mod fact;
mod game;
mod handicap;
#[cfg(feature = "katago")]
pub mod katago;
pub mod ko;
pub mod language;
mod long_cycle;
mod memory;
mod node;
mod outcome;
mod perft;
mod preset;
mod proven;
mod referee;
mod ruleset;
mod score;
mod scoring;
mod step;
mod threshold;

pub use end::End;
pub use error::Error;
pub use fact::{Before, Fact, FactList, Facts, Predicate, Pull, Scope};
pub use game::Game;
pub use handicap::Compensation;
pub use ko::{Ko, KoRule};
pub use kosolver_board::Suicide;
pub use language::{RuleText, TextError};
pub use memory::{Code, Memory, Slot, Tally, Word};
pub use node::{Ban, Node};
pub use outcome::Outcome;
pub use perft::perft;
pub use preset::Preset;
pub use proven::Proven;
pub use referee::{Illegal, Referee};
pub use ruleset::{Ruleset, RulesetBuilder};
pub use score::Score;
pub use scoring::Scoring;
pub use step::{Legality, Move, NamedMove, Never, Step, Then};
pub use threshold::Threshold;
