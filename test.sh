#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, the docs, the published
# results regenerated and compared, the notebooks and the reports, all tests. Sets up all it needs;
# needs cargo, Python 3.11 and, to install a browser on a machine without one, Debian's apt-get.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --all --check
cargo clippy --workspace --all-targets -- --deny warnings
RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --document-private-items

# Solves every published cell again, verifies every certificate, compares every file.
cargo run --release --quiet -- check results

# The notebooks run on the published results; game trees load in other programs; the page of a
# comparison works in a browser; links and commands in the papers work.
install() {
    local root
    root=$([ "$(id -u)" = 0 ] || echo sudo)
    $root apt-get update --quiet=2
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends "$@"
}
if ! { command -v chromium && command -v chromedriver; } > /dev/null; then
    install chromium chromium-driver
fi
target=${CARGO_TARGET_DIR:-target}
venv=$target/venv
requirements=tests/requirements.txt
if ! cmp --silent $requirements "$venv/requirements.txt"; then
    rm -rf "$venv"
    # Debian keeps a part of the module in a package of its own.
    python3 -c "import ensurepip" 2> /dev/null || install python3-venv
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement $requirements
    cp $requirements "$venv/"
fi
PYTHONDONTWRITEBYTECODE=1 KOSOLVER=$target/release/kosolver "$venv/bin/python" -m pytest --quiet -p no:cacheprovider --nbmake notebooks tests

# Last, so that the runner's closing lines close the output.
cargo test --workspace
