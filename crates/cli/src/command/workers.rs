//! `kosolver tablebase build`: the work of one process, or of one of several.

use std::io::{self, BufWriter, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use kosolver_dataflow::{Cluster, Costs, Error, Job, Memory, Saves, is_state, manifest};
use kosolver_rules::Ruleset;
use kosolver_search::directory_of;
use kosolver_tablebase::{Error as TablebaseError, Progress, Setting, Size};

use super::supervise::{self, Message, TOKEN};
use super::tablebase::BuildArguments;
use crate::input;
use crate::interrupt::{self, Interrupted, Saved};
use crate::output;
use crate::tablebase::{check, open, summary, watched};

pub fn build(arguments: &BuildArguments) -> Result<()> {
    let BuildArguments { board, ko, suicide, out, limits, .. } = arguments;
    let started = Instant::now();
    let setting = Setting::new(*board, Ruleset::with_suicide(*ko, *suicide))?;
    output::check_target(out)?;
    if let Some(directory) = &arguments.spill {
        output::check_writable(directory)?;
    }
    if let Some(directory) = &arguments.checkpoint {
        if directory == out {
            bail!("{} cannot be both the tablebase and its checkpoint", output::named(out));
        }
        prepare(directory)?;
    }
    let costs = match (arguments.processes, &arguments.hostfile) {
        (Some(processes), _) => Some(supervise::run(arguments, usize::from(processes))?),
        (None, Some(file)) => {
            let cluster = cluster(arguments, file)?;
            let process = cluster.process();
            let costs = one_of(arguments, setting, cluster)?;
            if arguments.supervised {
                Message::Costs(costs).send();
                return Ok(());
            }
            if process > 0 {
                return Ok(());
            }
            Some(costs)
        }
        (None, None) => {
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            one_of(arguments, setting, Cluster::threads(limits.threads.map_or_else(cores, usize::from)))?;
            None
        }
    };
    watched(limits, |progress| check(out, limits.memory(), progress))?;
    if let Some(directory) = &arguments.checkpoint {
        remove(directory)?;
    }
    output::tell(&format!("wrote {} in {:.1} s", output::named(out), started.elapsed().as_secs_f64()));
    if let Some(costs) = costs {
        output::tell(&costs_text(&costs));
    }
    let file = open(out)?;
    output::report("", &summary(&file, file.classes())?)
}

fn costs_text(costs: &Costs) -> String {
    format!(
        "{} worker(s), {} rounds, {} messages, {} to other workers in {}",
        costs.workers,
        costs.rounds,
        costs.messages,
        costs.sent,
        Size(costs.bytes)
    )
}

/// Makes the directory of a checkpoint.
fn prepare(directory: &Path) -> Result<()> {
    let name = output::named(directory);
    if directory.exists() && !directory.is_dir() {
        bail!("{name} is not a directory: --checkpoint names one");
    }
    std::fs::create_dir_all(directory).with_context(|| format!("{name} cannot be made"))
}

/// Removes a checkpoint that has done its work: first what says that it is one.
fn remove(directory: &Path) -> Result<()> {
    let removed = || {
        if manifest(directory).exists() {
            std::fs::remove_file(manifest(directory))?;
        }
        for entry in std::fs::read_dir(directory)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| is_state(&name.to_string_lossy())) {
                std::fs::remove_file(path)?;
            }
        }
        // It may have files of others.
        let _ = std::fs::remove_dir(directory);
        io::Result::Ok(())
    };
    removed().with_context(|| format!("{} cannot be removed", output::named(directory)))
}

/// The processes of a host file: a line each, with an address and a port; and perhaps a line with a token.
fn cluster(arguments: &BuildArguments, file: &Path) -> Result<Cluster> {
    let text = if arguments.supervised { supervise::hosts()? } else { input::text(file)? };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (tokens, hosts): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(TOKEN));
    if let Some(host) = hosts.iter().find(|host| !host.contains(':')) {
        bail!("{}: {host:?} is not an address with a port, as in 10.0.0.7:2101", output::named(file));
    }
    if tokens.len() > 1 {
        bail!("{} has {} lines with a token: give one", output::named(file), tokens.len());
    }
    let process = usize::from(arguments.process.unwrap_or_default());
    if process >= hosts.len() {
        bail!(
            "{} has {} line(s), counted from 0: there is no process {process}",
            output::named(file),
            hosts.len()
        );
    }
    let token = tokens.first().map_or("", |line| line[TOKEN.len()..].trim());
    let (threads, hosts) = (arguments.limits.threads.map_or(1, usize::from), hosts.into_iter());
    let cluster = Cluster::processes(threads, process, hosts.map(str::to_owned).collect(), token.to_owned());
    cluster.with_context(|| output::named(file))
}

