//! Proofs in pieces: a search that stops where it becomes large, and goes on with what other searches have
//! proved of the positions there (`DESIGN.md`, "Proofs in pieces").

use std::cell::Cell;
use std::collections::HashSet;

use kosolver_board::Colour;
use kosolver_rules::{Game, Move, Node, Score, Threshold};

use crate::certificate::{Certificate, ProofWriter, Says};
use crate::error::Error;
use crate::piece::{Piece, restated};
use crate::proof_search::ProofSearch;
use crate::prover::{Learning, Question};
use crate::request::{Request, Resources};

/// How a question is taken apart.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// About how many nodes a cube is to take.
    pub nodes: u64,
    /// The most cubes that are open at a time, if there is a limit: those after them may be easier once these
    /// are solved.
    pub most: Option<usize>,
    /// The score that is asked for first.
    pub guess: Option<Score>,
    /// Cubes that were too hard: they are split again.
    pub hard: HashSet<Cube>,
    /// What has been proved.
    pub pieces: Vec<Piece>,
}

/// Whether Black meets a threshold after some more moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cube {
    /// The moves since the request.
    pub moves: Vec<Move>,
    /// The threshold.
    pub threshold: Threshold,
}

impl Cube {
    /// What its certificate claims if this player wins the game.
    pub fn claim(&self, game: &Game, winner: Colour) -> Threshold {
        restated(game, self.threshold, winner)
    }
}

/// The answer to a question, with its proof.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Whether Black meets the threshold.
    pub black: bool,
    /// What proves it.
    pub certificate: Certificate,
    /// The nodes visited.
    pub nodes: u64,
}

/// A question that is taken apart.
#[derive(Clone, Debug, Default)]
pub struct Cubes {
    /// What is open.
    pub open: Vec<Cube>,
    /// How often a cube that is open is wanted once more, from another line.
    pub shared: u64,
    /// The value and its certificate, once nothing is open.
    pub closed: Option<(Score, Certificate)>,
    /// The nodes visited.
    pub nodes: u64,
}

/// A position is looked at for this part of the nodes of a cube before it becomes one.
const LOOK: u64 = 16;

/// Nodes in which a search sees what is known of the moves of a position.
const GLANCE: u64 = 2;

/// For how many nodes a position is looked at before it becomes a cube, where a scout has shown the way.
const SHOWN: u64 = 16;

impl ProofSearch {
    /// Answers a question about a request, with a proof.
    pub(crate) fn decide(
        &mut self,
        request: &Request,
        threshold: Threshold,
        pieces: &[Piece],
        resources: &Resources,
    ) -> Result<Decision, Error> {
        self.begin(request, pieces, resources)?;
        let before = self.prover.nodes();
        loop {
            let black = self.ask(threshold)?;
            let nodes = self.prover.nodes() - before;
            // Forgotten if the memory had to be cleared in between.
            if self.prover.lemma(threshold).is_none() {
                continue;
            }
            let winner = if black { Colour::Black } else { Colour::White };
            let game = request.game();
            let says = Says::Claim(restated(game, threshold, winner), winner);
            let writer = ProofWriter::new(&mut self.prover, |asked, winner| restated(game, asked, winner));
            return Ok(Decision {
                black,
                certificate: writer.write(&[Some(threshold)], request, says)?,
                nodes,
            });
        }
    }

    /// Takes the value of a request apart.
    pub(crate) fn cubes(
        &mut self,
        request: &Request,
        plan: &Plan,
        resources: &Resources,
    ) -> Result<Cubes, Error> {
        self.begin(request, &plan.pieces, resources)?;
        let before = self.prover.nodes();
        let (low, high) = request.game().score_range().unzip();
        let (seen, line, cubes) = (HashSet::new(), Vec::new(), Cubes::default());
        let mut split = Split { plan, seen, line, cubes, asked: None, is_shown: false };
        let scale = self.scale;
        let guess = plan.guess.map(|guess| scale.possible(guess));
        let expected = guess.into_iter().flat_map(|guess| [scale.reached(guess), scale.above(guess)]);
        for threshold in expected.flatten() {
            let told = low.is_some_and(|low| threshold.met_by(low))
                || high.is_some_and(|high| !threshold.met_by(high));
            if !told {
                self.split(threshold, &mut split)?;
            }
        }
        if split.cubes.open.is_empty() {
            let asked = scale.value(
                (None, None),
                &Cell::new(plan.guess),
                &mut |threshold, _| match self.split(threshold, &mut split) {
                    Ok(Some(black)) => Ok(Some(black)),
                    Ok(None) => Err(None),
                    Err(error) => Err(Some(error)),
                },
                &mut |_| (),
            );
            match asked {
                Ok(score) => split.cubes.closed = Some((score, self.certificate(request, score)?)),
                Err(None) => {}
                Err(Some(error)) => return Err(error),
            }
        }
        if let Some(question) = &split.asked {
            self.prover.save_now(question);
        }
        split.cubes.nodes = self.prover.nodes() - before;
        Ok(split.cubes)
    }

    /// Whether a proof can be written of what is found, and lemmas rest on some of these pieces alone.
    pub(crate) fn rests_on(&self, pieces: &[Piece]) -> bool {
        let digests: HashSet<&str> = pieces.iter().map(|piece| &piece.digest[..]).collect();
        self.prover.proves && self.prover.pieces.iter().all(|(digest, _)| digests.contains(&digest[..]))
    }

