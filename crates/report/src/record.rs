use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, Position, Shape, Symmetry};
use kosolver_search::{Opening, Request, Solution};
use serde::{Deserialize, Serialize};

use crate::rules::Rules;
use crate::value::ValueRecord;

/// The points of a board that is no grid, and which are adjacent: by the names they have in moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphRecord {
    /// The points, in the order of the text of a position.
    pub points: Vec<String>,
    /// The pairs of adjacent points.
    pub edges: Vec<[String; 2]>,
}

impl GraphRecord {
    /// The points and edges of a board; of a grid nothing, since everybody knows them.
    pub fn of(board: &Board) -> Option<GraphRecord> {
        let name = |point| board.point_name(point);
        (board.shape() != Shape::Grid).then(|| GraphRecord {
            points: board.all().iter().map(name).collect(),
            edges: board.edges().map(|(one, other)| [name(one), name(other)]).collect(),
        })
    }
}

/// A first move as it is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// The move in the board's coordinates, or `pass`.
    #[serde(rename = "move")]
    pub made: String,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// Whether it keeps the value of the start.
    pub best: bool,
}

/// One solved cell as it is published: deterministic, without times or machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The board, as in `3x3`.
    pub board: Board,
    /// The name of the preset, if it was solved as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// What the ruleset is called, if it was solved as one that is no preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Its points and edges, unless it is a grid.
    #[serde(flatten)]
    pub graph: Option<GraphRecord>,
    /// The ko rule, as in `psk`.
    pub ko: String,
    /// The suicide rule.
    pub suicide: String,
    /// The ruleset in full.
    pub rules: Rules,
    /// The start position, rows from the top.
    pub position: String,
    /// Who moves first.
    pub to_play: Colour,
    /// The value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// Every legal first move with its value.
    pub openings: Vec<OpeningRecord>,
    /// For a rule with several readings: the value under each of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, ValueRecord>,
}

impl Record {
    /// The record of a solved request.
    pub fn of(request: &Request, solution: &Solution) -> Record {
        let board = request.game().board();
        let first = request.to_move();
        let openings = solution.openings.iter().map(|opening: &Opening| OpeningRecord {
            made: opening.made.name(board),
            value: ValueRecord::of(&opening.value, first),
            best: opening.value.worth == solution.value.worth,
        });
        Record {
            value: ValueRecord::of(&solution.value, first),
            openings: openings.collect(),
            ..Record::unsolved(request)
        }
    }

    /// The record of a request that was given up.
    pub fn unsolved(request: &Request) -> Record {
        let board = request.game().board();
        let rules = Rules::of(request.game().rules());
        Record {
            board: *board,
            preset: None,
            ruleset: None,
            graph: GraphRecord::of(board),
            ko: rules.ko.clone(),
            suicide: rules.suicide.clone(),
            rules,
            position: request.position().text(board),
            to_play: request.to_move(),
            value: ValueRecord::UNSOLVED,
            openings: Vec::new(),
            readings: BTreeMap::new(),
        }
    }

    /// What the ruleset is called: the preset, the name of the ruleset, or the ko rule.
    pub fn name(&self) -> &str {
        self.preset.as_ref().or(self.ruleset.as_ref()).unwrap_or(&self.ko)
    }

    /// Whether readings of the rule that are left open give different values.
    pub fn depends_on_reading(&self) -> bool {
        self.readings.values().any(|value| *value != self.value)
    }

    /// The value in a word: a score, `NR`, or who wins.
    pub fn headline(&self) -> String {
        let mark = if self.depends_on_reading() { "*" } else { "" };
        self.value.headline() + mark
    }

    /// The first moves that keep the value, one for each set that symmetries of the start
    /// position map to each other.
    pub fn best_moves(&self) -> Vec<&str> {
        let mirrored = self.mirrored();
        let best = self.openings.iter().filter(|opening| opening.best && !mirrored.contains(&opening.made));
        best.map(|opening| opening.made.as_str()).collect()
    }

    /// The names of points that a symmetry of the start position maps to an earlier one.
    fn mirrored(&self) -> Vec<String> {
        let board = &self.board;
        let Ok(position) = Position::parse(board, &self.position) else { return Vec::new() };
        let mut symmetries = Symmetry::all(board);
        symmetries.retain(|symmetry| symmetry.position(position) == position);
        board
            .all()
            .iter()
            .filter(|point| symmetries.iter().any(|symmetry| symmetry.point(*point) < *point))
            .map(|point| board.point_name(point))
            .collect()
    }
}
