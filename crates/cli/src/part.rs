//! Parts of surveys.

use std::path::Path;

use anyhow::Result;
use kosolver_search::Meter;
use kosolver_study::{Part, Work, part_files, part_tasks};

use crate::{invocation, output, progress};

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
