//! What a comparison is about.

use kosolver_board::{Board, Colour, Position, count_legal, distinct, distinct_positions, least_legal};
use kosolver_rules::{Game, Ko, Suicide};
use kosolver_search::Error;

use crate::column::Column;

/// The most legal positions of a board that is compared; 4x4 has 24 million.
const MOST_POSITIONS: u128 = 1_000_000;

/// What to compare: every start position of some boards under some rules.
#[derive(Clone, Debug)]
pub struct Census {
    /// The boards, each with its rules in the order of tables.
    pub boards: Vec<(Board, Vec<Column>)>,
}

/// The starts of a board that are compared.
pub(crate) struct Starts {
    /// The starts, fewest stones first.
    pub list: Vec<(Position, Colour)>,
    /// Whether they are with White to move too.
    pub both: bool,
}

impl Starts {
    /// The legal positions up to symmetry: with Black to move, since the rules are the same for both
    /// players; if some are not, with White to move too. Where stones of a handicap belong on the
    /// board, the starts that all rules allow.
    pub fn of(board: &Board, columns: &[Column]) -> Result<Starts, Error> {
        let games: Result<Vec<Game>, kosolver_rules::Error> =
            columns.iter().map(|column| Game::new(*board, column.rules)).collect();
        let games = games?;
        let both = games.iter().any(|game| !game.fair());
        let first: &[Colour] = if both { &Colour::BOTH } else { &[Colour::Black] };
        let starts = distinct_positions(board).into_iter();
        let starts = starts.flat_map(|position| first.iter().map(move |first| (position, *first)));
        let allowed = |(position, first): &(Position, Colour)| {
            games.iter().all(|game| game.check_start(*position, *first).is_ok())
        };
        Ok(Starts { list: starts.filter(allowed).collect(), both })
    }

    /// Who moves first at a start; nothing where Black does at all of them.
    pub fn to_play(&self, start: usize) -> Option<Colour> {
        self.both.then_some(self.list[start].1)
    }
}

impl Census {
    /// All rules that have a score and do not take minutes on this board. Those that combine scores
    /// (Kee's) take 3 minutes of one core on 1x8 (docs/commands.md), all others a second, except those
    /// with long fights. Some are left for request.
    pub fn default_rules(board: &Board) -> Vec<Ko> {
        let side = board.rows().max(board.columns());
        let quick = |ko: &Ko| !ko.combines_scores() || (side < 8 && board.points() < 10);
        let asked = |ko: &Ko| ko.on_request() || ko.win_or_loss() || ko.has_long_fights();
        Ko::all().filter(|ko| !asked(ko)).filter(quick).collect()
    }

    /// All rules of the census: ko rules in the order of tables, rulesets as they are named.
    pub(crate) fn columns(&self) -> Vec<&Column> {
        let mut columns = distinct(self.boards.iter().flat_map(|(_, columns)| columns));
        if self.suicide().is_some() {
            let order: Vec<Ko> = Ko::all().flat_map(Ko::readings).collect();
            columns.sort_by_key(|column| order.iter().position(|ko| *ko == column.rules.ko()));
        }
        columns
    }

    /// The suicide rule of the ko rules that are compared; nothing if rulesets are.
    pub(crate) fn suicide(&self) -> Option<Suicide> {
        let mut columns = self.boards.iter().flat_map(|(_, columns)| columns);
        match columns.clone().any(|column| column.name.is_some()) {
            true => None,
            false => columns.next().map(|column| column.rules.suicide()),
        }
    }

    /// Checks that the starts of every board can be listed, and that the rules fit it.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a board with more legal positions than are taken, [`Error::Rules`] if
    /// handicap stones do not fit a board.
    pub fn check(&self) -> Result<(), Error> {
        for (board, columns) in &self.boards {
            let least = least_legal(board);
            let positions = if least > MOST_POSITIONS { least } else { count_legal(board) };
            if positions > MOST_POSITIONS {
                return Err(Error::TooLarge {
                    board: board.to_string(),
                    positions,
                    what: "a comparison".to_owned(),
                    limit: MOST_POSITIONS,
                });
            }
            for column in columns {
                Game::new(*board, column.rules)?;
            }
        }
        Ok(())
    }
}
