use std::ops::ControlFlow;

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, Index, border, count_legal_watched};
use kosolver_report::{Count, Format, json};
use kosolver_tablebase::Size;

use crate::arguments::{board, memory, text_or_json};
use crate::limits::free_memory;
use crate::{output, progress};

#[derive(Debug, Args)]
pub struct CountArguments {
    /// The board: ROWSxCOLUMNS such as 3x3 or 1x9, cycle:N, complete:N, star:N, torus:RxC,
    /// cylinder:RxC, graph6:TEXT, or a file with a graph (two adjacent points on each line, or
    /// graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Memory that counting may take, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]. When it is full, counting gives up
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

pub fn run(arguments: &CountArguments) -> Result<()> {
    let (border, most) = (border(&arguments.board), Index::WIDEST);
    if border > most {
        bail!(
            "the positions of {} cannot be counted: half-filled it has a border of {border} points, and at most {most} are taken",
            arguments.board
        );
    }
    let memory = arguments.memory.map_or_else(free_memory, |size| size.0);
    let legal_positions = positions(&arguments.board, memory)?.to_string();
    let count = Count { board: arguments.board.to_string(), legal_positions };
    output::print(&if arguments.format == Format::Json { json(&count)? } else { count.text() })
}

fn positions(board: &Board, memory: u64) -> Result<u128> {
    let mut taken = None;
    let count = progress::filling(u64::from(board.points()), |show| {
        count_legal_watched(board, &[], &mut |filling| {
            show(u64::from(filling.points), filling.borders, filling.bytes);
            if filling.bytes <= memory {
                return ControlFlow::Continue(());
            }
            taken = Some(filling);
            ControlFlow::Break(())
        })
    });
    match (count, taken) {
        (Some(count), _) => Ok(count),
        (None, taken) => bail!(
            "the positions of {board} are not counted: with {} of its {} points filled that takes all of the {} of memory that are allowed; allow more with --memory, or count a smaller board",
            taken.map_or(0, |filling| filling.points),
            board.points(),
            Size(memory)
        ),
    }
}
