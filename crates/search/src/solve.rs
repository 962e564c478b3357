//! The one entry point: a request in, a solution out.

use board::{Colour, Position};
use rules::{Game, Move, Score, Threshold};

use crate::bisect::Scale;
use crate::certificate::{Certificate, ProofWriter};
use crate::graph::{Edge, Spot};
use crate::history::Moment;
use crate::journal::Journal;
use crate::meter::Meter;
use crate::openings::openings;
use crate::proof::Prover;
use crate::request::{Error, Request};
use crate::retrograde::Retrograde;
use crate::solution::{Effort, Engine, Line, Opening, Solution, Value};

/// Solves a request, with the engine its rules ask for. The result depends on nothing but the
/// request: not on threads, memory or time.
///
/// # Errors
/// [`Error::TooLarge`] if rules with endless play meet a board with too many positions.
pub fn solve(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    if request.game.rules.ko.endless() {
        let start = (request.position, request.to_move);
        let mut retrograde = Retrograde::new(&request.game, || std::iter::once(start), meter)?;
        return Ok(retrograde.solution(request));
    }
    Ok(deep(|| ProofSearch::new(request.game.clone(), meter).solution(request)))
}

/// Runs a search on a thread of its own, which has the stack for it: the recursion is as deep as
/// a game is long.
pub(crate) fn deep<T: Send>(search: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .name("proof search".to_owned())
            .stack_size(1 << 30)
            .spawn_scoped(scope, search);
        match search.map(|handle| handle.join()) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread could be started: {error}"),
        }
    })
}

/// The proof search at work on requests of one game: lemmas serve from every start.
pub(crate) struct ProofSearch<'a> {
    prover: Prover<'a>,
    scale: Scale,
    /// Before the facts of a start.
    beginning: Moment,
    root: Spot,
    questions: u64,
}

