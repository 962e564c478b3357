//! What solving costs, counted so that it is the same on every machine.

use std::path::Path;

use kosolver_board::{Board, Colour, Position, count_legal};
use kosolver_report::{Cost, Costs, json};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_search::{Effort, Engine, Error, Meter, Request, solve};
use serde::{Deserialize, Serialize};

use crate::column::Column;
use crate::error::PublicationError;
use crate::forecast::forecast;
use crate::kind::Kind;
use crate::parallel::Found;
use crate::publication::Files;
use crate::work::{Tools, Work};

/// The cells whose costs are counted: boards under some rules, from the empty board, the value
/// alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CostSurvey {
    /// The cells, in order.
    pub cells: Vec<(Board, Column)>,
}

impl CostSurvey {
    /// All rules but those with long fights and those left for request; those that combine scores only
    /// on boards of up to nine points.
    pub fn default_rules(board: &Board) -> Vec<Ko> {
        let quick = |ko: &Ko| !ko.has_long_fights() && (!ko.combines_scores() || board.points() < 10);
        Ko::all().filter(|ko| !ko.on_request()).filter(quick).collect()
    }
}

impl Work for CostSurvey {
    const COMMAND: &'static str = "costs";
    type Unit = (Board, Ruleset);
    type Record = Effort;
    type Whole = Costs;
    type Error = Error;

    fn units(&self) -> Vec<(Board, Ruleset)> {
        self.cells.iter().map(|(board, column)| (*board, column.rules)).collect()
    }

    fn name(&self, (board, rules): &(Board, Ruleset)) -> String {
        format!("{board} {rules}")
    }

    fn forecast(&self, (board, rules): &(Board, Ruleset)) -> u64 {
        forecast(board, rules)
    }

    fn record(&self, (board, rules): (Board, Ruleset), tools: &Tools) -> Result<Effort, Error> {
        let game = Game::new(board, rules)?;
        let effort = solve(&Request::new(game, Position::EMPTY, Colour::Black)?, tools.meter)?.effort;
        (tools.done)(Some(&format!("{board} {}: {} nodes", rules.ko(), effort.nodes)));
        Ok(effort)
    }

    fn whole(&self, found: &Found<(Board, Ruleset), Effort>) -> Costs {
        let cost = |(board, column): &(Board, Column)| {
            let effort = found.get(&(*board, column.rules));
            Cost {
                board: *board,
                rows: board.rows(),
                columns: board.columns(),
                legal_positions: count_legal(board) as u64,
                rules: column.rules_name(),
                engine: match effort.engine {
                    Engine::Proof => "proof".to_owned(),
                    Engine::Retrograde => "retrograde".to_owned(),
                },
                nodes: effort.nodes,
                lemmas: effort.lemmas,
                questions: effort.questions,
            }
        };
        Costs::new(self.cells.iter().map(cost).collect())
    }
    fn files(&self, costs: Costs, _: &Path, _: &Meter) -> Result<Files, PublicationError> {
        let kind = Kind::of(self.cells.iter().map(|(_, column)| column));
        Ok(Files::from([(kind.costs(), json(&costs)?.into_bytes())]))
    }
}
