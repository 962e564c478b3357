use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use kosolver_board::{Index, Interrupt, Shape, border, count_legal_watched, least_legal};
use kosolver_report::{FairKomi, Format, SolutionReport, json, terminal_width};
use kosolver_rules::{Game, Score};
use kosolver_search::{Error, Meter, Request, Resources, Session, Solution};
use kosolver_study::game_tree;
use kosolver_tablebase::Size;

use crate::arguments::{SAVED, interval, memory, text_or_json, threads};
use crate::guide::{GuideArguments, guides};
use crate::interrupt::GivenUp;
use crate::start::{self, GameArguments, request};
use crate::{interrupt, limits, output, progress};

#[derive(Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// Moves that are made first, such as "A1 B1". They count as history, as in a game
    #[arg(long, value_name = "MOVES", conflicts_with = "sgf")]
    pub moves: Option<String>,

    /// Find only the value, without first moves and a line of best play
    #[arg(long)]
    pub value_only: bool,

    /// Find no line of best play: on large boards it takes far longer than first moves
    #[arg(long, hide_short_help = true)]
    pub no_line: bool,

    /// A score to try first. A right guess saves work, a wrong one may cost some. The answer
    /// does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, hide_short_help = true)]
    pub guess: Option<Score>,

    /// Write the proof of the value to FILE; `kosolver verify` checks it
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Threads to search with [default: one for each core]; no answer depends on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// Memory that the search may use, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]. When memory fills up, the search discards its cheapest results and continues; the
    /// answer does not change
    #[arg(long, value_name = "SIZE", value_parser = memory, hide_short_help = true)]
    pub memory: Option<Size>,

    #[command(flatten)]
    pub guide: GuideArguments,

    /// Give up after this many nodes; the search then uses one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), hide_short_help = true)]
    pub nodes: Option<u64>,

    /// Give up after this time, such as 30s or 2m, and say what is known of the value by then
    #[arg(long, value_name = "TIME", value_parser = interval)]
    pub time: Option<Duration>,

    /// Save the work to FILE now and then, and when interrupted or given up. If FILE is there already,
    /// go on with it: it must be of the same search
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub checkpoint: Option<PathBuf>,

    /// Write the tree of all first moves with best play after each to FILE, in SGF
    #[arg(long, value_name = "FILE", conflicts_with_all = ["value_only", "no_line"])]
    pub sgf: Option<PathBuf>,

    /// Say nothing about the search on standard error: a terminal shows its progress otherwise, and
    /// any other standard error has a line of it every 30 seconds
    #[arg(long, hide_short_help = true)]
    pub quiet: bool,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

fn resources(arguments: &SolveArguments, game: &Game) -> Result<Resources> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let resources = Resources::default()
        .with_threads(arguments.threads.map_or(cores.min(Resources::MOST_THREADS), usize::from))?
        .with_memory(limits::memory(arguments.memory))?
        .with_nodes(arguments.nodes)
        .with_guides(guides(&arguments.guide, std::slice::from_ref(game))?);
    Ok(match &arguments.checkpoint {
        Some(path) => resources.with_checkpoint(path.clone(), SAVED, path.exists()),
        None => resources,
    })
}

pub fn run(arguments: &SolveArguments) -> Result<()> {
    // First, since reading a guide already takes threads.
    limits::use_threads(arguments.threads)?;
    let mut request = request(&arguments.game)?;
    if let Some(moves) = &arguments.moves {
        let words = moves.split([' ', ',']).filter(|word| !word.is_empty());
        // It names its reason itself.
        let after = request.after(&start::moves(&arguments.game.board, words)?);
        request = after.map_err(|error| anyhow!("{error}"))?;
    }
    let resources = resources(arguments, request.game())?;
    let request = request
        .with_certificate(arguments.certificate.is_some())
        .with_openings(!arguments.value_only)
        .with_line(!arguments.value_only && !arguments.no_line)
        .with_guess(arguments.guess)
        .with_resources(resources.clone());
    check_options(arguments, request.game())?;
    let deadline = arguments.time.and_then(|time| Instant::now().checked_add(time));
    let stop = Interrupt::default();
    let meter = Meter::until(deadline.map_or_else(|| stop.clone(), |deadline| stop.by(deadline)));
    if !arguments.quiet {
        warn(&request);
    }
    if arguments.checkpoint.is_some() {
        interrupt::save_search(&meter);
        meter.on_unsaved(|error| output::complain(&format!("{error}; the search goes on")));
    }
    let search = || {
        let (solution, tree) = solution_and_tree(&request, resources, arguments.sgf.is_some(), &meter)?;
        let value = &solution.value;
        // If it takes too long or is interrupted, the value has been found all the same.
        let fair_komi = match arguments.value_only {
            true => FairKomi::of(request.game(), value),
            false => FairKomi::searched(&request, value, &meter).unwrap_or_default(),
        };
        Ok((solution, tree, fair_komi))
    };
    let found = if arguments.quiet { search() } else { progress::watched(&meter, search) };
    let (solution, tree, fair_komi) = found.map_err(|error| given_up(error, arguments, &meter))?;
    // Each is tried whatever becomes of the others: no value that was found is lost.
    let report = SolutionReport::searched(&request, &solution).with_fair_komi(fair_komi);
    let printed =
        if arguments.format == Format::Json { json(report.record())? } else { report.text(terminal_width()) };
    let mut written = output::print(&printed);
    if let (Some(path), Some(certificate)) = (&arguments.certificate, &solution.certificate) {
        let lemmas = format!(" ({} lemmas)", certificate.lemmas());
        let done = output::write_with(path, |file| certificate.write(BufWriter::new(file)));
        written = written.and(told(done, path, &lemmas));
    }
    if let (Some(path), Some(tree)) = (&arguments.sgf, tree) {
        let done = output::write_with(path, |file| file.write_all(tree.as_bytes()));
        written = written.and(told(done, path, ""));
    }
    if let Some(error) = meter.unsaved() {
        output::complain(&format!("the value was found, but what the search knew was not saved: {error}"));
    }
    written
}

