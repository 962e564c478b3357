//! Results as typed records, and records as text, Markdown, CSV, JSON, LaTeX, HTML and SGF.
//!
//! A [`Record`] is the published form of one solved cell: the ruleset in full, the value, the
//! openings. A [`Table`] shows many of them; a [`Comparison`] says where rules differ; [`Costs`],
//! [`Graphs`], [`FrontierRecord`] and [`TablebaseRecord`] are the records of other surveys. Nothing is solved here, and
//! nothing in a record depends on the machine, the time or the number of threads.
//!
//! What is written as JSON can be read again:
//!
//! ```
//! use kosolver_board::{Colour, Position};
//! use kosolver_report::Record;
//! use kosolver_rules::Game;
//! use kosolver_search::{Meter, Request, solve};
//!
//! let game = Game::new("2x2".parse()?, "psk".parse()?)?;
//! let request = Request::new(game, Position::EMPTY, Colour::Black)?;
//! let record = Record::of(&request, &solve(&request, &Meter::default())?);
//! let json = serde_json::to_string(&record)?;
//! assert_eq!(serde_json::from_str::<Record>(&json)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificates;
mod comparison;
mod comparison_forms;
mod comparison_view;
mod costs;
mod count;
mod diagram;
mod drawing;
mod explorer;
mod fair_komi;
mod format;
mod frontier;
mod gallery;
mod geometry;
mod graphs;
mod graphs_forms;
mod kos;
mod page;
mod parting;
mod players;
mod record;
mod rules;
mod sgf;
mod sgf_game;
mod solution;
mod start_values;
mod steps;
mod table;
mod table_forms;
mod table_view;
mod tablebases;
mod text;
mod value;

pub use certificates::{CertificateRecord, Digest};
pub use comparison::{BoardComparison, Comparison, Pair, Separator, Solved, Start};
pub use costs::{Cost, Costs, EffortRecord};
pub use count::Count;
pub use diagram::{diagram, diagrams};
pub use drawing::{BOARD_DEFINITIONS, BOARD_STYLE, board_part, board_svg, shade};
pub use explorer::{EXPLORER_PORT, explorer_query};
pub use fair_komi::FairKomi;
pub use format::{Format, RenderError, json, sorted_json};
pub use frontier::{Difference, FrontierCell, FrontierCertificate, FrontierCost, FrontierRecord};
pub use gallery::{Example, ExampleGame, gallery};
pub use geometry::{BoardLine, Geometry, NamedPlace, Place};
pub use graphs::{
    Change, Differing, Findings, Graph, GraphCell, Graphs, OfEdge, OfPair, OfRule, SolvedGraph,
};
pub use kos::{KoMoveRecord, KoRecord, KoReport, StringRecord};
pub use parting::{Event, Parting, Prohibition};
pub use players::{PlayerBounds, PlayersCell, PlayersTable};
pub use record::{GraphRecord, OpeningRecord, Record};
pub use rules::{NamedRules, Rules, RulesName};
pub use sgf::{result, sgf};
pub use sgf_game::{Branch, file_rules, game_sgf, named_rules};
pub use solution::{Distances, Searched, SolutionRecord, SolutionReport};
pub use start_values::StartValue;
pub use table::Table;
pub use tablebases::{TablebaseCell, TablebaseFile, TablebaseRecord};
pub use text::{WIDTH, error_width, fill, fill_items, terminal_width};
pub use value::{ValueRecord, Verdict};
