//! Certificates of false values, written by hand: each rests on a number that no game leads to.

use crate::model::{Certificate, Citation, Fact, Grounds, Header, Kind, Lemma};
use crate::verdict::{fault, unproved, verify};
use kosolver_checker::Error;

const BLACK: u64 = 0;
const WHITE: u64 = 1;

/// "This player has passed on the empty board."
fn passed(colour: u64) -> Fact {
    Fact { scope: 1, colour: 1 + colour, index: 0, position: [0, 0], to: [0, 0] }
}

fn lemma(kind: u64, to_move: u64, passes: u64, tallies: &[(i64, i64)], grounds: Grounds) -> Lemma {
    Lemma {
        kind,
        black: 0,
        white: 0,
        flags: to_move | passes << 1,
        ban: 0,
        tallies: tallies.to_vec(),
        more: None,
        groups: Vec::new(),
        patterns: Vec::new(),
        absent: Vec::new(),
        present: Vec::new(),
        grounds,
    }
}

/// Kee's rules on one point, where only passes are legal and the value is minus the komi. White
/// holds Black to 0, that is true. That Black reaches 0 would follow if the tally of a start
/// after which he does were worth no more than the empty tally of the real one.
fn forged(komi: &str, tally: (i64, i64)) -> Certificate {
    let (sum, count) = tally;
    let citation = |lemma| Citation { lemma, turn: 0 };
    let win = |step, cited: Option<i64>| Grounds::Win { step, cited: cited.map(citation) };
    let loss = |cited: &[i64]| Grounds::Loss { cited: cited.iter().copied().map(citation).collect() };
    // Steps: the suicide, then the passes: the one that ends the game, the one that does not.
    let mut lemmas = vec![
        lemma(0, BLACK, 2, &[(sum, count + 1)], win(1, None)),
        lemma(0, WHITE, 1, &[tally], loss(&[0])),
        lemma(0, BLACK, 0, &[tally], win(2, Some(1))),
        lemma(1, BLACK, 2, &[(0, 1)], loss(&[])),
        lemma(1, WHITE, 1, &[], win(2, Some(3))),
        lemma(1, BLACK, 0, &[], loss(&[4])),
    ];
    lemmas[2].absent = vec![passed(BLACK)];
    lemmas[4].absent = vec![passed(WHITE)];
    lemmas[5].absent = vec![passed(WHITE), passed(BLACK)];
    Certificate {
        header: Header {
            version: "6".to_owned(),
            board: "1x1".to_owned(),
            rules: format!("ko=kee suicide=forbidden scoring=area komi={komi} no-result=0"),
            position: ".".to_owned(),
            to_play: "black".to_owned(),
            value: "0".to_owned(),
        },
        kinds: vec![
            Kind { numerator: 0, denominator: 1, strict: 0, winner: BLACK, endless: 0 },
            Kind { numerator: 0, denominator: 1, strict: 1, winner: WHITE, endless: 0 },
        ],
        symmetries: vec![vec![0]],
        exchange: 0,
        listed: Vec::new(),
        lemmas,
        count: 6,
        claims: vec![3, 6],
    }
}

/// The same with the players' parts exchanged: Black moves first still, and White is the one who
/// would gain.
fn mirrored(mut certificate: Certificate) -> Certificate {
    let exchanged = |score: &str| match score.strip_prefix('-') {
        Some(score) => score.to_owned(),
        None if score == "0" => score.to_owned(),
        None => format!("-{score}"),
    };
    let header = &mut certificate.header;
    header.to_play = "white".to_owned();
    header.value = exchanged(&header.value);
    let komi = header.rules.split("komi=").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    header.rules = header.rules.replace(&format!("komi={komi}"), &format!("komi={}", exchanged(&komi)));
    for kind in &mut certificate.kinds {
        (kind.numerator, kind.winner, kind.strict) = (-kind.numerator, 1 - kind.winner, 1 - kind.strict);
    }
    for lemma in &mut certificate.lemmas {
        lemma.flags ^= 1;
        lemma.tallies.iter_mut().for_each(|(sum, _)| *sum = -*sum);
        lemma.absent.iter_mut().for_each(|fact| fact.colour = 3 - fact.colour);
    }
    certificate.claims.reverse();
    certificate
}