    /// Puts a request on the board, whose answers are to be proved.
    fn begin(&mut self, request: &Request, pieces: &[Piece], resources: &Resources) -> Result<(), Error> {
        if !request.game().has_decided_positions() {
            let text = "cubes are for rules under which positions are decided";
            return Err(Error::Resources(text.to_owned()));
        }
        // They are told apart by proof numbers, which a scout makes all alike, unless its proof is at hand.
        self.prover.learn_at_most(Learning::Nothing);
        self.prover.prove(true)?;
        self.after((request.position, request.to_move), &request.played)?;
        let request = &Request { certificate: true, ..request.clone() };
        self.set_checkpoint(request, resources, pieces)?;
        let known: HashSet<String> = self.prover.pieces.iter().map(|(digest, _)| digest.clone()).collect();
        self.prover.assume(pieces.iter().filter(|piece| !known.contains(&piece.digest)))
    }

    /// Whether Black meets a threshold, if that can be told; if not, what it takes is among the cubes.
    fn split(&mut self, threshold: Threshold, split: &mut Split) -> Result<Option<bool>, Error> {
        let mut question = self.prover.question(threshold)?;
        self.prover.take_up(&mut question);
        split.is_shown = self.prover.is_shown(&question);
        let known = self.look(&mut question, split)?;
        if known.is_some() || split.is_full() {
            return Ok(known);
        }
        let black = match split.plan.guess {
            Some(guess) => threshold.met_by(guess),
            None => {
                let (phi, delta) = self.prover.numbers(&question);
                (phi <= delta) == (self.prover.mover() == Colour::Black)
            }
        };
        split.seen.clear();
        let winner = if black { Colour::Black } else { Colour::White };
        let open = split.cubes.open.len();
        let found = self.expand(&mut question, winner, split)?;
        split.asked = Some(question);
        match found {
            // There is nothing to wait for.
            None if split.cubes.open.len() == open && !split.is_full() => self.ask(threshold).map(Some),
            found => Ok(found),
        }
    }

    /// The same of a position that has been looked at, and is taken apart: of the moves of the player who
    /// seems to win the best is looked at, of the other's all.
    fn expand(
        &mut self,
        question: &mut Question,
        winner: Colour,
        split: &mut Split,
    ) -> Result<Option<bool>, Error> {
        let wins = self.prover.mover() == winner;
        let shown = if split.is_shown { self.prover.shown_play(question) } else { None };
        let mut moves = Vec::new();
        for made in self.prover.legal()? {
            if self.prover.play(made)?.is_none() {
                let (phi, delta) = self.prover.numbers(question);
                moves.push((Some(made) != shown, if wins { delta } else { phi }, made));
                self.prover.back();
            }
        }
        moves.sort();
        let open = split.cubes.open.len() as u64 + split.cubes.shared;
        for (.., made) in moves {
            self.prover.play(made)?;
            split.line.push(made);
            let known = self.settle(question, winner, split)?;
            split.line.pop();
            self.prover.back();
            // Whose move this is, he has won by it, or it is open and one is enough.
            let done = split.is_full()
                || match known {
                    Some(black) => (black == (winner == Colour::Black)) == wins,
                    None => wins,
                };
            if done {
                break;
            }
        }
        match split.cubes.open.len() as u64 + split.cubes.shared == open {
            // All that was looked at is known, so one look more tells.
            true => self.prover.look(question, split.look()),
            false => Ok(None),
        }
    }

    /// Looks at where the line stands, once: later only as far as to see what is known of its moves.
    fn look(&mut self, question: &mut Question, split: &Split) -> Result<Option<bool>, Error> {
        let nodes = if self.prover.has_visited(question) { GLANCE } else { split.look() };
        self.prover.look(question, nodes)
    }

    /// The same of a position that may be a cube.
    fn settle(
        &mut self,
        question: &mut Question,
        winner: Colour,
        split: &mut Split,
    ) -> Result<Option<bool>, Error> {
        let known = self.look(question, split)?;
        if known.is_some() || split.is_full() {
            return Ok(known);
        }
        if !split.seen.insert(self.prover.kept()) {
            split.cubes.shared += 1;
            return Ok(None);
        }
        let (phi, delta) = self.prover.numbers(question);
        let number = if self.prover.mover() == winner { phi } else { delta };
        let cube = Cube { moves: split.line.clone(), threshold: question.threshold };
        // A position that has been looked at takes about the square of its proof number (measured on 3x4 and
        // 3x5).
        let nodes = self.prover.shown_nodes(question, split.plan.nodes).unwrap_or(u64::from(number).pow(2));
        if nodes > split.plan.nodes || split.plan.hard.contains(&cube) {
            return self.expand(question, winner, split);
        }
        split.cubes.open.push(cube);
        Ok(None)
    }
}

/// What is found while a question is taken apart.
struct Split<'a> {
    plan: &'a Plan,
    /// The nodes that have been seen to, in the frame in which they are kept.
    seen: HashSet<(Node, bool)>,
    line: Vec<Move>,
    cubes: Cubes,
    /// The question asked last.
    asked: Option<Question>,
    /// Whether a scout has shown the way: then it knows how many nodes a position takes.
    is_shown: bool,
}

impl Split<'_> {
    fn is_full(&self) -> bool {
        self.plan.most.is_some_and(|most| self.cubes.open.len() >= most)
    }

    fn look(&self) -> u64 {
        if self.is_shown { SHOWN } else { self.plan.nodes / LOOK + 2 }
    }
}
