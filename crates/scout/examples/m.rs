//! Temporary.
use std::time::Instant;
use kosolver_board::*;
use kosolver_rules::Suicide;
use kosolver_scout::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match &a[1][..] {
        "learn" => {
            let t = Instant::now();
            let board: Board = a[2].parse().unwrap();
            let n = Network::learn(board, Suicide::Forbidden, a[3].parse().unwrap(), a[4].parse().unwrap(), &Interrupt::default(), &|_| ()).unwrap();
            println!("learned {:?}", t.elapsed());
            n.write(std::fs::File::create(&a[5]).unwrap()).unwrap();
            println!("written {:?} {} bytes", t.elapsed(), std::fs::metadata(&a[5]).unwrap().len());
        }
        "odds" => {
            let n = Network::read(std::fs::File::open(&a[2]).unwrap()).unwrap();
            let board = *n.board();
            let score: i32 = a[3].parse().unwrap();
            let j = n.judge(score);
            for text in &a[4..] {
                let position = Position::parse(&board, text).unwrap();
                println!("{text} black to move {:.2} white to move {:.2}", j.odds(position, Colour::Black), j.odds(position, Colour::White));
                for point in position.empty(&board) {
                    if let Some(play) = position.play(&board, Colour::White, point) { print!(" {}:{:.2}", board.point_name(point), j.odds(play.after, Colour::Black)); }
                }
                println!();
            }
        }
        _ => {
            // scout BOARD POSITION MOVER SCORE NODES MB THREADS [NET]
            let board: Board = a[2].parse().unwrap();
            let position = Position::parse(&board, &a[3]).unwrap();
            let mover: Colour = a[4].parse().unwrap();
            let score: i32 = a[5].parse().unwrap();
            let judge = a.get(9).map(|f| Network::read(std::fs::File::open(f).unwrap()).unwrap().judge(score));
            let s = Scout::new(board, Suicide::Forbidden, score, judge, a[7].parse::<u64>().unwrap() << 20).unwrap();
            let t = Instant::now();
            let r = s.search(position, mover, a[8].parse().unwrap(), a[6].parse().unwrap(), &Interrupt::default());
            println!("{} {r:?} {} nodes {:?}", a[3], s.nodes(), t.elapsed());
        }
    }
}
