//! Plays as bytes: sorted, merged and packed before they are sent.
//!
//! ```text
//! a varint: how far the position is from the one before, times two, and one more if the defender plays
//! a byte:   the point played on, or 32; then
//!           four bytes: the set of points played on
//! ```

use kosolver_tablebase::Play;

/// In place of a point: there are several.
const SEVERAL: u8 = 32;

/// Sorts plays by position and player, and makes one of those that have both in common: different
/// plays of one position lead to different nodes, so their points are added up.
pub(crate) fn merge(plays: &mut Vec<Play>) {
    plays.sort_unstable();
    plays.dedup_by(|next, kept| {
        let same = (next.position, next.defender) == (kept.position, kept.defender);
        if same {
            assert!(kept.points & next.points == 0, "a play leads to one node");
            kept.points |= next.points;
        }
        same
    });
}

/// Packs merged plays.
pub(crate) fn pack(plays: &[Play]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * plays.len());
    let mut last = 0;
    for play in plays {
        varint(&mut bytes, (play.position - last) << 1 | u64::from(play.defender));
        last = play.position;
        if play.points.is_power_of_two() {
            bytes.push(play.points.trailing_zeros() as u8);
        } else {
            bytes.push(SEVERAL);
            bytes.extend(play.points.to_le_bytes());
        }
    }
    bytes
}

fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Unpacks plays; `None` if the bytes are no plays.
pub(crate) fn unpack(mut bytes: &[u8], plays: &mut Vec<Play>) -> Option<()> {
    plays.clear();
    let mut position = 0_u64;
    while !bytes.is_empty() {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = *bytes.split_off_first()?;
            number |= u64::from(byte & 127).checked_shl(shift)?;
            shift += 7;
            if byte < 1 << 7 {
                break;
            }
        }
        position = position.checked_add(number >> 1)?;
        let points = match *bytes.split_off_first()? {
            point @ 0..SEVERAL => 1 << point,
            SEVERAL => u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?),
            _ => return None,
        };
        plays.push(Play { position, defender: number & 1 == 1, points });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(mut some in prop::collection::vec((0_u64..1 << 40, any::<bool>(), 1_u32..1 << 31), 0..100)) {
            some.sort_unstable();
            some.dedup_by_key(|(position, defender, _)| (*position, *defender));
            let plays: Vec<Play> =
                some.into_iter().map(|(position, defender, points)| Play { position, defender, points }).collect();
            let mut back = Vec::new();
            prop_assert!(unpack(&pack(&plays), &mut back).is_some());
            prop_assert_eq!(back, plays);
        }

        #[test]
        fn bytes_are_plays_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = unpack(&bytes, &mut Vec::new());
        }
    }

    #[test]
    fn plays_at_one_position_are_one() {
        let play = |position, defender, points| Play { position, defender, points };
        let mut plays = vec![play(7, true, 1), play(3, false, 2), play(7, true, 4), play(7, false, 8)];
        merge(&mut plays);
        assert_eq!(plays, [play(3, false, 2), play(7, false, 8), play(7, true, 5)]);
    }
}
