//! Exact values of small boards under every ko rule.
//!
//! [`solve()`] picks the engine from the ruleset:
//!
//! * rules under which every game ends: the **proof search** with history lemmas (see
//!   `DESIGN.md`), which asks threshold by threshold whether Black reaches a score;
//! * rules under which play can go on for ever (`none`, `basic`): **retrograde analysis** of the
//!   whole board, which finds what each player can force; [`answer`] reads it from a tablebase.
//!
//! [`mod@reference`] is the slow, obvious solver that both answer to in tests.
//!
//! ```
//! use kosolver_board::Board;
//! use kosolver_rules::{Game, Score};
//! use kosolver_search::{Meter, Outcome, Request, solve};
//!
//! let board: Board = "2x2".parse().unwrap();
//! let game = Game::new(board, "psk".parse().unwrap()).unwrap();
//! let request = Request::empty(game);
//! let solution = solve(&request, &Meter::default())?;
//! assert_eq!(solution.value.outcome, Outcome::Score(Score::points(1)));
//! # Ok::<(), kosolver_search::Error>(())
//! ```

mod certificate;
mod concurrent;
mod cubes;
mod decided;
mod endless;
mod error;
mod graph;
mod guide;
#[cfg(test)]
mod laws;
mod lemma;
mod meter;
mod openings;
mod piece;
mod proof_search;
mod prover;
pub mod reference;
mod request;
mod session;
mod snapshot;
mod solution;
mod tables;
mod value;
mod whole_file;

pub use certificate::Certificate;
pub use cubes::{Cube, Cubes, Decision, Plan};
pub use endless::{answer, longest_line};
pub use error::Error;
pub use guide::Guides;
pub use kosolver_rules::Outcome;
pub use meter::{Activity, Meter};
pub use piece::Piece;
pub use request::{Request, Resources};
pub use session::{BestLine, Candidate, Session, solve};
pub use solution::{Effort, Engine, Line, Opening, Solution, Value};
pub use whole_file::{directory_of, is_still, write_whole};
