//! Shards on disk, so that work can be interrupted.

use std::io::{Read, Write};

use crate::bans::BanList;
use crate::error::Error;
use crate::setting::Setting;
use crate::shard::{self, Shard};
use crate::state::State;

/// How hard checkpoints are compressed: hardly.
const LEVEL: i32 = 1;

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
