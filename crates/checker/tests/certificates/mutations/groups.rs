//! Conditions in groups of facts.

use std::collections::BTreeMap;

use kosolver_checker::Error;

use super::some;
use crate::model::{Certificate, FIXTURES, Fact, GROUPED, Grounds, Lemma, bytes, fixtures, load};
use crate::verdict::{check, fault, rejected, unproved, verify};

fn grouped() -> impl Iterator<Item = (&'static str, Certificate)> {
    GROUPED.iter().map(|(name, _)| (*name, load(name)))
}

/// A fact that no step knows.
fn strange(number: u64) -> Fact {
    Fact { scope: 77, colour: 0, index: 9, position: [number, 0], to: [0, 0] }
}

/// The same with all that must be absent in groups, one for each fact.
fn in_groups_of_one(certificate: &Certificate) -> Certificate {
    let mut changed = certificate.clone();
    changed.header.version = "2".to_owned();
    let mut groups: Vec<Fact> = Vec::new();
    for lemma in &mut changed.lemmas {
        for fact in std::mem::take(&mut lemma.absent) {
            let place = groups.iter().position(|known| *known == fact).unwrap_or_else(|| {
                groups.push(fact);
                groups.len() - 1
            });
            lemma.groups.push(place as u64);
        }
        lemma.groups.sort_unstable();
    }
    changed.listed = groups.into_iter().zip(1..).collect();
    changed
}

