use std::collections::HashSet;

use crate::{Fact, Game, Legality, Node, Step, Then};

/// The history of a game as a plain set, with what a step needs undone afterwards.
#[derive(Clone)]
struct History(HashSet<Fact>);

impl History {
    fn allows(&self, step: &Step) -> bool {
        let legal = match &step.legality {
            Legality::Always => true,
            Legality::Unless(fact) => !self.0.contains(fact),
            Legality::Never(_) => false,
        };
        legal
            && step.present.iter().all(|fact| self.0.contains(fact))
            && !step.absent.iter().any(|fact| self.0.contains(fact))
    }

    fn after(&self, step: &Step) -> History {
        let mut next = self.0.clone();
        next.retain(|fact| !step.clears.contains(&fact.scope));
        next.extend(step.inserts.iter().copied());
        History(next)
    }
}

/// The number of move sequences of a length from a start node; a game that ends earlier counts
/// as one. The figure by which move generators are compared.
pub fn perft(game: &Game, node: &Node, facts: &[Fact], depth: u32) -> u64 {
    count(game, node, &History(facts.iter().copied().collect()), Some(depth))
}

/// The number of complete games from a start node: all ways to the end.
pub fn complete_games(game: &Game, node: &Node, facts: &[Fact]) -> u64 {
    count(game, node, &History(facts.iter().copied().collect()), None)
}

fn count(game: &Game, node: &Node, history: &History, depth: Option<u32>) -> u64 {
    if depth == Some(0) {
        return 1;
    }
    let steps = game.steps(node);
    let mut legal = steps.iter().filter(|step| history.allows(step)).peekable();
    if legal.peek().is_none() {
        return 1; // stuck: the game is over
    }
    legal
        .map(|step| match &step.then {
            Then::End(_) => 1,
            Then::Node(next) => count(game, next, &history.after(step), depth.map(|depth| depth - 1)),
        })
        .sum()
}
