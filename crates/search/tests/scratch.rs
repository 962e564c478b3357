//! scratch
use board::{Board, Colour, Position};
use rules::{Game, Ko, Ruleset, Suicide};
use search::reference;
#[test]
fn probe() {
    for board in ["2x2", "1x5"] {
        for ko in Ko::all().flat_map(Ko::readings) {
            for suicide in Suicide::ALL {
                let board: Board = board.parse().unwrap();
                let game = Game::new(board, Ruleset { suicide, ..Ruleset::new(ko) });
                let (node, facts) = game.start(Position::EMPTY, Colour::Black);
                let t = std::time::Instant::now();
                let mut budget = 250_000;
                let budget = loop {
                    let done = if ko.endless() {
                        reference::bounds(&game, &node, budget).is_some()
                    } else {
                        reference::value(&game, &node, &facts, budget).is_some()
                    };
                    if done || budget > 3_000_000 {
                        break if done { budget } else { 0 };
                    }
                    budget *= 4;
                };
                println!("{board} {ko} {suicide} {budget} {:?}", t.elapsed());
            }
        }
    }
}
