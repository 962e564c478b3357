use clap::Args;
use kosolver_board::{Board, Colour};

use super::read::board;
use super::ruleset::RulesArguments;

/// A board, a ruleset and a start position.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The board, up to 64 points: ROWSxCOLUMNS such as 3x3 or 1x9, cycle:N, complete:N, star:N,
    /// torus:RxC, cylinder:RxC, graph6:TEXT, or a file with a graph (two adjacent points on each
    /// line, or graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    #[command(flatten)]
    pub rules: RulesArguments,

    /// Start position: rows from the top with / between them, X black, O white, . empty. Nothing
    /// was played before it [default: the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: black or white [default: black]
    #[arg(long, value_name = "COLOUR")]
    pub to_play: Option<Colour>,

    /// Where the handicap stones stand, such as A1,B2. The game starts with them, White first
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["position", "to_play"])]
    pub handicap_at: Option<String>,
}
