//! Every small connected graph as a board, solved: the records, and what stands out in them.

use kosolver_board::Board;
use kosolver_rules::Score;
use serde::{Deserialize, Serialize};

use crate::certificates::Digest;
use crate::rules::{NamedRules, RulesName};
use crate::value::ValueRecord;

/// All connected graphs of up to so many points, solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graphs {
    /// What it is.
    pub title: String,
    /// The version of this form.
    pub format: u32,
    /// The most points.
    pub points: u8,
    /// The suicide rule; left out where whole rulesets are solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suicide: Option<String>,
    /// The fewest nodes after which the search of an open cell was given up; if none is open, with how
    /// many it would have been.
    pub nodes: u64,
    /// The rules, spelled out.
    pub rules: Vec<NamedRules>,
    /// What stands out.
    pub findings: Findings,
    /// Fewest points first, then fewest edges.
    pub graphs: Vec<Graph>,
}

/// A graph under every rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The board.
    pub board: Board,
    /// Boards of other shapes that are the same graph.
    pub names: Vec<Board>,
    /// Its points.
    pub points: u8,
    /// Its edges.
    pub edges: usize,
    /// Its symmetries.
    pub automorphisms: usize,
    /// Its legal positions.
    pub legal_positions: u64,
    /// Rule by rule.
    pub values: Vec<GraphCell>,
}

/// A graph under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphCell {
    /// The rule.
    #[serde(flatten)]
    pub rules: RulesName,
    /// The nodes that the search visited until it was done or was given up.
    pub nodes: u64,
    /// Nothing if it was given up.
    #[serde(flatten)]
    pub solved: Option<SolvedGraph>,
}

/// A graph that is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedGraph {
    /// Its value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// The score that was asked for first, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<Score>,
    /// What the certificate is like that was verified and is not kept.
    pub certificate: Digest,
}

impl GraphCell {
    /// The value in a word; a dash if it is left out.
    pub fn headline(&self) -> String {
        self.solved.as_ref().map_or("–".to_owned(), |solved| solved.value.headline())
    }
}

/// What stands out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// How many graphs there are.
    pub graphs: usize,
    /// The graphs that are solved under all rules that have a score.
    pub solved: usize,
    /// Those of them on which these rules agree.
    pub agreed: usize,
    /// Rule by rule.
    pub rules: Vec<OfRule>,
    /// Pair by pair.
    pub pairs: Vec<OfPair>,
}

/// What stands out under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfRule {
    /// The rule.
    #[serde(flatten)]
    pub rules: RulesName,
    /// Whether there is nothing but winning and losing.
    pub win_loss: bool,
    /// How many graphs are left out.
    pub left_out: usize,
    /// On how many graphs Black takes the whole board.
    pub whole: usize,
    /// How many are worth 0.
    pub zero: usize,
    /// How many are White's.
    pub negative: usize,
    /// How many have no result.
    pub no_result: usize,
    /// Where only winning counts: how many the first player wins.
    pub won: usize,
    /// Where only winning counts: how many the first player loses.
    pub lost: usize,
    /// The least score, and the first graph that has it.
    pub least: Option<(Score, Board)>,
    /// What one more edge does.
    pub edge: OfEdge,
}

/// What one more edge does to the value, from a connected graph to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfEdge {
    /// Pairs of graphs that differ by an edge, both with a value.
    pub pairs: usize,
    /// In how many the edge raises it.
    pub raises: usize,
    /// In how many the edge lowers it.
    pub lowers: usize,
    /// The first of the largest rises.
    pub largest_rise: Option<Change>,
    /// The first of the largest falls.
    pub largest_fall: Option<Change>,
}

/// One more edge, and what it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The graph without it.
    pub from: Board,
    /// The graph with it.
    pub to: Board,
    /// Their values.
    pub values: [Score; 2],
}

/// Where two rules differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfPair {
    /// Their names.
    pub rules: [String; 2],
    /// On how many graphs.
    pub differ: usize,
    /// The first of them.
    pub graphs: Vec<Differing>,
}

/// A graph on which two rules differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// The graph.
    pub board: Board,
    /// Its values, in a word each.
    pub values: [String; 2],
}
