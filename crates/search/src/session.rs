//! The only door: a request in, a solution out; a game that is played and solved as it goes.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use kosolver_board::{Colour, Position, is_out_of_stack};
use kosolver_rules::{Game, Illegal, Move, NamedMove, Outcome, Referee, Score, Threshold};

use crate::certificate::Certificate;
use crate::cubes::{Cubes, Decision, Plan};
use crate::endless::{Endless, FreshBounds, Retrograde};
use crate::error::Error;
use crate::meter::Meter;
use crate::piece::Piece;
use crate::proof_search::ProofSearch;
use crate::request::{Request, Resources};
use crate::solution::{Effort, Engine, Line, Solution, Value};

/// Solves a request, with the engine its rules ask for. The result depends on nothing but the
/// request: not on threads, memory or time.
///
/// # Errors
/// Those of [`Session::solve`].
pub fn solve(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    let resources = request.resources.clone().unwrap_or_default();
    Session::with(request.game.clone(), resources, meter).solve(request)
}

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
    /// Made for the first question, and what it was made for.
    solver: Option<(Solver, Resources)>,
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

    /// The same with some resources, counted by a meter. Time and nodes are for each call.
    pub fn with(game: Game, resources: Resources, meter: &Meter) -> Session {
        let start = (Position::EMPTY, Colour::Black);
        let referees = vec![Referee::new(game.clone(), start.0, start.1)];
        Session { game, resources, meter: meter.clone(), solver: None, start, referees }
    }

    /// Does something with what solves the game, with these resources: in the tables that there are, if
    /// they were made for such. If that panics, the next call begins without what was found.
    fn run<T>(
        &mut self,
        resources: &Resources,
        job: impl FnOnce(&mut Solver) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let known = self.solver.take().filter(|(_, made_for)| made_for.have_tables_of(resources));
        let meter = self.meter.limited(resources.time);
        let made = match known {
            Some((solver, _)) => Ok(solver),
            None => Solver::new(self.game.clone(), resources, &meter),
        };
        let done = made.and_then(|mut solver| {
            solver.watch(&meter, resources.nodes);
            match catch_unwind(AssertUnwindSafe(|| job(&mut solver))) {
                Ok(done) => {
                    self.solver = Some((solver, resources.clone()));
                    done
                }
                Err(thrown) if is_out_of_stack(&*thrown) => {
                    Err(Error::Resources("there is no memory for the stack of the search".to_owned()))
                }
                Err(panic) => resume_unwind(panic),
            }
        });
        // Work that nobody has asked to stop has stopped because its time was over.
        done.map_err(|error| match (&error, resources.time) {
            (Error::Interrupted { .. }, Some(time)) if !self.meter.is_interrupted() => Error::Time { time },
            _ => error,
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a call may use, unless a request says otherwise.
    pub fn resources(&self) -> &Resources {
        &self.resources
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

    /// A certificate of the value of the game as it stands, its history included. The search begins again
    /// in new tables, since what a proof rests on was not kept.
    ///
    /// # Errors
    /// Those of [`Session::value`], and [`Error::Over`] if the game is over: there is nothing to prove.
    pub fn certificate(&mut self) -> Result<Certificate, Error> {
        self.solve(&self.here()?.with_certificate(true))?.certificate.ok_or(Error::Over)
    }

    /// A request for the value of a start of this game.
    ///
    /// # Errors
    /// [`Error::Rules`] if no game starts there.
    pub fn request(&self, position: Position, to_move: Colour) -> Result<Request, Error> {
        Request::new(self.game.clone(), position, to_move)
    }

    /// Solves a request of this game, whatever stands on the board, with the resources of the request if it
    /// has any. If they ask for other tables than there are (for more memory, say), the session begins
    /// again with new ones.
    ///
    /// # Errors
    /// [`Error::Endless`] if rules with endless play meet a board with too many positions,
    /// [`Error::TooLarge`] if it has too many for the certificate asked for; the others if the search is
    /// interrupted or takes more than it may, or [`Resources`] ask for what cannot be.
    ///
    /// # Panics
    /// If the request is about another game.
    pub fn solve(&mut self, request: &Request) -> Result<Solution, Error> {
        assert_eq!(request.game, self.game, "a session is about one game");
        if let Some(end) = request.over {
            return Ok(over(request, end));
        }
        let resources = request.resources.as_ref().unwrap_or(&self.resources).clone();
        if request.certificate {
            if self.game.rules().endless() {
                // Before long work.
                Retrograde::check(&self.game, resources.memory)?;
            }
            // What lemmas rest on is kept from the first question on or not at all.
            self.solver = None;
        }
        self.run(&resources, |solver| match solver {
            Solver::Proof(search) => search.solution(request, &resources),
            Solver::Endless(endless) => endless.solution(request),
        })
    }

    /// Whether Black meets a threshold where a request stands, with a certificate of that claim, which may rest
    /// on what has been proved. What a session has found for one such question serves the next, as long as
    /// what has been proved begins with the same pieces.
    ///
    /// # Errors
    /// Those of [`Session::solve`], [`Error::Over`], and [`Error::Resources`] if positions are not
    /// decided under these rules.
    pub fn decide(
        &mut self,
        request: &Request,
        threshold: Threshold,
        pieces: &[Piece],
    ) -> Result<Decision, Error> {
        self.proved(request, pieces, |search, resources| search.decide(request, threshold, pieces, resources))
    }

    /// Takes the value of a request apart into cubes: questions about positions of the game that look like so
    /// many nodes each. What has been proved of some is used.
    ///
    /// # Errors
    /// Those of [`Session::decide`].
    pub fn cubes(&mut self, request: &Request, plan: &Plan) -> Result<Cubes, Error> {
        self.proved(request, &plan.pieces, |search, resources| search.cubes(request, plan, resources))
    }

    /// Does something in tables that are to hold a proof: new ones, unless those that there are hold one that
    /// rests on these pieces alone.
    fn proved<T>(
        &mut self,
        request: &Request,
        pieces: &[Piece],
        job: impl FnOnce(&mut ProofSearch, &Resources) -> Result<T, Error>,
    ) -> Result<T, Error> {
        assert_eq!(request.game, self.game, "a session is about one game");
        if request.over.is_some() {
            return Err(Error::Over);
        }
        let resources = request.resources.as_ref().unwrap_or(&self.resources).clone();
        let holds_proof =
            |solver: &Solver| matches!(solver, Solver::Proof(search) if search.rests_on(pieces));
        if resources.resume || !self.solver.as_ref().is_some_and(|(solver, _)| holds_proof(solver)) {
            self.solver = None;
        }
        let done = self.run(&resources, |solver| match solver {
            Solver::Proof(search) => job(search, &resources),
            Solver::Endless(_) => Err(Error::Resources("cubes are for games that end".to_owned())),
        });
        // What was half read, or leaves no room, is no use to the next.
        if matches!(done, Err(Error::Checkpoint { .. } | Error::Memory { .. })) {
            self.solver = None;
        }
        done
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
        self.run(&self.resources.clone(), |solver| match solver {
            Solver::Proof(search) => search.keeping(start, line, candidates, score),
            Solver::Endless(endless) => endless.keeping(start, line, candidates, score),
        })
    }

    /// A principal variation after a start and a line of play; `None` if a move of the line is
    /// illegal or the game is over.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn continuation(&mut self, start: (Position, Colour), line: &[Move]) -> Result<Option<Line>, Error> {
        self.run(&self.resources.clone(), |solver| match solver {
            Solver::Proof(search) => search.continuation(start, line),
            Solver::Endless(endless) => endless.continuation(start, line),
        })
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

/// What solves requests of one game: all that one of them has taught serves the next.
enum Solver {
    Proof(Box<ProofSearch>),
    Endless(Box<Endless>),
}

impl Solver {
    fn new(game: Game, resources: &Resources, meter: &Meter) -> Result<Solver, Error> {
        Ok(if game.rules().endless() {
            Solver::Endless(Box::new(Endless::new(&game, resources.memory, meter)?))
        } else {
            let bounds = FreshBounds::of(&game);
            let mut search = ProofSearch::new(game, resources, meter)?;
            search.bounds = bounds;
            Solver::Proof(Box::new(search))
        })
    }

    /// From now on counts the work with this meter, which also stops it; a proof search visits at most so
    /// many nodes from a start.
    fn watch(&mut self, meter: &Meter, nodes: Option<u64>) {
        match self {
            Solver::Proof(search) => search.watch(meter, nodes),
            Solver::Endless(endless) => endless.meter = meter.clone(),
        }
    }
}

/// The solution of a game that has ended.
fn over(request: &Request, (worth, outcome): (Score, Outcome)) -> Solution {
    let rules = request.game.rules();
    let bounds = rules.endless().then_some((worth, worth));
    let value = Value { outcome, worth, bounds, ends: [true; 2] };
    Solution {
        value,
        openings: Vec::new(),
        line: Line::default(),
        certificate: None,
        effort: Effort::of(if rules.endless() { Engine::Retrograde } else { Engine::Proof }, 0),
    }
}
