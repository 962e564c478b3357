#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, the docs, the published
# results regenerated and compared, the notebooks and the reports, all tests. Sets up all it needs;
# needs cargo, Python 3.11 and, to install a browser, GNU Go and Node where they are not, Debian's apt-get.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --all --check
cargo clippy --workspace --all-targets -- --deny warnings
# The program and the library have one name, so their pages would be written to one place at once.
export RUSTDOCFLAGS="--deny warnings"
cargo doc --workspace --exclude kosolver-cli --no-deps --document-private-items
cargo doc --package kosolver-cli --no-deps --document-private-items
unset RUSTDOCFLAGS

# Solves every published cell again, verifies every certificate, compares every file.
cargo run --release --quiet -- check results

# The notebooks run on the published results; game trees load in other programs; the engine plays GNU
# Go and obeys Sabaki's controller; the page of a comparison and the explorer work in a browser; links
# and commands in the papers work.
install() {
    local root
    root=$([ "$(id -u)" = 0 ] || echo sudo)
    $root apt-get update --quiet=2
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends "$@"
}
if ! { command -v chromium && command -v chromedriver; } > /dev/null; then
    install chromium chromium-driver
fi
# Debian keeps games out of the path of root.
if ! { command -v gnugo || [ -x /usr/games/gnugo ]; } > /dev/null; then
    install gnugo
fi
if ! { command -v node && command -v npm; } > /dev/null; then
    install nodejs npm
fi
target=${CARGO_TARGET_DIR:-target}
node=$target/node
packages=tests/node/package.json
if ! cmp --silent $packages "$node/installed.json"; then
    rm -rf "$node"
    mkdir -p "$node"
    cp $packages "$node/package.json"
    npm install --prefix "$node" --no-package-lock --ignore-scripts --no-audit --no-fund --silent
    cp $packages "$node/installed.json"
fi
venv=$target/venv
requirements=tests/requirements.txt
# Of these only a script is used, and not what they depend on.
alone=tests/requirements-alone.txt
if ! cmp --silent $requirements "$venv/requirements.txt" || ! cmp --silent $alone "$venv/requirements-alone.txt"; then
    rm -rf "$venv"
    # Debian keeps a part of the module in a package of its own.
    python3 -c "import ensurepip" 2> /dev/null || install python3-venv
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement $requirements
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement $alone
    cp $requirements $alone "$venv/"
fi

# The Python module: built once, as the tests of the Rust code are, and tested with the Python of the
# environment, which has pandas, and with the oldest and the newest from 3.9 on that are there.
export PYTHONDONTWRITEBYTECODE=1
rm -rf "$target/wheels"
"$venv/bin/maturin" build --quiet --strip --profile dev --manifest-path python/Cargo.toml --out "$target/wheels"
pythons() {
    local python
    for python in $(compgen -c python3. | grep -x 'python3\.[0-9]*' | sort -u) "$HOME"/.pyenv/versions/*/bin/python3; do
        "$python" -c 'import ensurepip, sys; print(sys.version_info[1], sys.executable) if sys.version_info >= (3, 9) else 0' 2> /dev/null || true
    done | sort --numeric-sort --key=1,1 --unique
}
test_module() {
    "$1/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$target"/wheels/kosolver-*.whl
    "$1/bin/python" -m pytest --quiet -p no:cacheprovider python/tests
}
test_module "$venv"
while read -r -u 3 minor python; do
    if [ "$minor" = "$("$venv/bin/python" -c 'import sys; print(sys.version_info[1])')" ]; then
        continue
    fi
    "$python" -m venv --clear "$target/venv-3.$minor"
    "$target/venv-3.$minor/bin/pip" install --quiet --disable-pip-version-check --requirement tests/requirements-module.txt
    test_module "$target/venv-3.$minor"
done 3< <(pythons | sed -n '1p;$p')

KOSOLVER=$target/release/kosolver "$venv/bin/python" -m pytest --quiet -p no:cacheprovider tests

# Last, so that the runner's closing lines close the output.
cargo test --workspace
