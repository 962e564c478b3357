//! Patterns, which ask for the absence of many facts at once, and decided positions, which ask for patterns.

use kosolver_board::{Colour, PointSet};
use kosolver_checker::Error;

use super::conditions::full;
use crate::model::{Certificate, Grounds, Lemma, Pattern, fixtures, load};
use crate::verdict::{check, fault, rejected};

/// Those where positions are decided.
fn with_decided() -> impl Iterator<Item = (&'static str, Certificate)> {
    let is_decided = |lemma: &Lemma| lemma.grounds == Grounds::Decided;
    fixtures().into_iter().filter(move |(_, certificate)| certificate.lemmas.iter().any(is_decided))
}

/// What a lemma asks for by a pattern is not there after a step that inserts it.
#[test]
fn what_a_step_inserts_is_of_no_pattern_that_is_absent() {
    let mut cases = 0;
    for (name, certificate) in with_decided() {
        let all = certificate.header.game().board().all();
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            let Grounds::Win { step, cited: Some(cited) } = lemma.grounds else { continue };
            let step = certificate.steps(lemma).swap_remove(step as usize);
            for inserted in &step.inserts {
                let player = Colour::BOTH[lemma.to_move() as usize];
                let pattern = (inserted.scope, player, PointSet::EMPTY, all);
                if inserted.last_position().stones(player).is_empty() {
                    continue;
                }
                // All points are where they were, and to exchange the colours twice changes nothing.
                let image = certificate.image_pattern(cited.turn, &pattern);
                let mut changed = certificate.clone();
                changed.lemmas[cited.lemma as usize].patterns.push(image);
                match rejected(&changed) {
                    Error::Lemma { number, fault } => {
                        assert!(
                            number >= cited.lemma as u64 && number <= own as u64,
                            "{name} {own}: {fault}"
                        );
                        let inserts = fault.contains("a pattern that the step inserts a fact of");
                        assert!(inserts || fault.contains("needs present that"), "{name} {own}: {fault}");
                        cases += usize::from(inserts && number == own as u64);
                    }
                    other => panic!("{name} {own}: {other}"),
                }
            }
        }
    }
    assert!(cases > 50, "{cases}");
}

/// The start has a black stone on the second point and a white one on the fourth.
#[test]
fn the_claims_lemmas_must_hold_at_the_start() {
    let certificate = load("psk-1x5-white");
    assert_eq!(certificate.header.position, ".X.O.");
    for claim in &certificate.claims {
        for (player, stones, points, there) in [
            (0, 0, 2, true),
            (1, 8, 8, true),
            (0, 0, 31, true),
            (0, 1, 2, false),
            (1, 0, 7, false),
            (0, 2, 0, false),
        ] {
            let mut changed = certificate.clone();
            let pattern = Pattern { scope: 0, player, stones, points };
            changed.lemmas[*claim as usize - 1].patterns.push(pattern);
            match there {
                true => assert!(matches!(
                    rejected(&changed),
                    Error::Claim(fault) | Error::Lemma { fault, .. }
                        if fault.starts_with("nothing shows that Black ") || fault.contains("needs present that")
                )),
                false => assert!(check(&changed).is_ok()),
            }
        }
    }
}

/// A decided position asks that none of the winner's has stood in which he could have lost it; who cites the
/// lemma asks for it too, down to the start.
#[test]
fn decided_positions_ask_for_patterns() {
    let mut cases = 0;
    for (name, certificate) in with_decided() {
        let full = full(&certificate);
        for (lemma, full) in certificate.lemmas.iter().zip(&full) {
            if lemma.grounds == Grounds::Decided {
                assert!(!full.patterns.is_empty(), "{name}");
                assert!(full.patterns.iter().all(|(_, player, ..)| *player == full.winner), "{name}");
            }
        }
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            if lemma.grounds == Grounds::Decided {
                continue;
            }
            let mut changed = certificate.clone();
            changed.lemmas[own].grounds = Grounds::Decided;
            match check(&changed) {
                Err(Error::Lemma { number, fault }) => {
                    let undecided = number == own as u64 && fault == "its position does not decide it";
                    let ends = fault == "the player to move may end the game while his stones stand";
                    assert!(undecided || ends || number > own as u64, "{name} {own}: {number} {fault}");
                    cases += usize::from(undecided);
                }
                Ok(_) => {}
                Err(other) => panic!("{name} {own}: {other}"),
            }
        }
    }
    assert!(cases > 50, "{cases}");
}

#[test]
fn nothing_is_decided_under_other_rules() {
    for (name, certificate) in
        fixtures().into_iter().filter(|(_, one)| !one.header.game().has_decided_positions())
    {
        let mut changed = certificate.clone();
        changed.lemmas[0].grounds = Grounds::Decided;
        let (number, why) = fault(&changed);
        assert_eq!(number, 0, "{name}");
        assert!(why.starts_with("no position is decided under"), "{name}: {why}");
    }
}

#[test]
fn patterns_are_read_strictly() {
    let certificate = load("psk-1x5");
    for (pattern, why) in [
        (Pattern { scope: 256, player: 0, stones: 0, points: 1 }, "256 is no scope"),
        (Pattern { scope: 0, player: 2, stones: 0, points: 1 }, "2 is no colour"),
        (Pattern { scope: 0, player: 0, stones: 32, points: 1 }, "a pattern has points beside the board"),
        (
            Pattern { scope: 0, player: 0, stones: 0, points: 1 << 63 },
            "a pattern has points beside the board",
        ),
    ] {
        let mut changed = certificate.clone();
        changed.lemmas[3].patterns.push(pattern);
        assert_eq!(fault(&changed), (3, why.to_owned()));
    }
}
