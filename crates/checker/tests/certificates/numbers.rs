//! Certificates with decided positions, patterns and symmetries, changed number by number: nothing panics, and
//! no false value is proved.

use kosolver_checker::Error;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::model::{Certificate, Token, assemble, content, load};
use crate::verdict::{check, rejected, verify};

const NAMES: [&str; 10] = [
    "psk-2x2",
    "psk-1x5",
    "psk-2x3",
    "spight-1x5",
    "spight-2x2",
    "fixed-1x4",
    "basic-fixed-1x5",
    "nssk-2x2",
    "ssk-1x5-komi-1",
    "psk-star-5",
];

/// Whether the certificate with other numbers, and a value that is so much higher, is accepted. The value is then
/// that of the game.
fn is_accepted(certificate: &Certificate, tokens: &[Token], higher: i64) -> bool {
    let mut header = certificate.header.clone();
    header.value = (header.value.parse::<i64>().unwrap() + higher).to_string();
    let found = verify(&assemble(&header.text(), &content(tokens)));
    assert!(found.is_err() || higher == 0, "{}: {higher} more is accepted", header.text());
    found.is_ok()
}

#[test]
fn decided_positions_are_of_their_rules() {
    for name in NAMES {
        let certificate = load(name);
        for (from, to) in [("suicide=forbidden", "suicide=allowed"), ("scoring=area", "scoring=stones")] {
            let mut changed = certificate.clone();
            changed.header.rules = changed.header.rules.replace(from, to);
            if name != "fixed-1x4" {
                rejected(&changed);
            } else if let Ok(verified) = check(&changed) {
                assert_eq!(verified.value.to_string(), certificate.header.value, "{name}: {to}");
            }
        }
    }
}

#[test]
fn a_changed_number_proves_nothing_else() {
    for name in NAMES {
        let certificate = load(name);
        let tokens = certificate.tokens();
        let (mut rejected, mut changed) = (0, 0);
        for place in (0..tokens.len()).step_by(1 + tokens.len() / 400) {
            let number = tokens[place].value;
            for other in [0, 1, number + 1, number ^ 1, number ^ 2, number ^ 16, number.wrapping_sub(1)] {
                if other == number {
                    continue;
                }
                let mut tokens = tokens.clone();
                tokens[place].value = other;
                changed += 1;
                rejected += u32::from(!is_accepted(&certificate, &tokens, 0));
                for higher in [-1, 1] {
                    is_accepted(&certificate, &tokens, higher);
                }
            }
        }
        assert!(5 * rejected > 3 * changed, "{name}: {rejected} of {changed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn several_changes_prove_nothing_false(
        name in any::<Index>(), higher in -2..=2_i64,
        changes in vec((any::<Index>(), any::<Index>(), 0..40_u64, any::<bool>()), 1..5)
    ) {
        let certificate = load(NAMES[name.index(NAMES.len())]);
        let mut tokens = certificate.tokens();
        for (place, from, fresh, copies) in changes {
            let place = place.index(tokens.len());
            tokens[place].value = if copies { tokens[from.index(tokens.len())].value } else { fresh };
        }
        is_accepted(&certificate, &tokens, higher);
    }
}

/// What a symmetry list must be.
#[test]
fn symmetries_are_checked() {
    let certificate = load("psk-2x2");
    let symmetries = &certificate.symmetries;
    assert_eq!((symmetries.len(), certificate.exchange), (8, 1));
    let fault = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        match rejected(&changed) {
            Error::Kinds(fault) => fault,
            other => panic!("{other}"),
        }
    };
    let second = |points: [u64; 4]| fault(&|changed| changed.symmetries[1] = points.to_vec());
    assert!(
        fault(&|changed| changed.symmetries = vec![vec![0, 1, 2, 3]; 721]).contains("number of symmetries")
    );
    assert!(fault(&|changed| changed.symmetries.clear()).contains("the first symmetry changes something"));
    assert!(fault(&|changed| changed.exchange = 2).contains("yes or no"));
    assert!(fault(&|changed| changed.symmetries.swap(0, 1)).contains("the first symmetry changes something"));
    assert!(second([0, 1, 2, 3]).contains("one is there twice"));
    assert!(second([1, 0, 2, 3]).contains("does not keep which points are adjacent"));
    assert!(second([0, 0, 2, 3]).contains("does not keep which points are adjacent"));
    assert!(second([0, 1, 2, 4]).contains("is no point"));
    // Without the last, the others are no group.
    assert!(fault(&|changed| drop(changed.symmetries.pop())).contains("not a group"));
    // With komi the colours differ.
    let komi = |changed: &mut Certificate| {
        changed.header.rules = changed.header.rules.replace("komi=0", "komi=1/2");
    };
    assert!(fault(&komi).contains("Black from White"));
}
