//! What the commands of tablebases share.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use kosolver_board::{Colour, Position};
use kosolver_rules::Node;
use kosolver_tablebase::{Error, File, Probe, Progress, Size};

use crate::arguments::{any_memory, threads};
use crate::interrupt::{self, Interrupted};
use crate::limits::memory_or;
use crate::{output, progress};

#[derive(Debug, Args)]
pub struct Limits {
    /// Memory to use at most, such as 500MiB or 8GiB. What the work needs is computed before it
    /// starts [default: 4GiB, or three quarters of what is free if that is less]
    #[arg(long = "memory", value_name = "SIZE", value_parser = any_memory)]
    asked: Option<Size>,

    /// Threads to use [default: one for each core]; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

impl Limits {
    /// The memory to use at most.
    pub fn memory(&self) -> Size {
        Size(memory_or(self.asked, 4 << 30))
    }
}

/// Does long work on its threads, while a bar shows how far it is.
pub fn watched<T: Send>(limits: &Limits, work: impl FnOnce(&Arc<Progress>) -> Result<T> + Send) -> Result<T> {
    let threads = limits.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (progress, done) = (Arc::new(Progress::until(interrupt::stops_work())), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let bar = scope.spawn(|| progress::stages(&progress, &done));
        let found = pool.install(|| work(&progress));
        interrupt::work_is_done();
        done.store(true, Ordering::Relaxed);
        bar.thread().unpark();
        found.map_err(|error| match error.downcast_ref() {
            Some(Error::Stopped) => Interrupted.into(),
            _ => error,
        })
    })
}

/// Opens a tablebase; a fault names the file.
pub fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(|error| match error {
        Error::Corrupt(fault) => anyhow::anyhow!("{}: {fault}", output::named(path)),
        error => anyhow::Error::new(error).context(format!("{} cannot be read", output::named(path))),
    })
}

/// Looks quickly whether a tablebase that was just written holds. If not it is removed.
pub fn check(out: &Path, memory: Size, progress: &Progress) -> Result<()> {
    let checked = open(out).and_then(|file| Ok(file.check(memory, progress)?));
    checked.or_else(|error| {
        let name = output::named(out);
        std::fs::remove_file(out).with_context(|| format!("{name} cannot be removed, and does not hold"))?;
        Err(match error.downcast_ref() {
            Some(Error::Stopped) => error,
            _ => error.context(format!("{name} did not hold when it was written, and is removed")),
        })
    })
}

/// What a tablebase with so many classes says of the empty board.
pub fn summary(table: &impl Probe, classes: u64) -> Result<String> {
    let setting = table.setting();
    let (board, rules) = (setting.game.board(), setting.game.rules());
    let bounds = table.bounds(&Node::new(Position::EMPTY, Colour::Black))?;
    let forced = match (bounds.lower.score, bounds.upper.score) {
        (Some(lower), Some(upper)) => format!("Black can force {lower}, {upper} if endless play is his"),
        (Some(lower), None) => format!("Black can force {lower}, and White can force no end of the game"),
        (None, Some(upper)) => {
            format!("White can hold Black to {upper}, and Black can force no end of the game")
        }
        (None, None) => "neither player can force the game to end".to_owned(),
    };
    Ok(format!(
        "{board}, ko={} suicide={}: {} positions, {} up to symmetry; from the empty board {forced}",
        rules.ko(),
        rules.suicide(),
        setting.positions(),
        classes,
    ))
}
