//! Go for two, three or four players, on boards of any shape and size, read from records of games.
//!
//! The rules are read **from the record of the game**: a ko rule is a text of a few lines,
//! which says what is remembered of a game and what forbids a play. So real games on 19x19 can be refereed. The
//! texts are those of `kosolver_rules`, which makes steps of them; here they are read over the whole record.
//!
//! A play captures the stones of every opponent that have no liberty left. The players are X, O,
//! `#` and `@`, and move in this order.
//!
//! ```
//! use kosolver_record::{Board, Move, Player, Position, Record, Rules};
//!
//! // Kee's example: on the board A player 1 captures, then player 2 would capture back.
//! let board: Board = "1x2".parse()?;
//! let a = Position::parse(&board, ".O")?;
//! let mut record = Record::new(&board, 3, a, Player::FIRST);
//! record.push(Move::Play(0));
//! let positional = Rules::new(3, "psk".parse()?)?;
//! assert_eq!(record.refused(&positional, Move::Play(1)).unwrap().since(), Some(0));
//! assert!(record.refused(&Rules::new(3, "ssk".parse()?)?, Move::Play(1)).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With more than two players a position has no single value. What a player can force against all
//! others together is its [`guarantee`](guarantee()).
//!
//! [`sgf`] reads and writes games as files, [`referee`] judges them under many rules at once, and
//! [`conformance`] has the games that wrong implementations of ko rules fail.

mod aim;
mod board;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod guarantee;
mod known;
mod lemma;
mod outcome;
mod player;
mod position;
mod prove;
mod record;
pub mod referee;
mod rules;
pub mod sgf;
mod tree;

pub use aim::Aim;
pub use board::Board;
pub use error::Error;
pub use guarantee::{Bounds, guarantee};
pub use kosolver_board::Suicide;
pub use kosolver_rules::Ko;
pub use outcome::{Outcome, Unscored};
pub use player::Player;
pub use position::{Play, Position};
pub use record::{Made, Move, Record, Refusal};
pub use rules::{Rules, check_guarantees};

/// An exact number of points: whole, or a fraction where several positions are scored.
pub type Points = num_rational::Ratio<i64>;
