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

mod aim;
mod arena;
mod bisect;
mod buckets;
mod certificate;
mod checkpoint;
mod derivation;
mod edge;
mod endless;
mod facts;
mod frozen;
mod graph;
mod guide;
mod hints;
mod history;
mod index;
mod interner;
mod kept;
#[cfg(test)]
mod laws;
mod lemma;
mod life;
mod long;
mod marks;
mod meter;
mod numbers;
mod openings;
mod packer;
mod pieces;
mod positions;
mod proof;
mod proof_writer;
mod prover;
pub mod reference;
mod request;
mod retrograde;
mod room;
mod session;
mod solution;
mod solve;
mod stabilisers;
mod stream;
mod symmetry;
mod sync;
mod volumes;
mod whole;
mod windows;

pub use certificate::Certificate;
pub use endless::{answer, longest_line};
pub use guide::Guides;
pub use kosolver_rules::Outcome;
pub use meter::{Activity, Meter};
pub use request::{Error, Request, Resources};
pub use session::{BestLine, Candidate, Session};
pub use solution::{Effort, Engine, Line, Opening, Solution, Value};
pub use solve::solve;
pub use whole::{directory_of, write_whole};
