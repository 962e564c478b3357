#!/usr/bin/env bash
# Proofs, program and tests of the verified checker, by one command.
# Usage: verified/test.sh [--all]
#   --all: also 2,000 changed certificates, longer games, errors planted in the checker, and the theorems.
set -euo pipefail
cd "$(dirname "$0")"
all=${1-}

needed=()
command -v coqc >/dev/null || needed+=(coq)
command -v coqchk >/dev/null || needed+=(coq)
command -v ocamlfind >/dev/null || needed+=(ocaml ocaml-findlib)
command -v js_of_ocaml >/dev/null || needed+=(js-of-ocaml)
command -v zstd >/dev/null || needed+=(zstd)
command -v make >/dev/null || needed+=(make)
command -v node >/dev/null || needed+=(nodejs)
if [ ${#needed[@]} -gt 0 ]; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${needed[@]}"
fi

make -s all twin web
make -s coqchk

python=python3
if ! python3 -c 'import zstandard' 2>/dev/null; then
    python=../target/verified-venv/bin/python
    [ -x $python ] || { mkdir -p ../target && python3 -m venv ../target/verified-venv && $python -m pip install -q zstandard==0.25.0; }
fi

# Every published certificate is proved, or it is about rules that the checker does not cover.
limit=$([ "$all" = --all ] && echo 1000M || echo 20k)
find ../results ../crates/checker/tests/data -name '*.kcert' -not -path '*/pieces/*' -size -"$limit" | sort >certificates.list
code=0
xargs ./verified <certificates.list >certificates.out || code=$?
if grep ': refused: ' certificates.out; then exit 1; fi
# (Those with a ko rule of their own are proved or not covered, as the text is.)
proved=$(awk '/: proved$/ { n++ } /^  Rules: a rule of its own,/ { n-- } END { print n + 0 }' certificates.out)
covered=$(xargs grep -laE "$(cat covered.txt)" <certificates.list | wc -l)
[ "$proved" = "$covered" ] || { echo "$proved certificates are proved, of $covered"; exit 1; }
echo "$proved of $(wc -l <certificates.list) certificates are proved, the others not covered"

# Certificates under ko rules of one's own are proved, but not under other rules.
./verified written/*.kcert >written.out || { cat written.out; exit 1; }
while read -r file change; do
    sed "$change" "written/$file.kcert" >changed.kcert
    (./verified changed.kcert || true) | grep ': refused: a lemma does not follow'
done <<'END'
2x2-two-facts s/^ko remember seen.*/ko remember seen(after, next) on play/
2x2-two-facts s/ on start, play, pass/ on pass/
2x2-each s/(Quiet, mover, point) for each stood(Quiet, mover)/(before, mover, point)/
2x2-each-pass s/ for each stood(Q) on pass/ for each stood(Q) on play/
END
rm changed.kcert

# Proofs in pieces, in any order; not without a piece, nor with one of another board or under other rules.
pieces=../crates/checker/tests/data/pieces
./verified $pieces/2x3/whole.kcert $pieces/*/0*.kcert $pieces/1x5/whole.kcert >pieces.out || { cat pieces.out; exit 1; }
for piece in $(grep -a '^piece' $pieces/2x3/whole.kcert | cut -d' ' -f2); do
    others=$(sha256sum $pieces/2x3/0*.kcert | grep -v "$piece" | cut -d' ' -f3)
    (./verified $others $pieces/2x3/whole.kcert || true) | grep -q "refused: nothing proves what it assumes: $piece"
    for other in $pieces/1x5/00.kcert $pieces/2x3-ssk/01.kcert; do
        sed "s/^piece $piece/piece $(sha256sum <"$other" | cut -d' ' -f1)/" $pieces/2x3/whole.kcert >changed.kcert
        (./verified $pieces/*/0*.kcert changed.kcert || true) | grep -q '^changed.kcert: refused'
    done
done
rm changed.kcert

# What is no text is refused, and so are files that are made to do harm.
(./verified refused/*.kcert || true) | sort >refused.out
[ "$(grep -c ': refused: ' refused.out)" = "$(ls refused/*.kcert | wc -l)" ] || { cat refused.out; exit 1; }
$python test_harm.py

node web/test.js certificates.out
$python plant.py --texts
$python test_twin.py $all
# Whoever names the program has built it, with the example beside it.
if [ -n "${KOSOLVER-}" ]; then
    KOSOLVER_PROGRAMS=$(dirname "$KOSOLVER")
    export KOSOLVER_PROGRAMS
else
    (cd .. && cargo build -q -p kosolver-cli && cargo build -q -p kosolver-rules --example random_texts)
fi
$python test_texts.py $all
$python test_mutations.py $all
if [ "$all" = --all ]; then
    $python plant.py
    ./theorems.sh
fi
