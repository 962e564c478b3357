use clap::{Args, ValueEnum};
use kosolver_board::Board;

use super::read::board;

#[derive(Debug, Args)]
pub struct KoArguments {
    /// The board: ROWSxCOLUMNS such as 3x3 or 1x9, cycle:N, complete:N, star:N, torus:RxC,
    /// cylinder:RxC, graph6:TEXT, or a file with a graph (two adjacent points on each line, or
    /// graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// The position: rows from the top with / between them, X black, O white, . empty
    /// [default: the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// The most stones that a string of a mouth has when it is complete, 1 to 7
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=7))]
    pub longest: u32,

    /// What to print: text, json, or svg (a drawing)
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: KoFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KoFormat {
    Text,
    Json,
    Svg,
}
