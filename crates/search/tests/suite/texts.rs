//! Ko rules that somebody has written as texts: what the engine finds is what plain minimax finds, and a
//! certificate needs nothing but its own text.

use kosolver_board::{Colour, Position};
use kosolver_checker::verify;
use kosolver_rules::{Game, Ko, Ruleset, Suicide};
use kosolver_search::{Meter, Request, reference, solve};

use crate::certificates::verified;

/// Texts that use all of the language, with how they are called.
const TEXTS: [(&str, &str); 14] = [
    ("again", "remember there(after) on start, play\nforbid play if there(after)"),
    ("by-mover", "remember made(mover, before, after) on play\nforbid play if made(mover, before, after)"),
    (
        "twice",
        "remember once(mover, after) on play\nremember from(before) on pass\nforbid play if once(mover, after) or from(before) and not once(next, before) and not from(after)",
    ),
    (
        "unless-passed",
        "remember stood(after) on start, play\nremember passed(mover) on pass\nforbid play if stood(after) or passes = 1 and not passed(mover)",
    ),
    (
        "his-own-pass",
        "remember stood(next, after) on play\nremember stood(mover, after) on play\nforget stood(mover) on pass\nremember passed(mover, before) on pass\nforbid play if stood(mover, after)\nend pass if passed(mover, before)",
    ),
    (
        "kept",
        "keep last(mover) = before on pass\nremember had(next, after, last(mover)) on start, play, pass\nforbid play if had(next, after, last(mover))\nend pass if passes >= 1 and last(mover) = before",
    ),
    (
        "both-kept",
        "keep last(mover) = before on pass\nremember stood(after) on start, play\nremember pair(last(mover), last(next)) on pass\nforbid play if stood(after) or passes >= 1 and pair(last(next), last(mover)) and stood(before)",
    ),
    (
        "pass-once",
        "remember stood(after) on start, play\nforbid play if stood(after)\nremember passed(mover, before) on pass\nforbid pass if passed(mover, before)\nstuck loses",
    ),
    (
        "no-pass",
        "remember made(mover, after) on play\nforbid play if retakes or made(mover, after)\nno pass\nstuck loses",
    ),
    (
        "points",
        "remember stood(after) on start, play\nremember played(P, point, mover) for each stood(P) on play\nforbid play if retakes or played(before, point, mover)",
    ),
    (
        "ends",
        "remember stood(after) on start, play, pass\nforget stood on pass\nremember passed(mover, before) on pass\nforbid play if stood(after)\nend pass if passed(mover, before) or passes >= 1 and passed(next, before)",
    ),
    ("endless", "forbid play if retakes"),
    (
        "two-passes",
        "remember played(mover, before) on play\nremember passed(mover, before) on pass\nforget played on pass\nforbid play if played(next, after) or passed(next, after)",
    ),
    (
        "answers",
        "remember stood(after) on start, play\nforbid play if stood(after) and not passes = 1 or passes = 1 and answered(after)\nremember answered(after) on play if passes = 1",
    ),
];

fn parsed((name, lines): (&str, &str)) -> Ko {
    Ko::parse(&format!("rule {name}\n{lines}\n")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn what_is_solved_under_a_text_is_true_and_proved() {
    let mut several = 0;
    for text in TEXTS {
        let ko = parsed(text);
        several += usize::from(ko.most_steps() > 2);
        for (board, suicide) in [
            ("1x2", Suicide::Allowed),
            ("1x3", Suicide::Forbidden),
            ("1x4", Suicide::MultiStone),
            ("2x2", Suicide::Forbidden),
        ] {
            if ko.has_long_fights() && board == "2x2" {
                continue;
            }
            let rules = Ruleset::with_suicide(ko, suicide);
            let game = Game::new(board.parse().unwrap(), rules).unwrap();
            let request =
                Request::new(game.clone(), Position::EMPTY, Colour::Black).unwrap().with_certificate(true);
            let solution = solve(&request, &Meter::default()).unwrap();
            let (node, facts) = game.start(Position::EMPTY, Colour::Black);
            if let Some(value) = reference::value(&game, &node, &facts, 300_000) {
                assert_eq!(value, solution.value.worth, "{board} {rules}");
            } else {
                assert_eq!(board, "2x2", "{rules}: it takes too long");
            }
            let file = verified(&game, solution);
            let head =
                format!("kosolver certificate 6\nboard {board}\nrules {rules}\nko rule {}\n", ko.name());
            assert!(file.starts_with(head.as_bytes()), "{board} {rules}");
        }
    }
    assert!(several > 0, "some text makes more than two steps of a move");
}

#[test]
fn a_text_that_was_changed_in_its_certificate_is_refused() {
    let game = Game::new("2x2".parse().unwrap(), Ruleset::new(parsed(TEXTS[0]))).unwrap();
    let request = Request::new(game, Position::EMPTY, Colour::Black).unwrap().with_certificate(true);
    let mut file = Vec::new();
    solve(&request, &Meter::default()).unwrap().certificate.unwrap().write(&mut file).unwrap();
    let refusal = |from: &str, to: &str| {
        let at = file.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let changed = [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat();
        verify(&changed[..]).unwrap_err().to_string()
    };
    for (from, to, says) in [
        ("ko rule again", "ko rule other", "is not the rule other"),
        ("ko rule again", "ko rule  again", "should be"),
        ("ko forbid play if there(after)", "ko forbid play if their(after)", "did you mean there?"),
        ("ko forbid play if there(after)\n", "", "need not end"),
        ("certificate 6", "certificate 3", "of version 3"),
        ("ko rule again\n", "ko rule again\nko title words\n", "should be"),
    ] {
        let error = refusal(from, to);
        assert!(error.contains(says), "{from} to {to}: {error}");
    }
    // What is proved under one rule is not under another.
    let error = refusal(
        "ko remember there(after) on start, play\nko forbid play if there(after)",
        "ko remember there(after) on start, play, pass\nko remember gone(mover, before) on pass\nko forget there on pass\n\
         ko forbid play if there(after)\nko end pass if gone(mover, before)",
    );
    assert!(error.contains("lemma"), "{error}");
}