/// Does the work of one process.
fn one_of(arguments: &BuildArguments, setting: Setting, cluster: Cluster) -> Result<Costs> {
    let scratch = directory_of(&arguments.out).to_owned();
    let process = cluster.process();
    let memory = arguments.limits.memory();
    let memory = if arguments.supervised { Memory::Total(memory) } else { Memory::EachProcess(memory) };
    let mut job = Job::new(setting, cluster, memory, scratch);
    if let Some(directory) = &arguments.spill {
        job = job.with_spill(directory.clone());
    }
    if let Some(directory) = &arguments.checkpoint {
        let (name, supervised) = (output::named(directory), arguments.supervised);
        job = job.with_saves(Saves {
            directory: directory.clone(),
            every: arguments.checkpoint_every,
            asked: Arc::new(interrupt::caught),
            unsaved: Arc::new(move |error: &Error| {
                let text = format!("{name} cannot be written ({error}); the work goes on");
                if supervised { Message::Unsaved(text).send() } else { output::complain(&text) }
            }),
        });
        interrupt::save_first(true);
    }
    let built = watched(&arguments.limits, |progress| {
        if arguments.supervised {
            follow_supervisor(progress);
        }
        Ok(if process == 0 {
            written(job, &arguments.out, progress)?
        } else {
            kosolver_dataflow::build(job, None, progress.clone())
        })
    })?;
    interrupt::save_first(false);
    match (built, &arguments.checkpoint) {
        (Err(error), Some(directory)) if error.is_stopped() && manifest(directory).exists() => {
            Err(Saved(output::named(directory)).into())
        }
        (Err(error), _) if error.is_stopped() => Err(Interrupted.into()),
        (Err(Error::Saved), Some(directory)) => Err(Saved(output::named(directory)).into()),
        (Err(Error::Tablebase(error @ TablebaseError::Memory { .. })), _) => {
            if arguments.supervised {
                Message::Refused(error.to_string()).send();
            }
            Err(error.into())
        }
        // Only the tablebase itself is not named.
        (Err(Error::Tablebase(TablebaseError::Io(error))), _) => {
            Err(error).with_context(|| format!("{} cannot be written", output::named(&arguments.out)))
        }
        (built, _) => Ok(built?),
    }
}

/// Builds, and puts the file under its name when it is whole.
fn written(job: Job, out: &Path, progress: &Arc<Progress>) -> Result<Result<Costs, Error>> {
    let mut built = None;
    let written = output::write_with(out, |file| {
        let file = BufWriter::new(file.try_clone()?);
        let done = kosolver_dataflow::build(job, Some(Box::new(file)), progress.clone());
        let failed = done.is_err();
        built = Some(done);
        if failed { Err(io::Error::other("not built")) } else { Ok(()) }
    });
    match built {
        Some(Err(error)) => Ok(Err(error)),
        Some(Ok(costs)) => written.map(|()| Ok(costs)),
        None => Err(written.err().unwrap_or_else(|| Interrupted.into())),
    }
}

/// Tells the process that looks after this one how far it is, and ends when that is gone.
fn follow_supervisor(progress: &Arc<Progress>) {
    std::thread::spawn(|| {
        // Nothing more is written to it; it ends with who holds it.
        let _ = io::stdin().read(&mut [0; 1]);
        interrupt::interrupt();
    });
    let progress = Arc::clone(progress);
    std::thread::spawn(move || {
        loop {
            let (stage, done, total) = progress.now();
            Message::Progress(stage, done, total).send();
            std::thread::sleep(Duration::from_millis(200));
        }
    });
}
