//! What a tablebase file is made of; `docs/tablebase.md` describes it.

use std::ops::Range;

use kosolver_board::Board;
use kosolver_rules::Ruleset;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::rank::Rank;
use crate::setting::Setting;

pub(crate) const TITLE: &str = "kosolver tablebase 1";

/// Positions of a block, those that are not the least of their images included.
pub(crate) const BLOCK: u64 = 1 << 14;

/// Blocks that are compressed before they are written, or decompressed before they are put in
/// their places.
pub(crate) const AHEAD: u64 = 256;

/// The end of a block in the file, and a digest of the block.
pub(crate) const INDEX_ENTRY: usize = 16;

/// The digest of header and index, the length of the header, and the number of blocks.
pub(crate) const FOOTER: usize = 32 + 8 + 8 + END.len();
pub(crate) const END: &[u8; 16] = b"end of tablebase";

/// Compressed bytes, by their digest.
pub(crate) fn short_digest(bytes: &[u8]) -> [u8; 8] {
    let mut short = [0; 8];
    short.copy_from_slice(&Sha256::digest(bytes)[..8]);
    short
}

/// The digest of header and index.
pub(crate) fn digest(header: &[u8], index: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(header).chain_update(index).finalize().into()
}

/// The number of blocks.
pub(crate) fn blocks(setting: &Setting) -> u64 {
    setting.positions().div_ceil(BLOCK)
}

/// The numbers of the positions of a block.
pub(crate) fn ranks(setting: &Setting, block: u64) -> Range<u64> {
    block * BLOCK..setting.positions().min((block + 1) * BLOCK)
}

/// The header without its empty line: what the file is about.
pub(crate) fn header(setting: &Setting, classes: u64, bans: u64) -> String {
    let Setting { game, .. } = setting;
    format!(
        "{TITLE}\nboard {}\nrules ko={} suicide={}\npositions {}\nclasses {classes}\nbans {bans}\nblock {BLOCK}\n\n",
        *game.board(),
        game.rules().ko(),
        game.rules().suicide(),
        setting.positions(),
    )
}

/// Columns of three bytes a rank: distances are mostly alike, and scores.
pub(crate) fn push_ranks(column: &mut Vec<u8>, ranks: impl Iterator<Item = u32> + Clone) {
    for shift in [16, 0, 8] {
        column.extend(ranks.clone().map(|bits| {
            let rank = Rank::from_bits(bits);
            if rank == Rank::NEVER { u8::MAX } else { (rank.bits() >> shift) as u8 }
        }));
    }
}

pub(crate) fn read_ranks(column: &[u8]) -> Vec<u32> {
    let count = column.len() / 3;
    let byte = |plane: usize, place: usize| u32::from(column[plane * count + place]);
    let rank = |place: usize| match byte(0, place) {
        255 => Rank::NEVER.bits(),
        deficit => deficit << 16 | byte(2, place) << 8 | byte(1, place),
    };
    (0..count).map(rank).collect()
}

/// What the header says: setting, classes, bans.
pub(crate) fn read_header(header: &[u8]) -> Result<(Setting, u64, u64), Error> {
    let fault = |text: &str| Error::corrupt(format!("the header is not that of a tablebase: {text}"));
    let text = std::str::from_utf8(header).map_err(|error| fault(&error.to_string()))?;
    let mut lines = text.lines().skip(1);
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.ok_or_else(|| fault(&format!("there is no {name}")))
    };
    let board: Board =
        field("board")?.parse().map_err(|error: kosolver_board::Error| fault(&error.to_string()))?;
    let rules: Ruleset =
        field("rules")?.parse().map_err(|error: kosolver_rules::Error| fault(&error.to_string()))?;
    let mut number = |name: &str| -> Result<u64, Error> {
        field(name)?.parse().map_err(|_| fault(&format!("{name} is no number")))
    };
    let (positions, classes, bans, block) =
        (number("positions")?, number("classes")?, number("bans")?, number("block")?);
    let setting = Setting::new(board, rules).map_err(|error| fault(&error.to_string()))?;
    if positions != setting.positions() || block != BLOCK || classes > positions {
        return Err(fault("its numbers are not those of the board"));
    }
    if text != self::header(&setting, classes, bans) {
        return Err(fault("it is not written as the program writes it"));
    }
    Ok((setting, classes, bans))
}