/// What is said of a search that has ended before it knew the value, or all that was asked of it.
fn given_up(error: Error, arguments: &SolveArguments, meter: &Meter) -> GivenUp {
    let mut known: Vec<String> = Vec::new();
    let error = match (error, arguments.time) {
        (Error::Interrupted { saved }, Some(time)) if !interrupt::caught() => {
            known.extend(saved.then(|| "the checkpoint was written".to_owned()));
            Error::Time { time }
        }
        (error, _) => error,
    };
    if matches!(error, Error::Interrupted { .. } | Error::Nodes { .. } | Error::Time { .. }) {
        known.extend(progress::known(meter.bounds()).map(|bounds| format!("so far {bounds}")));
    }
    GivenUp { error, known }
}

/// The most points of boards that one gets by a plain search, as results/frontier.md lists them. (5x5 is there
/// with the proof of a scout.)
const SOLVED: usize = 21;

/// The most borders that are held to count the positions of a board: those of 7x7 take a second.
const BORDERS: u64 = 100_000;

/// Says, before a search that can hardly end, how large the board is.
fn warn(request: &Request) {
    let (board, position) = (request.game().board(), request.referee().position());
    if (board.all() - position.occupied()).len() as usize <= SOLVED || request.game().rules().endless() {
        return;
    }
    let counted = (border(board) <= Index::WIDEST).then(|| {
        count_legal_watched(board, &[], &mut |filling| match filling.borders <= BORDERS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    });
    let (least, positions) = match counted.flatten() {
        Some(positions) => ("", positions),
        None => ("at least ", least_legal(board)),
    };
    output::tell(&format!(
        "{board} has {least}{} positions, and the largest board solved is 5x5, in an hour and 13 GB: the search may never end. --time 1m ends it, and says what is known by then",
        in_powers(positions)
    ));
}

/// A large number with two digits, as in 8.4·10^22.
fn in_powers(number: u128) -> String {
    let text = number.to_string();
    format!("{}.{}·10^{}", &text[..1], &text[1..2], text.len() - 1)
}

/// Says on standard error that a file was written, and what more there is to say of it.
fn told(done: Result<()>, path: &Path, more: &str) -> Result<()> {
    done?;
    output::tell(&format!("wrote {}{more}", output::named(path)));
    Ok(())
}

/// Refuses, before long work, what cannot be done.
fn check_options(arguments: &SolveArguments, game: &Game) -> Result<()> {
    let SolveArguments { certificate, checkpoint, sgf, guess, .. } = arguments;
    let files: Vec<&PathBuf> = [certificate, checkpoint, sgf].into_iter().flatten().collect();
    for (place, path) in files.iter().enumerate() {
        output::check_target(path)?;
        if checkpoint.as_ref() != Some(*path) && path.extension().is_some_and(|ending| ending == "ko") {
            bail!("{} is the name of a text with a ko rule: choose another ending", output::named(path));
        }
        if files[..place].contains(path) {
            bail!("{} cannot be two files at once", output::named(path));
        }
    }
    let (board, ko) = (game.board(), game.rules().ko());
    if sgf.is_some() && board.shape() != Shape::Grid {
        bail!(
            "--sgf: SGF knows rows and columns alone and cannot say what is adjacent on {board}; --format json can"
        );
    }
    if game.rules().endless() && (checkpoint.is_some() || guess.is_some()) {
        bail!(
            "--checkpoint and --guess are for a search: under {ko} a tablebase answers; see `kosolver tablebase`"
        );
    }
    Ok(())
}

/// The solution, and its game tree if that is asked for.
fn solution_and_tree(
    request: &Request,
    resources: Resources,
    tree: bool,
    meter: &Meter,
) -> Result<(Solution, Option<String>), Error> {
    let mut session = Session::with(request.game().clone(), resources, meter);
    let solution = session.solve(request)?;
    let tree = if tree { Some(game_tree(request, &solution, &mut session)?) } else { None };
    Ok((solution, tree))
}
