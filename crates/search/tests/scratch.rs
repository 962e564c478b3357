//! scratch
use board::{Board, Colour, Position};
use rules::{Game};
use search::*;
#[test]
fn probe() {
    for board in ["1x1","1x2","1x3","1x4","1x5","1x6","1x7","1x8","1x9","1x10","1x11","1x12","2x2","2x3","2x4","2x5","2x6","3x3","3x4"] {
        for rules in ["none", "basic","psk","ssk","nssk","fixed","basic-fixed","spight","kee"] {
                if ["1x11", "1x12", "2x5","2x6"].contains(&board) && ["fixed","basic-fixed","kee","spight"].contains(&rules) { continue; }
                let board: Board = board.parse().unwrap();
                let game = Game::new(board, rules.parse().unwrap());
                let t = std::time::Instant::now();
                let mut r = Request::new(game, Position::EMPTY, Colour::Black);
                let s = solve(&r, &Meter::default()).unwrap();
                print!("{board} {rules} {:?} {:?} {} {:?}", s.value.worth.to_string(), s.value.bounds.map(|(l,u)| (l.to_string(), u.to_string())), s.effort.nodes, t.elapsed());
                if t.elapsed().as_secs_f64() < 5.0 {
                let t = std::time::Instant::now();
                r.openings = true;
                let s = solve(&r, &Meter::default()).unwrap();
                println!(" {:?} {:?}", s.openings.iter().map(|o| o.value.worth.to_string()).collect::<Vec<_>>().join(" "), t.elapsed());} else {println!()}
        }
    }
}
