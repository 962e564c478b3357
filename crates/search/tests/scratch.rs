//! scratch
use board::{Board, Colour, Position};
use rules::{Game};
use search::reference;
#[test]
fn probe() {
    for (board, rules) in [("2x2","psk"),("2x2","fixed"),("2x2","basic"),("1x5","basic suicide=allowed"),("1x5","psk suicide=allowed"),("1x5","basic-fixed suicide=multi-stone"),("1x4","spight"),("1x4","kee suicide=allowed"),("1x5","spight"),("1x5","kee"),("2x2","kee:passer+sum"),("2x2","spight")] {
                let board: Board = board.parse().unwrap();
                let game = Game::new(board, rules.parse().unwrap());
                let (node, facts) = game.start(Position::EMPTY, Colour::Black);
                let t = std::time::Instant::now();
                let mut budget = 1000;
                while budget < 20_000_000 && reference::value(&game, &node, &facts, budget).is_none() { budget = budget *5/4 } 
                println!("{board} {rules} {budget} {:?}", t.elapsed());
    }
}
