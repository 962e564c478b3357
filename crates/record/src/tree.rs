//! The tree of all games from a start, walked move by move.
//!
//! A **node** is what is left of a game without its history: the position, who is to move, how many
//! passes there were in a row, and what the scoring positions so far add up to. The history is the
//! facts of the ko rule's text. What can happen from a node depends on the node and on these facts, and
//! on nothing else.

use ahash::{AHashMap, RandomState};
use indexmap::IndexSet;
use kosolver_rules::language::Scored;

use crate::known::Known;
use crate::rules::read;
use crate::{Board, Error, Made, Move, Outcome, Player, Points, Position, Record, Rules, check_guarantees};

/// The deepest that a search goes; it gives up where it would go on.
pub(crate) const DEEPEST: usize = 100_000;

/// What a search takes of the stack from one move to the next at most.
pub(crate) const FRAME: usize = 64 << 10;

/// A node of games, by number.
pub(crate) type NodeNumber = u32;

/// The number of a fact, and whether it must be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Premise {
    pub fact: u32,
    pub holds: bool,
}

/// How many scoring positions there were, and the sum of each player's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Tally {
    count: i64,
    sums: [i64; Player::MOST as usize],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    position: usize,
    to_move: Player,
    passes: u8,
    tally: Tally,
    /// The number of what the text of the ko rule keeps.
    kept: usize,
}

/// What a legal move does.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub made: Made,
    /// What must hold of the history for the move to be legal.
    pub legal_if: Vec<Premise>,
    /// What must hold of the history for the move to do just this.
    pub leads_if: Vec<Premise>,
    pub leads: Leads,
}

/// Where a move leads.
#[derive(Clone, Debug)]
pub(crate) enum Leads {
    To(NodeNumber),
    End(Outcome),
}

/// The legal moves at a node, and for each play that the history prohibits facts that do.
pub(crate) struct Steps {
    pub legal: Vec<Step>,
    pub prohibited: Vec<Premise>,
}

/// The games from a start, at one place.
pub(crate) struct Tree<'a> {
    rules: Rules,
    record: Record<'a>,
    known: Known,
    nodes: IndexSet<Node, RandomState>,
    /// All that a text has kept, by number; 0 is nothing.
    kept: IndexSet<Vec<u32>, RandomState>,
    path: Vec<NodeNumber>,
    /// The plays of a player in a position that the suicide rule allows: the point, and the number of
    /// the position after it.
    plays: AHashMap<(usize, Player), Vec<(usize, usize)>>,
    points: AHashMap<usize, Vec<i64>>,
    /// The only player whose points matter, if there is one.
    only: Option<Player>,
}

