//! What is known of what players can force, as an answer: values, first moves, a variation.

use std::collections::HashMap;

use kosolver_board::Colour;
use kosolver_rules::{Game, Legality, Move, Node, Outcome, Score, Step, Then};
use kosolver_tablebase::{Error, Forced, Probe};

use crate::openings::openings;
use crate::request::Request;
use crate::solution::{Effort, Engine, Line, Opening, Solution, Value};

/// The legal steps of a node.
pub(super) fn legal(game: &Game, node: &Node) -> Vec<Step> {
    let mut steps = game.steps(node);
    steps.retain(|step| step.legality == Legality::Always);
    steps
}

/// The solution of a request without moves whose board and rules are those of a tablebase.
///
/// # Errors
/// Those of the tablebase.
pub fn answer(probe: &impl Probe, request: &Request) -> Result<Solution, Error> {
    let (node, _) = request.game.start(request.position, request.to_move);
    Answer { game: &request.game, forces: probe }.solution(request, &node)
}

/// The variation of a request by distance: who can force the value ends the game soonest, and his opponent
/// delays the end longest. So it is as long as the tablebase says. [`answer`] shows any way to the end.
///
/// # Errors
/// Those of [`answer`].
pub fn longest_line(probe: &impl Probe, request: &Request) -> Result<Line, Error> {
    let (node, _) = request.game.start(request.position, request.to_move);
    Answer { game: &request.game, forces: probe }.line(&node, Delay::Longest)
}

/// How who cannot prevent a score plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Delay {
    /// He helps to end the game soon.
    No,
    /// He takes the longest way.
    Longest,
}

/// What is known of what the players can force.
pub(super) trait Forces {
    /// The score that Black, and that White can force at a node if endless play is the worst for
    /// him, and a number that falls on the way to the end; `None` if he can force no end.
    fn forced(&self, game: &Game, node: &Node) -> Result<[Option<(Score, u32)>; 2], Error>;
}

impl<P: Probe> Forces for P {
    fn forced(&self, game: &Game, node: &Node) -> Result<[Option<(Score, u32)>; 2], Error> {
        let bounds = self.bounds(node)?;
        let score = |points| Score::points(points) - game.given();
        Ok([bounds.lower, bounds.upper].map(|Forced { score: points, distance }| {
            points.map(|points| (score(points), u32::from(distance)))
        }))
    }
}

/// A game, and what is known of what its players can force.
pub(super) struct Answer<'a> {
    pub game: &'a Game,
    pub forces: &'a dyn Forces,
}

/// What is known of a node, or of the end of a game.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub value: Value,
    /// Who forces the score; nobody at an end, and where endless play is best for both.
    forcing: Option<Colour>,
    /// The score that Black, and that White can force if endless play is the worst for him, and
    /// the number of moves to the end; `None` if he can force no end.
    forced: [Option<(Score, u32)>; 2],
}

impl Answer<'_> {
    /// The solution of a request that has come to this node.
    pub(super) fn solution(&self, request: &Request, root: &Node) -> Result<Solution, Error> {
        let value = self.node(root)?.value;
        let line = if request.line { self.line(root, Delay::No)? } else { Line::default() };
        let openings = if request.openings { self.openings(request, root)? } else { Vec::new() };
        let effort = Effort::of(Engine::Retrograde, 2);
        Ok(Solution { value, openings, line, certificate: None, effort })
    }

    pub(super) fn node(&self, node: &Node) -> Result<Found, Error> {
        let forced = self.forces.forced(self.game, node)?;
        let (least, most) = self.game.score_range().unwrap_or_default();
        let lower = forced[0].map_or(least, |(score, _)| score);
        let upper = forced[1].map_or(most, |(score, _)| score);
        let endless = self.game.rules().no_result();
        // The value is max(L, min(U, c)), where L is −∞ if Black can force no end, and U is ∞ if White
        // can force none (docs/tablebase.md#two-numbers). The bounds shown are the ends of the range then.
        let (outcome, forcing) = if forced[0].is_some() && lower >= endless {
            (Outcome::Score(lower), Some(Colour::Black))
        } else if forced[1].is_some() && upper <= endless {
            (Outcome::Score(upper), Some(Colour::White))
        } else {
            (Outcome::NoResult, None)
        };
        let worth = if let Outcome::Score(score) = outcome { score } else { endless };
        let ends = forced.map(|end| end.is_some());
        let value = Value { outcome, worth, bounds: Some((lower, upper)), ends };
        Ok(Found { value, forcing, forced })
    }

    pub(super) fn step(&self, step: &Step) -> Result<Found, Error> {
        match &step.then {
            Then::Node(next) => self.node(next),
            Then::End(score) => {
                let (outcome, bounds) = (Outcome::Score(*score), Some((*score, *score)));
                let value = Value { outcome, worth: *score, bounds, ends: [true; 2] };
                Ok(Found { value, forcing: None, forced: [Some((*score, 0)); 2] })
            }
        }
    }

    fn openings(&self, request: &Request, root: &Node) -> Result<Vec<Opening>, Error> {
        let steps = legal(self.game, root);
        let found = steps.iter().map(|step| Ok((step.made, self.step(step)?.value)));
        let found = found.collect::<Result<HashMap<Move, Value>, Error>>()?;
        let moves: Vec<Move> = steps.iter().map(|step| step.made).collect();
        openings(request, &moves, |made| Ok(found[&made]))
    }

    /// A principal variation. Where somebody can force the value, falling distances lead to the
    /// end; where endless play is best for both, it is followed until a node comes again.
    pub(super) fn line(&self, root: &Node, delay: Delay) -> Result<Line, Error> {
        let mut line = Line::default();
        let mut seen: HashMap<Node, usize> = HashMap::new();
        let mut node = root.clone();
        loop {
            if let Some(&moves) = seen.get(&node) {
                line.repeats_after = Some(moves);
                return Ok(line);
            }
            seen.insert(node.clone(), line.moves.len());
            let here = self.node(&node)?;
            let mut best = None;
            for step in legal(self.game, &node) {
                let after = self.step(&step)?;
                if after.value.worth != here.value.worth {
                    continue;
                }
                let delays = delay == Delay::Longest && here.forcing != Some(node.to_move);
                let order = order(&here, &after, delays);
                // The first move of those with the lowest.
                if best.as_ref().is_none_or(|(least, _)| order < *least) {
                    best = Some((order, step));
                }
            }
            let Some((_, step)) = best else { return Ok(line) };
            line.moves.push(step.made);
            match step.then {
                Then::Node(next) => node = next,
                Then::End(_) => return Ok(line),
            }
        }
    }
}

/// Which of the moves that keep the value comes first: by the distances of the player who forces
/// it, of those after which he forces the same score. After others he counts on endless play that
/// is worth as much, and the distance is that of a worse score. The longest comes first if the player to
/// move delays the end. Where nobody forces the value, an end comes last.
pub(super) fn order(before: &Found, after: &Found, delays: bool) -> (bool, u32) {
    let Some(player) = before.forcing else {
        return (after.value.outcome != Outcome::NoResult, 0);
    };
    let [before, after] = [before, after].map(|found| found.forced[player as usize].unzip());
    let distance = after.1.unwrap_or(u32::MAX);
    (after.0 != before.0, if delays { u32::MAX - distance } else { distance })
}
