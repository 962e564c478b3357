//! Changes of what lemmas ask of the history.

use kosolver_checker::Error;
use kosolver_rules::{Before, Game, Legality, Proven, Step, Then};

use super::some;
use crate::model::{Certificate, Citation, Fact, Grounds, Lemma, Pattern, fixtures, load};
use crate::verdict::{check, fault, in_full, rejected, unproved};

/// What is known of the history before a step of a lemma.
pub struct Known {
    pub present: Vec<kosolver_rules::Fact>,
    absent: Vec<kosolver_rules::Fact>,
    patterns: Vec<Pattern>,
}

/// What is written, and what the node implies.
pub fn known(certificate: &Certificate, lemma: &Lemma) -> Known {
    let mut present: Vec<kosolver_rules::Fact> = lemma.present.iter().map(Fact::fact).collect();
    present.extend(certificate.header.game().implied(&lemma.node()));
    Known { present, absent: lemma.absent.iter().map(Fact::fact).collect(), patterns: lemma.patterns.clone() }
}

impl Known {
    pub fn is_absent(&self, fact: &kosolver_rules::Fact) -> bool {
        self.absent.contains(fact) || self.patterns.iter().any(|pattern| pattern.has(fact))
    }

    /// Whether a loser's step is passed over.
    fn passes_over(&self, game: &Game, step: &Step) -> bool {
        let prohibited = match &step.legality {
            Legality::Always => false,
            Legality::Unless(facts) => facts.iter().any(|fact| self.present.contains(fact)),
            Legality::Never(_) => true,
        };
        let ruled_out = |fact: &kosolver_rules::Fact| {
            self.is_absent(fact) || self.present.iter().any(|present| game.excludes(present, fact))
        };
        prohibited
            || step.present.iter().any(ruled_out)
            || step.absent.iter().any(|fact| self.present.contains(fact))
    }

    /// A step cites a lemma, and what that asks to be absent is absent.
    fn inherit(&mut self, certificate: &Certificate, full: &[Proven], step: &Step, cited: Citation) {
        let said = &full[cited.lemma as usize];
        for fact in &said.absent {
            if let Before::If(before) = step.before(&certificate.image(cited.turn, fact)) {
                self.absent.push(before);
            }
        }
        let patterns = said.patterns.iter().filter(|(scope, ..)| !step.clears.contains(scope));
        self.patterns.extend(patterns.map(|pattern| certificate.image_pattern(cited.turn, pattern)));
    }
}

/// The conditions of all lemmas, in full, where there are any.
pub fn full(certificate: &Certificate) -> Vec<Proven> {
    let claim = certificate.claims.iter().find(|claim| **claim > 0).expect("a lemma makes a claim");
    in_full(certificate, *claim as usize - 1).unwrap().lemmas()[1..].to_vec()
}

/// The steps that lead to the lemmas cited, in order.
fn cited_steps(certificate: &Certificate, full: &[Proven], lemma: &Lemma) -> Vec<(Step, Citation)> {
    let game = certificate.header.game();
    let (mut known, mut citations) = (known(certificate, lemma), lemma.citations().iter().copied());
    let mut steps = certificate.steps(lemma);
    if let Grounds::Win { step, .. } = lemma.grounds {
        steps = vec![steps.swap_remove(step as usize)];
    }
    let mut cited = Vec::new();
    for step in steps.into_iter().filter(|step| matches!(step.then, Then::Node(_))) {
        if matches!(lemma.grounds, Grounds::Win { .. }) || !known.passes_over(&game, &step) {
            let Some(citation) = citations.next() else { break };
            known.inherit(certificate, full, &step, citation);
            cited.push((step, citation));
        }
    }
    cited
}

/// What is said where the loser has a step that no lemma answers, in parts.
const STEP: &str = "ends the game with|does not say what answers|are needed|about something else|which needs";

