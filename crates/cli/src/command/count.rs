use anyhow::{Result, bail};
use kosolver_board::{Colour, Index, Position, border, count_legal};
use kosolver_report::{Count, Format, Games};
use kosolver_rules::{CountLimits, CountMeter, Game, Ruleset, complete_games};

use crate::arguments::CountArguments;
use crate::limits::free_memory;
use crate::output;

pub fn run(arguments: &CountArguments) -> Result<()> {
    let (border, most) = (border(&arguments.board), Index::WIDEST);
    if border > most {
        bail!(
            "the positions of {} cannot be counted: half-filled it has a border of {border} points, and at most {most} are taken",
            arguments.board
        );
    }
    let rules = arguments.ko.iter().flat_map(|list| &list.0);
    let mut fault = None;
    let games = rules.map(|&ko| {
        let game =
            Game::new(arguments.board, Ruleset::with_suicide(ko, arguments.suicide)).expect("no handicap");
        let games = complete_games(
            &game,
            Position::EMPTY,
            Colour::Black,
            &CountLimits { states: arguments.limit as u64, bytes: free_memory() },
            &CountMeter::default(),
        );
        let complete_games = games.map(|games| games.to_string());
        let complete_games = complete_games.map_err(|error| fault = fault.take().or(Some((ko, error)))).ok();
        Games { ko: ko.name().to_owned(), complete_games }
    });
    let count = Count {
        board: arguments.board.to_string(),
        legal_positions: count_legal(&arguments.board).to_string(),
        suicide: arguments.suicide.to_string(),
        games: games.collect(),
    };
    output::print(&if arguments.format == Format::Json { count.json()? } else { count.text() })?;
    match fault {
        None => Ok(()),
        Some((ko, error)) => bail!("{ko}: {error}"),
    }
}
