//! Whether a player reaches a threshold against all others together.
//!
//! The question has two sides, he and all others. It is answered by proof-number search (L. V. Allis,
//! 1994) on the tree of games. When a node is settled, only the facts that the proof looked at are kept
//! with it, as a lemma; it settles the same node in every game in whose history they are so.

use kosolver_board::with_stack;

use crate::lemma::{Lemma, Lemmas, Threshold};
use crate::tree::{DEEPEST, FRAME, Leads, NodeNumber, Premise, Step, Tree};
use crate::{Aim, Made, Move, Player};

/// A place in the tree of games that the search keeps.
struct TreeNode {
    node: NodeNumber,
    step: Step,
    /// The moves from here, once they are looked at.
    places: Vec<TreeNode>,
    prohibited: Vec<Premise>,
    expanded: bool,
    /// How much work it seems to be to prove that the player reaches the threshold, and that he does not.
    proof: u64,
    disproof: u64,
    /// Whether he does, and what that rests on.
    settled: Option<(bool, Box<[Premise]>)>,
}

const INFINITE: u64 = u64::MAX / 4;

impl TreeNode {
    fn new(step: Step) -> TreeNode {
        let node = match &step.leads {
            Leads::To(node) => *node,
            Leads::End(_) => 0,
        };
        TreeNode {
            node,
            step,
            places: Vec::new(),
            prohibited: Vec::new(),
            expanded: false,
            proof: 1,
            disproof: 1,
            settled: None,
        }
    }

    fn settle(&mut self, reached: bool, premises: Box<[Premise]>) {
        (self.proof, self.disproof) = if reached { (0, INFINITE) } else { (INFINITE, 0) };
        self.settled = Some((reached, premises));
        self.places = Vec::new();
        self.prohibited = Vec::new();
    }
}

impl Drop for TreeNode {
    /// Places are nested as deep as a game is long: they are taken down one by one.
    fn drop(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        while let Some(mut place) = places.pop() {
            places.append(&mut place.places);
        }
    }
}

/// Answers questions about one player, and keeps what it has proved.
pub(crate) struct Prover {
    player: Player,
    aim: Aim,
    lemmas: Lemmas,
    /// How many nodes may still be visited.
    left: u64,
}

impl Prover {
    pub fn new(player: Player, aim: Aim) -> Prover {
        Prover { player, aim, lemmas: Lemmas::default(), left: 0 }
    }

    /// Whether the player reaches a threshold from where the tree is, and what that rests on; nothing
    /// if it takes more than so many nodes.
    pub fn ask(
        &mut self,
        tree: &mut Tree<'_>,
        threshold: Threshold,
        nodes: u64,
    ) -> Option<(bool, Box<[Premise]>)> {
        self.left = nodes;
        // How it was reached is of no interest.
        let made = Made { player: self.player, what: Move::Pass, before: 0, after: 0 };
        let step = Step { made, legal_if: Vec::new(), leads_if: Vec::new(), leads: Leads::To(tree.here()) };
        let mut root = TreeNode::new(step);
        self.visit(tree, &mut root, threshold, INFINITE, INFINITE);
        root.settled.take()
    }

    /// Searches below a place, at which the tree is, until it is settled, or one of its numbers
    /// reaches its bound.
    fn visit(
        &mut self,
        tree: &mut Tree<'_>,
        place: &mut TreeNode,
        threshold: Threshold,
        proof: u64,
        disproof: u64,
    ) {
        if let Some(lemma) = self.lemmas.find(place.node, threshold, tree.known()) {
            let (reached, premises) = (lemma.reached, lemma.premises.clone());
            return place.settle(reached, premises);
        }
        if !place.expanded {
            if self.left == 0 || tree.depth() >= DEEPEST {
                // Given up: the question stays open.
                self.left = 0;
                return;
            }
            self.left -= 1;
            self.expand(tree, place, threshold);
        }
        let his = tree.to_move() == self.player;
        loop {
            self.update(tree, place, threshold, his);
            if place.settled.is_some() || place.proof >= proof || place.disproof >= disproof || self.left == 0
            {
                return;
            }
            // Of who is to move, the number to bring down; the other one grows with each open move.
            let key = |place: &TreeNode| {
                if his { (place.proof, place.disproof) } else { (place.disproof, place.proof) }
            };
            let open = place.places.iter().filter(|place| place.settled.is_none()).count() as u64;
            let (mut best, mut second) = (None, INFINITE);
            for (index, (number, other)) in place.places.iter().map(key).enumerate() {
                if place.places[index].settled.is_some() {
                    continue;
                }
                match best {
                    Some((_, least, least_other)) if (least, least_other) <= (number, other) => {
                        second = second.min(number);
                    }
                    _ => {
                        second = best.map_or(INFINITE, |(_, least, _)| least);
                        best = Some((index, number, other));
                    }
                }
            }
            let Some((best, ..)) = best else { return };
            let (own, others) = if his { (proof, disproof) } else { (disproof, proof) };
            let own = own.min(second.saturating_add(second / 4 + 1));
            let others = others.saturating_sub(open - 1);
            let (proof, disproof) = if his { (own, others) } else { (others, own) };
            let child = &mut place.places[best];
            tree.push(child.step.made, child.node);
            with_stack(FRAME, || self.visit(tree, child, threshold, proof, disproof));
            tree.pop();
        }
    }

