#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, all tests, the docs, and
# the published results regenerated and compared. Sets up all it needs; needs cargo.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --all --check
cargo clippy --workspace --all-targets -- --deny warnings
RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --document-private-items

# Solves every published cell again, verifies every certificate, compares every file.
cargo run --release --quiet -- check results

# Last, so that the runner's closing lines close the output.
cargo test --workspace
