use std::fmt;
use std::str::FromStr;

use crate::{Ko, Rules, Suicide};

use crate::conformance::{Action, Error, Judged, Trace, Wrong};

/// A mistake that implementations of ko rules make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mistake {
    /// The position at the start is not in the history.
    StartForgotten,
    /// The position at the start counts as made by a play of the player who does not move first.
    StartMade,
    /// The history begins with the empty board, though stones are set up.
    SetUpForgotten,
    /// Passes leave no trace in the history.
    PassesForgotten,
    /// A pass clears the history, and only the position on the board stays in it.
    PassesClear,
    /// What a pass clears includes the position on the board.
    PassPositionForgotten,
    /// Another ko rule is used.
    Rule(Ko),
    /// Another suicide rule is used.
    SuicideRule(Suicide),
    /// The ko rule is not asked about suicide of one stone.
    LoneSuicideFree,
    /// The ko rule is not asked about suicide.
    SuicideFree,
    /// Boards are stored and compared before captured stones are removed.
    BeforeCaptures,
    /// Captured stones are taken out of the hash twice, so that they stay in it.
    CapturesTwice,
    /// Captured stones are taken out of the hash in the wrong colour.
    CapturesColour,
    /// Own stones that a suicide removes stay in the hash.
    SuicideHashed,
    /// Positions with the same hash of 8 bits are taken to be the same.
    Hash8,
    /// Positions are told apart by which points are occupied, not by whom.
    ColourBlind,
    /// Mirror images are taken to be the same.
    Mirrored,
    /// A move that is taken back stays in the history.
    UndoKeeps,
    /// Taking back a move clears the history but for the position on the board.
    UndoClears,
    /// Only so many positions are remembered, the one on the board among them.
    Last(usize),
    /// The ko rule is asked only about plays that capture.
    CapturesOnly,
    /// The ko rule is asked only about plays that capture one stone.
    SingleOnly,
    /// The ko rule is asked only if the last move captured one stone.
    AfterSingle,
    /// The point of a stone that was captured alone is banned, whatever a play there does.
    KoPoint,
    /// The point of a ko stays banned after a pass.
    KoPointStays,
}

/// What mistakes are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The position at the start, and stones that are set up.
    Start,
    /// Passes.
    Passes,
    /// Which ko rule it is: whether the player matters, and how.
    Rule,
    /// Suicide.
    Suicide,
    /// Hashes in the place of positions.
    Hash,
    /// Moves taken back.
    Undo,
    /// Short cuts that look at too little.
    ShortCut,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 7] =
        [Class::Start, Class::Passes, Class::Rule, Class::Suicide, Class::Hash, Class::Undo, Class::ShortCut];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Start => "start",
            Class::Passes => "passes",
            Class::Rule => "rule",
            Class::Suicide => "suicide",
            Class::Hash => "hash",
            Class::Undo => "undo",
            Class::ShortCut => "short cut",
        })
    }
}

