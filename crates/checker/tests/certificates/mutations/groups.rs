//! Conditions in groups of facts. The fixtures are small: their lemmas name none, so groups are put in.

use kosolver_checker::Error;
use kosolver_rules::{Scope, Then};

use super::some;
use crate::model::{self, Certificate, Fact, Grounds, Lemma, Pattern, assemble, fixtures, load};
use crate::verdict::{check, fault, rejected, unproved, verify};

/// All lemmas ask for the absence of group 0, which has this fact.
fn grouped(certificate: &Certificate, fact: Fact) -> Certificate {
    let mut changed = certificate.clone();
    changed.listed.push((fact, 1));
    changed.lemmas.iter_mut().for_each(|lemma| lemma.groups = vec![0]);
    changed
}

/// The winner's steps that lead to lemmas: the lemma, the step and the lemma cited.
fn wins(certificate: &Certificate) -> Vec<(usize, kosolver_rules::Step, usize)> {
    let wins = certificate.lemmas.iter().enumerate().filter_map(|(own, lemma)| match lemma.grounds {
        Grounds::Win { step, cited: Some(cited) } => {
            Some((own, certificate.steps(lemma).swap_remove(step as usize), cited.lemma as usize))
        }
        _ => None,
    });
    wins.collect()
}

/// What a lemma that is cited asks for has to be asked for where it is cited, unless the step clears it.
#[test]
fn a_group_less_is_rejected_where_it_is_needed() {
    let (mut needed, mut cleared) = (0, 0);
    for (name, certificate) in fixtures() {
        // There circles have no conditions, or steps pull.
        if certificate.kinds.iter().any(|kind| kind.endless == 1) || name == "configuration-rules-1x5" {
            continue;
        }
        let scopes = certificate.header.game().scopes();
        for scope in scopes.iter().map(|scope| scope.0).chain([77]) {
            let fact = Fact { scope: scope.into(), ..Fact::strange(9) };
            let images = 0..certificate.turns();
            if images.map(|turn| certificate.image(turn, &fact.fact())).any(|image| image != fact.fact()) {
                continue;
            }
            let grouped = grouped(&certificate, fact);
            assert_eq!(check(&grouped).unwrap(), check(&certificate).unwrap(), "{name}");
            for own in some((0..certificate.lemmas.len()).collect(), 30) {
                let lemma = &certificate.lemmas[own];
                let steps = certificate.steps(lemma);
                let clears = |scope| steps.iter().any(|step| step.clears.contains(&Scope(scope)));
                let mut changed = grouped.clone();
                changed.lemmas[own].groups.clear();
                if lemma.cited().is_empty() {
                    assert!(check(&changed).is_ok(), "{name} {own}");
                } else if !clears(scope) {
                    let (number, why) = fault(&changed);
                    assert_eq!(number, own as u64, "{name}: {why}");
                    assert!(why.ends_with("which needs the absence of a group"), "{name}: {why}");
                    needed += 1;
                } else {
                    cleared += usize::from(check(&changed).is_ok());
                }
            }
        }
    }
    assert!(needed > 500 && cleared > 20, "{needed} {cleared}");
}

