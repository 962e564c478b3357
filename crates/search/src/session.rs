//! A game that is played and solved as it goes.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Illegal, Move, NamedMove, Referee, Score};

use crate::certificate::Certificate;
use crate::meter::Meter;
use crate::request::{Error, Request, Resources};
use crate::solution::{Line, Solution, Value};
use crate::solve::{Solver, solve};

/// A game, with its moves so far, and all that has been found out about it.
///
/// It keeps its tables between calls. A lemma holds under every history that meets its
/// conditions, so what one question has taught serves the next: after a move, with a move taken back,
/// from another start. Values are those of [`crate::solve()`]; only the effort differs.
///
/// ```
/// use kosolver_rules::Game;
/// use kosolver_search::Session;
///
/// let mut session = Session::new(Game::new("2x2".parse()?, "psk".parse()?)?);
/// session.play("A1")?;
/// assert_eq!(session.value()?.to_string(), "1");
/// for (made, value) in session.values()? {
///     println!("{made} {value}"); // A2 4, B2 1, B1 4, pass 4
/// }
/// session.undo();
/// assert_eq!(session.best_line()?.to_string(), "A2 B1 B2 pass pass");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    game: Game,
    resources: Resources,
    meter: Meter,
    /// Made for the first question.
    solver: Option<Solver>,
    start: (Position, Colour),
    /// The referee at the start and after each move.
    referees: Vec<Referee>,
}

/// A move that somebody might make, and why it is illegal if it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The move.
    pub made: NamedMove,
    /// Why it is illegal; `None` if it is legal.
    pub illegal: Option<Illegal>,
}

impl Session {
    /// The start of a game on the empty board with Black to move: one thread, and as much memory as
    /// there is.
    pub fn new(game: Game) -> Session {
        Session::with(game, Resources::default(), &Meter::default())
    }

    /// The same with the threads, the memory and the time of some resources, counted by a meter. Time
    /// and nodes are for each call. Checkpoints are a matter of [`crate::solve()`].
    pub fn with(game: Game, resources: Resources, meter: &Meter) -> Session {
        let start = (Position::EMPTY, Colour::Black);
        let referees = vec![Referee::new(game.clone(), start.0, start.1)];
        Session { game, resources, meter: meter.clone(), solver: None, start, referees }
    }

