#!/usr/bin/env bash
# Everything that must hold before a change lands: formatting, lints, the docs, a sample of the
# published results solved again, the notebooks and the reports, all tests. It installs what it needs
# (Debian's apt-get, PyPI, npm); needs cargo and Python 3.11.
#
#   bash test.sh         about half an hour on two cores
#   bash test.sh --all   also the slow tests and all published results: an hour, nightly
#
# CONTRIBUTING.md says what guards what.
set -euo pipefail
cd "$(dirname "$0")"

all=false
case "${1-}" in
    "") ;;
    --all) all=true ;;
    *) echo "test.sh: unknown argument $1; there is only --all" >&2; exit 2 ;;
esac
# Says how long each part took, in the order in which they end.
times=""
part() {
    local name=$1 from=$SECONDS
    shift
    echo "== $name"
    "$@"
    times+=$(printf '%5d s  %s' $((SECONDS - from)) "$name")$'\n'
}

# Starts a part in the background, for what keeps only one processor busy; gather ends it.
aside() {
    aside_name=$1 aside_from=$SECONDS
    shift
    "$@" > "$target/aside.log" 2>&1 &
    aside_id=$!
    trap 'kill $aside_id 2> /dev/null || true' EXIT
}
gather() {
    local status=0
    echo "== $aside_name, begun earlier"
    wait "$aside_id" || status=$?
    cat "$target/aside.log"
    times+=$(printf '%5d s  %s' $((SECONDS - aside_from)) "$aside_name, beside others")$'\n'
    return "$status"
}

target=${CARGO_TARGET_DIR:-target}
venv=$target/venv
node=$target/node
# One profile, dev, for the program, the tests and the Python module: it is built once.
export KOSOLVER=$PWD/$target/debug/kosolver
case $target in /*) KOSOLVER=$target/debug/kosolver ;; esac
export PYTHONDONTWRITEBYTECODE=1
# Each crate is built once: what would help to build it again costs gigabytes.
export CARGO_INCREMENTAL=0
# Random ko rules: others each day.
export KOSOLVER_SEED=${KOSOLVER_SEED:-$(date +%-j)}
! $all || export KOSOLVER_TEXTS=${KOSOLVER_TEXTS:-2000} KOSOLVER_WHOLE=1
echo "KOSOLVER_SEED=$KOSOLVER_SEED"

debian() {
    local root
    root=$([ "$(id -u)" = 0 ] || echo sudo)
    $root apt-get update --quiet=2
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --no-install-recommends "$@" > /dev/null
}
there() { command -v "$@" > /dev/null; }
install() {
    local packages=()
    there chromium && there chromedriver || packages+=(chromium chromium-driver)
    # Debian keeps games out of the path of root.
    there gnugo || [ -x /usr/games/gnugo ] || packages+=(gnugo)
    there node && there npm || packages+=(nodejs npm)
    # Debian keeps a part of Python in a package of its own.
    python3 -c "import ensurepip" 2> /dev/null || packages+=(python3-venv)
    there coqc && there coqchk || packages+=(coq)
    there ocamlfind && there js_of_ocaml || packages+=(ocaml ocaml-findlib js-of-ocaml)
    there zstd || packages+=(zstd)
    there make || packages+=(make)
    [ ${#packages[@]} = 0 ] || debian "${packages[@]}"
    if ! cmp --silent tests/node/package-lock.json "$node/installed.json"; then
        rm -rf "$node"
        mkdir -p "$node"
        cp tests/node/package.json tests/node/package-lock.json "$node/"
        npm ci --prefix "$node" --ignore-scripts --no-audit --no-fund --silent
        cp tests/node/package-lock.json "$node/installed.json"
    fi
    if ! cmp --silent tests/requirements.txt "$venv/requirements.txt"; then
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps \
            --requirement tests/requirements.txt
        cp tests/requirements.txt "$venv/"
    fi
}

lint() {
    cargo fmt --all --check
    cargo clippy --quiet --workspace --all-targets -- --deny warnings
}
# The program and the library have one name, so their pages would be written to one place at once.
papers() {
    export RUSTDOCFLAGS="--deny warnings"
    cargo doc --quiet --workspace --exclude kosolver-cli --no-deps --document-private-items
    cargo doc --quiet --package kosolver-cli --no-deps --document-private-items
    unset RUSTDOCFLAGS
}
# Without the benchmarks: what they need would change how all else is built, and the module is built
# without them.
tests=(cargo test --workspace --exclude benches)
build() {
    "${tests[@]}" --quiet --no-run
}
# Solves published cells again, verifies their certificates, compares every file.
published() {
    if $all; then
        "$KOSOLVER" publish --check --out results | tail -n 1
    else
        "$KOSOLVER" publish --check --out results --sample 10 --seed "$(date +%j)" | tail -n 1
    fi
}

# The Python module, tested with the Python of the environment, which has pandas, and with the oldest
# and the newest from 3.9 on that are there.
pythons() {
    local python
    for python in $(compgen -c python3. | grep -x 'python3\.[0-9]*' | sort -u) "$HOME"/.pyenv/versions/*/bin/python3; do
        "$python" -c 'import ensurepip, sys; print(sys.version_info[1], sys.executable) if sys.version_info >= (3, 9) else 0' 2> /dev/null || true
    done | sort --numeric-sort --key=1,1 --unique
}
test_module() {
    # Without cargo: a wheel has all it needs.
    PATH=$1/bin:/usr/bin:/bin "$1/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps \
        --only-binary :all: "$target"/wheels/kosolver-*.whl
    PATH=$1/bin:/usr/bin:/bin "$1/bin/python" -m pytest --quiet -p no:cacheprovider python/tests
}
module() {
    local minor python
    rm -rf "$target/wheels"
    "$venv/bin/maturin" build --quiet --strip --profile dev --out "$target/wheels"
    test_module "$venv"
    while read -r -u 3 minor python; do
        if [ "$minor" = "$("$venv/bin/python" -c 'import sys; print(sys.version_info[1])')" ]; then
            continue
        fi
        "$python" -m venv --clear "$target/venv-3.$minor"
        "$target/venv-3.$minor/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
            --requirement tests/requirements-module.txt
        test_module "$target/venv-3.$minor"
    done 3< <(pythons | sed -n '1p;$p')
}
# The notebooks run on the published results; game trees load in other programs; the engine plays GNU
# Go and obeys Sabaki's controller; the explorer works in a browser; the commands of the papers hold.
outside() {
    "$venv/bin/python" -m pytest --quiet -p no:cacheprovider --numprocesses 2 --dist loadfile tests
}
# The checker whose acceptance is a theorem: its proofs, its program, and certificates.
proved() {
    local arguments=()
    ! $all || arguments=(--all)
    PATH=$(realpath "$venv")/bin:$PATH bash verified/test.sh "${arguments[@]}"
}
rust() {
    if $all; then
        "${tests[@]}" -- --include-ignored
    else
        "${tests[@]}"
    fi
}

part "install" install
part "build" build
aside "verified checker" proved
part "published results" published
part "formatting and lints" lint
part "pages of the code" papers
part "Python module" module
gather
part "other programs, browser, notebooks, papers" outside
# Last, so that the runner's closing lines close the output.
part "Rust tests" rust
printf '\n%s' "$times"
