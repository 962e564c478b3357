//! Text that somebody else has written, as it is shown in a message.

use std::fmt::{self, Write};

/// The most characters of foreign text in a message.
const MOST: usize = 64;

/// Foreign text that is safe to print; see [`quoted`] and [`visible`].
#[derive(Clone, Copy, Debug)]
pub struct Foreign<'a> {
    text: &'a str,
    quotes: &'static str,
    most: usize,
}

/// A text in quotes, for a message about it. It stays on one line and changes nothing else on a
/// terminal: control characters, and those that turn the direction of writing, are written as in Rust,
/// `\n` or `\u{1b}`. Of a long text the first 64 characters are shown, then `…`.
///
/// ```
/// use kosolver_board::quoted;
///
/// assert_eq!(quoted("3y4").to_string(), "'3y4'");
/// assert_eq!(quoted("a\u{1b}[31m\n").to_string(), r"'a\u{1b}[31m\n'");
/// assert_eq!(quoted(&"x".repeat(1000)).to_string().chars().count(), 64 + 3);
/// ```
pub fn quoted(text: &str) -> Foreign<'_> {
    Foreign { text, quotes: "'", most: MOST }
}

/// A text without the byte order mark that some editors write before it. All text that people write is
/// read like this, or by the bytes of the mark.
///
/// ```
/// assert_eq!(kosolver_board::without_mark("\u{feff}X.O"), "X.O");
/// ```
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// All of a text, with the same characters escaped: for messages that hold text from elsewhere.
pub fn visible(text: &str) -> Foreign<'_> {
    Foreign { text, quotes: "", most: usize::MAX }
}

/// The first characters of a text, with the same characters escaped, and `…` if there are more.
pub fn shortened(text: &str, most: usize) -> Foreign<'_> {
    Foreign { text, quotes: "", most }
}

/// Whether a character must not reach a terminal: control characters, line and paragraph separators,
/// marks without a width and those of direction.
///
/// ```
/// assert!(kosolver_board::is_unseen('\u{1b}') && !kosolver_board::is_unseen('囲'));
/// ```
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(character, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

impl fmt::Display for Foreign<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.quotes)?;
        let mut characters = self.text.chars();
        for character in characters.by_ref().take(self.most) {
            if is_unseen(character) {
                character.escape_default().fmt(f)?;
            } else {
                f.write_char(character)?;
            }
        }
        if characters.next().is_some() {
            f.write_char('…')?;
        }
        f.write_str(self.quotes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        for (text, shown) in [
            ("", "''"),
            ("Zürich 囲碁 …", "'Zürich 囲碁 …'"),
            ("\u{1b}[2J", r"'\u{1b}[2J'"),
            ("\u{9b}2J\u{7f}\0", r"'\u{9b}2J\u{7f}\u{0}'"),
            ("a\r\nb\tc", r"'a\r\nb\tc'"),
            ("\u{202e}gpj.exe", r"'\u{202e}gpj.exe'"),
            ("\u{2028}\u{2066}\u{200b}\u{feff}", r"'\u{2028}\u{2066}\u{200b}\u{feff}'"),
        ] {
            assert_eq!(quoted(text).to_string(), shown);
            assert_eq!(format!("'{}'", visible(text)), shown);
        }
    }

    #[test]
    fn long_texts_are_shortened() {
        let text = |length| "ü".repeat(length);
        assert_eq!(quoted(&text(64)).to_string(), format!("'{}'", text(64)));
        assert_eq!(quoted(&text(65)).to_string(), format!("'{}…'", text(64)));
        assert_eq!(visible(&text(1000)).to_string(), text(1000));
        assert_eq!(shortened(&text(1000), 3).to_string(), "üüü…");
        assert_eq!(shortened("\n\n\n\n", 3).to_string(), r"\n\n\n…");
    }
}
