//! A builder on disk, so that work can be interrupted.

use std::io::{BufRead, Read, Write};

use crate::bans::BanList;
use crate::builder::Builder;
use crate::cursor::Cursor;
use crate::error::Error;
use crate::needs::needs;
use crate::numbering::Numbering;
use crate::progress::Progress;
use crate::setting::Setting;
use crate::shard::Shard;
use crate::size::Size;

const TITLE: &str = "kosolver tablebase checkpoint 1";

/// How hard checkpoints are compressed: hardly.
const LEVEL: i32 = 1;

/// What a checkpoint is about, as text.
fn about(setting: &Setting) -> String {
    let game = &setting.game;
    format!(
        "{TITLE}\nboard {}\nrules ko={} suicide={}\n",
        *game.board(),
        game.rules().ko(),
        game.rules().suicide()
    )
}

impl Builder {
    /// Writes down how far the work is.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, mut out: impl Write) -> Result<(), Error> {
        let Cursor { deficit, distance } = self.cursor;
        writeln!(out, "{}", about(&self.numbering.setting))?;
        let mut packed = zstd::Encoder::new(out, LEVEL)?;
        packed.include_checksum(true)?;
        write_array(&mut packed, &[u16::from(deficit), distance], u16::to_le_bytes)?;
        for shard in &self.shards {
            write_shard(&mut packed, shard)?;
        }
        packed.finish()?.flush()?;
        Ok(())
    }

    /// Goes on with what was written down.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if that is not a checkpoint of this setting, or not whole;
    /// [`Error::Memory`] and [`Error::Stopped`] as [`Builder::new`]; those of the reader.
    pub fn resume(
        setting: Setting,
        mut from: impl BufRead,
        allowed: Size,
        progress: &Progress,
    ) -> Result<Builder, Error> {
        let mut header = String::new();
        for _ in 0..4 {
            // A line of a foreign file may be long, or no text.
            (&mut from)
                .take(1 << 10)
                .read_line(&mut header)
                .map_err(|_| Error::corrupt("it is no checkpoint"))?;
        }
        if header.strip_suffix('\n') != Some(&about(&setting)) {
            return Err(if header.starts_with(TITLE) {
                let Setting { game, .. } = &setting;
                Error::corrupt(format!("it is not a checkpoint of {} under {}", *game.board(), *game.rules()))
            } else {
                Error::corrupt("it is no checkpoint of this version")
            });
        }
        needs(&setting, allowed, progress)?;
        let numbering = Numbering::new(setting, progress)?;
        let (setting, partition) = (&numbering.setting, numbering.partition);
        let mut packed = zstd::Decoder::with_buffer(from)?;
        let cursor = read_array(&mut packed, 2, 2, |bytes| {
            u16::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 2]))
        })?;
        if cursor.len() != 2 {
            return Err(Error::corrupt("it is damaged at its beginning"));
        }
        let word = u32::from(cursor[0]) << 16 | u32::from(cursor[1]);
        let cursor = Cursor::of_word(word, setting);
        let cursor = cursor.ok_or_else(|| Error::corrupt("it is damaged at its beginning"))?;
        let shards = (0..partition.shards()).map(|number| {
            progress.go_on()?;
            read_shard(&mut packed, setting, partition.classes(number).count())
        });
        let shards = shards.collect::<Result<Vec<Shard>, Error>>()?;
        let mut rest = [0; 1];
        match packed.read(&mut rest) {
            Ok(0) => Ok(Builder { numbering, shards, cursor }),
            _ => Err(Error::corrupt("it is damaged at its end")),
        }
    }
}

