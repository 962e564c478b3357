use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use kosolver_board::{Colour, visible};
use kosolver_checker::{
    Digest, Error, Pieces, Proved, Verified, pieces_of, readings, verified_checker_covers, verify_with,
};
use kosolver_report::json;
use kosolver_rules::Score;
use kosolver_tablebase::Size;
use serde::Serialize;

use crate::arguments::{memory, threads};
use crate::limits::free_memory;
use crate::progress::{self, Reading};
use crate::rejected::Rejected;
use crate::{input, output};

/// Check certificates without a search, and print what they prove
///
/// A file of 32 MiB or more, or of a 32nd of the memory, is read twice, so that not all of its
/// lemmas have to be in memory.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Memory that checking a file may take, such as 512MiB or 8GiB; one that needs more is refused
    /// [default: three quarters of what is free, shared by the files that are checked at a time]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// How many files are checked at a time. Each may take this memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,

    /// What to print: text, json, or bibtex (how to cite what each file proves: with the version of this
    /// program and the SHA-256 sum of the file)
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: VerifyFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerifyFormat {
    Text,
    Json,
    Bibtex,
}

/// What a certificate proves.
#[derive(Serialize)]
struct VerifiedRecord {
    file: String,
    sha256: String,
    /// Whether it holds. If not, `fault` says why, and nothing else is known.
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(flatten)]
    proved: Option<ProvedRecord>,
}

#[derive(Serialize)]
struct ProvedRecord {
    board: String,
    /// The ruleset as text, with the text of the ko rule if that is one of its own.
    rules: String,
    position: String,
    to_play: Colour,
    moves: Vec<String>,
    /// The value, or the bounds where play can go on for ever; neither if it is a claim alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[Score; 2]>,
    lemmas: u64,
    /// Whether the verified checker can prove it too; nothing for a ko rule of one's own, where that depends on its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_checker: Option<bool>,
    /// What is proved, in words.
    says: String,
}

impl ProvedRecord {
    fn of(verified: &Verified) -> ProvedRecord {
        let board = verified.game.board();
        ProvedRecord {
            board: board.to_string(),
            rules: verified.game.rules().in_full(),
            position: verified.position.text(board),
            to_play: verified.to_play,
            moves: verified.moves.iter().map(|made| made.name(board)).collect(),
            value: if let Proved::Score(score) = verified.value { Some(score) } else { None },
            bounds: if let Proved::Bounds(lower, upper) = verified.value {
                Some([lower, upper])
            } else {
                None
            },
            lemmas: verified.lemmas,
            verified_checker: verified_checker_covers(verified.game.rules()),
            says: verified.to_string(),
        }
    }
}

impl VerifiedRecord {
    fn of(path: &Path, verified: &Result<Verified, Error>) -> Result<VerifiedRecord> {
        let digest = Digest::of(input::open(path)?);
        let digest = digest.with_context(|| format!("{} cannot be read", output::named(path)))?;
        Ok(VerifiedRecord {
            file: path.to_string_lossy().into_owned(),
            sha256: digest.to_string(),
            holds: verified.is_ok(),
            fault: verified.as_ref().err().map(Error::to_string),
            proved: verified.as_ref().ok().map(ProvedRecord::of),
        })
    }

    /// An entry of BibTeX, whose key has the beginning of the sum; nothing if it proves nothing.
    fn bibtex(&self) -> Option<String> {
        let proved = self.proved.as_ref()?;
        // What BibTeX would obey is written out.
        let plain = |text: &str| text.replace(['{', '}', '\\'], " ").replace(['%', '#', '&', '_', '$'], "-");
        Some(format!(
            "@misc{{kosolver-{},\n  author = {{{{The kosolver developers}}}},\n  title = {{{{{}}}}},\n  note = {{Certificate with SHA-256 {}; verified by kosolver {}}}\n}}\n",
            &self.sha256[..8],
            plain(&proved.says),
            self.sha256,
            env!("KOSOLVER_VERSION")
        ))
    }
}

/// How long a file is, if it is a regular one.
fn length(path: &Path) -> Option<u64> {
    path.metadata().ok().filter(Metadata::is_file).map(|there| there.len())
}

/// Checks a file that may rest on these pieces.
fn file(path: &Path, memory: u64, pieces: &Pieces, reading: &Reading) -> Result<Result<Verified, Error>> {
    let open = || input::open(path);
    let first = open()?;
    let length = first.metadata().with_context(|| format!("{} cannot be read", output::named(path)))?.len();
    let mut first = Some(first);
    let verified = verify_with(pieces, length, memory, || {
        first.take().map_or_else(open, Ok).map(|file| reading.of(file))
    });
    // A file that cannot be opened again is no file that proves nothing.
    match verified.map(Ok).or_else(|fault: anyhow::Error| fault.downcast().map(Err))? {
        // It may hold all the same.
        Err(error @ Error::Memory { .. }) => bail!("{}: {error}", output::named(path)),
        checked => Ok(checked),
    }
}

