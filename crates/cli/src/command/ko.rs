use anyhow::Result;
use clap::{Args, ValueEnum};
use kosolver_board::Board;
use kosolver_board::structure::Kos;
use kosolver_report::{KoReport, json, terminal_width};

use crate::arguments::board;
use crate::output;
use crate::start::position;

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

pub fn run(arguments: &KoArguments) -> Result<()> {
    let board = arguments.board;
    let position = position(&board, &arguments.position)?;
    let kos = Kos::new(board);
    let report = KoReport::of(&kos, position);
    output::print(&match arguments.format {
        KoFormat::Text => report.text(terminal_width())?,
        KoFormat::Json => json(&report)?,
        KoFormat::Svg => report.svg()?,
    })
}
