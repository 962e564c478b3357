"""The paper: its numbers come from the results, its text has none of its own, what the text says of
them still holds, and citations and bibliography agree. The PDF is made of both; paper/build.sh, which a
workflow runs, builds it."""

import importlib.util
import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PAPER = ROOT / "paper"
TEXT = "\n".join(
    line for line in (PAPER / "paper.typ").read_text().splitlines() if not line.lstrip().startswith("//")
)
# What comes before the title is settings.
BODY = TEXT[TEXT.index("#align(center)") :]
# Digits that are not results: boards, years, and what is code.
INNOCENT = [
    r"\b\d+x\d+\b",
    r"\b(?:19|20)\d\d\b",
    r"\bSHA-256\b",
    r"\$[^$]*\$",
    r"\b\d+(?:\.\d+)?(?:pt|em|cm|deg)\b",
    r"\bcolumns: \d",
    r"\.(?:at|slice)\([^()]*\)",
    r"[-+] 1\b",
    r"\bplot\(n\.plot, \d,",
    # Keys of the bibliography.
    r"@[a-z]+\d{4}\b",
]


@pytest.fixture(scope="module")
def gather():
    spec = importlib.util.spec_from_file_location("gather", PAPER / "gather.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def numbers(gather):
    return json.loads(json.dumps(gather.numbers()))


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path


def used():
    """The numbers that the text asks for, as paths: `n.cache.value` is ("cache", "value")."""
    for found in re.finditer(r"(?<!\w)(?<!\w\.)n\.([a-z_.]*[a-z_])", TEXT):
        yield tuple(found[1].split("."))


def test_the_text_asks_for_numbers_that_there_are(numbers):
    known = set(leaves(numbers))
    missing = []
    for path in used():
        # A number, a part of the numbers, or what Typst does with one of them: `.map`, `.len`.
        ahead = any(path == one[: len(path)] or one == path[: len(one)] for one in known)
        if not ahead:
            missing.append(".".join(path))
    assert missing == []


def test_every_number_is_asked_for(numbers):
    asked = set(used())
    idle = [
        path for path in leaves(numbers)
        if not any(path[: len(one)] == one or path == one[: len(path)] for one in asked)
    ]
    assert idle == []


def test_the_text_has_no_number_of_its_own():
    bare = []
    for line in BODY.splitlines():
        rest = line
        for pattern in INNOCENT:
            rest = re.sub(pattern, "", rest)
        if re.search(r"\d", rest):
            bare.append(line)
    assert bare == []


def changed(gather, monkeypatch, name, change):
    """The results with one of them changed, as the script sees them."""
    honest = gather.result

    def result(asked):
        found = honest(asked)
        if asked == name:
            change(found)
        return found

    monkeypatch.setattr(gather, "result", result)


def set_values(difference):
    def change(found):
        next(one for one in found["differences"] if one["rules"] == difference)["values"] = [1, 1]

    return change


def set_score(board, ko, score):
    def change(found):
        next(cell for cell in found["cells"] if (cell["board"], cell["ko"]) == (board, ko))["score"] = score

    return change


@pytest.mark.parametrize(
    ("part", "name", "change"),
    [
        ("superko", "frontier.json", set_values(["psk", "ssk"])),
        ("large", "frontier.json", set_score("4x5", "fixed", 20)),
        ("published", "kee.json", set_score("1x4", "ssk", 3)),
        ("published", "kee.json", set_score("1x9", "psk", 1)),
    ],
)
def test_a_result_that_belies_the_text_is_noticed(gather, monkeypatch, part, name, change):
    getattr(gather, part)()
    changed(gather, monkeypatch, name, change)
    with pytest.raises(AssertionError):
        getattr(gather, part)()


def test_citations_and_bibliography_agree():
    entries = re.findall(r"^@\w+\{(\w+),", (PAPER / "references.bib").read_text(), re.MULTILINE)
    labels = set(re.findall(r"<([a-z]+)>", BODY))
    cited = set(re.findall(r"(?<![\w\\])@([a-z]+\d*)", BODY)) - labels
    assert len(entries) == len(set(entries))
    assert cited == set(entries)


def test_the_citation_names_the_paper():
    title = re.search(r'^#let title = "(.*)"$', TEXT, re.MULTILINE)[1]
    preferred = yaml.safe_load((ROOT / "CITATION.cff").read_text())["preferred-citation"]
    assert preferred["title"] == title and preferred["authors"] and preferred["type"]


def test_the_pdf_is_of_this_text_and_these_numbers(gather):
    said = re.search(rb"<pdf:Keywords>(\w+)</pdf:Keywords>", (PAPER / "paper.pdf").read_bytes())
    assert said[1].decode() == gather.sources(), "paper/build.sh builds it again"


def test_the_workflow_builds_the_paper():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "paper.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert "paper/build.sh" in [step.get("run") for step in job["steps"]]
    assert "secrets" not in json.dumps(workflow)
    pinned = (PAPER / "requirements.txt").read_text()
    assert re.search(r"^typst==[\d.]+ \\$", pinned, re.MULTILINE) and "--hash=sha256:" in pinned
