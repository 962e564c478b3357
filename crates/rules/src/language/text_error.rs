//! What is wrong with a text, and where.

use std::fmt;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use kosolver_board::is_unseen;
use serde::Serialize;

use super::parse::Fault;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in letters.
    pub column: usize,
    /// How many letters it is about.
    pub length: usize,
    /// What is wrong, and what is accepted.
    pub message: String,
    #[serde(skip)]
    text: String,
}

/// The most of a line that is shown with an error.
const LONGEST_SHOWN: usize = 200;

impl TextError {
    pub(super) fn new(text: &str, Fault { span, message }: Fault) -> TextError {
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (from, to) = (boundary(span.0.start), boundary(span.0.end));
        let start = text[..from].rfind('\n').map_or(0, |at| at + 1);
        let end = text[from..].find('\n').map_or(text.len(), |at| from + at);
        TextError {
            line: 1 + text[..from].matches('\n').count(),
            column: 1 + text[start..from].chars().count(),
            length: text[from..to.min(end).max(from)].chars().count().max(1),
            message,
            text: text[start..end]
                .trim_end_matches('\r')
                .chars()
                .map(|sign| match sign {
                    sign if sign.is_whitespace() => ' ',
                    sign if is_unseen(sign) => char::REPLACEMENT_CHARACTER,
                    sign => sign,
                })
                .collect(),
        }
    }

    /// The error with its line, marked, as in a file of this name.
    pub fn shown(&self, origin: &str) -> String {
        // Of a long line what is near the place.
        let skipped = (self.column - 1).saturating_sub(LONGEST_SHOWN / 2);
        let line: String = self.text.chars().skip(skipped).take(LONGEST_SHOWN).collect();
        let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let from = byte(self.column - 1 - skipped);
        let to = byte(self.column - 1 - skipped + self.length).max(from);
        let mark = AnnotationKind::Primary.span(from..to);
        let snippet = Snippet::source(&line).line_start(self.line).path(origin).annotation(mark);
        let report = [Level::ERROR.primary_title(self.message.as_str()).element(snippet)];
        Renderer::plain().render(&report).trim_start_matches("error: ").to_owned()
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}
