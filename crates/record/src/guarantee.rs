//! What a player can guarantee against all others together.

use crate::lemma::Threshold;
use crate::prove::Prover;
use crate::tree::Tree;
use crate::{Aim, Board, Error, Player, Points, Position, Rules};

/// What is known of a number: it is at least one, and at most the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: Points,
    /// It is at most this.
    pub upper: Points,
}

/// The most that a player can force against all others together, from a start position with `first`
/// to move. Each question visits at most so many nodes; a question that takes more stays open, and
/// the bounds are what is proved without it.
///
/// # Errors
/// [`Error::Endless`] if play can go on for ever.
pub fn guarantee(
    board: &Board,
    rules: Rules,
    start: &Position,
    first: Player,
    player: Player,
    aim: Aim,
    nodes: u64,
) -> Result<Bounds, Error> {
    let only = (aim == Aim::Points).then_some(player);
    let tree = Tree::new(board, rules, start.clone(), first, only)?;
    let mut search = Search { tree, prover: Prover::new(player, aim), nodes };
    let (least, most) = aim.range(board.points(), rules.players());
    let bounds = Bounds { lower: Points::from_integer(least), upper: Points::from_integer(most) };
    Ok(search.bounds(bounds))
}

struct Search<'a> {
    tree: Tree<'a>,
    prover: Prover,
    /// How many nodes a question may take.
    nodes: u64,
}

impl Search<'_> {
    /// Narrows bounds until they meet, or until a question stays open.
    fn bounds(&mut self, mut bounds: Bounds) -> Bounds {
        // Whole numbers first, from below: most guarantees are small.
        let mut open = false;
        loop {
            let next = Points::from_integer(bounds.lower.floor().to_integer() + 1);
            if next > bounds.upper {
                break;
            }
            match self.ask(Threshold { worth: next, more: false }) {
                Some(true) => bounds.lower = next,
                Some(false) => break,
                None => {
                    open = true;
                    break;
                }
            }
        }
        if open {
            // The least number that he is proved not to exceed.
            for most in bounds.lower.floor().to_integer()..bounds.upper.floor().to_integer() {
                let worth = Points::from_integer(most);
                if self.ask(Threshold { worth, more: true }) == Some(false) {
                    bounds.upper = worth;
                    break;
                }
            }
            return bounds;
        }
        self.fraction(bounds)
    }

    /// What is at least `lower`, a whole number, and less than the next.
    fn fraction(&mut self, mut bounds: Bounds) -> Bounds {
        let lower = bounds.lower;
        let next = lower + Points::from_integer(1);
        if bounds.upper == lower {
            return bounds;
        }
        bounds.upper = next;
        match self.ask(Threshold { worth: lower, more: true }) {
            Some(false) => return Bounds { lower, upper: lower },
            Some(true) => {}
            None => return bounds,
        }
        // Every fraction is found between its two parents (M. Stern, 1858; A. Brocot, 1861).
        let (mut low, mut high) = (lower, next);
        loop {
            let between = Points::new(low.numer() + high.numer(), low.denom() + high.denom());
            match self.ask(Threshold { worth: between, more: false }) {
                Some(false) => (high, bounds.upper) = (between, between),
                Some(true) => {
                    (low, bounds.lower) = (between, between);
                    match self.ask(Threshold { worth: between, more: true }) {
                        Some(false) => return Bounds { lower: between, upper: between },
                        Some(true) => {}
                        None => return bounds,
                    }
                }
                None => return bounds,
            }
        }
    }

    /// Whether the player reaches a threshold, if that can be found in time.
    fn ask(&mut self, threshold: Threshold) -> Option<bool> {
        self.prover.ask(&mut self.tree, threshold, self.nodes).map(|(reached, _)| reached)
    }
}
