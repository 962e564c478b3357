use std::ops::ControlFlow;

use anyhow::{Result, bail};
use kosolver_board::{Board, Colour, Index, Position, border, count_legal_watched};
use kosolver_report::{Count, Format, Games, json};
use kosolver_rules::{CountLimits, CountMeter, Game, Ruleset, complete_games};
use kosolver_tablebase::Size;

use crate::arguments::CountArguments;
use crate::limits::free_memory;
use crate::{output, progress};

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
