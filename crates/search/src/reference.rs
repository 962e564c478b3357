//! The reference solver: plain alpha-beta over the whole history, to a depth that grows until
//! the value no longer depends on what lies deeper. No memo, no proof numbers, no lemmas; slow
//! and obvious. It exists so that the other engines have something to answer to, on the few
//! boards it can finish.

use board::Colour;
use rules::{Fact, Facts, Game, Node, Score, Then};

/// The value to Black from a start node with the facts of its history; endless play is worth
/// the ruleset's value of no result. `budget` is the number of nodes that may be visited:
/// `None` if that is not enough.
pub fn value(game: &Game, node: &Node, facts: &[Fact], budget: u64) -> Option<Score> {
    Search { game, budget, endless: game.rules.no_result, path: Vec::new() }.value(node, facts)
}

/// The bounds L and U of a game whose play can go on for ever: its value if endless play is
/// worth no more than the worst score for Black, and if it is worth no less than the best. The
/// budget is for each.
pub fn bounds(game: &Game, node: &Node, budget: u64) -> Option<(Score, Score)> {
    let n = Score::points(i32::from(game.board.points()));
    let bound = |endless| Search { game, budget, endless, path: Vec::new() }.value(node, &[]);
    Some((bound(-n - game.rules.komi)?, bound(n - game.rules.komi)?))
}

/// What a line is worth to Black, as far as it has been followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// Not known, taken for the worst.
    Least,
    Score(Score),
    /// Not known, taken for the best.
    Most,
}

struct Search<'a> {
    game: &'a Game,
    budget: u64,
    /// What endless play is worth.
    endless: Score,
    /// The nodes of the line, under rules with endless play.
    path: Vec<Node>,
}

impl Search<'_> {
    fn value(&mut self, node: &Node, facts: &[Fact]) -> Option<Score> {
        let facts: Facts = facts.iter().copied().collect();
        // What is not known at one depth lies between these at the next.
        let (mut low, mut high) = (Worth::Least, Worth::Most);
        let mut depth = 0;
        loop {
            low = self.worth(node, &facts, depth, Worth::Least, (low, high))?;
            high = self.worth(node, &facts, depth, Worth::Most, (low, high))?;
            match low {
                Worth::Score(score) if low == high => return Some(score),
                _ => depth += 1,
            }
        }
    }

    /// What a node is worth if whatever lies deeper than `depth` moves is worth `beyond`; or the
    /// nearest end of the window from `alpha` to `beta`, if it lies outside.
    fn worth(
        &mut self,
        node: &Node,
        facts: &Facts,
        depth: u32,
        beyond: Worth,
        (mut alpha, mut beta): (Worth, Worth),
    ) -> Option<Worth> {
        // When a node comes again on the line that led to it, play is endless: whoever can
        // force an end can do so without coming back.
        if self.path.contains(node) {
            return Some(Worth::Score(self.endless).clamp(alpha, beta));
        }
        if depth == 0 {
            return Some(beyond.clamp(alpha, beta));
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut stuck = true;
        if self.game.rules.ko.endless() {
            self.path.push(node.clone());
        }
        // Passes first: they end games, and good bounds early cut most.
        for step in self.game.steps(node).iter().rev().filter(|step| facts.allow(step)) {
            stuck = false;
            let worth = match &step.then {
                Then::End(score) => Worth::Score(*score),
                Then::Node(next) => self.worth(next, &facts.after(step), depth - 1, beyond, (alpha, beta))?,
            };
            match node.to_move {
                Colour::Black => alpha = alpha.max(worth.min(beta)),
                Colour::White => beta = beta.min(worth.max(alpha)),
            }
            if alpha == beta {
                break;
            }
        }
        if self.game.rules.ko.endless() {
            self.path.pop();
        }
        Some(match node.to_move {
            _ if stuck => Worth::Score(self.game.stuck(node)).clamp(alpha, beta),
            Colour::Black => alpha,
            Colour::White => beta,
        })
    }
}
