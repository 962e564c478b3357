use std::ops::ControlFlow;

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, Colour, Index, Position, border, count_legal_watched};
use kosolver_report::{Count, Format, Games, json};
use kosolver_rules::{CountLimits, CountMeter, Game, Ko, Ruleset, Suicide, complete_games};
use kosolver_tablebase::Size;

use crate::arguments::{List, board, ko_rules, memory, text_or_json};
use crate::limits::free_memory;
use crate::{output, progress};

#[derive(Debug, Args)]
pub struct CountArguments {
    /// The board: ROWSxCOLUMNS such as 3x3 or 1x9, cycle:N, complete:N, star:N, torus:RxC,
    /// cylinder:RxC, graph6:TEXT, or a file with a graph (two adjacent points on each line, or
    /// graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Ko rules, separated by commas, to count complete games under. Games start from the empty
    /// board with Black to play and include passes [default: none, only positions are counted]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// Give up if more than this many states of games would have to be stored. A state is a
    /// position with what matters of the history; the larger the board, the more memory one takes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,

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
    let limits = CountLimits {
        states: arguments.limit,
        bytes: arguments.memory.map_or_else(free_memory, |size| size.0),
    };
    let legal_positions = positions(&arguments.board, limits.bytes)?.to_string();
    let rules = arguments.ko.iter().flat_map(|list| &list.0);
    let mut fault = None;
    let games = rules.map(|&ko| {
        let game =
            Game::new(arguments.board, Ruleset::with_suicide(ko, arguments.suicide)).expect("no handicap");
        let meter = CountMeter::default();
        let games = progress::states(&meter, || {
            complete_games(&game, Position::EMPTY, Colour::Black, &limits, &meter)
        });
        let complete_games = games.map(|games| games.to_string());
        let complete_games = complete_games.map_err(|error| fault = fault.take().or(Some((ko, error)))).ok();
        Games { ko: ko.name().to_owned(), complete_games }
    });
    let count = Count {
        board: arguments.board.to_string(),
        games: games.collect(),
        suicide: arguments.suicide.to_string(),
        legal_positions,
    };
    output::print(&if arguments.format == Format::Json { json(&count)? } else { count.text() })?;
    match fault {
        None => Ok(()),
        Some((ko, error)) => bail!("{ko}: {error}"),
    }
}

/// The number of legal positions.
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