#[test]
fn groups_prove_what_facts_do() {
    for (name, plain) in GROUPED {
        let verified = verify(&bytes(name)[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let other = verify(&bytes(plain)[..]).unwrap();
        assert_eq!((&verified.game, verified.value), (&other.game, other.value), "{name}");
        let certificate = load(name);
        assert_eq!(verify(&certificate.encode()[..]).unwrap(), verified, "{name}");
        assert!(certificate.lemmas.iter().any(|lemma| !lemma.groups.is_empty()), "{name}");
    }
    assert!(GROUPED.len() < FIXTURES.len());
    for (name, certificate) in fixtures() {
        let verified =
            check(&in_groups_of_one(&certificate)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verified, check(&certificate).unwrap(), "{name}");
    }
}

/// What a lemma that is cited asks for has to be known where it is cited.
#[test]
fn a_group_less_is_rejected_where_it_is_needed() {
    let mut cases: BTreeMap<String, usize> = BTreeMap::new();
    for (_, certificate) in grouped() {
        let all = certificate.lemmas.iter().enumerate();
        let all = all.flat_map(|(own, lemma)| lemma.groups.iter().map(move |group| (own, *group)));
        for (own, group) in some(all.collect(), 300) {
            let mut changed = certificate.clone();
            changed.lemmas[own].groups.retain(|other| *other != group);
            let why = match check(&changed) {
                // What follows asks for more than is needed: facts of the group that nobody inserts.
                Ok(_) => "accepted",
                Err(Error::Lemma { number, fault }) => {
                    assert_eq!(number, own as u64, "{fault}");
                    let faults = [
                        "do not make",
                        "needs absent that",
                        "does not say what answers",
                        "ends the game",
                        "about something else",
                    ];
                    faults.into_iter().find(|part| fault.contains(part)).unwrap_or_else(|| panic!("{fault}"))
                }
                Err(other) => panic!("{other}"),
            };
            *cases.entry(why.to_owned()).or_default() += 1;
        }
    }
    assert!(cases["do not make"] > 20 && cases["needs absent that"] > 200, "{cases:?}");
    assert!(20 * cases.get("accepted").unwrap_or(&0) < cases["needs absent that"], "{cases:?}");
}

/// A fact is in a group only if the list at the head says so.
#[test]
fn a_fact_that_is_not_listed_is_in_no_group() {
    let mut rejected = 0;
    for (_, certificate) in grouped() {
        for place in 0..certificate.listed.len() {
            let mut changed = certificate.clone();
            changed.listed[place].1 = 0;
            rejected += usize::from(check(&changed).is_err());
            changed.listed.remove(place);
            rejected += usize::from(check(&changed).is_err());
        }
    }
    assert!(rejected > 50, "{rejected}");
}

/// A step may not insert a fact of a group that the lemma after it asks to be absent.
#[test]
fn what_a_step_inserts_is_in_no_group_that_is_absent() {
    let mut cases = 0;
    for (name, mut certificate) in [("psk-1x2", load("psk-1x2")), ("nssk-2x2", load("nssk-2x2"))] {
        certificate = in_groups_of_one(&certificate);
        let wins = certificate.lemmas.iter().enumerate().filter_map(|(own, lemma)| match lemma.grounds {
            Grounds::Win { step, cited: Some(cited) } => Some((own, step as usize, cited as usize)),
            _ => None,
        });
        for (own, step, cited) in wins.collect::<Vec<_>>() {
            let step = certificate.steps(&certificate.lemmas[own]).swap_remove(step);
            for inserted in step.inserts.iter().map(Fact::of) {
                let mut changed = certificate.clone();
                let last = changed.listed.len() as u64;
                match changed.listed.iter_mut().find(|(fact, _)| *fact == inserted) {
                    Some((_, group)) => *group = 1 + last,
                    None => changed.listed.push((inserted, 1 + last)),
                }
                changed.lemmas.truncate(own + 1);
                for number in [cited, own] {
                    changed.lemmas[number].groups.push(last);
                }
                let Error::Lemma { number, fault } = rejected(&changed) else { panic!("{name}") };
                if number == own as u64 && fault.contains("needs absent that") {
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 20, "{cases}");
}

/// The start position has occurred.
#[test]
fn the_claims_lemmas_must_hold_at_the_start() {
    let occurred = Fact { scope: 0, colour: 0, index: 0, position: [0, 0], to: [0, 0] };
    for name in ["psk-1x2-groups", "psk-2x2-groups"] {
        let certificate = load(name);
        for claim in &certificate.claims {
            let mut changed = certificate.clone();
            changed.listed.retain(|(fact, _)| *fact != occurred);
            changed.listed.push((occurred.clone(), 100));
            changed.lemmas[*claim as usize - 1].groups.push(99);
            assert!(unproved(&changed).starts_with("nothing shows that Black "), "{name}");
        }
    }
}

#[test]
fn lists_and_sets_that_are_none_are_rejected() {
    let certificate = load("psk-1x2-groups");
    let listed = |change: fn(&mut Vec<(Fact, u64)>)| {
        let mut changed = certificate.clone();
        change(&mut changed.listed);
        match rejected(&changed) {
            Error::Facts(fault) => fault,
            other => panic!("{other}"),
        }
    };
    assert_eq!(listed(|facts| facts.push(facts[0].clone())), "a fact is given in full twice");
    assert_eq!(listed(|facts| facts.push((strange(0), 1 << 17))), "131072 is no group");
    assert_eq!(
        listed(|facts| facts.extend([(strange(0), 100), (Fact { scope: 78, ..strange(1) }, 100)])),
        "group 99 has facts of two scopes"
    );

    let lemma = |change: &dyn Fn(&mut Lemma)| {
        let mut changed = certificate.clone();
        change(&mut changed.lemmas[0]);
        fault(&changed)
    };
    // As a difference below 0, which is a very large number.
    let descending = lemma(&|lemma| lemma.groups = vec![3, 2]);
    assert_eq!(descending.0, 0);
    assert!(descending.1.ends_with("is no group of an ascending list"), "{}", descending.1);
    let (member, group) = certificate.listed.iter().find(|(_, group)| *group > 0).unwrap();
    let twice = lemma(&|lemma| {
        lemma.groups = vec![group - 1];
        lemma.present = vec![member.clone()];
    });
    assert_eq!(twice, (0, "a fact is absent with its group and present".to_owned()));

    let tokens = certificate.tokens();
    let set = tokens.iter().position(|token| token.field == "set" && token.value == 1).unwrap();
    let mut changed = tokens.clone();
    changed[set].value = 1000;
    let content = crate::model::content(&changed);
    match verify(&crate::model::assemble(&certificate.header.text(), &content)[..]) {
        Err(Error::Lemma { fault, .. }) => assert_eq!(fault, "999 is no number of a set of groups"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_body_is_of_the_version_that_the_header_says() {
    for (name, version) in [("psk-1x2-groups", "1"), ("psk-1x2", "2"), ("psk-2x2-groups", "1")] {
        let certificate = load(name);
        let mut header = certificate.header.clone();
        header.version = version.to_owned();
        let bytes = crate::model::assemble(&header.text(), &certificate.content());
        assert!(verify(&bytes[..]).is_err(), "{name} {version}");
    }
}

#[test]
fn lemmas_in_circles_have_no_groups() {
    let mut certificate = load("basic-2x2");
    certificate.header.version = "2".to_owned();
    certificate.listed = vec![(strange(0), 1)];
    assert!(check(&certificate).is_ok());
    let own = certificate.lemmas.iter().position(|lemma| certificate.kind(lemma).endless == 1).unwrap();
    certificate.lemmas[own].groups = vec![0];
    assert_eq!(fault(&certificate), (own as u64, "a lemma in a circle has conditions".to_owned()));
}

/// With 3000 facts in group 0, the last lemma is true, once more too; but too many copies of it are refused.
fn is_refused_if_repeated(mut certificate: Certificate) {
    certificate.header.version = "2".to_owned();
    certificate.listed = (0..3000).map(|number| (strange(number), 1)).collect();
    // The claims need more lemmas than are left.
    certificate.claims = vec![0, 0];
    let last = certificate.lemmas.last().expect("it has lemmas").clone();
    let mut with = |copies: usize| {
        certificate.lemmas.extend(vec![last.clone(); copies]);
        certificate.count = certificate.lemmas.len() as u64;
        rejected(&certificate)
    };
    match with(1) {
        Error::Claim(fault) => assert!(fault.starts_with("nothing shows"), "{fault}"),
        other => panic!("{other}"),
    }
    match with(60_000) {
        Error::Lemma { fault, .. } => {
            assert_eq!(fault, "the lemmas so far have more than 2048 steps for each byte of the frame");
        }
        other => panic!("{other}"),
    }
}

/// Where steps pull, all facts of a group are looked at, each time: that is counted.
#[test]
fn large_groups_that_are_named_often_are_refused() {
    let plain = load("configuration-rules-1x5");
    let citing = plain.lemmas.iter().enumerate().find_map(|(own, lemma)| match lemma.grounds {
        Grounds::Win { step, cited: Some(cited) } => {
            let step = plain.steps(lemma).swap_remove(step as usize);
            (!step.pulls.is_empty()).then_some((own, cited as usize))
        }
        _ => None,
    });
    let (own, cited) = citing.expect("a play pulls");
    let mut changed = plain.clone();
    changed.lemmas.truncate(own + 1);
    for number in [own, cited] {
        changed.lemmas[number].groups = vec![0];
    }
    is_refused_if_repeated(changed);
}

/// One group makes all of its facts known to be absent: a list of them is looked at for each citation, and
/// that is counted.
#[test]
fn long_lists_that_a_group_makes_known_are_refused() {
    let plain = load("psk-1x5");
    let citing = plain.lemmas.iter().enumerate().find_map(|(own, lemma)| match lemma.grounds {
        Grounds::Win { cited: Some(cited), .. } => Some((own, cited as usize)),
        _ => None,
    });
    let (own, cited) = citing.expect("somebody wins by a play");
    let mut changed = plain.clone();
    changed.lemmas.truncate(own + 1);
    changed.lemmas[cited].absent.extend((0..3000).map(strange));
    changed.lemmas[own].groups = vec![0];
    is_refused_if_repeated(changed);
}
