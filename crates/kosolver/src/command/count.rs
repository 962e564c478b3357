use anyhow::Result;
use board::{Colour, Position, count_legal};
use report::{Count, Format, Games};
use rules::{Game, Ruleset, complete_games};

use crate::arguments::CountArguments;
use crate::output;

pub fn run(arguments: &CountArguments) -> Result<()> {
    let rules = arguments.ko.iter().flat_map(|list| &list.0);
    let games = rules.map(|&ko| {
        let game = Game::new(arguments.board, Ruleset { suicide: arguments.suicide, ..Ruleset::new(ko) });
        let games = complete_games(&game, Position::EMPTY, Colour::Black, arguments.limit)?;
        Ok(Games { ko: ko.name(), complete_games: games.to_string() })
    });
    let count = Count {
        board: arguments.board.to_string(),
        legal_positions: count_legal(&arguments.board).to_string(),
        suicide: arguments.suicide.to_string(),
        games: games.collect::<Result<_>>()?,
    };
    output::print(&if arguments.format == Format::Json { count.json()? } else { count.text() })
}
