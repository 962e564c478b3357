//! Forms of results: text that fits, what JSON reads back, what documents escape.

use kosolver_board::{Board, Position};
use kosolver_report::{Comparison, FairKomi, Format, Rules, diagram, fill, fill_items};
use kosolver_rules::{Preset, Ruleset, Score, Suicide};

/// A comparison of nothing that has this title.
fn titled(title: &str, format: Format) -> String {
    let comparison = Comparison {
        title: title.to_owned(),
        format: 1,
        suicide: None,
        rules: Vec::new(),
        boards: Vec::new(),
    };
    format.comparison(&comparison, 80).unwrap()
}

#[test]
fn pages_escape_what_they_show() {
    let page = titled("<b>&\"", Format::Html);
    assert!(page.contains("&lt;b&gt;&amp;&quot;") && !page.contains("<b>"), "{page}");
}

#[test]
fn columns_past_z_have_two_letters_one_under_the_other() {
    let board: Board = "1x27".parse().unwrap();
    let lines = diagram(&board, Position::EMPTY);
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[1][..8], &lines[1][50..]), ("  A B C ", "Z A A"));
    assert_eq!(lines[2], format!("{:52}A B", ""));
    assert_eq!(diagram(&"1x25".parse().unwrap(), Position::EMPTY).len(), 2);
}

#[test]
fn words_stay_whole_and_lines_stand_under_the_text() {
    let text = fill("moves  ", "B1 no-result C1 D1", 15);
    assert_eq!(text, "moves  B1\n       no-result\n       C1 D1");
    assert_eq!(fill("  ", "", 20), "");
    let items = ["A1 -1", "B1 0*", "C1 NR"].map(str::to_owned);
    assert_eq!(fill_items("> ", &items, 15), "> A1 -1  B1 0*\n  C1 NR");
}

#[test]
fn a_fair_komi_is_read_as_it_was_written() {
    let (one, other) = (Score::points(-1), Score::fraction(5, 2));
    for (komi, json) in [
        (FairKomi::Of(other), "\"5/2\""),
        (FairKomi::Between(Some(one), Some(other)), "[-1,\"5/2\"]"),
        (FairKomi::Between(None, Some(one)), "[null,-1]"),
        (FairKomi::Between(None, None), "[null,null]"),
        (FairKomi::Never, "[]"),
    ] {
        assert_eq!(serde_json::to_string(&komi).unwrap(), json);
        assert_eq!(serde_json::from_str::<FairKomi>(json).unwrap(), komi);
    }
}

#[test]
fn rules_that_are_spelled_out_can_be_read() {
    let presets = Preset::all().iter().map(Preset::rules);
    let others = [
        "ko=psk handicap=2 compensation=K-1 komi=13/2",
        "ko=basic no-result=-1/2 suicide=allowed",
        "ko=basic scoring=territory no-result=1",
    ];
    let others = others.map(|text| text.parse().unwrap());
    let kinds = Ruleset::kinds().into_iter().flat_map(|rules| {
        Suicide::ALL.map(|suicide| rules.but().suicide(suicide).build().expect("no contradiction"))
    });
    for rules in presets.chain(others).chain(kinds) {
        let spelled = Rules::of(&rules);
        assert_eq!(spelled.ruleset().unwrap(), rules);
        let json = serde_json::to_string(&spelled).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), spelled);
    }
}
