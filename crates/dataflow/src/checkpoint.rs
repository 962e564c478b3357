//! The work of all workers on disk: a directory with a file for each worker, and a manifest that is
//! written last and names them. Shards do not depend on the number of workers, so any number can go on.
//!
//! ```text
//! manifest         what it is about, how far the work is, and whose files make it up
//! state-7-0        checkpoint 7, the shards of worker 0: for each shard its number and
//!                  length (64 bits each, low byte first), and its content, packed
//! state-7-0-ranks  the ranks found by worker 0 so far, packed
//! ```

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kosolver_board::check_target;
use kosolver_tablebase::{Cursor, Error as Fault, Progress, Share};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::job::Saves;
use crate::run::Common;

/// What the format of every version begins with, and that of this one.
const NAME: &str = "kosolver tablebase checkpoint of workers ";
const FORMAT: &str = "kosolver tablebase checkpoint of workers 2";

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

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: String,
    about: String,
    number: u64,
    cursor: u32,
    workers: usize,
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
        let text = fs::read_to_string(&path).map_err(|error| named(&path, error))?;
        let fault = |text: &str| Error::Checkpoint(format!("{}: {text}", path.display()));
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|_| fault("it is no manifest of a checkpoint"))?;
        if manifest.format != FORMAT && manifest.format.starts_with(NAME) {
            return Err(fault("it was written by another version of kosolver, which can go on with it"));
        }
        if manifest.format != FORMAT {
            return Err(fault("it is no manifest of this version"));
        }
        if manifest.about != about(common) {
            return Err(fault(&format!("it is about {}, and not {}", manifest.about, about(common))));
        }
        let cursor = Cursor::of_word(manifest.cursor, common.layout.setting());
        let cursor = cursor.ok_or_else(|| fault("it is damaged"))?;
        Ok(Checkpoint { directory: saves.directory.clone(), manifest, cursor })
    }

    /// The next one. All workers come to the same, for none is concluded before all have begun.
    pub(crate) fn next(
        common: &Common,
        saves: &Saves,
        cursor: Cursor,
        workers: usize,
    ) -> Result<Checkpoint, Error> {
        let directory = saves.directory.clone();
        let before =
            if manifest(&directory).exists() { Checkpoint::read(common, saves)?.manifest.number } else { 0 };
        let (format, about) = (FORMAT.to_owned(), about(common));
        let manifest = Manifest { format, about, number: before + 1, cursor: cursor.word(), workers };
        Ok(Checkpoint { directory, manifest, cursor })
    }

    fn state(&self, worker: usize) -> PathBuf {
        self.directory.join(format!("state-{}-{worker}", self.manifest.number))
    }

    fn ranks(&self, worker: usize) -> PathBuf {
        self.directory.join(format!("state-{}-{worker}-ranks", self.manifest.number))
    }

    /// Writes a worker's shards, and the ranks found there.
    pub(crate) fn write(&self, share: &mut Share, worker: usize) -> Result<(), Error> {
        written(&self.state(worker), |out| {
            for shard in share.packed() {
                let (number, packed) = shard?;
                for word in [number as u64, packed.len() as u64] {
                    out.write_all(&word.to_le_bytes())?;
                }
                out.write_all(&packed)?;
            }
            Ok(())
        })?;
        written(&self.ranks(worker), |out| {
            let mut packed = zstd::Encoder::new(out, LEVEL)?;
            packed.include_checksum(true)?;
            share.write_ranks(&mut packed)?;
            packed.finish()?;
            Ok(())
        })
    }

    /// Says that all files are there.
    pub(crate) fn conclude(&self) -> Result<(), Error> {
        let path = manifest(&self.directory);
        let fault = |error: io::Error| named(&path, error);
        // Under a name that goes with the states, should this be killed.
        let part = self.directory.join(format!("state-{}-manifest", self.manifest.number));
        check_target(&path).map_err(fault)?;
        let mut file = create(&part).map_err(|error| named(&part, error))?;
        serde_json::to_writer_pretty(&mut file, &self.manifest).map_err(|error| fault(error.into()))?;
        file.sync_all().map_err(fault)?;
        fs::rename(&part, &path).map_err(fault)
    }

    /// Removes the files of all other checkpoints.
    pub(crate) fn remove_others(&self) {
        let own = format!("state-{}-", self.manifest.number);
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("state-") && !name.starts_with(&own) {
                // It may be gone: all workers do this.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Gives a share its shards back, and says how far the work is.
    pub(crate) fn restore(&self, share: &mut Share, progress: &Progress) -> Result<Cursor, Error> {
        let own = share.shards();
        let mut places = Vec::new();
        for worker in 0..self.manifest.workers {
            let path = self.state(worker);
            let mut file = BufReader::new(File::open(&path).map_err(|error| named(&path, error))?);
            let end = file.get_ref().metadata().map_err(|error| named(&path, error))?.len();
            let mut place = 0;
            while place < end {
                let [number, length] = words(&mut file).map_err(|error| named(&path, error))?;
                places.push((number, worker, place + 16, length));
                place = place.saturating_add(16).saturating_add(length);
                file.seek(SeekFrom::Start(place)).map_err(|error| named(&path, error))?;
            }
        }
        places.sort_unstable();
        let mut open: Option<(usize, File)> = None;
        let read = |shard: usize| {
            let found = places.binary_search_by_key(&(shard as u64), |(number, ..)| *number);
            let missing = || Fault::Corrupt(format!("the checkpoint has no shard {shard}"));
            let (_, worker, place, length) = places[found.map_err(|_| missing())?];
            let file = match &mut open {
                Some((of, file)) if *of == worker => file,
                _ => &mut open.insert((worker, File::open(self.state(worker))?)).1,
            };
            file.seek(SeekFrom::Start(place))?;
            let mut packed = Vec::new();
            file.take(length).read_to_end(&mut packed)?;
            if packed.len() as u64 != length {
                return Err(missing());
            }
            Ok(packed)
        };
        share.restore(read, progress)?;
        // Whoever has the shard has its ranks.
        let holders = places.iter().filter(|(number, ..)| own.contains(&(*number as usize)));
        let holders: BTreeSet<usize> = holders.map(|(_, worker, ..)| *worker).collect();
        let mut count = 0;
        for worker in holders {
            let path = self.ranks(worker);
            let file = File::open(&path).map_err(|error| named(&path, error))?;
            let packed = zstd::Decoder::new(file).map_err(|error| named(&path, error))?;
            progress.go_on()?;
            count += share.read_ranks(BufReader::new(packed)).map_err(|error| match error {
                Fault::Io(error) => named(&path, error),
                Fault::Corrupt(text) => Error::Checkpoint(format!("{}: {text}", path.display())),
                error => error.into(),
            })?;
        }
        if count != share.settled() {
            return Err(Error::Checkpoint(format!(
                "{}: its files do not belong together: {count} ranks are there of {}",
                self.directory.display(),
                share.settled()
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

/// Writes a file, and brings it to the disk.
fn written(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Fault>) -> Result<(), Error> {
    let fault = |error| named(path, error);
    let mut out = BufWriter::new(create(path).map_err(fault)?);
    fill(&mut out).map_err(|error| match error {
        Fault::Io(error) => fault(error),
        error => error.into(),
    })?;
    let file = out.into_inner().map_err(|error| fault(error.into_error()))?;
    file.sync_all().map_err(fault)
}

fn words(from: &mut impl Read) -> io::Result<[u64; 2]> {
    let mut bytes = [[0; 8]; 2];
    for word in &mut bytes {
        from.read_exact(word)?;
    }
    Ok(bytes.map(u64::from_le_bytes))
}

fn named(path: &Path, error: io::Error) -> Error {
    Error::File(path.display().to_string(), error)
}
