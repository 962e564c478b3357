//! What can be asked for.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kosolver_board::{Colour, Point, Position, Symmetry};
use kosolver_rules::{Game, Move, Outcome, Referee, Score};

use crate::error::Error;
use crate::guide::Guides;

/// What a search may use. No value depends on it.
///
/// ```
/// use kosolver_search::Resources;
///
/// let resources = Resources::default().with_threads(2)?.with_memory(256 << 20)?;
/// assert!(Resources::default().with_threads(0).is_err());
/// # Ok::<(), kosolver_search::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    pub(crate) threads: usize,
    pub(crate) memory: u64,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) checkpoint: Option<PathBuf>,
    pub(crate) interval: Duration,
    pub(crate) resume: bool,
    pub(crate) guides: Guides,
}

impl Resources {
    /// The least memory that tables are made in: 1 MiB. What is worth solving takes more.
    pub const LEAST_MEMORY: u64 = 1 << 20;
    /// The most threads that search together.
    pub const MOST_THREADS: usize = 256;

    /// With so many threads, 1 to 256. With more than one, lemmas and certificates depend on chance;
    /// values, first moves and variations do not. Under a rule with long fights, `kee-2007`, a search has
    /// one thread all the same.
    ///
    /// # Errors
    /// [`Error::Resources`] if there are none or too many.
    pub fn with_threads(self, threads: usize) -> Result<Resources, Error> {
        match threads {
            1..=Resources::MOST_THREADS => Ok(Resources { threads, ..self }),
            _ => Err(Error::Resources(format!(
                "a search has 1 to {} threads, not {threads}",
                Resources::MOST_THREADS
            ))),
        }
    }

    /// With so many bytes that the tables may take, at least [`Resources::LEAST_MEMORY`].
    ///
    /// # Errors
    /// [`Error::Resources`] if it is less.
    pub fn with_memory(self, memory: u64) -> Result<Resources, Error> {
        if memory < Resources::LEAST_MEMORY {
            return Err(Error::Resources(format!(
                "a search takes at least {} bytes of memory, not {memory}",
                Resources::LEAST_MEMORY
            )));
        }
        Ok(Resources { memory, ..self })
    }

    /// With so many nodes that a proof search may visit before it gives up; `None` for no limit. With
    /// a limit it has one thread, so that what it finds does not depend on chance. If [`Resources::with_threads`]
    /// comes after this it has several, which visit about so many in all.
    pub fn with_nodes(self, nodes: Option<u64>) -> Resources {
        let threads = if nodes.is_some() { 1 } else { self.threads };
        Resources { nodes, threads, ..self }
    }

    /// With so much time for each call; `None` for no limit.
    pub fn with_time(self, time: Option<Duration>) -> Resources {
        Resources { time, ..self }
    }

    /// With these guides. By default a search makes one where it pays.
    pub fn with_guides(self, guides: Guides) -> Resources {
        Resources { guides, ..self }
    }

    /// Whether tables that were made for these resources serve for others: the rest is a matter of each
    /// call.
    pub(crate) fn have_tables_of(&self, other: &Resources) -> bool {
        let tables = |resources: &Resources| {
            let Resources { threads, memory, guides, .. } = resources.clone();
            (threads, memory, guides)
        };
        tables(self) == tables(other)
    }

    /// The file in which the search saves what it has found.
    pub fn checkpoint(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// With a file in which a proof search saves what it has found: first after a second, then each time after twice as
    /// long until that is this interval, and when it is interrupted. The interval is longer if saving takes more than a
    /// twentieth of the time. With `resume` the search goes on from that file.
    pub fn with_checkpoint(self, path: PathBuf, interval: Duration, resume: bool) -> Resources {
        Resources { checkpoint: Some(path), interval, resume, ..self }
    }
}

impl Default for Resources {
    /// One thread, as much memory as there is, no limits.
    fn default() -> Resources {
        Resources {
            threads: 1,
            memory: u64::MAX,
            nodes: None,
            time: None,
            checkpoint: None,
            interval: Duration::from_secs(120),
            resume: false,
            guides: Guides::default(),
        }
    }
}

/// What to solve: a game from a start position, whose history is that position alone, perhaps after
/// some moves, which are history too.
#[derive(Clone, Debug)]
pub struct Request {
    pub(crate) game: Game,
    pub(crate) position: Position,
    pub(crate) to_move: Colour,
    /// The moves made since.
    pub(crate) played: Vec<Move>,
    /// What the end is worth to Black and how the game has ended, if these moves have ended it.
    pub(crate) over: Option<(Score, Outcome)>,
    pub(crate) openings: bool,
    pub(crate) line: bool,
    pub(crate) certificate: bool,
    pub(crate) guess: Option<Score>,
    /// Those of a session, if none are given.
    pub(crate) resources: Option<Resources>,
}

impl Request {
    /// The value of the empty board with Black to move.
    pub fn empty(game: Game) -> Request {
        Request {
            game,
            position: Position::EMPTY,
            to_move: Colour::Black,
            played: Vec::new(),
            over: None,
            openings: false,
            line: false,
            certificate: false,
            guess: None,
            resources: None,
        }
    }

