//! The one entry point: a request in, a solution out.

use board::Colour;
use rules::{Move, Score, Threshold};

use crate::bisect::Scale;
use crate::certificate::{Certificate, ProofWriter};
use crate::endless::{answer, fresh_bounds, table};
use crate::graph::Spot;
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
/// [`Error::Endless`] if rules with endless play meet a board with too many positions,
/// [`Error::TooLarge`] if it has too many for the certificate asked for.
pub fn solve(request: &Request, meter: &Meter) -> Result<Solution, Error> {
    if request.game.rules.ko.endless() {
        return endless(request, meter);
    }
    // The recursion is as deep as a game is long; a thread of its own has the stack for it.
    std::thread::scope(|scope| {
        let search = std::thread::Builder::new()
            .name("proof search".to_owned())
            .stack_size(1 << 30)
            .spawn_scoped(scope, || ProofSearch::new(request, meter).solution());
        match search.map(|handle| handle.join()) {
            Ok(Ok(solution)) => Ok(solution),
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
    root: Spot,
    questions: u64,
}

impl<'a> ProofSearch<'a> {
    fn new(request: &'a Request, meter: &'a Meter) -> ProofSearch<'a> {
        let mut prover = Prover::new(request.game.clone(), meter);
        let (node, facts) = request.game.start(request.position, request.to_move);
        let root = prover.start(node, &facts);
        if request.certificate {
            prover.journal = Some(Journal::default());
        }
        ProofSearch { request, prover, scale: Scale::of(&request.game), root, questions: 0 }
    }

    fn solution(mut self) -> Solution {
        // A certificate needs every question answered by the search itself.
        let bounds = if self.request.certificate { None } else { fresh_bounds(self.request) };
        let (low, high) = bounds.unzip();
        let score = self.value(self.root, low, high);
        let certificate = self.request.certificate.then(|| self.certificate(score));
        let openings = if self.request.openings { self.openings(score) } else { Vec::new() };
        let line = if self.request.line { self.line(score) } else { Line::default() };
        Solution {
            value: self.as_value(score),
            openings,
            line,
            certificate,
            effort: Effort {
                engine: Engine::Proof,
                nodes: self.prover.nodes(),
                lemmas: self.prover.proved(),
                questions: self.questions,
            },
        }
    }

    fn as_value(&self, score: Score) -> Value {
        Value::of_score(score, self.request.game.rules.ko.win_or_loss())
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
    fn certificate(&mut self, score: Score) -> Certificate {
        let (low, high) = self.request.game.score_range().unzip();
        let reached = (low != Some(score)).then_some(Threshold::at_least(score));
        let exceeded = if high == Some(score) { None } else { self.scale.above(score) };
        for threshold in [reached, exceeded].into_iter().flatten() {
            self.ask(self.root, threshold);
        }
        // Where scores are a whole number apart, every question above the value asks for more
        // than it, and every other for no more.
        let fractions = self.request.game.rules.ko.combines_scores();
        let mut writer = ProofWriter::new(&mut self.prover, |threshold, winner| match winner {
            _ if fractions => threshold,
            Colour::Black => Threshold::at_least(score),
            Colour::White => Threshold::more_than(score),
        });
        let claims = [reached, exceeded].map(|threshold| writer.root(self.root, threshold?));
        writer.finish(self.request, &score.to_string(), &claims)
    }

    /// The values of the first moves: none is better for the player to move than `best`.
    fn openings(&mut self, best: Score) -> Vec<Opening> {
        let legal = self.prover.legal(self.root);
        let moves: Vec<Move> = legal.iter().map(|(made, _)| *made).collect();
        let (low, high) = match self.request.to_move {
            Colour::Black => (None, Some(best)),
            Colour::White => (Some(best), None),
        };
        openings(self.request, &moves, |made| {
            let Some((_, edge)) = legal.iter().find(|(other, _)| *other == made) else {
                unreachable!("a symmetry of the start maps legal moves to legal moves")
            };
            let moment = self.prover.make(self.root, edge);
            let score = match self.prover.end(self.root, edge) {
                Ok(score) => score,
                Err(next) => self.value(next, low, high),
            };
            self.prover.undo(moment);
            self.as_value(score)
        })
    }

    /// A principal variation: of the moves that keep the value, a pass where the stones on the
    /// board already show it, else the first play in the order of points, else the pass.
    fn line(&mut self, score: Score) -> Line {
        let mut line = Line::default();
        let mut spot = self.root;
        loop {
            let mut legal = self.prover.legal(spot);
            let position = self.prover.graph.nodes.get(spot.node).position;
            let settled = !line.moves.is_empty() && self.request.game.score(position) == score;
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
