use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use kosolver_board::{Board, Colour};
use kosolver_rules::Suicide;
use kosolver_tablebase::Size;

use super::read::{board, memory, threads};

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
    #[arg(long, value_name = "N", conflicts_with = "no_guide")]
    pub scout: Option<NonZeroU64>,
}

#[derive(Debug, Args)]
pub struct GuideCommandArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: GuideCommand,
}

#[derive(Debug, Subcommand)]
pub enum GuideCommand {
    /// Learn who is ahead on a board, and write the network
    Learn(LearnArguments),
    /// Ask a fast search whether Black scores so many points; its answer is a guess
    Scout(ScoutArguments),
}

#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The board: a rectangle such as 5x5
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// How many games it plays against itself
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,

    /// Another seed, other games. The same seed gives the same file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct ScoutArguments {
    /// The board: a rectangle such as 5x5
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Whether Black scores so many points, or more
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub score: i32,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// The position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// A network of the board that `kosolver guide learn` has made
    #[arg(long, value_name = "FILE")]
    pub guide: Option<PathBuf>,

    /// Give up after about so many nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub nodes: u64,

    /// What the memo may take
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    pub memory: Size,

    /// Threads to search with
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,
}
