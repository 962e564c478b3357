//! Sentences of the library as the page says them to players.

/// With a minus sign in place of a hyphen before a number.
pub fn minus(text: &str) -> String {
    let mut written = String::new();
    let mut before = ' ';
    for (at, sign) in text.char_indices() {
        let number = text[at + sign.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        written.push(if sign == '-' && number && !before.is_alphanumeric() { '−' } else { sign });
        before = sign;
    }
    written
}

/// Without the letter that texts of rules have for the position after a play.
pub fn new_position(sentence: &str) -> String {
    let word = |word: &str| match word.trim_end_matches([',', '.', ';', ':', ')']) {
        "T" | "(T" => word.replacen('T', "the new position", 1),
        _ => word.to_owned(),
    };
    sentence.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minus_is_no_hyphen() {
        assert_eq!(
            minus("Black can force -2; 2 if (-1) of psk-2 at 1-2"),
            "Black can force −2; 2 if (−1) of psk-2 at 1-2"
        );
    }

    #[test]
    fn no_letter_is_left_in_any_rule() {
        for ko in kosolver::Ko::all() {
            let said = new_position(ko.sentence());
            assert!(!said.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "T"), "{said}");
        }
        assert_eq!(
            new_position("A play is prohibited if T has occurred."),
            "A play is prohibited if the new position has occurred."
        );
    }
}
