use crate::{Fact, Facts, Game, Node, Then};

/// The number of move sequences of a length from a start node; a game that ends earlier counts
/// as one. The figure by which move generators are compared.
pub fn perft(game: &Game, node: &Node, facts: &[Fact], depth: u32) -> u64 {
    count(game, node, &facts.iter().copied().collect(), depth)
}

fn count(game: &Game, node: &Node, facts: &Facts, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = game.steps(node);
    let mut legal = steps.iter().filter(|step| facts.allow(step)).peekable();
    if legal.peek().is_none() {
        return 1; // stuck: the game is over
    }
    if depth == 1 {
        return legal.count() as u64;
    }
    legal
        .map(|step| match &step.then {
            Then::End(_) => 1,
            Then::Node(next) => count(game, next, &facts.after(step), depth - 1),
        })
        .sum()
}