/// The places of certificates, those first that rest on none of the others, then those that rest on these alone, and
/// so on; with their digests if some rest on others.
fn ranks(paths: &[PathBuf]) -> Vec<Vec<(usize, Option<Digest>)>> {
    // What cannot be read is told of when it is checked.
    let open = |path: &PathBuf| input::open(path).ok();
    let header = |path: &PathBuf| pieces_of(BufReader::new(open(path)?)).ok();
    let rests_on: Vec<Vec<Digest>> = paths.iter().map(|path| header(path).unwrap_or_default()).collect();
    let mut digests = vec![None; paths.len()];
    if rests_on.iter().any(|pieces| !pieces.is_empty()) {
        digests = paths.iter().map(|path| Digest::of(open(path)?).ok()).collect();
    }
    let (mut left, mut ranks) = (Vec::from_iter(0..paths.len()), Vec::new());
    while !left.is_empty() {
        let is_left = |digest: &Digest| left.iter().any(|place| digests[*place].as_ref() == Some(digest));
        let ready = |place: &usize| !rests_on[*place].iter().any(is_left);
        let (next, later): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(ready);
        // Digests are in no circle, so there are some, unless files change meanwhile.
        let (next, later) = if next.is_empty() { (later, next) } else { (next, later) };
        ranks.push(next.into_iter().map(|place| (place, digests[place])).collect());
        left = later;
    }
    ranks
}

/// Does so many pieces of work in so many threads. `hear` hears what they give in their order, whichever is done first;
/// after its first fault nothing more is begun.
fn in_threads<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
    mut hear: impl FnMut(usize, T) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let begun = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count);
    thread::scope(|scope| {
        let (send, done) = channel();
        for _ in 0..threads {
            let (send, begun, work) = (send.clone(), &begun, &work);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                while let Some(number) = begun()
                    && send.send((number, work(number))).is_ok()
                {}
            });
            thread.context("a thread cannot be started")?;
        }
        drop(send);
        let (mut ready, mut heard) = (BTreeMap::new(), 0);
        for (number, given) in done {
            ready.insert(number, given);
            while let Some(given) = ready.remove(&heard) {
                hear(heard, given).inspect_err(|_| next.store(count, Ordering::Relaxed))?;
                heard += 1;
            }
        }
        Ok(())
    })
}

/// Checks certificates in so many threads, each after those that it rests on. Each may take the `share` of memory of
/// one of so many that are checked at a time. Of each, by its place, `hear` hears what it proves or why it proves
/// nothing, and says under which digest others may rest on it; they may rest on these pieces, to which it is added.
pub fn all(
    paths: &[PathBuf],
    threads: u16,
    pieces: &mut Pieces,
    share: impl Fn(u64) -> u64,
    mut hear: impl FnMut(usize, Option<Digest>, &Result<Verified, Error>) -> Result<Option<Digest>>,
) -> Result<()> {
    for rank in ranks(paths) {
        let threads = usize::from(threads).min(rank.len());
        let memory = share(threads as u64);
        let lengths = rank.iter().filter_map(|(place, _)| length(&paths[*place]));
        let bytes = lengths.map(|length| readings(length, memory) * length).sum();
        let mut proved = Vec::new();
        progress::read(bytes, |reading| {
            let check = |number: usize| file(&paths[rank[number].0], memory, pieces, reading);
            in_threads(rank.len(), threads, check, |number, verified| {
                let ((place, digest), verified) = (rank[number], verified?);
                let digest = reading.suspended(|| hear(place, digest, &verified))?;
                if let (Some(digest), Ok(verified)) = (digest, verified) {
                    proved.push((digest, verified));
                }
                Ok(())
            })
        })?;
        for (digest, verified) in proved {
            pieces.add(digest, &verified);
        }
    }
    Ok(())
}

/// Checks every file, each after those that it rests on, and says of each what it proves or why it proves
/// nothing.
pub fn run(arguments: &VerifyArguments) -> Result<()> {
    let VerifyArguments { files, memory, threads, format } = arguments;
    let (mut rejected, mut records) = (Vec::new(), BTreeMap::new());
    let free = free_memory();
    all(
        files,
        *threads,
        &mut Pieces::default(),
        |at_a_time| memory.map_or(free / at_a_time, |memory| memory.0),
        |place, digest, verified| {
            if *format != VerifyFormat::Text {
                records.insert(place, VerifiedRecord::of(&files[place], verified)?);
            }
            match verified {
                Ok(_) if *format != VerifyFormat::Text => {}
                Ok(verified) => {
                    output::report("", &verified.to_string())?;
                    if verified_checker_covers(verified.game.rules()) == Some(false) {
                        output::report("", "The verified checker does not cover these rules.")?;
                    }
                    if let Some(text) = verified.game.rules().ko().own_text() {
                        let lines = text.lines().map(|line| format!("  {}\n", visible(line)));
                        output::print(&format!(
                            "The ko rule is one of its own. This is its text:\n{}",
                            lines.collect::<String>()
                        ))?;
                    }
                }
                Err(error) => rejected.push(format!("{}: {error}", output::named(&files[place]))),
            }
            Ok(digest)
        },
    )?;
    let records: Vec<VerifiedRecord> = records.into_values().collect();
    match format {
        VerifyFormat::Text => {}
        VerifyFormat::Json => output::print(&json(&records)?)?,
        VerifyFormat::Bibtex => {
            output::print(&records.iter().filter_map(VerifiedRecord::bibtex).collect::<Vec<_>>().join("\n"))?;
        }
    }
    Rejected::check(&rejected, files.len())
}
