//! What others do, side by side in one run. Of the peers that `benches/README.md` names, one is a
//! library that can be built here: it generates moves under positional superko.

use criterion::{Criterion, criterion_group, criterion_main};
use goban::rules::game::Game as Peer;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move, Rule};
use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, perft};

/// Sequences of five moves on 4x4 under positional superko, suicide forbidden.
const SEQUENCES: u64 = 764_289;

fn sequences_of_peer(game: &Peer, depth: u32) -> u64 {
    if game.is_over() {
        return 1;
    }
    if depth == 1 {
        return game.legals().count() as u64 + 1;
    }
    let plays = game.legals().map(|(x, y)| Move::Play(x, y));
    let moves: Vec<Move> = plays.chain([Move::Pass]).collect();
    let after = |made: Move| {
        let mut game = game.clone();
        game.play(made);
        sequences_of_peer(&game, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

fn sequences(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sequences of 5 moves on 4x4");
    group.sample_size(10);
    let rule = Rule { flag_illegal: IllegalRules::SUPERKO | IllegalRules::SUICIDE, ..CHINESE };
    let peer = Peer::new(GobanSizes::Custom(4, 4), rule);
    group.bench_function("goban", |bencher| {
        bencher.iter(|| assert_eq!(sequences_of_peer(&peer, 5), SEQUENCES));
    });
    let game = Game::new("4x4".parse().expect("a board"), "psk".parse().expect("a ruleset")).unwrap();
    let (node, facts) = game.start(Position::EMPTY, Colour::Black);
    group.bench_function("kosolver", |bencher| {
        bencher.iter(|| assert_eq!(perft(&game, &node, &facts, 5), SEQUENCES));
    });
    group.finish();
}

criterion_group!(peers, sequences);
criterion_main!(peers);
