//! Whole cells, value alone and with all openings.

use std::sync::Arc;

use benches::{VALUES, cell, solved};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use kosolver_board::{Board, Colour, Interrupt, Position};
use kosolver_rules::{Game, Score, Suicide};
use kosolver_scout::{Lessons, Network, Scout, State};
use kosolver_search::{Guides, Resources};

fn every_rule(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("value");
    group.sample_size(10);
    for (board, rules, value) in VALUES {
        let request = cell(board, rules);
        group.bench_function(format!("{board} {rules}"), |bencher| {
            bencher.iter(|| assert_eq!(solved(&request).value.worth, Score::points(*value)));
        });
    }
    group.finish();
}

fn openings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("openings");
    group.sample_size(10);
    for (board, best) in [("3x3", 1), ("3x4", 2), ("1x11", 5)] {
        let mut request = cell(board, "psk");
        request = request.with_openings(true);
        group.bench_function(format!("{board} psk"), |bencher| {
            bencher.iter(|| {
                let solution = solved(&request);
                let reach = solution.openings.iter().filter(|opening| opening.value == solution.value);
                assert_eq!(reach.count(), best);
            });
        });
    }
    group.finish();
}

/// The same cell with one thread and with two.
fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threads");
    group.sample_size(10);
    for (board, value) in [("3x4", 4), ("2x7", 14)] {
        for threads in [1, 2] {
            let mut request = cell(board, "psk");
            request = request.with_resources(Resources::default().with_threads(threads).unwrap());
            group.bench_function(format!("{board} psk {threads}"), |bencher| {
                bencher.iter(|| assert_eq!(solved(&request).value.worth, Score::points(value)));
            });
        }
    }
    group.finish();
}

/// A network that learns, a scout alone, and the search with the proof that the scout has kept.
fn scouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scout");
    group.sample_size(10);
    let (board, interrupt): (Board, _) = ("4x4".parse().unwrap(), Interrupt::default());
    let learned =
        || Network::learn(board, Suicide::Forbidden, &Lessons::new(20_000, 1), &interrupt, &|_| ()).unwrap();
    group.bench_function("network of 4x4", |bencher| bencher.iter(learned));
    let (network, start) = (learned(), State::new(Position::EMPTY, Colour::Black));
    let game = Game::new(board, "psk".parse().unwrap()).unwrap();
    let scouted = || {
        let judge = Arc::new(network.judge(2));
        let scout = Scout::new(&game, 2, Some(judge), 1 << 26).unwrap();
        let found = scout.search(start, 1, u64::MAX, &interrupt, &|_| ());
        assert_eq!(found.unwrap(), Some(true));
        scout
    };
    group.bench_function("4x4 alone", |bencher| bencher.iter(scouted));
    let guides = || {
        let mut scout = scouted();
        scout.keep_proof(start, u64::MAX, &interrupt, &|_| ()).unwrap();
        Guides::learned(None, None, vec![scout])
    };
    let request = cell("4x4", "psk").with_guess(Some(Score::points(2)));
    group.bench_function("4x4 psk with its proof", |bencher| {
        let solve = |guides| {
            let resources = Resources::default().with_guides(guides);
            let solution = solved(&request.clone().with_resources(resources));
            assert_eq!(solution.value.worth, Score::points(2));
        };
        bencher.iter_batched(guides, solve, BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(cells, every_rule, openings, threads, scouts);
criterion_main!(cells);