impl<'a> ProofSearch<'a> {
    pub(crate) fn new(game: Game, meter: &'a Meter) -> ProofSearch<'a> {
        let scale = Scale::of(&game);
        let prover = Prover::new(game, meter);
        let beginning = prover.history.now();
        // Set by each request.
        let root = Spot { node: 0, turn: 0 };
        ProofSearch { prover, scale, beginning, root, questions: 0 }
    }

    /// The game the lemmas are about.
    pub(crate) fn game(&self) -> &Game {
        &self.prover.graph.game
    }

    /// Solves a request of this game; its effort is what was searched for it alone.
    pub(crate) fn solution(&mut self, request: &Request) -> Solution {
        let before = (self.prover.nodes(), self.prover.proved(), self.questions);
        self.start(request.position, request.to_move);
        if request.certificate {
            self.prover.journal = Some(Journal::default());
        }
        let score = self.value(self.root, None, None);
        let certificate = request.certificate.then(|| self.certificate(request, score));
        let openings = if request.openings { self.openings(request, score) } else { Vec::new() };
        let line = if request.line { self.line(self.root, score) } else { Line::default() };
        Solution {
            value: self.as_value(score),
            openings,
            line,
            certificate,
            effort: Effort {
                engine: Engine::Proof,
                nodes: self.prover.nodes() - before.0,
                lemmas: self.prover.proved() - before.1,
                questions: self.questions - before.2,
            },
        }
    }

    /// Takes back all of the history and begins a game.
    fn start(&mut self, position: Position, to_move: Colour) {
        let (node, facts) = self.game().start(position, to_move);
        self.prover.undo(self.beginning);
        self.root = self.prover.start(node, &facts);
    }

    /// Begins a game and makes the moves of a line; `None` if one is illegal or the game is over.
    fn after(&mut self, (position, to_move): (Position, Colour), line: &[Move]) -> Option<Spot> {
        self.start(position, to_move);
        let mut spot = self.root;
        for made in line {
            let (_, edge) = self.prover.legal(spot).into_iter().find(|(other, _)| other == made)?;
            self.prover.make(spot, &edge);
            spot = self.prover.end(spot, &edge).err()?;
        }
        Some(spot)
    }

    /// Best play after a start and a line of play.
    pub(crate) fn continuation(&mut self, start: (Position, Colour), line: &[Move]) -> Option<Line> {
        let spot = self.after(start, line)?;
        let score = self.value(spot, None, None);
        Some(self.line(spot, score))
    }

    /// The first of some moves by which the player to move, after a start and a line of play, keeps
    /// at least this score for himself.
    pub(crate) fn keeping(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Option<Move> {
        let spot = self.after(start, line)?;
        let mover = self.prover.graph.mover(spot.node);
        let legal = self.prover.legal(spot);
        candidates.iter().copied().find(|made| {
            legal.iter().find(|(other, _)| other == made).is_some_and(|(_, edge)| {
                let moment = self.prover.make(spot, edge);
                let keeps = match self.prover.end(spot, edge) {
                    Ok(end) if mover == Colour::Black => end >= score,
                    Ok(end) => end <= score,
                    next => self.keeps(next, mover, score),
                };
                self.prover.undo(moment);
                keeps
            })
        })
    }

    /// The value after a move, with bounds on it known beforehand.
    fn value_after(&mut self, spot: Spot, edge: &Edge, low: Option<Score>, high: Option<Score>) -> Value {
        let moment = self.prover.make(spot, edge);
        let score = match self.prover.end(spot, edge) {
            Ok(score) => score,
            Err(next) => self.value(next, low, high),
        };
        self.prover.undo(moment);
        self.as_value(score)
    }

    fn as_value(&self, score: Score) -> Value {
        Value::of_score(score, self.game().rules.ko.win_or_loss())
    }

    fn ask(&mut self, node: Spot, threshold: Threshold) -> bool {
        self.questions += 1;
        self.prover.decide(node, threshold)
    }

    /// The value of a node under the present history.
    fn value(&mut self, node: Spot, low: Option<Score>, high: Option<Score>) -> Score {
        let scale = self.scale;
        scale.value(low, high, &mut |threshold| self.ask(node, threshold))
    }

    /// The certificate of the value: Black reaches it, and he does not get more. What lies
    /// outside the range of scores needs no proof.
    fn certificate(&mut self, request: &Request, score: Score) -> Certificate {
        let (low, high) = request.game.score_range().unzip();
        let reached = (low != Some(score)).then_some(Threshold::at_least(score));
        let exceeded = if high == Some(score) { None } else { self.scale.above(score) };
        for threshold in [reached, exceeded].into_iter().flatten() {
            self.ask(self.root, threshold);
        }
        // Where scores are a whole number apart, every question above the value asks for more
        // than it, and every other for no more.
        let fractions = request.game.rules.ko.combines_scores();
        let mut writer = ProofWriter::new(&mut self.prover, |threshold, winner| match winner {
            _ if fractions => threshold,
            Colour::Black => Threshold::at_least(score),
            Colour::White => Threshold::more_than(score),
        });
        let claims = [reached, exceeded].map(|threshold| writer.root(self.root, threshold?));
        writer.finish(request, &score.to_string(), &claims)
    }

    /// The values of the first moves: none is better for the player to move than `best`.
    fn openings(&mut self, request: &Request, best: Score) -> Vec<Opening> {
        let legal = self.prover.legal(self.root);
        let moves: Vec<Move> = legal.iter().map(|(made, _)| *made).collect();
        let (low, high) = match request.to_move {
            Colour::Black => (None, Some(best)),
            Colour::White => (Some(best), None),
        };
        openings(request, &moves, |made| {
            let Some((_, edge)) = legal.iter().find(|(other, _)| *other == made) else {
                unreachable!("a symmetry of the start maps legal moves to legal moves")
            };
            self.value_after(self.root, edge, low, high)
        })
    }

    /// A principal variation: of the moves that keep the value, a pass where the stones on the
    /// board already show it, else the first play in the order of points, else the pass.
    fn line(&mut self, root: Spot, score: Score) -> Line {
        let mut line = Line::default();
        let mut spot = root;
        loop {
            let mut legal = self.prover.legal(spot);
            let position = self.prover.graph.nodes.get(spot.node).position;
            let settled = !line.moves.is_empty() && self.game().score(position) == score;
            if settled {
                legal.sort_by_key(|(made, _)| *made != Move::Pass);
            }
            let mover = self.prover.graph.mover(spot.node);
            let mut next = None;
            for (made, edge) in legal {
                let moment = self.prover.make(spot, &edge);
                let end = self.prover.end(spot, &edge);
                if self.keeps(end, mover, score) {
                    line.moves.push(made);
                    next = end.err();
                    break;
                }
                self.prover.undo(moment);
            }
            // The game has ended, or there is no legal move.
            match next {
                Some(next) => spot = next,
                None => return line,
            }
        }
    }

    /// Whether a player's move, just made, keeps the value.
    fn keeps(&mut self, end: Result<Score, Spot>, mover: Colour, score: Score) -> bool {
        let next = match end {
            Ok(end) => return end == score,
            Err(next) => next,
        };
        match mover {
            Colour::Black => match self.scale.reached(score) {
                Some(reached) => self.ask(next, reached),
                None => true,
            },
            Colour::White => match self.scale.above(score) {
                Some(above) => !self.ask(next, above),
                None => true,
            },
        }
    }
}
