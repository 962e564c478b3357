use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use kosolver_board::{Board, Colour};
use kosolver_rules::{Game, Ko, Ruleset, Suicide};
use kosolver_scout::{Error, Lessons, Network, Scout, State};
use kosolver_tablebase::Size;

use crate::arguments::{board, memory, threads};
use crate::guide::fitting_network;
use crate::interrupt::{self, Interrupted};
use crate::{limits, output, progress, start};

/// What the memo of a scout takes at most if nothing is said.
const MEMORY: u64 = 1 << 30;

#[derive(Debug, Args)]
pub struct GuideCommandArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: GuideCommand,
}

#[derive(Debug, Subcommand)]
pub enum GuideCommand {
    /// Learn who is ahead on a board, and write the network
    Learn(LearnArguments),
    /// Ask a fast search whether Black scores so many points; its answer is a guess
    Scout(ScoutArguments),
}

#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The board: a rectangle such as 5x5
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// How many games it plays against itself
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,

    /// The position that games start from: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves there: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// Start from what each first play leads to as well, in turn: then it knows more of plays that lose
    #[arg(long)]
    pub openings: bool,

    /// Another seed, other games. The same seed gives the same file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Threads to learn with. With more than one the games are others than with one, and the same for any number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct ScoutArguments {
    /// The board: a rectangle such as 5x5
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Whether Black scores so many points, or more
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub score: i32,

    /// The ko rule that `solve` will have, or a file with one. The scout never lets a ko be retaken at once, except,
    /// under a rule such as nssk, one that was taken right after a pass
    #[arg(long, value_name = "RULE", value_parser = Ko::of_argument, default_value = "psk")]
    pub ko: Ko,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// The position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// A network of the board that `kosolver guide learn` has made
    #[arg(long, value_name = "FILE")]
    pub guide: Option<PathBuf>,

    /// Give up after about so many nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub nodes: u64,

    /// What the memo may take [default: 1GiB, or three quarters of what is free if that is
    /// less]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// Threads to search with
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,

    /// Write the proof to this file, if it finds who wins. As a --guide of `kosolver solve` with the same score
    /// as --guess it saves looking ahead
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(arguments: &GuideCommandArguments) -> Result<()> {
    match &arguments.command {
        GuideCommand::Learn(arguments) => learn(arguments),
        GuideCommand::Scout(arguments) => scout(arguments),
    }
}

/// Says that the work was interrupted, if it was.
fn found<T>(result: Result<T, Error>) -> Result<T> {
    interrupt::work_is_done();
    result.map_err(|error| match error {
        Error::Stopped => Interrupted.into(),
        error => error.into(),
    })
}

fn learn(arguments: &LearnArguments) -> Result<()> {
    let LearnArguments { board, suicide, games, position, to_play, openings, seed, threads, out } = arguments;
    output::check_target(out)?;
    let start = State::new(start::position(board, position)?, *to_play);
    let lessons = Lessons::new(*games, *seed).from(board, *suicide, start, *openings);
    let lessons = lessons.with_threads(usize::from(*threads));
    let (stop, played) = (interrupt::stops_work(), AtomicU64::new(0));
    let text = || format!("{} of {games} games played", played.load(Ordering::Relaxed));
    let network = found(progress::described(&text, || {
        let tell = |game| played.store(game, Ordering::Relaxed);
        Network::learn(*board, *suicide, &lessons, &stop, &tell)
    }))?;
    output::write_with(out, |file| network.write(BufWriter::new(file)))?;
    output::tell(&format!(
        "wrote {}: a network of {board}, suicide={suicide}, from {games} games",
        output::named(out)
    ));
    Ok(())
}

fn scout(arguments: &ScoutArguments) -> Result<()> {
    let ScoutArguments { board, score, ko, suicide, to_play, guide, nodes, memory, threads, out, .. } =
        arguments;
    if let Some(out) = out {
        output::check_target(out)?;
    }
    let points = i32::from(board.points());
    if !(1 - points..=points).contains(score) {
        bail!("--score: on {board} it takes {} to {points}, and not {score}", 1 - points);
    }
    let start = State::new(start::position(board, &arguments.position)?, *to_play);
    let game = Game::new(*board, Ruleset::with(*ko).suicide(*suicide).build()?)?;
    let judge = match guide.as_deref() {
        Some(path) => Some(Arc::new(fitting_network(path, [(board, *suicide)])?.judge(*score))),
        None => None,
    };
    let memory = limits::memory_or(*memory, MEMORY);
    let bytes = memory.min(nodes.saturating_mul(32));
    let mut scout = Scout::new(&game, *score, judge, bytes)?;
    let stop = interrupt::stops_work();
    let visited = AtomicU64::new(0);
    let text = || format!("{} nodes", visited.load(Ordering::Relaxed));
    let tell = |nodes| visited.store(nodes, Ordering::Relaxed);
    let answer = found(progress::described(&text, || {
        scout.search(start, usize::from(*threads), *nodes, &stop, &tell)
    }))?;
    let says = match answer {
        Some(true) => format!("Black scores {score} or more"),
        Some(false) => format!("Black scores less than {score}"),
        None => "open".to_owned(),
    };
    let best = scout.opinion(start).and_then(|opinion| opinion.best);
    let best = best.map_or(String::new(), |point| format!("move      {}\n", board.point_name(point)));
    output::print(&format!(
        "guess     {says}\n{best}nodes     {}\nno proof: the past of positions was ignored\n",
        scout.nodes()
    ))?;
    let Some(out) = out else { return Ok(()) };
    if answer.is_none() {
        bail!("{}: nothing was written, since it is open who wins", output::named(out));
    }
    let walked = AtomicU64::new(0);
    let text = || format!("keeping the proof: {} positions", walked.load(Ordering::Relaxed));
    let tell = |positions| walked.store(positions, Ordering::Relaxed);
    let kept = progress::described(&text, || scout.keep_proof(start, memory, &stop, &tell))?;
    output::write_with(out, |file| scout.write_proof(BufWriter::new(file)))?;
    output::tell(&format!("wrote {}: {kept} positions", output::named(out)));
    Ok(())
}
