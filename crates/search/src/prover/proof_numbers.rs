//! Proof numbers: what a node is thought to cost before it is visited, what is kept of it after, and
//! which move they say to search next. They guide the search and decide nothing.

use kosolver_board::{Colour, Point};
use kosolver_rules::Ban;

use crate::concurrent::{read, write};
use crate::graph::{DELTA, Face, Graph, NodeNumber, NodeRecord, PHI, STATE, Spot};
use crate::lemma::{Lemma, effort};
use crate::prover::Question;

/// "Infinite": above every number that is reached by adding.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// A legal move of a node on the line being searched.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub index: u16,
    /// The opponent's numbers after it: `phi` to prove that he wins, `delta` that he loses.
    pub phi: u32,
    pub delta: u32,
    /// Whether it is known to lose, by which lemma.
    pub loses: bool,
    pub lemma: Lemma,
    /// The node it leads to, or none if that has not been made.
    pub next: NodeNumber,
}

/// The open move that a visit takes, and the numbers of the node.
pub(crate) struct Choice {
    pub place: usize,
    pub phi: u32,
    pub delta: u32,
    /// How hard the next best looks.
    pub second: u32,
    pub open: u32,
}

impl Choice {
    /// The open move to search next; `None` if all moves lose. `others` tells how many
    /// other threads are below the node of a candidate.
    pub(crate) fn of(candidates: &[Candidate], others: impl Fn(&Candidate) -> u32) -> Option<Choice> {
        // The opponent's delta is what it takes to prove that he loses.
        let mut choice = Choice { place: usize::MAX, phi: INFINITE, delta: 0, second: INFINITE, open: 0 };
        let (mut least, mut phi_max, mut second) = (INFINITE + 1, 0, INFINITE);
        for (place, candidate) in candidates.iter().enumerate() {
            if candidate.loses {
                continue;
            }
            choice.open += 1;
            phi_max = phi_max.max(candidate.phi);
            choice.phi = choice.phi.min(candidate.delta);
            // Virtual proof numbers: harder by half for each other thread that is below it.
            let mut seems = candidate.delta;
            let others = others(candidate);
            if others > 0 {
                seems = seems.saturating_add(others.saturating_mul(seems / 2 + 1)).min(INFINITE);
            }
            if seems < least {
                (choice.place, least, second) = (place, seems, least);
            } else {
                second = second.min(seems);
            }
        }
        choice.second = second;
        // Weak proof numbers (T. Ueda et al., 2008): the largest, and one for each other
        // move, since in a graph their proofs overlap.
        choice.delta = phi_max + choice.open.saturating_sub(1);
        (choice.open > 0).then_some(choice)
    }
}

/// The proof numbers of one search.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    pub graph: &'a Graph,
    pub question: &'a Question,
}

impl Numbers<'_> {
    /// The mark of this search's numbers of a node met with this turn.
    fn stamp(self, spot: Spot) -> u32 {
        self.question.stamp | u32::from(self.graph.group.exchanges(spot.turn))
    }

    /// The numbers of a node: those of the last visit, or a guess.
    pub(crate) fn of(self, spot: Spot, ban: impl Fn() -> Ban, record: &NodeRecord) -> (u32, u32) {
        let exchanges = self.graph.group.exchanges(spot.turn);
        self.stored(spot, record).unwrap_or_else(|| self.guess(self.graph.face(record), ban, exchanges))
    }

    /// The numbers that a visit of this search has left. Another thread may be writing them, and a
    /// checkpoint may hold anything: whatever they are, they are made numbers of an open node.
    pub(crate) fn stored(self, spot: Spot, record: &NodeRecord) -> Option<(u32, u32)> {
        let more = self.graph.more(record)?;
        let own = read(&more[STATE]) >> 8 == self.stamp(spot);
        let number = |place: usize| read(&more[place]).clamp(1, INFINITE / 2);
        own.then(|| (number(PHI), number(DELTA)))
    }

    /// Keeps numbers, and the nodes visited for them.
    pub(crate) fn store(self, spot: Spot, (phi, delta): (u32, u32), work: u64) {
        // Where there is no room they are guessed again.
        if let Ok(more) = self.graph.make_more(self.graph.record(spot.node)) {
            write(&more[PHI], phi);
            write(&more[DELTA], delta);
            write(&more[STATE], self.stamp(spot) << 8 | u32::from(effort(work)));
        }
    }

    /// Proof numbers of a node that has not been visited, met with a turn that exchanges the colours or
    /// does not: a player who is behind on the board as it stands needs more work to win, and more the
    /// more of it is empty. The weights are measured (docs/search.md).
    pub(crate) fn guess(self, face: Face, ban: impl Fn() -> Ban, exchanges: bool) -> (u32, u32) {
        if let Some(numbers) = self.guided(face, ban, exchanges) {
            return numbers;
        }
        let positions = &self.graph.positions;
        let area = positions.area(face.position);
        let area = if exchanges { -area } else { area };
        // Positive if the board as it stands meets the threshold; never 0.
        let black = 2 * area - self.question.goal;
        let ahead = if (face.mover == Colour::Black) != exchanges { black } else { -black };
        let phi = 1 + 4 * (-ahead).max(0) + positions.empty(face.position) as i32;
        let delta = 1 + 4 * ahead.max(0);
        (phi as u32, delta as u32)
    }

    /// The move to look at first, if the guide knows of one. Where this search has not left numbers, the
    /// guide may look ahead.
    pub(crate) fn first(self, spot: Spot, ban: Ban) -> Option<Point> {
        let exchanges = self.graph.group.exchanges(spot.turn);
        let goal = if exchanges { -self.question.goal } else { self.question.goal };
        let record = self.graph.record(spot.node);
        self.graph.first(record, ban, goal, self.stored(spot, record).is_none())
    }

    /// Proof numbers from the guide; `None` if it does not know who is ahead.
    fn guided(self, face: Face, ban: impl Fn() -> Ban, exchanges: bool) -> Option<(u32, u32)> {
        let goal = if exchanges { -self.question.goal } else { self.question.goal };
        let [black, white] = self.graph.guided(face, ban, goal)?;
        Some(if face.mover == Colour::Black { (black, white) } else { (white, black) })
    }
}
