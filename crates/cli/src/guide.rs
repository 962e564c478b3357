//! Guides that are given as files.

use std::path::Path;

use anyhow::{Result, bail};
use kosolver_rules::Game;
use kosolver_search::Guides;
use kosolver_tablebase::{Error, File, Hints, Probe, Progress, Size};

use crate::arguments::GuideArguments;
use crate::{limits, output};

/// The guides that were asked for. Each file must serve one of the games.
pub fn guides(arguments: &GuideArguments, games: &[Game]) -> Result<Guides> {
    if arguments.no_guide {
        return Ok(Guides::none());
    }
    let hints: Result<Vec<Hints>> = arguments.guide.iter().map(|path| hints(path, games)).collect();
    Ok(Guides::with_hints(hints?))
}

fn hints(path: &Path, games: &[Game]) -> Result<Hints> {
    let file = File::open(path).map_err(|error| match error {
        Error::Corrupt(fault) => anyhow::anyhow!("{}: {fault}", output::named(path)),
        error => anyhow::Error::new(error).context(format!("{} cannot be read", output::named(path))),
    })?;
    let own = &file.setting().game;
    if !games.iter().any(|game| Guides::serves(own, game)) {
        let (ko, suicide) = (own.rules().ko(), own.rules().suicide());
        bail!(
            "{} is a tablebase of {} under {ko} with suicide={suicide}, which does not guide the board that is \
             asked for; a guide is one under none of that board or a part of it, or one under basic of that board",
            output::named(path),
            own.board(),
        );
    }
    Hints::load(&file, Size(limits::free_memory()), &Progress::default())
        .map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))
}
