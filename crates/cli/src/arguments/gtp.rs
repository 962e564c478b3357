use std::time::Duration;

use clap::Args;
use kosolver_board::Board;
use kosolver_tablebase::Size;

use super::guide::GuideArguments;
use super::read::{board, interval, memory};
use super::ruleset::RulesArguments;

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
