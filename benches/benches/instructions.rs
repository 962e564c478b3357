//! Instructions counted by a simulated processor: the same on a noisy machine. Needs valgrind and
//! the runner that `benches/README.md` names. Every answer is checked.

// The macros make modules that have no documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use benches::{VALUES, cell, solved};
use gungraun::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use kosolver_board::{Board, Colour, Point, Position};
use kosolver_rules::{Fact, Facts, Game, Node, Score, Then};
use kosolver_search::Request;

/// A position of 3x4 with captures to come.
fn position() -> (Board, Position) {
    let board = "3x4".parse().expect("a board");
    (board, Position::parse(&board, ".XO./XO.O/.XO.").expect("a position"))
}

#[library_benchmark]
#[bench::capture(position())]
fn play((board, position): (Board, Position)) -> Position {
    let play = position.play(&board, Colour::White, Point::new(0)).expect("an empty point");
    black_box(play.after)
}

#[library_benchmark]
#[bench::middle(position())]
fn score((board, position): (Board, Position)) {
    assert_eq!(black_box(position.area(&board)), -2);
}

fn node() -> (Game, Node, Facts) {
    let (board, position) = position();
    let game = Game::new(board, "psk".parse().expect("a ruleset")).unwrap();
    let (node, facts) = game.start(position, Colour::Black);
    (game, node, facts.into_iter().collect::<Vec<Fact>>().into_iter().collect())
}

#[library_benchmark]
#[bench::middle(node())]
fn steps((game, node, facts): (Game, Node, Facts)) {
    let steps = game.steps(&node);
    let legal = steps.iter().filter(|step| facts.allow(step));
    let after = legal.filter(|step| matches!(step.then, Then::Node(_))).count();
    // A3, C2 (it captures B2), A1, and the pass.
    assert_eq!(black_box(after), 4);
}

/// Every cell of [`VALUES`] by its number.
fn request(number: usize) -> (Request, Score) {
    let (board, rules, value) = VALUES[number];
    (cell(board, rules), Score::points(value))
}

// A search runs on a thread of its own, so all threads are counted, from the start.
#[library_benchmark(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::default().entry_point(EntryPoint::None))
)]
#[benches::every_rule(iter = (0..VALUES.len()).map(request))]
fn value((request, value): (Request, Score)) {
    assert_eq!(solved(&request).value.worth, value);
}

library_benchmark_group!(name = small; benchmarks = play, score, steps);
library_benchmark_group!(name = cells; benchmarks = value);
main!(library_benchmark_groups = small, cells);
