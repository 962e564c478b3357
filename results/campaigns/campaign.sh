#!/usr/bin/env bash
#SBATCH --job-name=kosolver
#SBATCH --ntasks=16
#SBATCH --cpus-per-task=1
#
# Proves a value in pieces: rounds of `kosolver cubes solve` and `kosolver cubes join`, in several processes
# that share a folder, until its whole.kcert is there. docs/scale.md says more.
#
#   kosolver cubes split 4x4 --ko psk --guess 2 --nodes 8000 --out 4x4
#   PROCESSES=4 results/campaigns/campaign.sh 4x4 --memory 1GiB             four processes here
#   sbatch --ntasks=16 results/campaigns/campaign.sh 4x4 --memory 1GiB      sixteen under Slurm
#
# What follows the folder goes to `cubes solve` and `cubes join`. More processes, on any machine that sees the
# folder, may join or leave at any time. A cube is locked while it is solved, and saved now and then: whoever is
# killed loses little, and the same command goes on. KOSOLVER names the program, if that is not in PATH.
set -euo pipefail

work() {
    local directory=$1 failures=0 doing="" state
    shift
    # Those that are at work stop with this process, and save what they have.
    trap '[ -z "$doing" ] || { kill "$doing"; wait "$doing"; } 2> /dev/null; exit 130' INT TERM
    run() {
        "${KOSOLVER:-kosolver}" cubes "$@" &
        doing=$!
        if wait "$doing"; then failures=0; else failures=$((failures + 1)); fi
        doing=""
    }
    results() { find "$directory" -name '*.kcert' -o -name '*.hard' | sort | cksum; }
    until [ -e "$directory/whole.kcert" ]; do
        run solve "$directory"/*.cube "$@"
        # What was there when somebody joined last.
        state=$(results)
        if [ -e "$directory/whole.kcert" ]; then
            break
        elif [ "$state" != "$(cat "$directory/joined" 2> /dev/null)" ]; then
            run join "$directory" "$@"
            if [ "$failures" = 0 ]; then printf '%s\n' "$state" > "$directory/joined"; fi
        else
            # Others are at work on all that is open.
            sleep "${WAIT:-10}"
        fi
        if [ "$failures" -ge 3 ]; then
            echo "campaign.sh: kosolver failed three times in a row; the last thing that it said is above" >&2
            return 1
        fi
    done
}

if [ ! -e "${1:-}/cubes.json" ]; then
    echo "usage: campaign.sh FOLDER [OPTIONS], where \`kosolver cubes split\` has made FOLDER" >&2
    exit 2
fi
export -f work
if [ -n "${SLURM_JOB_ID:-}" ]; then
    exec srun bash -euo pipefail -c 'work "$@"' campaign.sh "$@"
fi
processes=()
for _ in $(seq "${PROCESSES:-1}"); do
    work "$@" &
    processes+=($!)
done
trap 'kill "${processes[@]}" 2> /dev/null; wait' INT TERM
failed=0
for process in "${processes[@]}"; do
    wait "$process" || failed=1
done
exit "$failed"
