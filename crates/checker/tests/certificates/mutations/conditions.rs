//! Changes of what lemmas ask of the history.

use kosolver_rules::{Legality, Step, Then};

use super::some;
use crate::model::{Certificate, Fact, Grounds, Lemma, fixtures, load};
use crate::verdict::{check, fault, unproved};

/// What is known of the history before a step of a lemma: the facts it must have and those that
/// its node implies.
pub struct Known {
    pub present: Vec<kosolver_rules::Fact>,
    pub absent: Vec<kosolver_rules::Fact>,
}

pub fn known(certificate: &Certificate, lemma: &Lemma) -> Known {
    let mut present: Vec<kosolver_rules::Fact> = lemma.present.iter().map(Fact::fact).collect();
    present.extend(certificate.header.game().implied(&lemma.node()));
    Known { present, absent: lemma.absent.iter().map(Fact::fact).collect() }
}

/// Whether a loser's step is passed over.
fn passed_over(certificate: &Certificate, known: &Known, step: &Step) -> bool {
    let game = certificate.header.game();
    let prohibited = match &step.legality {
        Legality::Always => false,
        Legality::Unless(facts) => facts.iter().any(|fact| known.present.contains(fact)),
        Legality::Never(_) => true,
    };
    let absent = |fact: &kosolver_rules::Fact| {
        known.absent.contains(fact) || known.present.iter().any(|present| game.excludes(present, fact))
    };
    prohibited
        || step.present.iter().any(absent)
        || step.absent.iter().any(|fact| known.present.contains(fact))
}

/// The steps that lead to the lemmas cited, in order.
fn cited_steps<'a>(certificate: &Certificate, lemma: &Lemma, steps: &'a [Step]) -> Vec<&'a Step> {
    let known = known(certificate, lemma);
    let goes_on = |step: &&Step| matches!(step.then, Then::Node(_));
    match &lemma.grounds {
        Grounds::Win { step, .. } => Some(&steps[*step as usize]).into_iter().filter(goes_on).collect(),
        Grounds::Loss { .. } => {
            steps.iter().filter(goes_on).filter(|step| !passed_over(certificate, &known, step)).collect()
        }
    }
}

/// What is said where the loser has a step that no lemma answers, in parts.
const STEP: &str = "ends the game with|does not say what answers|are needed|about something else|which needs";

/// Why a lemma needs a condition, if it is plain to see.
fn needed(certificate: &Certificate, own: usize, fact: &Fact, present: bool) -> Option<&'static str> {
    let lemma = &certificate.lemmas[own];
    let steps = certificate.steps(lemma);
    let condition = fact.fact();
    let mut without = lemma.clone();
    if present { &mut without.present } else { &mut without.absent }.retain(|other| other != fact);
    let (before, after) = (known(certificate, lemma), known(certificate, &without));
    if let Grounds::Win { step, .. } = lemma.grounds {
        let step = &steps[step as usize];
        let for_step = if present {
            step.present.contains(&condition) && !after.present.contains(&condition)
        } else {
            step.legality.prohibiting().contains(&condition) || step.absent.contains(&condition)
        };
        if for_step {
            return Some("do not make");
        }
    } else {
        let newly = steps.iter().filter(|step| {
            passed_over(certificate, &before, step) && !passed_over(certificate, &after, step)
        });
        for step in newly {
            match step.then {
                Then::Node(_) => return Some(STEP),
                Then::End(score) => {
                    let kind = certificate.kind(lemma);
                    let threshold = kosolver_rules::Score::fraction(kind.numerator, kind.denominator as i64);
                    let met = score > threshold || (kind.strict == 0 && score == threshold);
                    if met != (kind.winner == 0) {
                        return Some(STEP);
                    }
                }
            }
        }
    }
    for (step, cited) in cited_steps(certificate, lemma, &steps).into_iter().zip(lemma.cited()) {
        let other = &certificate.lemmas[cited as usize];
        let Then::Node(next) = &step.then else { unreachable!() };
        let cleared = step.clears.contains(&condition.scope);
        if present && other.present.contains(fact) {
            let otherwise = step.inserts.contains(&condition)
                || certificate.header.game().implied(next).contains(&condition)
                || (!cleared && (step.present.contains(&condition) || after.present.contains(&condition)));
            if !otherwise {
                return Some("needs present that");
            }
        }
        if !present && other.absent.contains(fact) {
            let otherwise = cleared
                || step.legality.prohibiting().contains(&condition)
                || step.absent.contains(&condition);
            if !otherwise {
                return Some("needs absent that");
            }
        }
    }
    None
}