impl<'a> Tree<'a> {
    /// The games from a position, at their start.
    pub fn new(
        board: &'a Board,
        rules: Rules,
        start: Position,
        first: Player,
        only: Option<Player>,
    ) -> Result<Tree<'a>, Error> {
        check_guarantees(rules.ko())?;
        let program = read(rules.ko())?;
        let node = Node { position: 0, to_move: first, passes: 0, tally: Tally::default(), kept: 0 };
        Ok(Tree {
            rules,
            record: Record::new(board, rules.players(), start, first),
            known: Known::new(program, rules.players(), first),
            nodes: IndexSet::from_iter([node]),
            kept: IndexSet::from_iter([Vec::new()]),
            path: vec![0],
            plays: AHashMap::new(),
            points: AHashMap::new(),
            only,
        })
    }

    pub fn board(&self) -> &'a Board {
        self.record.board()
    }

    pub fn players(&self) -> u8 {
        self.rules.players()
    }

    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The node of the game now.
    pub fn here(&self) -> NodeNumber {
        self.path.last().copied().unwrap_or(0)
    }

    fn node(&self) -> Node {
        self.nodes[self.here() as usize]
    }

    pub fn to_move(&self) -> Player {
        self.node().to_move
    }

    /// How many moves were made.
    pub fn depth(&self) -> usize {
        self.record.now()
    }

    /// Makes a move.
    pub fn push(&mut self, made: Made, node: NodeNumber) {
        self.record.push_to(made.what, made.after);
        self.known.push(made);
        self.path.push(node);
    }

    /// Takes the last move back.
    pub fn pop(&mut self) {
        self.record.pop();
        self.known.pop();
        self.path.pop();
    }

    fn plays(&mut self, position: usize, player: Player) -> Vec<(usize, usize)> {
        if let Some(plays) = self.plays.get(&(position, player)) {
            return plays.clone();
        }
        let from = self.record.numbered(position).clone();
        let mut plays = Vec::new();
        for point in from.vacant() {
            let play = from.play(self.record.board(), player, point);
            if let Some(play) = play.filter(|play| self.rules.suicide().allows(play.suicide.len() as u32)) {
                plays.push((point, self.record.name(play.after)));
            }
        }
        self.plays.insert((position, player), plays.clone());
        plays
    }

    fn points(&mut self, position: usize) -> &[i64] {
        let record = &self.record;
        self.points
            .entry(position)
            .or_insert_with(|| record.numbered(position).points(record.board(), record.players()))
    }

    /// The moves now; those that begin the game, up to symmetry if `folded`.
    pub fn steps(&mut self, folded: bool) -> Steps {
        let node = self.node();
        let mut steps = Steps { legal: Vec::new(), prohibited: Vec::new() };
        let (x, p) = (node.to_move, node.position);
        for (point, t) in self.plays(p, x) {
            let made = Made { player: x, what: Move::Play(point), before: p, after: t };
            let (prohibited, legal_if) = self.known.prohibiting(made);
            if prohibited {
                steps.prohibited.extend(legal_if);
                continue;
            }
            let leads = self.leads_to(made, 0, node.tally);
            steps.legal.push(Step { made, legal_if, leads_if: Vec::new(), leads });
        }
        if folded && self.depth() == 0 {
            self.fold(&mut steps.legal);
        }
        let pass = self.pass(node);
        steps.legal.push(pass);
        steps
    }

    /// The tally after a move.
    fn tally(&mut self, made: Made, mut tally: Tally) -> Tally {
        let only = self.only;
        for position in self.known.counts(made) {
            tally.count += 1;
            for (index, points) in self.points(position).iter().enumerate() {
                if only.is_none_or(|player| player.index() == index) {
                    tally.sums[index] += points;
                }
            }
        }
        tally
    }

    /// The node after a move.
    fn leads_to(&mut self, made: Made, passes: u8, tally: Tally) -> Leads {
        let kept = self.known.kept_by(made);
        let kept = if kept.iter().all(|word| *word == 0) { 0 } else { self.kept.insert_full(kept).0 };
        let (to_move, tally) = (made.player.next(self.players()), self.tally(made, tally));
        let node = Node { position: made.after, to_move, passes, tally, kept };
        Leads::To(self.nodes.insert_full(node).0 as NodeNumber)
    }

    fn pass(&mut self, node: Node) -> Step {
        let (x, p) = (node.to_move, node.position);
        let made = Made { player: x, what: Move::Pass, before: p, after: p };
        let program = self.known.program;
        let passes = match program.counts_passes || program.end.is_none() {
            // A text asks for at most 9, each of which stands for those of all others where it counts.
            true => (node.passes + 1).min(9 * (self.players() - 1) + 1),
            false => 0,
        };
        let (ends, leads_if) = self.known.ending(made);
        let leads = match ends {
            true => {
                let tally = self.tally(made, node.tally);
                Leads::End(self.outcome(p, tally))
            }
            false => self.leads_to(made, passes, node.tally),
        };
        Step { made, legal_if: Vec::new(), leads_if, leads }
    }

    /// How a game ends with this position, and with these scoring positions.
    fn outcome(&mut self, position: usize, tally: Tally) -> Outcome {
        let players = usize::from(self.players());
        if self.known.program.scored == Scored::Last {
            return Outcome::scored(
                self.points(position).iter().map(|points| Points::from_integer(*points)).collect(),
            );
        }
        match tally {
            Tally { count: 0, .. } => Outcome::draw(self.players()),
            Tally { count, sums } => {
                Outcome::scored(sums[..players].iter().map(|sum| Points::new(*sum, count)).collect())
            }
        }
    }

    /// Leaves one play of several that the symmetries of the start make each other.
    fn fold(&self, steps: &mut Vec<Step>) {
        let start = self.record.position();
        let symmetries: Vec<Vec<usize>> = self
            .board()
            .symmetries()
            .into_iter()
            .filter(|symmetry| start.image(symmetry) == *start)
            .collect();
        steps.retain(|step| match step.made.what {
            Move::Play(point) => symmetries.iter().all(|symmetry| symmetry[point] >= point),
            Move::Pass => true,
        });
    }

    /// What must hold before a move, where the tree is, for premises to hold after it.
    pub fn carried<'b>(
        &'b mut self,
        premises: &'b [Premise],
        made: Made,
    ) -> impl Iterator<Item = Premise> + 'b {
        premises.iter().flat_map(move |premise| self.known.before(*premise, made))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;
    use crate::Suicide;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        /// The tree allows what the record allows, ends games as the record does, and knows what a reader
        /// of the record knows; also after moves are taken back.
        #[test]
        fn the_tree_is_that_of_the_record(
            text in select(vec!["1x1", "1x2", "1x3", "2x2", "complete:3", "star:4", "2x3"]),
            players in 2..=4_u8,
            ko in select(vec!["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee:passer"]),
            suicide in select(Suicide::ALL.to_vec()),
            choices in vec((prop::bool::weighted(0.3), any::<Index>(), prop::bool::weighted(0.2)), 1..80),
        ) {
            let board: Board = text.parse().unwrap();
            let rules = Rules::new(players, ko.parse().unwrap()).unwrap().with_suicide(suicide);
            let start = Position::empty(&board);
            let mut tree = Tree::new(&board, rules, start.clone(), Player::FIRST, None).unwrap();
            let mut record = Record::new(&board, players, start, Player::FIRST);
            for (pass, choice, back) in choices {
                let steps = tree.steps(false).legal;
                let legal: Vec<Move> = steps.iter().map(|step| step.made.what).collect();
                prop_assert_eq!(&legal, &record.legal(&rules));
                let chosen = if pass { steps.len() - 1 } else { choice.index(steps.len()) };
                let step = &steps[chosen];
                record.push(step.made.what);
                match &step.leads {
                    Leads::End(outcome) => {
                        prop_assert_eq!(Some(outcome.clone()), record.outcome(&rules));
                        break;
                    }
                    Leads::To(node) => {
                        prop_assert_eq!(record.outcome(&rules), None);
                        tree.push(step.made, *node);
                    }
                }
                if back {
                    tree.pop();
                    record.pop();
                }
                // The numbers of positions are those of the tree's own record.
                let mut read = Known::new(read(rules.ko()).unwrap(), players, Player::FIRST);
                (1..=tree.record.now()).for_each(|number| read.push(tree.record.made(number)));
                prop_assert_eq!(tree.known.all_true(), read.all_true());
            }
        }
    }
}
