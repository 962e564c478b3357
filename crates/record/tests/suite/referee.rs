//! Games on 9x9 and 19x19, and what each rule says of them; files that cannot be refereed.

use std::collections::BTreeSet;

use kosolver_record::referee::{Error, Game, NamedRules, Report, judge};
use kosolver_record::{Ko, Rules, Suicide};

use crate::literal::{NAMED, ko};

#[path = "../data/cases.rs"]
mod cases;

fn all() -> Vec<NamedRules> {
    NAMED.map(|name| NamedRules::of(Rules::new(2, ko(name)).unwrap())).to_vec()
}

fn report(sgf: &str) -> Report {
    judge(&Game::parse(sgf).unwrap(), &all()).unwrap()
}

#[test]
fn files_that_were_read_wrongly() {
    let rules = [ko("psk"), ko("basic")].map(|ko| NamedRules::of(Rules::new(2, ko).unwrap()));
    for case in cases::cases("referee") {
        let game = Game::read(&std::fs::read(&case.file).unwrap());
        match game.and_then(|game| judge(&game, &rules)) {
            Ok(report) => case.check(&report.to_string()),
            Err(error) => case.check(&error.to_string()),
        }
    }
}

/// A player who passes twice out of turn ends the game under Kee's rule; but the position was not passed by
/// both, so that nothing is scored.
#[test]
fn who_passes_twice_alone_makes_no_scoring_position() {
    let rules =
        [ko("kee"), ko("kee:passer"), ko("spight")].map(|ko| NamedRules::of(Rules::new(2, ko).unwrap()));
    let file = include_bytes!("../data/kee-same-player-passes-twice.sgf");
    let report = judge(&Game::read(file).unwrap(), &rules).unwrap().to_string();
    assert!(report.contains("over after move 2 under kee, kee:passer: score 0"), "{report}");
    assert!(report.contains("over after move 2 under spight: score 4"), "{report}");
}

/// Passes in a row count whoever makes them, where a rule does not speak of the player who passes.
#[test]
fn passes_in_a_row_end_a_game_whoever_makes_them() {
    // After which move each rule ends the game, of that with which a player has passed twice.
    type End = fn(usize) -> usize;
    let (two, three, again): (End, End, End) = (|_| 3, |_| 4, |again| again);
    let again_or_two = |ko: Ko| if ko.has_own_end() { again } else { two };
    let mut rules = NAMED.map(|name| (ko(name), again_or_two(ko(name)))).to_vec();
    for (end, after) in
        [("", two), ("\nend pass if passes >= 2", three), ("\nend pass if passed(mover, before)", again)]
    {
        let remember = "remember made(after) on play\nremember passed(mover, before) on pass";
        let text = format!("rule mine\n{remember}\nforbid play if made(after){end}");
        rules.push((Ko::parse(&text).unwrap(), after));
    }
    for players in 0..8 {
        let passing = [0, 1, 2].map(|bit| if players >> bit & 1 == 0 { 'B' } else { 'W' });
        let [first, second, third] = passing;
        let game = Game::parse(&format!("(;SZ[2];B[aa];{first}[];{second}[];{third}[])")).unwrap();
        for &(ko, end) in &rules {
            let named = NamedRules::of(Rules::new(2, ko).unwrap());
            // The first pass is move 2. One of three passes is a player's second.
            let after = end(if first == second { 3 } else { 4 });
            let line = judge(&game, &[named]).unwrap().lines.remove(0);
            assert_eq!(line.ended.len(), 1, "{passing:?} {ko:?}");
            assert_eq!(line.ended[0].after, after, "{passing:?} {ko:?}");
            let both = !ko.combines_scores() || first != second;
            assert_eq!(line.ended[0].score, if both { "4" } else { "0" }, "{passing:?} {ko:?}");
        }
    }
}

/// The verdicts are written down by hand, from the rules.
#[test]
fn famous_repetitions_are_judged_by_every_rule() {
    let verdicts = include_str!("../games/verdicts.txt");
    for name in ["sending-two", "triple-ko", "double-ko-seki", "eternal-life"] {
        for size in [9, 19] {
            let path = format!("{}/tests/games/{name}-{size}.sgf", env!("CARGO_MANIFEST_DIR"));
            let report = report(&std::fs::read_to_string(path).unwrap());
            assert_eq!((report.board.as_str(), report.lines.len()), (format!("{size}x{size}").as_str(), 1));
            let line = &report.lines[0];
            assert!(line.out_of_turn.is_empty() && line.impossible.is_none() && line.ended.is_empty());
            let mut expected = Vec::new();
            for words in verdicts.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
                if let [game, number, _, rules @ ..] = &words[..]
                    && *game == name
                {
                    let rules: BTreeSet<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
                    expected.push((number.parse::<usize>().unwrap(), rules));
                }
            }
            let found: Vec<(usize, BTreeSet<String>)> = line
                .refused
                .iter()
                .map(|refused| (refused.number, refused.by.iter().map(|by| by.rules.clone()).collect()))
                .collect();
            assert_eq!(found, expected, "{name} {size}");
            // Since when, as positional superko says it: the first time the position stood.
            for words in verdicts.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
                if let [game, number, since, ..] = &words[..]
                    && *game == name
                {
                    let refused = line.refused.iter().find(|refused| refused.number.to_string() == *number);
                    let by = refused.unwrap().by.iter().find(|by| by.rules == "psk").unwrap();
                    assert_eq!(by.since.unwrap().to_string(), *since, "{name} {number}");
                }
            }
            // Where a move that was made is refused by some, rules differ there.
            for refused in &line.refused {
                assert!(line.partings.iter().any(|parting| parting.made && parting.before == refused.number));
            }
        }
    }
}

