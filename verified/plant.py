"""Deliberate errors in the checker, one at a time. Each must break a proof.

An error is a line of the program, changed as a hurried programmer might. `make` must fail on each; it must
not fail on the copy without an error. Usage: plant.py [JOBS]
"""

import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent

# What it is, the file, the text, and what takes its place.
ERRORS = [
    ("a flood that stops after one step", "Flood", "else flood fuel' near within more", "else more"),
    ("a flood over all points", "Flood", "let more := N.lor found (N.land (beside near found) within) in\n      if", "let more := N.lor found (beside near found) in\n      if"),
    ("stones spread to the wrong neighbours", "Flood", "beside_from near' (N.div2 m)", "beside_from near' m"),
    ("too little fuel", "Play", "fuel := S (size b)", "fuel := size b"),
    ("a suicide's chain is left", "Play", "own := N.ldiff mine chain", "own := mine"),
    ("liberties of the wrong chain", "Play", "if (N.land (neighbours t chain) free =? 0)%N\n    then {|", "if (N.land (neighbours t theirs) free =? 0)%N\n    then {|"),
    ("own stones count as liberties", "Play", "let free := N.ldiff (all t) (N.lor mine theirs) in\n  let alive", "let free := N.ldiff (all t) theirs in\n  let alive"),
    ("captured stones stay", "Play", "opposing := alive; captured", "opposing := theirs; captured"),
    ("neighbours without those above", "Play", "|| (fst pair =? q) && (snd pair =? p)) (pairs b)", ") (pairs b)"),
    ("dame count for both", "Area", "N.ldiff (spread t free (neighbours t mine)) (spread t free (neighbours t theirs))", "spread t free (neighbours t mine)"),
    ("White's area for Black", "Area", "count (points t) (points_of t white black)", "count (points t) (points_of t black white)"),
    ("komi is added", "Common", "inject_Z (area t (black n) (white n)) - komi", "inject_Z (area t (black n) (white n)) + komi"),
    ("the same player moves again", "Common", "to_move := White; passes := 0; ban := ban", "to_move := Black; passes := 0; ban := ban"),
    ("lone suicide is legal", "Common", "| multi_stone => unchanged n r", "| multi_stone => false"),
    ("suicide is legal", "Common", "(N.land (own r) here =? 0)%N\n", "false\n"),
    ("situational superko forgets who moves", "Superko", "| SSK => board_fact 0 (number_of (to_move n')) (black n') (white n')\n    | NSSK", "| SSK => board_fact 0 0 (black n') (white n')\n    | NSSK"),
    ("a pass leaves no situation", "Superko", "match ko R with SSK => [board_fact 0 (number_of (to_move n')) (black n') (white n')] | _ => [] end", "[]"),
    ("three passes end the game", "Superko", "match passes n with O => GoesOn n' | _ =>", "match passes n with O | S O => GoesOn n' | _ =>"),
    ("basic ko after each capture", "Superko", "(own back =? theirs n)%N && (opposing back =? mine n)%N", "true"),
    ("the ban is forgotten", "Superko", "if (ban n =? 0)%N then false\n", "if true then false\n"),
    ("a pass does not lift the ban", "Spight", "clears := [0%N]", "clears := []"),
    ("what a player has played from is not added", "Spight2", "inserts := [from_here (to_move n) n]", "inserts := []"),
    ("an answer to a pass keeps what was passed", "KeeMarch", "clears := if answers then [2%N] else []", "clears := []"),
    ("each answer disturbs anew", "KeeMarch", "if answers then [disturbed_fact n n'] else [] in", "[] in"),
    ("who is stuck has won", "Primitive", "match to_move n with Black => -1 | White => 1 end)%Q;", "match to_move n with Black => 1 | White => -1 end)%Q;"),
    ("a player may pass twice on a position", "Spight", "[Passing 0; Passing 1]", "[Passing 1]"),
    ("a forgotten guard", "Checker", "forallb known_present (present s) &&\n          forallb known_absent (absent s)", "forallb known_present (present s)"),
    ("what prohibits is not asked", "Checker", "forallb known_absent (prohibiting s) && ", ""),
    ("the winner by one less", "Checker", "| White, false => Qlt_bool s (threshold k)", "| White, false => Qle_bool s (threshold k)"),
    ("an easier lemma serves", "Checker", "else Qle_bool (threshold k') (threshold k)\n  | White", "else true\n  | White"),
    ("what is inserted counts as absent", "Checker", "if listed f (inserts s) then false\n          else ", ""),
    ("what is cleared counts as present", "Checker", "known_present f) && negb (cleared s f)", "known_present f)"),
    ("a group with what the step inserts", "Checker", "Some g' => negb (Pos.eqb g g')", "Some g' => true"),
    ("a way out is passed over", "Checker", "existsb known_absent (present s).", "existsb known_absent (absent s)."),
    ("the winner may be anybody", "Checker", "his_move which cited => same_colour (to_move n) (winner (says_who l)) && ", "his_move which cited => "),
    ("a claim under any history", "Checker", "forallb (fun f => negb (listed f history)) (without l) &&\n    forallb", "forallb"),
    ("a claim of one score more", "Accept", "{| threshold := v; strict := true; winner := White |}", "{| threshold := v + 1; strict := true; winner := White |}"),
    ("a claim that needs no lemma", "Accept", "| _ => inject_Z (Z.of_nat (size b)) - komi R end", "| _ => inject_Z (Z.of_nat (size b)) - 1 - komi R end"),
]


def changed(file, text, other):
    source = (HERE / f"{file}.v").read_text()
    assert source.count(text) == 1, f"{file}.v has {source.count(text)} times: {text}"
    return source.replace(text, other)


def build(error):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for path in HERE.glob("*.v"):
            shutil.copy2(path, folder)
        shutil.copy2(HERE / "Makefile", folder)
        shutil.copytree(HERE / "program", folder / "program")
        for path in HERE.glob("*.vo"):  # What does not depend on the change need not be proved again.
            shutil.copy2(path, folder)
        if error:
            _, file, text, other = error
            (folder / f"{file}.v").write_text(changed(file, text, other))
        run = subprocess.run(["make", "-C", folder, "assumptions"], capture_output=True, text=True)
        said = re.search(r"File .*\n(?:.*\n)*?Error:?.*\n?.*", run.stdout + run.stderr)
        return run.returncode, said.group().split("\n")[0] if said else (run.stdout + run.stderr)[-300:]


def main():
    subprocess.run(["make", "-s", "-C", HERE, "assumptions"], check=True, stdout=subprocess.DEVNULL)
    assert build(None)[0] == 0, "the copy without an error does not build"
    for error in ERRORS:
        changed(*error[1:])
    missed = []
    with ThreadPoolExecutor(int(sys.argv[1]) if len(sys.argv) > 1 else 2) as pool:
        for error, (code, said) in zip(ERRORS, pool.map(build, ERRORS)):
            print(f"{'found' if code else 'MISSED'}: {error[0]}: {said}", flush=True)
            if not code:
                missed.append(error[0])
    if missed:
        sys.exit(f"no proof breaks: {missed}")
    print(f"{len(ERRORS)} errors, each breaks a proof")


main()
