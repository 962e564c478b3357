//! Surveys: all of one, or a part.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use kosolver_report::{WIDTH, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{Part, Work, part_files, part_tasks};

use crate::{invocation, limits, output, progress};

#[derive(Debug, Args)]
pub struct PartArguments {
    /// Do only part I of N, each about the same amount of work, and write it to DIR; afterwards
    /// `kosolver merge DIR` combines the parts into what one run writes
    #[arg(long, value_name = "I/N", requires = "out")]
    pub part: Option<Part>,
}

/// Where the results of a survey go.
pub struct Target<'a> {
    /// The part that is to be done, if not all; then there is a directory.
    pub part: Option<Part>,
    /// The directory; without one they are printed.
    pub out: Option<&'a Path>,
    /// The only file, if not all that are published.
    pub file: Option<String>,
    pub threads: Option<u16>,
}

/// Does a survey or a part of it. `text` is what is printed, in so many columns, or what is in the only file.
pub fn run<W: Work>(
    work: &W,
    Target { part, out, file, threads }: Target,
    text: impl FnOnce(&W::Whole, u16) -> Result<String>,
) -> Result<()> {
    output::check_directory(out)?;
    limits::use_threads(threads)?;
    if let (Some(part), Some(directory)) = (part, out) {
        return write(work, part, directory);
    }
    let meter = Meter::default();
    let whole = progress::counted(work.tasks(), &meter, |done| work.solve(&meter, done))?;
    match (out, file) {
        (None, _) => output::print(&text(&whole, terminal_width())?),
        (Some(directory), None) => output::write_all(&work.files(whole, directory, &meter)?, directory),
        (Some(directory), Some(file)) => {
            output::write_all(&BTreeMap::from([(file, text(&whole, WIDTH)?.into_bytes())]), directory)
        }
    }
}

/// Does a part of a survey and writes it to a directory.
pub fn write<W: Work>(work: &W, part: Part, directory: &Path) -> Result<()> {
    let meter = Meter::default();
    let tasks = part_tasks(work, part);
    let files = progress::counted(tasks, &meter, |done| part_files(work, part, &typed(), &meter, done))?;
    output::write_all(&files, directory)
}

/// The command as a shell reads it.
pub fn typed() -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_=.,/:+%@".contains(character);
    let quoted = |word: String| {
        let bare = !word.is_empty() && word.chars().all(plain);
        if bare { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    let words = invocation::arguments().iter().map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("kosolver".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
