use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use kosolver_board::Position;
use kosolver_scout::{Error, Network, Scout};

use crate::arguments::{GuideCommand, GuideCommandArguments, LearnArguments, ScoutArguments};
use crate::guide::{fits, network};
use crate::interrupt::{self, Interrupted};
use crate::{output, progress};

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
    let LearnArguments { board, suicide, games, seed, out } = arguments;
    output::check_target(out)?;
    let (stop, played) = (interrupt::stops_work(), AtomicU64::new(0));
    let text = || format!("{} of {games} games played", played.load(Ordering::Relaxed));
    let network = found(progress::described(&text, || {
        let tell = |game| played.store(game, Ordering::Relaxed);
        Network::learn(*board, *suicide, *games, *seed, &stop, &tell)
    }))?;
    output::write_with(out, |file| network.write(BufWriter::new(file)))?;
    output::tell(&format!(
        "wrote {}: a network of {board}, suicide={suicide}, from {games} games",
        output::named(out)
    ));
    Ok(())
}

fn scout(arguments: &ScoutArguments) -> Result<()> {
    let ScoutArguments { board, score, suicide, to_play, guide, nodes, memory, threads, .. } = arguments;
    let position = match &arguments.position {
        Some(rows) => Position::parse(board, rows)?,
        None => Position::EMPTY,
    };
    let judge = match guide.as_deref() {
        Some(path) => Some(Arc::new(fitting(path, arguments)?.judge(*score))),
        None => None,
    };
    let bytes = memory.0.min(nodes.saturating_mul(32));
    let scout = Scout::new(*board, *suicide, *score, judge, bytes)?;
    let stop = interrupt::stops_work();
    let text = || format!("{} nodes", scout.nodes());
    let answer = found(progress::described(&text, || {
        scout.search(position, *to_play, usize::from(*threads), *nodes, &stop)
    }))?;
    let says = match answer {
        Some(true) => format!("Black scores {score} or more"),
        Some(false) => format!("Black scores less than {score}"),
        None => "open".to_owned(),
    };
    let best = scout.opinion(position, *to_play, false).and_then(|opinion| opinion.best);
    let best = best.map_or(String::new(), |point| format!("move      {}\n", board.point_name(point)));
    output::print(&format!(
        "guess     {says}\n{best}nodes     {}\nno proof: the past of positions was ignored\n",
        scout.nodes()
    ))
}

/// A network of the board and the suicide rule that were asked for.
fn fitting(path: &Path, arguments: &ScoutArguments) -> Result<Network> {
    let ScoutArguments { board, suicide, .. } = arguments;
    let network = network(path)?;
    if !fits(&network, board, *suicide) {
        bail!(
            "{} is a network of {} with suicide={}, which does not fit {board} with suicide={suicide}",
            output::named(path),
            network.board(),
            network.suicide()
        );
    }
    Ok(network)
}