/// Where a mistake is seen first: after how many actions, and the point on which legality differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// After how many actions.
    pub actions: usize,
    /// The point.
    pub point: usize,
    /// Whether the rules allow the play there, which the mistaken program refuses.
    pub legal: bool,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Mistake; 38] = [
        Mistake::StartForgotten,
        Mistake::StartMade,
        Mistake::SetUpForgotten,
        Mistake::PassesForgotten,
        Mistake::PassesClear,
        Mistake::PassPositionForgotten,
        Mistake::Rule(Ko::None),
        Mistake::Rule(Ko::Basic),
        Mistake::Rule(Ko::Psk),
        Mistake::Rule(Ko::Ssk),
        Mistake::Rule(Ko::Nssk),
        Mistake::Rule(Ko::Fixed),
        Mistake::Rule(Ko::BasicFixed),
        Mistake::Rule(Ko::Spight),
        Mistake::Rule(Ko::KeePasser),
        Mistake::SuicideRule(Suicide::Forbidden),
        Mistake::SuicideRule(Suicide::MultiStone),
        Mistake::SuicideRule(Suicide::Allowed),
        Mistake::LoneSuicideFree,
        Mistake::SuicideFree,
        Mistake::BeforeCaptures,
        Mistake::CapturesTwice,
        Mistake::CapturesColour,
        Mistake::SuicideHashed,
        Mistake::Hash8,
        Mistake::ColourBlind,
        Mistake::Mirrored,
        Mistake::UndoKeeps,
        Mistake::UndoClears,
        Mistake::Last(2),
        Mistake::Last(4),
        Mistake::Last(8),
        Mistake::Last(16),
        Mistake::CapturesOnly,
        Mistake::SingleOnly,
        Mistake::AfterSingle,
        Mistake::KoPoint,
        Mistake::KoPointStays,
    ];

    /// Its name.
    pub fn name(self) -> String {
        match self {
            Mistake::StartForgotten => "start-forgotten".to_owned(),
            Mistake::StartMade => "start-made".to_owned(),
            Mistake::SetUpForgotten => "set-up-forgotten".to_owned(),
            Mistake::PassesForgotten => "passes-forgotten".to_owned(),
            Mistake::PassesClear => "passes-clear".to_owned(),
            Mistake::PassPositionForgotten => "pass-position-forgotten".to_owned(),
            Mistake::Rule(ko) => format!("as-{}", ko.name().replace(':', "-")),
            Mistake::SuicideRule(suicide) => format!("suicide-{suicide}"),
            Mistake::LoneSuicideFree => "lone-suicide-free".to_owned(),
            Mistake::SuicideFree => "suicide-free".to_owned(),
            Mistake::BeforeCaptures => "before-captures".to_owned(),
            Mistake::CapturesTwice => "captures-twice".to_owned(),
            Mistake::CapturesColour => "captures-colour".to_owned(),
            Mistake::SuicideHashed => "suicide-hashed".to_owned(),
            Mistake::Hash8 => "hash-8-bits".to_owned(),
            Mistake::ColourBlind => "colour-blind".to_owned(),
            Mistake::Mirrored => "mirrored".to_owned(),
            Mistake::UndoKeeps => "undo-keeps".to_owned(),
            Mistake::UndoClears => "undo-clears".to_owned(),
            Mistake::Last(positions) => format!("last-{positions}"),
            Mistake::CapturesOnly => "captures-only".to_owned(),
            Mistake::SingleOnly => "single-only".to_owned(),
            Mistake::AfterSingle => "after-single".to_owned(),
            Mistake::KoPoint => "ko-point".to_owned(),
            Mistake::KoPointStays => "ko-point-stays".to_owned(),
        }
    }

    /// The mistake in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Mistake::StartForgotten => "The position at the start is not in the history.".to_owned(),
            Mistake::StartMade => {
                "The position at the start counts as made by a play of the player who does not move first."
                    .to_owned()
            }
            Mistake::SetUpForgotten => {
                "The history begins with the empty board, though stones are set up.".to_owned()
            }
            Mistake::PassesForgotten => "Passes leave no trace in the history.".to_owned(),
            Mistake::PassesClear => {
                "A pass clears the history, and only the position on the board stays in it.".to_owned()
            }
            Mistake::PassPositionForgotten => {
                "A pass, which lifts bans, also lifts that of the position on the board.".to_owned()
            }
            Mistake::Rule(ko) => format!("The ko rule is `{ko}`."),
            Mistake::SuicideRule(Suicide::Forbidden) => "Suicide is forbidden.".to_owned(),
            Mistake::SuicideRule(Suicide::MultiStone) => {
                "Suicide of two stones or more is allowed, of one forbidden.".to_owned()
            }
            Mistake::SuicideRule(Suicide::Allowed) => "Suicide is allowed.".to_owned(),
            Mistake::LoneSuicideFree => "The ko rule is not asked about suicide of one stone.".to_owned(),
            Mistake::SuicideFree => "The ko rule is not asked about suicide.".to_owned(),
            Mistake::BeforeCaptures => {
                "Boards are stored and compared before captured stones are removed.".to_owned()
            }
            Mistake::CapturesTwice => {
                "Captured stones are taken out of the hash twice, so that they stay in it.".to_owned()
            }
            Mistake::CapturesColour => {
                "Captured stones are taken out of the hash in the wrong colour.".to_owned()
            }
            Mistake::SuicideHashed => "Own stones that a suicide removes stay in the hash.".to_owned(),
            Mistake::Hash8 => "Positions with the same hash of 8 bits are taken to be the same.".to_owned(),
            Mistake::ColourBlind => {
                "Positions are told apart by which points are occupied, not by whom.".to_owned()
            }
            Mistake::Mirrored => "Mirror images are taken to be the same.".to_owned(),
            Mistake::UndoKeeps => "A move that is taken back stays in the history.".to_owned(),
            Mistake::UndoClears => {
                "Taking back a move clears the history, and only the position on the board stays in it."
                    .to_owned()
            }
            Mistake::Last(positions) => {
                format!("Only {positions} positions are remembered, the one on the board among them.")
            }
            Mistake::CapturesOnly => "The ko rule is asked only about plays that capture.".to_owned(),
            Mistake::SingleOnly => "The ko rule is asked only about plays that capture one stone.".to_owned(),
            Mistake::AfterSingle => {
                "The ko rule is asked only if the last move captured one stone.".to_owned()
            }
            Mistake::KoPoint => {
                "The point of a stone that was captured alone is banned, whatever a play there does."
                    .to_owned()
            }
            Mistake::KoPointStays => "The point of a ko stays banned after a pass.".to_owned(),
        }
    }

    /// What it is about.
    pub fn class(self) -> Class {
        match self {
            Mistake::StartForgotten | Mistake::StartMade | Mistake::SetUpForgotten => Class::Start,
            Mistake::PassesForgotten | Mistake::PassesClear | Mistake::PassPositionForgotten => Class::Passes,
            Mistake::Rule(_) => Class::Rule,
            Mistake::SuicideRule(_) | Mistake::LoneSuicideFree | Mistake::SuicideFree => Class::Suicide,
            Mistake::BeforeCaptures
            | Mistake::CapturesTwice
            | Mistake::CapturesColour
            | Mistake::SuicideHashed
            | Mistake::Hash8
            | Mistake::ColourBlind
            | Mistake::Mirrored => Class::Hash,
            Mistake::UndoKeeps | Mistake::UndoClears => Class::Undo,
            Mistake::Last(_)
            | Mistake::CapturesOnly
            | Mistake::SingleOnly
            | Mistake::AfterSingle
            | Mistake::KoPoint
            | Mistake::KoPointStays => Class::ShortCut,
        }
    }

    /// Whether a program with this mistake can be told from one without it, under these rules.
    pub fn matters(self, rules: &Rules) -> bool {
        let (ko, suicide) = (rules.ko(), rules.suicide());
        // Without suicide a play that makes the position before the last move again takes one stone, and
        // the move before it did so too; and no pass was between them. So it is if two or more stones
        // are removed by suicide: the opponent cannot put back two.
        let (basic, retakes) = (ko == Ko::Basic, suicide != Suicide::Allowed);
        let lifted = ko.ends_by_passing_again();
        match self {
            Mistake::Rule(other) => {
                let alike = |ko| if ko == Ko::Kee { Ko::Spight } else { ko };
                alike(other) != alike(ko)
            }
            // A lone suicide leaves the position on the board, which has stood there, and stands there
            // since every pass.
            Mistake::SuicideRule(other) if ko == Ko::Psk || lifted => {
                (other == Suicide::Forbidden) != (suicide == Suicide::Forbidden)
            }
            Mistake::SuicideRule(other) => other != suicide,
            Mistake::KoPoint | Mistake::KoPointStays => true,
            // All other mistakes are about the history, at which `none` does not look.
            _ if ko == Ko::None => false,
            // Nobody has made the start by a play.
            Mistake::StartForgotten | Mistake::SetUpForgotten => ko != Ko::Nssk,
            // Who made a position matters to `nssk` alone.
            Mistake::StartMade => ko == Ko::Nssk,
            // A pass makes no new position, no change, and creates nothing. Under basic ko it parts a
            // play from the next of the same player.
            Mistake::PassesForgotten => match ko {
                Ko::Psk | Ko::Nssk | Ko::Fixed => false,
                Ko::Basic | Ko::BasicFixed => suicide != Suicide::Forbidden,
                _ => true,
            },
            Mistake::PassesClear => !matches!(ko, Ko::Basic | Ko::Spight | Ko::Kee),
            Mistake::PassPositionForgotten => lifted,
            Mistake::LoneSuicideFree => suicide == Suicide::Allowed,
            Mistake::SuicideFree | Mistake::SuicideHashed => {
                suicide != Suicide::Forbidden && !(basic && retakes)
            }
            Mistake::ColourBlind => !(basic && suicide == Suicide::Forbidden),
            // Basic ko looks at two positions, at the one before the last move alone.
            Mistake::Last(_) => !basic,
            Mistake::CapturesOnly | Mistake::SingleOnly | Mistake::AfterSingle => !(basic && retakes),
            Mistake::BeforeCaptures
            | Mistake::CapturesTwice
            | Mistake::CapturesColour
            | Mistake::Hash8
            | Mistake::Mirrored
            | Mistake::UndoKeeps
            | Mistake::UndoClears => true,
        }
    }

    /// Where a program with this mistake, which otherwise plays by these rules, is seen to be wrong in
    /// a game of which the rules say this.
    pub fn seen(self, trace: &Trace<'_>, judged: &Judged, rules: &Rules) -> Option<Seen> {
        first_difference(&mut Wrong::new(*rules, Some(self)), trace, judged)
    }
}

