//! What a certificate may ask of its checker. `docs/certificate.md` says why a true one stays below.

use kosolver_rules::{End, Game, Ledger};

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

/// No fewer steps than a node with this ledger has: a move is at most one step for each number of
/// passes that a long cycle may go back to, or each tally, and one more.
pub(crate) fn most_steps(game: &Game, ledger: &Ledger) -> u64 {
    let [_, least, most] = ledger.net_passes;
    let each = 2 + u64::from(most.abs_diff(least));
    (u64::from(game.board.points()) + 1) * each + ledger.tallies.len() as u64
}

/// Whether a ledger says only what the rules have a use for.
pub(crate) fn fits(game: &Game, ledger: &Ledger) -> Result<(), String> {
    let rules = &game.rules;
    // Where all tallies are weighed as one there is only one.
    let several = ledger.tallies.len() > 1 && game.comparable(ledger).tallies.is_empty();
    let useless = [
        (!ledger.tallies.is_empty() && !rules.ko.combines_scores(), "tallies"),
        (several, "several tallies"),
        (ledger.balance != 0 && !(rules.scoring.counts_prisoners() || rules.ikeda), "a balance"),
        (ledger.held != [0; 2] && rules.end != End::PrisonerReturn, "prisoners to give back"),
        (ledger.handicap > rules.handicap, "handicap stones"),
        (ledger.passed && !rules.ikeda, "a first pass"),
        (ledger.net_passes != [0; 3] && !rules.long_cycle(), "counted passes"),
    ];
    match useless.iter().find(|(useless, _)| *useless) {
        Some((_, what)) => Err(format!("its ledger has {what}, which the rules do not")),
        None => Ok(()),
    }
}
