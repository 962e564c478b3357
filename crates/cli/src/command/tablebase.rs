use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use kosolver_board::{Board, Colour};
use kosolver_report::{Distances, Format, SolutionReport, json, terminal_width};
use kosolver_rules::{Game, Ko, Node, Score, Suicide};
use kosolver_search::{Request, answer, longest_line};
use kosolver_tablebase::{Count, Error, Probe, Stats, Table};
use serde::Serialize;

use super::workers;
use crate::arguments::{board, interval, text_or_json, threads};
use crate::output;
use crate::rejected::Rejected;
use crate::ruleset::one_ko;
use crate::start::position;
use crate::tablebase::{Limits, open, summary, watched};

#[derive(Debug, Args)]
pub struct TablebaseArguments {
    /// What to do with it.
    #[command(subcommand)]
    pub command: TablebaseCommand,
}

#[derive(Debug, Subcommand)]
pub enum TablebaseCommand {
    /// Solve every position of a board and write the tablebase
    Build(Box<BuildArguments>),
    /// Answer from a tablebase, as `kosolver solve` does, from any position
    Probe(ProbeArguments),
    /// Count the positions of a tablebase by their values, and find the longest forced win
    Stats(StatsArguments),
    /// Check every position of a tablebase against its successors
    Verify(VerifyTablebaseArguments),
}

#[derive(Debug, Args)]
pub struct BuildArguments {
    /// The board, as `solve` takes it, of up to 31 points: 3x4, 1x16, torus:3x4
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// The ko rule: basic or none; under both, play can go on for ever
    #[arg(long, value_name = "RULE", value_parser = tabled)]
    pub ko: Ko,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub limits: Limits,

    /// Work in N processes of this machine, each with --threads threads [default there: 1];
    /// --memory is for all together
    #[arg(long, value_name = "N", value_parser = threads(), conflicts_with = "hostfile")]
    pub processes: Option<u16>,

    /// Work in processes of several machines: FILE has the address and port of each, a line
    /// each, and the same command runs on each with its own --process
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hostfile: Option<PathBuf>,

    /// Which line of the host file this process is, from 0 on; process 0 writes the tablebase
    #[arg(long, value_name = "I", requires = "hostfile")]
    pub process: Option<u16>,

    /// Keep ranks in files without a name in DIR instead of memory, until the tablebase is written
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,

    /// Another process looks after this one, and reads what it says
    #[arg(long, hide = true, requires = "hostfile")]
    pub supervised: bool,

    /// Save the work in the directory DIR now and then, and when interrupted, and go on with what is
    /// saved there; when the tablebase is written that is removed
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// How often to save the work, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "10m", requires = "checkpoint")]
    #[arg(value_parser = interval)]
    pub checkpoint_every: Duration,
}

#[derive(Debug, Args)]
pub struct ProbeArguments {
    /// The tablebase
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// Points subtracted from Black's score: 0, 6.5, 13/2
    #[arg(long, value_name = "POINTS", default_value_t = Score::ZERO, allow_hyphen_values = true)]
    pub komi: Score,

    /// What a game without a result is worth to Black
    #[arg(long, value_name = "POINTS", default_value_t = Score::ZERO, allow_hyphen_values = true)]
    pub no_result: Score,

