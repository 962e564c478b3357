//! The proof search at work on requests of one game: from questions to values, first moves, variations
//! and certificates.

use std::cell::Cell;

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Move, Outcome, Score, Threshold};

use crate::certificate::{Certificate, ProofWriter, Says};
use crate::endless::FreshBounds;
use crate::error::Error;
use crate::meter::{Activity, Meter};
use crate::openings::openings;
use crate::piece::{Piece, restated};
use crate::prover::{Learning, Prover};
use crate::request::{Request, Resources};
use crate::snapshot::Checkpoint;
use crate::solution::{Effort, Engine, Line, Opening, Solution, Value};
use crate::value::Scale;

/// The proof search at work on requests of one game: lemmas serve from every start.
pub(crate) struct ProofSearch {
    pub prover: Prover,
    pub scale: Scale,
    questions: u64,
    /// Whether questions take turns when they are begun again, unless a guess says which to ask.
    pub in_turns: bool,
    /// Bounds on the values of starts, where they are known.
    pub bounds: Option<FreshBounds>,
    /// Where a long cycle can end the game without a result: the same game with that the worst, and
    /// the best for Black.
    extremes: Option<Box<[ProofSearch; 2]>>,
    /// The start on the board last.
    start: (Position, Colour),
}

impl ProofSearch {
    pub(crate) fn new(game: Game, resources: &Resources, meter: &Meter) -> Result<ProofSearch, Error> {
        let scale = Scale::of(&game);
        let in_turns = game.rules().ko().has_long_fights();
        let extremes = game.rules().may_end_without_result() && game.rules().no_result().abs() < Score::WIN;
        // Three searches share the memory.
        let memory = if extremes { resources.memory / 3 } else { resources.memory };
        let resources = &Resources { memory, ..resources.clone() };
        let extreme = |winner| {
            ProofSearch::new(
                game.with_no_result_won_by(winner),
                &Resources { checkpoint: None, ..resources.clone() },
                meter,
            )
        };
        let extremes = match extremes {
            true => Some(Box::new([extreme(Colour::White)?, extreme(Colour::Black)?])),
            false => None,
        };
        Ok(ProofSearch {
            extremes,
            prover: Prover::new(game, resources, meter.clone())?,
            scale,
            in_turns,
            questions: 0,
            bounds: None,
            start: (Position::EMPTY, Colour::Black),
        })
    }

    /// From now on counts the work with this meter, which also stops it, and visits at most so many nodes
    /// from a start.
    pub(crate) fn watch(&mut self, meter: &Meter, nodes: Option<u64>) {
        self.prover.meter = meter.clone();
        self.prover.limit = nodes.unwrap_or(u64::MAX);
        let extremes = self.extremes.iter_mut().flat_map(|extremes| &mut **extremes);
        extremes.for_each(|search| search.watch(meter, nodes));
    }

    /// The game the lemmas are about.
    fn game(&self) -> &Game {
        &self.prover.tables.graph.game
    }

    /// Solves a request of this game; its effort is what was searched for it alone.
    pub(crate) fn solution(&mut self, request: &Request, resources: &Resources) -> Result<Solution, Error> {
        let before = (self.prover.nodes(), self.prover.tables.lemmas.proved(), self.questions);
        self.prover.prove(request.certificate)?;
        self.prover.openings = request.openings;
        self.after((request.position, request.to_move), &request.played)?;
        self.set_checkpoint(request, resources, &[])?;
        let (start, _) = request.game.start(request.position, request.to_move);
        // They are bounds of starts without a past; and a certificate needs every question answered by the
        // search itself.
        let fresh = request.played.is_empty() && !request.certificate;
        let bounds = self.bounds.as_ref().filter(|_| fresh).and_then(|bounds| bounds.bounds(&start));
        let (low, high) = bounds.unzip();
        let meter = self.prover.meter.clone();
        let score = self.value((low, high), request.guess, &mut |bounds| meter.bound(bounds))?;
        meter.bound((Some(score), Some(score)));
        let certificate = if request.certificate { Some(self.certificate(request, score)?) } else { None };
        if request.certificate {
            // What follows needs no proof, so lemmas may be forgotten; with a checkpoint only where there is no room for
            // them, since a search that goes on from there writes the certificate again.
            self.prover.is_written = true;
            if self.prover.checkpoint.is_none() {
                self.prover.prove(false)?;
            }
        }
        let value = self.as_value(&request.played, score)?;
        let openings = if request.openings { self.openings(request, score)? } else { Vec::new() };
        if request.line {
            // It asks of many moves that lose, and of each once.
            self.prover.learn_at_most(Learning::Network);
        }
        let line = if request.line { self.line(score)? } else { Line::default() };
        Ok(Solution {
            value,
            openings,
            line,
            certificate,
            effort: Effort {
                engine: Engine::Proof,
                nodes: self.prover.nodes() - before.0,
                lemmas: self.prover.tables.lemmas.proved().saturating_sub(before.1),
                questions: self.questions - before.2,
                bytes: self.prover.tables.graph.budget.used(),
                replacements: self.prover.replacements(),
            },
        })
    }

