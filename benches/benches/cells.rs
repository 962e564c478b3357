//! Whole cells, value alone and with all openings.

use benches::{VALUES, cell, solved};
use criterion::{Criterion, criterion_group, criterion_main};
use kosolver_rules::Score;
use kosolver_search::Resources;

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

criterion_group!(cells, every_rule, openings, threads);
criterion_main!(cells);
