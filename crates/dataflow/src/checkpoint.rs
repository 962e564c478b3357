//! The work of all workers on disk: a directory with a file for each worker, and a manifest that is
//! written last and names them. Shards do not depend on the number of workers, so any number can go on.
//!
//! ```text
//! manifest         the format; JSON: what it is about, how far the work is, and the digest of each
//!                  worker's files; the SHA-256 of these lines, in hexadecimal
//! state-7-0        checkpoint 7, the shards of worker 0: the SHA-256 of the file of ranks; then for
//!                  each shard a head, which is its number, its length (64 bits each, low byte first)
//!                  and the SHA-256 of its content, and its content, packed
//! state-7-0-ranks  the ranks found by worker 0 so far, packed
//! ```
//!
//! The digest of a worker's files is the SHA-256 of that of the ranks and of the heads. So each byte is
//! under a digest, and whoever needs a few shards reads no others.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kosolver_board::{LONGEST_STREAM, LONGEST_WHOLE, check_target, open_plain, read_plain};
use kosolver_tablebase::{Cursor, Error as Fault, Progress, Share};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::job::{Common, Saves};

/// What the format of every version begins with, and that of this one.
const NAME: &str = "kosolver tablebase checkpoint of workers ";
const FORMAT: &str = "kosolver tablebase checkpoint of workers 3";

/// How hard ranks are compressed: hardly.
const LEVEL: i32 = 1;

/// What the work is about: processes that do not agree on it do not work together.
pub(crate) fn about(common: &Common) -> String {
    let game = &common.layout.setting().game;
    let (rules, shards) = (game.rules(), common.layout.shards());
    format!("{} ko={} suicide={} in {shards} shards", *game.board(), rules.ko(), rules.suicide())
}

/// The manifest of the checkpoint in a directory.
pub fn manifest(directory: &Path) -> PathBuf {
    directory.join("manifest")
}

/// Whether a file of a checkpoint's directory is one of its states.
pub fn is_state(name: &str) -> bool {
    let number = name.strip_prefix("state-").and_then(|rest| rest.split_once('-'));
    number.is_some_and(|(number, _)| number.parse::<u64>().is_ok())
}

/// A SHA-256.
pub(crate) type Digest = [u8; 32];

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    about: String,
    number: u64,
    cursor: u32,
    /// For each worker that wrote it the digest of its files, in hexadecimal.
    workers: Vec<String>,
}

/// A checkpoint.
pub(crate) struct Checkpoint {
    directory: PathBuf,
    manifest: Manifest,
    cursor: Cursor,
}

impl Checkpoint {
    /// The one that is there.
    pub(crate) fn read(common: &Common, saves: &Saves) -> Result<Checkpoint, Error> {
        let path = manifest(&saves.directory);
        let bytes = read_plain(&path, LONGEST_WHOLE).map_err(|error| named(&path, error))?;
        let fault = |text: &str| Error::Checkpoint(format!("{}: {text}", path.display()));
        let text = String::from_utf8_lossy(&bytes);
        let Some(lines) = text.strip_prefix(FORMAT).filter(|lines| lines.starts_with('\n')) else {
            // Before version 3 it was JSON alone.
            return Err(fault(if text.contains(NAME) {
                "it was written by another version of kosolver, which can go on with it"
            } else {
                "it is no manifest of a checkpoint"
            }));
        };
        let damaged = || fault("it is damaged");
        let (json, digest) = lines.trim_start().split_once('\n').ok_or_else(damaged)?;
        if digest.strip_suffix('\n') != Some(&sealed(json)) {
            return Err(damaged());
        }
        let manifest: Manifest = serde_json::from_str(json).map_err(|_| damaged())?;
        if manifest.about != about(common) {
            return Err(fault(&format!("it is about {}, and not {}", manifest.about, about(common))));
        }
        let cursor = Cursor::of_word(manifest.cursor, common.layout.setting()).ok_or_else(damaged)?;
        Ok(Checkpoint { directory: saves.directory.clone(), manifest, cursor })
    }

    /// The next one. All workers come to the same, for none is concluded before all have begun.
    pub(crate) fn next(common: &Common, saves: &Saves, cursor: Cursor) -> Result<Checkpoint, Error> {
        let directory = saves.directory.clone();
        let before =
            if manifest(&directory).exists() { Checkpoint::read(common, saves)?.manifest.number } else { 0 };
        let manifest =
            Manifest { about: about(common), number: before + 1, cursor: cursor.word(), workers: Vec::new() };
        Ok(Checkpoint { directory, manifest, cursor })
    }

