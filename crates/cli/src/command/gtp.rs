use std::io::{BufReader, stdin, stdout};

use anyhow::{Context, Result};
use kosolver_gtp::{Ended, Settings};
use kosolver_rules::Game;
use kosolver_search::Resources;

use crate::arguments::GtpArguments;
use crate::guide::guides;
use crate::{interrupt, limits, output};

pub fn run(arguments: &GtpArguments) -> Result<()> {
    let GtpArguments { board, rules, time, nodes, memory, guide } = arguments;
    let rules = rules.ruleset(None)?;
    let game = Game::new(*board, rules)?;
    let resources = Resources::default()
        .with_memory(limits::memory(*memory)?)?
        .with_nodes(*nodes)
        .with_guides(guides(guide, &[game])?);
    let settings = Settings::new(*board, rules).with_resources(resources).with_time(Some(*time));
    let stop = interrupt::stops_work();
    let ended = kosolver_gtp::run(BufReader::new(stdin()), &mut stdout(), settings, &stop, output::tell);
    match ended {
        Ok(Ended::Quit | Ended::Input) => Ok(()),
        Ok(Ended::Stopped) => Err(interrupt::Interrupted.into()),
        // The controller is gone.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => Err(anyhow::anyhow!("{error}")),
        Err(error) => Err(error).context("standard output cannot be written"),
    }
}
