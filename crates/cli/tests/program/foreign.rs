//! Text from files and arguments that a terminal would obey, or that is longer than a screen.

use crate::common::{err, kosolver, out};

/// One short line that says what is wrong, without the characters themselves.
#[track_caller]
fn is_tame(error: &str, what: &str) {
    assert!(error.starts_with("kosolver: ") && error.ends_with('\n'), "{what}: {error:?}");
    let line = error.trim_end_matches('\n');
    assert!(!line.chars().any(char::is_control), "{what}: {error:?}");
    assert!(line.chars().count() < 1000, "{what}: {} characters", line.chars().count());
}

#[test]
fn arguments_are_escaped_and_shortened() {
    let long = "x".repeat(100_000);
    let sly = "\u{1b}[31mred\u{7}\r\nnew line";
    let mut escaped = 0;
    for foreign in [sly, &long, &format!("--{long}"), &format!("{long}=1"), &format!("{sly}={sly}")] {
        for arguments in [
            vec![foreign],
            vec!["solve", foreign],
            vec!["solve", "2x2", "--ko", foreign],
            vec!["solve", "2x2", "--rules", foreign],
            vec!["solve", "2x2", "--rules", "ko=psk", "--komi", foreign],
            vec!["solve", "2x2", "--ko", "psk", "--position", foreign],
            vec!["solve", "2x2", "--ko", "psk", "--suicide", foreign],
            vec!["solve", "2x2", "--ko", "psk", "--memory", foreign],
            vec!["solve", "2x2", "--ko", "psk", "--format", foreign],
            vec!["solve", "2x2", "--ko", "psk", "--certificate", foreign, "--to-play", foreign],
            vec!["play", "2x2", "--ko", "psk", foreign],
            vec!["table", "--boards", foreign],
            vec!["verify", foreign],
            vec!["tablebase", "stats", foreign],
        ] {
            let output = kosolver(&arguments);
            let what = format!("{:.20} of {:.60}", foreign.escape_debug(), format!("{arguments:?}"));
            assert_eq!(output.status.code(), Some(2), "{what}");
            assert!(out(&output).is_empty(), "{what}");
            is_tame(&err(&output), &what);
            escaped += usize::from(err(&output).contains(r"\u{1b}[31mred\u{7}\r\nnew line"));
        }
    }
    assert!(escaped >= 12, "{escaped}");
}

#[test]
fn headers_of_certificates_are_escaped_and_shortened() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = |name: &str| directory.path().join(name).to_str().expect("UTF-8").to_owned();
    let (whole, forged) = (file("whole.kcert"), file("forged.kcert"));
    let solved = kosolver(&["solve", "1x2", "--ko", "psk", "--certificate", &whole]);
    assert!(solved.status.success(), "{}", err(&solved));
    let bytes = std::fs::read(&whole).expect("it was written");
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").expect("a header") + 2;
    let header = std::str::from_utf8(&bytes[..end]).expect("text");
    let long = "y".repeat(4000);
    for foreign in ["\u{1b}]0;title\u{7}", "\u{9b}2J", "\u{202e}\u{2028}", &long] {
        for (number, line) in header.lines().filter(|line| !line.is_empty()).enumerate() {
            let (field, _) = line.split_at(line.rfind(' ').expect("a field has a value") + 1);
            let changed = header.replacen(line, &format!("{field}{foreign}"), 1);
            std::fs::write(&forged, [changed.as_bytes(), &bytes[end..]].concat()).expect("writes");
            let output = kosolver(&["verify", &forged]);
            assert_eq!(output.status.code(), Some(1), "{line}");
            is_tame(&err(&output), line);
            assert!(!err(&output).contains(foreign), "line {number}: {}", err(&output));
        }
    }
}
