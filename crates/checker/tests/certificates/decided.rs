//! Certificates of version 4: decided positions, and lemmas that are cited by symmetries.
//!
//! Their files are changed number by number: nothing panics, and no false value is proved.

use kosolver_checker::Error;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::model::{assemble, leb128};
use crate::verdict::verify;

/// Each with the number of its lemmas.
const FILES: [(&str, u64); 12] = [
    ("psk-2x2", 42),
    ("psk-1x5", 38),
    ("psk-2x3", 73),
    ("spight-1x5", 45),
    ("fixed-1x4", 12),
    ("basic-fixed-1x5", 29),
    ("nssk-2x2", 40),
    ("ssk-1x5-komi", 52),
    ("psk-star-5", 2),
    ("psk-2x2-groups", 42),
    ("spight-2x2-groups", 89),
    ("psk-2x3-groups", 74),
];

/// The header of a file, and the numbers of its body.
struct File {
    name: &'static str,
    header: String,
    numbers: Vec<u64>,
}

impl File {
    fn load(name: &'static str) -> File {
        let path = format!("{}/tests/data/decided/{name}.kcert", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
        let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let content = zstd::decode_all(&bytes[end..]).unwrap();
        let (mut numbers, mut value, mut shift) = (Vec::new(), 0, 0);
        for byte in content {
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                numbers.push(value);
                (value, shift) = (0, 0);
            }
        }
        File { name, header, numbers }
    }

    fn all() -> impl Iterator<Item = File> {
        FILES.into_iter().map(|(name, _)| File::load(name))
    }

    fn value(&self) -> i64 {
        let line = self.header.lines().find_map(|line| line.strip_prefix("value ")).unwrap();
        line.parse().unwrap()
    }

    /// Whether the file with other numbers, and a value that is so much higher, is accepted. The value is
    /// then that of the game.
    fn is_accepted(&self, numbers: &[u64], higher: i64) -> bool {
        let value = self.value();
        let header = self.header.replace(&format!("value {value}\n"), &format!("value {}\n", value + higher));
        let found = verify(&assemble(&header, &encoded(numbers)));
        assert!(found.is_err() || higher == 0, "{}: {higher} more is accepted", self.name);
        found.is_ok()
    }
}

fn encoded(numbers: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    numbers.iter().for_each(|number| leb128(*number, &mut out));
    out
}

#[test]
fn files_of_version_4_are_verified() {
    for (file, (name, lemmas)) in File::all().zip(FILES) {
        let verified = verify(&assemble(&file.header, &encoded(&file.numbers))).unwrap();
        assert_eq!(
            (verified.value.to_string(), verified.lemmas),
            (file.value().to_string(), lemmas),
            "{name}"
        );
        for higher in [-2, -1, 1, 2] {
            assert!(!file.is_accepted(&file.numbers, higher));
        }
        // They are of no other version, and of no rules under which nothing is decided.
        for (from, to) in [
            ("certificate 4", "certificate 1"),
            ("certificate 4", "certificate 2"),
            ("certificate 4", "certificate 5"),
            ("suicide=forbidden", "suicide=allowed"),
            ("scoring=area", "scoring=stones"),
        ] {
            let header = file.header.replace(from, to);
            assert!(verify(&assemble(&header, &encoded(&file.numbers))).is_err(), "{name}: {to}");
        }
    }
}

#[test]
fn a_changed_number_proves_nothing_else() {
    for file in File::all() {
        let (mut rejected, mut changed) = (0, 0);
        let step = 1 + file.numbers.len() / 400;
        for place in (0..file.numbers.len()).step_by(step) {
            let number = file.numbers[place];
            for other in [0, 1, number + 1, number ^ 1, number ^ 2, number ^ 16, number.wrapping_sub(1)] {
                if other == number {
                    continue;
                }
                let mut numbers = file.numbers.clone();
                numbers[place] = other;
                changed += 1;
                rejected += u32::from(!file.is_accepted(&numbers, 0));
                for higher in [-1, 1] {
                    file.is_accepted(&numbers, higher);
                }
            }
        }
        assert!(5 * rejected > 3 * changed, "{}: {rejected} of {changed}", file.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn several_changes_prove_nothing_false(
        file in any::<Index>(), higher in -2..=2_i64,
        changes in vec((any::<Index>(), any::<Index>(), 0..40_u64, any::<bool>()), 1..5)
    ) {
        let file = File::load(FILES[file.index(FILES.len())].0);
        let mut numbers = file.numbers.clone();
        for (place, from, fresh, copies) in changes {
            let place = place.index(numbers.len());
            numbers[place] = if copies { numbers[from.index(numbers.len())] } else { fresh };
        }
        file.is_accepted(&numbers, higher);
    }
}

/// The list gives all images of a fact the same group. One of them is in it whatever the list says of it alone.
#[test]
fn a_fact_is_in_the_group_of_its_images() {
    let file = File::load("psk-2x2-groups");
    // Before the list stand 8 kinds and 8 symmetries; each of its 17 facts has 8 numbers, at last its group.
    let (list, group) = (1 + 8 * 5 + 2 + 8 * 4, 7);
    assert_eq!(file.numbers[list], 17);
    for fact in 0..17 {
        let mut changed = file.numbers.clone();
        changed[list + 1 + 8 * fact + group] = 0;
        assert!(file.is_accepted(&changed, 0), "fact {fact}");
    }
}

/// What a symmetry list must be.
#[test]
fn symmetries_are_checked() {
    let file = File::load("psk-2x2");
    // Kinds, each of five numbers, come first.
    let start = 1 + 5 * file.numbers[0] as usize;
    assert_eq!(file.numbers[start..start + 6], [8, 1, 0, 1, 2, 3]);
    let fault = |numbers: &[u64]| match verify(&assemble(&file.header, &encoded(numbers))) {
        Err(Error::Kinds(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let changed = |place: usize, with: &[u64]| {
        let mut numbers = file.numbers.clone();
        numbers.splice(start + place..start + place + with.len(), with.iter().copied());
        fault(&numbers)
    };
    assert!(changed(0, &[721]).contains("number of symmetries"));
    assert!(changed(1, &[2]).contains("yes or no"));
    assert!(changed(2, &[1, 0, 3, 2]).contains("the first symmetry changes something"));
    assert!(changed(6, &[0, 1, 2, 3]).contains("one is there twice"));
    assert!(changed(6, &[1, 0, 2, 3]).contains("does not keep which points are adjacent"));
    assert!(changed(6, &[0, 0, 2, 3]).contains("does not keep which points are adjacent"));
    assert!(changed(6, &[0, 1, 2, 4]).contains("is no point"));
    // Without the last, the others are no group.
    let mut fewer = file.numbers.clone();
    fewer[start] = 7;
    fewer.drain(start + 2 + 28..start + 2 + 32);
    assert!(fault(&fewer).contains("not a group"));
    // With komi the colours differ.
    let header = file.header.replace("komi=0", "komi=1/2");
    assert!(matches!(
        verify(&assemble(&header, &encoded(&file.numbers))),
        Err(Error::Kinds(fault)) if fault.contains("Black from White")
    ));
}
