use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{End, Game, Ko, Preset, Ruleset, Suicide};
use kosolver_search::{Certificate, Error, Meter, Request, solve};
use rayon::prelude::*;

use crate::Record;

/// The cells of a table: every board under every ruleset, from the empty board, Black first.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The boards, in the order of rows.
    pub boards: Vec<Board>,
    /// The rulesets, in the order of columns; all of them presets, or none.
    pub columns: Vec<Column>,
    /// Whether to write a certificate of every cell.
    pub certificates: bool,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the preset, if it is one.
    pub preset: Option<&'static str>,
    /// Its rules.
    pub rules: Ruleset,
}

impl Column {
    /// A ko rule under area scoring.
    pub fn of_ko(ko: Ko, suicide: Suicide) -> Column {
        Column { preset: None, rules: Ruleset::with_suicide(ko, suicide) }
    }

    /// A preset.
    pub fn of_preset(preset: &Preset) -> Column {
        Column { preset: Some(preset.name), rules: preset.rules() }
    }

    /// Its rules, then those of the other readings of the ko rule if it is the default.
    fn readings(&self) -> Vec<Ruleset> {
        let all: Vec<Ko> = self.rules.ko().readings().collect();
        let readings = if all.first() == Some(&self.rules.ko()) { all } else { vec![self.rules.ko()] };
        let reading = |ko| self.rules.but().ko(ko).build();
        readings.into_iter().map(|ko| reading(ko).expect("what fits one reading fits all")).collect()
    }
}

/// A solved cell: its record, and what proves it if that was asked for.
pub type Cell = (Record, Option<Certificate>);

impl Survey {
    /// Under rules with long fights a cell is left open that takes more nodes of a search.
    pub const NODES: u64 = 200_000;

    /// The ko rules of Kee's table: all whose fights are not too long.
    pub fn default_kos() -> Vec<Ko> {
        Ko::all().filter(|ko| !ko.has_long_fights()).collect()
    }

    /// The boards of Kee's table and a few more: 1x1 … 1x9, 2x2, 2x3, 2x4, 3x3.
    pub fn default_boards() -> Vec<Board> {
        Survey::boards_up_to(9)
    }

    /// The boards of the table of presets: 1x1 … 1x8, 2x2, 2x3, 2x4, 3x3.
    pub fn default_boards_of_presets() -> Vec<Board> {
        Survey::boards_up_to(8)
    }

    fn boards_up_to(longest: u64) -> Vec<Board> {
        let sizes = (1..=longest).map(|columns| (1, columns)).chain([(2, 2), (2, 3), (2, 4), (3, 3)]);
        sizes.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect()
    }

    /// How many solutions it takes: one a cell, and one for each further reading of its rule.
    pub fn tasks(&self) -> usize {
        self.boards.len() * self.columns.iter().map(|column| column.readings().len()).sum::<usize>()
    }

    /// Solves all cells in parallel, row by row. `done` is called after each solution, from
    /// any thread.
    ///
    /// # Errors
    /// The first cell, in the order of the table, that cannot be solved.
    pub fn solve(&self, meter: &Meter, done: &(dyn Fn() + Sync)) -> Result<Vec<Cell>, Error> {
        let mut tasks: Vec<(usize, Option<&'static str>, Request)> = Vec::new();
        for board in &self.boards {
            for column in &self.columns {
                for (index, rules) in column.readings().into_iter().enumerate() {
                    let game = Game::new(*board, rules)?;
                    let mut request = Request::new(game, Position::EMPTY, Colour::Black);
                    request.openings = index == 0;
                    request.certificate = index == 0 && self.certificates;
                    request.resources.nodes = rules.ko().has_long_fights().then_some(Survey::NODES);
                    tasks.push((tasks.len(), column.preset, request));
                }
            }
        }
        // The long ones first, so that no core waits for the last: more points, and the rules under
        // which a position comes in many states.
        tasks.sort_by_key(|(number, _, request)| {
            let rules = request.game.rules();
            let many =
                rules.ko().combines_scores() || rules.long_cycle() || rules.end() == End::PrisonerReturn;
            (!many, std::cmp::Reverse(request.game.board().points()), *number)
        });
        let solved = tasks.into_par_iter().with_max_len(1).map(|(number, preset, request)| {
            let solved = match solve(&request, meter) {
                Ok(solution) => Ok((Record::of(&request, &solution), solution.certificate)),
                Err(Error::Nodes { .. }) => Ok((Record::unsolved(&request), None)),
                Err(error) => Err(error),
            };
            let solved = solved
                .map(|(record, certificate)| (Record { preset, ..record }, certificate, request.openings));
            done();
            (number, solved)
        });
        let mut solved: Vec<(usize, Result<_, Error>)> = solved.collect();
        solved.sort_by_key(|(number, _)| *number);

        let mut cells: Vec<Cell> = Vec::new();
        for (_, solved) in solved {
            let (record, certificate, first) = solved?;
            match cells.last_mut() {
                Some((last, _)) if !first => {
                    last.readings.insert(record.ko, record.value);
                }
                _ => cells.push((record, certificate)),
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
