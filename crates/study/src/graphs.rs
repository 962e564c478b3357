//! Every small connected graph as a board, solved under every rule, with certificates that are
//! verified.

use std::num::NonZeroU64;
use std::path::Path;

use kosolver_board::{Board, Symmetry, connected_graphs, count_legal, known_names};
use kosolver_report::{Graph, GraphCell, GraphOutcome, Graphs, Record, SolvedGraph};
use kosolver_rules::{Game, Ruleset, Score};
use kosolver_search::{Meter, Request, Resources, solve};
use serde::{Deserialize, Serialize};

use crate::certificates::verified;
use crate::column::Column;
use crate::error::PublicationError;
use crate::forecast::forecast;
use crate::graph_findings::findings;
use crate::kind::Kind;
use crate::parallel::Found;
use crate::publication::{Files, graph_files};
use crate::work::{Tools, Work};

/// What to solve: the empty board, Black first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GraphSurvey {
    /// The most points of a graph, 1 to 6.
    pub points: u8,
    /// The rules: ko rules with one suicide rule alone, or none.
    pub columns: Vec<Column>,
    /// Cells that take more nodes are left open.
    pub nodes: u64,
}

/// How a cell is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphEffort {
    /// If it takes more nodes it is left open.
    pub nodes: u64,
    /// After how many nodes a question is first begun again, if not as usual.
    pub begin_again: Option<NonZeroU64>,
    /// The score to ask for first.
    pub guess: Option<Score>,
}

impl GraphEffort {
    /// Whether nothing but the nodes is told.
    pub(crate) fn is_usual(self) -> bool {
        self.begin_again.is_none() && self.guess.is_none()
    }
}

impl GraphSurvey {
    /// The graphs, in the order of results.
    pub(crate) fn boards(&self) -> Vec<Board> {
        (1..=self.points).flat_map(connected_graphs).collect()
    }

    /// What a search finds of a graph under a ruleset.
    pub(crate) fn outcome(
        board: Board,
        rules: Ruleset,
        effort: GraphEffort,
        meter: &Meter,
    ) -> Result<GraphOutcome, PublicationError> {
        let GraphEffort { nodes, begin_again, guess } = effort;
        let game = Game::new(board, rules).map_err(kosolver_search::Error::from)?;
        let resources = Resources::default().with_nodes(Some(nodes)).with_begin_again(begin_again);
        let request = Request::empty(game).with_certificate(true).with_guess(guess).with_resources(resources);
        let solution = match solve(&request, meter) {
            Err(kosolver_search::Error::Nodes { .. }) => return Ok(GraphOutcome { nodes, solved: None }),
            solution => solution?,
        };
        let record = Record::of(&request, &solution);
        let certificate = solution.certificate.as_ref().expect("it was asked for");
        let digest = verified(certificate, &record, meter, || format!("{board} {}", rules.ko()))?;
        let solved = Some(SolvedGraph { value: record.value, begin_again, guess, certificate: digest });
        Ok(GraphOutcome { nodes: solution.effort.nodes, solved })
    }

    /// How much work a cell is expected to be that may take so many nodes.
    pub(crate) fn weight(board: &Board, rules: &Ruleset, nodes: u64) -> u64 {
        // A search that is given up takes up to 50 microseconds for a node.
        forecast(board, rules).min(nodes.saturating_mul(50))
    }
}

impl Work for GraphSurvey {
    const COMMAND: &'static str = "graphs";
    type Unit = (Board, Ruleset);
    type Record = GraphOutcome;
    type Whole = Graphs;
    type Error = PublicationError;

    fn units(&self) -> Vec<(Board, Ruleset)> {
        // Backwards: of graphs with as many points those with more edges are harder.
        let boards = self.boards().into_iter().rev();
        boards.flat_map(|board| self.columns.iter().map(move |column| (board, column.rules))).collect()
    }

    fn name(&self, (board, rules): &(Board, Ruleset)) -> String {
        format!("{board} {rules}")
    }

    fn forecast(&self, (board, rules): &(Board, Ruleset)) -> u64 {
        GraphSurvey::weight(board, rules, self.nodes)
    }

    fn record(
        &self,
        (board, rules): (Board, Ruleset),
        tools: &Tools,
    ) -> Result<GraphOutcome, PublicationError> {
        let effort = GraphEffort { nodes: self.nodes, begin_again: None, guess: None };
        let outcome = GraphSurvey::outcome(board, rules, effort, tools.meter)?;
        (tools.done)(None);
        Ok(outcome)
    }

    fn whole(&self, found: &Found<(Board, Ruleset), GraphOutcome>) -> Graphs {
        let (boards, columns) = (self.boards(), &self.columns);
        let graph = |board: &Board| Graph {
            board: *board,
            names: known_names(board),
            points: board.points(),
            edges: board.edges().count(),
            automorphisms: Symmetry::all(board).len(),
            legal_positions: count_legal(board) as u64,
            values: columns
                .iter()
                .map(|column| GraphCell {
                    rules: column.rules_name(),
                    outcome: found.get(&(*board, column.rules)),
                })
                .collect(),
        };
        let graphs: Vec<Graph> = boards.iter().map(graph).collect();
        let outcomes = graphs.iter().flat_map(|graph| graph.values.iter().map(|cell| &cell.outcome));
        let open = outcomes.filter(|outcome| outcome.solved.is_none()).map(|outcome| outcome.nodes);
        let nodes = open.min().unwrap_or(self.nodes);
        let suicide = match Kind::of(columns) {
            Kind::KoRules => columns.first().map(|column| column.rules.suicide().to_string()),
            Kind::Rulesets => None,
        };
        Graphs {
            title: "Every small connected graph as a board".to_owned(),
            format: 1,
            points: self.points,
            suicide,
            nodes,
            rules: columns.iter().map(Column::spelled_out).collect(),
            findings: findings(columns, &boards, &graphs),
            graphs,
        }
    }

    fn files(&self, graphs: Graphs, _: &Path, _: &Meter) -> Result<Files, PublicationError> {
        Ok(graph_files(&graphs)?)
    }
}
