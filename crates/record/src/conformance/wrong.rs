use crate::{Ko, Player, Rules, Suicide};

use crate::conformance::{Mistake, Observation};

/// Something that is in the history: a move, or the start.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The position after it, or what the implementation takes for it.
    here: u64,
    /// The position before it; of the start there is none.
    before: Option<u64>,
    /// Who made it; of the start nobody.
    by: Option<Player>,
    /// Who is to move after it.
    next: Player,
    pass: bool,
    captured: usize,
    ko: Option<usize>,
    taken: Option<usize>,
}

/// What is known of the game at a moment.
#[derive(Clone, Debug, Default)]
struct Memory {
    history: Vec<Entry>,
    /// The position on the board, as the implementation compares positions.
    here: u64,
    /// The hash that is kept up to date move by move.
    running: u64,
}

/// What was known before a move.
#[derive(Clone, Debug)]
struct Earlier {
    /// How long the history was.
    length: usize,
    /// The history itself, if the move clears it.
    cleared: Option<Vec<Entry>>,
    here: u64,
    running: u64,
}

/// An implementation of a ko rule and a suicide rule that makes a mistake, or none. It keeps a history,
/// as programs do, and shares nothing with the literal rules but the boards.
#[derive(Clone, Debug)]
pub struct Wrong {
    rules: Rules,
    fault: Option<Mistake>,
    memory: Memory,
    /// What was known before each move that can be taken back.
    earlier: Vec<Earlier>,
}

impl Wrong {
    /// An implementation of these rules with a mistake, or without one.
    pub fn new(rules: Rules, fault: Option<Mistake>) -> Wrong {
        Wrong { rules, fault, memory: Memory::default(), earlier: Vec::new() }
    }

    fn has(&self, fault: Mistake) -> bool {
        self.fault == Some(fault)
    }

    /// A new game: who moves first, the position at the start, and the empty board.
    pub fn begin(&mut self, first: Player, start: &Observation, empty: &Observation) {
        self.earlier.clear();
        self.memory = Memory { running: start.keys.after, ..Memory::default() };
        let here = self.named(start);
        self.memory.here = here;
        let opponent = first.next(2);
        let entry = Entry {
            here,
            before: None,
            by: None,
            next: first,
            pass: false,
            captured: 0,
            ko: None,
            taken: None,
        };
        match self.fault {
            Some(Mistake::StartForgotten) => {}
            Some(Mistake::StartMade) => {
                self.memory.history.push(Entry { by: Some(opponent), ..entry });
            }
            Some(Mistake::SetUpForgotten) => {
                let here = self.named(empty);
                self.memory.here = here;
                self.memory.history.push(Entry { here, ..entry });
            }
            _ => self.memory.history.push(entry),
        }
    }

    /// What stands for the position after a play.
    fn named(&self, play: &Observation) -> u64 {
        let keys = &play.keys;
        match self.fault {
            Some(Mistake::BeforeCaptures) => play.unremoved,
            Some(Mistake::ColourBlind) => play.occupied,
            Some(Mistake::Mirrored) => play.mirrored,
            Some(Mistake::Hash8) => keys.after & 0xff,
            Some(Mistake::CapturesTwice | Mistake::CapturesColour | Mistake::SuicideHashed) => {
                self.running(play)
            }
            _ => play.after,
        }
    }

    /// The hash after a play, as it is kept up to date.
    fn running(&self, play: &Observation) -> u64 {
        let keys = &play.keys;
        let placed = self.memory.running ^ keys.put;
        match self.fault {
            Some(Mistake::CapturesTwice) => placed ^ keys.own,
            Some(Mistake::CapturesColour) => placed ^ keys.miscoloured ^ keys.own,
            Some(Mistake::SuicideHashed) => placed ^ keys.captured,
            _ => placed ^ keys.captured ^ keys.own,
        }
    }

