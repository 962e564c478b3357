//! What a certificate may ask of its checker. `docs/certificate.md` says why a true one stays below.

use kosolver_board::Colour;
use kosolver_rules::{End, Game, Memory, Slot};

/// How many steps may be looked at for each byte of the frame, beyond those that come free.
const STEPS: u64 = 2048;
const FREE: u64 = 1 << 16;

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
    let each = 2 + u64::from(most.abs_diff(least));
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
