//! Numbers of games: all of the first moves, and all to the end.

use board::{Board, Colour, Position};
use rules::{Game, Ruleset, Suicide, complete_games, perft};

/// Sequences of so many moves under positional superko without suicide, from the empty board. A
/// pass is a move; two end the game, and a game that ends earlier counts once.
const PERFT: &str = include_str!("data/perft.csv");

/// Complete games where all suicide is allowed, a lone stone's too: J. Tromp and G. Farnebäck,
/// "Combinatorics of Go" (2007), for positional superko; J. Tromp for 1x1.
const COMPLETE_GAMES: &str = include_str!("data/complete-games.csv");

/// The rows below the heading.
fn rows<const N: usize>(csv: &str) -> impl Iterator<Item = [&str; N]> {
    csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>().try_into().unwrap())
}

#[test]
fn sequences_of_moves_are_as_many_as_counted() {
    for [board, depth, leaves] in rows(PERFT) {
        let game = Game::new(board.parse().unwrap(), "psk".parse().unwrap());
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let found = perft(&game, &node, &facts, depth.parse().unwrap());
        assert_eq!(found.to_string(), leaves, "{board} to depth {depth}");
    }
}

#[test]
fn complete_games_are_as_many_as_published() {
    for [rules, board, games] in rows(COMPLETE_GAMES) {
        let rules = Ruleset { suicide: Suicide::Allowed, ..rules.parse().unwrap() };
        let game = Game::new(board.parse().unwrap(), rules);
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        assert_eq!(complete_games(&game, &node, &facts).to_string(), games, "{rules} on {board}");
    }
}

/// White first is Black first with the colours exchanged.
#[test]
fn white_first_changes_no_number() {
    for rules in ["psk", "ssk", "nssk", "fixed", "spight", "kee:passer+cycle", "basic", "primitive"] {
        let board: Board = "2x2".parse().unwrap();
        let game = Game::new(board, rules.parse().unwrap());
        let count = |colour| {
            let (node, facts) = game.start(Position::EMPTY, colour);
            perft(&game, &node, &facts, 6)
        };
        assert_eq!(count(Colour::Black), count(Colour::White), "{rules}");
    }
}
