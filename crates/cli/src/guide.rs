//! Guides that are given as files.

use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, LONGEST_STREAM, Shape, open_plain};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::{Error, Network, Scout};
use kosolver_search::Guides;
use kosolver_tablebase::{File, Hints, Probe, Progress, Size};

use crate::arguments::some_nodes;
use crate::{limits, output, tablebase};

#[derive(Debug, Args)]
pub struct GuideArguments {
    /// A tablebase of the board under the ko rule none, with the same suicide rule, to guide the
    /// search from its first move on. It saves the time to make one. In a second --guide, a tablebase of
    /// the board under basic may shorten a long search. Or a network that `kosolver guide learn` has
    /// made: no tablebase is made then. Or the proof of a scout that `kosolver guide scout` has kept, with or
    /// without a network. The answer does not depend on them
    #[arg(long, value_name = "FILE", conflicts_with = "no_guide")]
    pub guide: Vec<PathBuf>,

    /// Search without a guide. By default a search that takes long makes one
    #[arg(long)]
    pub no_guide: bool,

    /// Before each question a fast search without proof looks ahead for up to N nodes, and what it
    /// finds guides the search. On rectangles alone; best with a network as --guide
    #[arg(long, value_name = "N", value_parser = some_nodes, conflicts_with = "no_guide")]
    pub scout: Option<NonZeroU64>,
}

/// The guides that were asked for. Each must serve all games, so that a command that names it can be
/// repeated for each.
pub fn guides(arguments: &GuideArguments, games: &[Game]) -> Result<Guides> {
    if arguments.no_guide {
        return Ok(Guides::none());
    }
    let begins = |begins: fn(&[u8]) -> bool| arguments.guide.iter().find(|path| is(path, begins));
    let learned = [begins(Network::begins), begins(Scout::begins_proof)];
    if arguments.guide.len() > learned.iter().flatten().count()
        && let Some(path) = learned.iter().flatten().next()
    {
        bail!(
            "{}: networks and proofs of scouts guide alone: give at most one of each, and no tablebase",
            output::named(path)
        );
    }
    let [network, kept] = learned;
    let network = network.map(|path| fitting_network(path, games.iter().map(setting))).transpose()?;
    let kept = kept.map(|path| -> Result<Scout> {
        let kept = read(path, Scout::read_proof)?;
        check_fits(path, "a scout's proof", (kept.board(), kept.suicide()), games.iter().map(setting))?;
        Ok(kept)
    });
    let kept = kept.transpose()?;
    let nodes = arguments.scout.map(NonZeroU64::get);
    if network.is_some() || kept.is_some() {
        return Ok(Guides::learned(network, nodes, kept));
    }
    if nodes.is_some() {
        if let Some(path) = arguments.guide.first() {
            let fault = open_plain(path, LONGEST_STREAM).err();
            let fault = fault.map_or(String::new(), |fault| format!(": {}: {fault}", output::named(path)));
            bail!("--scout works with a network as --guide, or without a guide{fault}");
        }
        if let Some(game) = games.iter().find(|game| game.board().shape() != Shape::Grid) {
            bail!("--scout works on rectangles such as 5x5, and not on {}", game.board());
        }
        return Ok(Guides::learned(None, nodes, None));
    }
    let mut hints: Vec<Hints> = Vec::new();
    for path in &arguments.guide {
        let file = opened(path, games)?;
        if hints.iter().any(|known| *known.game() == file.setting().game) {
            bail!("{}: a guide of this board under this ko rule is given already", output::named(path));
        }
        let read = Hints::load(&file, Size(limits::free_memory()), &Progress::default());
        hints.push(read.map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))?);
    }
    Ok(Guides::with_hints(hints))
}

fn setting(game: &Game) -> (&Board, Suicide) {
    (game.board(), game.rules().suicide())
}

/// Whether a file begins as one of some kind does.
fn is(path: &Path, begins: fn(&[u8]) -> bool) -> bool {
    let mut begin = Vec::new();
    let file = open_plain(path, LONGEST_STREAM);
    let read = file.and_then(|file| file.take(32).read_to_end(&mut begin));
    read.is_ok() && begins(&begin)
}

/// The network in a file, which must be one of these boards with these suicide rules.
pub fn fitting_network<'a>(
    path: &Path,
    games: impl IntoIterator<Item = (&'a Board, Suicide)>,
) -> Result<Network> {
    let network = read(path, Network::read)?;
    check_fits(path, "a network", (network.board(), network.suicide()), games)?;
    Ok(network)
}

/// Reads what was learned from a file, which is held in memory.
fn read<T>(path: &Path, read: fn(std::fs::File) -> Result<T, Error>) -> Result<T> {
    let opened = open_plain(path, limits::free_memory()).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => io::Error::other("it does not fit into the memory that is free"),
        _ => error,
    });
    let found = opened.map_err(Error::Io).and_then(read);
    found.map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))
}

/// Refuses what was learned on another board, or with another suicide rule.
fn check_fits<'a>(
    path: &Path,
    what: &str,
    own: (&Board, Suicide),
    games: impl IntoIterator<Item = (&'a Board, Suicide)>,
) -> Result<()> {
    if let Some((board, suicide)) = games.into_iter().find(|asked| *asked != own) {
        let (name, (own, theirs)) = (output::named(path), own);
        bail!(
            "{name} is {what} of {own} with suicide={theirs}, which does not guide {board} with suicide={suicide}"
        );
    }
    Ok(())
}

fn opened(path: &Path, games: &[Game]) -> Result<File> {
    let (name, file) = (output::named(path), tablebase::open(path)?);
    let own = &file.setting().game;
    if let Some(game) = games.iter().find(|game| !Guides::serves(own, game)) {
        let [(board, rules), (asked, theirs)] = [own, game].map(|game| (game.board(), game.rules()));
        if rules.suicide() != theirs.suicide() {
            let [own, theirs] = [rules, theirs].map(|rules| rules.suicide());
            bail!("{name} is a tablebase with suicide={own}, which guides no game with suicide={theirs}");
        }
        bail!("{name} is a tablebase of {board}, which does not guide {asked}");
    }
    Ok(file)
}
