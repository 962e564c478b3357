//! What solving costs, counted so that it is the same on every machine.

use kosolver_board::{Board, Colour, Position, count_legal};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_search::{Engine, Error, Meter, Request, solve};
use rayon::prelude::*;
use serde::Serialize;

/// The costs of cells: every board under some rules, from the empty board, the value alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// What it is.
    pub title: &'static str,
    /// The version of this form.
    pub format: u32,
    /// Board by board, rule by rule.
    pub cells: Vec<Cost>,
}

/// What one cell costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The board, as in `3x3`.
    pub board: String,
    /// Its rows.
    pub rows: u8,
    /// Its columns.
    pub columns: u8,
    /// Its legal positions.
    pub legal_positions: u64,
    /// The ko rule.
    pub ko: &'static str,
    /// `proof` or `retrograde`.
    pub engine: &'static str,
    /// Nodes visited by the proof search, or solved by retrograde analysis.
    pub nodes: u64,
    /// Lemmas proved.
    pub lemmas: u64,
    /// Questions asked.
    pub questions: u64,
}

impl Costs {
    /// The boards whose costs are published: 1x1 … 1x10, 2x2 … 2x5, 3x3, 3x4.
    pub fn default_boards() -> Vec<Board> {
        let sizes = (1..=10)
            .map(|columns| (1, columns))
            .chain((2..=5).map(|columns| (2, columns)))
            .chain([(3, 3), (3, 4)]);
        sizes.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect()
    }

    /// All rules but those with long fights; those that combine scores only on boards of up to nine points.
    pub fn default_rules(board: &Board) -> Vec<Ko> {
        let quick = |ko: &Ko| !ko.has_long_fights() && (!ko.combines_scores() || board.points() < 10);
        Ko::all().filter(quick).collect()
    }

    /// Solves the cells. `done` is called after each, from any thread.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if a rule with endless play meets a board with too many positions.
    pub fn measure(cells: &[(Board, Ko)], meter: &Meter, done: &(dyn Fn() + Sync)) -> Result<Costs, Error> {
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|&index| {
            std::cmp::Reverse((cells[index].1.combines_scores(), cells[index].0.points()))
        });
        let measured = order.into_par_iter().with_max_len(1).map(|index| {
            let (board, ko) = cells[index];
            let game = Game::new(board, Ruleset::new(ko))?;
            let effort = solve(&Request::new(game, Position::EMPTY, Colour::Black), meter)?.effort;
            done();
            let cost = Cost {
                board: board.to_string(),
                rows: board.rows(),
                columns: board.columns(),
                legal_positions: count_legal(&board) as u64,
                ko: ko.name(),
                engine: match effort.engine {
                    Engine::Proof => "proof",
                    Engine::Retrograde => "retrograde",
                },
                nodes: effort.nodes,
                lemmas: effort.lemmas,
                questions: effort.questions,
            };
            Ok((index, cost))
        });
        let mut measured: Vec<(usize, Cost)> = measured.collect::<Result<_, Error>>()?;
        measured.sort_by_key(|(index, _)| *index);
        let cells = measured.into_iter().map(|(_, cost)| cost).collect();
        Ok(Costs { title: "What solving small boards costs: the value of the empty board", format: 1, cells })
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{:6} {:12} {:10} {:>12} {:>12} {:>9}\n",
            "board", "ko", "engine", "nodes", "lemmas", "questions"
        );
        for cost in &self.cells {
            let Cost { board, ko, engine, nodes, lemmas, questions, .. } = cost;
            text += &format!("{board:6} {ko:12} {engine:10} {nodes:12} {lemmas:12} {questions:9}\n");
        }
        text
    }

    /// For a program.
    ///
    /// # Errors
    /// If the JSON library refuses; costs give it no reason to.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