#[test]
fn variations_are_lines_of_their_own() {
    let report = report("(;SZ[2:1];B[aa](;W[ba](;B[aa])(;B[];W[];B[];W[]))(;W[];B[ba];W[aa]))");
    let lines: Vec<(usize, usize)> =
        report.lines.iter().map(|line| (line.leaves_after, line.moves)).collect();
    assert_eq!(lines, [(0, 3), (2, 6), (1, 4)]);
    assert_eq!(report.moves(), 3 + 4 + 3);
    // Suicide of both stones in the third line: W[] B[ba] removes two.
    let numbers: Vec<Vec<usize>> =
        report.lines.iter().map(|line| line.refused.iter().map(|refused| refused.number).collect()).collect();
    assert_eq!(numbers, [vec![3], vec![], vec![3]]);
    assert!(report.lines[2].refused[0].by.iter().all(|by| by.reason == "suicide of 2 stones"));
    // In the second line two passes end the game under most rules, the third pass under Spight's.
    let ended: Vec<(usize, usize)> =
        report.lines[1].ended.iter().map(|ended| (ended.after, ended.under.len())).collect();
    assert_eq!(ended, [(4, 7), (5, 3)]);
    assert!(report.lines[1].ended.iter().all(|ended| ended.score == "-2"));
}

#[test]
fn rules_part_where_no_move_was_made() {
    // White has taken a ko and Black plays elsewhere: he could not have retaken under most rules.
    let report = report("(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[ii])");
    let line = &report.lines[0];
    assert!(line.refused.is_empty());
    let [parting] = &line.partings[..] else { panic!("{:?}", line.partings) };
    assert_eq!(
        (parting.before, parting.player.as_str(), parting.play.as_str(), parting.made),
        (2, "white", "B8", false)
    );
    // White's retake would make the start again, with Black to move again; White has not made it.
    assert_eq!(parting.allowed, ["none", "nssk", "fixed"]);
}

#[test]
fn set_up_stones_turns_and_stones_in_the_way() {
    // Stones set up after a move: a new game starts, and what was before it counts no longer.
    let text = "(;SZ[2:1];B[aa];W[ba];AE[ba]AB[aa]PL[W];W[ba];B[aa])";
    let line = report(text).lines.remove(0);
    assert_eq!(line.set_up_after, [2]);
    let by: Vec<&str> =
        line.refused.iter().flat_map(|refused| &refused.by).map(|by| by.rules.as_str()).collect();
    assert_eq!(line.refused[0].number, 4);
    assert!(by.contains(&"psk") && by.contains(&"ssk") && !by.contains(&"nssk"));
    assert_eq!(line.refused[0].by.iter().find(|by| by.rules == "psk").unwrap().since, Some(2));

    let line = report("(;SZ[5];B[aa];B[bb];W[aa];B[cc])").lines.remove(0);
    assert_eq!((line.out_of_turn, line.impossible, line.moves), (vec![2], Some(3), 3));
    // `tt` is a pass on 19x19, as files before FF[4] have it, and a point on 25x25.
    let passed = report("(;SZ[19];B[tt];W[])").lines.remove(0);
    assert_eq!(passed.ended[0].after, 2);
    assert!(report("(;SZ[25];B[tt];W[])").lines[0].ended.is_empty());
    // A move in the first node is played, and the turn can be given to the other player.
    let line = report("(;SZ[2:1]B[aa];W[ba];B[aa])").lines.remove(0);
    assert_eq!((line.moves, line.refused[0].number), (3, 3));
    let line = report("(;SZ[5];B[aa];PL[B];B[bb];W[cc];PL[B];B[dd])").lines.remove(0);
    assert_eq!((line.set_up_after, line.out_of_turn), (vec![1], vec![]));
    // Handicap stones: White moves first.
    assert_eq!(report("(;SZ[9]HA[2]AB[cc][gg];W[cg])").to_play, "white");
}

#[test]
fn suicide_rules_are_those_of_the_rules() {
    let game = Game::parse("(;SZ[3:1]AB[aa]AW[ca]PL[B];B[ba])").unwrap();
    let rules: Vec<NamedRules> = Suicide::ALL
        .map(|suicide| NamedRules {
            name: suicide.to_string(),
            rules: Rules::new(2, ko("psk")).unwrap().with_suicide(suicide),
            ends: true,
        })
        .to_vec();
    assert!(judge(&game, &rules).unwrap().lines[0].refused.is_empty(), "it takes the white stone");
    let game = Game::parse("(;SZ[3:2]AB[aa]AW[ca][bb][ab]PL[B];B[ba])").unwrap();
    let report = judge(&game, &rules).unwrap();
    let by: Vec<&str> = report.lines[0].refused[0].by.iter().map(|by| by.rules.as_str()).collect();
    assert_eq!(by, ["forbidden"]);
}

#[test]
fn faults_are_named() {
    let fault = |text: &str| Game::parse(text).and_then(|game| judge(&game, &all())).unwrap_err();
    for text in ["hello", "", "(;SZ[9];B[aa]", "(;SZ[0])", "(;SZ[9];B[aa]W[bb])"] {
        assert!(matches!(fault(text), Error::File(_)), "{text}");
    }
    assert!(matches!(fault("(;SZ[26])"), Error::Board(_)));
    assert!(matches!(fault("(;SZ[2:1]AB[aa]AW[ba])"), Error::Setup(0)));
    // A file of nothing but nodes is read, and no stack ends.
    let deep = format!("(;SZ[9]{})", ";".repeat(900_000));
    assert_eq!(report(&deep).lines[0].moves, 0);
    for fault in [fault("(;SZ[26])"), fault("hello"), fault("(;SZ[9];B[aaa])")] {
        assert_eq!(fault.to_string().lines().count(), 1);
    }
}
