use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kosolver_report::Format;
use kosolver_rules::Score;
use kosolver_tablebase::Size;

use super::begin_again::BeginAgainArguments;
use super::game::GameArguments;
use super::guide::GuideArguments;
use super::read::{interval, memory, text_or_json, threads};
use super::scratch::ScratchArguments;

#[derive(Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// Find only the value, not the values of first moves nor a line of best play; this takes
    /// less time and memory
    #[arg(long)]
    pub value_only: bool,

    /// A score to try first. A right guess saves work, a wrong one may cost some. The answer
    /// does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// Write the proof of the value to FILE; `kosolver verify` checks it
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Threads to search with [default: one for each core]. Values, first moves and variations do
    /// not depend on it; the bytes of a certificate are the same each time only with one thread
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// Memory that the search may use, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]. When memory fills up, the search discards its cheapest results and continues; the
    /// answer does not change
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    #[command(flatten)]
    pub guide: GuideArguments,

    #[command(flatten)]
    pub beginning: BeginAgainArguments,

    /// Whether the search knows decided positions, under the rules that have them: yes or no. It then needs
    /// fewer nodes, and a certificate is much smaller, of version 4. The answer does not depend on it
    /// [default: yes where a point has three neighbours or more, but no with --certificate, so that commands
    /// in published results still write the same files]
    #[arg(long, value_name = "YES|NO", value_parser = kosolver_rules::yes_or_no)]
    pub decided: Option<bool>,

    #[command(flatten)]
    pub scratch: ScratchArguments,

    /// Give up after this many nodes; the search then uses one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Save the work to FILE now and then, and when interrupted or given up after --nodes
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// How often to save, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "2m", requires = "checkpoint")]
    #[arg(value_parser = interval)]
    pub checkpoint_every: Duration,

    /// Continue from the checkpoint, which must be of the same search
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,

    /// Write the game tree to FILE in SGF: a variation for each first move with best play after
    /// it, and the value of every position as a comment. The board must have rows and columns
    /// that do not wrap
    #[arg(long, value_name = "FILE", conflicts_with = "value_only")]
    pub sgf: Option<PathBuf>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}
