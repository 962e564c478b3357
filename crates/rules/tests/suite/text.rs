//! Rulesets, rules and scores as text and as JSON, there and back.

use kosolver_rules::{Error, Ko, Preset, Ruleset, Score, Suicide};
use proptest::prelude::*;
use proptest::sample::select;

fn kos() -> Vec<Ko> {
    Ko::all().flat_map(Ko::readings).collect()
}

/// Whole numbers and fractions of at most six digits.
fn scores() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-999_999..=999_999_i64, 1..=999_999_i64).prop_map(|(n, d)| Score::fraction(n, d)),
        (-400..=400_i64, 1..=4_i64).prop_map(|(n, d)| Score::fraction(n, d)),
    ]
}

/// What a ruleset takes: at most 1000 points, in hundredths at the finest.
fn settings() -> impl Strategy<Value = Score> {
    (1..=100_i64).prop_flat_map(|d| (-1000 * d..=1000 * d).prop_map(move |n| Score::fraction(n, d)))
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    (select(kos()), select(&Suicide::ALL[..]), settings(), settings()).prop_map(
        |(ko, suicide, komi, no_result)| {
            let komi = if ko.win_or_loss() { Score::ZERO } else { komi };
            let no_result = if ko.endless() { no_result } else { Score::ZERO };
            Ruleset::with(ko).suicide(suicide).komi(komi).no_result(no_result).build().unwrap()
        },
    )
}

proptest! {
    #[test]
    fn scores_are_read_as_they_were_written(score in scores()) {
        prop_assert_eq!(score.to_string().parse(), Ok(score));
        let json = serde_json::to_string(&score).unwrap();
        prop_assert_eq!(serde_json::from_str::<Score>(&json).unwrap(), score);
    }

    /// What can be read can be written and read again.
    #[test]
    fn texts_of_scores_survive(text in "[+-]?[0-9]{1,7}([./][0-9]{1,7})?") {
        if let Ok(score) = text.parse::<Score>() {
            prop_assert_eq!(score.to_string().parse(), Ok(score));
        }
    }

    #[test]
    fn settings_out_of_range_are_refused(komi in scores()) {
        let fits = komi.abs() <= Score::points(1000) && komi.denominator() <= 100;
        prop_assert_eq!(Ruleset::with("psk".parse().unwrap()).komi(komi).build().is_ok(), fits);
    }

    #[test]
    fn rulesets_are_read_as_they_were_written(rules in rulesets()) {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        let json = serde_json::to_string(&rules).unwrap();
        prop_assert_eq!(&json, &format!("\"{rules}\""));
        prop_assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules);
    }
}

/// A play goes *from* one position and *makes* another: "left" would mean either.
#[test]
fn no_sentence_says_that_a_position_was_left() {
    for ko in kos() {
        let words: Vec<&str> = ko.sentence().split(|letter: char| !letter.is_alphabetic()).collect();
        assert!(!words.iter().any(|word| ["left", "leaves"].contains(word)), "{ko}: {}", ko.sentence());
    }
    let sentence = |name: &str| name.parse::<Ko>().unwrap().sentence();
    assert_eq!(sentence("fixed"), "A play from P to T is prohibited if an earlier play from P made T.");
    assert_eq!(
        sentence("ssk"),
        "A play is prohibited if T has occurred before with the same player to move. The start position counts, as if the player not to move had made it. A pass makes a situation too."
    );
}

#[test]
fn rules_are_called_by_their_names() {
    let defaults: Vec<&str> = Ko::all().map(|ko| ko.name()).collect();
    let expected = [
        "basic",
        "psk",
        "spight",
        "kee",
        "none",
        "ssk",
        "nssk",
        "fixed",
        "basic-fixed",
        "primitive",
        "kee-2007",
        "kee-2020",
        "basic-ko-rules",
        "configuration-rules",
        "kee-2020-03",
        "spight-2",
        "newko-reconstruction",
    ];
    assert_eq!(defaults, expected);
    assert_eq!(kos().len(), 27, "Kee's rules have eight readings and four, the others one");
    for ko in kos() {
        assert_eq!(ko.to_string().parse(), Ok(ko));
        assert_eq!(ko.readings().filter(|reading| *reading == ko).count(), 1, "{ko}");
        assert_eq!(ko.to_string().to_uppercase().parse(), Ok(ko), "capital letters are taken");
        assert_eq!(format!("ko={ko}").parse(), Ok(Ruleset::new(ko)));
        // A preset of this name comes first.
        let named = Preset::named(ko.name()).map_or(Ruleset::new(ko), Preset::rules);
        assert_eq!(ko.to_string().parse(), Ok(named), "the name alone is a ruleset");
    }
    for suicide in Suicide::ALL {
        assert_eq!(suicide.to_string().parse(), Ok(suicide));
    }
}

