use anyhow::Result;
use kosolver_board::Position;
use kosolver_board::structure::{Kos, Reading};
use kosolver_report::{KoReport, json, terminal_width};

use crate::arguments::{KoArguments, KoFormat};
use crate::output;

pub fn run(arguments: &KoArguments) -> Result<()> {
    let board = arguments.board;
    let position = match &arguments.position {
        Some(rows) => Position::parse(&board, rows)?,
        None => Position::EMPTY,
    };
    let kos = Kos::new(board, Reading { longest: arguments.longest, ..Reading::USUAL });
    let report = KoReport::of(&kos, position);
    output::print(&match arguments.format {
        KoFormat::Text => report.text(terminal_width())?,
        KoFormat::Json => json(&report)?,
        KoFormat::Svg => report.svg()?,
    })
}
