//! What was found of a cell of the manifest.

use std::collections::BTreeMap;

use kosolver_report::{
    BoardComparison, Digest, Distances, EffortRecord, OpeningRecord, Parting, PlayerBounds, ValueRecord,
    Verdict,
};
use kosolver_rules::Score;
use kosolver_tablebase::Stats;
use serde::{Deserialize, Serialize};

use crate::asked::Asked;

/// A cell: what was asked, and what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// What was asked.
    #[serde(flatten)]
    pub asked: Asked,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// What the empty board is worth.
    Value(Box<FoundValue>),
    /// What the value alone costs.
    Cost(EffortRecord),
    /// On which starts rules differ.
    Starts(Box<BoardComparison>),
    /// At which move rules differ.
    Difference(FoundDifference),
    /// The value of every position.
    Tablebase(Box<FoundTablebase>),
    /// What each player can force.
    Guarantees(Vec<PlayerBounds>),
}

/// What an empty board is worth, Black first, and what it took to find that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundValue {
    /// The value; unsolved if the search was given up.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// The first moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningRecord>,
    /// The value under each reading of the ko rule, if it has several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, ValueRecord>,
    /// A principal variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<String>,
    /// Nodes that the search visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Nodes of the value alone, where that was published before first moves, or before a guided search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_nodes: Option<u64>,
    /// The time, in seconds, on some machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The memory of the tables at the end, in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub megabytes: Option<u64>,
    /// The certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<FoundCertificate>,
}

/// A certificate that was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundCertificate {
    /// What it is like.
    #[serde(flatten)]
    pub digest: Digest,
    /// Its file, if it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Where two rules differ on an empty board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundDifference {
    /// The values.
    pub values: [Score; 2],
    /// Where they differ.
    #[serde(flatten)]
    pub parting: Parting,
}

/// What is published of a tablebase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundTablebase {
    /// The value of the empty board.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// Its first moves.
    pub openings: Vec<OpeningRecord>,
    /// In how many moves its bounds can be forced.
    pub distances: Distances,
    /// The numbers of all positions.
    pub stats: Stats,
    /// The length of the file.
    pub bytes: u64,
    /// Its digest, as `sha256sum` prints it.
    pub sha256: String,
}

impl FoundValue {
    /// A value with first moves.
    pub(crate) fn of(value: ValueRecord, openings: Vec<OpeningRecord>) -> FoundValue {
        FoundValue {
            value,
            openings,
            readings: BTreeMap::new(),
            variation: Vec::new(),
            nodes: None,
            value_nodes: None,
            seconds: None,
            megabytes: None,
            certificate: None,
        }
    }

    /// Whether it is solved.
    pub fn is_solved(&self) -> bool {
        self.value.result != Verdict::Unsolved
    }
}

impl Cell {
    /// What was found of the value, if that is what was asked.
    pub fn value(&self) -> Option<&FoundValue> {
        if let Found::Value(found) = &self.found { Some(found) } else { None }
    }

    /// Whether it is still open.
    pub fn is_open(&self) -> bool {
        self.value().is_some_and(|found| !found.is_solved())
    }

    /// The nodes that it took, where that is known, or after which it was given up.
    pub fn nodes(&self) -> Option<u64> {
        match &self.found {
            Found::Value(found) => found.nodes.or(self.asked.options.nodes),
            Found::Cost(cost) => Some(cost.nodes),
            Found::Tablebase(found) => Some(found.stats.nodes),
            _ => None,
        }
    }

    /// What was found, in a word.
    pub fn headline(&self) -> String {
        match &self.found {
            Found::Value(found) if found.readings.values().any(|value| *value != found.value) => {
                found.value.headline() + "*"
            }
            Found::Value(found) => found.value.headline(),
            Found::Cost(cost) => format!("{} nodes", cost.nodes),
            Found::Starts(found) => {
                let differ = found.pairs.iter().filter(|pair| pair.differ > 0).count();
                format!(
                    "{} starts; pairs of rules that differ: {differ} of {}",
                    found.starts,
                    found.pairs.len()
                )
            }
            Found::Difference(found) => format!("{} and {}", found.values[0], found.values[1]),
            Found::Tablebase(found) => {
                format!("{}, {} positions", found.value.headline(), found.stats.positions)
            }
            Found::Guarantees(found) => found.iter().map(PlayerBounds::text).collect::<Vec<_>>().join(", "),
        }
    }

    /// Whether another cell of the same question says something else of a value. One that is open says nothing.
    pub fn contradicts(&self, other: &Cell) -> bool {
        match (&self.found, &other.found) {
            (Found::Value(one), Found::Value(other)) => {
                let moves = one.openings.is_empty() || other.openings.is_empty();
                // Readings that only one of them has contradict nothing.
                let read = |(name, value): (&String, &ValueRecord)| {
                    other.readings.get(name).is_some_and(|other| other != value)
                };
                let differ = one.value != other.value
                    || !moves && one.openings != other.openings
                    || one.readings.iter().any(read);
                one.is_solved() && other.is_solved() && differ
            }
            (Found::Cost(_), Found::Cost(_)) => false,
            (Found::Starts(one), Found::Starts(other)) => values_of(one) != values_of(other),
            (Found::Difference(one), Found::Difference(other)) => one.values != other.values,
            (Found::Tablebase(one), Found::Tablebase(other)) => {
                let known = |found: &FoundTablebase| {
                    let FoundTablebase { value, openings, distances, stats, .. } = found.clone();
                    (value, openings, distances, stats)
                };
                known(one) != known(other)
            }
            (Found::Guarantees(one), Found::Guarantees(other)) => one != other,
            _ => true,
        }
    }

    /// Whether all is the same except what depends on the machine, and what is only kept.
    pub fn is_same(&self, other: &Cell) -> bool {
        let plain = |cell: &Cell| {
            let mut cell = cell.clone();
            if let Found::Value(found) = &mut cell.found {
                (found.seconds, found.megabytes, found.value_nodes) = (None, None, None);
            }
            cell
        };
        plain(self) == plain(other)
    }
}

/// What a comparison says of values, without the games that show it.
fn values_of(found: &BoardComparison) -> serde_json::Value {
    let pairs = found.pairs.iter().map(|pair| {
        let positions =
            [&pair.smallest, &pair.swing].map(|start| start.as_ref().map(|start| &start.position));
        serde_json::json!([pair.rules, pair.differ, pair.sum, pair.largest, positions])
    });
    let starts = found.separators.iter().map(|start| {
        let values: Vec<&ValueRecord> = start.values.iter().map(|solved| &solved.value).collect();
        serde_json::json!([start.position, start.to_play, values])
    });
    serde_json::json!([
        found.rules,
        found.positions,
        found.starts,
        found.agreed,
        pairs.collect::<Vec<_>>(),
        starts.collect::<Vec<_>>()
    ])
}
