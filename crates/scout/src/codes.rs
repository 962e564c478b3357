//! Positions as digits to the base of 3, five points at a time: what windows and keys are summed from.

use kosolver_board::{Board, PointSet};

/// Points of a chunk, and its codes.
pub(crate) const CHUNK: usize = 5;
pub(crate) const CODES: usize = 243;

/// Chunks of the largest board.
const MOST: usize = 64_usize.div_ceil(CHUNK);

/// For each set of a chunk's points the code in which they have a black stone.
const BLACK: [u8; 1 << CHUNK] = {
    let mut codes = [0; 1 << CHUNK];
    let mut set = 1;
    while set < codes.len() {
        let top = set.ilog2();
        codes[set] = codes[set & !(1 << top)] + 3_u8.pow(top);
        set += 1;
    }
    codes
};

/// How many chunks a board has.
pub(crate) fn chunks(board: &Board) -> usize {
    usize::from(board.points()).div_ceil(CHUNK)
}

/// The codes of the first chunks of a board on which one player has the stones `ones` and the other
/// `twos`: each point is a digit 0, 1 or 2, the first point of a chunk the lowest.
#[inline]
pub(crate) fn codes(chunks: usize, ones: PointSet, twos: PointSet) -> [u8; MOST] {
    let mut codes = [0; MOST];
    let (mut ones, mut twos) = (ones.bits(), twos.bits());
    for code in &mut codes[..chunks] {
        let mask = (1 << CHUNK) - 1;
        *code = BLACK[(ones & mask) as usize] + 2 * BLACK[(twos & mask) as usize];
        ones >>= CHUNK;
        twos >>= CHUNK;
    }
    codes
}

/// The digits of a code.
pub(crate) fn digits(code: usize) -> [usize; CHUNK] {
    let mut rest = code;
    std::array::from_fn(|_| {
        let digit = rest % 3;
        rest /= 3;
        digit
    })
}
