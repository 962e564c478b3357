//! The one entry point: a request in, a solution out.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Outcome, Ruleset, Score, Threshold};

use crate::bisect::Scale;
use crate::certificate::{Certificate, ProofWriter};
use crate::checkpoint::Keeper;
use crate::endless::{Endless, FreshBounds};
use crate::meter::Meter;
use crate::openings::openings;
use crate::prover::{Prover, STACK};
use crate::request::{Error, Request, Resources};
use crate::retrograde::Retrograde;
use crate::solution::{Effort, Engine, Line, Opening, Solution, Value};

/// Solves a request, with the engine its rules ask for. The result depends on nothing but the
/// request: not on threads, memory or time.
///
/// # Errors
/// [`Error::Endless`] if rules with endless play meet a board with too many positions,
/// [`Error::Rules`] if the handicap stones do not fit the board,
/// [`Error::TooLarge`] if it has too many for the certificate asked for; the others if the proof
/// search is interrupted, or [`crate::Resources`] ask for what cannot be.
pub fn solve(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    request.game.clone().checked().map_err(Error::Rules)?;
    if request.game.rules.endless() {
        return endless(request, meter);
    }
    let mut search = ProofSearch::new(request.game.clone(), &request.resources, meter);
    // A certificate needs every question answered by the search itself.
    if !request.certificate {
        search.bounds = FreshBounds::of(&request.game);
    }
    deep(|| search.solution(request))
}

/// Runs a search on a thread of its own, which has the stack for it: the recursion is as deep as
/// a game is long.
pub(crate) fn deep<T: Send>(search: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .name("proof search".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, search);
        match search.map(|handle| handle.join()) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread could be started: {error}"),
        }
    })
}

/// Rules with endless play: a tablebase answers, and the graph of all nodes that can be reached
/// is made only for a certificate.
fn endless(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    let mut solution = Endless::new(&request.game, request.resources.memory, meter)?.solution(request)?;
    if request.certificate {
        let (bounds, certificate) = Retrograde::new(request, meter)?.certificate(request);
        assert_eq!(Some(bounds), solution.value.bounds, "two analyses of one game agree");
        solution.certificate = Some(certificate);
    }
    Ok(solution)
}

/// The proof search at work on requests of one game: lemmas serve from every start.
pub(crate) struct ProofSearch<'a> {
    prover: Prover<'a>,
    scale: Scale,
    questions: u64,
    /// Bounds on the values of starts, where they are known.
    pub bounds: Option<FreshBounds>,
    /// Where a long cycle can end the game without a result: the same game with that the worst, and
    /// the best for Black.
    extremes: Option<Box<[ProofSearch<'a>; 2]>>,
    /// The start on the board last.
    start: (Position, Colour),
}

