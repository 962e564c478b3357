//! Checkpoints: what a search has found, in a file, so that another can go on from there.
//!
//! A few lines of text say what is being solved; an empty line; the tables, compressed, with a
//! checksum. At any moment the last checkpoint is whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kosolver_rules::{Score, Threshold};

use crate::aim::Thresholds;
use crate::frozen::Frozen;
use crate::request::{Error, Request};
use crate::whole::write_whole;

/// Saves a search now and then.
pub(crate) struct Keeper {
    path: PathBuf,
    header: String,
    interval: Duration,
    due: Instant,
}

/// More time between checkpoints if saving takes long: a checkpoint costs at most a part of the time.
const SHARE: u32 = 20;
/// Little: checkpoints are written often and read seldom.
const LEVEL: i32 = 1;

type Kept = (Vec<(i64, i64, bool)>, Frozen);

impl Keeper {
    pub(crate) fn new(path: &Path, request: &Request) -> Keeper {
        let game = &request.game;
        let header = format!(
            "kosolver checkpoint 1\nversion {}\nboard {}\nrules {}\nposition {}\nto-play {}\ncertificate {}\n\n",
            env!("CARGO_PKG_VERSION"),
            game.board,
            game.rules,
            request.position.text(&game.board),
            request.to_move,
            if request.certificate { "yes" } else { "no" },
        );
        let interval = request.resources.interval;
        Keeper { path: path.to_owned(), header, interval, due: Instant::now() + interval }
    }

    /// When the next checkpoint is to be written.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Checkpoint { path: self.path.display().to_string(), fault: fault.to_string() }
    }

    pub(crate) fn damaged(&self, fault: &str) -> Error {
        self.fault(format!("it is damaged: {fault}"))
    }

    /// Writes a checkpoint.
    pub(crate) fn save(&mut self, thresholds: &Thresholds, frozen: &Frozen) -> Result<(), Error> {
        let start = Instant::now();
        let threshold = |t: &Threshold| (t.score.numerator(), t.score.denominator(), t.strict);
        let thresholds: Vec<(i64, i64, bool)> = thresholds.all().iter().map(threshold).collect();
        self.write(&(&thresholds, frozen))
            .map_err(|error| self.fault(format!("it cannot be written: {error}")))?;
        self.due = Instant::now() + self.interval.max(start.elapsed() * SHARE);
        Ok(())
    }

    fn write(&self, kept: &(&Vec<(i64, i64, bool)>, &Frozen)) -> io::Result<()> {
        write_whole(&self.path, |file| {
            let mut out = BufWriter::new(file);
            out.write_all(self.header.as_bytes())?;
            let mut encoder = zstd::Encoder::new(&mut out, LEVEL)?;
            encoder.include_checksum(true)?;
            postcard::to_io(kept, &mut encoder).map_err(io::Error::other)?;
            encoder.finish()?;
            out.flush()
        })
    }

    /// Reads a checkpoint: the thresholds asked for, and the tables.
    pub(crate) fn load(&self) -> Result<(Vec<Threshold>, Frozen), Error> {
        let file =
            File::open(&self.path).map_err(|error| self.fault(format!("it cannot be read: {error}")))?;
        let mut file = BufReader::new(file);
        for expected in self.header.lines() {
            let mut line = String::new();
            let read = (&mut file).take(4096).read_line(&mut line);
            read.map_err(|error| self.fault(format!("it cannot be read: {error}")))?;
            let line = line.strip_suffix('\n').unwrap_or(&line);
            if line != expected {
                return Err(self.differs(line, expected));
            }
        }
        let body = zstd::Decoder::with_buffer(file).map_err(|error| self.damaged(&error.to_string()))?;
        let mut body = BufReader::new(body);
        let mut scratch = [0; 64];
        let read = postcard::from_io::<Kept, _>((&mut body, &mut scratch));
        let ((thresholds, frozen), _) = read.map_err(|error| self.damaged(&error.to_string()))?;
        // The checksum is at the end.
        let rest = io::copy(&mut body, &mut io::sink()).map_err(|error| self.damaged(&error.to_string()))?;
        if rest > 0 {
            return Err(self.damaged("it goes on after its end"));
        }
        let threshold = |(numerator, denominator, strict)| {
            let score = (denominator > 0).then(|| Score::fraction(numerator, denominator));
            score.map(|score| Threshold { score, strict })
        };
        let thresholds: Option<Vec<Threshold>> = thresholds.into_iter().map(threshold).collect();
        Ok((thresholds.ok_or_else(|| self.damaged("a threshold is out of range"))?, frozen))
    }

    fn differs(&self, line: &str, expected: &str) -> Error {
        let name = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        if name(line) == name(expected) {
            self.fault(format!(
                "it is of another search: it says '{}', and '{expected}' was asked for",
                kosolver_board::visible(line)
            ))
        } else {
            self.fault("it is not a checkpoint of this version of kosolver")
        }
    }
}