/// With a komi of -1/2 Black does reach 0, and the same lemmas show it: the scheme is sound where
/// its numbers are.
#[test]
fn the_scheme_proves_what_is_true() {
    for tally in [(0, 0), (-1, 3), (-2, 4)] {
        let mut certificate = forged("-1/2", tally);
        // White holds Black to 1/2.
        certificate.kinds[1].numerator = 1;
        certificate.kinds[1].denominator = 2;
        certificate.header.value = "1/2".to_owned();
        assert_eq!(unproved(&certificate), "nothing shows that Black reaches >= 1/2", "{tally:?}");
        // Half a point and a draw are all there is: from a tally of nothing Black reaches 1/2.
        certificate.kinds[0] = Kind { strict: 0, winner: BLACK, endless: 0, ..certificate.kinds[1] };
        let verified = verify(&certificate.encode()[..]);
        assert_eq!(verified.is_ok(), tally == (0, 0), "{tally:?}: {verified:?}");
    }
}

/// Where fewer than no positions are counted, more points make a mean worse: tallies cannot be
/// weighed against one another, and such a tally "proved" that Black reaches 0.
#[test]
fn a_tally_counts_no_fewer_than_none() {
    for count in [-1, -2, -100, 1 - (1 << 24)] {
        let (number, why) = fault(&forged("1/2", (count, count)));
        assert!(number <= 1, "{number}");
        assert!(why.ends_with("is no count"), "{why}");
    }
}

/// What no tally is worth less than the empty one for, without tricks.
#[test]
fn a_tally_that_is_worth_more_proves_nothing() {
    for tally in [(1, 1), (5, 0), (1, 0), (1000, 1), ((1 << 24) - 1, 0)] {
        assert_eq!(unproved(&forged("1/2", tally)), "nothing shows that Black reaches >= 0", "{tally:?}");
    }
}

/// Weighed in 64 bits, such tallies overflow. (With a komi of any fraction, some wrapped round to
/// less than nothing and "proved" what is false.)
#[test]
fn tallies_too_large_to_be_weighed_serve_nobody() {
    let most = (1 << 24) - 1;
    for (count, there, large) in
        [(100, 50, false), (100_000, 50, false), (most - 1, most - 50, true), (most - 1, 50, true)]
    {
        // The lemma for the node after the second pass counts fewer: a true lemma that would do.
        let mut certificate = forged("-99999/100", (0, count));
        certificate.lemmas[0].tallies = vec![(0, there)];
        certificate.kinds[0].numerator = 1;
        certificate.kinds[0].denominator = most as u64;
        for certificate in [mirrored(certificate.clone()), certificate] {
            // The other player's lemmas, from number 3, are of a false claim here.
            let (number, why) = fault(&certificate);
            assert_eq!(number, if large { 1 } else { 3 }, "{count}: {why}");
            assert_eq!(
                why.ends_with("it cites lemma 0, which is about something else"),
                large,
                "{count}: {why}"
            );
        }
    }
}

/// What a step pulls was said to be absent by a pattern that said nothing of what it is pulled from: so a player
/// could play twice where the rule lets him play once.
#[test]
fn a_pattern_has_what_is_pulled() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../verified/refused/pattern-after-pulls.kcert");
    let Err(Error::Lemma { fault, .. }) = verify(&std::fs::read(path).unwrap()) else { panic!() };
    assert!(fault.ends_with("the absence of a group or a pattern, and the step pulls"), "{fault}");
}

/// The least number of 64 bits has no absolute value.
#[test]
fn numbers_of_any_size_are_refused() {
    for number in [i64::MIN, i64::MAX, i64::MIN + 1, 1 << 24, -(1 << 24), 1 << 40] {
        let (at, why) = fault(&forged("1/2", (number, 1)));
        assert_eq!((at, why), (0, format!("{number} is no sum")));
        let mut certificate = forged("1/2", (0, 0));
        certificate.lemmas[0].tallies[0].1 = number;
        let (at, why) = fault(&certificate);
        assert_eq!((at, why), (0, format!("{number} is no count")));
        certificate.kinds[0].numerator = number;
        match verify(&certificate.encode()[..]) {
            Err(Error::Kinds(why)) => assert_eq!(why, format!("{number} is no numerator")),
            other => panic!("{other:?}"),
        }
    }
}

/// Each tally makes a step, and a file of a few bytes can hold millions of them.
#[test]
fn tallies_are_few() {
    let mut certificate = forged("1/2", (0, 0));
    certificate.lemmas[0].tallies = vec![(0, 0); (1 << 10) - 1];
    let several = "its memory has several tallies, which the rules do not";
    assert_eq!(fault(&certificate), (0, several.to_owned()), "one is all that the rule knows");
    certificate.lemmas[0].tallies.push((0, 0));
    assert_eq!(fault(&certificate), (0, "1024 is no number of tallies".to_owned()));
}
