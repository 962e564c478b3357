//! Experiments with small Go boards, and their publication.
//!
//! A [`Survey`] solves a table of boards and rules, a [`Census`] every start of a board under
//! several rules, a [`GraphSurvey`] every small graph, a [`Frontier`] large boards one at a time,
//! a [`TablebaseSurvey`] every position of a board, a [`CostSurvey`] counts what solving costs. What they find are records of `kosolver_report`.
//! Each is [`Work`] that can be done in parts ([`part_files`]), which [`merge()`] puts together.
//! [`Publication`] makes the files of results, [`Published`] reads them back, and a check makes
//! them again and compares. [`findings`] answers questions that publications left open.
//!
//! ```
//! use kosolver_report::Table;
//! use kosolver_search::Meter;
//! use kosolver_study::{Column, Survey, Work};
//!
//! let columns = vec![Column::named("aga")?, Column::named("ko=psk scoring=territory")?];
//! let survey = Survey { boards: vec!["2x2".parse()?], columns, certificates: false };
//! let cells = survey.solve(&Meter::default(), &|_| ())?;
//! let table = Table::new(cells.into_iter().map(|(record, _)| record).collect());
//! println!("{}", table.text(80));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod boards;
mod cell_check;
mod census;
mod certificates;
mod check;
mod column;
mod comparison;
mod costs;
mod differences;
mod error;
#[cfg(feature = "findings")]
pub mod findings;
mod forecast;
mod frontier;
mod frontier_survey;
mod graph_again;
mod graph_findings;
mod graphs;
mod kind;
mod merge;
mod parallel;
mod part;
mod part_file;
mod parting;
mod players;
mod proved_checker;
mod publication;
mod published;
mod sample;
mod survey;
mod tablebase_check;
mod tablebases;
mod tree;
mod work;

pub use cell_check::CellCheck;
pub use census::Census;
pub use certificates::CertificateFile;
pub use check::Check;
pub use column::Column;
pub use costs::CostSurvey;
pub use differences::{ComparedStart, Difference, differences};
pub use error::{FileFault, PartError, PublicationError};
pub use frontier::{Frontier, FrontierSearch};
pub use frontier_survey::FrontierSurvey;
pub use graph_again::{Extension, PublishedGraphs};
pub use graphs::{GraphEffort, GraphSurvey};
pub use kind::Kind;
pub use merge::merge;
pub use parallel::{Done, Found};
pub use part::Part;
pub use part_file::{part_files, part_tasks};
pub use parting::{Side, Start, parting};
pub use players::{PlayersSurvey, players_files};
pub use proved_checker::checker_files;
pub use publication::{Files, Publication, comparison_files, graph_files};
pub use published::Published;
pub use sample::Sample;
pub use survey::{Cell, Survey};
pub use tablebases::{TablebaseSurvey, Tablebases, tablebase_cell};
pub use tree::game_tree;
pub use work::{Tools, Work};
