//! Tables of what both players can force if play may go on for ever.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kosolver_board::{Board, Colour, Position, border, least_legal};
use kosolver_rules::Suicide;
use kosolver_tablebase::{Error as TableError, Hint, Hints, Progress, Size};

use crate::concurrent::{Budget, Records, read, write};
use crate::error::Error;
use crate::graph::Face;
use crate::meter::Meter;

/// The memory that making a table may take if nothing is said.
const ALLOWED: u64 = 4 << 30;

/// The most legal positions of a board for which a table is made: more do not fit into the memory of
/// any machine that is common today.
const MOST: u64 = 1 << 33;

/// The widest border of a board for which a table is made: wider ones take long to number.
const WIDEST: u32 = 7;

/// Nodes that a search visits at least before it has a table: short searches have none.
pub(crate) const FEW: u64 = 1 << 11;

/// Positions of the table for each node that the search visits before it makes the table. A node takes
/// some ten times as long as a position of the table, so by then it has worked for about a two
/// hundredth of the time that the table takes. Nearly all searches that come so far are long.
const PATIENCE: u64 = 1 << 11;

/// How much harder it looks to win for the player who is behind by the table (docs/search.md).
const FAR: u32 = 1000;

/// Tables that searches share: one serves all games on its board with its suicide rule.
#[derive(Default)]
pub(super) struct Tables(Mutex<HashMap<(Board, Suicide), Place>>);

/// A table, once it has been made; `None` in it if it does not fit into the memory.
type Place = Arc<Mutex<Option<Option<Arc<Hints>>>>>;

impl Tables {
    /// The table of a board with a suicide rule; `None` if it does not fit into the memory.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(super) fn get(
        &self,
        key: (Board, Suicide),
        memory: u64,
        meter: &Meter,
    ) -> Result<Option<Arc<Hints>>, Error> {
        let place: Place = {
            let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            made.entry(key).or_default().clone()
        };
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*place {
            return Ok(known.clone());
        }
        let made = match made(key, memory, meter) {
            Ok(hints) => Some(Arc::new(hints)),
            Err(TableError::Stopped) => return Err(Error::Interrupted { saved: false }),
            Err(_) => None,
        };
        *place = Some(made.clone());
        Ok(made)
    }
}

fn allowed(memory: u64) -> Size {
    Size(if memory == u64::MAX { ALLOWED } else { memory })
}

fn made((board, suicide): (Board, Suicide), memory: u64, meter: &Meter) -> Result<Hints, TableError> {
    let progress = Arc::new(Progress::until(meter.interrupt_handle().clone()));
    meter.makes_guide(Some(progress.clone()));
    let setting = Hints::setting(board, suicide);
    let made = setting.and_then(|setting| Hints::solve(setting, allowed(memory), &progress));
    meter.makes_guide(None);
    made
}

/// After how many nodes a search makes the table of a board to be guided by; `None` if never, as where
/// it cannot fit into the memory.
pub(crate) fn patience(board: Board, suicide: Suicide, memory: u64) -> Option<u64> {
    // Others take long to number.
    if border(&board) > WIDEST || least_legal(&board) > MOST.into() {
        return None;
    }
    let setting = Hints::setting(board, suicide).ok()?;
    let fits = setting.positions() <= MOST && setting.least_memory() <= allowed(memory);
    fits.then_some((setting.positions() / PATIENCE).max(FEW))
}

/// What a table says of positions, each looked up when it is asked for the first time.
pub(crate) struct TableGuide {
    hints: Arc<Hints>,
    /// By position: for each colour a word of the table, or 0 if that was not looked up yet.
    words: Records<2>,
}

impl TableGuide {
    /// For so many positions of its board.
    pub(crate) fn new(hints: Arc<Hints>, most: u32, threads: u32) -> TableGuide {
        TableGuide { hints, words: Records::new(most, threads) }
    }

    pub(crate) fn hints(&self) -> &Arc<Hints> {
        &self.hints
    }

    /// How hard it looks for Black and for White to win a node at a goal, twice a score less one: few for
    /// the player who is ahead by the table, and more the longer it takes him; many for the other. `None`
    /// if neither is ahead.
    #[inline]
    pub(crate) fn numbers(
        &self,
        face: Face,
        area: i32,
        position: impl Fn() -> Position,
        goal: i32,
        budget: &Budget,
    ) -> Option<[u32; 2]> {
        let words = self.words.reach(face.position, budget);
        if read(&words[1]) == 0 {
            let position = position();
            for (place, attacker) in words.iter().zip(Colour::BOTH) {
                write(place, self.hints.about(position, attacker).word());
            }
        }
        let points = i32::from(self.hints.game().board().points());
        let forced = |attacker: Colour| {
            let area = if attacker == Colour::Black { area } else { -area };
            let hint = Hint::of_word(read(&words[attacker as usize]));
            hint.forced(points, area, attacker == face.mover, face.passed)
        };
        // Each can force to fall short of the whole board by so much, in so many moves.
        let near = |moves: u16| 1 + u32::from(moves) / 4;
        match Colour::BOTH.map(forced) {
            [Some((deficit, moves)), _] if 2 * (points - deficit) > goal => {
                Some([near(moves), FAR + near(moves)])
            }
            [_, Some((deficit, moves))] if 2 * (deficit - points) < goal => {
                Some([FAR + near(moves), near(moves)])
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_fit_is_not_waited_for() {
        let patience = |text: &str, memory| patience(text.parse().unwrap(), Suicide::Forbidden, memory);
        assert_eq!(patience("3x4", u64::MAX), Some(FEW));
        assert_eq!(patience("4x5", u64::MAX), Some(1_840_058_693 / PATIENCE));
        assert_eq!(patience("4x5", 400 << 20), None);
        assert_eq!(patience("5x5", u64::MAX), None);
        assert_eq!(patience("8x8", u64::MAX), None, "its border is too wide");
    }
}
