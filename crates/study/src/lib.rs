//! Experiments with small Go boards, and their publication.
//!
//! A [`Survey`] solves a table of boards and rules, a [`Census`] every start of a board under
//! several rules. What is published is a [`Manifest`] of [`Cell`]s: an [`Order`] says which are to be
//! made, a [`Maker`] makes each, [`views()`] are the files that people read, and [`check()`] makes cells again and
//! compares.
//!
//! ```
//! use kosolver_report::Table;
//! use kosolver_search::Meter;
//! use kosolver_study::{Column, Survey};
//!
//! let columns = vec![Column::named("aga")?, Column::named("ko=psk scoring=territory")?];
//! let survey = Survey { boards: vec!["2x2".parse()?], columns };
//! let table = Table::new(survey.solve(&Meter::default(), &|_| ())?);
//! println!("{}", table.text(80));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
pub mod boards;
mod cell_check;
mod census;
mod certificates;
mod check;
mod column;
mod comparison;
mod differences;
mod error;
mod forecast;
mod found;
mod graph_findings;
mod maker;
mod manifest;
mod parallel;
mod parting;
mod plan;
mod players;
mod proved_checker;
mod sample;
mod survey;
mod tree;
mod views;

pub use asked::{Asked, Key, List, Options};
pub use cell_check::CellCheck;
pub use census::Census;
pub use check::{check, checked};
pub use column::Column;
pub use differences::{ComparedStart, Difference, differences};
pub use error::{FileFault, PublicationError};
pub use found::{Cell, Found, FoundCertificate, FoundDifference, FoundTablebase, FoundValue};
pub use maker::{GuidesOf, Made, Maker, found_tablebase};
pub use manifest::Manifest;
pub use parallel::{Done, each};
pub use parting::{Side, Start, parting};
pub use plan::{Filter, Order, Wanted};
pub use players::PlayersSurvey;
pub use proved_checker::checker_files;
pub use sample::Sample;
pub use survey::Survey;
pub use tree::game_tree;
pub use views::{Files, views};
