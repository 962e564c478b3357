//! Where results go: standard output, or files written whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use kosolver_board::{shortened, visible};
use kosolver_report::{error_width, fill, terminal_width};
use kosolver_rules::{Move, Referee};
use kosolver_search::{directory_of, is_still, write_whole};

use crate::plain::plain;

/// The most characters of a path in a message.
const MOST: usize = 160;

/// A path as it is shown in a message.
pub fn named(path: &Path) -> String {
    shortened(&path.to_string_lossy(), MOST).to_string()
}

/// What is to be said on standard error before a result, and not before a fault.
static NOTE: Mutex<Option<String>> = Mutex::new(None);

/// Keeps what is to be said before the first result.
pub fn note(text: String) {
    *NOTE.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
}

pub fn say_note() {
    if let Some(note) = NOTE.lock().unwrap_or_else(PoisonError::into_inner).take() {
        say(&note);
    }
}

/// Prints a result. A reader that has gone away, such as `head`, is no fault.
pub fn print(text: &str) -> Result<()> {
    say_note();
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.context("standard output cannot be written"),
    }
}

/// Prints a text after a label, in lines that fit the terminal.
pub fn report(label: &str, text: &str) -> Result<()> {
    print(&(fill(label, text, terminal_width()) + "\n"))
}

/// Who is to play, and what is legal.
pub fn legal_moves(referee: &Referee, name: impl Fn(Move) -> String) -> String {
    let mut legal: Vec<String> = referee.legal_moves().into_iter().map(name).collect();
    legal.dedup();
    let label = format!("{} to play; legal: ", referee.node().to_move);
    fill(&label, &legal.join(" "), terminal_width()) + "\n"
}

/// Says something on standard error. Where that is closed, nothing is said and all goes on.
pub fn tell(text: &str) {
    say_note();
    say(text);
}

fn say(text: &str) {
    // In one piece: several threads may speak.
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// Whether a message has lines that mark a place in a text.
pub fn is_marked(fault: &str) -> bool {
    fault.lines().any(|line| line.trim_start().starts_with("--> "))
}

/// Says on standard error what is wrong: in lines that fit if it is a terminal, otherwise in one line. What
/// a terminal would obey is written out.
pub fn complain(fault: &str) {
    let (label, fault) = ("kosolver: ", plain(fault));
    // A text that is no rule is shown with the line that is wrong, as it stands.
    if is_marked(&fault) {
        let lines: Vec<String> = fault.lines().map(|line| visible(line).to_string()).collect();
        return say(&format!("{label}{}", lines.join("\n")));
    }
    let fault = visible(&fault).to_string();
    match error_width() {
        Some(width) => say(&fill(label, &fault, width)),
        None => say(&format!("{label}{fault}")),
    }
}

/// Checks, before long work, that a file can be written there: its directory exists, and what
/// stands under its name, if anything, is a regular file that may be written.
pub fn check_target(path: &Path) -> Result<()> {
    let directory = directory_of(path);
    if !directory.is_dir() {
        bail!("{} cannot be written: {} is not a directory", named(path), named(directory));
    }
    kosolver_board::check_target(path).with_context(|| format!("{} cannot be written", named(path)))?;
    check_writable(directory)
}

/// Makes a file without a name in a directory, and forgets it.
pub fn check_writable(directory: &Path) -> Result<()> {
    match tempfile::tempfile_in(directory) {
        Ok(_) => Ok(()),
        Err(_) if !directory.is_dir() => bail!("{} is not a directory", named(directory)),
        // Without the name of the file, which nobody has chosen.
        Err(error) => bail!("{}: no file can be made there ({})", named(directory), error.kind()),
    }
}

/// Writes a file, and puts it under its name only once all of it is on the disk.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    check_target(path)?;
    write_whole(path, fill).with_context(|| format!("{} cannot be written", named(path)))
}

/// Makes the directory for results, before long work, if it is not there.
pub fn check_directory(directory: Option<&Path>) -> Result<()> {
    match directory {
        Some(directory) => {
            let made = std::fs::create_dir_all(directory);
            made.with_context(|| format!("--out {} is no directory and cannot be made", named(directory)))?;
            check_writable(directory)
        }
        None => Ok(()),
    }
}

/// A directory of results that other programs do not change meanwhile: what is read, changed and written
/// under one lock loses nothing of theirs.
pub struct Lock<'a> {
    directory: &'a Path,
    path: PathBuf,
    /// Unlocked when it is closed.
    _file: File,
}

/// Locks a directory, and waits if another program has. The lock is a file that is there as long.
pub fn lock(directory: &Path) -> Result<Lock<'_>> {
    let path = directory.join(".kosolver.lock");
    let locked = || loop {
        // Whoever opens a pipe waits for somebody who reads from it.
        match kosolver_board::check_target(&path) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
            _ => {}
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                tell(&format!("another kosolver is writing to {}: waiting for it", named(directory)));
                file.lock()?;
            }
            done => done?,
        }
        // Who had it may have removed it.
        if is_still(&path, &file)? {
            return io::Result::Ok(file);
        }
    };
    let file = locked().with_context(|| format!("{} cannot be locked", named(&path)))?;
    Ok(Lock { directory, path, _file: file })
}

impl Lock<'_> {
    /// Writes files that are all made already, each whole, and says so.
    pub fn write(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
        self.put(files)?;
        tell(&format!("wrote {} file(s) to {}", files.len(), named(self.directory)));
        Ok(())
    }

    /// Writes files without a word. A file names those in folders below it, so they come before it: if one
    /// cannot be written, none names what is not there.
    pub fn put(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
        let mut files: Vec<(&String, &Vec<u8>)> = files.iter().collect();
        files.sort_by_key(|(name, _)| Reverse(name.matches('/').count()));
        for (name, bytes) in &files {
            let path = self.directory.join(name);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("{} cannot be made", named(folder)))?;
            }
            write_with(&path, |file| file.write_all(bytes))?;
        }
        Ok(())
    }
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        // While it is locked. Left behind, it is locked by nobody.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Locks a directory, and writes files as [`Lock::write`] does.
pub fn write_all(files: &BTreeMap<String, Vec<u8>>, directory: &Path) -> Result<()> {
    lock(directory)?.write(files)
}
