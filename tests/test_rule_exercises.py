"""The exercises of docs/rule-language.md: each answer is a rule, and all that is claimed of it holds."""

import re
import subprocess

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "rule-language.md").read_text()
QUESTIONS, _, REST = PAGE.partition("\n## Exercises\n")[2].partition("\n## ")
ANSWERS = {
    int(number): (re.sub("^ +", "", text, flags=re.MULTILINE), re.split(r"(?<=\.) ", " ".join(claims.split())))
    for number, text, claims in re.findall(
        r"^(\d+)\. (?:.*\n)+?\n? +```text\n((?:.*\n)*?) +```\n\n((?: +\S.*\n?)+)", PAGE.partition("\n## Answers\n")[2], re.MULTILINE
    )
}  # fmt: skip
MOVE = r"(?:From `(?P<position>[X.O/]+)` on|On) (?P<board>\w+) after (?P<line>[A-Za-z0-9 ]+), "
CLAIMS = [
    MOVE + r"(?P<move>\w+) is (?P<verdict>legal|forbidden)(?: under `(?P<ko>\S+)`)?\.",
    MOVE + r"(?P<over>the game is over)(?: under `(?P<ko>\S+)`)?\.",
    r"The value of (?P<board>\w+) is (?P<value>.+)\.",
    r"With `(?P<new>.*)` in place of `(?P<old>.*)` it is refused\.",
]


def test_each_exercise_has_an_answer():
    questions = [int(number) for number in re.findall(r"^(\d+)\. ", QUESTIONS, re.MULTILINE)]
    assert questions and questions == list(range(1, 1 + len(questions))) == list(ANSWERS)


@pytest.mark.parametrize("number", ANSWERS)
def test_what_an_answer_claims_holds(number, binary, tmp_path):
    text, claims = ANSWERS[number]
    rule = tmp_path / f"answer-{number}.ko"
    rule.write_text(text)
    run = lambda *words: subprocess.run(
        [binary, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    checked = run("rules", "check", rule.name)
    assert checked.returncode == 0 and f"answer-{number}" in checked.stdout, checked.stderr
    assert [claim for claim in claims if claim.strip()]
    for claim in filter(str.strip, claims):
        found = next(filter(None, (re.fullmatch(pattern, claim.strip()) for pattern in CLAIMS)), None)
        assert found, f"what is claimed? {claim}"
        said = found.groupdict()
        if "value" in said:
            done = run("solve", said["board"], "--ko", rule.name)
            assert re.search(r"^value +(.*)$", done.stdout, re.MULTILINE)[1] == said["value"], claim
        elif "new" in said:
            assert said["old"] in text
            rule.write_text(text.replace(said["old"], said["new"]))
            done = run("rules", "check", rule.name)
            assert done.returncode != 0 and "need not end" in done.stderr, claim
            rule.write_text(text)
        else:
            start = ["--position", said["position"]] if said["position"] else []
            play = lambda *moves: run("play", said["board"], "--ko", said["ko"] or rule.name, *start, *moves)
            line = said["line"].split()
            before = play(*line)
            assert before.returncode == 0, before.stderr
            if said.get("over"):
                assert "the game is over" in before.stdout, claim
                continue
            done = play(*line, said["move"])
            assert (done.returncode == 0) == (said["verdict"] == "legal"), claim
            assert done.returncode == 0 or f"move {len(line) + 1} is illegal" in done.stderr, claim
