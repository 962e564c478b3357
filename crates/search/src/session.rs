//! Many starts of one game, solved by the same lemmas.

use board::{Colour, Position, legal_positions};
use rules::{Game, Move, Score};

use crate::meter::Meter;
use crate::request::{Error, Request};
use crate::retrograde::Retrograde;
use crate::solution::{Line, Solution};
use crate::solve::{ProofSearch, deep};

/// Solves one start of a game after another. A lemma holds under every history that meets its
/// conditions, whatever the start, so what one start has taught serves all others. Where play can
/// go on for ever all starts of the board are solved at once.
///
/// Values, first moves and variations are those of [`crate::solve()`]; only the effort differs.
///
/// ```
/// use board::{Board, Colour, legal_positions};
/// use rules::Game;
/// use search::{Meter, Session};
///
/// let board: Board = "1x3".parse().unwrap();
/// let meter = Meter::default();
/// let mut session = Session::new(Game::new(board, "psk".parse().unwrap()), &meter)?;
/// for position in legal_positions(&board) {
///     let request = session.request(position, Colour::Black);
///     println!("{}: {}", position.text(&board), session.solve(&request).value.worth);
/// }
/// # Ok::<(), search::Error>(())
/// ```
pub struct Session<'a>(Game, Kind<'a>);

enum Kind<'a> {
    Proof(Box<ProofSearch<'a>>),
    Endless(Box<Retrograde>),
}

impl<'a> Session<'a> {
    /// A session of this game.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if rules with endless play meet a board with too many positions.
    pub fn new(game: Game, meter: &'a Meter) -> Result<Session<'a>, Error> {
        let kind = if game.rules.ko.endless() {
            let board = game.board;
            let starts =
                || legal_positions(&board).flat_map(|position| Colour::BOTH.map(|colour| (position, colour)));
            Kind::Endless(Box::new(Retrograde::new(&game, starts, meter)?))
        } else {
            Kind::Proof(Box::new(ProofSearch::new(game.clone(), meter)))
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
    /// # Panics
    /// If the request is about another game, or asks for a certificate: what lemmas rest on is
    /// kept from the first question on or not at all, so [`crate::solve()`] is to be asked.
    pub fn solve(&mut self, request: &Request) -> Solution {
        assert_eq!(request.game, self.0, "a session is about one game");
        assert!(!request.certificate, "a session writes no certificates");
        match &mut self.1 {
            Kind::Proof(search) => deep(|| search.solution(request)),
            Kind::Endless(retrograde) => retrograde.solution(request),
        }
    }
    /// After a start and a line of play, the first of some moves that is legal and keeps for the
    /// player to move what he is sure of: Black at least this score, White no more. Where play
    /// could go on for ever, the one of them that leads to an end soonest.
    pub fn keeping(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Option<Move> {
        match &mut self.1 {
            Kind::Proof(search) => deep(|| search.keeping(start, line, candidates, score)),
            Kind::Endless(retrograde) => retrograde.keeping(&self.0, start, line, candidates, score),
        }
    }

    /// A principal variation after a start and a line of play; `None` if a move of the line is
    /// illegal or the game is over.
    pub fn continuation(&mut self, start: (Position, Colour), line: &[Move]) -> Option<Line> {
        match &mut self.1 {
            Kind::Proof(search) => deep(|| search.continuation(start, line)),
            Kind::Endless(retrograde) => retrograde.continuation(&self.0, start, line),
        }
    }
}
