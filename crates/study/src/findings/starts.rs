//! Every start of a board, solved.

use kosolver_board::{Board, Colour, Position, distinct_positions};
use kosolver_rules::{Game, Ruleset, Score};
use kosolver_search::{Session, Value};

use crate::error::PublicationError;
use crate::findings::study::{Row, Task};
use crate::parallel::each;

/// The legal positions of a board up to symmetry, fewest stones first, with Black to move. Under rules
/// that are the same for both players these are all starts: White to move is Black to move, colours
/// exchanged.
pub(crate) struct Starts {
    pub board: Board,
    pub list: Vec<Position>,
}

impl Starts {
    /// Those of a board.
    pub fn of(board: &str) -> Result<Starts, PublicationError> {
        let board = board.parse()?;
        Ok(Starts { board, list: distinct_positions(&board) })
    }

    /// A start as it is written.
    pub fn text(&self, start: usize) -> String {
        self.list[start].text(&self.board)
    }

    /// What solves these starts under some rules.
    pub fn session(&self, rules: &str, task: &Task) -> Result<Session, PublicationError> {
        Ok(task.session(Game::new(self.board, rules.parse::<Ruleset>()?)?))
    }

    /// The values of all starts with this player to move.
    pub fn solve(&self, session: &mut Session, first: Colour) -> Result<Vec<Value>, PublicationError> {
        let value = |position: &Position| Ok(session.solve(&session.request(*position, first)?)?.value);
        self.list.iter().map(value).collect()
    }

    /// The values of all starts under some rules.
    pub fn values(&self, rules: &str, task: &Task) -> Result<Vec<Value>, PublicationError> {
        let found = self.solve(&mut self.session(rules, task)?, Colour::Black)?;
        task.tell(format!("{} {rules}: {} starts", self.board, found.len()));
        Ok(found)
    }
}

/// The starts on which two rules differ.
pub(crate) fn differ(one: &[Value], other: &[Value]) -> Vec<usize> {
    (0..one.len()).filter(|start| one[*start].worth != other[*start].worth).collect()
}

/// The largest difference of two rules.
pub(crate) fn largest(one: &[Value], other: &[Value]) -> Score {
    let differences = one.iter().zip(other).map(|(one, other)| (one.worth - other.worth).abs());
    differences.max().unwrap_or_default()
}

/// A share in percent.
pub(crate) fn percent(part: usize, all: usize) -> String {
    format!("{:.1}", 100.0 * part as f64 / all.max(1) as f64)
}

/// Two rules on all starts of a board.
pub(crate) struct Compared {
    pub rules: [&'static str; 2],
    /// The starts on which they differ, fewest stones first.
    pub differ: Vec<usize>,
    /// By how much at most.
    pub largest: Score,
    /// The values under each on the first of those starts.
    pub first: Option<[Value; 2]>,
}

impl Compared {
    /// The cells of a table: the rules, starts, differ, percent and largest.
    pub fn cells(&self, board: &str, starts: usize) -> Row {
        vec![
            board.into(),
            self.rules[0].into(),
            self.rules[1].into(),
            starts.into(),
            self.differ.len().into(),
            percent(self.differ.len(), starts).into(),
            self.largest.into(),
        ]
    }
}

/// Compares every two of some rules on all starts of a board.
pub(crate) fn compare(
    starts: &Starts,
    rules: &[&'static str],
    task: &Task,
) -> Result<Vec<Compared>, PublicationError> {
    let values = each(rules, |rules| starts.values(rules, task))?;
    let pairs = (0..rules.len()).flat_map(|one| (one + 1..rules.len()).map(move |other| [one, other]));
    let compared = pairs.map(|pair| {
        let [one, other] = pair.map(|place| &values[place]);
        let differ = differ(one, other);
        Compared {
            rules: pair.map(|place| rules[place]),
            largest: largest(one, other),
            first: differ.first().map(|start| [one, other].map(|values| values[*start])),
            differ,
        }
    });
    Ok(compared.collect())
}
