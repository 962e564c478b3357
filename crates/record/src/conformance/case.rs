use serde::Deserialize;

use crate::conformance::report::counted;
use crate::conformance::{Error, Game};
use crate::{Board, Rules};

/// A game under a ko rule and a suicide rule, and what is legal after every move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Case {
    /// Its name: no other case has it.
    pub name: String,
    /// The ko rule.
    pub ko: String,
    /// The suicide rule: forbidden, multi-stone or allowed.
    pub suicide: String,
    /// The board, rows first.
    pub board: String,
    /// The stones at the start: rows from the top, `X` Black, `O` White, `.` empty.
    pub start: String,
    /// Who moves first: black or white.
    pub first: String,
    /// What happens, in turn: the name of a point, `pass`, or `undo`, which takes the last move back.
    pub actions: Vec<String>,
    /// Black's points less White's after the last action, if the game is over then: area, no komi, no
    /// stone is dead.
    pub score: Option<CaseScore>,
    /// The same game as SGF.
    pub sgf: String,
    /// Where the game comes from.
    pub source: String,
    /// The mistakes that this case finds.
    pub catches: Vec<Catch>,
    /// Before the first action, and after each.
    pub states: Vec<State>,
}

/// Points as the JSON of all results has them: a number, or a text where they are a fraction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum CaseScore {
    /// Such as `-2`.
    Whole(i64),
    /// Such as `-16/3`.
    Fraction(String),
}

/// Mistakes that a case finds, all at one place: where they are seen first.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Catch {
    /// After how many actions.
    pub after: usize,
    /// The point on which legality differs.
    pub play: String,
    /// Whether the play is legal there; the mistaken program says the opposite.
    pub legal: bool,
    /// The names of the mistakes.
    pub faults: Vec<String>,
}

/// The game at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct State {
    /// Who is to move: black or white.
    pub to_move: String,
    /// Rows from the top: `X` and `O` are stones, `+` a point where a play is legal, `k` one where the
    /// ko rule bans it, `s` one where it is forbidden suicide. When the game is over `.` is empty.
    pub points: String,
    /// The plays on empty points that are not legal.
    pub illegal: Vec<Illegal>,
}

/// A play that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Illegal {
    /// The point.
    pub play: String,
    /// What bans it: the ko rule by its name, or `suicide`.
    pub by: String,
    /// If it is the ko rule: after how many moves what bans it was so first; 0 is the start. Moves taken
    /// back do not count.
    #[serde(default)]
    pub since: Option<usize>,
    /// If it is the ko rule: why, in words.
    #[serde(default)]
    pub why: Option<String>,
}

impl Case {
    /// The game.
    ///
    /// # Errors
    /// [`Error`] if the case was written by somebody else, and is wrong.
    pub fn game(&self) -> Result<Game, Error> {
        Game::parse(&self.board, &self.start, &self.first, &self.actions)
    }

    /// Sees that it has a state before each action and after the last, each of its board: otherwise
    /// there would be moments at which nothing is asked, or points that are not there.
    pub(crate) fn check_states(&self) -> Result<(), Error> {
        let fault = |fault: String| Err(Error::Kit(format!("case {}: {fault}", self.name)));
        let (game, states) = (self.game()?, self.states.len());
        let rows = vec![game.board.columns(); game.board.rows()];
        if states != self.actions.len() + 1 {
            let actions = counted(self.actions.len(), "action");
            let has = if self.actions.len() == 1 { "has" } else { "have" };
            return fault(format!("{actions} {has} {}: write one more", counted(states, "state")));
        }
        let is_of_board = |state: &State| rows.iter().copied().eq(state.points.split('/').map(str::len));
        match self.states.iter().position(|state| !is_of_board(state)) {
            Some(after) => {
                let after = counted(after, "action");
                fault(format!("the state after {after} is none of {}", self.board))
            }
            None => Ok(()),
        }
    }

    /// Its ruleset as text.
    pub fn ruleset(&self) -> String {
        format!("ko={} suicide={}", self.ko, self.suicide)
    }

    /// Whether it finds a mistake.
    pub fn finds(&self, fault: &str) -> bool {
        self.catches.iter().any(|catch| catch.faults.iter().any(|there| there == fault))
    }

    /// The rules.
    ///
    /// # Errors
    /// [`Error`] if there are no such rules.
    pub fn rules(&self) -> Result<Rules, Error> {
        let suicide = self.suicide.parse().map_err(crate::Error::from)?;
        let ko = self.ko.parse().map_err(|fault: kosolver_rules::Error| Error::Kit(fault.to_string()))?;
        Ok(Rules::of_two(ko, suicide)?)
    }
}

impl State {
    /// The points where a play is legal.
    pub fn legal(&self, board: &Board) -> Vec<usize> {
        let points = self.points.chars().filter(|symbol| *symbol != '/');
        let legal = points.enumerate().filter(|(_, symbol)| *symbol == '+').map(|(point, _)| point);
        legal.filter(|point| *point < board.points()).collect()
    }
}
