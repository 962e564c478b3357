//! Guides that are given as files.

use std::io::Read;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, Shape};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::Network;
use kosolver_search::Guides;
use kosolver_tablebase::{File, Hints, Probe, Progress, Size};

use crate::arguments::some_nodes;
use crate::{limits, output, tablebase};

#[derive(Debug, Args)]
pub struct GuideArguments {
    /// A tablebase of the board under the ko rule none, with the same suicide rule, to guide the
    /// search from its first move on. It saves the time to make one. One of a smaller rectangle guides a
    /// larger one, such as 4x5 for 5x5, until a better one is made. In a second --guide, a tablebase of
    /// the board under basic may shorten a long search. Or a network that `kosolver guide learn` has
    /// made: it guides alone, and no tablebase is made. The answer does not depend on them
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
    let networks: Vec<&PathBuf> = arguments.guide.iter().filter(|path| is_network(path)).collect();
    if let Some(path) = networks.first() {
        if arguments.guide.len() > 1 {
            bail!("{} is a network, which guides alone: give no other --guide", output::named(path));
        }
        let network = network(path)?;
        let fits = |game: &Game| fits(&network, game.board(), game.rules().suicide());
        if let Some(game) = games.iter().find(|game| !fits(game)) {
            let (own, theirs) = (network.suicide(), game.rules().suicide());
            bail!(
                "{} is a network of {} with suicide={own}, which does not guide {} with suicide={theirs}",
                output::named(path),
                network.board(),
                game.board()
            );
        }
        return Ok(Guides::learned(Some(network), arguments.scout.map(NonZeroU64::get)));
    }
    if let Some(nodes) = arguments.scout {
        if let Some(path) = arguments.guide.first() {
            let fault = std::fs::File::open(path).err();
            let fault = fault.map_or(String::new(), |fault| format!(": {}: {fault}", output::named(path)));
            bail!("--scout works with a network as --guide, or without a guide{fault}");
        }
        if let Some(game) = games.iter().find(|game| game.board().shape() != Shape::Grid) {
            bail!("--scout works on rectangles such as 5x5, and not on {}", game.board());
        }
        return Ok(Guides::learned(None, Some(nodes.get())));
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

impl GuideArguments {
    /// Whether a network or a scout was asked for.
    pub fn looks_ahead(&self) -> bool {
        self.scout.is_some() || self.guide.iter().any(|path| is_network(path))
    }
}

/// Whether a file says that it is a network.
fn is_network(path: &Path) -> bool {
    let mut begin = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(32).read_to_end(&mut begin));
    read.is_ok() && Network::begins(&begin)
}

/// Whether a network is that of a board and a suicide rule.
pub fn fits(network: &Network, board: &Board, suicide: Suicide) -> bool {
    network.board() == board && network.suicide() == suicide
}

/// The network in a file.
pub fn network(path: &Path) -> Result<Network> {
    let read = std::fs::File::open(path).map_err(kosolver_scout::Error::Io).and_then(Network::read);
    read.map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))
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
        if rules.ko().bans_retaking() {
            bail!(
                "{name} is a tablebase under `basic`, which guides only its own board, {board}, and not {asked}"
            );
        }
        bail!("{name} is a tablebase of {board}, which is neither {asked} nor a part of it");
    }
    Ok(file)
}
