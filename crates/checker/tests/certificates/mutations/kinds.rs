//! Changes of what lemmas are about.

use kosolver_checker::Error;

use crate::model::{self, Certificate, fixtures, load};
use crate::verdict::{body_fault, check, fault, rejected, unproved};

/// The kinds that have lemmas, each with the number of the first.
fn kinds(certificate: &Certificate) -> impl Iterator<Item = (usize, u64)> {
    let first = |kind| certificate.lemmas.iter().position(|lemma| lemma.kind == kind as u64);
    (0..certificate.kinds.len()).filter_map(move |kind| Some((kind, first(kind)? as u64)))
}

#[test]
fn another_winner_is_rejected() {
    for (name, certificate) in fixtures() {
        for (kind, first) in kinds(&certificate) {
            let mut changed = certificate.clone();
            changed.kinds[kind].winner ^= 1;
            match rejected(&changed) {
                Error::Lemma { number, fault } => {
                    assert!(number >= first, "{name} {kind}: {number} {fault}");
                    assert!(!fault.is_empty());
                }
                Error::Claim(_) => {}
                other => panic!("{name} {kind}: {other}"),
            }
        }
    }
}

#[test]
fn a_harder_threshold_is_rejected_and_an_easier_one_serves_nobody() {
    for (name, certificate) in fixtures() {
        for (kind, first) in kinds(&certificate) {
            let towards = if certificate.kinds[kind].winner == 0 { 100 } else { -100 };
            for (by, harder) in [(towards, true), (-towards, false)] {
                let mut changed = certificate.clone();
                changed.kinds[kind].numerator += by * changed.kinds[kind].denominator as i64;
                match rejected(&changed) {
                    Error::Lemma { number, fault } => {
                        assert!(number >= first, "{name} {kind}: {number} {fault}");
                        let sensible = [
                            "ends the game with",
                            "about something else",
                            "then he does not lose",
                            "does not decide it",
                        ];
                        assert!(sensible.iter().any(|part| fault.contains(part)), "{name} {kind}: {fault}");
                    }
                    Error::Claim(fault) => {
                        assert!(!harder, "{name} {kind}: {fault}");
                        assert!(fault.starts_with("nothing shows that Black "), "{name} {kind}: {fault}");
                    }
                    other => panic!("{name} {kind}: {other}"),
                }
            }
        }
    }
}

/// Black does not exceed the value, and White does not keep him below it.
#[test]
fn strict_is_not_the_same() {
    let mut cases = 0;
    for (name, certificate) in fixtures() {
        let value = &certificate.header.value;
        for claim in certificate.claims.iter().filter(|claim| **claim > 0) {
            let kind = certificate.lemmas[*claim as usize - 1].kind as usize;
            let mut changed = certificate.clone();
            changed.kinds[kind].strict ^= 1;
            let score = kosolver_rules::Score::fraction(
                changed.kinds[kind].numerator,
                changed.kinds[kind].denominator as i64,
            );
            if value.split(' ').any(|value| value == score.to_string()) {
                assert!(!body_fault(&changed).is_empty(), "{name}");
                cases += 1;
            }
        }
    }
    assert!(cases >= 20, "{cases}");
}

#[test]
fn endless_play_is_nobodys_where_there_is_none_and_one_players_where_there_is() {
    for (name, certificate) in fixtures() {
        let endless_rule = certificate.claims.len() == 4;
        for (kind, _) in kinds(&certificate) {
            let mut changed = certificate.clone();
            changed.kinds[kind].endless ^= 1;
            if !endless_rule {
                // Refused before any lemma, whether the kind has lemmas or not.
                match rejected(&changed) {
                    Error::Kinds(fault) => assert!(fault.contains("no play is endless"), "{name}: {fault}"),
                    other => panic!("{name}: {other}"),
                }
            } else if certificate.kinds[kind].endless == 1 {
                // Circles are no proof then. (Where there are none it may be true; not here.)
                match check(&changed) {
                    Err(Error::Lemma { fault, .. }) => {
                        let sensible = ["which does not come before it", "it cites no lemma"];
                        assert!(sensible.iter().any(|part| fault.contains(part)), "{name}: {fault}");
                    }
                    other => assert!(name == "none-1x3" && other.is_ok(), "{name}: {other:?}"),
                }
            }
        }
    }
}

/// What is shown with endless play as a win is no claim without.
#[test]
fn endless_play_is_a_win_only_where_it_is_claimed() {
    for (name, points) in [("basic-1x5", 5), ("basic-2x2", 4)] {
        let certificate = load(name);
        let &[lowest, held, reached, highest] = &certificate.claims[..] else { panic!() };
        assert_eq!((lowest, highest), (0, 0), "the value's own: no score is beyond them");
        for (value, claims) in [
            (format!("{points} {points}"), [reached, 0, reached, 0]),
            (format!("-{points} -{points}"), [0, held, 0, held]),
        ] {
            let mut changed = certificate.clone();
            (changed.header.value, changed.claims) = (value, claims.to_vec());
            assert!(unproved(&changed).starts_with("nothing shows that Black "), "{name}");
        }
        // Nor may a lemma without rest on one with it.
        let count = certificate.count;
        let all_before = |own: &usize| {
            let cited = certificate.lemmas[*own].cited();
            !cited.is_empty() && cited.iter().all(|number| *number < count as i64)
        };
        let mut cases = 0;
        for own in (0..certificate.lemmas.len()).filter(all_before) {
            let mut changed = certificate.clone();
            let mut lemma = changed.lemmas[own].clone();
            changed.kinds.push(model::Kind { endless: 0, ..certificate.kind(&lemma).clone() });
            lemma.kind = certificate.kinds.len() as u64;
            changed.lemmas.push(lemma);
            changed.count += 1;
            let (number, why) = fault(&changed);
            assert_eq!(number, count, "{name}: {why}");
            assert!(why.ends_with("about something else"), "{name}: {why}");
            cases += 1;
        }
        assert!(cases > 20, "{name}: {cases}");
    }
}

#[test]
fn kinds_are_read_strictly() {
    let certificate = load("psk-1x2");
    let kinds = |change: fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        match rejected(&changed) {
            Error::Kinds(fault) => fault,
            other => panic!("{other}"),
        }
    };
    assert_eq!(kinds(|changed| changed.kinds[0].denominator = 0), "a denominator is 0");
    assert_eq!(kinds(|changed| changed.kinds[0].denominator = 1 << 24), "16777216 is no denominator");
    assert_eq!(kinds(|changed| changed.kinds[0].numerator = -(1 << 24)), "-16777216 is no numerator");
    assert_eq!(kinds(|changed| changed.kinds[0].strict = 2), "2 is no yes or no");
    assert_eq!(kinds(|changed| changed.kinds[0].winner = 2), "2 is no colour");
    assert_eq!(kinds(|changed| changed.kinds[0].endless = 2), "2 is no yes or no");
    let mut changed = certificate.clone();
    changed.lemmas[3].kind = changed.kinds.len() as u64;
    let beyond = changed.kinds.len() + 1;
    assert_eq!(fault(&changed), (3, format!("{beyond} is no kind of lemma")));
}
