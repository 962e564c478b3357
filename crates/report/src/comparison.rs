//! Where rules differ: records of a comparison of every start position of a board under several
//! rules.

use kosolver_board::{Board, Colour};
use kosolver_rules::Score;
use serde::{Deserialize, Serialize};

use crate::parting::{Parting, Prohibition};
use crate::rules::{NamedRules, RulesName};
use crate::value::ValueRecord;

/// What came of comparing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// What it is.
    pub title: String,
    /// The version of this form.
    pub format: u32,
    /// The suicide rule; left out where whole rulesets are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suicide: Option<String>,
    /// The rules that were compared on some board, spelled out.
    pub rules: Vec<NamedRules>,
    /// Board by board.
    pub boards: Vec<BoardComparison>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardComparison {
    /// The board, as in `3x3`.
    pub board: Board,
    /// The names of the rules that were compared on it.
    pub rules: Vec<String>,
    /// Its legal positions.
    pub positions: u64,
    /// Its start positions up to symmetry and exchange of colours: legal positions up to
    /// symmetry, Black to move. Where a ruleset does not treat both players alike: with Black and
    /// with White to move.
    pub starts: usize,
    /// Whether the starts are with White to move too; left out if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub both_to_play: bool,
    /// How many of them all these rules agree on.
    pub agreed: usize,
    /// Every pair of rules.
    pub pairs: Vec<Pair>,
    /// The starts that pairs name, fewest stones first.
    pub separators: Vec<Start>,
}

/// Two rules on one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Their names.
    pub rules: [String; 2],
    /// On how many starts they differ.
    pub differ: usize,
    /// By how much, added up over all starts.
    pub sum: Score,
    /// By how much at most.
    pub largest: Score,
    /// The first start that separates them: fewest stones, then in canonical order.
    pub smallest: Option<Separator>,
    /// The first start on which they differ most.
    pub swing: Option<Separator>,
}

/// A start that separates two rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Separator {
    /// The start.
    pub position: String,
    /// Who moves first; left out where Black does at every start of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Colour>,
    /// The first rule's principal variation before the referee of the second, and the other way
    /// round: the first illegal move of each, if it has one.
    pub prohibited: [Option<Prohibition>; 2],
    /// Best play of those who gain by their rule, up to the move at which the rules differ.
    pub parting: Parting,
}

/// A start under every rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Rows from the top.
    pub position: String,
    /// Who moves first; left out where Black does at every start of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Colour>,
    /// How many stones it has.
    pub stones: u32,
    /// Under each rule, in the order of rules: what it is worth and how it is played.
    pub values: Vec<Solved>,
}

/// A start under one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The rule.
    #[serde(flatten)]
    pub rules: RulesName,
    /// The value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// A principal variation.
    pub variation: Vec<String>,
    /// If it goes on for ever: after how many moves the node first stood that comes again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_after: Option<usize>,
}

impl Comparison {
    /// Whether ko rules are compared, all else being the same.
    pub fn of_ko_rules(&self) -> bool {
        self.rules.iter().all(|rules| rules.name.is_none())
    }
}

impl BoardComparison {
    /// The start of a separator.
    pub fn start(&self, separator: &Separator) -> Option<&Start> {
        self.separators.iter().find(|start| start.is(separator))
    }
}

impl Pair {
    /// Whether it is about two rules, in any order.
    pub fn is_of(&self, one: &str, other: &str) -> bool {
        self.rules == [one, other] || self.rules == [other, one]
    }
}

impl Separator {
    /// Who moves first.
    pub fn first(&self) -> Colour {
        self.to_play.unwrap_or(Colour::Black)
    }
}

impl Start {
    /// Who moves first.
    pub fn first(&self) -> Colour {
        self.to_play.unwrap_or(Colour::Black)
    }

    /// Whether it is the start of a separator.
    pub fn is(&self, separator: &Separator) -> bool {
        (&self.position, self.to_play) == (&separator.position, separator.to_play)
    }

    /// The start under a rule.
    pub fn under(&self, name: &str) -> Option<&Solved> {
        self.values.iter().find(|solved| solved.rules.name() == name)
    }
}

impl Solved {
    /// The value in a word: a score, `NR`, or who wins.
    pub fn headline(&self) -> String {
        self.value.headline()
    }
}
