//! What each worker does: the analysis, in steps that all take together.

use std::fs::File;
use std::path::Path;
use std::sync::PoisonError;
use std::time::Instant;

use kosolver_tablebase::{Cursor, Error as Fault, FileWriter, Layout, Play, Share, Stage};
use timely::worker::Worker;

use crate::batch::{merge, pack, unpack};
use crate::checkpoint::{Checkpoint, Digest, about};
use crate::error::Error;
use crate::job::{Common, Costs};
use crate::part::{Joiner, Part};
use crate::post::{Content, Post, Status, Statuses};

/// The most and the fewest plays that a worker looks for before it sends them.
const MOST: u64 = 1 << 19;
const FEWEST: u64 = 1 << 10;

/// Bytes that a worker takes whatever the board: the program, and buffers of the communication.
const OWN: u64 = 4 << 20;

/// Plays that are sent as one parcel.
const PARCEL: usize = 1 << 15;

/// A worker at work.
struct Work<'a> {
    common: &'a Common,
    post: Post<'a>,
    share: Share,
    /// The positions that the next worker's begin at, for each worker.
    ends: Vec<u64>,
    /// Plays to look for before they are sent.
    most: usize,
    cursor: Cursor,
    found: Vec<Play>,
    arrived: Vec<Play>,
    /// Plays settled since the last report.
    settled: u64,
    /// The last checkpoint could not be written.
    unsaved: bool,
    costs: Costs,
}

/// What a worker does before it needs the others: it finds its classes, and counts their moves if it
/// may take the memory.
pub(crate) struct Prepared {
    share: Share,
    /// What all takes and will take, with the fewest plays.
    bytes: u64,
}

impl Prepared {
    /// Prepares the worker of this number, of all processes.
    pub(crate) fn new(common: &Common, index: usize) -> Result<Prepared, Error> {
        let (layout, progress, cluster) = (&common.layout, &common.progress, &common.job.cluster);
        let shares = layout.shares(cluster.workers());
        let here = cluster.here();
        let first = index == here.start;
        if first {
            let end = begin(layout, shares[here.end - 1].end);
            progress.start(Stage::Classes, end - begin(layout, shares[index].start));
        }
        let allowed = common.job.allowed();
        // A forecast is not exact; where it is far too much, nothing needs to be counted.
        let spilled = common.job.spill.is_some();
        let forecast = shares.iter().map(|share| layout.forecast(share.clone(), spilled)).max().unwrap_or(0);
        if forecast / 8 * 7 > allowed {
            common.job.check(forecast + OWN, layout)?;
        }
        let mut share = Share::new(layout.clone(), shares[index].clone(), progress)?;
        if let Some(directory) = &common.job.spill {
            share.spill(unnamed(directory)?, directory.display().to_string());
        }
        let bytes = share.bytes() + OWN + FEWEST * of_a_play(cluster.workers());
        if first {
            // Each worker has about as many classes.
            let workers = cluster.workers() as u64;
            progress.start(Stage::Moves, layout.classes() * here.len() as u64 / workers);
        }
        if bytes <= allowed && !common.resumed {
            share.count_moves(progress)?;
        }
        Ok(Prepared { share, bytes })
    }
}

/// The first position of a shard; of the one after the last, the number of positions.
fn begin(layout: &Layout, shard: usize) -> u64 {
    layout.positions(shard).start.min(layout.setting().positions())
}

/// The bytes that a play takes here, and packed on its way from all others.
fn of_a_play(workers: usize) -> u64 {
    3 * size_of::<Play>() as u64 + 10 * workers as u64
}

/// Does a worker's work.
pub(crate) fn work(
    worker: &mut Worker,
    common: &Common,
    prepared: impl FnOnce() -> Result<Prepared, Error>,
) -> Result<Costs, Error> {
    let mut post = Post::new(worker);
    let (layout, progress) = (&common.layout, &common.progress);
    let go_on = || common.go_on();
    let mut nothing = |_: Content| Ok(());
    // All must mean the same.
    let mark = mark(&about(common));
    let reports =
        post.end_step(Status { numbers: [mark, 0, 0, 0], ..Status::default() }, &go_on, &mut nothing)?;
    if let Some(other) = reports.0.iter().find(|report| report.numbers[0] != mark) {
        return Err(Error::Foreign(other.from / common.job.cluster.workers_each()));
    }
    let Prepared { mut share, bytes } = prepared()?;
    let numbers = [share.classes(), bytes, 0, 0];
    let reports = post.end_step(Status { numbers, ..Status::default() }, &go_on, &mut nothing)?;
    if reports.sum(0) != layout.classes() {
        return Err(Error::Worker(format!("{} classes and not {}", reports.sum(0), layout.classes())));
    }
    common.job.check(reports.0.iter().map(|report| report.numbers[1]).max().unwrap_or(0), layout)?;
    let workers = post.peers();
    let free = common.job.allowed().saturating_sub(OWN);
    let most = free.saturating_sub(share.bytes()).min(free / 4) / of_a_play(workers);
    let most = most.clamp(FEWEST, MOST);
    let cursor = match &common.job.saves {
        Some(saves) if common.resumed => Checkpoint::read(common, saves)?.restore(&mut share, progress)?,
        _ => Cursor::START,
    };
    let ends = layout.shares(workers).iter().map(|share| begin(layout, share.end)).collect();
    let costs = Costs { workers, ..Costs::default() };
    let mut work = Work {
        common,
        post,
        share,
        ends,
        most: most as usize,
        cursor,
        found: Vec::new(),
        arrived: Vec::new(),
        settled: 0,
        unsaved: false,
        costs,
    };
    work.settle()?;
    work.write()?;
    Ok(work.costs)
}