    /// Does something with what solves the game. If that panics, the next call begins without what was found.
    fn with_solver<T>(&mut self, work: impl FnOnce(&mut Solver) -> Result<T, Error>) -> Result<T, Error> {
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => Solver::new(self.game.clone(), &self.resources, &self.meter)?,
        };
        let done = work(&mut solver);
        self.solver = Some(solver);
        done
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What has been done so far, and a way to stop it from another thread.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// From now on counts the work with another meter, which also stops it. A meter that has been
    /// interrupted stays so: with a new one the session goes on, and what was found is kept.
    ///
    /// ```
    /// use kosolver_rules::Game;
    /// use kosolver_search::{Error, Meter, Session};
    ///
    /// let mut session = Session::new(Game::new("2x2".parse()?, "psk".parse()?)?);
    /// session.meter().interrupt();
    /// assert_eq!(session.value(), Err(Error::Interrupted { saved: false }));
    /// session.watch(&Meter::default());
    /// assert_eq!(session.value()?.to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watch(&mut self, meter: &Meter) {
        self.meter = meter.clone();
        if let Some(solver) = &mut self.solver {
            solver.watch(meter);
        }
    }

    /// Begins again at a start position, without moves. What was found is kept.
    ///
    /// # Errors
    /// [`Error::Rules`] if no game starts there.
    pub fn restart(&mut self, position: Position, to_move: Colour) -> Result<(), Error> {
        self.game.check_start(position, to_move)?;
        self.start = (position, to_move);
        self.referees = vec![Referee::new(self.game.clone(), position, to_move)];
        Ok(())
    }

    /// The game as it stands: position, player to move, all moves, the score if it is over.
    pub fn referee(&self) -> &Referee {
        &self.referees[self.referees.len() - 1]
    }

    /// The moves so far.
    pub fn played(&self) -> Vec<Move> {
        self.referee().record().iter().map(|(_, made, _)| *made).collect()
    }

    /// Makes a move, given by its name, as `B2` or `pass`.
    ///
    /// # Errors
    /// [`Error::Name`] if the board has no such point, [`Error::Illegal`] if the move is illegal; then
    /// nothing has changed.
    pub fn play(&mut self, name: &str) -> Result<(), Error> {
        self.make(Move::parse(self.game.board(), name)?)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`Error::Illegal`] if it is illegal; then nothing has changed.
    pub fn make(&mut self, made: Move) -> Result<(), Error> {
        let mut referee = self.referee().clone();
        let number = self.referees.len();
        referee.play(made).map_err(|reason| Error::Illegal { number, reason })?;
        self.referees.push(referee);
        Ok(())
    }

    /// Takes the last move back, and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.referee().record().last().map(|(_, made, _)| *made)?;
        self.referees.pop();
        Some(last)
    }

    /// Every point of the board that is empty and the pass, each with the reason if it is illegal.
    pub fn candidates(&self) -> Vec<Candidate> {
        let (board, referee) = (self.game.board(), self.referee());
        let empty = referee.position().empty(board).iter().map(Move::Play);
        let candidate =
            |made: Move| Candidate { made: made.named(board), illegal: referee.why_illegal(made) };
        empty.chain([Move::Pass]).map(candidate).collect()
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<NamedMove> {
        let candidates = self.candidates().into_iter();
        candidates.filter(|candidate| candidate.illegal.is_none()).map(|candidate| candidate.made).collect()
    }

    /// What is to be asked of the game as it stands.
    fn here(&self) -> Result<Request, Error> {
        let request = self.request(self.start.0, self.start.1)?;
        request.after(&self.played())
    }

    /// The value of the game as it stands.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Nodes`], [`Error::Time`], [`Error::Memory`];
    /// [`Error::Endless`] and [`Error::TooLarge`] if rules with endless play meet a board with too
    /// many positions.
    pub fn value(&mut self) -> Result<Value, Error> {
        Ok(self.solve(&self.here()?)?.value)
    }

    /// The legal moves with their values, in the order of the board's points and the pass last.
    ///
    /// # Errors
    /// Those of [`Session::value`].
    pub fn values(&mut self) -> Result<Vec<(NamedMove, Value)>, Error> {
        let openings = self.solve(&self.here()?.with_openings(true))?.openings;
        let board = *self.game.board();
        Ok(openings.into_iter().map(|opening| (opening.made.named(&board), opening.value)).collect())
    }

    /// Best play of both from here on.
    ///
    /// # Errors
    /// Those of [`Session::value`].
    pub fn best_line(&mut self) -> Result<BestLine, Error> {
        let Line { moves, repeats_after } = self.solve(&self.here()?.with_line(true))?.line;
        let moves = moves.into_iter().map(|made| made.named(self.game.board())).collect();
        Ok(BestLine { moves, repeats_after })
    }

    /// A certificate of the value of the game as it stands, its history included. The search is made
    /// again from the beginning, since what a proof rests on was not kept.
    ///
    /// # Errors
    /// Those of [`Session::value`], and [`Error::Over`] if the game is over: there is nothing to prove.
    pub fn certificate(&mut self) -> Result<Certificate, Error> {
        let request = self.here()?.with_certificate(true);
        solve(&request, &self.meter)?.certificate.ok_or(Error::Over)
    }

    /// A request for the value of a start of this game.
    ///
    /// # Errors
    /// [`Error::Rules`] if no game starts there.
    pub fn request(&self, position: Position, to_move: Colour) -> Result<Request, Error> {
        let request = Request::new(self.game.clone(), position, to_move)?;
        Ok(request.with_resources(self.resources.clone()))
    }

    /// Solves a request of this game, whatever stands on the board.
    ///
    /// # Errors
    /// Those of [`Session::value`].
    ///
    /// # Panics
    /// If the request is about another game.
    pub fn solve(&mut self, request: &Request) -> Result<Solution, Error> {
        assert_eq!(request.game, self.game, "a session is about one game");
        if request.certificate {
            // What lemmas rest on is kept from the first question on or not at all.
            return solve(request, &self.meter);
        }
        self.with_solver(|solver| solver.solution(request))
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
        self.with_solver(|solver| solver.keeping(start, line, candidates, score))
    }

    /// A principal variation after a start and a line of play; `None` if a move of the line is
    /// illegal or the game is over.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn continuation(&mut self, start: (Position, Colour), line: &[Move]) -> Result<Option<Line>, Error> {
        self.with_solver(|solver| solver.continuation(start, line))
    }
}

/// Best play of both players, move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BestLine {
    /// The moves.
    pub moves: Vec<NamedMove>,
    /// If play goes on for ever: the number of moves after which the position first stood that now
    /// stands again.
    pub repeats_after: Option<usize>,
}

impl std::fmt::Display for BestLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<String> = self.moves.iter().map(NamedMove::to_string).collect();
        write!(f, "{}", moves.join(" "))?;
        match self.repeats_after {
            Some(after) => write!(f, " … and again from move {}", after + 1),
            None => Ok(()),
        }
    }
}
