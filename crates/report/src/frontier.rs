//! The frontier: records of the largest boards that have been solved, and their page.

use kosolver_board::Board;
use kosolver_rules::Score;
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

use crate::certificates::Digest;
use crate::format::RenderError;
use crate::page::page;
use crate::parting::Parting;
use crate::record::Record;
use crate::rules::RulesName;
use crate::text::WIDTH;

/// What is worth publishing of the frontier: the same on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierRecord {
    /// The cells, in the order in which they are shown.
    pub cells: Vec<FrontierCell>,
    /// Where rules differ.
    #[serde(default)]
    pub differences: Vec<Difference>,
}

/// A solved cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierCell {
    /// What it is worth.
    #[serde(flatten)]
    pub record: Record,
    /// The score that was asked for first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<Score>,
    /// A principal variation.
    pub variation: Vec<String>,
    /// Nodes the search visited, with one thread.
    pub nodes: u64,
    /// Of a cell with first moves, or of a guided search: the nodes of the value alone, with the value as the first
    /// guess, one thread, and no guide. It is there where that was published first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_nodes: Option<u64>,
    /// Whether a network or a scout guided the search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
    /// What its certificate is like.
    pub certificate: FrontierCertificate,
}

/// What a certificate is like that is not kept, and what makes it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierCertificate {
    /// What it is like.
    #[serde(flatten)]
    pub digest: Digest,
    /// What makes it again, with the release of the digest.
    pub command: String,
}

/// What a cell took, on some machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontierCost {
    /// The board.
    pub board: Board,
    /// The rules.
    #[serde(flatten)]
    pub rules: RulesName,
    /// Nodes the search visited.
    pub nodes: u64,
    /// The time, in seconds.
    pub seconds: f64,
    /// The memory of the tables at the end, in MiB.
    pub megabytes: u64,
}

/// Where two rules differ on an empty board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The board.
    pub board: Board,
    /// The names of the rules.
    pub rules: [String; 2],
    /// The values.
    pub values: [Score; 2],
    /// Where they differ.
    #[serde(flatten)]
    pub parting: Parting,
}

impl FrontierCell {
    /// The rules.
    pub fn rules(&self) -> RulesName {
        let Record { ko, preset, ruleset, .. } = &self.record;
        RulesName { ko: ko.clone(), ruleset: preset.as_ref().or(ruleset.as_ref()).cloned() }
    }
}

impl FrontierRecord {
    /// As a document, with what the cells took.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn markdown(&self, costs: &[FrontierCost]) -> Result<String, RenderError> {
        let view = context! {
            rows => self.cells.iter().map(|cell| row(cell, costs)).collect::<Vec<Value>>(),
            // Whether the rules are ko rules, all else being the same.
            of_ko_rules => self.cells.iter().all(|cell| cell.rules().ruleset.is_none()),
            differences => Serde(&self.differences),
        };
        Ok(page("frontier.md", view, WIDTH)?)
    }
}

/// A cell as the page shows it.
fn row(cell: &FrontierCell, costs: &[FrontierCost]) -> Value {
    let FrontierCell { record, certificate, .. } = cell;
    let rules = cell.rules();
    let best = record.openings.iter().filter(|opening| opening.best);
    let cost = costs.iter().find(|cost| (cost.board, &cost.rules) == (record.board, &rules));
    context! {
        board => record.board.to_string(),
        name => record.name(),
        score => Serde(record.value.worth()),
        best => best.map(|opening| opening.made.clone()).collect::<Vec<String>>(),
        variation => Serde(&cell.variation),
        millions => format!("{:.2}{}", cell.nodes as f64 / 1e6, if cell.guided { "*" } else { "" }),
        lemmas => certificate.digest.lemmas,
        certificate => format!("{:.1}", certificate.digest.bytes as f64 / 1e6),
        cost => Serde(cost),
    }
}
