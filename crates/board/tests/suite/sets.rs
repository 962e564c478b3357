//! Sets of points against sets of the standard library.

use std::collections::BTreeSet;

use kosolver_board::{Point, PointSet, Position};
use proptest::prelude::*;

fn plain(set: PointSet) -> BTreeSet<Point> {
    (0..64).map(Point::new).filter(|point| set.bits() >> point.number() & 1 == 1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_have_their_points(bits: u64, number in 0..64_u8) {
        let (set, point) = (PointSet::from_bits(bits), Point::new(number));
        let plain = plain(set);
        prop_assert_eq!(set.bits(), bits);
        prop_assert!(set.iter().eq(plain.iter().copied()));
        prop_assert!(set.into_iter().eq(plain.iter().copied()));
        prop_assert_eq!(set.iter().len(), plain.len());
        prop_assert_eq!(set.len() as usize, plain.len());
        prop_assert_eq!(set.is_empty(), plain.is_empty());
        prop_assert_eq!(set.first(), plain.first().copied());
        prop_assert_eq!(set.contains(point), plain.contains(&point));
        prop_assert_eq!(plain.iter().copied().collect::<PointSet>(), set);
        let mut more = set;
        more.extend([point]);
        prop_assert_eq!(more, set | point.into());
    }

    #[test]
    fn operators_are_those_of_sets(one: u64, other: u64) {
        let [one, other] = [one, other].map(PointSet::from_bits);
        let (left, right) = (plain(one), plain(other));
        let mut assigned = [one; 4];
        assigned[0] |= other;
        assigned[1] &= other;
        assigned[2] ^= other;
        assigned[3] -= other;
        prop_assert_eq!(assigned, [one | other, one & other, one ^ other, one - other]);
        prop_assert_eq!(assigned.map(plain), [&left | &right, &left & &right, &left ^ &right, &left - &right]);
    }

    #[test]
    fn sets_are_ordered_as_numbers(one: [u64; 2], other: [u64; 2]) {
        prop_assert_eq!(PointSet::from_bits(one[0]).cmp(&PointSet::from_bits(other[0])), one[0].cmp(&other[0]));
        let position = |words: [u64; 2]| {
            let [black, white] = words.map(PointSet::from_bits);
            Position { black, white }
        };
        prop_assert_eq!(position(one).cmp(&position(other)), one.cmp(&other));
    }
}

#[test]
fn few_points_are_a_set_too() {
    for (bits, text, first) in
        [(0, "{}", None), (1 << 63, "{63}", Some(63)), (0b1_0101, "{0, 2, 4}", Some(0))]
    {
        let set = PointSet::from_bits(bits);
        assert_eq!(set.to_string(), text);
        assert_eq!(format!("{set:?}"), text);
        assert_eq!(set.first(), first.map(Point::new));
    }
    assert_eq!(PointSet::from_bits(u64::MAX).iter().count(), 64);
    assert_eq!(PointSet::EMPTY, PointSet::default());
    assert_eq!(format!("{:>5}", PointSet::of(Point::new(7))), "  {7}");
}

#[test]
fn sets_are_numbers_in_a_file() {
    let [black, white] = [5, 1 << 63].map(PointSet::from_bits);
    let position = Position { black, white };
    let text = serde_json::to_string(&position).unwrap();
    assert_eq!(text, r#"{"black":5,"white":9223372036854775808}"#);
    assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
    assert!(serde_json::from_str::<PointSet>("-1").is_err());
}
