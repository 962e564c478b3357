use board::{Board, Colour, Position, points_of};
use smallvec::SmallVec;

use crate::{Fact, Ledger, Node, Ruleset, Score, Step, Tally};

/// A board and a ruleset: enough to know every move of every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Ruleset,
}

impl Game {
    /// This game.
    pub fn new(board: Board, rules: Ruleset) -> Game {
        Game { board, rules }
    }

    /// The first node of a game that starts from a position, and the facts its history starts
    /// with: those of that position alone.
    pub fn start(&self, position: Position, to_move: Colour) -> (Node, SmallVec<[Fact; 2]>) {
        let node = Node::new(position, to_move);
        let facts = self.rules.ko.start(&node);
        (node, facts)
    }

    /// Every step of a node: the plays on its empty points in order, then the pass. Plays that
    /// are illegal under every history are there too, marked so. A node without a legal step
    /// is [`Game::stuck`].
    pub fn steps(&self, node: &Node) -> Vec<Step> {
        let ko = self.rules.ko;
        let empty = node.position.empty(&self.board);
        let mut steps = Vec::with_capacity(empty.count_ones() as usize + 1);
        for point in points_of(empty) {
            let Some(play) = node.position.play(&self.board, node.to_move, point) else {
                continue;
            };
            let step = ko.play(self, node, &play);
            steps.push(match self.rules.suicide.refuses(&play) {
                Some(reason) => step.never(reason),
                None => step,
            });
        }
        ko.pass(self, node, &mut steps);
        steps
    }

    /// The facts that the history has whenever a game is at this node.
    pub fn implied(&self, node: &Node) -> SmallVec<[Fact; 2]> {
        self.rules.ko.implied(node)
    }

    /// The score of a game whose player to move has no legal move: he loses. Only rules
    /// without passes get there.
    pub fn stuck(&self, node: &Node) -> Score {
        match node.to_move {
            Colour::Black => Score::points(-1),
            Colour::White => Score::points(1),
        }
    }

    /// Whether the game is the same for Black as for White: then what holds of a node holds of
    /// its exchange, with the players and the sign of the score exchanged.
    pub fn fair(&self) -> bool {
        self.rules.komi == Score::ZERO
    }

    /// A node with Black and White exchanged.
    pub fn exchanged_node(&self, node: &Node) -> Node {
        let tally = |tally: &Tally| Tally { sum: -tally.sum, count: tally.count };
        let ledger = |ledger: &Ledger| Ledger { tallies: ledger.tallies.iter().map(tally).collect() };
        Node {
            position: node.position.inverted(),
            to_move: !node.to_move,
            passes: node.passes,
            ban: node.ban,
            ledger: node.ledger.as_deref().map(|kept| Box::new(ledger(kept))),
        }
    }

    /// A fact with Black and White exchanged.
    pub fn exchanged_fact(&self, fact: Fact) -> Fact {
        Fact {
            scope: self.rules.ko.exchanged(fact.scope),
            colour: fact.colour.map(|colour| !colour),
            index: fact.index,
            position: fact.position.inverted(),
            to: fact.to.inverted(),
        }
    }

    /// The least and the greatest score a game can end with; `None` if there are no bounds.
    pub fn score_range(&self) -> Option<(Score, Score)> {
        self.rules.ko.score_range(self)
    }

    /// The area score of a position, less komi.
    pub fn score(&self, position: Position) -> Score {
        Score::points(position.area(&self.board)) - self.rules.komi
    }
}
