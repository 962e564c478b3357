//! Tablebases: numbering positions, building, probing, checking.

use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosolver_board::{Board, Colour, Index, Position};
use kosolver_rules::Node;
use kosolver_tablebase::{File, Probe, Progress, Setting, Size, Table};

fn setting(board: &str, rules: &str) -> Setting {
    Setting::new(board.parse().expect("a board"), rules.parse().expect("a ruleset")).expect("a setting")
}

fn solved(setting: &Setting) -> Table {
    Table::solve(setting.clone(), Size(1 << 30), &Progress::default()).expect("a small board")
}

/// The bounds of the empty board, Black to move.
fn bounds(probe: &impl Probe) -> (i32, i32) {
    let node = Node::new(Position::EMPTY, Colour::Black);
    let n = i32::from(probe.setting().game.board().points());
    probe.bounds(&node).expect("it can be read").points(n)
}

fn index(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("index");
    for text in ["3x4", "4x4", "4x5"] {
        let board: Board = text.parse().expect("a board");
        let index = Index::new(&board).expect("a small board");
        // A thousand positions, from everywhere.
        let ranks: Vec<u64> = (0..1000).map(|part| index.count() / 1000 * part).collect();
        let positions: Vec<Position> = ranks.iter().map(|rank| index.unrank(*rank)).collect();
        group.throughput(Throughput::Elements(1000));
        group.bench_function(format!("unrank {text}"), |bencher| {
            bencher.iter(|| {
                let stones: u32 = ranks.iter().map(|rank| index.unrank(*rank).occupied().len()).sum();
                assert!(stones > 1000);
            });
        });
        group.bench_function(format!("rank {text}"), |bencher| {
            bencher.iter(|| {
                assert!(
                    positions.iter().zip(&ranks).all(|(position, rank)| index.rank(*position) == Some(*rank))
                );
            });
        });
    }
    group.finish();
}

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    let boards = [
        ("3x3", "basic", (9, 9)),
        ("3x4", "none", (-1, 12)),
        ("3x4", "basic", (4, 12)),
        ("2x7", "basic", (14, 14)),
        ("4x4", "basic", (1, 16)),
    ];
    for (board, rules, expected) in boards {
        let setting = setting(board, rules);
        // In nodes: positions with either player to move, after a pass or not, and after a ban.
        group.throughput(Throughput::Elements(solved(&setting).nodes()));
        group.bench_function(format!("{board} {rules}"), |bencher| {
            bencher.iter(|| assert_eq!(bounds(&solved(&setting)), expected));
        });
    }
    group.finish();
}

fn files(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("file");
    group.sample_size(10);
    let table = solved(&setting("3x4", "basic"));
    let path = std::env::temp_dir().join(format!("kosolver-bench-{}", std::process::id()));
    let write = |path: &Path| {
        let file = std::fs::File::create(path).expect("a temporary file");
        table.write(std::io::BufWriter::new(file), &Progress::default()).expect("it can be written");
    };
    write(&path);
    group.bench_function("3x4 basic written", |bencher| bencher.iter(|| write(&path)));
    group.bench_function("3x4 basic opened and probed", |bencher| {
        bencher.iter(|| assert_eq!(bounds(&File::open(&path).expect("a tablebase")), (4, 12)));
    });
    let file = File::open(&path).expect("a tablebase");
    group.bench_function("3x4 basic probed again", |bencher| {
        bencher.iter(|| assert_eq!(bounds(&file), (4, 12)));
    });
    group.bench_function("3x4 basic verified", |bencher| {
        bencher.iter(|| table.verify(&Progress::default()).expect("it holds"));
    });
    group.finish();
    // Left behind, it is a temporary file all the same.
    let _ = std::fs::remove_file(&path);
}

criterion_group!(benches, index, build, files);
criterion_main!(benches);
