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

/// A line for each of [`Mistake::ALL`]: what it is about, its name, and the mistake in a sentence.
const LINES: &str = include_str!("../../data/mistakes.txt");

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
    /// All of them, those about one thing together. Only these have a name.
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

    /// What is said of it: what it is about, its name, and a sentence.
    fn line(self) -> [&'static str; 3] {
        let lines = Mistake::ALL.into_iter().zip(LINES.lines());
        let (_, line) = lines.into_iter().find(|(mistake, _)| *mistake == self).expect("one of all");
        let mut parts = line.splitn(3, " | ");
        std::array::from_fn(|_| parts.next().expect("a line has three parts"))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.line()[1]
    }

    /// The mistake in a sentence.
    pub fn sentence(self) -> &'static str {
        self.line()[2]
    }

    /// What it is about.
    pub fn class(self) -> &'static str {
        self.line()[0]
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
        f.pad(self.name())
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
