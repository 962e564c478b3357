use std::fmt;
use std::str::FromStr;

use crate::{Ko, Rules, Suicide};

use crate::conformance::{Action, Error, Judged, Trace, Wrong};

/// A mistake that implementations of ko rules make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
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

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 38] = [
        Fault::StartForgotten,
        Fault::StartMade,
        Fault::SetUpForgotten,
        Fault::PassesForgotten,
        Fault::PassesClear,
        Fault::PassPositionForgotten,
        Fault::Rule(Ko::None),
        Fault::Rule(Ko::Basic),
        Fault::Rule(Ko::Psk),
        Fault::Rule(Ko::Ssk),
        Fault::Rule(Ko::Nssk),
        Fault::Rule(Ko::Fixed),
        Fault::Rule(Ko::BasicFixed),
        Fault::Rule(Ko::Spight),
        Fault::Rule(Ko::KeePasser),
        Fault::SuicideRule(Suicide::Forbidden),
        Fault::SuicideRule(Suicide::MultiStone),
        Fault::SuicideRule(Suicide::Allowed),
        Fault::LoneSuicideFree,
        Fault::SuicideFree,
        Fault::BeforeCaptures,
        Fault::CapturesTwice,
        Fault::CapturesColour,
        Fault::SuicideHashed,
        Fault::Hash8,
        Fault::ColourBlind,
        Fault::Mirrored,
        Fault::UndoKeeps,
        Fault::UndoClears,
        Fault::Last(2),
        Fault::Last(4),
        Fault::Last(8),
        Fault::Last(16),
        Fault::CapturesOnly,
        Fault::SingleOnly,
        Fault::AfterSingle,
        Fault::KoPoint,
        Fault::KoPointStays,
    ];

    /// Its name.
    pub fn name(self) -> String {
        match self {
            Fault::StartForgotten => "start-forgotten".to_owned(),
            Fault::StartMade => "start-made".to_owned(),
            Fault::SetUpForgotten => "set-up-forgotten".to_owned(),
            Fault::PassesForgotten => "passes-forgotten".to_owned(),
            Fault::PassesClear => "passes-clear".to_owned(),
            Fault::PassPositionForgotten => "pass-position-forgotten".to_owned(),
            Fault::Rule(ko) => format!("as-{}", ko.name().replace(':', "-")),
            Fault::SuicideRule(suicide) => format!("suicide-{suicide}"),
            Fault::LoneSuicideFree => "lone-suicide-free".to_owned(),
            Fault::SuicideFree => "suicide-free".to_owned(),
            Fault::BeforeCaptures => "before-captures".to_owned(),
            Fault::CapturesTwice => "captures-twice".to_owned(),
            Fault::CapturesColour => "captures-colour".to_owned(),
            Fault::SuicideHashed => "suicide-hashed".to_owned(),
            Fault::Hash8 => "hash-8-bits".to_owned(),
            Fault::ColourBlind => "colour-blind".to_owned(),
            Fault::Mirrored => "mirrored".to_owned(),
            Fault::UndoKeeps => "undo-keeps".to_owned(),
            Fault::UndoClears => "undo-clears".to_owned(),
            Fault::Last(positions) => format!("last-{positions}"),
            Fault::CapturesOnly => "captures-only".to_owned(),
            Fault::SingleOnly => "single-only".to_owned(),
            Fault::AfterSingle => "after-single".to_owned(),
            Fault::KoPoint => "ko-point".to_owned(),
            Fault::KoPointStays => "ko-point-stays".to_owned(),
        }
    }

    /// The mistake in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Fault::StartForgotten => "The position at the start is not in the history.".to_owned(),
            Fault::StartMade => {
                "The position at the start counts as made by a play of the player who does not move first."
                    .to_owned()
            }
            Fault::SetUpForgotten => {
                "The history begins with the empty board, though stones are set up.".to_owned()
            }
            Fault::PassesForgotten => "Passes leave no trace in the history.".to_owned(),
            Fault::PassesClear => {
                "A pass clears the history, and only the position on the board stays in it.".to_owned()
            }
            Fault::PassPositionForgotten => {
                "A pass, which lifts bans, also lifts that of the position on the board.".to_owned()
            }
            Fault::Rule(ko) => format!("The ko rule is `{ko}`."),
            Fault::SuicideRule(Suicide::Forbidden) => "Suicide is forbidden.".to_owned(),
            Fault::SuicideRule(Suicide::MultiStone) => {
                "Suicide of two stones or more is allowed, of one forbidden.".to_owned()
            }
            Fault::SuicideRule(Suicide::Allowed) => "Suicide is allowed.".to_owned(),
            Fault::LoneSuicideFree => "The ko rule is not asked about suicide of one stone.".to_owned(),
            Fault::SuicideFree => "The ko rule is not asked about suicide.".to_owned(),
            Fault::BeforeCaptures => {
                "Boards are stored and compared before captured stones are removed.".to_owned()
            }
            Fault::CapturesTwice => {
                "Captured stones are taken out of the hash twice, so that they stay in it.".to_owned()
            }
            Fault::CapturesColour => {
                "Captured stones are taken out of the hash in the wrong colour.".to_owned()
            }
            Fault::SuicideHashed => "Own stones that a suicide removes stay in the hash.".to_owned(),
            Fault::Hash8 => "Positions with the same hash of 8 bits are taken to be the same.".to_owned(),
            Fault::ColourBlind => {
                "Positions are told apart by which points are occupied, not by whom.".to_owned()
            }
            Fault::Mirrored => "Mirror images are taken to be the same.".to_owned(),
            Fault::UndoKeeps => "A move that is taken back stays in the history.".to_owned(),
            Fault::UndoClears => {
                "Taking back a move clears the history, and only the position on the board stays in it."
                    .to_owned()
            }
            Fault::Last(positions) => {
                format!("Only {positions} positions are remembered, the one on the board among them.")
            }
            Fault::CapturesOnly => "The ko rule is asked only about plays that capture.".to_owned(),
            Fault::SingleOnly => "The ko rule is asked only about plays that capture one stone.".to_owned(),
            Fault::AfterSingle => "The ko rule is asked only if the last move captured one stone.".to_owned(),
            Fault::KoPoint => {
                "The point of a stone that was captured alone is banned, whatever a play there does."
                    .to_owned()
            }
            Fault::KoPointStays => "The point of a ko stays banned after a pass.".to_owned(),
        }
    }

    /// What it is about.
    pub fn class(self) -> Class {
        match self {
            Fault::StartForgotten | Fault::StartMade | Fault::SetUpForgotten => Class::Start,
            Fault::PassesForgotten | Fault::PassesClear | Fault::PassPositionForgotten => Class::Passes,
            Fault::Rule(_) => Class::Rule,
            Fault::SuicideRule(_) | Fault::LoneSuicideFree | Fault::SuicideFree => Class::Suicide,
            Fault::BeforeCaptures
            | Fault::CapturesTwice
            | Fault::CapturesColour
            | Fault::SuicideHashed
            | Fault::Hash8
            | Fault::ColourBlind
            | Fault::Mirrored => Class::Hash,
            Fault::UndoKeeps | Fault::UndoClears => Class::Undo,
            Fault::Last(_)
            | Fault::CapturesOnly
            | Fault::SingleOnly
            | Fault::AfterSingle
            | Fault::KoPoint
            | Fault::KoPointStays => Class::ShortCut,
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
            Fault::Rule(other) => {
                let alike = |ko| if ko == Ko::Kee { Ko::Spight } else { ko };
                alike(other) != alike(ko)
            }
            // A lone suicide leaves the position on the board, which has stood there, and stands there
            // since every pass.
            Fault::SuicideRule(other) if ko == Ko::Psk || lifted => {
                (other == Suicide::Forbidden) != (suicide == Suicide::Forbidden)
            }
            Fault::SuicideRule(other) => other != suicide,
            Fault::KoPoint | Fault::KoPointStays => true,
            // All other mistakes are about the history, at which `none` does not look.
            _ if ko == Ko::None => false,
            // Nobody has made the start by a play.
            Fault::StartForgotten | Fault::SetUpForgotten => ko != Ko::Nssk,
            // Who made a position matters to `nssk` alone.
            Fault::StartMade => ko == Ko::Nssk,
            // A pass makes no new position, no change, and creates nothing. Under basic ko it parts a
            // play from the next of the same player.
            Fault::PassesForgotten => match ko {
                Ko::Psk | Ko::Nssk | Ko::Fixed => false,
                Ko::Basic | Ko::BasicFixed => suicide != Suicide::Forbidden,
                _ => true,
            },
            Fault::PassesClear => !matches!(ko, Ko::Basic | Ko::Spight | Ko::Kee),
            Fault::PassPositionForgotten => lifted,
            Fault::LoneSuicideFree => suicide == Suicide::Allowed,
            Fault::SuicideFree | Fault::SuicideHashed => suicide != Suicide::Forbidden && !(basic && retakes),
            Fault::ColourBlind => !(basic && suicide == Suicide::Forbidden),
            // Basic ko looks at two positions, at the one before the last move alone.
            Fault::Last(_) => !basic,
            Fault::CapturesOnly | Fault::SingleOnly | Fault::AfterSingle => !(basic && retakes),
            Fault::BeforeCaptures
            | Fault::CapturesTwice
            | Fault::CapturesColour
            | Fault::Hash8
            | Fault::Mirrored
            | Fault::UndoKeeps
            | Fault::UndoClears => true,
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl FromStr for Fault {
    type Err = Error;

    fn from_str(text: &str) -> Result<Fault, Error> {
        Fault::ALL
            .into_iter()
            .find(|fault| fault.name() == text)
            .ok_or_else(|| Error::Fault(kosolver_board::shortened(text, 64).to_string()))
    }
}