/// Why a lemma needs a condition, if it is plain to see.
fn needed(
    certificate: &Certificate,
    full: &[Proven],
    own: usize,
    fact: &Fact,
    present: bool,
) -> Option<&'static str> {
    let lemma = &certificate.lemmas[own];
    let game = certificate.header.game();
    let steps = certificate.steps(lemma);
    let condition = fact.fact();
    let mut without = lemma.clone();
    if present { &mut without.present } else { &mut without.absent }.retain(|other| other != fact);
    let (mut before, mut after) = (known(certificate, lemma), known(certificate, &without));
    if let Grounds::Win { step, .. } = lemma.grounds {
        let step = &steps[step as usize];
        let guards = if present { &step.present } else { &step.absent };
        let otherwise =
            after.present.contains(&condition) || step.legality.prohibiting().contains(&condition);
        if guards.contains(&condition) && !otherwise {
            return Some("do not make");
        }
    } else {
        let mut citations = lemma.citations().iter();
        for step in &steps {
            let passed_over = before.passes_over(&game, step);
            if passed_over && !after.passes_over(&game, step) {
                let Then::End(score) = step.then else { return Some(STEP) };
                if certificate.kind(lemma).met_by(score) != (certificate.kind(lemma).winner == 0) {
                    return Some(STEP);
                }
            }
            if !passed_over && matches!(step.then, Then::Node(_)) {
                let cited = *citations.next()?;
                before.inherit(certificate, full, step, cited);
                after.inherit(certificate, full, step, cited);
            }
        }
    }
    let known = known(certificate, &without).present;
    for (step, cited) in cited_steps(certificate, full, lemma).into_iter().filter(|_| present) {
        let Then::Node(next) = &step.then else { unreachable!() };
        let implied = game.implied(next);
        for other in &certificate.lemmas[cited.lemma as usize].present {
            let image = certificate.image(cited.turn, &other.fact());
            let asked = matches!(step.before(&image), Before::If(before) if before == condition);
            let otherwise = implied.contains(&image) || step.present.contains(&condition);
            if asked && !otherwise && !known.contains(&condition) {
                return Some("needs present that");
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
        let all: Vec<_> = all.collect();
        let full = if all.is_empty() { Vec::new() } else { full(&certificate) };
        for (own, present, index) in some(all, 300) {
            let mut changed = certificate.clone();
            let lemma = &mut changed.lemmas[own];
            let fact = if present { &mut lemma.present } else { &mut lemma.absent }.remove(index);
            let Some(why) = needed(&certificate, &full, own, &fact, present) else {
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
    assert!(4 * idle < cases.values().sum::<usize>(), "{idle} whose need is not plain, {cases:?}");
    for needed in [(false, "do not make"), (false, STEP), (true, STEP), (true, "needs present that")] {
        assert!(cases.get(&needed).is_some_and(|count| *count >= 20), "{needed:?}: {cases:?}");
    }
}

/// What a lemma asks for must be met by those who cite it. What it asks to be absent they ask for themselves,
/// down to the start, whose history has the empty board.
#[test]
fn a_condition_more_must_be_met() {
    let certificate = load("psk-1x2");
    let occurred = Fact { scope: 0, colour: 0, index: 0, position: [0, 0], to: [0, 0] };
    for own in 0..certificate.lemmas.len() {
        let with = |change: &dyn Fn(&mut Lemma)| {
            let mut changed = certificate.clone();
            change(&mut changed.lemmas[own]);
            changed
        };
        let citing = certificate.lemmas.iter().position(|lemma| lemma.cited().contains(&(own as i64)));
        // No history has this fact.
        let changed = with(&|lemma| lemma.present.push(Fact::strange(0)));
        match citing {
            Some(citing) => {
                let (number, fault) = fault(&changed);
                assert_eq!(number, citing as u64);
                assert!(fault.contains(&format!("cites lemma {own}, which needs present that")), "{fault}");
            }
            None => assert!(unproved(&changed).starts_with("nothing shows")),
        }
        assert!(check(&with(&|lemma| lemma.absent.push(Fact::strange(0)))).is_ok(), "{own}");
        match rejected(&with(&|lemma| lemma.absent.push(occurred.clone()))) {
            Error::Lemma { number, fault } => {
                assert!(number >= own as u64, "{own}: {number} {fault}");
                let parts = ["absent and present", "needs absent that"];
                assert!(parts.iter().any(|part| fault.contains(part)), "{own}: {fault}");
            }
            Error::Claim(fault) => assert!(fault.starts_with("nothing shows"), "{own}: {fault}"),
            other => panic!("{own}: {other}"),
        }
    }
}

/// A lemma that needs a fact to be absent cannot follow a step that inserts it.
#[test]
fn what_a_step_inserts_is_not_absent() {
    let mut cases = 0;
    for name in ["nssk-1x2-suicide", "nssk-2x2", "fixed-1x4", "spight-1x2", "kee-cycle-1x2", "kee-1x2"] {
        let certificate = load(name);
        let (game, full) = (certificate.header.game(), full(&certificate));
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            for (step, cited) in cited_steps(&certificate, &full, lemma) {
                let there = &certificate.lemmas[cited.lemma as usize];
                for inserted in &step.inserts {
                    let fact = certificate.before_image(cited.turn, inserted);
                    if there.present.contains(&Fact::of(&fact)) || game.implied(&there.node()).contains(&fact)
                    {
                        continue;
                    }
                    let mut changed = certificate.clone();
                    let absent = &mut changed.lemmas[cited.lemma as usize].absent;
                    if !absent.contains(&Fact::of(&fact)) {
                        absent.push(Fact::of(&fact));
                    }
                    let (number, why) = fault(&changed);
                    assert!(number > cited.lemma as u64, "{name} {own}: {number} {why}");
                    assert!(number <= own as u64, "{name} {own}: {number} {why}");
                    let parts = [
                        &format!("it cites lemma {}, which needs absent that", cited.lemma),
                        "absent and present",
                    ];
                    assert!(parts.iter().any(|part| why.contains(*part)), "{name} {own}: {why}");
                    cases += usize::from(why.contains("it cites lemma"));
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
        ("kee-1x2", 1, false),
        ("kee-passer-sum-1x2", 0, true),
        ("kee-passer-sum-1x2", 1, true),
        ("kee-passer-sum-1x2", 2, false),
    ] {
        let certificate = load(name);
        let strange = Fact { scope, ..Fact::strange(9) };
        let mut changed = certificate.clone();
        changed.lemmas.iter_mut().for_each(|lemma| lemma.present.push(strange.clone()));
        let full = full(&certificate);
        let clears = |own: usize| {
            let steps = cited_steps(&certificate, &full, &certificate.lemmas[own]);
            steps.iter().any(|(step, _)| step.clears.contains(&kosolver_rules::Scope(scope as u8)))
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

/// A list ascends, and a fact is in one of the two at most.
#[test]
fn a_condition_is_listed_once() {
    let certificate = load("spight-1x2");
    for own in 0..certificate.lemmas.len() {
        for (present, twice) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut changed = certificate.clone();
            let Lemma { absent, present: present_facts, .. } = &mut changed.lemmas[own];
            let (facts, others) = if present { (present_facts, absent) } else { (absent, present_facts) };
            let Some(fact) = facts.first().cloned() else { continue };
            if twice { facts } else { others }.push(fact);
            let (number, why) = fault(&changed);
            assert_eq!(number, own as u64);
            let said = if twice { "is no number of a fact" } else { "a fact is absent and present" };
            assert!(why.ends_with(said), "{why}");
        }
    }
}

#[test]
fn lemmas_in_circles_have_no_conditions() {
    let mut certificate = load("basic-2x2");
    certificate.listed = vec![(Fact::strange(0), 1)];
    let own = certificate.lemmas.iter().position(|lemma| certificate.kind(lemma).endless == 1).unwrap();
    let changes = [
        ("absent", (|lemma| lemma.absent.push(Fact::strange(0))) as fn(&mut Lemma)),
        ("present", |lemma| lemma.present.push(Fact::strange(0))),
        ("a group", |lemma| lemma.groups.push(0)),
        ("a pattern", |lemma| lemma.patterns.push(Pattern { scope: 0, player: 0, stones: 0, points: 1 })),
    ];
    for (what, change) in changes {
        let mut changed = certificate.clone();
        change(&mut changed.lemmas[own]);
        assert_eq!(fault(&changed), (own as u64, "a lemma in a circle has conditions".to_owned()), "{what}");
    }
    // A group without facts is none.
    certificate.lemmas[own].groups.push(1);
    assert!(check(&certificate).is_ok());
}
