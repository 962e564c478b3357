//! What a certificate costs to write, and to check.

use benches::{cell, solved};
use criterion::{Criterion, criterion_group, criterion_main};

fn certificates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("certificate");
    group.sample_size(10);
    for (board, value) in [("3x3", "9"), ("3x4", "4")] {
        let plain = cell(board, "psk");
        let proved = plain.clone().with_certificate(true);
        group.bench_function(format!("{board} psk solved without"), |bencher| {
            bencher.iter(|| assert!(solved(&plain).certificate.is_none()));
        });
        let write = || {
            let mut bytes = Vec::new();
            let certificate = solved(&proved).certificate.expect("it was asked for");
            certificate.write(&mut bytes).expect("memory takes it");
            bytes
        };
        group.bench_function(format!("{board} psk solved with"), |bencher| {
            bencher.iter(|| assert!(!write().is_empty()));
        });
        let bytes = write();
        println!("{board} psk: {} bytes", bytes.len());
        group.bench_function(format!("{board} psk verified"), |bencher| {
            bencher.iter(|| {
                assert_eq!(kosolver_checker::verify(&bytes[..]).expect("it holds").value.to_string(), value);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, certificates);
criterion_main!(benches);
