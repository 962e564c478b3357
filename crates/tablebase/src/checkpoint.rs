//! A builder on disk, so that work can be interrupted.

use std::io::{BufRead, Read, Write};

use crate::bans::BanList;
use crate::builder::Builder;
use crate::cursor::Cursor;
use crate::error::Error;
use crate::kept::Kept;
use crate::log::{self, write_ranks};
use crate::needs::needs;
use crate::numbering::Numbering;
use crate::progress::Progress;
use crate::ranks::Ranks;
use crate::setting::Setting;
use crate::shard::{self, Shard};
use crate::size::Size;
use crate::state::State;

/// What checkpoints of every version begin with, and those of this one.
const NAME: &str = "kosolver tablebase checkpoint ";
const TITLE: &str = "kosolver tablebase checkpoint 2";

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
        writeln!(out, "{}", about(&self.numbering.setting))?;
        let mut packed = zstd::Encoder::new(out, LEVEL)?;
        packed.include_checksum(true)?;
        write_array(&mut packed, &[u64::from(self.cursor.word()), self.done as u64], u64::to_le_bytes)?;
        for (number, (shard, ranks)) in self.shards.iter().zip(&self.ranks).enumerate() {
            write_shard(&mut packed, shard)?;
            let mut runs = Vec::with_capacity(log::BYTES * ranks.len());
            write_ranks(&mut runs, number, ranks)?;
            write_array(&mut packed, &runs, |byte| [byte])?;
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
            return Err(if header.starts_with(&format!("{TITLE}\n")) {
                let Setting { game, .. } = &setting;
                Error::corrupt(format!("it is not a checkpoint of {} under {}", *game.board(), *game.rules()))
            } else if header.starts_with(NAME) {
                Error::corrupt("it was written by another version of kosolver, which can go on with it")
            } else {
                Error::corrupt("it is no checkpoint of this version")
            });
        }
        needs(&setting, allowed, progress)?;
        let numbering = Numbering::new(setting, progress)?;
        let (setting, partition) = (&numbering.setting, numbering.partition);
        let mut packed = zstd::Decoder::with_buffer(from)?;
        let begin = read_array(&mut packed, 2, u64::from_le_bytes)?;
        let &[word, done] = &begin[..] else { return Err(Error::corrupt("it is damaged at its beginning")) };
        let cursor = u32::try_from(word).ok().and_then(|word| Cursor::of_word(word, setting));
        let cursor = cursor.ok_or_else(|| Error::corrupt("it is damaged at its beginning"))?;
        let shards = (0..partition.shards()).map(|number| {
            progress.go_on()?;
            let count = partition.classes(number).count();
            let shard = read_shard(&mut packed, setting, count)?;
            let runs = read_array(&mut packed, 40 * count, |[byte]| byte)?;
            let mut kept = Kept::Memory(vec![Ranks::never(count)]);
            let counts = kept.read(&(number..number + 1), &[count], &mut &runs[..], cursor.rank())?;
            if counts[1] != shard.present() {
                return Err(Error::corrupt("its ranks do not agree with how far it is"));
            }
            let Kept::Memory(ranks) = kept else { unreachable!("it was in memory") };
            Ok((shard, ranks))
        });
        let (shards, ranks): (Vec<Shard>, Vec<Vec<Ranks>>) =
            shards.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
        let ranks = ranks.into_iter().flatten().collect();
        let mut rest = [0; 1];
        match packed.read(&mut rest) {
            Ok(0) => Ok(Builder { numbering, shards, ranks, cursor, done: done as usize }),
            _ => Err(Error::corrupt("it is damaged at its end")),
        }
    }
}

/// Writes a shard down, without ranks.
fn write_shard(out: &mut impl Write, shard: &Shard) -> Result<(), Error> {
    let Shard { states, bans, sets } = shard;
    write_array(out, states, |state| state.bits().to_le_bytes())?;
    write_array(out, &bans.counts, |count| [count])?;
    write_array(out, &bans.points, |point| [point])?;
    write_array(out, &bans.words, u32::to_le_bytes)?;
    for set in [&bans.bits].into_iter().chain(sets) {
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
    let foreign = || Error::corrupt("it is a checkpoint of another size");
    let most = count * 30;
    let states = read_array(from, count, u16::from_le_bytes)?;
    let states: Option<Vec<State>> = states.into_iter().map(State::from_bits).collect();
    let states = states.filter(|states| states.len() == count).ok_or_else(foreign)?;
    let counts = read_array(from, count, |[count]| count)?;
    let points = read_array(from, most, |[point]| point)?;
    let words = read_array(from, most, u32::from_le_bytes)?;
    let mut set = |length| {
        let set = read_array(from, length, u64::from_le_bytes)?;
        if set.len() == length { Ok(set) } else { Err(foreign()) }
    };
    let bits = set(shard::words(setting, shard::set::BANNED, count))?;
    let sets = (0..shard::set::COUNT).map(|number| set(shard::words(setting, number, count)));
    let sets: Vec<Vec<u64>> = sets.collect::<Result<_, Error>>()?;
    let classes = if setting.has_bans() { count } else { 0 };
    let bans = BanList::of(classes, bits, counts, points, words).ok_or_else(foreign)?;
    Ok(Shard { states, bans, sets: sets.try_into().map_err(|_| foreign())? })
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

fn read_array<T, const SIZE: usize>(
    from: &mut impl Read,
    most: usize,
    number: impl Fn([u8; SIZE]) -> T,
) -> Result<Vec<T>, Error> {
    let damaged = |error| Error::corrupt(format!("it is damaged or cut off: {error}"));
    let mut length = [0; 8];
    from.read_exact(&mut length).map_err(damaged)?;
    let length = u64::from_le_bytes(length);
    if length > most as u64 {
        return Err(Error::corrupt("it is a checkpoint of another size"));
    }
    let mut array = Vec::with_capacity(length as usize);
    let mut piece = vec![0; PIECE.min(length as usize) * SIZE];
    while array.len() < length as usize {
        let count = PIECE.min(length as usize - array.len());
        from.read_exact(&mut piece[..count * SIZE]).map_err(damaged)?;
        array.extend(piece[..count * SIZE].as_chunks().0.iter().map(|bytes| number(*bytes)));
    }
    Ok(array)
}