    fn state(&self, worker: usize) -> PathBuf {
        self.directory.join(format!("state-{}-{worker}", self.manifest.number))
    }

    fn ranks(&self, worker: usize) -> PathBuf {
        self.directory.join(format!("state-{}-{worker}-ranks", self.manifest.number))
    }

    /// Writes a worker's shards, and the ranks found there. The digest of both.
    pub(crate) fn write(&self, share: &mut Share, worker: usize) -> Result<Digest, Error> {
        let ranks = written(&self.ranks(worker), |out| {
            let mut packed = zstd::Encoder::new(Digested::of(out), LEVEL)?;
            share.write_ranks(&mut packed)?;
            Ok(packed.finish()?.digest())
        })?;
        written(&self.state(worker), |out| {
            let mut heads = Sha256::new_with_prefix(ranks);
            out.write_all(&ranks)?;
            for shard in share.packed() {
                let (number, packed) = shard?;
                let head = Head { number: number as u64, length: packed.len() as u64, digest: of(&packed) };
                heads.update(head.bytes());
                out.write_all(&head.bytes())?;
                out.write_all(&packed)?;
            }
            Ok(heads.finalize().into())
        })
    }

    /// Says that all files are there, with the digest of each worker's.
    pub(crate) fn conclude(&mut self, digests: impl Iterator<Item = Digest>) -> Result<(), Error> {
        self.manifest.workers = digests.map(|digest| hex(&digest)).collect();
        let path = manifest(&self.directory);
        let fault = |error: io::Error| named(&path, error);
        let json = serde_json::to_string(&self.manifest).map_err(|error| fault(error.into()))?;
        // Under a name that goes with the states, should this be killed.
        let part = self.directory.join(format!("state-{}-manifest", self.manifest.number));
        check_target(&path).map_err(fault)?;
        written(&part, |out| Ok(writeln!(out, "{FORMAT}\n{json}\n{}", sealed(&json))?))?;
        // The names of the states too must be on the disk before they are relied on.
        sync_names(&self.directory);
        fs::rename(&part, &path).map_err(fault)?;
        sync_names(&self.directory);
        Ok(())
    }

