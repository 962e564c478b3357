//! What building a tablebase by workers of one process takes, as a row of a table:
//! `cargo run --release -p kosolver-dataflow --example measure -- 3x4 basic 2`, and with a directory
//! behind it for what is spilled.

use std::fs::read_to_string;
use std::io::sink;
use std::sync::Arc;
use std::time::Instant;

use kosolver_dataflow::{Cluster, Job, Memory, build};
use kosolver_tablebase::{Layout, Progress, Setting, Size};

/// Ticks of the clock that Linux counts a process's time by, a second.
const TICKS: f64 = 100.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ([board, rules, workers], spill) = match &arguments[..] {
        [board, rules, workers] => ([board, rules, workers], None),
        [board, rules, workers, spill] => ([board, rules, workers], Some(spill)),
        _ => return Err("give BOARD RULES WORKERS [DIRECTORY]".into()),
    };
    let setting = Setting::new(board.parse()?, rules.parse()?)?;
    let progress = Arc::new(Progress::default());
    let classes = Layout::new(setting.clone(), &progress)?.classes();
    let positions = setting.positions();
    let started = Instant::now();
    let memory = Memory::Total(Size(3 << 30));
    let mut job = Job::new(setting, Cluster::threads(workers.parse()?), memory, std::env::temp_dir());
    if let Some(directory) = spill {
        job = job.with_spill(directory.into());
    }
    let costs = build(job, Some(Box::new(sink())), progress)?;
    let seconds = started.elapsed().as_secs_f64();
    // After the name in brackets come state, parent, and eleven more before the times.
    let stat = read_to_string("/proc/self/stat")?;
    let times: Vec<f64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let status = read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?").trim();
    println!(
        "| board | rules | workers | positions | classes | s | processor s | peak memory | rounds | steps | plays found | messages | sent | bytes sent | largest round |"
    );
    println!(
        "| {board} | {rules} | {workers} | {positions} | {classes} | {seconds:.2} | {:.2} | {peak} | {} | {} | {} | {} | {} | {} | {} |",
        times.iter().sum::<f64>() / TICKS,
        costs.rounds,
        costs.steps,
        costs.found,
        costs.messages,
        costs.sent,
        costs.bytes,
        costs.largest_round
    );
    Ok(())
}
