//! Whole cells, value alone and with all openings.

use benches::{cell, solved};
use criterion::{Criterion, criterion_group, criterion_main};
use rules::Score;

/// Board, ruleset, value.
const VALUES: &[(&str, &str, i32)] = &[
    ("1x9", "psk", 0),
    ("1x11", "psk", 2),
    ("2x5", "psk", 10),
    ("3x3", "psk", 9),
    ("3x4", "psk", 4),
    ("3x3", "basic", 9),
    ("3x3", "none", 2),
    ("3x3", "ssk", 9),
    ("3x3", "nssk", 2),
    ("3x3", "fixed", 2),
    ("3x3", "basic-fixed", 9),
    ("3x3", "spight", 9),
    ("3x3", "kee", 9),
    ("3x3", "primitive", 1),
    ("1x9", "spight", 0),
    ("1x9", "kee", 0),
];

fn values(criterion: &mut Criterion) {
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
        request.openings = true;
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

criterion_group!(cells, values, openings);
criterion_main!(cells);
