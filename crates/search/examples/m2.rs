//! Temporary.
use std::time::Instant;
use kosolver_board::*;
use kosolver_rules::*;
use kosolver_search::*;
use kosolver_scout::Network;
fn main() {
    // BOARD KO POSITION MOVER GUESS|- NODES MODE [NET] ; MODE: default none net scoutN
    let a: Vec<String> = std::env::args().collect();
    let board: Board = a[1].parse().unwrap();
    let game = Game::new(board, a[2].parse().unwrap()).unwrap();
    let position = if a[3] == "-" { Position::EMPTY } else { Position::parse(&board, &a[3]).unwrap() };
    let net = a.get(8).map(|f| Network::read(std::fs::File::open(f).unwrap()).unwrap());
    let guides = match &a[7][..] {
        "default" => Guides::default(),
        "none" => Guides::none(),
        "net" => Guides::learned(net, None),
        scout => Guides::learned(net, Some(scout.parse().unwrap())),
    };
    let resources = Resources::default().with_guides(guides).with_nodes(Some(a[6].parse().unwrap())).with_memory(4 << 30).unwrap();
    let guess = if a[5] == "-" { None } else { Some(Score::points(a[5].parse().unwrap())) };
    let request = Request::new(game, position, a[4].parse().unwrap()).unwrap().with_guess(guess).with_resources(resources);
    let t = Instant::now();
    match solve(&request, &Meter::default()) {
        Ok(s) => println!("{:?} value {} nodes {} lemmas {} questions {} {:?}", &a[1..], s.value.worth, s.effort.nodes, s.effort.lemmas, s.effort.questions, t.elapsed()),
        Err(e) => println!("{:?} {e} {:?}", &a[1..], t.elapsed()),
    }
}
