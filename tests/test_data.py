"""The data package: its files are those that the script makes, and hold what the schemas say."""

import csv
import hashlib
import importlib.util
import json
import math
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
STUDIES = RESULTS / "studies"
SCHEMAS = sorted((RESULTS / "schemas").glob("*.json"))
PACKAGE = json.loads((RESULTS / "datapackage.json").read_text())
TABLES = [resource for resource in PACKAGE["resources"] if resource["type"] == "table"]


def name(resource):
    return resource["name"]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("package", RESULTS / "package.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_what_the_script_makes(script):
    made = script.files()
    assert {path for path, text in made.items() if (RESULTS / path).read_text() != text} == set()
    there = {str(path.relative_to(RESULTS)) for path in (RESULTS / "csv").iterdir()}
    assert there == {path for path in made if path.startswith("csv/")}


def test_proved_values_are_those_of_rules_that_the_verified_checker_covers(kosolver):
    with (RESULTS / "csv" / "values.csv").open(newline="") as file:
        proved = {row["sha256"] for row in csv.DictReader(file) if row["proved"] == "true"}
    files = sorted((RESULTS / "certificates").rglob("*.kcert"))
    told = json.loads(kosolver("verify", *files, "--format", "json"))
    assert proved == {record["sha256"] for record in told if record["verified_checker"]}


def test_every_published_file_is_a_resource():
    assert PACKAGE["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    names = [resource["name"] for resource in PACKAGE["resources"]]
    assert len(set(names)) == len(names) and all(re.fullmatch(r"[a-z0-9._/-]+", name) for name in names)
    paths = {resource["path"] for resource in PACKAGE["resources"]}
    published = {path.name for path in RESULTS.glob("*.json")} - {"datapackage.json"}
    assert published == {path for path in paths if "/" not in path}
    assert {path.name for path in SCHEMAS} == published | {"campaign.json", "common.json", "study.json"}
    studies = {f"studies/{path.name}" for ending in ("csv", "json") for path in STUDIES.glob(f"*.{ending}")}
    assert studies == {path for path in paths if path.startswith("studies/")}
    campaigns = {f"campaigns/{path.name}" for path in (RESULTS / "campaigns").glob("*.json")}
    assert campaigns == {path for path in paths if path.startswith("campaigns/")}
    for resource in PACKAGE["resources"]:
        data = (RESULTS / resource["path"]).read_bytes()
        assert resource["bytes"] == len(data)
        assert resource["hash"] == "sha256:" + hashlib.sha256(data).hexdigest()


def test_a_campaign_rests_on_pieces_that_it_lists():
    for path in (RESULTS / "campaigns").glob("*.json"):
        campaign = json.loads(path.read_text())
        assert set(campaign["whole"]["pieces"]) <= {piece["sha256"] for piece in campaign["pieces"]}


# CSV


def whole(text):
    return re.fullmatch(r"-?\d+", text) is not None


READ = {
    "string": lambda text: True,
    "integer": whole,
    "number": lambda text: re.fullmatch(r"-?\d+(\.\d+)?", text) is not None,
    "boolean": lambda text: text in ("true", "false"),
}


def faults(field, text):
    """What a field of a row has that its description forbids."""
    limits = field.get("constraints", {})
    if text == "":
        return ["missing"] if limits.get("required") else []
    found = [] if READ[field["type"]](text) else ["type"]
    found += ["pattern"] if not re.fullmatch(limits.get("pattern", ".*"), text) else []
    found += ["enum"] if text not in limits.get("enum", [text]) else []
    found += ["minimum"] if "minimum" in limits and float(text) < limits["minimum"] else []
    return found


@pytest.mark.parametrize("resource", TABLES, ids=name)
def test_tables_hold_what_their_schemas_say(resource):
    schema = resource["schema"]
    with (RESULTS / resource["path"]).open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == [field["name"] for field in schema["fields"]] and rows
    wrong = [
        (number, field["name"], text)
        for number, row in enumerate(rows, 2)
        for field, text in zip(schema["fields"], row, strict=True)
        if faults(field, text)
    ]
    assert wrong == []
    (unique,) = schema.get("uniqueKeys", [schema.get("primaryKey")])
    keys = [tuple(row[header.index(key)] for key in unique) for row in rows]
    assert len(set(keys)) == len(keys) and all(all(key) for key in keys) == ("primaryKey" in schema)


def test_a_fault_in_a_table_is_found():
    (field,) = [f for f in TABLES[0]["schema"]["fields"] if f["name"] == "result"]
    assert faults(field, "draw") == ["enum"] and faults(field, "") == ["missing"]
    score = {"type": "string", "constraints": {"pattern": r"-?\d+(/\d+)?"}}
    assert faults(score, "nan") == ["pattern"] and faults(score, "-5/2") == []
    assert faults({"type": "integer", "constraints": {"minimum": 0}}, "-1") == ["minimum"]


def test_the_table_of_the_program_has_the_same_rows(kosolver):
    """What `table --format csv` prints is in the published file."""
    printed = kosolver("table", "--boards", "1x3,2x2", "--ko", "psk,basic,primitive", "--format", "csv")
    published = (RESULTS / "csv" / "kee.csv").read_text().splitlines()
    rows = printed.splitlines()
    assert len(rows) == 7 and rows[0] == published[0] and set(rows) <= set(published)


def test_every_known_value_is_a_row_with_its_digest(kosolver):
    """And the program reads the text of its rules."""
    with (RESULTS / "csv" / "values.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    known = [cell.get("value") or cell.get("tablebase") for cell in json.loads((RESULTS / "manifest.json").read_text())]
    known = [found for found in known if found and found["result"] != "unsolved"]
    assert len(rows) == len(known) > 2000
    digests = [(found if "sha256" in found else found.get("certificate", {})).get("sha256", "") for found in known]
    assert [row["sha256"] for row in rows] == digests and all(digests)
    for text in {row["text"] for row in rows}:
        assert text in kosolver("rules", "show", text).replace("\n             ", " "), text
    (cell,) = [row for row in rows if (row["list"], row["board"], row["rules"]) == ("frontier", "4x4", "psk")]
    assert cell["score"] == "2"


def test_where_only_winning_counts_there_is_no_score():
    for file in ("kee", "rulesets", "graphs"):
        with (RESULTS / "csv" / f"{file}.csv").open(newline="") as table:
            won = [row for row in csv.DictReader(table) if row["result"].startswith("first-player")]
        assert won and all(row["score"] == "" and row["winner"] for row in won)


# What lists say of each other


def cells(*lists):
    return [cell for cell in json.loads((RESULTS / "manifest.json").read_text()) if cell["list"] in lists]


def bound(found, side):
    """L or U of a value, without an end if that cannot be forced."""
    player, none = {"lower": ("black", -math.inf), "upper": ("white", math.inf)}[side]
    return none if player in found.get("cannot_end", []) else found[side]


@pytest.mark.parametrize("cell", cells("tablebases"), ids=lambda cell: f"{cell['board']} {cell['rules']['ko']}")
def test_the_numbers_of_a_tablebase_fit_each_other(cell):
    found, stats = cell["tablebase"], cell["tablebase"]["stats"]
    counts = [
        (-math.inf if count["lower"] is None else count["lower"], math.inf if count["upper"] is None else count["upper"], count["positions"])
        for count in stats["bounds"]
    ]
    assert all(lower <= upper for lower, upper, _ in counts)
    add = lambda holds: sum(positions for lower, upper, positions in counts if holds(lower, upper))
    assert add(lambda lower, upper: True) == stats["positions"]
    assert add(lambda lower, upper: lower == upper) == stats["decided"]
    assert add(lambda lower, upper: lower > 0) == stats["won"]
    assert add(lambda lower, upper: upper < 0) == stats["lost"]
    assert add(lambda lower, upper: lower < 0 < upper) == stats["no_result"]
    assert stats["won"] + stats["lost"] + stats["drawn"] + stats["no_result"] == stats["positions"]
    own = bound(found, "lower"), bound(found, "upper")
    assert own in [count[:2] for count in counts]
    # Black can pass at once, and the bounds are those of the best first moves.
    assert own[1] >= 0 and own[0] >= -own[1]
    assert own == tuple(max(bound(move, side) for move in found["openings"]) for side in ("lower", "upper"))
    assert [bound is None for bound in found["distances"].values()] == [math.isinf(bound) for bound in own]


def test_the_values_of_all_lists_agree():
    """The same under the same rules; and between L and U where docs/tablebase.md proves that."""
    bounds = {(cell["board"], cell["rules"]["ko"]): cell["tablebase"]
              for cell in cells("tablebases") if cell["rules"]["suicide"] == "forbidden"}
    known, within, same = {}, 0, 0
    for cell in cells("kee", "frontier", "graphs"):
        board, ko, found = cell["board"], cell["rules"]["ko"], cell["value"]
        if found["result"] == "unsolved":
            continue
        value = {key: found[key] for key in ("result", "score", "winner", "lower", "upper") if key in found}
        assert known.setdefault((board, ko), value) == value
        if table := bounds.get((board, ko)):
            assert {key: table[key] for key in value} == value
            same += 1
        if ko in ("ssk", "nssk", "fixed") and (table := bounds.get((board, "none"))):
            assert bound(table, "lower") <= value["score"] <= bound(table, "upper"), (board, ko)
            within += 1
    assert same > 20 and within > 80


# JSON


@pytest.fixture(scope="module")
def registry():
    named = [(path.name, Resource.from_contents(json.loads(path.read_text()))) for path in SCHEMAS]
    return Registry().with_resources(named)


def validator(path, registry):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=registry)


RECORDS = [resource for resource in PACKAGE["resources"] if resource["type"] == "json"]


@pytest.mark.parametrize("resource", RECORDS, ids=name)
def test_json_holds_what_its_schema_says(resource, registry):
    document = json.loads((RESULTS / resource["path"]).read_text())
    found = validator(RESULTS / resource["jsonSchema"], registry).iter_errors(document)
    assert [f"{error.json_path}: {error.message[:200]}" for error in list(found)[:5]] == []


def kee(change):
    document = json.loads((RESULTS / "kee.json").read_text())
    change(next(cell for cell in document["cells"] if (cell["board"], cell["ko"]) == ("1x3", "primitive")))
    return document


CHANGES = {
    "a score where only winning counts": lambda cell: cell.update(score=1),
    "no winner there": lambda cell: cell.pop("winner"),
    "an unknown field": lambda cell: cell.update(komi=0),
    "a missing field": lambda cell: cell.pop("position"),
    "an unknown result": lambda cell: cell.update(result="draw"),
    "a decimal": lambda cell: cell["rules"].update(komi=0.5),
    "half of the bounds": lambda cell: cell.update(lower=0),
    "a move that is none": lambda cell: cell["openings"][0].update(move="a1"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_fault_in_json_is_found(change, registry):
    path = RESULTS / "schemas" / "kee.json"
    assert not validator(path, registry).is_valid(kee(change))


# The page


def test_the_example_of_the_page_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "data.md").read_text(), re.DOTALL)
    exec(block, {})
    printed = capsys.readouterr().out
    assert "nssk    1" in printed and "1x2 psk" in printed


def test_every_field_is_explained():
    for resource in TABLES:
        fields = resource["schema"]["fields"]
        assert resource["title"] and all(field["description"] for field in fields), resource["name"]
        names = [field["name"] for field in fields]
        if not resource["path"].startswith("studies/"):
            assert resource["schema"]["primaryKey"] and set(resource["schema"]["primaryKey"]) <= set(names)
        else:
            # The page of the study has them too.
            lines = (RESULTS / resource["path"]).with_suffix(".md").read_text().splitlines()
            assert {f"* **{field['name']}**: {field['description']}" for field in fields} <= set(lines)
