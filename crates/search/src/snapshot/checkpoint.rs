//! Checkpoints: what a search has found, in a file, so that another can go on from there.
//!
//! A few lines of text say what is being solved; an empty line; the tables, compressed, with a
//! checksum. At any moment the last checkpoint is whole. The tables go into the file as they are,
//! an entry at a time: writing takes next to no memory.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kosolver_board::{LONGEST_STREAM, open_plain};
use kosolver_rules::{Score, Threshold};

use crate::certificate::{ko_text, played};
use crate::error::Error;
use crate::prover::{OpenQuestion, Question, Thresholds};
use crate::request::Request;
use crate::snapshot::Fault;
use crate::whole_file::{remove_part, write_whole};

/// Saves a search now and then.
pub(crate) struct Checkpoint {
    path: PathBuf,
    header: String,
    /// From one checkpoint to the next, now and at most.
    intervals: [Duration; 2],
    due: Instant,
}

/// The time to the first checkpoint. To each later one it is twice as long as before.
const FIRST: Duration = Duration::from_secs(1);

/// More time between checkpoints if saving takes long: a checkpoint costs at most a part of the time.
const SHARE: u32 = 20;
/// Little: checkpoints are written often and read seldom.
const LEVEL: i32 = 1;

/// The lines of the header that name the pieces it rests on begin so.
const PIECE: &str = "piece ";

/// Bytes that go to the compressor at once.
const BUFFER: usize = 1 << 16;

impl Checkpoint {
    /// Of a search for a request, from which a certificate is to be written or not.
    pub(crate) fn new(path: &Path, longest: Duration, request: &Request, for_proof: bool) -> Checkpoint {
        let game = &request.game;
        let header = format!(
            "kosolver checkpoint 11\nversion {}\nboard {}\nrules {}\n{}position {}\nto-play {}\n{}certificate {}\n",
            env!("CARGO_PKG_VERSION"),
            *game.board(),
            *game.rules(),
            ko_text(request),
            request.position.text(game.board()),
            request.to_move,
            played(request),
            if for_proof { "yes" } else { "no" },
        );
        let first = FIRST.min(longest);
        Checkpoint { path: path.to_owned(), header, intervals: [first, longest], due: Instant::now() + first }
    }

    /// When the next checkpoint is to be written.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    pub(crate) fn fault(&self, fault: impl std::fmt::Display) -> Error {
        Error::Checkpoint { path: self.path.display().to_string(), fault: fault.to_string() }
    }

    pub(crate) fn damaged(&self, fault: &str) -> Error {
        self.fault(format!("it is damaged: {fault}"))
    }

    /// Removes what a search that was killed while it wrote this checkpoint has left behind.
    pub(crate) fn tidy(&self) {
        // If another search is writing it, this one will hear of it when it writes.
        let _ = remove_part(&self.path);
    }

    /// Writes a checkpoint of a search that is at work, and rests on the pieces with these digests; `tables`
    /// writes the tables. Whether it could be written or not, the next is due in a while.
    pub(crate) fn save<'a>(
        &mut self,
        pieces: impl IntoIterator<Item = &'a str>,
        thresholds: &Thresholds,
        question: &Question,
        tables: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        let start = Instant::now();
        let threshold = |t: &Threshold| (t.score.numerator(), t.score.denominator(), t.strict);
        let asked: Vec<(i64, i64, bool)> = thresholds.all().iter().map(threshold).collect();
        let asked = (asked, question.open_question());
        let written = write_whole(&self.path, |file| {
            file.write_all(self.header.as_bytes())?;
            for piece in pieces {
                writeln!(file, "{PIECE}{piece}")?;
            }
            writeln!(file)?;
            let mut encoder = zstd::Encoder::new(file, LEVEL)?;
            encoder.include_checksum(true)?;
            let mut out = BufWriter::with_capacity(BUFFER, encoder);
            out.write_all(&postcard::to_allocvec(&asked).map_err(io::Error::other)?)?;
            tables(&mut out)?;
            out.into_inner()?.finish()?;
            Ok(())
        });
        let [interval, longest] = &mut self.intervals;
        *interval = (*longest).min(*interval * 2);
        self.due = Instant::now() + (*interval).max(start.elapsed() * SHARE);
        written.map_err(|error| self.fault(format!("it cannot be written: {error}")))
    }

    /// Reads a checkpoint: `begin` takes the digests of the pieces that it rests on, the thresholds asked for
    /// and the search that was at work, and then `tables` reads the tables.
    pub(crate) fn load<T>(
        &self,
        begin: impl FnOnce(Vec<String>, Vec<Threshold>, OpenQuestion) -> Result<T, Error>,
        tables: impl FnOnce(T, &mut dyn Read) -> Result<(), Fault>,
        memory: u64,
    ) -> Result<(), Error> {
        let file = open_plain(&self.path, LONGEST_STREAM)
            .map_err(|error| self.fault(format!("it cannot be read: {error}")))?;
        let mut file = BufReader::new(file);
        let mut line = || {
            let mut line = String::new();
            let read = (&mut file).take(4096).read_line(&mut line);
            read.map_err(|error| self.fault(format!("it cannot be read: {error}")))?;
            Ok::<_, Error>(line.strip_suffix('\n').unwrap_or(&line).to_owned())
        };
        for expected in self.header.lines() {
            let line = line()?;
            if line != expected {
                return Err(self.differs(&line, expected));
            }
        }
        let mut pieces = Vec::new();
        loop {
            let line = line()?;
            match line.strip_prefix(PIECE) {
                Some(piece) => pieces.push(piece.to_owned()),
                None if line.is_empty() => break,
                None => return Err(self.differs(&line, "")),
            }
        }
        let body = zstd::Decoder::with_buffer(file).map_err(|error| self.damaged(&error.to_string()))?;
        let mut body = BufReader::with_capacity(BUFFER, body);
        let mut scratch = [0; 64];
        let read = postcard::from_io::<(Vec<(i64, i64, bool)>, OpenQuestion), _>((&mut body, &mut scratch));
        let ((asked, left), _) = read.map_err(|error| self.damaged(&error.to_string()))?;
        if !left.is_possible() {
            return Err(self.damaged("the mark of a search is out of range"));
        }
        let threshold = |(numerator, denominator, strict)| {
            let score = (denominator > 0).then(|| Score::fraction(numerator, denominator));
            score.map(|score| Threshold { score, strict })
        };
        let asked: Option<Vec<Threshold>> = asked.into_iter().map(threshold).collect();
        let asked = asked.ok_or_else(|| self.damaged("a threshold is out of range"))?;
        let taken = begin(pieces, asked, left)?;
        tables(taken, &mut body).map_err(|fault| match fault {
            Fault::Damaged(fault) => self.damaged(&fault),
            Fault::Memory => self.fault(format!("what it holds does not fit into {memory} bytes of memory")),
        })?;
        // The checksum is at the end.
        let rest = io::copy(&mut body, &mut io::sink()).map_err(|error| self.damaged(&error.to_string()))?;
        if rest > 0 {
            return Err(self.damaged("it goes on after its end"));
        }
        Ok(())
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