impl<'a> ProofSearch<'a> {
    pub(crate) fn new(game: Game, resources: &Resources, meter: &'a Meter) -> ProofSearch<'a> {
        let scale = Scale::of(&game);
        let extremes = game.rules.long_cycle() && game.rules.no_result.abs() < Score::WIN;
        // Three searches share the memory.
        let share = (resources.memory / 3).max(Resources::LEAST_MEMORY);
        let memory = if extremes { share } else { resources.memory };
        let resources = &Resources { memory, ..resources.clone() };
        let extreme = |no_result| {
            let rules = Ruleset { no_result, ..game.rules };
            ProofSearch::new(
                Game::new(game.board, rules),
                &Resources { checkpoint: None, ..resources.clone() },
                meter,
            )
        };
        ProofSearch {
            extremes: extremes.then(|| Box::new([-Score::WIN, Score::WIN].map(extreme))),
            prover: Prover::new(game, resources, meter),
            scale,
            questions: 0,
            bounds: None,
            start: (Position::EMPTY, Colour::Black),
        }
    }

    /// The game the lemmas are about.
    fn game(&self) -> &Game {
        &self.prover.graph.game
    }

    /// Solves a request of this game; its effort is what was searched for it alone.
    pub(crate) fn solution(&mut self, request: &Request) -> Result<Solution, Error> {
        let before = (self.prover.nodes(), self.prover.lemmas.proved(), self.questions);
        self.prover.citing = request.certificate;
        self.start((request.position, request.to_move));
        self.prover.keeper = None;
        if let Some(path) = &request.resources.checkpoint {
            let keeper = Keeper::new(path, request);
            if request.resources.resume {
                self.prover.resume(&keeper)?;
            }
            self.prover.keeper = Some(keeper);
        }
        let (start, _) = request.game.start(request.position, request.to_move);
        let bounds = self.bounds.as_ref().and_then(|bounds| bounds.bounds(&start));
        let (low, high) = bounds.unzip();
        let score = self.value(low, high, request.guess)?;
        let certificate = if request.certificate { Some(self.certificate(request, score)?) } else { None };
        // What follows needs no proof: what lemmas rest on may be forgotten, unless a search that goes on
        // from a checkpoint has to write the certificate again.
        self.prover.citing &= self.prover.keeper.is_some();
        let value = self.as_value(&[], score)?;
        let openings = if request.openings { self.openings(request, score)? } else { Vec::new() };
        let line = if request.line { self.line(score)? } else { Line::default() };
        Ok(Solution {
            value,
            openings,
            line,
            certificate,
            effort: Effort {
                engine: Engine::Proof,
                nodes: self.prover.nodes() - before.0,
                lemmas: self.prover.lemmas.proved().saturating_sub(before.1),
                questions: self.questions - before.2,
                bytes: self.prover.graph.budget.used(),
                replacements: self.prover.replacements(),
            },
        })
    }

    /// Puts a start on the board.
    fn start(&mut self, start: (Position, Colour)) {
        self.start = start;
        let (position, to_move) = start;
        let (node, facts) = self.game().start(position, to_move);
        self.prover.restart((node, facts.to_vec()));
    }

    /// Puts a start on the board and makes the moves of a line. Whether they are legal and the game
    /// goes on.
    fn after(&mut self, start: (Position, Colour), line: &[Move]) -> bool {
        self.start(start);
        line.iter().all(|made| self.prover.legal().contains(made) && self.prover.play(*made).is_none())
    }

    /// Best play after a start and a line of play; `None` if a move of the line is illegal or the
    /// game is over.
    pub(crate) fn continuation(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
    ) -> Result<Option<Line>, Error> {
        if !self.after(start, line) {
            return Ok(None);
        }
        let score = self.value(None, None, None)?;
        self.line(score).map(Some)
    }

    /// The first of some moves by which the player to move, after a start and a line of play, keeps
    /// at least this score for himself.
    pub(crate) fn keeping(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Result<Option<Move>, Error> {
        if !self.after(start, line) {
            return Ok(None);
        }
        let (mover, legal) = (self.prover.mover(), self.prover.legal());
        for made in candidates.iter().copied().filter(|made| legal.contains(made)) {
            let keeps = match self.prover.play(made) {
                Some(end) if mover == Colour::Black => end >= score,
                Some(end) => end <= score,
                None => {
                    let keeps = self.keeps(mover, score)?;
                    self.prover.back();
                    keeps
                }
            };
            if keeps {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// The value of what follows a line of play, of which the score is known.
    ///
    /// With no result worth c, Black gets at least a score t ≤ c if and only if he does with no
    /// result the best for him, and a score t > c if and only if he does with it the worst. So if
    /// the value is c, best play has no result unless he gets c even if no result is the worst, or
    /// no more than c even if it is the best.
    fn as_value(&mut self, line: &[Move], score: Score) -> Result<Value, Error> {
        let value = Value::of_score(score, self.game().rules.win_or_loss());
        let (start, no_result) = (self.start, self.game().rules.no_result);
        let Some(extremes) = self.extremes.as_mut().filter(|_| score == no_result) else { return Ok(value) };
        let [worst, best] = &mut **extremes;
        // A game that is over has the score c by itself or without a result: nothing is left to
        // find out of the first, and the second begins the same.
        let over = !worst.after(start, line) || !best.after(start, line);
        let without = !over
            && !worst.ask(Threshold::at_least(no_result))?
            && best.ask(Threshold::more_than(no_result))?;
        Ok(if without { Value { outcome: Outcome::NoResult, ..value } } else { value })
    }

    fn ask(&mut self, threshold: Threshold) -> Result<bool, Error> {
        self.questions += 1;
        self.prover.decide(threshold)
    }

    /// The value of the node where the line stands.
    fn value(
        &mut self,
        low: Option<Score>,
        high: Option<Score>,
        guess: Option<Score>,
    ) -> Result<Score, Error> {
        let scale = self.scale;
        scale.value(low, high, guess, &mut |threshold| self.ask(threshold))
    }

    /// The certificate of the value: Black reaches it, and he does not get more. What lies
    /// outside the range of scores needs no proof.
    fn certificate(&mut self, request: &Request, score: Score) -> Result<Certificate, Error> {
        let (low, high) = request.game.score_range().unzip();
        let reached = (low != Some(score)).then_some(Threshold::at_least(score));
        let exceeded = if high == Some(score) { None } else { self.scale.above(score) };
        // Asked again as long as the memory had to be cleared in between.
        let claimed: Vec<Threshold> = [reached, exceeded].into_iter().flatten().collect();
        loop {
            for threshold in &claimed {
                self.ask(*threshold)?;
            }
            if claimed.iter().all(|threshold| self.prover.lemma(*threshold).is_some()) {
                break;
            }
        }
        // Where scores are a whole number apart, every question above the value asks for more
        // than it, and every other for no more.
        let fractions = !request.game.scores_are_whole_apart();
        let mut writer = ProofWriter::new(&mut self.prover, |threshold, winner| match winner {
            _ if fractions => threshold,
            Colour::Black => Threshold::at_least(score),
            Colour::White => Threshold::more_than(score),
        });
        let claims = [reached, exceeded].map(|threshold| writer.root(threshold?));
        Ok(writer.finish(request, &score.to_string(), &claims))
    }

    /// The values of the first moves: none is better for the player to move than `best`.
    fn openings(&mut self, request: &Request, best: Score) -> Result<Vec<Opening>, Error> {
        let moves = self.prover.legal();
        let (low, high) = match request.to_move {
            Colour::Black => (None, Some(best)),
            Colour::White => (Some(best), None),
        };
        openings(request, &moves, |made| {
            let score = match self.prover.play(made) {
                Some(score) => score,
                None => {
                    let score = self.value(low, high, None)?;
                    self.prover.back();
                    score
                }
            };
            self.as_value(&[made], score)
        })
    }

    /// A principal variation: of the moves that keep the value, a pass where the stones on the
    /// board already show it, else the first play in the order of points, else the pass.
    fn line(&mut self, score: Score) -> Result<Line, Error> {
        let mut line = Line::default();
        loop {
            let mut legal = self.prover.legal();
            let here = self.prover.graph.node_at(self.prover.here());
            let settled = !line.moves.is_empty() && self.game().end_score(&here) == score;
            if settled {
                legal.sort_by_key(|made| *made != Move::Pass);
            }
            let mover = self.prover.mover();
            let mut over = true;
            for made in legal {
                let end = self.prover.play(made);
                let keeps = match end {
                    Some(end) => end == score,
                    None => self.keeps(mover, score)?,
                };
                if keeps {
                    line.moves.push(made);
                    over = end.is_some();
                    break;
                }
                if end.is_none() {
                    self.prover.back();
                }
            }
            // The game has ended, or there is no legal move.
            if over {
                return Ok(line);
            }
        }
    }

    /// Whether a player's move, just made, keeps the value.
    fn keeps(&mut self, mover: Colour, score: Score) -> Result<bool, Error> {
        match mover {
            Colour::Black => match self.scale.reached(score) {
                Some(reached) => self.ask(reached),
                None => Ok(true),
            },
            Colour::White => match self.scale.above(score) {
                Some(above) => Ok(!self.ask(above)?),
                None => Ok(true),
            },
        }
    }
}
