//! Text that fits a terminal.

use textwrap::core::{Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;
use textwrap::{Options, WordSplitter};

/// How wide text is in a pipe and in a file.
pub const WIDTH: u16 = 80;

/// The narrowest that text is made.
const NARROWEST: u16 = 40;

/// The width of the terminal that standard output is; in a pipe and in a file [`WIDTH`].
pub fn terminal_width() -> u16 {
    match terminal_size::terminal_size_of(std::io::stdout()) {
        Some((terminal_size::Width(width), _)) => width.max(NARROWEST),
        None => WIDTH,
    }
}

/// The width of the terminal that standard error is, if it is one.
pub fn error_width() -> Option<u16> {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map(|(terminal_size::Width(width), _)| width.max(NARROWEST))
}

/// A text after a label, in lines of at most so many columns where its words allow it; lines after the first
/// stand under the text.
pub fn fill(label: &str, text: &str, width: u16) -> String {
    let indent = " ".repeat(shown(label));
    let options = Options::new(usize::from(width))
        .initial_indent(label)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let filled = textwrap::fill(text, options);
    if filled.is_empty() { label.trim_end().to_owned() } else { filled }
}

/// Items after a label, two spaces apart, in the same way; no item is broken.
pub fn fill_items(label: &str, items: &[String], width: u16) -> String {
    let spaced: Vec<String> = items.iter().map(|item| format!("{item}  ")).collect();
    let words: Vec<Word> = spaced.iter().map(|item| Word::from(item)).collect();
    let room = usize::from(width).saturating_sub(shown(label));
    let lines = wrap_first_fit(&words, &[room as f64]);
    let lines = lines.iter().map(|line| line.iter().map(|word| word.word).collect::<Vec<_>>().join("  "));
    let indent = format!("\n{}", " ".repeat(shown(label)));
    label.to_owned() + &lines.collect::<Vec<_>>().join(&indent)
}

/// How many columns a text takes.
pub(crate) fn shown(text: &str) -> usize {
    display_width(text)
}
