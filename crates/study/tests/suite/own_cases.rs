//! Cases for a ko rule of one's own: they say what the rule says that is read from the record of the game, and
//! each finds a mistake.

use kosolver_record::conformance::{Trace, judge};
use kosolver_record::{Ko as Literal, Rules};
use kosolver_rules::{Ko, Suicide};
use kosolver_study::own_kit;

/// The same rule under another name, so that it is one's own.
fn own(name: &str) -> Ko {
    let text = name.parse::<Ko>().unwrap().text().unwrap();
    Ko::parse(&text.replacen(&format!("rule {name}"), &format!("rule own-{name}"), 1)).unwrap()
}

#[test]
fn cases_of_a_text_say_what_the_literal_rule_says() {
    for (name, literal) in [("psk", Literal::Psk), ("spight", Literal::Spight), ("basic", Literal::Basic)] {
        let kit = own_kit(own(name), &Suicide::ALL).unwrap();
        assert!(kit.cases.len() > 10, "{name}");
        for case in &kit.cases {
            let rules = Rules::new(2, literal).unwrap().with_suicide(case.suicide.parse().unwrap());
            let game = case.game().unwrap();
            let judged = judge(&Trace::of(&game), &rules);
            assert_eq!(judged.actions(), game.actions().len(), "{}", case.name);
            for (state, refused) in case.states.iter().zip(&judged.refused) {
                let points = |(point, _): &(usize, _)| game.board().point_name(*point);
                let illegal: Vec<String> = state.illegal.iter().map(|illegal| illegal.play.clone()).collect();
                assert_eq!(illegal, refused.iter().map(points).collect::<Vec<_>>(), "{}", case.name);
                for (illegal, (_, refusal)) in state.illegal.iter().zip(refused) {
                    assert_eq!(illegal.since, refusal.since(), "{} {}", case.name, illegal.play);
                }
            }
            let last = game.actions().len();
            assert!(case.catches.iter().any(|catch| catch.after == last && !catch.faults.is_empty()));
        }
        // Every other of these rules is told apart.
        for other in ["none", "basic", "psk", "ssk", "nssk", "fixed", "spight"] {
            let mistake = kit.faults.iter().find(|mistake| mistake.name == format!("as-{other}")).unwrap();
            assert_eq!(mistake.found_under.is_empty(), other == name, "{name}: {other}");
        }
        // The same every time.
        assert_eq!(own_kit(own(name), &Suicide::ALL).unwrap(), kit);
    }
}

/// A mistake in each line of the text is found.
#[test]
fn a_line_that_is_left_out_is_missed() {
    let kit = own_kit(own("spight"), &[Suicide::Forbidden]).unwrap();
    let found = |name: &str| kit.cases.iter().any(|case| case.finds(name));
    // Not on plays, games need not end: nobody plays by that.
    let heeded: Vec<&str> = kit
        .faults
        .iter()
        .map(|fault| &*fault.name)
        .filter(|name| name.starts_with("line-2-not-on-"))
        .collect();
    assert_eq!(heeded, ["line-2-not-on-start", "line-2-not-on-pass"]);
    assert!(found("line-2-not-on-start"), "the start counts");
    assert!(found("line-4-left-out"), "a pass lifts bans");
}