    /// Show the variation by distance: who can force the value ends the game soonest, and the other
    /// delays the end longest
    #[arg(long)]
    pub longest: bool,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct StatsArguments {
    /// The tablebase
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub limits: Limits,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct VerifyTablebaseArguments {
    /// Tablebases, as `kosolver tablebase build` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub limits: Limits,
}

/// A ko rule; one of endless play by the name that tablebases have.
fn tabled(text: &str) -> Result<Ko, String> {
    one_ko(text).map(Ko::known_as)
}

pub fn run(arguments: &TablebaseArguments) -> Result<()> {
    match &arguments.command {
        TablebaseCommand::Build(arguments) => workers::build(arguments),
        TablebaseCommand::Probe(arguments) => probe(arguments),
        TablebaseCommand::Stats(arguments) => stats(arguments),
        TablebaseCommand::Verify(arguments) => verify(arguments),
    }
}

fn probe(arguments: &ProbeArguments) -> Result<()> {
    let file = open(&arguments.file)?;
    let game = &file.setting().game;
    let (board, rules) = (*game.board(), *game.rules());
    let position = position(&board, &arguments.position)?;
    let rules = rules.but().komi(arguments.komi).no_result(arguments.no_result).build()?;
    let request = Request::new(Game::new(board, rules)?, position, arguments.to_play)?
        .with_openings(true)
        .with_line(true);
    let named = |error: Error| anyhow::anyhow!("{}: {error}", output::named(&arguments.file));
    let mut solution = answer(&file, &request).map_err(named)?;
    if arguments.longest {
        solution.line = longest_line(&file, &request).map_err(named)?;
    }
    let bounds = file.bounds(&Node::new(position, arguments.to_play)).map_err(named)?;
    let forced = |forced: kosolver_tablebase::Forced| forced.score.map(|_| forced.distance);
    let distances = Distances { lower: forced(bounds.lower), upper: forced(bounds.upper) };
    let report = SolutionReport::probed(&request, &solution, distances);
    output::print(&match arguments.format {
        Format::Json => json(report.record())?,
        _ => report.text(terminal_width()),
    })
}

fn stats(arguments: &StatsArguments) -> Result<()> {
    let file = open(&arguments.file)?;
    let stats = watched(&arguments.limits, |progress| {
        let table = Table::load(&file, arguments.limits.memory(), progress)?;
        Ok(table.stats(progress)?)
    });
    let stats = stats.with_context(|| output::named(&arguments.file))?;
    let game = &file.setting().game;
    output::print(&match arguments.format {
        Format::Json => {
            let (board, rules) = (*game.board(), game.rules());
            let (ko, suicide) = (rules.ko().to_string(), rules.suicide().to_string());
            json(&StatsOf { board, ko, suicide, stats })?
        }
        _ => stats_text(game, &stats),
    })
}

/// What a tablebase is of, and its numbers.
#[derive(Serialize)]
struct StatsOf {
    board: Board,
    ko: String,
    suicide: String,
    #[serde(flatten)]
    stats: Stats,
}

/// The numbers, and a table of the positions by their values.
fn stats_text(game: &Game, stats: &Stats) -> String {
    let n = i32::from(game.board().points());
    let percent = |count: u64| format!("{count} ({:.2} %)", 100.0 * count as f64 / stats.positions as f64);
    let rules = game.rules();
    let mut text = format!("{}, ko={} suicide={}\n\n", game.board(), rules.ko(), rules.suicide());
    for (name, value) in [
        ("legal positions", stats.positions.to_string()),
        ("up to symmetry", stats.classes.to_string()),
        ("nodes", stats.nodes.to_string()),
        ("decided (L = U)", percent(stats.tally.decided)),
        ("won", percent(stats.tally.won)),
        ("lost", percent(stats.tally.lost)),
        ("drawn", percent(stats.tally.drawn)),
        ("no result", percent(stats.tally.no_result)),
    ] {
        text += &format!("{name:<16} {value}\n");
    }
    if let Some(win) = &stats.longest_win {
        text += &format!(
            "longest win      Black by {} in {} moves from {} with {} to play\n",
            win.score, win.distance, win.position, win.to_play
        );
    }
    text += "\nPositions with Black to play:\n\n   value    decided    L is that    U is that\n";
    let total = |wanted: &dyn Fn(&Count) -> bool| -> u64 {
        stats.bounds.iter().filter(|count| wanted(count)).map(|count| count.positions).sum()
    };
    for value in (-n..=n).rev() {
        let decided = total(&|count| count.is_decided() && count.lower == Some(value));
        let lower = total(&|count| count.lower == Some(value));
        let upper = total(&|count| count.upper == Some(value));
        if lower + upper > 0 {
            text += &format!("{value:>8} {decided:>10} {lower:>12} {upper:>12}\n");
        }
    }
    let (lower, upper) = (total(&|count| count.lower.is_none()), total(&|count| count.upper.is_none()));
    if lower + upper > 0 {
        text += &format!("  no end          - {lower:>12} {upper:>12}\n");
    }
    text
}

/// Checks every file, and says of each what it holds or what is wrong with it.
fn verify(arguments: &VerifyTablebaseArguments) -> Result<()> {
    let mut rejected = Vec::new();
    for path in &arguments.files {
        let checked = watched(&arguments.limits, |progress| {
            let file = match kosolver_tablebase::File::open(path) {
                Err(Error::Io(error)) => {
                    return Err(error).with_context(|| format!("{} cannot be read", output::named(path)));
                }
                file => file,
            };
            let table = file.and_then(|file| Table::load(&file, arguments.limits.memory(), progress));
            if let Err(error @ (Error::Memory { .. } | Error::Stopped)) = table {
                return Err(error.into());
            }
            match table.and_then(|table| table.verify(progress).map(|()| table)) {
                Err(Error::Stopped) => Err(Error::Stopped.into()),
                checked => Ok(checked),
            }
        });
        match checked? {
            Ok(table) => output::report(
                "",
                &format!("{} holds: {}", output::named(path), summary(&table, table.classes())?),
            )?,
            Err(error) => rejected.push(format!("{}: {error}", output::named(path))),
        }
    }
    Rejected::check(&rejected, arguments.files.len())
}
