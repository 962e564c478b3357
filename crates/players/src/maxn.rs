//! What happens if each player does the best for himself.
//!
//! Max-n (C. A. Luckhardt and K. B. Irani, 1986): who is to move chooses the move whose outcome is best
//! for him, knowing how everybody will choose after it. Where several are equally good for him, a tie
//! rule must choose, and the choice can matter a lot to the others.

use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

use ahash::AHashMap;
use kosolver_board::with_stack;

use crate::history::Bits;
use crate::lemma::Threshold;
use crate::prove::Prover;
use crate::tree::{DEEPEST, FRAME, Leads, NodeNumber, Premise, Step, Tree};
use crate::{Aim, Board, Error, Outcome, Player, Points, Position, Rules};

/// How a player chooses between moves that are equally good for him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// In every way, and differently each time: all outcomes are found that some choice leads to. They
    /// are the outcomes of the subgame-perfect equilibria in pure strategies.
    All,
    /// The first move, where plays come in the order of points and the pass comes last.
    First,
    /// The last move in this order, so the pass if it is among them.
    Last,
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ties::All => "all",
            Ties::First => "first",
            Ties::Last => "last",
        })
    }
}

impl FromStr for Ties {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ties, Error> {
        let found = [Ties::All, Ties::First, Ties::Last].into_iter();
        let mut found = found.filter(|ties| ties.to_string().eq_ignore_ascii_case(text));
        found.next().ok_or_else(|| Error::Ties(kosolver_board::shortened(text, 64).to_string()))
    }
}

/// What max-n has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaxN {
    /// The outcomes in order: one with a tie rule that chooses, all there are with [`Ties::All`].
    pub outcomes: Vec<Outcome>,
    /// How many nodes were visited.
    pub nodes: u64,
}

/// The outcomes of max-n from a start position with `first` to move; `None` if it takes more than so
/// many nodes.
///
/// # Errors
/// [`Error::Endless`] if play can go on for ever.
pub fn max_n(
    board: &Board,
    rules: Rules,
    start: &Position,
    first: Player,
    aim: Aim,
    ties: Ties,
    nodes: u64,
) -> Result<Option<MaxN>, Error> {
    let tree = Tree::new(board, rules, start.clone(), first, None)?;
    let provers = match aim {
        // Who has the best place may have it with any number of points.
        Aim::Place => Vec::new(),
        Aim::Points | Aim::Lead => {
            Player::all(rules.players()).map(|player| (player, Prover::new(player, Aim::Points))).collect()
        }
    };
    let mut search = Search { tree, aim, ties, provers, known: AHashMap::new(), visited: 0, nodes };
    let found = search.outcomes();
    Ok(found.map(|(outcomes, _)| MaxN { outcomes: outcomes.to_vec(), nodes: search.visited }))
}

/// How many nodes the proof that a player can have the whole board may take.
const PROOF: u64 = 1_000;

/// What was found at a node under histories that answer the same questions in the same way: the
/// questions that were looked at, and by the answer to each what was found.
struct Known {
    questions: Bits,
    found: AHashMap<Bits, Rc<[Outcome]>>,
}

struct Search<'a> {
    tree: Tree<'a>,
    aim: Aim,
    ties: Ties,
    /// Who proves that a player can have the whole board.
    provers: Vec<(Player, Prover)>,
    known: AHashMap<NodeNumber, Vec<Known>>,
    visited: u64,
    nodes: u64,
}