#[test]
fn a_condition_less_is_rejected_where_it_is_needed() {
    let mut cases = std::collections::BTreeMap::new();
    let mut idle = 0;
    for (name, certificate) in fixtures() {
        let all = certificate.lemmas.iter().enumerate().flat_map(|(own, lemma)| {
            let absent = (0..lemma.absent.len()).map(move |index| (own, false, index));
            absent.chain((0..lemma.present.len()).map(move |index| (own, true, index)))
        });
        for (own, present, index) in some(all.collect(), 300) {
            let mut changed = certificate.clone();
            let lemma = &mut changed.lemmas[own];
            let fact = if present { &mut lemma.present } else { &mut lemma.absent }.remove(index);
            let Some(why) = needed(&certificate, own, &fact, present) else {
                idle += 1;
                continue;
            };
            let (number, fault) = fault(&changed);
            assert_eq!(number, own as u64, "{name}: {fault}");
            assert!(
                why.split('|').any(|part| fault.contains(part)),
                "{name} lemma {own}: {fault}, not {why}"
            );
            *cases.entry((present, why)).or_insert(0) += 1;
        }
    }
    assert!(8 * idle < cases.values().sum::<usize>(), "{idle} whose need is not plain, {cases:?}");
    for needed in
        [(false, "do not make"), (false, "needs absent that"), (true, STEP), (true, "needs present that")]
    {
        assert!(cases.get(&needed).is_some_and(|count| *count >= 20), "{needed:?}: {cases:?}");
    }
}

/// One condition more on a lemma is one more to be met by those who cite it.
#[test]
fn a_condition_more_must_be_met() {
    // No history has these facts.
    let certificate = load("psk-1x2");
    let strange = Fact { scope: 77, colour: 2, index: 5, position: [1, 2], to: [2, 1] };
    for own in 0..certificate.lemmas.len() {
        let citing = certificate.lemmas.iter().position(|lemma| lemma.cited().contains(&(own as i64)));
        for present in [true, false] {
            let mut changed = certificate.clone();
            let lemma = &mut changed.lemmas[own];
            if present { &mut lemma.present } else { &mut lemma.absent }.push(strange.clone());
            match (citing, present) {
                (Some(citing), _) => {
                    let (number, fault) = fault(&changed);
                    assert_eq!(number, citing as u64);
                    let how = if present { "present" } else { "absent" };
                    assert!(fault.contains(&format!("cites lemma {own}, which needs {how} that")), "{fault}");
                }
                (None, true) => assert!(unproved(&changed).starts_with("nothing shows")),
                // The start's history has not the fact.
                (None, false) => assert!(check(&changed).is_ok()),
            }
        }
    }
}

