//! Several processes of one machine that build a tablebase, started and looked after.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use kosolver_dataflow::{Costs, manifest};
use kosolver_tablebase::{Progress, Stage};
use serde::{Deserialize, Serialize};

use super::tablebase::BuildArguments;
use crate::interrupt::{self, Interrupted, Saved};
use crate::tablebase::watched;
use crate::{invocation, output};

/// What the line of a host file begins with that has the token.
pub const TOKEN: &str = "token ";

/// How often processes are looked after.
const LOOK: Duration = Duration::from_millis(20);

/// How long processes may take to end by themselves.
const GRACE: Duration = Duration::from_secs(5);

/// Who was interrupted says so by this exit code.
const INTERRUPTED: i32 = 130;

/// What a process tells the one that looks after it: a line of JSON on standard output.
#[derive(Serialize, Deserialize)]
pub enum Message {
    /// How far it is.
    Progress(Stage, u64, u64),
    /// What the work took.
    Costs(Costs),
    /// Why all of them cannot do it.
    Refused(String),
    /// That the work cannot be saved, and goes on.
    Unsaved(String),
}

/// What processes have sent, besides how far they are.
#[derive(Default)]
struct Collected {
    costs: Option<Costs>,
    refused: Option<String>,
}

impl Message {
    pub fn send(&self) {
        if let Ok(text) = serde_json::to_string(self) {
            // If nobody listens any longer, the end of standard input says so.
            let _ = writeln!(std::io::stdout(), "{text}");
        }
    }
}

struct Worker {
    child: Child,
    /// When this closes, it stops.
    lifeline: Option<ChildStdin>,
    faults: JoinHandle<String>,
    listener: JoinHandle<()>,
    ended: Option<ExitStatus>,
}

/// Starts processes, and waits until they have made the tablebase.
pub fn run(arguments: &BuildArguments, processes: usize) -> Result<Costs> {
    let mut hosts = addresses(processes).context("no ports can be found")?;
    hosts.push(format!("{TOKEN}{}", token()));
    interrupt::save_first(arguments.checkpoint.is_some());
    let collected: Arc<Mutex<Collected>> = Arc::default();
    let ended = watched(&arguments.limits, |progress| {
        let mut workers = Vec::new();
        for process in 0..processes {
            match start(arguments, process, &hosts, progress, &collected) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    end(&mut workers);
                    return Err(error);
                }
            }
        }
        let interrupted = look_after(&mut workers, progress);
        Ok((workers, interrupted))
    });
    let (workers, interrupted) = ended?;
    let outcome = judge(arguments, workers, interrupted);
    interrupt::save_first(false);
    let collected = std::mem::take(&mut *collected.lock().unwrap_or_else(PoisonError::into_inner));
    if let (Err(_), Some(text)) = (&outcome, collected.refused) {
        bail!(text);
    }
    outcome?;
    collected.costs.ok_or_else(|| anyhow!("process 0 has not said that it is done"))
}

/// Addresses of this machine for so many processes. Each binds its own again.
fn addresses(processes: usize) -> std::io::Result<Vec<String>> {
    let free = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0"));
    let free = free.collect::<std::io::Result<Vec<TcpListener>>>()?;
    free.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}

/// What strangers do not know: the keys of a hash table are random.
fn token() -> String {
    let random = || RandomState::new().hash_one("kosolver");
    format!("{:016x}{:016x}", random(), random())
}

/// The hosts, and the token, that the one who looks after this process has written to its standard input.
pub fn hosts() -> Result<String> {
    let lines = std::io::stdin().lines().take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty()));
    let lines = lines.collect::<std::io::Result<Vec<String>>>().context("the hosts cannot be read")?;
    Ok(lines.join("\n"))
}