/// Writes a shard down.
fn write_shard(out: &mut impl Write, shard: &Shard) -> Result<(), Error> {
    let pair = |[a, d]: [u32; 2]| (u64::from(d) << 32 | u64::from(a)).to_le_bytes();
    write_array(out, &shard.plays, pair)?;
    for array in [&shard.bans.starts, &shard.bans.words] {
        write_array(out, array, |number| number.to_le_bytes())?;
    }
    write_array(out, &shard.scores, |score| score.to_le_bytes())?;
    write_array(out, &shard.bans.counts, |count| [count])?;
    write_array(out, &shard.bans.points, |point| [point])?;
    for set in &shard.sets {
        write_array(out, set, u64::to_le_bytes)?;
    }
    Ok(())
}

/// A shard by itself, packed.
pub(crate) fn packed_shard(shard: &Shard) -> Result<Vec<u8>, Error> {
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL)?;
    packed.include_checksum(true)?;
    write_shard(&mut packed, shard)?;
    Ok(packed.finish()?)
}

/// The shard of so many classes that was packed.
pub(crate) fn unpacked_shard(packed: &[u8], setting: &Setting, count: usize) -> Result<Shard, Error> {
    let mut packed = zstd::Decoder::with_buffer(packed)?;
    let shard = read_shard(&mut packed, setting, count)?;
    match packed.read(&mut [0; 1]) {
        Ok(0) => Ok(shard),
        _ => Err(Error::corrupt("it is damaged at its end")),
    }
}

fn read_shard(from: &mut impl Read, setting: &Setting, count: usize) -> Result<Shard, Error> {
    let plays = read_array(from, count, 8, |bytes| {
        let pair = u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
        [pair as u32, (pair >> 32) as u32]
    })?;
    let mut words =
        |most| read_array(from, most, 4, |bytes| u32::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 4])));
    let most = count * 30;
    let (starts, bans) = (words(count)?, words(most)?);
    let scores = read_array(from, count, 1, |bytes| bytes[0] as i8)?;
    let counts = read_array(from, count, 1, |bytes| bytes[0])?;
    let points = read_array(from, most, 1, |bytes| bytes[0])?;
    let mut set = || {
        read_array(from, count.div_ceil(64), 8, |bytes| {
            u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]))
        })
    };
    let sets = [set()?, set()?, set()?];
    let expected = if setting.has_bans() { count } else { 0 };
    let whole = [plays.len(), scores.len()].iter().all(|length| *length == count)
        && counts.len() == expected
        && starts.len() == expected.div_ceil(64)
        && points.len() == bans.len()
        && sets.iter().all(|set| set.len() == count.div_ceil(64));
    if !whole {
        return Err(Error::corrupt("it is a checkpoint of another size"));
    }
    Ok(Shard { plays, scores, bans: BanList { counts, starts, points, words: bans }, sets })
}

/// Numbers that are written at once.
const PIECE: usize = 1 << 16;

fn write_array<T: Copy, const SIZE: usize>(
    out: &mut impl Write,
    array: &[T],
    bytes: impl Fn(T) -> [u8; SIZE],
) -> Result<(), Error> {
    out.write_all(&(array.len() as u64).to_le_bytes())?;
    for piece in array.chunks(PIECE) {
        let piece: Vec<u8> = piece.iter().flat_map(|number| bytes(*number)).collect();
        out.write_all(&piece)?;
    }
    Ok(())
}

fn read_array<T>(
    from: &mut impl Read,
    most: usize,
    size: usize,
    number: impl Fn(&[u8]) -> T,
) -> Result<Vec<T>, Error> {
    let damaged = |error| Error::corrupt(format!("it is damaged or cut off: {error}"));
    let mut length = [0; 8];
    from.read_exact(&mut length).map_err(damaged)?;
    let length = u64::from_le_bytes(length);
    if length > most as u64 {
        return Err(Error::corrupt("it is a checkpoint of another size"));
    }
    let mut array = Vec::with_capacity(length as usize);
    let mut piece = vec![0; PIECE * size];
    while array.len() < length as usize {
        let count = PIECE.min(length as usize - array.len());
        from.read_exact(&mut piece[..count * size]).map_err(damaged)?;
        array.extend(piece[..count * size].chunks_exact(size).map(&number));
    }
    Ok(array)
}
