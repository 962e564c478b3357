//! The ko rules, one file each, and their registry.

mod basic;
mod basic_fixed;
mod fixed;
mod kee;
mod kee_2007;
mod kee_2020;
mod none;
mod nssk;
mod primitive;
mod psk;
mod spight;
mod ssk;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;

use kosolver_board::{Board, Play};
use smallvec::{SmallVec, smallvec};

use crate::{Error, Fact, Game, Ledger, Node, Ruleset, Scope, Score, Step, Threshold, error};

/// The registry: every rule with its readings, in the order in which tables show them. Kee's
/// own order comes first: simple ko, superko, Spight, Kee.
static REGISTRY: [&[&dyn KoRule]; 12] = [
    &[&basic::Basic],
    &[&psk::Positional],
    &[&spight::Spight],
    &kee::READINGS,
    &[&none::NoRule],
    &[&ssk::Situational],
    &[&nssk::NaturalSituational],
    &[&fixed::Fixed],
    &[&basic_fixed::BasicFixed],
    &[&primitive::Primitive],
    &[&kee_2007::Kee2007],
    &[&kee_2020::Kee2020],
];

/// A ko rule: what the history prohibits, what ends the game, and what a move adds to the
/// history.
pub trait KoRule: fmt::Debug + Sync {
    /// The short name, as users write it.
    fn name(&self) -> &'static str;

    /// The name in words.
    fn title(&self) -> &'static str;

    /// The rule in one or two sentences. T is the position after the play.
    fn sentence(&self) -> &'static str;

    /// Who wrote the rule down, and when.
    fn source(&self) -> &'static str;

    /// Whether play can go on for ever.
    fn endless(&self) -> bool {
        false
    }

    /// Whether the value of a game that starts here lies between L and U of the same game without a
    /// ko rule: what each player can force there he can force here. `docs/tablebase.md` proves it.
    fn within_endless(&self) -> bool {
        false
    }

    /// Whether a stone that took one stone may be banned from being taken back at once.
    fn bans_retaking(&self) -> bool {
        false
    }

    /// Whether fights can be so long that a board as small as 2x2 takes hours. Tables leave such a
    /// rule out unless it is asked for.
    fn has_long_fights(&self) -> bool {
        false
    }

    /// Whether the outcome is only who wins, not by how much.
    fn win_or_loss(&self) -> bool {
        false
    }

    /// Whether the score need not be an area score less komi.
    fn combines_scores(&self) -> bool {
        false
    }

    /// The least and the greatest score a game can end with, if one position can end with those
    /// given; `None` if there are no bounds.
    fn score_range(&self, of_position: (Score, Score), _rules: &Ruleset) -> Option<(Score, Score)> {
        Some(of_position)
    }

    /// Whether the rule says how a game ends; else the ruleset does.
    fn has_own_end(&self) -> bool {
        false
    }

    /// How a game ends, in words.
    fn end(&self) -> &'static str {
        "two consecutive passes"
    }

    /// The facts a history starts with at the start position.
    fn start(&self, _start: &Node) -> SmallVec<[Fact; 2]> {
        smallvec![]
    }

    /// Facts that hold at a node under every history that leads to it.
    fn implied(&self, _node: &Node) -> SmallVec<[Fact; 2]> {
        smallvec![]
    }

    /// What a play does. Suicide rules are applied by the caller.
    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step;

    /// What a pass does: one step, several whose guards exclude each other, or none if there
    /// are no passes.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        steps.extend(game.rules.end.pass(game, at));
    }

    /// A ledger that stands for all those that this one can be [weighed](KoRule::outweighs)
    /// against.
    fn comparable(&self, ledger: &Ledger) -> Ledger {
        ledger.clone()
    }

    /// Whether a ledger is at least as good for Black as another: whatever the moves to come,
    /// if they meet the threshold from a node with `other`, they meet it from the same node
    /// with `ledger`. The ledger of a node without one is the default.
    fn outweighs(&self, _game: &Game, _threshold: Threshold, ledger: &Ledger, other: &Ledger) -> bool {
        ledger == other
    }

    /// The scope that takes the place of this one when Black and White change sides.
    fn exchanged(&self, scope: Scope) -> Scope {
        scope
    }

    /// Whether no history has both of two facts.
    fn excludes(&self, _fact: &Fact, _other: &Fact) -> bool {
        false
    }

    /// A fact of this rule in words, as in "the position X. has occurred before".
    fn describe(&self, fact: &Fact, board: &Board) -> String;
}

/// One of the known ko rules.
#[derive(Clone, Copy)]
pub struct Ko(&'static dyn KoRule);

impl Ko {
    /// All of them, each in its default reading only, in the order of tables.
    pub fn all() -> impl Iterator<Item = Ko> {
        REGISTRY.iter().map(|readings| Ko(readings[0]))
    }

    /// The readings of this rule, the default first; most rules have one.
    pub fn readings(self) -> impl Iterator<Item = Ko> {
        REGISTRY
            .iter()
            .find(|readings| readings.iter().any(|reading| reading.name() == self.name()))
            .into_iter()
            .flat_map(|readings| readings.iter().map(|reading| Ko(*reading)))
    }
}

impl Deref for Ko {
    type Target = dyn KoRule;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Ko {
    fn eq(&self, other: &Ko) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Ko {}

impl Hash for Ko {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ko({})", self.name())
    }
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ko {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ko, Error> {
        let known = || Ko::all().flat_map(Ko::readings);
        known().find(|ko| ko.name() == text).ok_or_else(|| {
            let names: Vec<&str> = known().map(|ko| ko.0.name()).collect();
            Error::Ko {
                name: text.to_owned(),
                nearest: error::nearest(text, names.iter().copied()),
                known: names.join(", "),
            }
        })
    }
}
