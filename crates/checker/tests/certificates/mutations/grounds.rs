//! Changes of what lemmas rest on, and of their nodes.

use kosolver_checker::Error;
use kosolver_rules::{Legality, Then};

use super::conditions::known;
use super::{MOST, some};
use crate::model::{Certificate, Fact, Grounds, Lemma, fixtures, load};
use crate::verdict::{fault, rejected};

/// Every citation of a fixture, or some: the lemma and the place in its list.
fn citations(certificate: &Certificate) -> impl Iterator<Item = (usize, usize)> {
    let all = certificate.lemmas.iter().enumerate();
    let all = all.flat_map(|(own, lemma)| (0..lemma.citations().len()).map(move |index| (own, index)));
    some(all.collect(), MOST)
}

#[test]
fn a_citation_less_or_more_is_rejected() {
    for (name, certificate) in fixtures() {
        for (own, index) in citations(&certificate) {
            let mut changed = certificate.clone();
            let Grounds::Loss { cited } = &mut changed.lemmas[own].grounds else {
                // The winner's step goes on: what follows is read as the citation.
                let Grounds::Win { cited, .. } = &mut changed.lemmas[own].grounds else { unreachable!() };
                *cited = None;
                match rejected(&changed) {
                    Error::Lemma { number, .. } => {
                        assert!(number >= own as u64 || certificate.claims.len() == 4, "{name}");
                    }
                    Error::Claim(_) => {}
                    other => panic!("{name}: {other}"),
                }
                continue;
            };
            let removed = cited.remove(index);
            let (number, why) = fault(&changed);
            assert_eq!(number, own as u64, "{name}: {why}");
            let sensible = ["does not say what answers", "about something else", "which needs"];
            assert!(sensible.iter().any(|part| why.contains(part)), "{name}: {why}");

            let Grounds::Loss { cited } = &mut changed.lemmas[own].grounds else { unreachable!() };
            cited.insert(index, removed);
            cited.push(removed);
            let needed = cited.len() - 1;
            let (number, why) = fault(&changed);
            assert_eq!(
                (number, why),
                (own as u64, format!("it cites {} lemmas where {needed} are needed", needed + 1))
            );
        }
    }
}

#[test]
fn a_citation_of_another_lemma_is_rejected() {
    for (name, certificate) in fixtures() {
        for (own, index) in citations(&certificate) {
            let cited = certificate.lemmas[own].cited()[index] as usize;
            let there = &certificate.lemmas[cited];
            let others = (0..own).filter(|other| {
                let lemma = &certificate.lemmas[*other];
                lemma.place() != there.place()
                    || certificate.kind(lemma).winner != certificate.kind(there).winner
            });
            for other in some(others.collect(), 5) {
                let mut changed = certificate.clone();
                changed.lemmas[own].citations_mut()[index].lemma = other as i64;
                let (number, why) = fault(&changed);
                assert_eq!(number, own as u64, "{name}: {why}");
                assert!(
                    why.ends_with(&format!("it cites lemma {other}, which is about something else")),
                    "{name}: {why}"
                );
            }
        }
    }
}

#[test]
fn nothing_rests_on_itself_or_on_what_comes_later() {
    for (name, certificate) in fixtures() {
        for (own, index) in citations(&certificate) {
            let last = certificate.lemmas.len() - 1;
            let endless = certificate.kind(&certificate.lemmas[own]).endless == 1;
            for other in [own, own + 1, last, last + 1, 1 << 40] {
                // Only circles have a way to write what comes later.
                if other < own || certificate.lemmas[own].cited()[index] == other as i64 {
                    continue;
                }
                let mut changed = certificate.clone();
                changed.lemmas[own].citations_mut()[index].lemma = other as i64;
                if endless {
                    if certificate.lemmas.get(other).is_some_and(|lemma| {
                        lemma.place()
                            == certificate.lemmas[certificate.lemmas[own].cited()[index] as usize].place()
                    }) {
                        continue;
                    }
                    let why = format!("it cites lemma {other}, which is missing or about something else");
                    assert_eq!(fault(&changed), (own as u64, why), "{name}");
                } else {
                    let (number, why) = fault(&changed);
                    assert_eq!(number, own as u64, "{name}: {why}");
                    let said = match other == own {
                        true => format!("it cites lemma {other}, which does not come before it"),
                        false => "it cites no lemma".to_owned(),
                    };
                    assert!(why.ends_with(&said), "{name}: {why}");
                }
            }
            for before in [-1, -1 << 40] {
                let mut changed = certificate.clone();
                changed.lemmas[own].citations_mut()[index].lemma = before;
                let (number, why) = fault(&changed);
                assert_eq!(number, own as u64, "{name}: {why}");
                assert!(why.ends_with("it cites no lemma"), "{name}: {why}");
            }
        }
    }
}

