//! The reference solver: plain alpha-beta over the whole history. No memo, no proof numbers,
//! no lemmas; slow and obvious. It exists so that the other engines have something to answer
//! to, on the few boards it can finish.

use board::Colour;
use rules::{Fact, Facts, Game, Node, Score, Then};

/// The value to Black of a game that always ends, from a start node with the facts of its
/// history; `budget` is the number of nodes it may visit. `None` if that is not enough.
///
/// # Panics
/// If play can go on for ever under these rules: see [`bounds`].
pub fn value(game: &Game, node: &Node, facts: &[Fact], budget: u64) -> Option<Score> {
    assert!(!game.rules.ko.endless(), "play can go on for ever under {}", game.rules.ko);
    let mut search = Search { game, budget, repetition: None, path: Vec::new() };
    search.value(node, &facts.iter().copied().collect(), None, None)
}

/// The bounds L and U of a game whose play can go on for ever. When a node comes again on the
/// line that led to it, play is endless, and worth the least possible (for L) or the most
/// (for U): in such a game whoever can force an end can do so without coming back.
pub fn bounds(game: &Game, node: &Node, budget: u64) -> Option<(Score, Score)> {
    let n = Score::points(i32::from(game.board.points()));
    let bound = |endless: Score| {
        let mut search =
            Search { game, budget, repetition: Some(endless - game.rules.komi), path: Vec::new() };
        search.value(node, &Facts::default(), None, None)
    };
    Some((bound(-n)?, bound(n)?))
}

struct Search<'a> {
    game: &'a Game,
    budget: u64,
    /// What a node that comes again on the line is worth, if it ends the search.
    repetition: Option<Score>,
    path: Vec<Node>,
}

impl Search<'_> {
    /// The exact value if it lies between `alpha` and `beta`, else a bound on that side.
    fn value(
        &mut self,
        node: &Node,
        facts: &Facts,
        mut alpha: Option<Score>,
        mut beta: Option<Score>,
    ) -> Option<Score> {
        if let Some(endless) = self.repetition
            && self.path.contains(node)
        {
            return Some(endless);
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut best: Option<Score> = None;
        self.path.push(node.clone());
        // Passes first: they end games, and good bounds early cut most.
        for step in self.game.steps(node).iter().rev().filter(|step| facts.allow(step)) {
            let score = match &step.then {
                Then::End(score) => *score,
                Then::Node(next) => self.value(next, &facts.after(step), alpha, beta)?,
            };
            match node.to_move {
                Colour::Black => {
                    best = Some(best.map_or(score, |best| best.max(score)));
                    alpha = alpha.max(best);
                }
                Colour::White => {
                    best = Some(best.map_or(score, |best| best.min(score)));
                    beta = Some(beta.map_or(score, |beta| beta.min(score)));
                }
            }
            if let (Some(alpha), Some(beta)) = (alpha, beta)
                && alpha >= beta
            {
                break;
            }
        }
        self.path.pop();
        Some(best.unwrap_or_else(|| self.game.stuck(node)))
    }
}