#[test]
fn fields_may_be_left_out_and_come_in_any_order() {
    for (text, full) in [
        ("psk", "ko=psk suicide=forbidden scoring=area komi=0 no-result=0"),
        ("komi=6.5 ssk", "ko=ssk suicide=forbidden scoring=area komi=13/2 no-result=0"),
        ("no-result=-1/2 ko=basic", "ko=basic suicide=forbidden scoring=area komi=0 no-result=-1/2"),
        (
            "suicide=allowed   ko=kee:passer+cycle",
            "ko=kee:passer+cycle suicide=allowed scoring=area komi=0 no-result=0",
        ),
        ("ko=primitive", "ko=primitive suicide=forbidden scoring=win-loss komi=0 no-result=0"),
    ] {
        assert_eq!(text.parse::<Ruleset>().unwrap().to_string(), full);
    }
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    for (wrong, right) in [
        ("pks", "psk"),
        ("sssk", "ssk"),
        ("spigth", "spight"),
        ("fixt", "fixed"),
        ("basic_fixed", "basic-fixed"),
        ("primitve", "primitive"),
        ("key", "kee"),
        ("kee:cycles", "kee:cycle"),
        ("kee:passer+summ", "kee:passer+sum"),
        ("kee:cycle+sum", "kee:sum+cycle"),
        ("kee:sum+cycle+passer", "kee:passer+sum+cycle"),
        ("situational", "ssk or nssk"),
        ("superko", "psk or ssk or nssk"),
    ] {
        let error = wrong.parse::<Ko>().unwrap_err();
        assert!(
            matches!(&error, Error::Ko { name, nearest, .. } if name == wrong && nearest == right),
            "{error}"
        );
        let accepted = if wrong.contains(':') {
            "The readings of kee are kee, kee:sum, kee:cycle,"
        } else {
            "The ko rules are basic, psk, spight, kee, none,"
        };
        let begins = format!("'{wrong}' is not a ko rule; did you mean {right}? {accepted}");
        assert!(error.to_string().starts_with(&begins), "{error}");
        assert_eq!(format!("ko={wrong}").parse::<Ruleset>(), Err(error));
    }
}

/// A name in words that one rule has is its name too.
#[test]
fn names_in_words_are_names() {
    for (words, name) in [
        ("Positional-Superko", "psk"),
        ("situational_superko", "ssk"),
        ("natural situational superko", "nssk"),
        ("simple-ko", "basic"),
        ("simple", "basic"),
        ("fixed-ko", "fixed"),
    ] {
        assert_eq!(words.parse::<Ko>().unwrap().name(), name, "{words}");
    }
    // Of a rule with readings the words do not say which.
    assert!("kee's superko".parse::<Ko>().is_err());
}

#[test]
fn rulesets_that_are_none_are_refused() {
    for (text, message) in [
        ("psk suicide=never", "'never' is not a suicide rule: write forbidden, multi-stone or allowed"),
        (
            "psk komi=half",
            "'half' is not a score: write a number or a fraction, as in 0, -3, 6.5 or 13/2, of at most six digits",
        ),
        (
            "psk tax=all",
            "'tax=all' is not part of a ruleset: write a ko rule, or fields as in ko=psk suicide=allowed; the fields are ko suicide scoring end ikeda handicap compensation komi no-result",
        ),
        ("komi=1", "'komi=1' names no ko rule: ko= is missing, as in ko=psk"),
        (
            "ko=psk,scoring=area",
            "'ko=psk,scoring=area' has a comma: the fields of a ruleset are separated by spaces, as in ko=psk scoring=area",
        ),
        ("xyzzy", "'xyzzy' is not a ruleset. The presets are tromp-taylor, new-zealand,"),
        ("ko=xyzzy", "'xyzzy' is not a ko rule. The ko rules are basic, psk,"),
        (
            "primitive komi=1",
            "komi 1 does not apply under primitive: only winning counts there, so komi must be 0",
        ),
        (
            "psk no-result=1",
            "a value of no result does not apply under psk: every game has a score there; it applies under none, basic, and texts with 'end play with void'",
        ),
        ("psk scoring=win-loss", "scoring=win-loss does not apply under psk: its scoring is area"),
    ] {
        let error = text.parse::<Ruleset>().unwrap_err().to_string();
        assert!(error == message || (message.ends_with(',') && error.starts_with(message)), "{error}");
        let json = serde_json::to_string(text).unwrap();
        let error = serde_json::from_str::<Ruleset>(&json).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn a_score_is_a_number_in_json_where_it_is_whole() {
    for (score, json) in
        [(Score::points(-3), "-3"), (Score::ZERO, "0"), (Score::fraction(5, -10), "\"-1/2\"")]
    {
        assert_eq!(serde_json::to_string(&score).unwrap(), json);
        assert_eq!(serde_json::from_str::<Score>(json).unwrap(), score);
    }
    for bad in ["1.5", "null", "\"\"", "\"1/0\"", "[1]"] {
        assert!(serde_json::from_str::<Score>(bad).is_err(), "{bad}");
    }
}
