//! Files made to take time and memory, and what a certificate has no use for.

use std::io::Write;
use std::path::Path;

use kosolver_checker::Error;
use kosolver_rules::Then;

use crate::model::{Fact, Grounds, More, bytes, compress, content, load};
use crate::verdict::{check, fault, rejected, verify};

/// What is wrong with the body, whatever part of it.
#[track_caller]
fn why(bytes: &[u8]) -> String {
    match verify(bytes) {
        Err(Error::Kinds(fault) | Error::Lemma { fault, .. } | Error::Claim(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_published_certificate_is_within_the_bounds() {
    let mut directories = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/certificates")];
    let mut verified = 0;
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let result = verify(&std::fs::read(&path).unwrap()[..]);
            assert!(result.is_ok(), "{}: {result:?}", path.display());
            verified += 1;
        }
    }
    assert!(verified > 360, "{verified}");
}

/// A thousand lemmas in some hundreds of bytes, each true and with a hundred thousand steps: the player
/// to move ends the game by the second pass, and his moves before it are judged for each number of
/// passes at which a situation can have occurred.
#[test]
fn many_steps_in_few_bytes_are_refused() {
    let mut certificate = load("long-cycle-1x2");
    certificate.header.board = "8x8".to_owned();
    certificate.header.position = ["........"; 8].join("/");
    let mut lemma = certificate.lemmas[0].clone();
    // A black stone, Black to move, after a pass.
    (lemma.black, lemma.white, lemma.flags, lemma.ban) = (1, 0, 8 | 2, 0);
    (lemma.absent, lemma.present) = (Vec::new(), Vec::new());
    lemma.more = Some(More { net_passes: [0, -1023, 1023], ..More::default() });
    (certificate.symmetries, certificate.exchange) = (vec![(0..64).collect()], 0);
    certificate.listed.clear();
    let steps = certificate.header.game().steps(&lemma.node());
    let last = steps.len() - 1;
    assert!(last > 100_000 && matches!(steps[last].then, Then::End(_)), "the second pass ends the game");
    lemma.grounds = Grounds::Win { step: last as u64, cited: None };
    lemma.kind = certificate.kinds.iter().position(|kind| kind.winner == 0).unwrap() as u64;
    certificate.kinds[lemma.kind as usize].numerator = -1000;
    let mut with = |passes: i64, lemmas: usize| {
        let mut lemma = lemma.clone();
        lemma.more = Some(More { net_passes: [0, -passes, passes], ..More::default() });
        let steps = certificate.header.game().steps(&lemma.node());
        lemma.grounds = Grounds::Win { step: steps.len() as u64 - 1, cited: None };
        certificate.lemmas = vec![lemma; lemmas];
        certificate.count = lemmas as u64;
        certificate.claims = vec![0, 0];
        let length = certificate.encode().len();
        assert!(length < 600, "{length}");
        rejected(&certificate)
    };
    // The lemma is true: what is missing is a lemma for the claims.
    match with(200, 1) {
        Error::Claim(fault) => assert!(fault.starts_with("nothing shows"), "{fault}"),
        other => panic!("{other}"),
    }
    for passes in [200, 1023] {
        match with(passes, 1000) {
            Error::Lemma { number, fault } => {
                assert_eq!(fault, "the lemmas so far have more than 2048 steps for each byte of the frame");
                assert!(number < 40, "{number}");
            }
            other => panic!("{other}"),
        }
    }
}

/// Copies of a lemma compress to nothing: few are kept as one, too many are refused.
#[test]
fn copies_are_kept_once_and_counted() {
    let certificate = load("psk-1x2");
    for copies in [1, 2000] {
        let mut repeated = certificate.clone();
        let first = repeated.lemmas[0].clone();
        assert!(first.cited().is_empty(), "it rests on nothing");
        repeated.lemmas.extend(vec![first; copies]);
        repeated.count += copies as u64;
        let verified = check(&repeated).unwrap();
        assert_eq!(verified.lemmas, certificate.count + copies as u64);
    }
    let tokens = certificate.tokens();
    let lemmas: Vec<usize> =
        (0..tokens.len()).filter(|place| tokens[*place].field == "kind").take(2).collect();
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&content(&tokens[..lemmas[0]])).unwrap();
    let copy = content(&tokens[lemmas[0]..lemmas[1]]);
    let chunk = copy.repeat(10_000);
    for _ in 0..100 {
        encoder.write_all(&chunk).unwrap();
    }
    let frame = encoder.finish().unwrap();
    assert!(frame.len() < 5000, "{}", frame.len());
    let error = why(&[certificate.header.text().as_bytes(), &frame].concat());
    assert!(error.ends_with("more than 256 bytes come out of each byte of the frame"), "{error}");
}

#[test]
fn frames_have_a_checksum_and_a_small_window() {
    let certificate = load("psk-2x2");
    let (header, content) = (certificate.header.text(), certificate.content());
    let with = |frame: &[u8]| verify(&[header.as_bytes(), frame].concat()[..]);
    let frame = |checksum, window: Option<u32>| {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(checksum).unwrap();
        if let Some(window) = window {
            encoder.window_log(window).unwrap();
        }
        encoder.write_all(&content).unwrap();
        encoder.finish().unwrap()
    };
    assert!(with(&frame(true, None)).is_ok());
    assert!(with(&frame(true, Some(23))).is_ok());
    for (frame, fault) in [
        (frame(false, None), "its frame has no checksum"),
        (frame(true, Some(24)), "too much memory"),
        ([&[0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0], &frame(true, None)[..]].concat(), "no Zstandard frame"),
        (content.clone(), "no Zstandard frame"),
        (Vec::new(), "it cannot be read"),
        (frame(true, None)[..4].to_vec(), "it cannot be read"),
    ] {
        match with(&frame) {
            Err(Error::Kinds(why)) => assert!(why.contains(fault), "{why}"),
            other => panic!("{other:?}"),
        }
    }
}

/// One byte of the descriptor more: the length of the content, which may be a lie.
#[test]
fn a_length_that_is_announced_takes_no_memory() {
    let certificate = load("psk-1x2");
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    let content = certificate.content();
    encoder.set_pledged_src_size(Some(content.len() as u64)).unwrap();
    encoder.write_all(&content).unwrap();
    let mut frame = encoder.finish().unwrap();
    let with = |frame: &[u8]| verify(&[certificate.header.text().as_bytes(), frame].concat()[..]);
    assert!(with(&frame).is_ok());
    for length in [0, 1, 0x7f, 0xff] {
        frame[5] = length;
        assert!(with(&frame).is_err(), "{length}");
    }
}

#[test]
fn a_memory_says_nothing_that_the_rules_do_not() {
    let with = |name: &str, change: fn(&mut More)| {
        let mut changed = load(name);
        let mut more = More::default();
        change(&mut more);
        changed.lemmas[0].more = Some(more);
        changed.lemmas[0].flags |= 8;
        fault(&changed)
    };
    for (what, change) in [
        ("a balance", (|more| more.balance = -1) as fn(&mut More)),
        ("prisoners to give back", |more| more.held = [0, 1]),
        ("handicap stones", |more| more.handicap = 1),
        ("a first pass", |more| more.flags = 1),
        ("counted passes", |more| more.net_passes = [0, 0, 1]),
    ] {
        for name in ["psk-1x5", "none-1x3", "kee-1x2", "basic-2x2", "spight-1x2"] {
            let said = format!("its memory has {what}, which the rules do not");
            assert_eq!(with(name, change), (0, said), "{name}");
        }
    }
    for (name, tallies, what) in [
        ("psk-1x5", vec![(1, 1)], "tallies"),
        ("kee-1x2", vec![(1, 1); 2], "several tallies"),
        ("kee-passer-sum-1x2", vec![(1, 1); 1000], "several tallies"),
    ] {
        let mut tallied = load(name);
        tallied.lemmas[0].tallies = tallies;
        assert_eq!(fault(&tallied), (0, format!("its memory has {what}, which the rules do not")), "{name}");
    }
}

/// Of a scope that is cleared only what is inserted is looked for, among however many facts.
#[test]
fn what_is_inserted_is_found_among_what_is_cleared() {
    let mut cases = 0;
    for name in ["spight-1x2", "spight-2x2", "kee-1x2", "kee-2020-1x3", "kee-passer-sum-1x2"] {
        let certificate = load(name);
        let citing = certificate.lemmas.iter().enumerate().filter_map(|(own, lemma)| match lemma.grounds {
            Grounds::Win { step, cited: Some(cited) } => {
                let step = certificate.steps(lemma).swap_remove(step as usize);
                (!step.clears.is_empty()).then_some((own, cited, step))
            }
            _ => None,
        });
        for (own, cited, step) in citing.take(20) {
            let (scope, turn, cited) = (u64::from(step.clears[0].0), cited.turn, cited.lemma as usize);
            let mut changed = certificate.clone();
            changed.lemmas.truncate(own + 1);
            let more: Vec<Fact> =
                (0..100).map(|number| Fact { scope, ..Fact::strange(1000 + number) }).collect();
            changed.lemmas[cited].absent.extend(more);
            let accepted = match check(&changed) {
                Err(Error::Lemma { number, .. }) => number > own as u64,
                _ => true,
            };
            for inserted in step.inserts.iter().filter(|fact| fact.scope == step.clears[0]) {
                let mut worse = changed.clone();
                worse.lemmas[cited].absent.insert(50, Fact::of(&certificate.before_image(turn, inserted)));
                match rejected(&worse) {
                    Error::Lemma { number, fault } => {
                        assert!(number <= own as u64, "{name} {own}: {number} {fault}");
                        if accepted && number == own as u64 {
                            assert!(fault.contains("needs absent that"), "{name} {own}: {fault}");
                            cases += 1;
                        }
                    }
                    other => panic!("{name} {own}: {other}"),
                }
            }
        }
    }
    assert!(cases > 20, "{cases}");
}

#[test]
fn a_file_of_nothing_is_no_certificate() {
    let header = load("psk-1x2").header.text();
    for frame in [compress(b""), compress(&[0; 1 << 16]), compress(&vec![0x80; 1 << 22])] {
        assert!(verify(&[header.as_bytes(), &frame].concat()[..]).is_err());
    }
    assert!(verify(&bytes("psk-1x2")[..]).is_ok());
}
