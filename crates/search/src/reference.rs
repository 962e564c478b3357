//! The reference solver: plain alpha-beta over the whole history, to a depth that grows until
//! the value no longer depends on what lies deeper. No memo, no proof numbers, no lemmas; slow
//! and obvious. It exists so that the other engines have something to answer to, on the few
//! boards it can finish.

use kosolver_board::Colour;
use kosolver_rules::{Fact, Game, Node, Score, Step, Then};

/// The value to Black from a start node with the facts of its history; endless play is worth
/// the ruleset's value of no result. `budget` is the number of nodes that may be visited:
/// `None` if that is not enough.
pub fn value(game: &Game, node: &Node, facts: &[Fact], budget: u64) -> Option<Score> {
    Search { game, budget, endless: game.rules().no_result(), line: Vec::new() }.value(node, facts)
}

/// The bounds L and U of a game whose play can go on for ever: its value if endless play is
/// worth the least possible to Black, and if it is worth the most. The budget is for each.
///
/// # Panics
/// If every game ends under these rules.
pub fn bounds(game: &Game, node: &Node, budget: u64) -> Option<(Score, Score)> {
    assert!(game.rules().endless(), "every game ends under {}", game.rules().ko());
    let (least, most) = game.score_range()?;
    let bound = |endless| Search { game, budget, endless, line: Vec::new() }.value(node, &[]);
    Some((bound(least)?, bound(most)?))
}

/// What a node is worth to Black, as far as it has been searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// Not known, taken for the least possible.
    Least,
    Score(Score),
    /// Not known, taken for the most.
    Most,
}

struct Search<'a> {
    game: &'a Game,
    budget: u64,
    /// What endless play is worth.
    endless: Score,
    /// The nodes of the line being searched.
    line: Vec<Node>,
}

impl Search<'_> {
    fn value(&mut self, node: &Node, facts: &[Fact]) -> Option<Score> {
        let (mut low, mut high) = (Worth::Least, Worth::Most);
        let mut depth = 1;
        loop {
            low = self.worth(node, facts, depth, Worth::Least, (low, high))?;
            high = self.worth(node, facts, depth, Worth::Most, (low, high))?;
            match low {
                Worth::Score(score) if low == high => return Some(score),
                _ => depth += 1,
            }
        }
    }

    /// The worth of a node if whatever lies `depth` moves deeper is worth `beyond`; where that
    /// is outside the window from `alpha` to `beta`, the end of the window it is nearest to.
    fn worth(
        &mut self,
        node: &Node,
        facts: &[Fact],
        depth: u32,
        beyond: Worth,
        (mut alpha, mut beta): (Worth, Worth),
    ) -> Option<Worth> {
        // Where a node comes again on the line that led to it, play is endless: whoever can
        // force an end can do so without coming back.
        if self.game.rules().endless() && self.line.contains(node) {
            return Some(Worth::Score(self.endless).clamp(alpha, beta));
        }
        if depth == 0 {
            return Some(beyond.clamp(alpha, beta));
        }
        self.budget = self.budget.checked_sub(1)?;
        let steps = self.legal_steps(node, facts);
        if steps.is_empty() {
            return Some(Worth::Score(self.game.stuck(node)).clamp(alpha, beta));
        }
        self.line.push(node.clone());
        for step in steps {
            let worth = match &step.then {
                Then::End(score) => Worth::Score(*score),
                Then::Node(next) => {
                    self.worth(next, &after(facts, &step), depth - 1, beyond, (alpha, beta))?
                }
            };
            match node.to_move {
                Colour::Black => alpha = worth.clamp(alpha, beta),
                Colour::White => beta = worth.clamp(alpha, beta),
            }
            if alpha == beta {
                break;
            }
        }
        self.line.pop();
        Some(if node.to_move == Colour::Black { alpha } else { beta })
    }

    /// The legal steps, likely good ones first, since a good bound early cuts most: ends of the
    /// game, then what leaves the best board, and of equal boards a pass.
    fn legal_steps(&self, node: &Node, facts: &[Fact]) -> Vec<Step> {
        let mut steps = self.game.steps(node);
        steps.retain(|step| allow(facts, step));
        steps.reverse();
        steps.sort_by_key(|step| match &step.then {
            Then::End(_) => None,
            Then::Node(next) => {
                let area = next.position.area(self.game.board());
                Some(if node.to_move == Colour::Black { -area } else { area })
            }
        });
        steps
    }
}

/// Whether a history allows a step.
fn allow(facts: &[Fact], step: &Step) -> bool {
    let has = |fact: &Fact| facts.contains(fact);
    step.legality.allowed(has) && step.applies(has)
}

/// The history after a step.
fn after(facts: &[Fact], step: &Step) -> Vec<Fact> {
    step.history_after(facts.iter().copied()).collect()
}
