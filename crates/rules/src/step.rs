use std::fmt;

use kosolver_board::{Board, Play, Point};
use serde::{Deserialize, Serialize};

use crate::{Ban, Before, Fact, FactList, Memory, Node, Pull, Scope, Score};

/// A play on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// A stone on this point.
    Play(Point),
    /// A pass.
    Pass,
}

impl Move {
    /// The point's name on this board, or `pass`.
    pub fn name(self, board: &Board) -> String {
        match self {
            Move::Play(point) => board.point_name(point),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// The point of a play.
    pub fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The move with its name on this board.
    pub fn named(self, board: &Board) -> NamedMove {
        NamedMove { made: self, name: self.name(board) }
    }

    /// Reads what [`Move::name`] writes.
    ///
    /// # Errors
    /// [`kosolver_board::Error::Point`] if it is neither `pass` nor a point of the board.
    pub fn parse(board: &Board, text: &str) -> Result<Move, kosolver_board::Error> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Move::Pass)
        } else {
            board.parse_point(text).map(Move::Play)
        }
    }
}

/// A move with its name on a board, as which it prints.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NamedMove {
    made: Move,
    name: String,
}

impl NamedMove {
    /// The move.
    pub fn made(&self) -> Move {
        self.made
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// When a move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// Under every history.
    Always,
    /// Unless the history has one of these facts.
    Unless(FactList),
    /// Under no history.
    Never(Never),
}

impl Legality {
    /// Whether a move is legal under a history that has these facts.
    pub fn allowed(&self, has: impl Fn(&Fact) -> bool) -> bool {
        match self {
            Legality::Always => true,
            Legality::Unless(facts) => !facts.iter().any(has),
            Legality::Never(_) => false,
        }
    }

    /// The facts each of which prohibits the move.
    pub fn prohibiting(&self) -> &[Fact] {
        match self {
            Legality::Unless(facts) => facts,
            Legality::Always | Legality::Never(_) => &[],
        }
    }
}

/// Why a move is illegal whatever the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// The play removes the player's own stones.
    Suicide,
    /// The play removes itself alone.
    LoneSuicide,
    /// The play leads back to the position before the previous move, which was a play.
    BasicKo,
    /// The last move was a ko stone move in the same fighting ko (New Ko Rules).
    Fighting,
    /// The player is the disturber, and the ko has been as it was before (New Ko Rules).
    Disturber,
    /// The rule prohibits it here, whatever was played before (a rule made from a text).
    Rule,
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Never::Suicide => "it is suicide",
            Never::LoneSuicide => "it is the suicide of a lone stone",
            Never::Fighting => "fighting rule: the last move was a ko stone move in this fighting ko",
            Never::Disturber => {
                "disturber rule: the player is the disturber of this ko, which has come again as it was before"
            }
            Never::Rule => "the ko rule prohibits it here, whatever was played before",
            Never::BasicKo => "basic ko: it leads back to the position before the last play",
        })
    }
}

/// What follows a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The game goes on here.
    Node(Node),
    /// The game ends with this score.
    End(Score),
}

/// A move of a node, as a value: what it asks of the history, what it writes into it, and
/// where it leads.
///
/// A move whose outcome depends on the history is several steps with the same
/// [`made`](Step::made); under every history that can arise exactly one of them
/// [applies](Step::present).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub made: Move,
    /// When it is legal.
    pub legality: Legality,
    /// The step applies only if the history has all of these,
    pub present: Vec<Fact>,
    /// and none of these.
    pub absent: Vec<Fact>,
    /// The scopes it forgets, before it inserts.
    pub clears: Vec<Scope>,
    /// What it carries over from other facts, whether their scopes are forgotten or not.
    pub pulls: Vec<Pull>,
    /// The facts it adds to the history.
    pub inserts: FactList,
    /// Where it leads.
    pub then: Then,
}

impl Step {
    #[inline]
    fn new(made: Move, then: Then) -> Step {
        Step {
            made,
            legality: Legality::Always,
            present: Vec::new(),
            absent: Vec::new(),
            clears: Vec::new(),
            pulls: Vec::new(),
            inserts: FactList::new(),
            then,
        }
    }