/// Where an implementation says something else than the rules.
pub(crate) fn first_difference(wrong: &mut Wrong, trace: &Trace<'_>, judged: &Judged) -> Option<Seen> {
    wrong.begin(trace.stages[0].to_move, &trace.stages[0].pass, &trace.empty);
    for moment in 0..judged.asked() {
        let stage = &trace.stages[moment];
        let mut refused = judged.refused[moment].iter().map(|(point, _)| *point).peekable();
        for play in &stage.plays {
            let point = play.point.expect("a play has a point");
            let legal = refused.next_if_eq(&point).is_none();
            if wrong.refuses(stage.to_move, play) == legal {
                return Some(Seen { actions: moment, point, legal });
            }
        }
        if moment < judged.actions() {
            match trace.game.actions()[moment] {
                Action::Undo => wrong.undo(),
                Action::Move(_) => {
                    wrong.make(stage.to_move, &trace.made(moment).expect("the point is empty"));
                }
            }
        }
    }
    None
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl FromStr for Mistake {
    type Err = Error;

    fn from_str(text: &str) -> Result<Mistake, Error> {
        Mistake::ALL
            .into_iter()
            .find(|fault| fault.name() == text)
            .ok_or_else(|| Error::Mistake(kosolver_board::shortened(text, 64).to_string()))
    }
}
