//! The rules, under all their names.

use crate::common::{answers, check};

#[test]
fn rules_of_katago_are_set_and_told() {
    check(
        "2x2",
        "psk",
        &[
            (
                "kata-get-rules",
                "= {\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":false,\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false,\"komi\":0}",
            ),
            ("komi 0.5", "="),
            ("kata-set-rules tromp-taylor", "="),
            ("kosolver-rules", "= ko=psk suicide=multi-stone scoring=area komi=1/2"),
            ("kata-set-rules {\"ko\": \"SITUATIONAL\", \"suicide\": false}", "="),
            ("kosolver-rules", "= ko=ssk suicide=forbidden scoring=area komi=1/2"),
            ("kata-set-rules {\"ko\":\"SPIGHT\",\"komi\":1}", "="),
            ("kosolver-rules", "= ko=spight suicide=multi-stone scoring=area komi=1"),
            ("kata-set-rule ko POSITIONAL", "="),
            ("kata-set-rule suicide false", "="),
            ("kata-set-rule whiteHandicapBonus 0", "="),
            ("kata-set-rule whiteHandicapBonus N-1", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=1 compensation=K-1"),
            ("kata-set-rule ko SIMPLE", "? KataGo rules: ko SIMPLE…"),
            ("kata-set-rule scoring TERRITORY", "? KataGo rules: scoring TERRITORY…"),
            ("kata-set-rule tax ALL", "? KataGo rules: tax…"),
            ("kata-set-rule hasButton true", "? KataGo rules: hasButton…"),
            ("kata-set-rule suicide maybe", "? KataGo rules…"),
            ("kata-set-rule nonsense 1", "? nonsense is not a field of the rules: they are…"),
            ("kata-set-rules chinese", "? KataGo rules: ko SIMPLE…"),
            ("kata-set-rules nonsense", "? KataGo rules: 'nonsense' is not among KataGo's names…"),
            ("kata-set-rules {\"ko\":", "? KataGo rules…"),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=1 compensation=K-1"),
            ("kata-set-rule multiStoneSuicideLegal TRUE", "="),
            ("kata-set-rule ko situational", "="),
            ("kosolver-rules", "= ko=ssk suicide=multi-stone scoring=area komi=1 compensation=K-1"),
            ("kata-set-rules koPOSITIONALscoreAREAtaxNONEsui0", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=area komi=1"),
            ("kata-set-rules koPOSITIONALsui1komi-2.5", "="),
            ("kosolver-rules", "= ko=psk suicide=multi-stone scoring=area komi=-5/2"),
            ("kosolver-rules kee", "="),
            ("kata-get-rules", "? KataGo rules: KataGo has no ko rule kee"),
            ("kata-set-rule ko POSITIONAL", "? KataGo rules: KataGo has no ko rule kee"),
        ],
    );
}

#[test]
fn rules_of_kgs_are_set() {
    for (name, rules) in [
        ("chinese", "ko=psk suicide=forbidden scoring=area komi=0 compensation=K"),
        ("aga", "ko=ssk suicide=forbidden scoring=area komi=0 compensation=K-1"),
        ("new_zealand", "ko=ssk suicide=allowed scoring=area komi=0"),
        ("japanese", "ko=basic suicide=forbidden scoring=territory komi=0 no-result=0"),
    ] {
        let (command, expected) = (format!("kgs-rules {name}"), format!("= {rules}"));
        check("2x2", "kee", &[(&command, "="), ("kosolver-rules", &expected)]);
    }
    check("2x2", "psk", &[("kgs-rules korean", "? syntax error…"), ("kgs-rules", "? syntax error…")]);
}

#[test]
fn the_game_goes_on_under_other_rules_if_its_moves_are_legal_there() {
    // The recapture is legal under ssk, since the other player is to move.
    let game = ["play b A1", "play w B1", "play b pass", "play w pass"];
    assert!(answers("1x2", "ssk", &game).iter().all(|answer| answer.starts_with('=')));
    check(
        "1x2",
        "none",
        &[
            ("play b A1", "="),
            ("play w B1", "="),
            ("play b A1", "="),
            (
                "kosolver-rules psk",
                "? the game so far does not go with these rules: black A1 is prohibited by positional superko: the position X. has occurred before, by move 1",
            ),
            ("kosolver-rules", "= ko=none…"),
            ("undo", "="),
            ("kosolver-rules psk", "="),
            ("play b A1", "? illegal move…"),
            ("gg-undo 2", "="),
            ("kosolver-rules nonsense", "? 'nonsense' is not a ruleset…"),
            ("kosolver-rules ko=psk scoring=stones", "="),
            ("kosolver-rules", "= ko=psk suicide=forbidden scoring=stones komi=0"),
        ],
    );
}