impl Search<'_> {
    /// The outcomes from here, and the questions that they rest on. Nothing if it takes too long.
    fn outcomes(&mut self) -> Option<(Rc<[Outcome]>, Bits)> {
        let node = self.tree.here();
        for known in self.known.get(&node).into_iter().flatten() {
            if let Some(found) = known.found.get(&known.questions.common(self.tree.history().yes())) {
                return Some((found.clone(), known.questions.clone()));
            }
        }
        if self.visited >= self.nodes || self.tree.depth() >= DEEPEST {
            return None;
        }
        self.visited += 1;
        if let Some(found) = self.whole_board() {
            return Some(found);
        }
        // A mirrored game has its moves in another order: then a tie rule may choose otherwise.
        let folded = self.ties == Ties::All;
        let player = self.tree.to_move();
        let steps = self.tree.steps(folded);
        let mut questions = Bits::default();
        let mut note = |premise: &Premise| questions.insert(premise.question);
        steps.prohibited.iter().for_each(&mut note);
        for step in &steps.legal {
            step.legal_if.iter().chain(&step.leads_if).for_each(&mut note);
        }
        let mut found: Vec<Rc<[Outcome]>> = vec![Rc::default(); steps.legal.len()];
        // The pass first: games that end soon answer many questions.
        for (index, step) in steps.legal.iter().enumerate().rev() {
            found[index] = self.after(step, &mut questions)?;
        }
        let chosen: Rc<[Outcome]> = self.choose(player, &found).into();
        if self.tree.depth() > 0 || !folded {
            self.keep(node, &questions, &chosen);
        }
        Some((chosen, questions))
    }

    /// The only outcome, if a player can force that the whole board is his: whatever the tie rule, max-n
    /// never gives him less than what he can guarantee.
    fn whole_board(&mut self) -> Option<(Rc<[Outcome]>, Bits)> {
        let all = Points::whole(self.tree.board().points() as i64);
        let threshold = Threshold { worth: all, more: false };
        for (player, prover) in &mut self.provers {
            if let Some((true, premises)) = prover.ask(&mut self.tree, threshold, PROOF) {
                let mut questions = Bits::default();
                premises.iter().for_each(|premise| questions.insert(premise.question));
                let points = |other| if other == *player { all } else { Points::ZERO };
                let outcome = Outcome::scored(Player::all(self.tree.players()).map(points).collect());
                return Some(([outcome].into(), questions));
            }
        }
        None
    }

    /// The outcomes of a move; the questions they rest on join the others.
    fn after(&mut self, step: &Step, questions: &mut Bits) -> Option<Rc<[Outcome]>> {
        let node = match &step.leads {
            Leads::End(outcome) => return Some([outcome.clone()].into()),
            Leads::To(node) => *node,
        };
        self.tree.push(step.made, node);
        let found = with_stack(FRAME, || self.outcomes());
        self.tree.pop();
        let (outcomes, rests) = found?;
        let history = self.tree.history();
        rests
            .iter()
            .filter(|number| history.open_before(*number, step.made))
            .for_each(|number| questions.insert(number));
        Some(outcomes)
    }

    /// What a player can choose, of the outcomes of each move.
    fn choose(&self, player: Player, found: &[Rc<[Outcome]>]) -> Vec<Outcome> {
        let worth = |outcome: &Outcome| self.aim.worth(outcome, player);
        // After a move the others may choose so that it is worth this little to him. He chooses a move
        // if it turns out no worse than some others can.
        let least = |outcomes: &Rc<[Outcome]>| outcomes.iter().map(worth).min();
        let best: Points = found.iter().filter_map(least).max().unwrap_or_default();
        let good = found.iter().flat_map(|outcomes| outcomes.iter()).filter(|outcome| worth(outcome) >= best);
        let mut good: Vec<Outcome> = good.cloned().collect();
        match self.ties {
            Ties::First => good.truncate(1),
            Ties::Last => good = good.pop().into_iter().collect(),
            Ties::All => {
                good.sort();
                good.dedup();
            }
        }
        good
    }

    fn keep(&mut self, node: NodeNumber, questions: &Bits, outcomes: &Rc<[Outcome]>) {
        let answers = questions.common(self.tree.history().yes());
        let known = self.known.entry(node).or_default();
        match known.iter_mut().find(|known| known.questions == *questions) {
            Some(known) => {
                known.found.insert(answers, outcomes.clone());
            }
            None => known.push(Known {
                questions: questions.clone(),
                found: [(answers, outcomes.clone())].into_iter().collect(),
            }),
        }
    }
}
