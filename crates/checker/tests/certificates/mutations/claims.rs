//! Changes of what is claimed: the lemmas that make the claims, and the value.

use std::collections::HashSet;

use kosolver_checker::Error;

use super::some;
use crate::model::{self, Certificate, fixtures, load};
use crate::verdict::{check, rejected, unproved, verify};

#[test]
fn claims_are_what_the_value_needs() {
    for (name, certificate) in fixtures() {
        for index in 0..certificate.claims.len() {
            if certificate.claims[index] == 0 {
                continue;
            }
            let mut changed = certificate.clone();
            changed.claims[index] = 0;
            assert!(unproved(&changed).starts_with("nothing shows that Black "), "{name} {index}");
            // The lemma is gone.
            let mut changed = certificate.clone();
            let root = changed.claims[index] - 1;
            changed.lemmas.truncate(root as usize);
            changed.count = root;
            match rejected(&changed) {
                Error::Claim(fault) => assert!(fault.ends_with("is no lemma"), "{name} {index}: {fault}"),
                Error::Lemma { fault, .. } => {
                    assert!(
                        certificate.claims.len() == 4 && fault.contains("missing"),
                        "{name} {index}: {fault}"
                    );
                }
                other => panic!("{name} {index}: {other}"),
            }
        }
        let reversed: Vec<u64> = certificate.claims.iter().rev().copied().collect();
        let with = |claims: &[u64]| Certificate { claims: claims.to_vec(), ..certificate.clone() };
        if certificate.claims.len() == 2 {
            assert!(unproved(&with(&reversed)).starts_with("nothing shows that Black "), "{name}");
        }
        let needed = certificate.claims.len();
        for wrong in [
            vec![],
            certificate.claims[1..].to_vec(),
            [&reversed[..], &[0]].concat(),
            [&reversed[..], &reversed].concat(),
        ] {
            let count = wrong.len();
            assert_eq!(
                unproved(&with(&wrong)),
                format!("it makes {count} claims where {needed} are needed"),
                "{name}"
            );
        }
        let beyond = certificate.count + 1;
        assert_eq!(unproved(&with(&vec![beyond; needed])), format!("{beyond} is no lemma"), "{name}");
        let count = certificate.count;
        for said in [0, count - 1, count + 1, u64::MAX] {
            let changed = Certificate { count: said, ..certificate.clone() };
            let why = format!("it ends after {count} lemmas and says that there are {said}");
            assert_eq!(unproved(&changed), why, "{name}");
        }
    }
}

/// No lemma of another claim will do: every pair of claims proves the true value or nothing.
#[test]
fn only_its_own_lemma_makes_a_claim() {
    let certificate = load("psk-1x2");
    for first in 0..=certificate.count {
        for second in 0..=certificate.count {
            let changed = Certificate { claims: vec![first, second], ..certificate.clone() };
            if let Ok(verified) = check(&changed) {
                assert_eq!(verified.value.to_string(), "0");
                let place = |claim: u64| certificate.lemmas[claim as usize - 1].place();
                assert_eq!([place(first), place(second)], [place(certificate.claims[0]); 2]);
            }
        }
    }
}

/// No value but the true one, whatever its claims rest on.
#[test]
fn no_other_value_is_proved() {
    for (name, certificate) in fixtures() {
        let values: Vec<kosolver_rules::Score> = (-36..=36)
            .flat_map(|six| {
                [kosolver_rules::Score::fraction(six, 6), kosolver_rules::Score::fraction(six, 4)]
            })
            .collect();
        let wrong: HashSet<String> = if certificate.claims.len() == 4 {
            let whole = -6..=6;
            whole
                .clone()
                .flat_map(|lower| whole.clone().map(move |upper| format!("{lower} {upper}")))
                .collect()
        } else {
            values.iter().map(|value| value.to_string()).collect()
        };
        let original = certificate.encode();
        let body = &original[model::body_start(&original)..];
        let most = if body.len() > 5000 { 20 } else { 1000 };
        for value in some(wrong.into_iter().collect(), most) {
            let right = value == certificate.header.value;
            let header = model::Header { value, ..certificate.header.clone() };
            let result = verify(&[header.text().as_bytes(), body].concat()[..]);
            assert_eq!(result.is_ok(), right, "{name}: {result:?}");
            if let Err(error) = result {
                assert!(
                    error.to_string().starts_with("the value is not proved: nothing shows that Black "),
                    "{error}"
                );
            }
        }
    }
}

/// For every wrong value, with every kind as it was or made into what a claim needs, and every
/// choice of the lemmas that make the claims.
#[test]
fn no_small_edit_proves_another_value() {
    for name in ["psk-1x2", "suicide-1x3", "psk-1x5-white"] {
        let certificate = load(name);
        let kinds = certificate.kinds.len() as u32;
        let least = if kinds > 6 { 6 } else { kinds };
        for value in -4..=4i64 {
            if value.to_string() == certificate.header.value {
                continue;
            }
            for choice in 0..3u32.pow(least) {
                let mut changed = certificate.clone();
                changed.header.value = value.to_string();
                for kind in 0..least {
                    let winner = match choice / 3u32.pow(kind) % 3 {
                        0 => continue,
                        made => u64::from(made - 1),
                    };
                    changed.kinds[kind as usize] =
                        model::Kind { numerator: value, denominator: 1, strict: winner, winner, endless: 0 };
                }
                // Grounds stay as they are; a wrong lemma shows at once.
                let error = rejected(&changed);
                if let Error::Claim(_) = error {
                    let claims = 0..=certificate.count;
                    for (first, second) in
                        claims.clone().flat_map(|first| claims.clone().map(move |second| (first, second)))
                    {
                        changed.claims = vec![first, second];
                        rejected(&changed);
                    }
                }
            }
        }
    }
}
