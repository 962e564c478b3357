use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use kosolver_board::Board;
use kosolver_gtp::{Ended, Settings};
use kosolver_rules::Game;
use kosolver_search::Resources;
use kosolver_tablebase::Size;

use crate::arguments::{board, interval, memory};
use crate::guide::{GuideArguments, guides};
use crate::ruleset::RulesArguments;
use crate::{interrupt, limits, output};

#[derive(Debug, Args)]
pub struct GtpArguments {
    /// The board, rows and columns up to 25 of each; the controller may change it
    #[arg(value_name = "BOARD", value_parser = board, default_value = "3x3")]
    pub board: Board,

    #[command(flatten)]
    pub rules: RulesArguments,

    /// The time that one move or one question may take, in seconds, or with a unit as in 90s or
    /// 2m; the clock of a game may allow less
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = interval)]
    pub time: Duration,

    /// Give up a question after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Memory for the tables, such as 512MiB or 8GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    #[command(flatten)]
    pub guide: GuideArguments,
}

pub fn run(arguments: &GtpArguments) -> Result<()> {
    let GtpArguments { board, rules, time, nodes, memory, guide } = arguments;
    let rules = rules.ruleset()?;
    let game = Game::new(*board, rules)?;
    let resources = Resources::default()
        .with_memory(limits::memory(*memory))?
        .with_nodes(*nodes)
        .with_guides(guides(guide, &[game])?);
    let settings = Settings { board: *board, rules, resources, time: Some(*time) };
    let stop = interrupt::stops_work();
    output::say_note();
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
