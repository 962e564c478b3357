//! Games that carry more along than tallies: prisoners, pass stones, handicap stones, passes. Every
//! part of it is changed, in every lemma that has any of it and in lemmas that have none.

use std::time::{Duration, Instant};

use kosolver_checker::Error;

use crate::model::{self, CARRYING, Certificate, Grounds, Lemma, More, assemble, bytes, load};
use crate::verdict::{check, fault, header_fault, rejected, verify};

fn fixtures() -> impl Iterator<Item = (&'static str, Certificate)> {
    CARRYING.iter().map(|(name, ..)| (*name, load(name)))
}

type Change = fn(&mut More);

/// A certificate with one lemma's node changed.
fn with(certificate: &Certificate, own: usize, change: impl FnOnce(&mut More)) -> Certificate {
    let mut changed = certificate.clone();
    let lemma = &mut changed.lemmas[own];
    change(lemma.more.get_or_insert_default());
    lemma.flags |= 8;
    changed
}

/// If it is accepted it proves the same.
#[track_caller]
fn proves_nothing_false(certificate: &Certificate, value: &str) -> bool {
    match check(certificate) {
        Ok(verified) => assert_eq!(verified.value.to_string(), value),
        Err(_) => return false,
    }
    true
}

#[test]
fn they_prove_their_values_in_the_documented_format() {
    for (name, game, value) in CARRYING {
        let file = bytes(name);
        let verified = verify(&file[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(format!("{} {}", *verified.game.board(), *verified.game.rules()), *game, "{name}");
        assert_eq!(verified.value.to_string(), *value, "{name}");
        let certificate = Certificate::decode(&file);
        assert_eq!(certificate.content(), model::decompress(&file[model::body_start(&file)..]), "{name}");
        assert!(
            ["agreement-1x3", "kee-2020-1x3"].contains(name)
                || certificate.lemmas.iter().any(|lemma| lemma.more.is_some())
        );
    }
}

/// Nodes that differ in the balance may be weighed; all else must be the same.
#[test]
fn what_is_carried_along_is_compared() {
    let changes: [(&str, Change); 9] = [
        ("passed", |more| more.flags ^= 1),
        ("handicap", |more| more.handicap += 1),
        ("held by Black", |more| more.held[0] += 1),
        ("held by White", |more| more.held[1] += 1),
        ("net passes", |more| more.net_passes[0] += 1),
        ("least", |more| more.net_passes[1] -= 1),
        ("most", |more| more.net_passes[2] += 1),
        ("kept for White", |more| match more.words.pop() {
            None => (more.flags, more.words) = (more.flags | 2, vec![[128, 2, 0, 4, 0, 0]]),
            Some([_, 1, ..]) => more.words.push([128, 2, 0, 4, 0, 0]),
            Some(_) => {}
        }),
        ("kept for Black", |more| match more.words.first_mut() {
            None => (more.flags, more.words) = (more.flags | 2, vec![[128, 1, 0, 4, 0, 0]]),
            Some([.., black, white]) => *black ^= 3 & !*white,
        }),
    ];
    let kee = ["kee-1x2", "kee-cycle-1x2", "kee-passer-sum-cycle-1x3"].map(|name| (name, load(name)));
    for (name, certificate) in fixtures().chain(kee) {
        for own in 0..certificate.lemmas.len() {
            for (what, change) in changes {
                let changed = with(&certificate, own, change);
                match rejected(&changed) {
                    Error::Lemma { number, .. } => assert!(number >= own as u64, "{name} {own} {what}"),
                    Error::Claim(_) => {}
                    other => panic!("{name} {own} {what}: {other}"),
                }
            }
        }
    }
}

/// A lemma of a game with more prisoners for Black is no lemma of Black's for one with fewer.
#[test]
fn balances_are_weighed_the_right_way_round() {
    for (name, weighed) in
        [("territory-1x4", true), ("ikeda-1x4", true), ("equivalence-2x2", false), ("psk-1x5", false)]
    {
        let certificate = load(name);
        let (mut serves, mut refused) = (0, 0);
        for (own, lemma) in certificate.lemmas.iter().enumerate() {
            let for_black = if certificate.kind(lemma).winner == 0 { 1 } else { -1 };
            for by in [1, 5, 1000] {
                // The lemma says less: it is still true, and may serve where it did or be too weak.
                let harder = with(&certificate, own, |more| more.balance -= by * for_black);
                serves += usize::from(proves_nothing_false(&harder, &certificate.header.value));
                // The lemma of a better balance is true as well, and serves nobody.
                let easier = with(&certificate, own, |more| more.balance += by * for_black);
                let accepted = proves_nothing_false(&easier, &certificate.header.value);
                assert!(!accepted || weighed && by == 1, "{name} {own} {by}");
                if let (Err(Error::Lemma { number, fault }), Grounds::Win { cited: None, .. }) =
                    (check(&easier), &lemma.grounds)
                {
                    if name == "psk-1x5" {
                        let why = "its memory has a balance, which the rules do not";
                        assert_eq!((number, fault.as_str()), (own as u64, why));
                    } else {
                        assert!(
                            number > own as u64 && fault.ends_with("about something else"),
                            "{name}: {fault}"
                        );
                    }
                    refused += 1;
                }
            }
        }
        assert!(serves == 0 || weighed, "{name}: {serves}");
        assert!(refused > 0, "{name}");
    }
}

/// A memory with nothing in it is none.
#[test]
fn an_empty_memory_may_be_written() {
    let certificate = load("psk-1x2");
    for own in 0..certificate.lemmas.len() {
        assert_eq!(check(&with(&certificate, own, |_| {})).unwrap(), check(&certificate).unwrap());
    }
}

/// Kee's tallies can be weighed, but a start with handicap stones to place is not one without.
#[test]
fn tallies_alone_are_no_memory() {
    for name in ["kee-1x2", "kee-2x2", "kee-cycle-1x5", "kee-passer-sum-cycle-1x3", "psk-1x2"] {
        let mut certificate = load(name);
        certificate.header.rules.push_str(" handicap=1");
        match rejected(&certificate) {
            Error::Claim(fault) => assert!(fault.starts_with("nothing shows"), "{name}: {fault}"),
            // Nor are the players alike.
            Error::Kinds(fault) => assert!(fault.ends_with("tell Black from White"), "{name}: {fault}"),
            other => panic!("{name}: {other}"),
        }
    }
}

/// Black would be stuck before the first move, at a score that the range of scores leaves out.
#[test]
fn handicap_stones_must_fit() {
    for handicap in [5, 6, 63] {
        let mut certificate = load("handicap-1x5");
        certificate.header.rules =
            format!("ko=psk suicide=forbidden scoring=area komi=-100 no-result=0 handicap={handicap}");
        let why = format!(
            "{handicap} handicap stone(s) do not fit 1x5: there is room for 4, since every stone needs a liberty"
        );
        assert_eq!(header_fault(&certificate.encode()), why);
    }
}

/// "The situation has occurred after so many passes": the number decides who wins the cycle.
#[test]
fn long_cycles_are_judged_by_the_right_passes() {
    for name in ["long-cycle-1x2", "long-cycle-1x3"] {
        let certificate = load(name);
        let mut cases = 0;
        for own in 0..certificate.lemmas.len() {
            let facts = |lemma: &Lemma| [lemma.absent.len(), lemma.present.len()];
            for (list, count) in facts(&certificate.lemmas[own]).into_iter().enumerate() {
                for (place, index) in
                    (0..count).flat_map(|place| [0, 1, 2, 0xfffe, 0xffff].map(|index| (place, index)))
                {
                    let mut changed = certificate.clone();
                    let lemma = &mut changed.lemmas[own];
                    let fact = &mut (if list == 0 { &mut lemma.absent } else { &mut lemma.present })[place];
                    if fact.index == index {
                        continue;
                    }
                    fact.index = index;
                    proves_nothing_false(&changed, &certificate.header.value);
                    cases += 1;
                }
            }
        }
        assert!(cases > 0, "{name}");
    }
}

#[test]
fn numbers_have_bounds() {
    let certificate = load("territory-1x4");
    let refused = |change: fn(&mut More)| fault(&with(&certificate, 0, change));
    assert_eq!(refused(|more| more.flags = 4), (0, "4 is no set of flags".to_owned()));
    assert_eq!(refused(|more| more.handicap = 64), (0, "64 is no number of handicap stones".to_owned()));
    assert_eq!(refused(|more| more.balance = 1 << 24), (0, "16777216 is no balance".to_owned()));
    assert_eq!(refused(|more| more.held[1] = 1 << 15), (0, "32768 is no number of prisoners".to_owned()));
    assert_eq!(refused(|more| more.net_passes[2] = -1024), (0, "-1024 is no number of passes".to_owned()));
    let kept = load("kee-2007-1x3");
    let refused =
        |words: &[[u64; 6]]| fault(&with(&kept, 0, |more| (more.flags, more.words) = (2, words.to_vec())));
    let word = [128, 1, 0, 4, 1, 0];
    assert_eq!(refused(&[[128, 1, 0, 4, 1, 1]]), (0, "its position is none of 1x3".to_owned()));
    assert_eq!(refused(&[[128, 1, 0, 3, 1, 0]]), (0, "a word of its memory is no board".to_owned()));
    assert_eq!(refused(&[[127, 1, 0, 4, 1, 0]]), (0, "127 is no slot here".to_owned()));
    assert_eq!(refused(&[word, word]), (0, "128 is no slot here".to_owned()));
}

/// At most a step for each number of passes there can have been, and no arithmetic overflows.
#[test]
fn absurd_numbers_are_harmless() {
    for (name, certificate) in fixtures().filter(|(_, certificate)| certificate.lemmas.len() < 60) {
        let header = certificate.header.text();
        let tokens = certificate.tokens();
        let carried = ["flags", "memory flags", "handicap", "balance", "held", "net passes", "word", "index"];
        for place in (0..tokens.len()).filter(|place| carried.contains(&tokens[*place].field)) {
            for absurd in
                [u64::MAX, 1 << 63, u64::from(u32::MAX), (1 << 25) - 1, (1 << 15) - 1, 2046, 2045, 63, 15, 9]
            {
                let mut changed = tokens.clone();
                changed[place].value = absurd;
                let clock = Instant::now();
                if let Ok(verified) = verify(&assemble(&header, &model::content(&changed))[..]) {
                    assert_eq!(
                        verified.value.to_string(),
                        certificate.header.value,
                        "{name} {:?}",
                        tokens[place]
                    );
                }
                assert!(clock.elapsed() < Duration::from_secs(2), "{name} {:?}", tokens[place]);
            }
        }
    }
    // All the passes there can have been, in both directions.
    let certificate = load("long-cycle-1x3");
    for own in 0..certificate.lemmas.len() {
        let changed = with(&certificate, own, |more| more.net_passes = [1023, -1023, 1023]);
        let clock = Instant::now();
        rejected(&changed);
        assert!(clock.elapsed() < Duration::from_secs(2));
    }
}
