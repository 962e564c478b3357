use kosolver_board::{Board, Colour, Play, Position, points_of};
use smallvec::SmallVec;

use crate::{
    End, Error, Fact, Ledger, Never, Node, Ruleset, Score, Scoring, Step, Threshold, handicap, long_cycle,
};

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

    /// Checks that the handicap stones fit the board: of every connected part a point must stay empty.
    ///
    /// # Errors
    /// [`Error::Contradiction`] if they do not.
    pub fn checked(self) -> Result<Game, Error> {
        let mut rest = self.board.all();
        let mut room = 0;
        while let Some(point) = points_of(rest).next() {
            let part = self.board.connected(point.bit(), rest);
            rest &= !part;
            room += part.count_ones() - 1;
        }
        let Ruleset { handicap, .. } = self.rules;
        if u32::from(handicap) > room {
            return Err(Error::Contradiction(format!(
                "{handicap} handicap stone(s) do not fit {}: there is room for {room}, since every stone needs a liberty",
                self.board
            )));
        }
        Ok(self)
    }

    /// The first node of a game that starts from a position, and the facts its history starts
    /// with: those of that position alone.
    ///
    /// With a handicap, from the empty board with Black to move, Black places his stones first; in
    /// any other start they have been placed already.
    pub fn start(&self, position: Position, to_move: Colour) -> (Node, SmallVec<[Fact; 2]>) {
        let node = Node::new(position, to_move);
        if self.rules.handicap > 0 && position == Position::EMPTY && to_move == Colour::Black {
            return (node.carrying(|ledger| ledger.handicap = self.rules.handicap), SmallVec::new());
        }
        let node = node.carrying(|ledger| ledger.balance = self.balance_at_start(position, to_move));
        let facts = self.first_facts(&node);
        (node, facts)
    }

    /// The facts a history starts with at a start position.
    pub(crate) fn first_facts(&self, start: &Node) -> SmallVec<[Fact; 2]> {
        let long_cycle = self.rules.long_cycle().then(|| long_cycle::start(start));
        self.rules.ko.start(start).into_iter().chain(long_cycle).collect()
    }

    /// The prisoners and pass stones that a start position has cost. Under equivalence scoring they
    /// follow from the stones on the board, since the players have moved in turn, Black first; a
    /// handicap is K moves in place of one. Territory scoring begins without prisoners.
    fn balance_at_start(&self, position: Position, to_move: Colour) -> i32 {
        if self.rules.scoring != Scoring::Equivalence {
            return 0;
        }
        let stones = Scoring::Stones.of_board(&self.board, position);
        stones - i32::from(to_move == Colour::White) - i32::from(self.rules.handicap.saturating_sub(1))
    }

    /// Every step of a node: the plays on its empty points in order, then the pass. Plays that
    /// are illegal under every history are there too, marked so. A node without a legal step
    /// is [`Game::stuck`].
    pub fn steps(&self, node: &Node) -> Vec<Step> {
        let carried = node.carried();
        if carried.handicap > 0 {
            return handicap::placements(self, node);
        }
        let ko = self.rules.ko;
        let empty = node.position.empty(&self.board);
        let mut steps = Vec::with_capacity(empty.count_ones() as usize + 1);
        for point in points_of(empty) {
            let Some(play) = node.position.play(&self.board, node.to_move, point) else {
                continue;
            };
            let step = self.taking_prisoners(ko.play(self, node, &play), &play);
            let refused = self.rules.suicide.refuses(&play);
            steps.push(match refused.or_else(|| carried.must_pass.then_some(Never::MustPass)) {
                Some(reason) => step.never(reason),
                None => step,
            });
        }
        let plays = steps.len();
        ko.pass(self, node, &mut steps);
        if self.counts_passes() {
            let passes = steps.split_off(plays);
            steps.extend(passes.into_iter().map(|step| self.counting_pass(node, step)));
        }
        if self.rules.long_cycle() {
            let mut judged = Vec::with_capacity(2 * steps.len());
            steps.into_iter().for_each(|step| long_cycle::judged(self, step, &mut judged));
            return judged;
        }
        steps
    }

    /// A play with the stones it removes put down to the players.
    fn taking_prisoners(&self, step: Step, play: &Play) -> Step {
        let removed = (play.captured | play.suicide).count_ones();
        let returned = self.rules.end == End::PrisonerReturn;
        if removed == 0 || !(returned || self.rules.scoring.counts_prisoners()) {
            return step;
        }
        // Who has them now: of suicide the opponent.
        let taker = if play.captured != 0 { play.colour } else { !play.colour };
        step.carrying(|ledger| {
            if returned {
                ledger.held[taker as usize] += removed as u16;
            } else {
                ledger.balance += sign(taker) * removed as i32;
            }
        })
    }

    /// Whether a pass counts beyond bringing the end nearer.
    fn counts_passes(&self) -> bool {
        self.rules.ikeda || self.rules.scoring == Scoring::Equivalence || self.rules.long_cycle()
    }

    /// What a pass at a node is worth to Black: the stone handed over, and Ikeda's exception.
    fn pass_worth(&self, at: &Node) -> i32 {
        let stone = if self.rules.scoring == Scoring::Equivalence { -sign(at.to_move) } else { 0 };
        let first = self.rules.ikeda && !at.carried().passed && at.to_move == Colour::White;
        stone - i32::from(first)
    }

    /// A pass with what it counts, if the game goes on.
    fn counting_pass(&self, at: &Node, step: Step) -> Step {
        step.carrying(|ledger| {
            ledger.balance += self.pass_worth(at);
            ledger.passed = self.rules.ikeda;
            if self.rules.long_cycle() {
                ledger.net_passes = long_cycle::after_pass(ledger.net_passes, at.to_move);
            }
        })
    }

    /// The facts that the history has whenever a game is at this node.
    pub fn implied(&self, node: &Node) -> SmallVec<[Fact; 2]> {
        if node.carried().handicap > 0 {
            return SmallVec::new();
        }
        let long_cycle = self.rules.long_cycle().then(|| long_cycle::start(node));
        self.rules.ko.implied(node).into_iter().chain(long_cycle).collect()
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
        let rules = &self.rules;
        rules.komi == Score::ZERO
            && rules.handicap == 0
            && !rules.ikeda
            && rules.scoring != Scoring::Equivalence
            && (!rules.long_cycle() || rules.no_result == Score::ZERO)
    }

    /// A node with Black and White exchanged.
    pub fn exchanged_node(&self, node: &Node) -> Node {
        Node {
            position: node.position.inverted(),
            to_move: !node.to_move,
            passes: node.passes,
            ban: node.ban,
            ledger: node.ledger.as_deref().map(|ledger| Box::new(ledger.exchanged())),
        }
    }

    /// A fact with Black and White exchanged.
    pub fn exchanged_fact(&self, fact: Fact) -> Fact {
        Fact {
            scope: self.rules.ko.exchanged(fact.scope),
            colour: fact.colour.map(|colour| !colour),
            // Black's passes less White's.
            index: if self.rules.long_cycle() { fact.index.wrapping_neg() } else { fact.index },
            position: fact.position.inverted(),
            to: fact.to.inverted(),
        }
    }

    /// Whether all scores there can be are a whole number apart.
    pub fn scores_are_whole_apart(&self) -> bool {
        let rules = &self.rules;
        let no_result_fits = || (rules.no_result + self.given()).denominator() == 1;
        !rules.ko.combines_scores() && (!rules.long_cycle() || no_result_fits())
    }

    /// A ledger that stands for all those that this one can be [weighed](Game::outweighs) against.
    pub fn comparable(&self, ledger: &Ledger) -> Ledger {
        if self.weighs_balances() {
            Ledger { balance: 0, ..ledger.clone() }
        } else {
            self.rules.ko.comparable(ledger)
        }
    }

    /// Whether a ledger is at least as good for Black as a comparable one: whatever the moves to
    /// come, if they meet the threshold from a node with `other`, they meet it from the same node
    /// with `ledger`. Of ledgers that are not [comparable](Game::comparable) it says nothing.
    pub fn outweighs(&self, threshold: Threshold, ledger: &Ledger, other: &Ledger) -> bool {
        if self.weighs_balances() {
            ledger.balance >= other.balance && Ledger { balance: other.balance, ..ledger.clone() } == *other
        } else {
            self.rules.ko.outweighs(self, threshold, ledger, other)
        }
    }

    /// Whether nodes that differ in the balance alone have the same moves to the same ends, each
    /// score higher by the difference. Under equivalence scoring the balance follows from the node,
    /// so there are no two.
    fn weighs_balances(&self) -> bool {
        let rules = &self.rules;
        !rules.long_cycle() && (rules.scoring == Scoring::Territory || rules.ikeda)
    }

    /// The least and the greatest score a game can end with; `None` if there are no bounds.
    pub fn score_range(&self) -> Option<(Score, Score)> {
        let rules = &self.rules;
        if rules.win_or_loss() {
            return Some((Score::points(-1), Score::points(1)));
        }
        if rules.long_cycle() {
            return Some((-Score::WIN, Score::WIN));
        }
        if rules.scoring == Scoring::Territory {
            return None;
        }
        let n = Score::points(i32::from(self.board.points()));
        let first_pass = Score::points(i32::from(rules.ikeda));
        // Pass stones make up for all moves but those that a handicap is in place of.
        let handed = if rules.scoring == Scoring::Equivalence { rules.handicap.saturating_sub(1) } else { 0 };
        let given = self.given() + Score::points(i32::from(handed));
        rules.ko.score_range((-n - first_pass - given, n - given), rules)
    }

    /// What White is given: komi, and compensation for handicap stones.
    pub fn given(&self) -> Score {
        self.rules.komi + self.rules.compensation.points(self.rules.handicap)
    }

    /// What the stones on the board are worth, less what White is given; nothing but the board is
    /// counted.
    pub fn board_score(&self, position: Position) -> Score {
        Score::points(self.rules.scoring.of_board(&self.board, position)) - self.given()
    }

    /// The score of a game that the player to move ends here by a pass.
    pub fn end_score(&self, at: &Node) -> Score {
        let mut balance = at.carried().balance;
        if self.counts_passes() {
            balance += self.pass_worth(at);
            if self.rules.scoring == Scoring::Equivalence && at.to_move == Colour::Black {
                balance += 1; // White passes last.
            }
        }
        self.board_score(at.position) + Score::points(balance)
    }
}

/// What is good for a player is good for Black, or not.
fn sign(player: Colour) -> i32 {
    match player {
        Colour::Black => 1,
        Colour::White => -1,
    }
}
