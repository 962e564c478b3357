use std::num::{NonZeroU16, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use kosolver_rules::Score;
use kosolver_tablebase::Size;

use super::game::GameArguments;
use super::guide::GuideArguments;
use super::read::{interval, memory, some_nodes};

#[derive(Debug, Args)]
pub struct CubesArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: CubesCommand,
}

#[derive(Debug, Subcommand)]
pub enum CubesCommand {
    /// Take the value of a position apart, and write a small file for each cube
    Split(Box<SplitArguments>),
    /// Solve cubes, and write the certificate of each beside it
    Solve(SolveCubesArguments),
    /// Go on with what the solved cubes prove: split again, or write the certificate of the value
    Join(JoinArguments),
}

#[derive(Debug, Args)]
pub struct SplitArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// About how many nodes a cube is to take
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    pub nodes: NonZeroU64,

    /// The most cubes that are open at a time. Fewer save work, since what one proves helps those after it;
    /// more keep more machines busy
    #[arg(long, value_name = "K", default_value = "16")]
    pub most: NonZeroU16,

    /// The score that is expected. A right guess saves work; the answer does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// The directory for the cubes, made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub search: CubeSearchArguments,
}

#[derive(Debug, Args)]
pub struct SolveCubesArguments {
    /// Files that `kosolver cubes split` or `join` has written. Those that are solved, or were too hard, are
    /// passed over
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Give a cube up as too hard after this many nodes; `join` then splits it [default: 8 times the nodes
    /// of the split]
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    pub nodes: Option<NonZeroU64>,

    #[command(flatten)]
    pub search: CubeSearchArguments,

    /// How often the work is saved, in seconds, or with a unit as in 90s or 2m. If it is interrupted, the
    /// same command goes on with it
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = interval)]
    pub checkpoint_every: Duration,
}

#[derive(Debug, Args)]
pub struct JoinArguments {
    /// The directory of the cubes
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub search: CubeSearchArguments,
}

/// What a search for cubes, or of one, may use.
#[derive(Debug, Args)]
pub struct CubeSearchArguments {
    #[command(flatten)]
    pub guide: GuideArguments,

    /// Memory that the search may use, such as 512MiB or 8GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,
}