    /// A play, always legal, that leaves nothing but its position.
    #[inline]
    pub fn play(at: &Node, play: &Play) -> Step {
        let node = Node {
            position: play.after,
            to_move: !at.to_move,
            passes: 0,
            ban: Ban::None,
            memory: at.memory.clone(),
        };
        Step::new(Move::Play(play.point), Then::Node(node))
    }

    /// A pass after which the game goes on; the node counts it.
    #[inline]
    pub fn pass(at: &Node) -> Step {
        let node = Node { to_move: !at.to_move, passes: at.passes + 1, ban: Ban::None, ..at.clone() };
        Step::new(Move::Pass, Then::Node(node))
    }

    /// A pass that ends the game.
    #[inline]
    pub fn end(score: Score) -> Step {
        Step::new(Move::Pass, Then::End(score))
    }

    /// The same, prohibited also if the history has this fact. A step that is never legal stays so.
    #[inline]
    pub fn unless(mut self, fact: Fact) -> Step {
        match &mut self.legality {
            Legality::Always => self.legality = Legality::Unless([fact].into()),
            Legality::Unless(facts) => facts.push(fact),
            Legality::Never(_) => {}
        }
        self
    }

    /// The same, prohibited under every history.
    #[inline]
    pub fn never(self, reason: Never) -> Step {
        Step { legality: Legality::Never(reason), ..self }
    }

    /// The same, applying only if the history has this fact.
    pub fn when(mut self, fact: Fact) -> Step {
        self.present.push(fact);
        self
    }

    /// The same, applying only if the history has not this fact.
    pub fn without(mut self, fact: Fact) -> Step {
        self.absent.push(fact);
        self
    }

    /// The same, inserting this fact.
    #[inline]
    pub fn inserting(mut self, fact: Fact) -> Step {
        self.inserts.push(fact);
        self
    }

    /// The same, with this ban at the next node.
    pub fn banning(mut self, ban: Ban) -> Step {
        if let Then::Node(node) = &mut self.then {
            node.ban = ban;
        }
        self
    }

    /// The same, with a change of what the next node carries along.
    pub fn carrying(mut self, change: impl FnOnce(&mut Memory)) -> Step {
        if let Then::Node(node) = self.then {
            self.then = Then::Node(node.carrying(change));
        }
        self
    }

    /// The same, with this number of passes at the next node.
    pub fn counting_passes(mut self, passes: u8) -> Step {
        if let Then::Node(node) = &mut self.then {
            node.passes = passes;
        }
        self
    }

    /// Whether it applies and is legal under every history.
    pub fn is_unconditional(&self) -> bool {
        self.present.is_empty() && self.absent.is_empty() && self.legality == Legality::Always
    }

    /// Whether its guards hold under a history that has these facts.
    pub fn applies(&self, has: impl Fn(&Fact) -> bool) -> bool {
        self.present.iter().all(&has) && !self.absent.iter().any(&has)
    }

    /// What a fact after this step says of the history before it.
    pub fn before(&self, fact: &Fact) -> Before {
        if self.inserts.contains(fact) {
            return Before::Inserted;
        }
        let predicate = fact.predicate();
        if let Some(pull) = self.pulls.iter().find(|pull| pull.to == predicate) {
            return Before::If(pull.from.of(fact.position));
        }
        if self.clears.contains(&fact.scope) { Before::Cleared } else { Before::If(*fact) }
    }

    /// The facts of the history after this step, given those before it; some may come twice.
    pub fn history_after<'a>(
        &'a self,
        before: impl Iterator<Item = Fact> + Clone + 'a,
    ) -> impl Iterator<Item = Fact> + 'a {
        let pulled = before.clone().flat_map(|fact| {
            let from = self.pulls.iter().filter(move |pull| pull.from == fact.predicate());
            from.map(move |pull| pull.to.of(fact.position))
        });
        let kept = before.filter(|fact| {
            let pulled = || self.pulls.iter().any(|pull| pull.to == fact.predicate());
            !self.clears.contains(&fact.scope) && !pulled()
        });
        kept.chain(pulled).chain(self.inserts.iter().copied())
    }
}
