#!/usr/bin/env bash
# Values of the table as theorems of Coq: theorems/psk_3x3.v says has_value psk (empty 3 3) 9.
# Usage: theorems.sh [RxC | RxC-RULE.kcert]...   (all published boards, if none is named)
#   A file can be one of yours: kosolver solve 3x4 --ko psk --value-only --certificate 3x4-psk.kcert
set -euo pipefail
here=$PWD
cd "$(dirname "$0")"
set -- $(for word in "$@"; do case $word in *.kcert) (cd "$here" && realpath "$word") ;; *) echo "$word" ;; esac; done)
make -s all theorem >/dev/null
mkdir -p theorems
# Coq takes 256 MB for its youngest values alone unless it is told otherwise: 3x4 takes 0.8 GB so, not 1.2.
export OCAMLRUNPARAM=s=1M,o=60
one() {
    file=$1
    base=$(basename "$file" .kcert)
    rules=$(echo "${base#*-}" | tr - _)
    size=${base%%-*}
    name=${rules}_$size
    ./theorem "$name" "$rules" "${size%x*}" "${size#*x}" "$file" >"theorems/$name.v"
    (ulimit -s unlimited; coqc -R . Verified "theorems/$name.v") >"theorems/$name.out"
    grep -q "^Closed under the global context" "theorems/$name.out"
    sed -n 's/^Theorem \(.*\)$/\1/p' "theorems/$name.v"
}
export -f one
{
for word in "$@"; do case $word in *.kcert) echo "$word" ;; esac; done
for rule in none basic psk ssk nssk fixed basic-fixed spight spight-2 primitive kee kee-2007 kee-2020-03 kee-2020; do
    for file in ../results/certificates/*-$rule.kcert; do
        [ -e "$file" ] || continue
        base=$(basename "$file" .kcert)
        size=${base%%-*}
        [ "$base" = "$size-$rule" ] || continue
        [ $# = 0 ] || [[ " $* " = *" $size "* ]] || continue
        echo "$file"
    done
done
} | xargs -P "${JOBS:-2}" -I{} bash -c 'set -euo pipefail; one {}'
