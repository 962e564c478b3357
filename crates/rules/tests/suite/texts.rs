//! Random texts of ko rules.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

/// The facts of random texts, each with terms that fit it.
const FACTS: [(&str, &[&str]); 8] = [
    ("a", &["after", "before"]),
    ("b", &["mover, after", "next, after", "mover, before", "next, before"]),
    ("c", &["before, after", "after, before"]),
    ("d", &["mover, last(mover)", "next, last(next)", "mover, nothing", "mover, after"]),
    ("e", &["after, last(mover)", "after, last(next)", "before, nothing"]),
    ("f", &["next", "mover"]),
    ("g", &["last(mover), last(next)", "last(next), last(mover)"]),
    ("h", &["before, point", "after, point"]),
];

fn fact(play: bool) -> impl Strategy<Value = String> {
    let count = if play { FACTS.len() } else { FACTS.len() - 1 };
    (0..count, any::<Index>()).prop_map(|(fact, terms)| {
        let (name, all) = FACTS[fact];
        format!("{name}({})", terms.get(all))
    })
}

/// A condition that the node decides.
fn decided() -> impl Strategy<Value = String> {
    select(vec![
        "passes = 1",
        "passes >= 1",
        "passes = 0",
        "passes >= 2",
        "before = after",
        "last(mover) = before",
        "last(next) = last(mover)",
        "not last(mover) = nothing",
        "passes = 0 or last(next) = before",
    ])
    .prop_map(str::to_owned)
}

fn condition(play: bool) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![4 => fact(play), 1 => decided(), 1 => Just(if play { "retakes" } else { "passes >= 1" }.to_owned())];
    leaf.prop_recursive(3, 6, 2, |part| {
        (part.clone(), select(vec!["and", "or", "and not", "or not"]), part)
            .prop_map(|(one, word, other)| format!("({one}) {word} ({other})"))
    })
}

/// Lines that make games end, mostly.
fn core() -> impl Strategy<Value = String> {
    select(vec![
        "remember s(after) on start, play\nforbid play if s(after)",
        "remember s(mover, after) on play\nforbid play if s(mover, after)",
        "remember s(after, next) on start, play, pass\nforbid play if s(after, next)",
        "remember s(before, after) on play\nforbid play if s(before, after)",
        "remember s(before, point) on play\nforbid play if retakes or s(before, point)",
        "remember s(mover, before) on play\nforbid play if s(next, after)\nend pass if passes >= 1",
        "remember s(after) on start, play, pass\nforget s on pass\nremember t(mover, before) on pass\nforbid play if s(after)\nend pass if t(mover, before)",
        "remember s(after) on start, play\nforget s on pass\nremember t(mover, before) on pass\nforbid play if s(after)\nend pass if passes >= 3 or t(mover, before)",
        "remember s(after) on start, play\nremember s(after) on pass\nforget s on play if passes = 1\nforbid play if s(after) or passes = 1 and t(mover, before)\nremember t(mover, before) on play if passes = 1\nend pass if passes >= 2",
        "remember s(after) on start, play\nforbid play if s(after)\nno pass\nstuck loses",
        "remember s(after) on start, play\nforbid play if s(after)\nremember t(mover, before) on pass\nforbid pass if t(mover, before)\nstuck loses",
        "remember s(after) on start, play\nremember t(P, point) for each s(P) on play\nforbid play if retakes or t(before, point)",
    ])
    .prop_map(str::to_owned)
}

fn events() -> impl Strategy<Value = String> {
    subsequence(vec!["start", "play", "pass"], 1..=3).prop_map(|events| events.join(", "))
}

fn extra() -> impl Strategy<Value = String> {
    let when =
        || prop_oneof![2 => Just(String::new()), 1 => decided().prop_map(|when| format!(" if {when}"))];
    prop_oneof![
        3 => (fact(false), events(), when()).prop_map(|(fact, on, when)| format!("remember {fact} on {on}{when}")),
        1 => (fact(true), when()).prop_map(|(fact, when)| format!("remember {fact} on play{when}")),
        2 => condition(true).prop_map(|when| format!("forbid play if {when}")),
        1 => condition(false).prop_map(|when| format!("end pass if {when}")),
        1 => (0..FACTS.len(), select(vec!["", "(mover)", "(next)"]), select(vec!["play", "pass", "play, pass"]), when())
            .prop_map(|(fact, who, on, when)| format!("forget {}{who} on {on}{when}", FACTS[fact].0)),
        1 => select(vec![
            "keep last(mover) = before on pass", "keep last(mover) = after on play", "keep last(next) = nothing on play",
            "keep last(mover) = last(next) on pass",
        ]).prop_map(str::to_owned),
    ]
}

/// Texts that are mostly rules: where they ask for what is never remembered, it is.
pub fn texts() -> impl Strategy<Value = String> {
    (core(), vec(extra(), 0..6)).prop_map(|(core, extras)| {
        let mut text = format!("rule random\n{core}\n{}\n", extras.join("\n"));
        for (name, terms) in FACTS {
            let asked = text.contains(&format!("{name}(")) || text.contains(&format!("forget {name}"));
            if asked && !text.contains(&format!("remember {name}(")) {
                text += &format!("remember {name}({}) on play\n", terms[0]);
            }
        }
        if text.contains("last(") && !text.contains("keep last(") {
            text += "keep last(mover) = before on pass\n";
        }
        text
    })
}
