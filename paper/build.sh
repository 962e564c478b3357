#!/usr/bin/env bash
# Builds paper/paper.pdf from the results; needs Python 3.11. Typst goes into target/venv-paper.
#
#   paper/build.sh          the PDF
#   paper/build.sh --png    also a picture of each page, target/paper/page-1.png and so on
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in
    "" | --png) ;;
    *) echo "build.sh: unknown argument $1; there is only --png" >&2; exit 2 ;;
esac
venv=${CARGO_TARGET_DIR:-target}/venv-paper
if ! cmp --silent paper/requirements.txt "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement paper/requirements.txt
    cp paper/requirements.txt "$venv/"
fi
sources=$(python3 paper/gather.py)
pages=""
if [ -n "${1-}" ]; then
    pages=${CARGO_TARGET_DIR:-target}/paper
    mkdir -p "$pages"
fi
"$venv/bin/python" - "$pages" "$sources" <<'END'
import sys, typst
# Fonts of the machine are left out, so that the paper looks the same everywhere.
compiler = typst.Compiler("paper/paper.typ", root="paper", ignore_system_fonts=True, sys_inputs={"sources": sys.argv[2]})
_, warnings = compiler.compile_with_warnings(output="paper/paper.pdf", format="pdf")
if warnings:
    sys.exit("\n".join(f"paper.typ: {warning.message}" for warning in warnings))
if sys.argv[1]:
    compiler.compile(output=sys.argv[1] + "/page-{p}.png", format="png", ppi=110)
END
echo paper/paper.pdf