    /// The value of a start position.
    ///
    /// # Errors
    /// [`Error::Rules`] if [no game starts there](Game::check_start).
    pub fn new(game: Game, position: Position, to_move: Colour) -> Result<Request, Error> {
        game.check_start(position, to_move)?;
        Ok(Request { position, to_move, ..Request::empty(game) })
    }

    /// The same after some more moves. They count as history.
    ///
    /// # Errors
    /// [`Error::Illegal`] for the first that is illegal.
    pub fn after(mut self, moves: &[Move]) -> Result<Request, Error> {
        let mut referee = self.referee();
        for made in moves {
            let number = self.played.len() + 1;
            referee.play(*made).map_err(|reason| Error::Illegal { number, reason })?;
            self.played.push(*made);
        }
        // A start without a legal move is solved, and proved, like any other.
        if !self.played.is_empty() {
            self.over = referee.score().zip(referee.outcome());
        }
        Ok(self)
    }

    /// The same, valuing every first move or not.
    pub fn with_openings(self, openings: bool) -> Request {
        Request { openings, ..self }
    }

    /// The same, finding a principal variation or not.
    pub fn with_line(self, line: bool) -> Request {
        Request { line, ..self }
    }

    /// The same, writing a certificate of the value or not.
    pub fn with_certificate(self, certificate: bool) -> Request {
        Request { certificate, ..self }
    }

    /// The same, asking for this value first. If it is right, the fewest questions are asked; the
    /// answer does not depend on it.
    pub fn with_guess(self, guess: Option<Score>) -> Request {
        Request { guess, ..self }
    }

    /// The same with resources of its own. A request without any is solved with those of its session.
    pub fn with_resources(self, resources: Resources) -> Request {
        Request { resources: Some(resources), ..self }
    }

    /// What the same start and moves are worth at another komi: the value alone, without a checkpoint.
    ///
    /// # Errors
    /// [`Error::Rules`] if the rules cannot have this komi.
    pub fn at_komi(&self, komi: Score) -> Result<Request, Error> {
        let game = Game::new(*self.game.board(), self.game.rules().but().komi(komi).build()?)?;
        let without = |resources| Resources { checkpoint: None, ..resources };
        let start = Request::new(game, self.position, self.to_move)?.after(&self.played)?;
        Ok(Request { resources: self.resources.clone().map(without), ..start })
    }

    /// Board and rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The start position.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Who moves first at the start.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The moves made since the start.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Whether a principal variation is found.
    pub fn line(&self) -> bool {
        self.line
    }

    /// Whether a certificate is written.
    pub fn certificate(&self) -> bool {
        self.certificate
    }

    /// What the search may use, if the request says so.
    pub fn resources(&self) -> Option<&Resources> {
        self.resources.as_ref()
    }

    /// Whether every first move is valued.
    pub fn openings(&self) -> bool {
        self.openings
    }

    /// The game as it stands: the referee has seen all of it.
    pub fn referee(&self) -> Referee {
        let mut referee = Referee::new(self.game.clone(), self.position, self.to_move);
        for made in &self.played {
            if let Err(illegal) = referee.play(*made) {
                unreachable!("the moves of a request are legal: {illegal}");
            }
        }
        referee
    }

    /// For each point of the board the one that stands for it: the first that a symmetry of
    /// the start position maps it to. After moves each point stands for itself, since symmetric moves
    /// may have different histories.
    pub fn representatives(&self) -> Vec<Point> {
        let board = self.game.board();
        if !self.played.is_empty() {
            return board.all().iter().collect();
        }
        let mut symmetries = Symmetry::all(board);
        symmetries.retain(|symmetry| symmetry.position(self.position) == self.position);
        let first = |point| symmetries.iter().map(|symmetry| symmetry.point(point)).min().unwrap_or(point);
        board.all().iter().map(first).collect()
    }
}
