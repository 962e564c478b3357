//! Scratch: time one cell.
use board::{Board, Colour, Position};
use rules::Game;
use search::{Meter, Request, solve};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board: Board = args[1].parse().unwrap();
    let game = Game::new(board, args[2].parse().unwrap());
    let mut request = Request::new(game, Position::EMPTY, Colour::Black);
    request.openings = args.len() > 3;
    request.line = args.len() > 3;
    let t = std::time::Instant::now();
    let s = solve(&request, &Meter::default()).unwrap();
    println!("{} {} {:?} {:?} {:?}", args[1], args[2], s.value, s.effort, t.elapsed());
    if args.len() > 3 {
        for o in &s.openings {
            print!("{}={:?} ", o.made.name(&board), o.value.worth.to_string());
        }
        println!();
        for m in &s.line.moves {
            print!("{} ", m.name(&board));
        }
        println!();
    }
}