    /// Removes the files of a worker, of a checkpoint that is not concluded.
    pub(crate) fn remove(&self, worker: usize) {
        for path in [self.state(worker), self.ranks(worker)] {
            // It may not have come so far, or what is there is not ours.
            if fs::symlink_metadata(&path).is_ok_and(|there| there.is_file()) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Removes the files of all other checkpoints.
    pub(crate) fn remove_others(&self) {
        let own = format!("state-{}-", self.manifest.number);
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_state(&name) && !name.starts_with(&own) {
                // It may be gone: all workers do this.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Gives a share its shards back, and says how far the work is.
    pub(crate) fn restore(&self, share: &mut Share, progress: &Progress) -> Result<Cursor, Error> {
        let own = share.shards();
        let (mut places, mut ranks) = (Vec::new(), Vec::new());
        for (worker, digest) in self.manifest.workers.iter().enumerate() {
            let path = self.state(worker);
            let heads = read_heads(&path).map_err(|error| named(&path, error))?;
            let Some((of_ranks, heads)) = heads.filter(|(_, heads)| hex(&heads.digest) == *digest) else {
                return Err(Error::Checkpoint(damaged(&path)));
            };
            ranks.push(of_ranks);
            places.extend(heads.places.into_iter().map(|(place, head)| (head.number, worker, place, head)));
        }
        places.sort_unstable_by_key(|(number, worker, ..)| (*number, *worker));
        let mut open: Option<(usize, File)> = None;
        let read = |shard: usize| {
            let found = places.binary_search_by_key(&(shard as u64), |(number, ..)| *number);
            let missing = || Fault::Corrupt(format!("the checkpoint has no shard {shard}"));
            let (_, worker, place, head) = &places[found.map_err(|_| missing())?];
            let file = match &mut open {
                Some((of, file)) if of == worker => file,
                _ => &mut open.insert((*worker, open_plain(&self.state(*worker), LONGEST_STREAM)?)).1,
            };
            file.seek(SeekFrom::Start(*place))?;
            let mut packed = Vec::new();
            file.take(head.length).read_to_end(&mut packed)?;
            if of(&packed) != head.digest {
                return Err(Fault::Corrupt(damaged(&self.state(*worker))));
            }
            Ok(packed)
        };
        share.restore(read, progress)?;
        // Whoever has the shard has its ranks.
        let holders = places.iter().filter(|(number, ..)| own.contains(&(*number as usize)));
        let holders: BTreeSet<usize> = holders.map(|(_, worker, ..)| *worker).collect();
        let (mut found, mut present) = (0, 0);
        for worker in holders {
            let path = self.ranks(worker);
            let fault = |error| named(&path, error);
            let file = Digested::of(open_plain(&path, LONGEST_STREAM).map_err(fault)?);
            let mut packed = BufReader::new(zstd::Decoder::new(file).map_err(fault)?);
            progress.go_on()?;
            let counts = share.read_ranks(&mut packed, self.cursor.rank()).map_err(|error| match error {
                Fault::Io(error) => fault(error),
                Fault::Corrupt(text) => Error::Checkpoint(format!("{}: {text}", path.display())),
                error => error.into(),
            })?;
            if packed.into_inner().finish().into_inner().digest() != ranks[worker] {
                return Err(Error::Checkpoint(damaged(&path)));
            }
            (found, present) = (found + counts[0], present + counts[1]);
        }
        if (found, present) != (share.settled(), share.present()) {
            return Err(Error::Checkpoint(format!(
                "{}: its files do not belong together: {found} ranks are there of {}, and {present} of {} have the one that is next",
                self.directory.display(),
                share.settled(),
                share.present()
            )));
        }
        Ok(self.cursor)
    }
}

/// Begins a file; what was there is gone.
fn create(path: &Path) -> io::Result<File> {
    check_target(path)?;
    File::create(path)
}

/// What stands before the content of a shard.
struct Head {
    number: u64,
    length: u64,
    digest: Digest,
}

impl Head {
    const BYTES: usize = 48;

    fn bytes(&self) -> [u8; Head::BYTES] {
        let mut bytes = [0; Head::BYTES];
        bytes[..8].copy_from_slice(&self.number.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.length.to_le_bytes());
        bytes[16..].copy_from_slice(&self.digest);
        bytes
    }

    fn read(from: &mut impl Read) -> io::Result<Head> {
        let (mut number, mut length, mut digest) = ([0; 8], [0; 8], [0; 32]);
        for part in [&mut number[..], &mut length, &mut digest] {
            from.read_exact(part)?;
        }
        Ok(Head { number: u64::from_le_bytes(number), length: u64::from_le_bytes(length), digest })
    }
}

/// The heads of a worker's shards, each with the place of its content, and the digest of them all.
struct Heads {
    places: Vec<(u64, Head)>,
    digest: Digest,
}

/// The digest of a worker's ranks, and the heads of its shards; `None` if the file has no end where it
/// should.
fn read_heads(path: &Path) -> io::Result<Option<(Digest, Heads)>> {
    let mut file = BufReader::new(open_plain(path, LONGEST_STREAM)?);
    let end = file.get_ref().metadata()?.len();
    let mut ranks = [0; 32];
    file.read_exact(&mut ranks)?;
    let (mut all, mut places, mut place) = (Sha256::new_with_prefix(ranks), Vec::new(), 32);
    while place < end {
        let head = Head::read(&mut file)?;
        all.update(head.bytes());
        let content = place + Head::BYTES as u64;
        place = content.saturating_add(head.length);
        places.push((content, head));
        file.seek(SeekFrom::Start(place))?;
    }
    Ok((place == end).then(|| (ranks, Heads { places, digest: all.finalize().into() })))
}

/// A file, and the digest of what was written to it or read from it.
struct Digested<T> {
    inner: T,
    all: Sha256,
}

impl<T> Digested<T> {
    fn of(inner: T) -> Digested<T> {
        Digested { inner, all: Sha256::new() }
    }

    fn digest(self) -> Digest {
        self.all.finalize().into()
    }
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.all.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.all.update(&bytes[..count]);
        Ok(count)
    }
}

fn of(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

fn hex(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the last line of a manifest says of the others.
fn sealed(json: &str) -> String {
    hex(&of(format!("{FORMAT}\n{json}\n").as_bytes()))
}

fn damaged(path: &Path) -> String {
    format!("{}: it is damaged, or of another checkpoint", path.display())
}

/// Writes a file, and brings it to the disk.
fn written<T>(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> Result<T, Fault>) -> Result<T, Error> {
    let fault = |error| named(path, error);
    let mut out = BufWriter::new(create(path).map_err(fault)?);
    let filled = fill(&mut out).map_err(|error| match error {
        Fault::Io(error) => fault(error),
        error => error.into(),
    })?;
    let file = out.into_inner().map_err(|error| fault(error.into_error()))?;
    file.sync_all().map_err(fault)?;
    Ok(filled)
}

/// Brings the names of a directory's files to the disk, where the system lets a directory be.
fn sync_names(directory: &Path) {
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

fn named(path: &Path, error: io::Error) -> Error {
    Error::File(path.display().to_string(), error)
}
