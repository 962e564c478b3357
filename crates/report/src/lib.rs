//! Results as records, tables out of records.
//!
//! A [`Record`] is the published form of one solved cell: the ruleset in full, the value, the
//! openings. A [`Survey`] is many cells, solved in parallel; a [`Table`] shows its records as
//! text, Markdown, CSV or JSON. Nothing in them depends on the machine, the time or the number
//! of threads.

mod comparison;
mod costs;
mod count;
mod diagram;
mod fair_komi;
mod findings;
mod format;
mod frontier;
mod graphs;
mod page;
mod parting;
mod publication;
mod record;
mod sgf;
mod survey;
mod table;
mod view;

pub use comparison::{BoardComparison, Census, Comparison, Pair, Separator, Solved, Start};
pub use costs::{Cost, Costs};
pub use count::{Count, Games};
pub use diagram::{diagram, diagrams};
pub use fair_komi::FairKomi;
pub use format::{Format, RenderError, UnknownFormat, render_solution};
pub use frontier::{Frontier, FrontierTask};
pub use graphs::{GraphSurvey, Graphs};
pub use parting::{Event, Parting, Prohibition};
pub use publication::{
    CellCheck, Publication, PublicationError, Published, TableKind, check_comparison, comparison_files,
};
pub use record::{GraphRecord, OpeningRecord, Record, Rules, ValueRecord, Verdict};
pub use sgf::sgf;
pub use survey::{Cell, Column, Survey};
pub use table::Table;
