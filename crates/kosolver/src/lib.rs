//! Exact values of small Go positions, under any ko rule, with proofs.
//!
//! The **value** is the score when both players play perfectly, seen from Black: 9 means that Black
//! wins by 9 points. It depends on the ko rule; this library knows seventeen, and twenty-four published
//! rulesets by name.
//!
//! ```
//! let value = kosolver::solve("3x3", "psk")?.value;
//! assert_eq!(value.to_string(), "9");
//! # Ok::<(), kosolver::Error>(())
//! ```
//!
//! # A game
//!
//! A [`Session`] is a game that you play and ask about. Its history counts: a ko rule may prohibit a
//! move because of it. The session keeps what it has found, so the next question takes less time.
//!
//! ```
//! use kosolver::{Game, Session};
//!
//! let mut game = Session::new(Game::new("2x3".parse()?, "aga".parse()?)?);
//! game.play("B2")?;
//! for (made, value) in game.values()? {
//!     println!("{made} {value}");
//! }
//! game.undo();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Resources`] bound the memory, the nodes and the time of each call. A [`Meter`] shows how far the
//! work is, and stops it:
//!
//! ```
//! use std::time::Duration;
//!
//! use kosolver::{Error, Game, Meter, Resources, Session};
//!
//! let meter = Meter::default();
//! let resources = Resources::default()
//!     .with_memory(512 << 20)?
//!     .with_time(Some(Duration::from_millis(50)));
//! let mut game = Session::with(Game::new("5x5".parse()?, "psk".parse()?)?, resources, &meter);
//! assert!(matches!(game.value(), Err(Error::Time { .. })));
//! let (least, greatest) = meter.bounds();
//! println!("between {least:?} and {greatest:?}, after {} nodes", meter.nodes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rulesets
//!
//! A [`Ruleset`] is a ko rule and all else that bears on the value. It is read from a name or a text,
//! or built; either way it is checked, so it never contradicts itself.
//!
//! ```
//! use kosolver::{Ruleset, Scoring, Suicide};
//!
//! let by_name: Ruleset = "tromp-taylor".parse()?;
//! let by_text: Ruleset = "ko=psk suicide=allowed".parse()?;
//! assert_eq!(by_name, by_text);
//! let built = Ruleset::with("ssk".parse()?).scoring(Scoring::Stones).komi("1/2".parse()?).build()?;
//! assert_eq!(built.suicide(), Suicide::Forbidden);
//! # Ok::<(), kosolver::rules::Error>(())
//! ```
//!
//! # Proofs
//!
//! A certificate proves a value. [`verify`] checks it without a search; it shares with the solver
//! only the rules of the game.
//!
//! ```
//! use kosolver::{Game, Session, verify};
//!
//! let mut game = Session::new(Game::new("2x2".parse()?, "psk".parse()?)?);
//! let mut file = Vec::new();
//! game.certificate()?.write(&mut file)?;
//! assert_eq!(verify(&file[..])?.value.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules of your own
//!
//! [`Ko::parse`] reads a ko rule as a text of a few lines (`docs/rule-language.md`). It is solved, refereed, compared
//! and certified like any other.
//!
//! ```
//! use kosolver::{Game, Ko, Ruleset, Session};
//!
//! let ko = Ko::parse("rule mine\nremember made(after) on play\nforbid play if made(after)")?;
//! assert_eq!(ko.sentence(), "A play is prohibited if a play has made T before.");
//! let rules = Ruleset::with(ko).komi("1/2".parse()?).build()?;
//! assert_eq!(Session::new(Game::new("2x2".parse()?, rules)?).value()?.to_string(), "1/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! What most programs need is at the top of this crate. The modules [`board`], [`rules`],
//! [`search`], [`sgf`], [`structure`], [`tablebase`], [`checker`], [`report`] and [`study`] are the crates
//! that it is made of.

pub use kosolver_board as board;
pub use kosolver_board::structure;
pub use kosolver_checker as checker;
pub use kosolver_record::sgf;
pub use kosolver_report as report;
pub use kosolver_rules as rules;
pub use kosolver_search as search;
pub use kosolver_study as study;
pub use kosolver_tablebase as tablebase;

pub use kosolver_board::{Board, Colour, Interrupt, Point, Position};
pub use kosolver_checker::{Proved, Verified, readings, verify, verify_file, verify_twice_read};
pub use kosolver_report::Comparison;
pub use kosolver_rules::{
    Compensation, End, Game, Illegal, Ko, Move, NamedMove, Outcome, Preset, Referee, Ruleset, Score, Scoring,
    Suicide,
};
pub use kosolver_search::{
    Activity, BestLine, Candidate, Certificate, Error, Guides, Meter, Request, Resources, Session, Solution,
    Value, solve as solve_request,
};
use kosolver_study::{Census, Column};

/// The exact value of the empty board with Black to move. `board` is written as `3x3`, `cycle:5` or
/// any other text of a [`Board`], `rules` is the name or the text of a [`Ruleset`].
///
/// First moves and a variation are not looked for: see [`Session`] and [`Request`].
///
/// ```
/// assert_eq!(kosolver::solve("1x12", "psk")?.value.to_string(), "2");
/// assert_eq!(kosolver::solve("1x12", "ssk")?.value.to_string(), "1");
/// assert!(kosolver::solve("1x12", "skk").unwrap_err().to_string().contains("did you mean ssk?"));
/// # Ok::<(), kosolver::Error>(())
/// ```
///
/// # Errors
/// [`Error::Name`] if the board cannot be read, [`Error::Rules`] if the rules cannot be read or do not
/// fit it, [`Error::Endless`] if rules with endless play meet a board with too many positions.
pub fn solve(board: &str, rules: &str) -> Result<Solution, Error> {
    let game = Game::new(board.parse()?, rules.parse()?)?;
    solve_request(&Request::empty(game), &Meter::default())
}

/// Every start position of a board under several rulesets, with Black to move, and with White to move
/// too where a ruleset treats the players differently: where the values differ, by how much, and by
/// which move.
///
/// ```
/// let comparison = kosolver::compare("1x4", &["psk", "fixed"])?;
/// assert_eq!(comparison.boards[0].pairs[0].largest.to_string(), "8");
/// # Ok::<(), kosolver::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve`], and [`Error::TooLarge`] if the board has over a million positions.
pub fn compare(board: &str, rules: &[&str]) -> Result<Comparison, Error> {
    let columns: Result<Vec<Column>, rules::Error> = rules.iter().map(|rules| Column::named(rules)).collect();
    let census = Census { boards: vec![(board.parse()?, columns?)] };
    census.check()?;
    census.solve(&Meter::default(), &|_| ())
}
