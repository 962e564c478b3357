//! What a certificate may ask of its checker. `docs/certificate.md` says why a true one stays below.

use kosolver_board::Colour;
use kosolver_rules::{End, Game, Memory, Slot, Step};

use crate::Error;

/// How many steps may be looked at for each byte of the frame, beyond those that come free.
const STEPS: u64 = 2048;
const FREE: u64 = 1 << 16;

/// What the program takes itself, with the decompressor and what that looks back on.
const PROGRAM: u64 = 24 << 20;

/// Why a lemma cannot be used.
pub(crate) enum Fault {
    /// It is wrong, and how.
    Wrong(String),
    /// To check it takes at least so many bytes, more than are allowed.
    Memory(u64),
}

impl From<String> for Fault {
    fn from(wrong: String) -> Fault {
        Fault::Wrong(wrong)
    }
}

impl From<&str> for Fault {
    fn from(wrong: &str) -> Fault {
        Fault::Wrong(wrong.to_owned())
    }
}

/// The bytes that a checker may take.
#[derive(Clone, Copy)]
pub(crate) struct Room(pub u64);

impl Room {
    /// Whether there is room for so many bytes beside the program.
    pub(crate) fn holds(self, bytes: usize) -> Result<(), Fault> {
        let all = PROGRAM + bytes as u64;
        if all <= self.0 { Ok(()) } else { Err(Fault::Memory(all)) }
    }

    /// A fault as it is told; `wrong` says where something is wrong.
    pub(crate) fn fault(self, fault: Fault, wrong: impl FnOnce(String) -> Error) -> Error {
        match fault {
            Fault::Wrong(fault) => wrong(fault),
            Fault::Memory(least) => Error::Memory { least, allowed: self.0 },
        }
    }
}

/// The bytes of a list of so many entries, or those of before and after it grows if one more makes it grow.
pub(crate) fn list_bytes<T>(length: usize, capacity: usize) -> usize {
    size_of::<T>() * if length < capacity { capacity } else { 3 * capacity.max(4) }
}

/// The same of a hash table.
pub(crate) fn table_bytes<T>(length: usize, capacity: usize) -> usize {
    // Of eight places seven are used, and each has a byte of its own.
    list_bytes::<(T, u8)>(length, capacity) / 7 * 8
}

/// The bytes that the heap takes for something of this size.
pub(crate) fn heap_bytes(size: usize) -> usize {
    if size == 0 { 0 } else { (size + 8).next_multiple_of(16).max(32) }
}

/// The bytes that a memory takes on the heap.
pub(crate) fn memory_bytes(memory: &Memory) -> usize {
    if memory.is_empty() {
        0
    } else {
        heap_bytes(size_of::<Vec<u8>>()) + heap_bytes(size_of_val(memory.words()))
    }
}

/// The bytes that the steps of a node take at most while its lemma is checked.
pub(crate) fn step_bytes(game: &Game, memory: &Memory) -> usize {
    // A list that grows has twice as many places.
    2 * size_of::<Step>() * most_steps(game, memory) as usize
}

/// The steps that the lemmas so far have taken.
#[derive(Default)]
pub(crate) struct Budget {
    steps: u64,
}

impl Budget {
    /// Takes some steps, if what has been read of the frame allows them.
    pub(crate) fn spend(&mut self, steps: u64, frame: u64) -> Result<(), String> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > FREE + STEPS * frame {
            return Err(format!("the lemmas so far have more than {STEPS} steps for each byte of the frame"));
        }
        Ok(())
    }
}

/// No fewer steps than a node with this memory has: a move is at most one step for each number of
/// passes that a long cycle may go back to, or each tally, and one more.
pub(crate) fn most_steps(game: &Game, memory: &Memory) -> u64 {
    let (least, most) = memory.range(Slot::NET_PASSES_RANGE);
    let each = u64::from(game.rules().ko().most_steps()) + u64::from(most.abs_diff(least));
    (u64::from(game.board().points()) + 1) * each + memory.tallies().len() as u64
}

/// Whether a memory says only what the rules have a use for.
pub(crate) fn fits(game: &Game, memory: &Memory) -> Result<(), String> {
    let rules = game.rules();
    let held = Colour::BOTH.iter().any(|player| memory.flag(Slot::HELD.of(*player)));
    let counted = memory.flag(Slot::NET_PASSES) || memory.range(Slot::NET_PASSES_RANGE) != (0, 0);
    // Where all tallies are weighed as one there is only one.
    let several = memory.tallies().len() > 1 && game.comparable(memory).tallies().len() == 0;
    let useless = [
        (memory.tallies().len() > 0 && !rules.ko().combines_scores(), "tallies"),
        (several, "several tallies"),
        (memory.flag(Slot::BALANCE) && !(rules.scoring().counts_prisoners() || rules.ikeda()), "a balance"),
        (held && rules.end() != End::PrisonerReturn, "prisoners to give back"),
        (memory.number(Slot::HANDICAP) > i32::from(rules.handicap()), "handicap stones"),
        (memory.flag(Slot::PASSED) && !rules.ikeda(), "a first pass"),
        (counted && !rules.long_cycle(), "counted passes"),
    ];
    match useless.iter().find(|(useless, _)| *useless) {
        Some((_, what)) => Err(format!("its memory has {what}, which the rules do not")),
        None => Ok(()),
    }
}