/// A digest as numbers that are reported, and back.
fn words(digest: Digest) -> [u64; 4] {
    let words = digest.as_chunks().0;
    std::array::from_fn(|place| u64::from_le_bytes(words[place]))
}

fn digest(words: [u64; 4]) -> Digest {
    let mut digest = [0; 32];
    digest.as_chunks_mut().0.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
    digest
}

/// A file without a name in a directory.
fn unnamed(directory: &Path) -> Result<File, Error> {
    tempfile::tempfile_in(directory).map_err(|error| Error::File(directory.display().to_string(), error))
}

/// A number for a text.
fn mark(text: &str) -> u64 {
    // FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo.
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Work<'_> {
    /// Ends a step in which no plays are sent.
    fn agree(&mut self, report: Status) -> Result<Statuses, Error> {
        let common = self.common;
        self.post.end_step(report, &|| common.go_on(), |_| Ok(()))
    }

    /// Settles everything.
    fn settle(&mut self) -> Result<(), Error> {
        let common = self.common;
        let progress = &common.progress;
        let begin = u64::from(self.cursor.word());
        let report = Status { numbers: [self.share.settled(), begin, 0, 0], ..Status::default() };
        let reports = self.agree(report)?;
        if reports.0.iter().any(|report| report.numbers[1] != begin) {
            let text = "not all processes have found the same checkpoint: start them again";
            return Err(Error::Checkpoint(text.to_owned()));
        }
        let mut done = reports.sum(0);
        progress.start(Stage::Settling, 2 * common.layout.classes());
        progress.reach(done);
        let mut saved = Instant::now();
        loop {
            if let Some(first) = self.cursor.begin() {
                self.cursor = first;
                self.share.seed(self.cursor.rank(), progress)?;
            }
            let before = self.costs.messages;
            loop {
                let reports = self.look_back()?;
                done += reports.sum(0);
                progress.reach(done);
                if !reports.any(|report| report.more) {
                    break;
                }
            }
            self.costs.rounds += 1;
            self.costs.largest_round = self.costs.largest_round.max(self.costs.messages - before);
            self.cursor = self.cursor.further()?;
            let more = self.share.advance(self.cursor.rank(), progress)?;
            let saves = common.job.saves.as_ref();
            let report = Status {
                more,
                stop: saves.is_some_and(|saves| (saves.asked)()),
                // One clock is enough.
                save: self.post.index() == 0 && saves.is_some_and(|saves| saved.elapsed() >= saves.every),
                ..Status::default()
            };
            let reports = self.agree(report)?;
            if !reports.any(|report| report.more) {
                match self.cursor.next_score(self.share.setting()) {
                    Some(next) => self.cursor = next,
                    None => return Ok(()),
                }
            }
            let stop = reports.any(|report| report.stop);
            if stop || reports.any(|report| report.save) {
                self.save(stop)?;
                saved = Instant::now();
            }
            if stop {
                return Err(Error::Saved);
            }
        }
    }

    /// A step: finds plays that lead to nodes of the present rank, sends them, and takes those of
    /// others.
    fn look_back(&mut self) -> Result<Statuses, Error> {
        let (common, rank) = (self.common, self.cursor.rank());
        let progress = &common.progress;
        self.found.clear();
        let more = self.share.look_back(rank, self.most, &mut self.found, progress)?;
        let found = self.found.len() as u64;
        merge(&mut self.found);
        let mut rest = &self.found[..];
        for (worker, end) in self.ends.iter().enumerate() {
            let (plays, others) = rest.split_at(rest.partition_point(|play| play.position < *end));
            rest = others;
            if worker == self.post.index() {
                self.settled += self.share.take(plays, rank, progress)?;
                continue;
            }
            self.costs.sent += plays.len() as u64;
            for parcel in plays.chunks(PARCEL) {
                self.post.send(worker, Content::Plays(pack(parcel)));
            }
        }
        let settled = std::mem::take(&mut self.settled);
        let report =
            Status { more, numbers: [settled, found, self.found.len() as u64, 0], ..Status::default() };
        let (share, arrived, settled) = (&mut self.share, &mut self.arrived, &mut self.settled);
        let reports = self.post.end_step(report, &|| common.go_on(), |content| {
            let Content::Plays(bytes) = content else { return Ok(()) };
            if unpack(&bytes, arrived).is_none() {
                return Err(Error::Worker("a message is damaged".to_owned()));
            }
            *settled += share.take(arrived, rank, progress)?;
            Ok(())
        })?;
        self.costs.steps += 1;
        self.costs.found += reports.sum(1);
        self.costs.messages += reports.sum(2);
        Ok(reports)
    }

    /// Saves the work of all workers, then says that it is there. If that cannot be written the work goes
    /// on, unless it is to stop.
    fn save(&mut self, stop: bool) -> Result<(), Error> {
        let common = self.common;
        let Some(saves) = &common.job.saves else { return Ok(()) };
        let index = self.post.index();
        let mut checkpoint = Checkpoint::next(common, saves, self.cursor)?;
        let (mut report, mut fault) = (Status::default(), None);
        match checkpoint.write(&mut self.share, index) {
            Ok(digest) => report = Status { save: true, numbers: words(digest), ..report },
            Err(error @ Error::File(..)) => fault = Some(error),
            Err(error) => return Err(error),
        }
        // All parts are on the disk, or never will be.
        let parts = self.agree(report)?;
        let whole = parts.0.iter().all(|report| report.save);
        if !whole {
            checkpoint.remove(index);
        } else if index == 0 {
            let digests = parts.0.iter().map(|report| digest(report.numbers));
            fault = checkpoint.conclude(digests).err();
        }
        let reports = self.agree(Status { more: fault.is_some(), ..Status::default() })?;
        let Some(first) = reports.0.iter().find(|report| report.more).map(|report| report.from) else {
            checkpoint.remove_others();
            self.unsaved = false;
            return Ok(());
        };
        let before = std::mem::replace(&mut self.unsaved, true);
        // One speaks for all.
        match fault.filter(|_| first == index) {
            Some(fault) if stop => return Err(fault),
            Some(fault) if !before => (saves.unsaved)(&fault),
            _ => {}
        }
        if stop {
            // That one has ended before this step does.
            self.agree(Status::default())?;
        }
        Ok(())
    }

    /// Writes the file.
    fn write(&mut self) -> Result<(), Error> {
        let common = self.common;
        let progress = &common.progress;
        let numbers = [self.share.bans(), self.costs.sent, self.post.bytes, 0];
        let reports = self.agree(Status { numbers, ..Status::default() })?;
        (self.costs.sent, self.costs.bytes) = (reports.sum(1), reports.sum(2));
        let blocks = common.layout.setting().positions().div_ceil(1 << 14);
        progress.start(Stage::Writing, blocks / common.job.cluster.workers() as u64);
        let scratch = &common.job.scratch;
        let part = Part::of(&mut self.share, unnamed(scratch)?, progress);
        let mut part = part.map_err(|error| match error {
            Error::Tablebase(Fault::Io(error)) => Error::File(scratch.display().to_string(), error),
            error => error,
        })?;
        let out = match self.post.index() {
            0 => common.out.lock().unwrap_or_else(PoisonError::into_inner).take(),
            _ => None,
        };
        let setting = common.layout.setting();
        let joiner = out.map(|out| FileWriter::new(out, setting, common.layout.classes(), reports.sum(0)));
        let mut joiner = joiner.transpose()?.map(Joiner::new);
        for turn in 0..self.post.peers() {
            loop {
                let piece = if turn == self.post.index() { part.piece()? } else { Vec::new() };
                let more = !piece.is_empty();
                if more {
                    self.post.send(0, Content::Part(piece));
                }
                let report = Status { more, ..Status::default() };
                let reports = self.post.end_step(report, &|| common.go_on(), |content| match content {
                    Content::Part(piece) => joiner.as_mut().map_or(Ok(()), |joiner| joiner.take(&piece)),
                    _ => Ok(()),
                })?;
                if !reports.any(|report| report.more) {
                    break;
                }
            }
        }
        joiner.map_or(Ok(()), Joiner::finish)?;
        // Nobody ends before the file is there.
        self.agree(Status::default())?;
        Ok(())
    }
}
