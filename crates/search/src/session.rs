//! Many starts of one game, solved by the same lemmas.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Score};

use crate::endless::{Endless, FreshBounds};
use crate::meter::Meter;
use crate::request::{Error, Request, Resources};
use crate::solution::{Line, Solution};
use crate::solve::{ProofSearch, deep};

/// Solves one start of a game after another. A lemma holds under every history that meets its
/// conditions, whatever the start, so what one start has taught serves all others. Where play can
/// go on for ever all starts of the board are solved at once.
///
/// Values, first moves and variations are those of [`crate::solve()`]; only the effort differs.
///
/// ```
/// use kosolver_board::{Board, Colour, legal_positions};
/// use kosolver_rules::Game;
/// use kosolver_search::{Meter, Session};
///
/// let board: Board = "1x3".parse().unwrap();
/// let meter = Meter::default();
/// let mut session = Session::new(Game::new(board, "psk".parse().unwrap()), &meter)?;
/// for position in legal_positions(&board) {
///     let request = session.request(position, Colour::Black);
///     println!("{}: {}", position.text(&board), session.solve(&request)?.value.worth);
/// }
/// # Ok::<(), kosolver_search::Error>(())
/// ```
pub struct Session<'a>(Game, Kind<'a>);

enum Kind<'a> {
    Proof(Box<ProofSearch<'a>>),
    Endless(Box<Endless<'a>>),
}

impl<'a> Session<'a> {
    /// A session of this game, with one thread and as much memory as there is.
    ///
    /// # Errors
    /// [`Error::Endless`] if rules with endless play meet a board with too many positions.
    pub fn new(game: Game, meter: &'a Meter) -> Result<Session<'a>, Error> {
        Session::with(game, &Resources::default(), meter)
    }

    /// A session of this game with the threads and the memory of some resources; checkpoints are a
    /// matter of each request.
    ///
    /// # Errors
    /// [`Error::Endless`] if rules with endless play meet a board with too many positions.
    pub fn with(game: Game, resources: &Resources, meter: &'a Meter) -> Result<Session<'a>, Error> {
        let game = game.checked().map_err(Error::Rules)?;
        let kind = if game.rules.endless() {
            Kind::Endless(Box::new(Endless::new(&game, resources.memory, meter)?))
        } else {
            let mut search = ProofSearch::new(game.clone(), resources, meter);
            search.bounds = FreshBounds::of(&game);
            Kind::Proof(Box::new(search))
        };
        Ok(Session(game, kind))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.0
    }

    /// A request for the value of a start of this game.
    pub fn request(&self, position: Position, to_move: Colour) -> Request {
        Request::new(self.0.clone(), position, to_move)
    }

    /// Solves a start.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    ///
    /// # Panics
    /// If the request is about another game, or asks for a certificate: what lemmas rest on is
    /// kept from the first question on or not at all, so [`crate::solve()`] is to be asked.
    pub fn solve(&mut self, request: &Request) -> Result<Solution, Error> {
        assert_eq!(request.game, self.0, "a session is about one game");
        assert!(!request.certificate, "a session writes no certificates");
        match &mut self.1 {
            Kind::Proof(search) => deep(search.memory(), || search.solution(request)),
            Kind::Endless(endless) => endless.solution(request),
        }
    }

    /// After a start and a line of play, the first of some moves that is legal and keeps for the
    /// player to move what he is sure of: Black at least this score, White no more. Where play
    /// could go on for ever, the one of them that leads to an end soonest.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn keeping(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Result<Option<Move>, Error> {
        match &mut self.1 {
            Kind::Proof(search) => deep(search.memory(), || search.keeping(start, line, candidates, score)),
            Kind::Endless(endless) => endless.keeping(start, line, candidates, score),
        }
    }

    /// A principal variation after a start and a line of play; `None` if a move of the line is
    /// illegal or the game is over.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn continuation(&mut self, start: (Position, Colour), line: &[Move]) -> Result<Option<Line>, Error> {
        match &mut self.1 {
            Kind::Proof(search) => deep(search.memory(), || search.continuation(start, line)),
            Kind::Endless(endless) => endless.continuation(start, line),
        }
    }
}