#[test]
fn another_winning_step_is_rejected() {
    let mut cases = [0; 3];
    for (name, certificate) in fixtures() {
        let wins = (0..certificate.lemmas.len()).filter(|own| certificate.is_win(&certificate.lemmas[*own]));
        for own in some(wins.collect(), MOST) {
            let lemma = &certificate.lemmas[own];
            let known = known(&certificate, lemma);
            let steps = certificate.steps(lemma);
            let Grounds::Win { step: winning, cited } = lemma.grounds else { continue };
            for index in (0..steps.len() as u64).chain([steps.len() as u64, 1 << 40, u64::MAX - 2]) {
                if index == winning {
                    continue;
                }
                let mut changed = certificate.clone();
                changed.lemmas[own].grounds = Grounds::Win { step: index, cited };
                let Some(step) = steps.get(index as usize) else {
                    assert_eq!(
                        fault(&changed),
                        (own as u64, format!("its node has no step {index}")),
                        "{name}"
                    );
                    cases[0] += 1;
                    continue;
                };
                let legal = match &step.legality {
                    Legality::Always => true,
                    // What the node implies may be asked to be absent: then it is of no history.
                    Legality::Unless(facts) => {
                        !facts.iter().any(|fact| lemma.present.contains(&Fact::of(fact)))
                    }
                    Legality::Never(_) => false,
                };
                let applies = step.present.iter().all(|fact| known.present.contains(fact))
                    && step
                        .absent
                        .iter()
                        .all(|fact| known.is_absent(fact) || step.legality.prohibiting().contains(fact));
                if !legal || !applies {
                    let (number, why) = fault(&changed);
                    assert_eq!(number, own as u64, "{name}: {why}");
                    let said = why.starts_with("its conditions do not make ") && why.ends_with(" legal");
                    assert!(said || why.starts_with("it needs absent and present that"), "{name}: {why}");
                    cases[1] += 1;
                } else if let (Then::Node(next), Some(cited)) = (&step.then, cited) {
                    let there = certificate.lemmas[cited.lemma as usize].node();
                    let there = certificate.image_node(cited.turn, &there);
                    if (next.position, next.to_move, next.passes, next.ban)
                        != (there.position, there.to_move, there.passes, there.ban)
                    {
                        let (number, why) = fault(&changed);
                        assert_eq!(number, own as u64, "{name}: {why}");
                        assert!(why.ends_with("about something else"), "{name}: {why}");
                        cases[2] += 1;
                    }
                }
            }
        }
    }
    assert!(cases.iter().all(|count| *count >= 50), "{cases:?}");
}

#[test]
fn a_lemma_about_another_node_is_rejected_or_missed() {
    for (name, certificate) in fixtures() {
        let all = 1u64 << certificate.header.game().board().points();
        for own in some((0..certificate.lemmas.len()).collect(), MOST) {
            let citing = certificate.lemmas.iter().position(|lemma| lemma.cited().contains(&(own as i64)));
            for change in 0..5 {
                let mut changed = certificate.clone();
                let lemma = &mut changed.lemmas[own];
                match change {
                    0 => (lemma.black, lemma.white) = (lemma.white, lemma.black),
                    1 => lemma.black = ((lemma.black + 1) % all) & !lemma.white,
                    2 => lemma.white = ((lemma.white + 1) % all) & !lemma.black,
                    3 => lemma.flags ^= 2,
                    _ => lemma.ban = if lemma.ban == 2 { 0 } else { 2 },
                }
                let is_used = citing.is_some() || certificate.claims.contains(&(own as u64 + 1));
                if *lemma == certificate.lemmas[own] || !is_used {
                    continue;
                }
                match rejected(&changed) {
                    Error::Lemma { number, fault } => {
                        assert!(
                            number >= own as u64 || certificate.claims.len() == 4,
                            "{name} {own}: {fault}"
                        );
                        // A step that ends the game has no citation: what follows is misread then.
                        let misread = certificate.is_win(&certificate.lemmas[own]);
                        let late = citing.is_some_and(|citing| number > citing as u64);
                        assert!(
                            misread || !late || certificate.claims.len() == 4,
                            "{name} {own}: {number} {fault}"
                        );
                    }
                    Error::Claim(_) => {}
                    other => panic!("{name} {own}: {other}"),
                }
            }
        }
    }
}

#[test]
fn nodes_are_read_strictly() {
    let certificate = load("psk-1x2");
    let node = |change: fn(&mut Lemma)| {
        let mut changed = certificate.clone();
        change(&mut changed.lemmas[5]);
        let (number, fault) = fault(&changed);
        assert_eq!(number, 5);
        fault
    };
    for outside in [
        node(|lemma| lemma.black = 4),
        node(|lemma| lemma.white = 1 << 63),
        node(|lemma| (lemma.black, lemma.white) = (1, 3)),
        node(|lemma| (lemma.black, lemma.white) = (u64::MAX, 0)),
    ] {
        assert_eq!(outside, "its position is none of 1x2");
    }
    assert_eq!(node(|lemma| lemma.flags = 16), "16 is no player to move");
    assert_eq!(node(|lemma| lemma.ban = 66), "66 is no ban");
    assert_eq!(node(|lemma| lemma.tallies = vec![(1, -1)]), "-1 is no count");
    let fact = Fact { scope: 0, colour: 0, index: 0, position: [0, 0], to: [0, 0] };
    let mut changed = certificate.clone();
    for (facts, why) in [
        (Fact { scope: 256, ..fact.clone() }, "256 is no scope"),
        (Fact { colour: 3, ..fact.clone() }, "3 is no colour"),
        (Fact { index: 1 << 16, ..fact.clone() }, "65536 is no index"),
    ] {
        changed.listed.push((facts, 0));
        match rejected(&changed) {
            Error::Facts(fault) => assert_eq!(fault, why),
            other => panic!("{other}"),
        }
        changed.listed.pop();
    }
}
