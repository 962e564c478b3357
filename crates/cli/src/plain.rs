//! Words of libraries, in plain words. Messages of the system and of libraries reach a reader here alone.

/// What libraries say, and what it means.
const WORDS: [(&str, &str); 7] = [
    ("invalid digit found in string", "that is not a whole number"),
    ("cannot parse integer from empty string", "that is not a whole number"),
    ("number too large to fit in target type", "that number is too large"),
    ("number too small to fit in target type", "that number is too small"),
    ("stream did not contain valid UTF-8", "it is not text in UTF-8"),
    ("entity not found", "it was not found"),
    (" found tip: ", ": "),
];

/// A message without words that only a programmer knows: without the numbers of system errors, and with
/// ranges in words.
pub fn plain(message: &str) -> String {
    let mut text = message.to_owned();
    for (theirs, ours) in WORDS {
        text = text.replace(theirs, ours);
    }
    while let Some((before, rest)) = text.split_once(" (os error ") {
        let Some((number, after)) = rest.split_once(')') else { break };
        if number.parse::<u32>().is_err() {
            break;
        }
        text = format!("{before}{after}");
    }
    match text.split_once(" is not in ").map(|(before, range)| (before, range.split_once("..="))) {
        Some((before, Some((least, most)))) if most.parse::<u64>().is_ok() => {
            format!("{before} is not from {least} to {most}")
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_words_of_libraries() {
        for (theirs, ours) in [
            (
                "x cannot be read: No such file or directory (os error 2)",
                "x cannot be read: No such file or directory",
            ),
            ("a (os error 2): b (os error 13)", "a: b"),
            ("a (os error x)", "a (os error x)"),
            ("for '--threads <N>': 0 is not in 1..=256", "for '--threads <N>': 0 is not from 1 to 256"),
            (
                "for '--nodes <N>': invalid digit found in string",
                "for '--nodes <N>': that is not a whole number",
            ),
            ("the board is not in 1..=x", "the board is not in 1..=x"),
        ] {
            assert_eq!(plain(theirs), ours);
        }
    }
}
