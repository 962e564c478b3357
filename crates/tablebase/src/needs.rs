//! What a tablebase takes to build, counted before anything is allocated.

use std::ops::ControlFlow;

use kosolver_board::{Board, Colour, Filling, Point, count_legal_watched, count_unchanged_watched};
use rayon::prelude::*;

use crate::batch::Batch;
use crate::error::Error;
use crate::progress::{Progress, Stage};
use crate::setting::Setting;
use crate::shard::set;
use crate::size::Size;
use crate::state::State;

/// The most positions of a board whose classes are counted though it needs too much anyway.
const COUNTED: u64 = 1 << 32;

/// Two ranks for each class.
pub(crate) const RANK_BITS: u64 = 8 * size_of::<[u16; 2]>() as u64;

/// The state of each class, and the sets it is in or not.
pub(crate) fn state_bits(setting: &Setting) -> u64 {
    let sets = set::COUNT - if setting.has_bans() { 0 } else { set::OF_BANS.len() };
    (8 * size_of::<State>() + sets) as u64
}

/// The fewest classes that a board can have, and the least memory that making its tablebase can take.
pub(crate) fn least(setting: &Setting) -> (u64, u64) {
    let positions = setting.positions();
    let fewest = positions.div_ceil(u64::from(setting.symmetries.count()));
    (fewest, fewest / 8 * (state_bits(setting) + RANK_BITS) + positions / 7)
}

/// Checks that a board fits under a ruleset into the memory that is allowed.
///
/// # Errors
/// [`Error::Memory`] if that is more than what is allowed, [`Error::Stopped`].
pub(crate) fn needs(setting: &Setting, allowed: Size, progress: &Progress) -> Result<(), Error> {
    progress.start(Stage::Needs, 0);
    let positions = setting.positions();
    let refused = |classes: u64, needed: u64| refused(setting, classes, needed, allowed);
    // Where it is far too much, counting the classes would take longer than it is worth.
    let (fewest, least) = least(setting);
    let class_bits = state_bits(setting) + RANK_BITS;
    if least > allowed.0 && positions > COUNTED {
        return Err(refused(fewest, least));
    }
    let classes = count_classes(setting, progress)?;
    // A bit a position and its counts, then the classes, then messages.
    let mut memory = positions / 7 + classes / 64;
    memory += classes * class_bits / 8;
    memory += ban_bytes(setting, classes, progress)?;
    memory += Batch::messages(setting, Batch::CLASSES.min(classes)) * 16 + (8 << 20);
    if memory > allowed.0 { Err(refused(classes, memory)) } else { Ok(()) }
}

/// What the bans of all classes take, at most.
pub(crate) fn ban_bytes(setting: &Setting, classes: u64, progress: &Progress) -> Result<u64, Error> {
    if !setting.has_bans() {
        return Ok(0);
    }
    let symmetries = u64::from(setting.symmetries.count());
    let bans = count_bans(setting, progress)?.div_ceil(symmetries);
    // Classes of symmetric positions have all their bans, not one for each image.
    let fewest = setting.positions().div_ceil(symmetries);
    let more = (classes - fewest) * u64::from(setting.game.board().points());
    // A bit and two numbers for 64 classes; what is banned, its rank, and how many there are.
    Ok(classes / 4 + (bans + more) * 6)
}

/// More memory is needed than is allowed.
pub(crate) fn refused(setting: &Setting, classes: u64, needed: u64, allowed: Size) -> Error {
    Error::Memory {
        board: setting.game.board().to_string(),
        rule: setting.game.rules().ko().to_string(),
        positions: setting.positions(),
        classes,
        needed,
        allowed: allowed.0,
    }
}

/// Stops what counts positions.
fn watch(progress: &Progress) -> impl FnMut(Filling) -> ControlFlow<()> {
    |_| if progress.interrupt().is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The number of classes, by Burnside's lemma: the number of positions that a symmetry leaves
/// as they are, on average.
pub(crate) fn count_classes(setting: &Setting, progress: &Progress) -> Result<u64, Error> {
    let board = setting.game.board();
    let symmetries = setting.symmetries.all();
    let moving = symmetries.par_iter().filter(|symmetry| !symmetry.is_identity());
    let unchanged = moving.map(|symmetry| {
        let count = count_unchanged_watched(board, symmetry, &mut watch(progress));
        count.map(|count| count as u64).ok_or(Error::Stopped)
    });
    let unchanged = unchanged.try_reduce(|| 0, |one, other| Ok(one + other))?;
    Ok((setting.positions() + unchanged) / symmetries.len() as u64)
}

/// The number of bans of all positions and both players, or a little more: a stone stands
/// alone with one liberty, which is surrounded by its side.
fn count_bans(setting: &Setting, progress: &Progress) -> Result<u64, Error> {
    let board = setting.game.board();
    let count = |given: &[(Point, Option<Colour>)]| {
        count_legal_watched(board, given, &mut watch(progress)).ok_or(Error::Stopped)
    };
    let mut total = 0_u128;
    for point in board.all() {
        for taker in board.adjacent(point.bit()) {
            total += 2 * count(&alone(board, point, taker))?;
        }
    }
    if setting.game.rules().suicide() == kosolver_rules::Suicide::Allowed {
        total += 2 * count(&[])?;
    }
    Ok(u64::try_from(total).unwrap_or(u64::MAX))
}

/// What stands where a stone of Black's was taken on a point by one of White's alone, or the other
/// way round.
fn alone(board: &Board, point: Point, taker: Point) -> Vec<(Point, Option<Colour>)> {
    let around = |of: Point, but: Point, colour| {
        (board.adjacent(of.bit()) - but.bit()).iter().map(move |point| (point, Some(colour)))
    };
    let mut given = vec![(point, None), (taker, Some(Colour::Black))];
    given.extend(around(point, taker, Colour::Black));
    given.extend(around(taker, point, Colour::White));
    given
}
