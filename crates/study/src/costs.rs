//! What solving costs, counted so that it is the same on every machine.

use kosolver_board::{Board, Colour, Position, count_legal};
use kosolver_report::{Cost, Costs};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_search::{Engine, Error, Meter, Request, solve};

use crate::column::Column;
use crate::parallel::{Done, Found};

/// The cells whose costs are counted: boards under some rules, from the empty board, the value
/// alone.
#[derive(Clone, Debug)]
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

    /// How many solutions it takes at most.
    pub fn tasks(&self) -> usize {
        self.cells.len()
    }

    /// Solves the cells.
    ///
    /// # Errors
    /// [`Error::Endless`] if rules with endless play meet a board with too many positions, and
    /// [`Error::Rules`] if handicap stones do not fit a board.
    pub fn measure(&self, meter: &Meter, done: Done) -> Result<Costs, Error> {
        let keys = self.cells.iter().map(|(board, column)| (*board, column.rules));
        let weight = |(board, rules): &(Board, Ruleset)| (rules.ko().combines_scores(), board.points());
        let found = Found::of(keys, weight, |(board, rules)| {
            let game = Game::new(board, rules)?;
            let effort = solve(&Request::new(game, Position::EMPTY, Colour::Black)?, meter)?.effort;
            done(Some(&format!("{board} {}: {} nodes", rules.ko(), effort.nodes)));
            Ok::<_, Error>(effort)
        })?;
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
        Ok(Costs::new(self.cells.iter().map(cost).collect()))
    }
}