    /// Looks at the moves from a place.
    fn expand(&mut self, tree: &mut Tree<'_>, place: &mut TreeNode, threshold: Threshold) {
        let steps = tree.steps(true);
        place.prohibited = steps.prohibited;
        for step in steps.legal {
            let mut child = TreeNode::new(step);
            match &child.step.leads {
                Leads::End(outcome) => {
                    let reached = threshold.met(self.aim.worth(outcome, self.player));
                    child.settle(reached, Box::default());
                }
                Leads::To(node) => {
                    let node = *node;
                    tree.push(child.step.made, node);
                    let lemma = self.lemmas.find(node, threshold, tree.known());
                    if let Some(lemma) = lemma {
                        let (reached, premises) = (lemma.reached, lemma.premises.clone());
                        child.settle(reached, premises);
                    }
                    tree.pop();
                }
            }
            place.places.push(child);
        }
        place.expanded = true;
    }

    /// The numbers of a place from those of its moves; if one is 0 it is settled, with what that
    /// rests on.
    fn update(&mut self, tree: &mut Tree<'_>, place: &mut TreeNode, threshold: Threshold, his: bool) {
        // Weak proof numbers (T. Ueda and others, 2008): parts of proofs are shared.
        let open = place.places.iter().filter(|place| place.settled.is_none()).count() as u64;
        let more = open.saturating_sub(1);
        let proofs = || place.places.iter().map(|place| place.proof);
        let disproofs = || place.places.iter().map(|place| place.disproof);
        let grown =
            |most: u64| if most >= INFINITE { INFINITE } else { most + if most == 0 { 0 } else { more } };
        let (proof, disproof) = if his {
            (proofs().min().unwrap_or(INFINITE), grown(disproofs().max().unwrap_or(0)))
        } else {
            (grown(proofs().max().unwrap_or(0)), disproofs().min().unwrap_or(INFINITE))
        };
        (place.proof, place.disproof) = (proof, disproof);
        let reached = proof == 0;
        if !reached && disproof != 0 {
            return;
        }
        let mut premises: Vec<Premise> = Vec::new();
        if reached == his {
            // One move is enough, as long as it is legal and does what it does.
            let settled = place.places.iter().find_map(|child| match &child.settled {
                Some((value, rests)) if *value == reached => Some((child, rests)),
                _ => None,
            });
            let (child, rests) = settled.expect("a number is 0 because of a move");
            premises.extend(&child.step.legal_if);
            premises.extend(&child.step.leads_if);
            premises.extend(tree.carried(rests, child.step.made));
        } else {
            // Every move leads there, and those that are prohibited must be.
            premises.extend(&place.prohibited);
            for child in &place.places {
                let (_, rests) = child.settled.as_ref().expect("every move is settled");
                premises.extend(&child.step.leads_if);
                premises.extend(tree.carried(rests, child.step.made));
            }
        }
        premises.sort_unstable();
        premises.dedup();
        let premises: Box<[Premise]> = premises.into();
        // Of the start, moves were left out: what is found is true there alone.
        if tree.depth() > 0 {
            let lemma = Lemma { threshold, reached, premises: premises.clone() };
            self.lemmas.add(place.node, lemma);
        }
        place.settle(reached, premises);
    }
}
