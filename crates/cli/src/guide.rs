//! Guides that are given as files.

use std::path::Path;

use anyhow::{Result, bail};
use kosolver_rules::Game;
use kosolver_search::Guides;
use kosolver_tablebase::{Error, File, Hints, Probe, Progress, Size};

use crate::arguments::GuideArguments;
use crate::{limits, output};

/// The guides that were asked for. Each must serve all games, so that a command that names it can be
/// repeated for each.
pub fn guides(arguments: &GuideArguments, games: &[Game]) -> Result<Guides> {
    if arguments.no_guide {
        return Ok(Guides::none());
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

fn opened(path: &Path, games: &[Game]) -> Result<File> {
    let name = output::named(path);
    let file = File::open(path).map_err(|error| match error {
        Error::Corrupt(fault) => anyhow::anyhow!("{name}: {fault}"),
        error => anyhow::Error::new(error).context(format!("{name} cannot be read")),
    })?;
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
