//! Ko rules that are texts, as a user writes and sees them.

use crate::common::{Directory, err, json, kosolver, out};

/// Every command that takes a rule shows the line of a text that is wrong, with a mark below the place.
#[test]
fn a_text_that_is_no_rule_is_shown_where_it_is_wrong() {
    let directory = Directory::new("wrong-rule");
    let file = directory.0.join("wrong.ko");
    std::fs::write(&file, "rule wrong\nremember stood(afer) on play\n").expect("a file");
    let file = file.to_str().expect("a path");
    let (list, ruleset) = (format!("psk,{file}"), format!("ko={file} komi=1"));
    for arguments in [
        &["rules", "check", file][..],
        &["rules", "show", file],
        &["solve", "1x2", "--ko", file],
        &["solve", "1x2", "--rules", &ruleset],
        &["play", "1x2", "--ko", file],
        &["compare", "1x2", "--ko", &list],
        &["conformance", "--gtp", "true", "--ko", file],
    ] {
        let output = kosolver(arguments);
        let (said, code) = (err(&output), output.status.code());
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 5, "{arguments:?}: {said}");
        assert!(
            lines[0].contains("'afer' stands where a term") && lines[1].ends_with("wrong.ko:2:16"),
            "{said}"
        );
        assert_eq!(lines[3].find("afer"), lines[4].find("^^^^"), "{said}");
    }
}

#[test]
fn a_rule_of_ones_own_is_shown_as_it_is_taken() {
    let directory = Directory::new("shown-rule");
    let file = directory.0.join("shown.ko");
    let text = "rule shown\nremember made(after) on play\nforbid play if made(after)\noption free \"x\" {\nremember made(after) on start, play\n}\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path");
    for given in [file.to_owned(), format!("{file}:free"), format!("ko={file} komi=1"), text.to_owned()] {
        let shown = json(&kosolver(&["rules", "show", &given, "--format", "json"]));
        let taken = shown["text"].as_str().expect("a text");
        let again = json(&kosolver(&["rules", "show", taken, "--format", "json"]));
        assert_eq!(again["rules"], shown["rules"], "{taken}");
    }
}

/// Whoever verifies a certificate sees the text of its ko rule: a name says nothing about it.
#[test]
fn the_text_of_a_rule_is_shown_with_what_it_proves() {
    let directory = Directory::new("verify-text");
    let (rule, proof) = (directory.file("lag.ko"), directory.file("lag.kcert"));
    let text =
        "rule lag\nremember made(mover, after) on play\nforbid play if made(mover, after) or retakes\n";
    std::fs::write(&rule, text).expect("it can be written");
    let done = kosolver(&["solve", "1x3", "--ko", &rule, "--value-only", "--certificate", &proof]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let said = out(&kosolver(&["verify", &proof]));
    let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
    assert!(said.ends_with(&format!("The ko rule is one of its own. This is its text:\n{lines}")), "{said}");
    // The same name, and another rule.
    let bytes = std::fs::read(&proof).expect("it is there");
    let place = bytes.windows(11).position(|part| part == b" or retakes").expect("the text is in it");
    let other = directory.file("other.kcert");
    std::fs::write(&other, [&bytes[..place], &bytes[place + 11..]].concat()).expect("it can be written");
    assert_ne!(out(&kosolver(&["verify", &other])), said);
}
