//! Questions about the game, within limits.

use std::fmt;
use std::time::Duration;

use kosolver::rules::Score;
use kosolver::{Error, Session};

use crate::engine::Engine;
use crate::input::{Patience, Why};

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub struct Unsolved {
    /// Why.
    pub why: Reason,
    /// What was proved of the value all the same: the least and the greatest it can be.
    pub bounds: (Option<Score>, Option<Score>),
}

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It took more time than it may.
    Time(Duration),
    /// It visited more nodes than it may.
    Nodes(u64),
    /// The controller has interrupted it.
    Interrupted,
    /// The program is to end.
    Stopped,
    /// Anything else.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time(limit) => {
                let seconds = (limit.as_secs_f64() * 10.0).round() / 10.0;
                write!(f, "not solved within {seconds} seconds")
            }
            Reason::Nodes(nodes) => write!(f, "not solved within {nodes} nodes"),
            Reason::Interrupted | Reason::Stopped => f.write_str("interrupted"),
            Reason::Other(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)?;
        match self.bounds {
            (None, None) => Ok(()),
            (Some(low), None) => write!(f, "; the value is at least {low}"),
            (None, Some(high)) => write!(f, "; the value is at most {high}"),
            (Some(low), Some(high)) => write!(f, "; the value is from {low} to {high}"),
        }
    }
}

impl Engine {
    /// Lets the session work on a question, for so long. `budget` is what the user calls that time.
    pub fn ask<T: Send>(
        &mut self,
        limit: Option<Duration>,
        budget: Option<Duration>,
        work: impl FnOnce(&mut Session) -> Result<T, Error> + Send,
    ) -> Result<T, Unsolved> {
        let session = self.table.session();
        let ((result, bounds), ended) = self.input.during(
            Patience::Finish,
            limit,
            None,
            || (),
            |meter| {
                session.watch(meter);
                let result = work(session);
                (result, meter.bounds())
            },
        );
        // What is true of every game is no news.
        let (least, greatest) = self.table.referee().game().score_range().unzip();
        let bounds =
            (bounds.0.filter(|low| Some(*low) != least), bounds.1.filter(|high| Some(*high) != greatest));
        result.map_err(|error| {
            let why = match (&error, ended) {
                (_, Why::Stopped) => Reason::Stopped,
                (Error::Interrupted { .. }, Why::Line) => Reason::Interrupted,
                (Error::Interrupted { .. }, Why::Done) => Reason::Time(budget.unwrap_or_default()),
                (Error::Nodes { nodes, .. }, _) => Reason::Nodes(*nodes),
                _ => Reason::Other(error.to_string()),
            };
            Unsolved { why, bounds }
        })
    }

    /// The same for a question that may take as long as any.
    pub fn ask_at_ease<T: Send>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Error> + Send,
    ) -> Result<T, Unsolved> {
        let most = self.clock.most();
        self.ask(most, most, work)
    }
}
