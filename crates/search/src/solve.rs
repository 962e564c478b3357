//! The one entry point: a request in, a solution out.

use board::Colour;
use rules::{Move, Score, Threshold};

use crate::bisect::Scale;
use crate::certificate::{Certificate, ProofWriter};
use crate::checkpoint::Keeper;
use crate::endless::{answer, fresh_bounds, table};
use crate::meter::Meter;
use crate::openings::openings;
use crate::prover::{Prover, STACK};
use crate::request::{Error, Request};
use crate::retrograde::Retrograde;
use crate::solution::{Effort, Engine, Line, Opening, Solution, Value};

/// Solves a request, with the engine its rules ask for. The result depends on nothing but the
/// request: not on threads, memory or time.
///
/// # Errors
/// [`Error::Endless`] if rules with endless play meet a board with too many positions,
/// [`Error::TooLarge`] if it has too many for the certificate asked for; the others if the proof
/// search is interrupted, or [`crate::Resources`] ask for what cannot be.
pub fn solve(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    if request.game.rules.ko.endless() {
        return endless(request, meter);
    }
    // The recursion is as deep as a game is long; a thread of its own has the stack for it.
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .name("proof search".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || ProofSearch::new(request, meter)?.solution());
        match search.map(|handle| handle.join()) {
            Ok(Ok(solution)) => solution,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("no thread could be started: {error}"),
        }
    })
}

/// Rules with endless play: a tablebase answers, and the graph of all nodes that can be reached
/// is made only for a certificate.
fn endless(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    let table = table(request, meter)?;
    let mut solution = answer(&table, request).map_err(|error| Error::Endless(error.to_string()))?;
    solution.effort.nodes = table.nodes();
    if request.certificate {
        let (bounds, certificate) = Retrograde::new(request, meter)?.certificate(request);
        assert_eq!(Some(bounds), solution.value.bounds, "two analyses of one game agree");
        solution.certificate = Some(certificate);
    }
    Ok(solution)
}

/// The proof search at work on a request.
struct ProofSearch<'a> {
    request: &'a Request,
    prover: Prover<'a>,
    scale: Scale,
    questions: u64,
}

impl<'a> ProofSearch<'a> {
    fn new(request: &'a Request, meter: &'a Meter) -> Result<ProofSearch<'a>, Error> {
        let (node, facts) = request.game.start(request.position, request.to_move);
        let resources = &request.resources;
        let mut prover = Prover::new(request.game.clone(), (node, facts.to_vec()), resources, meter);
        prover.citing = request.certificate;
        if let Some(path) = &resources.checkpoint {
            let keeper = Keeper::new(path, request);
            if resources.resume {
                prover.resume(&keeper)?;
            }
            prover.keeper = Some(keeper);
        }
        Ok(ProofSearch { request, prover, scale: Scale::of(&request.game), questions: 0 })
    }

    fn solution(mut self) -> Result<Solution, Error> {
        // A certificate needs every question answered by the search itself.
        let bounds = if self.request.certificate { None } else { fresh_bounds(self.request) };
        let (low, high) = bounds.unzip();
        let score = self.value(low, high)?;
        let certificate = if self.request.certificate { Some(self.certificate(score)?) } else { None };
        let openings = if self.request.openings { self.openings(score)? } else { Vec::new() };
        let line = if self.request.line { self.line(score)? } else { Line::default() };
        Ok(Solution {
            value: self.as_value(score),
            openings,
            line,
            certificate,
            effort: Effort {
                engine: Engine::Proof,
                nodes: self.prover.nodes(),
                lemmas: self.prover.lemmas.proved(),
                questions: self.questions,
                replacements: self.prover.replacements(),
            },
        })
    }

    fn as_value(&self, score: Score) -> Value {
        Value::of_score(score, self.request.game.rules.ko.win_or_loss())
    }

    fn ask(&mut self, threshold: Threshold) -> Result<bool, Error> {
        self.questions += 1;
        self.prover.decide(threshold)
    }

    /// The value of the node where the line stands.
    fn value(&mut self, low: Option<Score>, high: Option<Score>) -> Result<Score, Error> {
        let scale = self.scale;
        scale.value(low, high, &mut |threshold| self.ask(threshold))
    }

    /// The certificate of the value: Black reaches it, and he does not get more. What lies
    /// outside the range of scores needs no proof.
    fn certificate(&mut self, score: Score) -> Result<Certificate, Error> {
        let (low, high) = self.request.game.score_range().unzip();
        let reached = (low != Some(score)).then_some(Threshold::at_least(score));
        let exceeded = if high == Some(score) { None } else { self.scale.above(score) };
        // Answered again if the memory had to be cleared in between.
        for threshold in [reached, exceeded, reached].into_iter().flatten() {
            self.ask(threshold)?;
        }
        // Where scores are a whole number apart, every question above the value asks for more
        // than it, and every other for no more.
        let fractions = self.request.game.rules.ko.combines_scores();
        let mut writer = ProofWriter::new(&mut self.prover, |threshold, winner| match winner {
            _ if fractions => threshold,
            Colour::Black => Threshold::at_least(score),
            Colour::White => Threshold::more_than(score),
        });
        let claims = [reached, exceeded].map(|threshold| writer.root(threshold?));
        Ok(writer.finish(self.request, &score.to_string(), &claims))
    }

    /// The values of the first moves: none is better for the player to move than `best`.
    fn openings(&mut self, best: Score) -> Result<Vec<Opening>, Error> {
        let moves = self.prover.legal();
        let (low, high) = match self.request.to_move {
            Colour::Black => (None, Some(best)),
            Colour::White => (Some(best), None),
        };
        openings(self.request, &moves, |made| {
            let score = match self.prover.play(made) {
                Some(score) => score,
                None => {
                    let score = self.value(low, high)?;
                    self.prover.back();
                    score
                }
            };
            Ok(self.as_value(score))
        })
    }

    /// A principal variation: of the moves that keep the value, a pass where the stones on the
    /// board already show it, else the first play in the order of points, else the pass.
    fn line(&mut self, score: Score) -> Result<Line, Error> {
        let mut line = Line::default();
        loop {
            let mut legal = self.prover.legal();
            let position = self.prover.graph.node_at(self.prover.here()).position;
            let settled = !line.moves.is_empty() && self.request.game.score(position) == score;
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
