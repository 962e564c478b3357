//! What a tablebase takes to build, counted before anything is allocated.

use std::fmt;
use std::str::FromStr;

use kosolver_board::{Colour, count_legal, count_legal_with, points_of};

use crate::build::{BATCH, batch_messages};
use crate::classes::count_classes;
use crate::error::Error;
use crate::setting::Setting;

/// A number of bytes, read and shown with binary units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

const UNITS: [(&str, u32); 4] = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("", 0)];

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.into_iter().find(|(_, shift)| self.0 >> shift > 0) {
            Some((unit, shift)) if shift > 0 => {
                let tenths = (u128::from(self.0) * 10).div_ceil(1 << shift);
                f.pad(&format!("{}.{} {unit}", tenths / 10, tenths % 10))
            }
            _ => f.pad(&format!("{} bytes", self.0)),
        }
    }
}

impl FromStr for Size {
    type Err = Error;

    fn from_str(text: &str) -> Result<Size, Error> {
        let fault = || Error::Size(text.to_owned());
        let found = UNITS.into_iter().find(|(unit, _)| text.len() >= unit.len() && text.ends_with(unit));
        let (unit, shift) = found.ok_or_else(fault)?;
        let digits = text[..text.len() - unit.len()].trim_end();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fault());
        }
        let number: u64 = digits.parse().map_err(|_| fault())?;
        let bytes = number.checked_mul(1 << shift).ok_or_else(fault)?;
        if bytes == 0 { Err(fault()) } else { Ok(Size(bytes)) }
    }
}

/// What building a tablebase takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Legal positions.
    pub positions: u64,
    /// Classes of them under the symmetries of the board.
    pub classes: u64,
    /// Bytes of memory, at most.
    pub memory: Size,
}

/// The most positions of a board whose classes are counted though it needs too much anyway.
const COUNTED: u64 = 1 << 32;

/// Words, score and three sets for each class.
const CLASS_BITS: u64 = (4 + 4 + 1) * 8 + 3;

/// Counts what a board takes under a ruleset.
///
/// # Errors
/// [`Error::Memory`] if that is more than what is allowed.
pub fn needs(setting: &Setting, allowed: Size) -> Result<Needs, Error> {
    let positions = setting.positions();
    let refused = |classes: u64, needed: u64| Error::Memory {
        board: setting.game.board().to_string(),
        rule: setting.game.rules().ko().to_string(),
        positions,
        classes,
        needed,
        allowed: allowed.0,
    };
    // Where it is far too much, counting the classes would take longer than it is worth.
    let symmetries = u64::from(setting.images.count());
    let fewest = positions.div_ceil(symmetries);
    let least = fewest / 8 * CLASS_BITS + positions / 7;
    if least > allowed.0 && positions > COUNTED {
        return Err(refused(fewest, least));
    }
    let classes = count_classes(setting);
    // A bit a position and its counts, then the classes, then messages.
    let mut memory = positions / 7 + classes / 64;
    memory += classes * CLASS_BITS / 8;
    if setting.has_bans() {
        let bans = count_bans(setting).div_ceil(symmetries);
        // Classes of symmetric positions have all their bans, not one for each image.
        let more = (classes - fewest) * u64::from(setting.game.board().points());
        memory += classes + classes / 16 + (bans + more) * 5;
    }
    memory += batch_messages(setting, BATCH.min(classes)) * 16 + (8 << 20);
    if memory > allowed.0 {
        return Err(refused(classes, memory));
    }
    Ok(Needs { positions, classes, memory: Size(memory) })
}

/// The number of bans of all positions and both players, or a little more: a stone stands
/// alone with one liberty, which is surrounded by its side.
fn count_bans(setting: &Setting) -> u64 {
    let board = setting.game.board();
    let mut total = 0_u128;
    for point in points_of(board.all()) {
        for taker in points_of(board.adjacent(point.bit())) {
            let mut given = vec![(point, None), (taker, Some(Colour::Black))];
            let around = |of: kosolver_board::Point, but: kosolver_board::Point, colour| {
                points_of(board.adjacent(of.bit()) & !but.bit()).map(move |point| (point, Some(colour)))
            };
            given.extend(around(point, taker, Colour::Black));
            given.extend(around(taker, point, Colour::White));
            total += 2 * count_legal_with(board, &given);
        }
    }
    if setting.game.rules().suicide() == kosolver_rules::Suicide::Allowed {
        total += 2 * count_legal(board);
    }
    u64::try_from(total).unwrap_or(u64::MAX)
}