    /// Saves what is found from now on, and goes on from what was saved, if that is asked for: it may rest on
    /// these pieces.
    pub(crate) fn set_checkpoint(
        &mut self,
        request: &Request,
        resources: &Resources,
        pieces: &[Piece],
    ) -> Result<(), Error> {
        self.prover.checkpoint = None;
        if let Some(path) = &resources.checkpoint {
            let checkpoint = Checkpoint::new(path, resources.interval, request, self.prover.proves);
            checkpoint.tidy();
            if resources.resume {
                self.prover.resume(&checkpoint, pieces)?;
            }
            self.prover.checkpoint = Some(checkpoint);
        }
        Ok(())
    }

    /// Puts a start on the board.
    fn start(&mut self, start: (Position, Colour)) -> Result<(), Error> {
        self.start = start;
        let (position, to_move) = start;
        let (node, facts) = self.game().start(position, to_move);
        self.prover.restart((node, facts.to_vec()))
    }

    /// Puts a start on the board and makes the moves of a line. Whether they are legal and the game
    /// goes on.
    pub(crate) fn after(&mut self, start: (Position, Colour), line: &[Move]) -> Result<bool, Error> {
        self.start(start)?;
        for made in line {
            if !self.prover.legal()?.contains(made) || self.prover.play(*made)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Best play after a start and a line of play; `None` if a move of the line is illegal or the
    /// game is over.
    pub(crate) fn continuation(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
    ) -> Result<Option<Line>, Error> {
        if !self.after(start, line)? {
            return Ok(None);
        }
        let score = self.value((None, None), None, &mut |_| ())?;
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
        if !self.after(start, line)? {
            return Ok(None);
        }
        let (mover, legal) = (self.prover.mover(), self.prover.legal()?);
        for made in candidates.iter().copied().filter(|made| legal.contains(made)) {
            let keeps = match self.prover.play(made)? {
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
        let value = Value::of_score(score, self.game().rules().win_or_loss());
        let (start, no_result) = (self.start, self.game().rules().no_result());
        let Some(extremes) = self.extremes.as_mut().filter(|_| score == no_result) else { return Ok(value) };
        let [worst, best] = &mut **extremes;
        // A game that is over has the score c by itself or without a result: nothing is left to
        // find out of the first, and the second begins the same.
        let over = !worst.after(start, line)? || !best.after(start, line)?;
        let without = !over
            && !worst.ask(Threshold::at_least(no_result))?
            && best.ask(Threshold::more_than(no_result))?;
        Ok(if without { Value { outcome: Outcome::NoResult, ..value } } else { value })
    }

    pub(crate) fn ask(&mut self, threshold: Threshold) -> Result<bool, Error> {
        self.questions += 1;
        self.prover.decide(threshold)
    }

    /// The value of the node where the line stands.
    fn value(
        &mut self,
        known: (Option<Score>, Option<Score>),
        guess: Option<Score>,
        tell: &mut dyn FnMut((Option<Score>, Option<Score>)),
    ) -> Result<Score, Error> {
        let (scale, in_turns) = (self.scale, self.in_turns && guess.is_none());
        let guess = Cell::new(guess.or_else(|| self.prover.expected()));
        let ask = &mut |threshold, mut round| {
            self.questions += u64::from(round == 0);
            loop {
                let found = self.prover.attempt(threshold, round)?;
                let guesses = found.is_none() && guess.get().is_none();
                if guesses {
                    guess.set(self.prover.expected());
                }
                // Where a network has learned meanwhile, what it expects is asked for first.
                if found.is_some() || in_turns || guesses && guess.get().is_some() {
                    return Ok(found);
                }
                round += 1;
            }
        };
        scale.value(known, &guess, ask, tell)
    }

    /// The certificate of the value: Black reaches it, and he does not get more. What lies
    /// outside the range of scores needs no proof.
    pub(crate) fn certificate(&mut self, request: &Request, score: Score) -> Result<Certificate, Error> {
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
        let meter = self.prover.meter.clone();
        let writer = ProofWriter::new(&mut self.prover, |threshold, winner| match fractions {
            true => threshold,
            // What is cited with the colours exchanged speaks of other scores than the value.
            false => restated(&request.game, threshold, winner),
        });
        meter.during(Activity::WritingCertificate { steps: 0, of: 0 }, || {
            writer.write(&[reached, exceeded], request, Says::Value(score))
        })
    }

    /// The values of the first moves: none is better for the player to move than `best`.
    fn openings(&mut self, request: &Request, best: Score) -> Result<Vec<Opening>, Error> {
        let moves = self.prover.legal()?;
        let known = match self.prover.mover() {
            Colour::Black => (None, Some(best)),
            Colour::White => (Some(best), None),
        };
        openings(request, &moves, |made| {
            let score = match self.prover.play(made)? {
                Some(score) => score,
                None => {
                    let score = self.value(known, None, &mut |_| ())?;
                    self.prover.back();
                    score
                }
            };
            let line: Vec<Move> = request.played.iter().copied().chain([made]).collect();
            self.as_value(&line, score)
        })
    }

    /// A principal variation: of the moves that keep the value, a pass where the stones on the
    /// board already show it, else the first play in the order of points, else the pass.
    fn line(&mut self, score: Score) -> Result<Line, Error> {
        let mut line = Line::default();
        loop {
            let mut legal = self.prover.legal()?;
            let here = self.prover.tables.graph.node_at(self.prover.here());
            let settled = !line.moves.is_empty() && self.game().end_score(&here) == score;
            if settled {
                legal.sort_by_key(|made| *made != Move::Pass);
            }
            let mover = self.prover.mover();
            let mut over = true;
            for made in legal {
                let end = self.prover.play(made)?;
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
