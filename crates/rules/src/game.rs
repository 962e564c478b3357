use std::fmt;
use std::sync::Arc;

use kosolver_board::{Board, Colour, Play, PointSet, Position};

use crate::ko::KoMoves;
use crate::language::Ending;
use crate::{
    End, Error, Fact, FactList, Legality, Memory, Move, Never, Node, Ruleset, Scope, Score, Scoring, Slot,
    Step, Suicide, Then, Threshold, Word, handicap, long_cycle,
};

/// A board and a ruleset that fit each other: enough to know every move of every node.
///
/// ```
/// use kosolver_rules::Game;
///
/// let game = Game::new("3x3".parse()?, "tromp-taylor".parse()?)?;
/// assert_eq!(game.to_string(), "3x3, ko=psk suicide=allowed scoring=area komi=0 no-result=0");
/// assert!(Game::new("1x2".parse()?, "ko=psk handicap=2".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    board: Board,
    rules: Ruleset,
    /// The ko rule, bound to the board.
    ko: Arc<dyn KoMoves>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        (self.board, self.rules) == (other.board, other.rules)
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({self})")
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.board, self.rules)
    }
}

impl Game {
    /// This game. Handicap stones must fit the board: in every connected part of it a point stays
    /// empty.
    ///
    /// # Errors
    /// [`Error::Handicap`] if they do not.
    pub fn new(board: Board, rules: Ruleset) -> Result<Game, Error> {
        let room = board.parts(board.all()).map(|part| part.len() - 1).sum();
        if u32::from(rules.handicap()) > room {
            return Err(Error::Handicap { stones: rules.handicap(), board: board.to_string(), room });
        }
        Ok(Game { board, rules, ko: rules.ko().bind(&board, &rules).into() })
    }

    /// The same board under other rules.
    ///
    /// # Errors
    /// Those of [`Game::new`].
    pub fn under(&self, rules: Ruleset) -> Result<Game, Error> {
        Game::new(self.board, rules)
    }

