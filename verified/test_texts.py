"""Random texts: the specification, run as a program, plays their games as the steps do, and their certificates are proved.

Usage: test_texts.py [--all]    The seed is KOSOLVER_SEED, the number of texts KOSOLVER_TEXTS.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
PROGRAMS = Path(os.environ.get("KOSOLVER_PROGRAMS", ROOT / "target" / "debug"))
ALL = "--all" in sys.argv
SEED = os.environ.get("KOSOLVER_SEED", "1")
COUNT = os.environ.get("KOSOLVER_TEXTS", "2000" if ALL else "150")


def games(texts):
    """Games of texts that are covered: their legal moves, ends and scores."""
    questions, answers = [], []
    for text in texts:
        questions.append("text " + ";".join(text.read_text().strip().split("\n")))
        answers.append("taken")
        for line in text.with_suffix(".games").read_text().splitlines():
            question, answer = line.split("\t")
            questions.append("play " + question)
            answers.append(answer)
    run = subprocess.run([HERE / "twin"], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True)
    said, played, covered, skip = run.stdout.splitlines(), 0, 0, False
    assert len(said) == len(questions)
    for question, answer, found in zip(questions, answers, said):
        if question.startswith("text "):
            skip = found.startswith("not covered: ")
            covered += not skip
            assert skip or found == "taken", (question, found)
        elif not skip:
            assert found == answer, (question, found, answer)
            played += 1
    print(f"seed {SEED}: {played} games of {covered} random texts agree, {len(texts) - covered} texts are not covered")
    assert covered >= len(texts) // 20


def certify(text):
    rules = f"ko={text} scoring=win-loss" if "stuck loses" in text.read_text() else f"ko={text}"
    # (Positions that are counted make many nodes.)
    for board in ("1x2", "1x3") if "\ncount " in text.read_text() else ("1x3", "2x2"):
        path = text.with_suffix(f".{board}.kcert")
        command = [PROGRAMS / "kosolver", "solve", board, "--rules", rules, "--value-only", "--nodes", "300000", "--threads", "1",
                   "--certificate", path]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode in (0, 2), (text, run.stderr)
        if run.returncode == 0:
            yield path


def certificates(texts):
    with ThreadPoolExecutor(2) as pool:
        paths = [path for found in pool.map(lambda text: list(certify(text)), texts) for path in found]
    run = subprocess.run([HERE / "verified", *paths], capture_output=True, text=True)
    verdicts = [line.split(": ", 2)[1:] for line in run.stdout.splitlines() if not line.startswith("  ")]
    assert len(verdicts) == len(paths)
    refused = [(path, why) for path, (verdict, *why) in zip(paths, verdicts) if verdict == "refused"]
    assert not refused, refused
    counted = Counter(verdict for verdict, *_ in verdicts)
    why = Counter(why[0] for verdict, *why in verdicts if verdict == "not covered")
    print(f"{len(paths)} certificates of random texts: {counted['proved']} proved, not covered: {dict(why)}")
    assert counted["proved"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAMS / "examples" / "random_texts", SEED, COUNT, folder, "counting"], check=True)
        texts = sorted(Path(folder).glob("*.ko"))
        games(texts)
        certificates(texts[: len(texts) if ALL else 60])


main()