fn start(
    arguments: &BuildArguments,
    process: usize,
    hosts: &[String],
    progress: &Arc<Progress>,
    collected: &Arc<Mutex<Collected>>,
) -> Result<Worker> {
    let BuildArguments { board, ko, suicide, out, limits, .. } = arguments;
    let mut command = invocation::again();
    command.args(["tablebase", "build", &board.to_string()]);
    command.args(["--ko", &ko.to_string(), "--suicide", &suicide.to_string()]).arg("--out").arg(out);
    command.args(["--memory", &limits.memory().0.to_string()]);
    command.args(["--threads", &limits.threads.unwrap_or(1).to_string()]);
    command.args(["--process", &process.to_string(), "--supervised", "--hostfile", "-"]);
    if let Some(directory) = &arguments.spill {
        command.arg("--spill").arg(directory);
    }
    if let Some(directory) = &arguments.checkpoint {
        let every = format!("{}s", arguments.checkpoint_every.as_secs());
        command.arg("--checkpoint").arg(directory).args(["--checkpoint-every", &every]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("a process cannot be started")?;
    let (Some(said), Some(mut faults)) = (child.stdout.take(), child.stderr.take()) else {
        bail!("a process cannot be listened to");
    };
    let mut lifeline = child.stdin.take();
    if let Some(lifeline) = &mut lifeline {
        // If it has ended, it says why.
        let _ = lifeline.write_all((hosts.join("\n") + "\n\n").as_bytes());
    }
    let (progress, collected) = (Arc::clone(progress), Arc::clone(collected));
    let listener = std::thread::spawn(move || {
        for line in BufReader::new(said).lines().map_while(Result::ok) {
            match serde_json::from_str(&line) {
                Ok(Message::Costs(found)) if process == 0 => {
                    collected.lock().unwrap_or_else(PoisonError::into_inner).costs = Some(found);
                }
                Ok(Message::Refused(text)) => {
                    collected.lock().unwrap_or_else(PoisonError::into_inner).refused = Some(text);
                }
                Ok(Message::Unsaved(text)) => output::complain(&text),
                Ok(Message::Progress(stage, done, total)) if process == 0 => {
                    if progress.now().0 != stage || progress.now().2 != total {
                        progress.start(stage, total);
                    }
                    progress.reach(done);
                }
                _ => {}
            }
        }
    });
    let faults = std::thread::spawn(move || {
        let mut text = String::new();
        // A worker that writes no valid text has told us nothing; its exit code is reported all the same.
        let _ = faults.read_to_string(&mut text);
        text
    });
    Ok(Worker { lifeline, child, faults, listener, ended: None })
}

/// Waits until all have ended. When one ends early, or after an interrupt, the others are to end too.
/// Whether there was an interrupt.
fn look_after(workers: &mut [Worker], progress: &Progress) -> bool {
    let (mut interrupted, mut ending) = (false, None);
    loop {
        for worker in workers.iter_mut().filter(|worker| worker.ended.is_none()) {
            // A process that cannot be waited for is none of this program's.
            worker.ended = worker.child.try_wait().ok().flatten();
        }
        if workers.iter().all(|worker| worker.ended.is_some()) {
            return interrupted;
        }
        interrupted |= progress.interrupt().is_stopped() || interrupt::caught();
        let failed = workers.iter().any(|worker| worker.ended.is_some_and(|status| !status.success()));
        if interrupted || failed {
            workers.iter_mut().for_each(|worker| worker.lifeline = None);
            // Saving may take long; a lost process is noticed at once.
            if failed && ending.get_or_insert_with(Instant::now).elapsed() > GRACE {
                end(workers);
                return interrupted;
            }
        }
        std::thread::sleep(LOOK);
    }
}

fn end(workers: &mut [Worker]) {
    for worker in workers {
        if worker.ended.is_none() {
            // It may end by itself meanwhile.
            let _ = worker.child.kill();
            worker.ended = worker.child.wait().ok();
        }
    }
}

fn judge(arguments: &BuildArguments, workers: Vec<Worker>, interrupted: bool) -> Result<()> {
    let count = workers.len();
    let mut faults: Vec<Fault> = Vec::new();
    for (process, worker) in workers.into_iter().enumerate() {
        let said = worker.faults.join().unwrap_or_default();
        // All that it has sent has been read.
        let _ = worker.listener.join();
        match worker.ended.map(|status| status.code()) {
            Some(Some(0)) => {}
            Some(Some(code)) => {
                // It also says how far it is.
                let fault = said.lines().rev().find_map(|line| line.strip_prefix("kosolver: "));
                faults.push((process, code, fault.unwrap_or("it did not say why").to_owned()));
            }
            _ => faults.push((process, 0, String::new())),
        }
    }
    let saved = arguments.checkpoint.as_deref().filter(|directory| manifest(directory).exists());
    if faults.is_empty() {
        return Ok(());
    }
    // A terminal interrupts all processes at once: some may end before this one has heard of it.
    let ended_together = faults.iter().all(|(_, code, line)| *code == INTERRUPTED || gone(line));
    // A full disk is why there is no checkpoint, and not the interrupt.
    if !faults.iter().any(failed)
        && (interrupted || ended_together)
        && faults.iter().any(|(_, code, _)| *code == INTERRUPTED)
    {
        return Err(match saved {
            Some(directory) => Saved(output::named(directory)).into(),
            None => Interrupted.into(),
        });
    }
    let after = saved.map_or("nothing was written".to_owned(), |directory| {
        format!("{} has the work so far: the same command goes on with it", output::named(directory))
    });
    if let Some((process, ..)) = faults.iter().find(|(_, code, _)| *code == 0) {
        bail!("process {process} of {count} (counted from 0) was killed, and the others have ended; {after}");
    }
    let (process, _, line) = cause(&faults);
    bail!("process {process} of {count} (counted from 0): {line}")
}

/// The number of a process that ended early, its exit code, 0 if it was killed, and the last line it said.
type Fault = (usize, i32, String);

/// Whether it only says that another process is gone.
fn gone(line: &str) -> bool {
    line.ends_with("cannot be reached any longer")
}

fn failed((_, code, line): &Fault) -> bool {
    ![0, INTERRUPTED].contains(code) && !gone(line)
}

/// Why the work ended: one that failed by itself, whichever ended first, since the others are then told to end.
fn cause(faults: &[Fault]) -> &Fault {
    let own = faults.iter().find(|fault| failed(fault));
    own.or_else(|| faults.iter().find(|(_, _, line)| !gone(line))).unwrap_or(&faults[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_rather_than_the_end_of_the_others() {
        let interrupted = (0, INTERRUPTED, "interrupted; nothing was written".to_owned());
        let lost = (1, 2, "process 0 (a:1) cannot be reached any longer".to_owned());
        let full = (2, 2, "d: File too large".to_owned());
        assert_eq!(cause(&[interrupted.clone(), lost.clone(), full.clone()]), &full);
        assert_eq!(cause(&[lost.clone(), interrupted.clone()]), &interrupted);
        assert_eq!(cause(std::slice::from_ref(&lost)), &lost);
    }
}
