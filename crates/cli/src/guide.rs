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

use crate::arguments::some_nodes;
use crate::{limits, output};

#[derive(Debug, Args)]
pub struct GuideArguments {
    /// What `kosolver guide` has made: a network, and proofs of scouts at different scores, each with its own
    /// --guide. The answer does not depend on them
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub guide: Vec<PathBuf>,

    /// Before each question a fast search without proof looks ahead for up to N nodes, and what it
    /// finds guides the search. On rectangles alone; best with a network as --guide
    #[arg(long, value_name = "N", value_parser = some_nodes, hide_short_help = true)]
    pub scout: Option<NonZeroU64>,
}

/// The guides that were asked for. Each must serve all games, so that a command that names it can be
/// repeated for each.
pub fn guides(arguments: &GuideArguments, games: &[Game]) -> Result<Guides> {
    let (mut network, mut kept) = (None, Vec::<Scout>::new());
    for path in &arguments.guide {
        let (settings, begin) = (games.iter().map(setting), beginning(path)?);
        let again = if Scout::begins_proof(&begin) {
            let proof = read(path, Scout::read_proof)?;
            check_fits(path, "a scout's proof", (proof.board(), proof.suicide()), settings)?;
            let again = kept.iter().any(|other| other.score() == proof.score());
            kept.push(proof);
            again
        } else if !Network::begins(&begin) {
            bail!(
                "{}: `kosolver guide` makes guides, networks and proofs of scouts, and this is none",
                output::named(path)
            );
        } else {
            network.replace(fitting_network(path, settings)?).is_some()
        };
        if again {
            bail!(
                "{}: give at most one network, and one proof of a scout at each score, as --guide",
                output::named(path)
            );
        }
    }
    let nodes = arguments.scout.map(NonZeroU64::get);
    if let (None, Some(_), Some(game)) =
        (&network, nodes, games.iter().find(|game| game.board().shape() != Shape::Grid))
    {
        bail!("--scout works on rectangles such as 5x5, and not on {}", game.board());
    }
    Ok(Guides::learned(network, nodes, kept))
}

fn setting(game: &Game) -> (&Board, Suicide) {
    (game.board(), game.rules().suicide())
}

/// What a file begins with.
fn beginning(path: &Path) -> Result<Vec<u8>> {
    let mut begin = Vec::new();
    let file = open_plain(path, LONGEST_STREAM);
    let read = file.and_then(|file| file.take(32).read_to_end(&mut begin));
    read.map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))?;
    Ok(begin)
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
