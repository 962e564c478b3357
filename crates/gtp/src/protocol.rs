//! Lines as they arrive, and answers as they leave (GTP 2, sections 2.3 to 2.7).

use std::io::{self, Write};

use kosolver::board::without_mark;

use crate::fault::Fault;

/// A command with its number and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number that the controller gave it.
    pub id: Option<u32>,
    /// Its name.
    pub name: String,
    /// What follows the name.
    pub arguments: Arguments,
}

/// What follows the name of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments(String);

impl Arguments {
    /// All of it.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Its words, which spaces separate.
    pub fn words(&self) -> Vec<&str> {
        self.0.split_whitespace().collect()
    }

    /// Its words, which are as many as the usage says.
    pub fn exactly<const N: usize>(&self, usage: &str) -> Result<[&str; N], Fault> {
        self.words().try_into().map_err(|_| Fault::usage(usage))
    }

    /// The name of a file, in quotes if it has spaces, and the words after it; nothing if there is no
    /// name, or a quote is alone or goes on into the next word.
    pub fn file(&self) -> Option<(&str, Vec<&str>)> {
        let (name, rest) = match self.0.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => self.0.split_once(' ').unwrap_or((&self.0, "")),
        };
        let apart = rest.is_empty() || rest.starts_with(' ') || !self.0.starts_with('"');
        (!name.is_empty() && apart).then(|| (name, rest.split_whitespace().collect()))
    }
}

impl Command {
    /// The command of a line; nothing if the line is empty or a comment.
    pub fn parse(line: &str) -> Option<Command> {
        let kept =
            without_mark(line).chars().filter(|character| *character == '\t' || !character.is_control());
        let text: String = kept.take_while(|character| *character != '#').collect();
        let text = text.replace('\t', " ");
        let mut text = text.trim();
        if text.is_empty() {
            return None;
        }
        let mut id = None;
        let (first, rest) = split(text);
        if first.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = first.parse()
        {
            id = Some(number);
            text = rest;
        }
        let (name, arguments) = split(text);
        Some(Command { id, name: name.to_owned(), arguments: Arguments(arguments.to_owned()) })
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    (first, rest.trim())
}

/// Whether a line is the comment by which GoGui interrupts a command.
pub fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// Answers a command.
pub fn answer(out: &mut dyn Write, id: Option<u32>, answer: &Result<String, Fault>) -> io::Result<()> {
    let (sign, text) = match answer {
        Ok(text) => ('=', without_empty_lines(text)),
        Err(fault) => ('?', fault.to_string()),
    };
    write!(out, "{sign}{} {text}\n\n", number(id))?;
    out.flush()
}

/// Begins an answer of lines that come one after the other.
pub fn begin(out: &mut dyn Write, id: Option<u32>) -> io::Result<()> {
    writeln!(out, "={}", number(id))?;
    out.flush()
}

/// Writes more of an answer: an empty text is no line.
pub fn go_on(out: &mut dyn Write, text: &str) -> io::Result<()> {
    let text = without_empty_lines(text);
    if !text.is_empty() {
        writeln!(out, "{text}")?;
    }
    out.flush()
}

fn number(id: Option<u32>) -> String {
    id.map_or(String::new(), |id| id.to_string())
}

/// An empty line would end an answer.
fn without_empty_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> (Option<u32>, String, String) {
        let Command { id, name, arguments } = Command::parse(line).expect("a command");
        (id, name, arguments.text().to_owned())
    }

    #[test]
    fn lines_are_preprocessed() {
        for (line, id, name, arguments) in [
            ("boardsize 3", None, "boardsize", "3"),
            ("  12 \t play\tb   a1 # here", Some(12), "play", "b   a1"),
            ("quit\r", None, "quit", ""),
            ("na\u{7}me\u{0}", None, "name", ""),
            ("0 name", Some(0), "name", ""),
            // Some editors begin a file with a byte order mark.
            ("\u{feff}name", None, "name", ""),
            ("7", Some(7), "", ""),
            ("name#x", None, "name", ""),
            ("99999999999 name", None, "99999999999", "name"),
        ] {
            assert_eq!(parsed(line), (id, name.to_owned(), arguments.to_owned()), "{line:?}");
        }
        for empty in ["", "   ", "# genmove b", "\t\r", " # "] {
            assert_eq!(Command::parse(empty), None, "{empty:?}");
        }
    }

    #[test]
    fn answers_have_their_form() {
        for (id, said, written) in [
            (None, Ok("2"), "= 2\n\n"),
            (Some(3), Ok(""), "=3 \n\n"),
            (Some(0), Ok("one\n\ntwo\n"), "=0 one\ntwo\n\n"),
            (Some(4), Err("unknown\ncommand"), "?4 unknown\\ncommand\n\n"),
        ] {
            let mut out = Vec::new();
            answer(&mut out, id, &said.map(str::to_owned).map_err(Fault::new)).expect("written");
            assert_eq!(String::from_utf8(out).expect("UTF-8"), written);
        }
    }

    #[test]
    fn names_of_files_may_have_quotes() {
        let file = |text: &str| {
            let arguments = Arguments(text.to_owned());
            arguments.file().map(|(name, rest)| (name.to_owned(), rest.join(" ")))
        };
        assert_eq!(file("a.sgf 3"), Some(("a.sgf".to_owned(), "3".to_owned())));
        assert_eq!(file("\"a b.sgf\" 3"), Some(("a b.sgf".to_owned(), "3".to_owned())));
        assert_eq!(file("\"a b.sgf"), None);
        assert_eq!(file("\"a b\".sgf"), None);
        assert_eq!(file("\"\""), None);
        assert_eq!(file(""), None);
    }

    #[test]
    fn an_interrupt_is_a_comment() {
        assert!(is_interrupt("# interrupt\r"));
        assert!(!is_interrupt("interrupt") && !is_interrupt("# interrupted"));
        assert_eq!(Command::parse("# interrupt"), None);
    }
}