    /// Whether it refuses a play on an empty point.
    pub fn refuses(&self, player: Player, play: &Observation) -> bool {
        let suicide = match self.fault {
            Some(Mistake::SuicideRule(suicide)) => suicide,
            _ => self.rules.suicide(),
        };
        let allowed = match suicide {
            Suicide::Forbidden => play.own == 0,
            Suicide::MultiStone => play.own != 1,
            Suicide::Allowed => true,
        };
        if !allowed {
            return true;
        }
        let last = self.memory.history.last();
        let asked = match self.fault {
            Some(Mistake::LoneSuicideFree) => play.own != 1,
            Some(Mistake::SuicideFree) => play.own == 0,
            Some(Mistake::CapturesOnly) => play.captured > 0,
            Some(Mistake::SingleOnly) => play.captured == 1,
            Some(Mistake::AfterSingle) => last.is_some_and(|last| last.captured == 1),
            _ => true,
        };
        if self.has(Mistake::KoPoint) && last.is_some_and(|last| last.taken == play.point) {
            return true;
        }
        if self.has(Mistake::KoPointStays)
            && let [.., ko, pass] = &self.memory.history[..]
            && pass.pass
            && ko.ko == play.point
        {
            return true;
        }
        asked && self.prohibits(player, play)
    }

    fn prohibits(&self, player: Player, play: &Observation) -> bool {
        let ko = match self.fault {
            Some(Mistake::Rule(ko)) => ko,
            _ => self.rules.ko(),
        };
        let history = match self.fault {
            Some(Mistake::Last(most)) => {
                &self.memory.history[self.memory.history.len().saturating_sub(most)..]
            }
            _ => &self.memory.history[..],
        };
        let there = self.named(play);
        let opponent = player.next(2);
        let just_left = || history.last().is_some_and(|last| !last.pass && last.before == Some(there));
        let changed = || {
            let same = |entry: &Entry| entry.before == Some(self.memory.here) && entry.here == there;
            history.iter().any(|entry| !entry.pass && same(entry))
        };
        let since_pass = |by: &dyn Fn(&Entry) -> bool| {
            let pass = history.iter().rposition(|entry| entry.pass && by(entry));
            let from = match pass {
                Some(pass) if self.has(Mistake::PassPositionForgotten) => pass + 1,
                Some(pass) => pass,
                None => 0,
            };
            history[from..].iter().any(|entry| entry.here == there)
        };
        match ko {
            // No mistake is made of a text.
            Ko::None | Ko::Text(_) => false,
            Ko::Basic => just_left(),
            Ko::Psk => history.iter().any(|entry| entry.here == there),
            Ko::Ssk => history.iter().any(|entry| entry.here == there && entry.next == opponent),
            Ko::Nssk => {
                history.iter().any(|entry| !entry.pass && entry.by == Some(player) && entry.here == there)
            }
            Ko::Fixed => changed(),
            Ko::BasicFixed => just_left() || changed(),
            Ko::Spight | Ko::Kee => since_pass(&|_| true),
            Ko::KeePasser => since_pass(&|entry| entry.by == Some(player)),
        }
    }

    /// A player makes a move.
    pub fn make(&mut self, player: Player, made: &Observation) {
        let clears = made.point.is_none() && self.has(Mistake::PassesClear);
        let Memory { history, here, running } = &self.memory;
        self.earlier.push(Earlier {
            length: history.len(),
            cleared: clears.then(|| history.clone()),
            here: *here,
            running: *running,
        });
        let here = self.named(made);
        let entry = Entry {
            here,
            before: Some(self.memory.here),
            by: Some(player),
            next: player.next(2),
            pass: made.point.is_none(),
            captured: made.captured,
            ko: made.ko,
            taken: made.taken,
        };
        // The start that is forgotten is no position before a move either.
        let entry = match self.fault {
            Some(Mistake::StartForgotten) if self.earlier.len() == 1 => Entry { before: None, ..entry },
            _ => entry,
        };
        let running = self.running(made);
        if entry.pass {
            match self.fault {
                Some(Mistake::PassesForgotten) => return,
                Some(Mistake::PassesClear) => self.memory.history.clear(),
                _ => {}
            }
        }
        self.memory.history.push(entry);
        self.memory.here = here;
        self.memory.running = running;
    }

    /// The last move is taken back.
    pub fn undo(&mut self) {
        let Some(earlier) = self.earlier.pop() else { return };
        self.memory.here = earlier.here;
        self.memory.running = earlier.running;
        if self.has(Mistake::UndoKeeps) {
            return;
        }
        match earlier.cleared {
            Some(history) => self.memory.history = history,
            None => self.memory.history.truncate(earlier.length),
        }
        if self.has(Mistake::UndoClears) {
            let kept = self.memory.history.pop().map(|last| Entry { before: None, ..last });
            self.memory.history = kept.into_iter().collect();
        }
    }
}