    /// The same game, but a game without a result is won by a player, by more than any score.
    pub fn with_no_result_won_by(&self, player: Colour) -> Game {
        let rules = self.rules.with_no_result(Score::WIN.times(i64::from(sign(player))));
        Game { rules, ko: rules.ko().bind(&self.board, &rules).into(), ..*self }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Checks that a game can start from a position: it is a legal position of the board, and if there
    /// is a handicap, either the stones are yet to be placed (the board is empty and it is Black's
    /// turn), or they stand there alone and it is White's turn.
    ///
    /// # Errors
    /// [`Error::Start`] if it cannot.
    pub fn check_start(&self, position: Position, to_move: Colour) -> Result<(), Error> {
        let fault = |fault: String| Err(Error::Start(fault));
        if !position.fits(&self.board) {
            return fault(format!("it is no position of {}", self.board));
        }
        if let Some((colour, point)) = position.dead_stone(&self.board) {
            let point = self.board.point_name(point);
            return fault(format!("the {colour} chain at {point} has no liberty"));
        }
        let stones = self.rules.handicap();
        let placed = position.white.is_empty()
            && position.black.len() == u32::from(stones)
            && to_move == Colour::White;
        if stones > 0 && !self.places_handicap(position, to_move) && !placed {
            return fault(format!(
                "with a handicap of {stones} a game starts from the empty board with black to move, or from {stones} black stone(s) alone with white to move"
            ));
        }
        Ok(())
    }

    fn places_handicap(&self, position: Position, to_move: Colour) -> bool {
        self.rules.handicap() > 0 && position == Position::EMPTY && to_move == Colour::Black
    }

    /// The first node of a game that starts from a position, and the facts its history starts
    /// with: those of that position alone.
    ///
    /// With a handicap, from the empty board with Black to move, Black places his stones first; in
    /// any other start they have been placed already.
    pub fn start(&self, position: Position, to_move: Colour) -> (Node, FactList) {
        let node = Node::new(position, to_move);
        if self.places_handicap(position, to_move) {
            let stones = Word::Number(i32::from(self.rules.handicap()));
            return (node.carrying(|memory| memory.set(Slot::HANDICAP, stones)), FactList::new());
        }
        let balance = Word::Balance(self.balance_at_start(position, to_move));
        let node = node.carrying(|memory| memory.set(Slot::BALANCE, balance));
        let facts = self.first_facts(&node);
        (node, facts)
    }

    /// The facts a history starts with at a start position.
    pub(crate) fn first_facts(&self, start: &Node) -> FactList {
        let mut facts = self.ko.start(start);
        facts.extend(self.rules.long_cycle().then(|| long_cycle::start(start)));
        facts
    }

    /// The prisoners and pass stones that a start position has cost. Under equivalence scoring they
    /// follow from the stones on the board, since the players have moved in turn, Black first; a
    /// handicap is K moves in place of one. Territory scoring begins without prisoners.
    fn balance_at_start(&self, position: Position, to_move: Colour) -> i32 {
        if self.rules.scoring() != Scoring::Equivalence {
            return 0;
        }
        let stones = Scoring::Stones.of_board(&self.board, position);
        stones - i32::from(to_move == Colour::White) - i32::from(self.rules.handicap().saturating_sub(1))
    }

    /// Every step of a node: the plays on its empty points in order, then the pass. Plays that
    /// are illegal under every history are there too, marked so. A node without a legal step
    /// is [`Game::stuck`].
    pub fn steps(&self, node: &Node) -> Vec<Step> {
        self.steps_at(node, self.board.all())
    }

    /// Those of its steps that are plays on these points, or passes.
    pub fn steps_at(&self, node: &Node, points: PointSet) -> Vec<Step> {
        if node.memory.flag(Slot::HANDICAP) {
            let mut steps = handicap::placements(self, node);
            steps.retain(|step| !matches!(step.made, Move::Play(point) if !points.contains(point)));
            return steps;
        }
        let empty = node.position.empty(&self.board) & points;
        let mut steps = Vec::with_capacity(empty.len() as usize + 1);
        for point in empty {
            let Some(play) = node.position.play(&self.board, node.to_move, point) else {
                continue;
            };
            let refused = match self.rules.suicide() {
                suicide if suicide.allows(play.suicide.len()) => None,
                Suicide::Forbidden => Some(Never::Suicide),
                _ => Some(Never::LoneSuicide),
            };
            let first = steps.len();
            self.ko.play(self, node, &play, &mut steps);
            for step in &mut steps[first..] {
                self.take_prisoners(step, &play);
                if let Some(reason) = refused {
                    step.legality = Legality::Never(reason);
                }
            }
        }
        self.add_passes(node, &mut steps);
        self.judged(steps)
    }

    /// The steps of a node that are passes, as they are among its [steps](Game::steps).
    pub fn passes(&self, node: &Node) -> Vec<Step> {
        if node.memory.flag(Slot::HANDICAP) {
            let mut steps = handicap::placements(self, node);
            steps.retain(|step| step.made == Move::Pass);
            return steps;
        }
        let mut passes = Vec::new();
        self.add_passes(node, &mut passes);
        self.judged(passes)
    }

    fn add_passes(&self, node: &Node, steps: &mut Vec<Step>) {
        let plays = steps.len();
        self.ko.pass(self, node, steps);
        if self.counts_passes() {
            let passes = steps.split_off(plays);
            steps.extend(passes.into_iter().map(|step| self.counting_pass(node, step)));
        }
    }

    /// Steps as they are if situations that come again end the game.
    fn judged(&self, steps: Vec<Step>) -> Vec<Step> {
        if !self.rules.long_cycle() {
            return steps;
        }
        let mut judged = Vec::with_capacity(2 * steps.len());
        steps.into_iter().for_each(|step| long_cycle::judged(self, step, &mut judged));
        judged
    }

    /// A play with the stones it removes put down to the players.
    fn take_prisoners(&self, step: &mut Step, play: &Play) {
        let removed = (play.captured | play.suicide).len();
        let returned = self.rules.end() == End::PrisonerReturn;
        let Then::Node(node) = &mut step.then else { return };
        if removed == 0 || !(returned || self.rules.scoring().counts_prisoners()) {
            return;
        }
        // Who has them now: of suicide the opponent.
        let taker = if !play.captured.is_empty() { play.colour } else { !play.colour };
        let (removed, memory) = (removed as i32, &mut node.memory);
        if returned {
            let held = Slot::HELD.of(taker);
            memory.set(held, Word::Number(memory.number(held) + removed));
        } else {
            memory.add_to_balance(sign(taker) * removed);
        }
    }

    /// Whether a pass counts beyond bringing the end nearer.
    fn counts_passes(&self) -> bool {
        self.rules.ikeda() || self.rules.scoring() == Scoring::Equivalence || self.rules.long_cycle()
    }

    /// What a pass at a node is worth to Black: the stone handed over, and Ikeda's exception.
    fn pass_worth(&self, at: &Node) -> i32 {
        let stone = if self.rules.scoring() == Scoring::Equivalence { -sign(at.to_move) } else { 0 };
        let first = self.rules.ikeda() && !at.memory.flag(Slot::PASSED) && at.to_move == Colour::White;
        stone - i32::from(first)
    }

    /// A pass with what it counts, if the game goes on.
    fn counting_pass(&self, at: &Node, step: Step) -> Step {
        step.carrying(|memory| {
            memory.add_to_balance(self.pass_worth(at));
            memory.set_flag(Slot::PASSED, self.rules.ikeda());
            if self.rules.long_cycle() {
                long_cycle::count_pass(memory, at.to_move);
            }
        })
    }

    /// The facts that the history has whenever a game is at this node.
    pub fn implied(&self, node: &Node) -> FactList {
        if node.memory.flag(Slot::HANDICAP) {
            return FactList::new();
        }
        let mut facts = self.ko.implied(node);
        facts.extend(self.rules.long_cycle().then(|| long_cycle::start(node)));
        facts
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
        rules.komi() == Score::ZERO
            && rules.handicap() == 0
            && !rules.ikeda()
            && rules.scoring() != Scoring::Equivalence
            && (!rules.may_end_without_result() || rules.no_result() == Score::ZERO)
    }

    /// Whether some positions are decided by their stones and few facts: see `DESIGN.md`, "Decided
    /// positions".
    pub fn has_decided_positions(&self) -> bool {
        let rules = &self.rules;
        rules.ko().bans_what_it_makes()
            && rules.suicide() == Suicide::Forbidden
            && rules.scoring() == Scoring::Area
            && rules.end() == End::TwoPasses
            && rules.handicap() == 0
            && !rules.ikeda()
    }

    /// The scopes of the facts that a text names; those of the start alone, too.
    pub fn scopes(&self) -> Vec<Scope> {
        let scopes = self.rules.ko().program().map_or(0, |program| program.always);
        (0..scopes).map(Scope).collect()
    }

    /// A node with Black and White exchanged.
    pub fn exchanged_node(&self, node: &Node) -> Node {
        Node {
            position: node.position.inverted(),
            to_move: !node.to_move,
            passes: node.passes,
            ban: node.ban,
            memory: node.memory.exchanged(),
        }
    }

    /// A fact with Black and White exchanged.
    pub fn exchanged_fact(&self, fact: Fact) -> Fact {
        Fact {
            scope: self.ko.exchanged(fact.scope),
            colour: fact.colour.map(|colour| !colour),
            // Black's passes less White's.
            index: if self.rules.long_cycle() { fact.index.wrapping_neg() } else { fact.index },
            position: fact.position.inverted(),
            to: fact.to.inverted(),
        }
    }

    /// The scope that takes the place of this one when Black and White change sides.
    pub fn exchanged_scope(&self, scope: Scope) -> Scope {
        self.ko.exchanged(scope)
    }

    /// Whether no history has both of two facts.
    pub fn excludes(&self, fact: &Fact, other: &Fact) -> bool {
        self.ko.excludes(fact, other)
    }

    /// The facts of a history that forbid a step from a node, for people to read; none where it is legal.
    pub fn reasons(&self, at: &Node, step: &Step, knows: &dyn Fn(&Fact) -> bool) -> FactList {
        self.ko.reasons(self, at, step, knows)
    }

    /// A fact in words, as in "the position X. has occurred before".
    pub fn describe(&self, fact: &Fact) -> String {
        self.ko.describe(fact, &self.board)
    }

    /// Whether all scores there can be are a whole number apart.
    pub fn scores_are_whole_apart(&self) -> bool {
        let rules = &self.rules;
        let fits = |score: Score| (score + self.given()).denominator() == 1;
        let draws = rules.ko().has_ending(&|ending| ending == Ending::Draw);
        !rules.ko().combines_scores()
            && (!rules.may_end_without_result() || fits(rules.no_result()))
            && (!draws || fits(Score::ZERO))
    }

    /// The same question in the one form that it has: where scores are a whole number apart, whether Black gets at
    /// least a score that a game can end with.
    pub fn snapped(&self, threshold: Threshold) -> Threshold {
        let Threshold { score, strict } = threshold;
        // A win that is no number of points is a whole number apart from nothing.
        if !self.scores_are_whole_apart() || score.abs() >= Score::WIN {
            return threshold;
        }
        let (given, area) = (self.given(), score + self.given());
        let meets = !strict && area.denominator() == 1;
        Threshold::at_least(Score::fraction(area.floor() + i64::from(!meets), 1) - given)
    }

    /// A memory that stands for all those that this one can be [weighed](Game::outweighs) against.
    pub fn comparable(&self, memory: &Memory) -> Memory {
        if self.weighs_balances() { memory.without(Slot::BALANCE) } else { self.ko.comparable(memory) }
    }

    /// Whether a memory is at least as good for Black as a comparable one: whatever the moves to
    /// come, if they meet the threshold from a node with `other`, they meet it from the same node
    /// with `memory`. Of memories that are not [comparable](Game::comparable) it says nothing.
    pub fn outweighs(&self, threshold: Threshold, memory: &Memory, other: &Memory) -> bool {
        if self.weighs_balances() {
            memory.number(Slot::BALANCE) >= other.number(Slot::BALANCE)
                && memory.without(Slot::BALANCE) == other.without(Slot::BALANCE)
        } else {
            self.ko.outweighs(self, threshold, memory, other)
        }
    }

    /// Whether nodes that differ in the balance alone have the same moves to the same ends, each
    /// score higher by the difference. Under equivalence scoring the balance follows from the node,
    /// so there are no two.
    fn weighs_balances(&self) -> bool {
        let rules = &self.rules;
        !rules.long_cycle() && (rules.scoring() == Scoring::Territory || rules.ikeda())
    }

    /// Whether a step of a node ends the game without a result: then it is worth what that is.
    pub(crate) fn is_no_result(&self, node: &Node, step: &Step) -> bool {
        matches!(step.then, Then::End(_))
            && self.rules.may_end_without_result()
            && Colour::BOTH.into_iter().all(|winner| {
                let won = Then::End(Score::WIN.times(i64::from(sign(winner))));
                let same = |other: &Step| {
                    (other.made, &other.present, &other.absent) == (step.made, &step.present, &step.absent)
                };
                let steps = self.with_no_result_won_by(winner).steps(node);
                steps.iter().any(|other| same(other) && other.then == won)
            })
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
        if rules.scoring() == Scoring::Territory {
            return None;
        }
        let n = Score::points(i32::from(self.board.points()));
        let first_pass = Score::points(i32::from(rules.ikeda()));
        // Pass stones make up for all moves but those that a handicap is in place of.
        let handed =
            if rules.scoring() == Scoring::Equivalence { rules.handicap().saturating_sub(1) } else { 0 };
        let given = self.given() + Score::points(i32::from(handed));
        rules.ko().score_range((-n - first_pass - given, n - given), rules)
    }

    /// What White is given: komi, and compensation for handicap stones.
    pub fn given(&self) -> Score {
        self.rules.komi() + self.rules.compensation().points(self.rules.handicap())
    }

    /// What the stones on the board are worth, less what White is given; nothing but the board is
    /// counted.
    pub fn board_score(&self, position: Position) -> Score {
        Score::points(self.rules.scoring().of_board(&self.board, position)) - self.given()
    }

    /// The score of a game that the player to move ends here by a pass.
    pub fn end_score(&self, at: &Node) -> Score {
        let mut balance = at.memory.number(Slot::BALANCE);
        if self.counts_passes() {
            balance += self.pass_worth(at);
            if self.rules.scoring() == Scoring::Equivalence && at.to_move == Colour::Black {
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
