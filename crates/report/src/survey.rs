use board::{Board, Colour, Position};
use rayon::prelude::*;
use rules::{Game, Ko, Ruleset, Suicide};
use search::{Certificate, Error, Meter, Request, Solution, solve};

use crate::Record;

/// The cells of a table: every board under every ko rule, from the empty board, Black first.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The boards, in the order of rows.
    pub boards: Vec<Board>,
    /// The ko rules, in the order of columns.
    pub rules: Vec<Ko>,
    /// The suicide rule.
    pub suicide: Suicide,
    /// Whether to write a certificate of every cell.
    pub certificates: bool,
}

/// A solved cell: its record, and what proves it if that was asked for.
pub type Cell = (Record, Option<Certificate>);

impl Survey {
    /// The boards of Kee's table and a few more: 1x1 … 1x9, 2x2, 2x3, 2x4, 3x3.
    pub fn default_boards() -> Vec<Board> {
        let sizes = (1..=9).map(|columns| (1, columns)).chain([(2, 2), (2, 3), (2, 4), (3, 3)]);
        sizes.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect()
    }

    /// How many solutions it takes: one a cell, and one for each further reading of its rule.
    pub fn tasks(&self) -> usize {
        self.boards.len() * self.rules.iter().map(|ko| self.readings(*ko).len()).sum::<usize>()
    }

    /// The reading asked for, then the others of the same rule if it is the default.
    fn readings(&self, ko: Ko) -> Vec<Ko> {
        let all: Vec<Ko> = ko.readings().collect();
        if all.first() == Some(&ko) { all } else { vec![ko] }
    }

    /// Solves all cells in parallel, row by row. `done` is called after each solution, from
    /// any thread.
    ///
    /// # Errors
    /// The first cell, in the order of the table, that cannot be solved.
    pub fn solve(&self, meter: &Meter, done: &(dyn Fn() + Sync)) -> Result<Vec<Cell>, Error> {
        let mut tasks: Vec<(usize, Request)> = Vec::new();
        for board in &self.boards {
            for ko in &self.rules {
                for (index, reading) in self.readings(*ko).into_iter().enumerate() {
                    let rules = Ruleset { suicide: self.suicide, ..Ruleset::new(reading) };
                    let game = Game::new(*board, rules);
                    let mut request = Request::new(game, Position::EMPTY, Colour::Black);
                    request.openings = index == 0;
                    request.certificate = index == 0 && self.certificates;
                    tasks.push((tasks.len(), request));
                }
            }
        }
        // The long ones first, so that no core waits for the last: more points, and the rules
        // that sum up scoring positions.
        tasks.sort_by_key(|(number, request)| {
            let game = &request.game;
            (!game.rules.ko.combines_scores(), std::cmp::Reverse(game.board.points()), *number)
        });
        let solved = tasks.into_par_iter().with_max_len(1).map(|(number, request)| {
            let solution = solve(&request, meter);
            done();
            (number, request, solution)
        });
        let mut solved: Vec<(usize, Request, Result<Solution, Error>)> = solved.collect();
        solved.sort_by_key(|(number, ..)| *number);

        let mut cells: Vec<Cell> = Vec::new();
        for (_, request, solution) in solved {
            let solution = solution?;
            let record = Record::of(&request, &solution);
            match cells.last_mut() {
                Some((last, _)) if !request.openings => {
                    last.readings.insert(record.ko, record.value);
                }
                _ => cells.push((record, solution.certificate)),
            }
        }
        for (record, _) in &mut cells {
            if !record.readings.is_empty() {
                record.readings.insert(record.ko, record.value);
            }
        }
        Ok(cells)
    }
}
