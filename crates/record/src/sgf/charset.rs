//! What the bytes of a file mean. A file names its charset inside itself, as `CA` of its first node.

use std::borrow::Cow;

use encoding_rs::{Encoding, mem};

use crate::sgf::Error;
use crate::sgf::text::{Reader, Token};

/// The text of a file: by its byte order mark, else in the charset that it names, else UTF-8, else a
/// character for each byte.
///
/// The name can be read only once the charset is known, since in Shift-JIS, Big5 and GBK a character
/// may end in the byte of `\` or `]`. So each charset that the file speaks of is tried, and is the right
/// one if the file, read that way, names it.
pub fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return whole(encoding.decode_without_bom_handling(&bytes[mark..]).0, is_lost);
    }
    let plain = mem::decode_latin1(bytes);
    let mut tried: Vec<&Encoding> = Vec::new();
    for (at, _) in plain.match_indices('[') {
        if !plain[..at].trim_end().ends_with('A') {
            continue;
        }
        let label: String = plain[at + 1..].chars().take_while(|letter| *letter != ']').take(40).collect();
        let Some(encoding) = encoding(&label) else { continue };
        if tried.contains(&encoding) {
            continue;
        }
        tried.push(encoding);
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        if named(&text).as_deref().and_then(self::encoding) == Some(encoding) {
            return whole(text, is_lost);
        }
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => whole(plain, |letter| ('\u{80}'..='\u{ff}').contains(&letter)),
    }
}

/// Text in which no value may end elsewhere. Where a character was not understood, as one of two bytes
/// in an unknown charset, the `\` after it may be its second byte.
pub fn whole(text: Cow<str>, unknown: fn(char) -> bool) -> Result<Cow<str>, Error> {
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter == '\\' && unknown(before) {
            let fault = "\\ may be half a character here, and the file does not name its charset: write it into the first node, such as CA[Shift_JIS]";
            return Err(Reader::new(&text).fault_at(at, fault));
        }
        before = letter;
    }
    Ok(text)
}

/// Whether a character stands for bytes that were not understood.
pub fn is_lost(letter: char) -> bool {
    letter == char::REPLACEMENT_CHARACTER || ('\u{80}'..='\u{9f}').contains(&letter)
}

/// The charset with this name, also as Windows numbers it.
fn encoding(label: &str) -> Option<&'static Encoding> {
    let label = match label.trim().to_ascii_lowercase().as_str() {
        "cp932" => "shift_jis".to_owned(),
        "cp936" => "gbk".to_owned(),
        "cp949" => "euc-kr".to_owned(),
        "cp950" => "big5".to_owned(),
        label => label.to_owned(),
    };
    Encoding::for_label_no_replacement(label.as_bytes())
}

/// The charset that the first node of a text names.
fn named(text: &str) -> Option<String> {
    let mut reader = Reader::new(text);
    loop {
        match reader.next() {
            Ok(Token::Open) => {}
            Ok(Token::Node(properties)) => {
                return properties
                    .iter()
                    .find(|property| property.name == "CA")
                    .map(|property| property.value(0));
            }
            _ => return None,
        }
    }
}