/// A fact that a lemma asks to be absent may be named by a group, which has it or an image of it.
#[test]
fn a_group_is_the_absence_of_its_facts_and_their_images() {
    let mut cases = 0;
    for (name, certificate) in fixtures() {
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            for place in 0..lemma.absent.len() {
                let mut without = certificate.clone();
                let fact = without.lemmas[own].absent.remove(place);
                // Only where the lemma needs it.
                if !matches!(check(&without), Err(Error::Lemma { number, .. }) if number == own as u64) {
                    continue;
                }
                without.listed.retain(|(other, _)| *other != fact);
                without.lemmas[own].groups = vec![0];
                for turn in 0..certificate.turns() {
                    let mut changed = without.clone();
                    let image = Fact::of(&certificate.image(turn, &fact.fact()));
                    changed.listed.retain(|(other, _)| *other != image);
                    changed.listed.push((image, 1));
                    match check(&changed) {
                        Err(Error::Lemma { number, fault }) => {
                            assert!(number > own as u64, "{name} {own}: {number} {fault}");
                            assert!(fault.contains("the absence of a group"), "{name} {own}: {fault}");
                        }
                        result => assert!(result.is_ok(), "{name} {own}: {result:?}"),
                    }
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 100, "{cases}");
}

/// A step may not insert a fact of a group that the lemma after it asks to be absent, nor an image of one.
#[test]
fn what_a_step_inserts_is_in_no_group_that_is_absent() {
    let mut cases = 0;
    for name in ["psk-1x2", "nssk-2x2", "psk-2x3", "suicide-2x2", "spight-1x2"] {
        let certificate = load(name);
        for (own, step, cited) in wins(&certificate) {
            for inserted in &step.inserts {
                for turn in 0..certificate.turns() {
                    let listed = Fact::of(&certificate.image(turn, inserted));
                    let mut changed = certificate.clone();
                    changed.listed.retain(|(fact, _)| *fact != listed);
                    changed.listed.iter_mut().for_each(|(_, group)| *group = 0);
                    changed.listed.push((listed, 1 << 16));
                    changed.lemmas.truncate(own + 1);
                    for number in [cited, own] {
                        changed.lemmas[number].groups.push((1 << 16) - 1);
                    }
                    let Error::Lemma { number, fault } = rejected(&changed) else { panic!("{name}") };
                    assert!(number <= own as u64, "{name} {own}: {number} {fault}");
                    cases += usize::from(number == own as u64 && fault.contains("which the step inserts"));
                }
            }
        }
    }
    assert!(cases > 100, "{cases}");
}

/// Of what a step pulls no group and no pattern says what was there before.
#[test]
fn neither_group_nor_pattern_is_absent_after_a_step_that_pulls() {
    let certificate = load("configuration-rules-1x5");
    for of_pattern in [false, true] {
        let mut cases = 0;
        for (own, step, cited) in wins(&certificate) {
            let mut changed = certificate.clone();
            changed.listed.push((Fact::strange(9), 1));
            for number in [cited, own] {
                match of_pattern {
                    false => changed.lemmas[number].groups = vec![0],
                    true => {
                        let pattern = Pattern { scope: 9, player: 0, stones: 0, points: 1 };
                        changed.lemmas[number].patterns.push(pattern);
                    }
                }
            }
            if !step.pulls.is_empty() {
                let (number, fault) = fault(&changed);
                assert!(number <= own as u64, "{own}: {number} {fault}");
                cases += usize::from(number == own as u64 && fault.ends_with("the step pulls"));
            }
        }
        assert!(cases > 5, "{cases}");
    }
}

/// The start position has occurred.
#[test]
fn the_claims_lemmas_must_hold_at_the_start() {
    let occurred = Fact { scope: 0, colour: 0, index: 0, position: [0, 0], to: [0, 0] };
    for name in ["psk-1x2", "psk-2x2", "psk-1x5"] {
        let certificate = load(name);
        for claim in &certificate.claims {
            let mut changed = certificate.clone();
            let root = *claim as usize - 1;
            changed.listed.retain(|(fact, _)| *fact != occurred);
            changed.listed.push((occurred.clone(), 100));
            changed.lemmas.push(changed.lemmas[root].clone());
            let last = changed.lemmas.last_mut().unwrap();
            last.groups.push(99);
            last.present.retain(|fact| *fact != occurred);
            changed.count += 1;
            changed
                .claims
                .iter_mut()
                .filter(|other| *other == claim)
                .for_each(|claim| *claim = certificate.count + 1);
            assert!(unproved(&changed).starts_with("nothing shows that Black "), "{name}");
        }
    }
}

#[test]
fn lists_and_sets_that_are_none_are_rejected() {
    let certificate = grouped(&load("psk-1x5"), Fact::strange(9));
    let listed = |more: &[(Fact, u64)]| {
        let mut changed = certificate.clone();
        changed.listed.extend_from_slice(more);
        match rejected(&changed) {
            Error::Facts(fault) => fault,
            other => panic!("{other}"),
        }
    };
    let strange = Fact::strange;
    let fact = |scope, position| Fact { scope, position, ..strange(0) };
    assert_eq!(listed(&[certificate.listed[0].clone()]), "a fact is listed twice");
    assert_eq!(listed(&[(strange(0), 1 << 17)]), "131072 is no group");
    assert_eq!(listed(&[(strange(0), 100), (fact(78, [0, 0]), 100)]), "group 99 has facts of two scopes");
    assert_eq!(
        listed(&[(fact(77, [1, 0]), 100), (fact(77, [0, 16]), 101)]),
        "a fact and an image of it are in two groups"
    );

    let lemma = |change: &dyn Fn(&mut Lemma)| {
        let mut changed = certificate.clone();
        change(&mut changed.lemmas[0]);
        let (number, fault) = fault(&changed);
        assert_eq!(number, 0);
        fault
    };
    // As a difference below 0, which is a very large number.
    let descending = lemma(&|lemma| lemma.groups = vec![3, 2]);
    assert!(descending.ends_with("is no group of an ascending list"), "{descending}");
    let beyond = lemma(&|lemma| lemma.groups = vec![0, 1 << 16]);
    assert!(beyond.ends_with("is no group of an ascending list"), "{beyond}");

    let tokens = certificate.tokens();
    let set = tokens.iter().position(|token| token.field == "set" && token.value == 2).unwrap();
    let mut changed = tokens.clone();
    changed[set].value = 1000;
    match verify(&assemble(&certificate.header.text(), &model::content(&changed))[..]) {
        Err(Error::Lemma { fault, .. }) => assert_eq!(fault, "999 is no number of a set of groups"),
        other => panic!("{other:?}"),
    }
}

/// The last lemma is true, once more too; but too many copies of it are refused.
fn is_refused_if_repeated(mut certificate: Certificate) {
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

/// One set makes many facts known to be absent: it is gone through for each citation, and that is counted.
#[test]
fn large_sets_that_are_named_often_are_refused() {
    let certificate = load("psk-1x5");
    let (own, step, cited) = wins(&certificate).swap_remove(0);
    assert!(matches!(step.then, Then::Node(_)));
    for in_groups in [true, false] {
        let mut changed = certificate.clone();
        changed.lemmas.truncate(own + 1);
        match in_groups {
            true => [own, cited].map(|number| changed.lemmas[number].groups = (0..3000).collect()),
            false => [cited, cited]
                .map(|number| changed.lemmas[number].absent = (0..3000).map(Fact::strange).collect()),
        };
        is_refused_if_repeated(changed);
    }
}
