//! Guides that are given as files.

use anyhow::{Result, bail};
use kosolver_board::Board;
use kosolver_rules::Suicide;
use kosolver_search::Guides;
use kosolver_tablebase::{Error, File, Hints, Probe, Progress, Size};

use crate::arguments::GuideArguments;
use crate::{limits, output};

/// The guides that were asked for, for boards and suicide rules of which one must fit a file.
pub fn guides(arguments: &GuideArguments, games: &[(Board, Suicide)]) -> Result<Guides> {
    let Some(path) = &arguments.guide else {
        return Ok(if arguments.no_guide { Guides::none() } else { Guides::default() });
    };
    let file = File::open(path).map_err(|error| match error {
        Error::Corrupt(fault) => anyhow::anyhow!("{}: {fault}", output::named(path)),
        error => anyhow::Error::new(error).context(format!("{} cannot be read", output::named(path))),
    })?;
    let game = &file.setting().game;
    let own = (game.board(), game.rules().suicide());
    if !game.rules().ko().has_no_history() || game.rules().ko().bans_retaking() {
        bail!(
            "{}: a guide is a tablebase under the ko rule none, not {}",
            output::named(path),
            game.rules().ko()
        );
    }
    if !games.iter().any(|(board, suicide)| Guides::serves(own, (board, *suicide))) {
        bail!(
            "{} is a tablebase of {} with suicide={}, which guides neither the board that is asked for nor a part \
             of it",
            output::named(path),
            own.0,
            own.1
        );
    }
    let hints = Hints::load(&file, Size(limits::free_memory()), &Progress::default());
    Ok(Guides::with_hints(hints.map_err(|error| anyhow::anyhow!("{}: {error}", output::named(path)))?))
}