/// A lemma that needs a fact to be absent cannot follow a step that inserts it, even if it was
/// absent before.
#[test]
fn what_a_step_inserts_is_not_absent() {
    let mut cases = 0;
    for name in ["nssk-1x2-suicide", "nssk-2x2", "fixed-1x4", "spight-1x2", "kee-cycle-1x2", "kee-1x2"] {
        let certificate = load(name);
        let game = certificate.header.game();
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            let steps = certificate.steps(lemma);
            for (step, cited) in cited_steps(&certificate, lemma, &steps).into_iter().zip(lemma.cited()) {
                let there = &certificate.lemmas[cited as usize];
                for fact in step.inserts.iter().filter(|fact| !game.implied(&there.node()).contains(fact)) {
                    let fact = Fact::of(fact);
                    if lemma.present.contains(&fact) || there.present.contains(&fact) {
                        continue;
                    }
                    let mut changed = certificate.clone();
                    for number in [own, cited as usize] {
                        if !changed.lemmas[number].absent.contains(&fact) {
                            changed.lemmas[number].absent.push(fact.clone());
                        }
                    }
                    let (number, why) = fault(&changed);
                    assert!(number > cited as u64 && number <= own as u64, "{name} {own}: {number} {why}");
                    let needs = format!("it cites lemma {cited}, which needs absent that");
                    assert!(why.contains(&needs), "{name} {own}: {why}");
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 50, "{cases}");
}

/// A fact that no step knows may be required of the history all along, until it is cleared.
#[test]
fn what_a_step_clears_is_not_present() {
    for (name, scope, cleared) in [
        ("psk-1x2", 0, false),
        ("spight-1x2", 0, true),
        ("spight-1x2", 1, false),
        ("kee-1x2", 0, true),
        ("kee-1x2", 3, false),
        ("kee-passer-sum-1x2", 0, false),
        ("kee-passer-sum-1x2", 1, true),
        ("kee-passer-sum-1x2", 2, true),
        ("kee-passer-sum-1x2", 3, false),
    ] {
        let certificate = load(name);
        let strange = Fact { scope, colour: 0, index: 9, position: [5, 2], to: [2, 5] };
        let mut changed = certificate.clone();
        changed.lemmas.iter_mut().for_each(|lemma| lemma.present.push(strange.clone()));
        let clears = |own: usize| {
            let lemma = &certificate.lemmas[own];
            let steps = certificate.steps(lemma);
            let steps = cited_steps(&certificate, lemma, &steps);
            steps.iter().any(|step| step.clears.contains(&kosolver_rules::Scope(scope as u8)))
        };
        let first = (0..certificate.lemmas.len()).find(|own| clears(*own));
        assert_eq!(first.is_some(), cleared, "{name} {scope}");
        match first {
            Some(own) => {
                let (number, why) = fault(&changed);
                assert_eq!(number, own as u64, "{name} {scope}: {why}");
                assert!(why.contains("which needs present that"), "{name} {scope}: {why}");
            }
            // The history at the start has it not.
            None => assert!(unproved(&changed).starts_with("nothing shows"), "{name} {scope}"),
        }
        // It may be required to be absent: it is, at the start and ever after.
        let mut changed = certificate.clone();
        changed.lemmas.iter_mut().for_each(|lemma| lemma.absent.push(strange.clone()));
        assert!(check(&changed).is_ok(), "{name} {scope}");
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
            changed.lemmas[*claim as usize - 1].absent.push(occurred.clone());
            assert!(unproved(&changed).starts_with("nothing shows that Black "), "{name}");
        }
    }
}

#[test]
fn a_condition_is_listed_once() {
    let certificate = load("psk-1x2");
    for (own, lemma) in certificate.lemmas.iter().enumerate() {
        for present in [true, false] {
            let mut changed = certificate.clone();
            let changed_lemma = &mut changed.lemmas[own];
            let facts = if present { &mut changed_lemma.present } else { &mut changed_lemma.absent };
            let Some(fact) = facts.first().cloned() else { continue };
            facts.push(fact);
            assert_eq!(fault(&changed), (own as u64, "a fact is listed twice".to_owned()), "{lemma:?}");
        }
    }
}

#[test]
fn lemmas_in_circles_have_no_conditions() {
    let certificate = load("basic-2x2");
    let own = certificate.lemmas.iter().position(|lemma| certificate.kind(lemma).endless == 1).unwrap();
    let fact = Fact { scope: 0, colour: 0, index: 0, position: [0, 0], to: [0, 0] };
    for present in [true, false] {
        let mut changed = certificate.clone();
        let lemma = &mut changed.lemmas[own];
        if present { &mut lemma.present } else { &mut lemma.absent }.push(fact.clone());
        assert_eq!(fault(&changed), (own as u64, "a lemma in a circle has conditions".to_owned()));
    }
}
