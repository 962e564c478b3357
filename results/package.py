"""The published tables as CSV, and datapackage.json, which describes them (docs/data.md).

    python results/package.py

makes both again out of the JSON files beside this script; `tests/test_data.py` checks that they are
what this makes. The tables of studies/ are there as CSV: of them it makes the description alone. It
needs nothing beyond Python."""

import csv
import hashlib
import io
import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent

SCORE = {"type": "string", "constraints": {"pattern": r"-?\d+(/\d+)?"}}
FORCED = {"type": "string", "constraints": {"pattern": r"never|-?\d+"}}
COUNT = {"type": "integer", "constraints": {"minimum": 0}}
TEXT = {"type": "string"}
PLAYER = {"type": "string", "constraints": {"enum": ["black", "white"]}}
RESULT = {
    "type": "string",
    "constraints": {
        "enum": ["score", "no-result", "first-player-wins", "first-player-loses", "unsolved"],
        "required": True,
    },
}

# Every column that occurs, with its type and its meaning.
FIELDS = {
    "at_least": (SCORE, "The score that was asked for: does Black get so much?"),
    "automorphisms": (COUNT, "Symmetries of the graph."),
    "best": (TEXT, "The first moves that keep the value, separated by spaces."),
    "board": (TEXT, "The board as text."),
    "bytes": (COUNT, "Size of the certificate, or of the tablebase."),
    "by": (TEXT, "The rule that prohibits the move."),
    "classes": (COUNT, "Legal positions up to symmetry."),
    "columns": (COUNT, "Columns of the board."),
    "command": (TEXT, "The command that makes the certificate, or the tablebase."),
    "decided": (COUNT, "Positions with L = U."),
    "differ": (COUNT, "On how many starts the rules differ."),
    "draw": ({"type": "boolean"}, "Whether the game has no scoring position."),
    "drawn": (COUNT, "Positions with L = 0 or U = 0."),
    "edges": (COUNT, "Pairs of adjacent points."),
    "engine": ({"type": "string", "constraints": {"enum": ["proof", "retrograde"]}}, "What has solved it."),
    "event": (
        {"type": "string", "constraints": {"enum": ["prohibited", "over", "scores", "endless"]}},
        "At what the rules differ.",
    ),
    "file": (TEXT, "The certificate, below results/."),
    "forced_lower": (FORCED, "L: what Black can force; `never` if he can force no end."),
    "forced_upper": (FORCED, "U: what White can hold him to; `never` if he can force no end."),
    "guided": ({"type": "boolean"}, "Whether a network or a scout guided the search."),
    "guess": (SCORE, "The score that was asked for first, if one was given."),
    "is_best": ({"type": "boolean"}, "Whether the move keeps the value."),
    "ko": (TEXT, "The ko rule."),
    "komi": (SCORE, "Points subtracted from Black's score."),
    "largest": (SCORE, "The largest difference of the two values."),
    "legal_positions": (COUNT, "Legal positions of the board."),
    "lemmas": (COUNT, "Lemmas: of the search, or of the certificate."),
    "list": (TEXT, "The list of the manifest that the cell is of."),
    "line": (TEXT, "The moves up to the parting, or to the piece, separated by spaces."),
    "lost": (COUNT, "Positions with U < 0: White can force a win."),
    "lower": (SCORE, "What Black, or the player, can force at least."),
    "megabytes": ({"type": "number", "constraints": {"minimum": 0}}, "Memory of the tables, in megabytes."),
    "move": (TEXT, "The move: a point or pass."),
    "names": (TEXT, "Other names of the graph, separated by spaces."),
    "no_result": (COUNT, "Positions with L < 0 < U: endless play is best for both."),
    "nodes": (COUNT, "States of the game that the search visited."),
    "one": (TEXT, "The one rule."),
    "other": (TEXT, "The other rule."),
    "player": (TEXT, "The player."),
    "points": (COUNT, "Points of the board."),
    "position": (TEXT, "The start: rows from the top."),
    "positions": (COUNT, "How many positions with Black to move it is said of."),
    "preset": (TEXT, "The published ruleset."),
    "questions": (COUNT, "Questions that the search answered."),
    "reading": (TEXT, "The reading of a rule that leaves questions open."),
    "proved": ({"type": "boolean"}, "Whether its certificate is kept and the verified checker has proved it."),
    "reached": ({"type": "boolean"}, "Whether Black gets so much."),
    "release": (TEXT, "The release that writes and reads the certificate, if its format is an older one."),
    "result": (RESULT, "What kind of value it is."),
    "rows": (COUNT, "Rows of the board."),
    "rules": (TEXT, "What the rules are called: the published ruleset, or the ko rule."),
    "ruleset": (TEXT, "The ruleset: a published one, or its text."),
    "score": (SCORE, "Black's score; empty where there is none."),
    "seconds": ({"type": "number", "constraints": {"minimum": 0}}, "Time of one thread, in seconds."),
    "sha256": ({"type": "string", "constraints": {"pattern": "[0-9a-f]{64}"}}, "SHA-256 of the certificate, or of the tablebase."),
    "smallest": (TEXT, "The smallest start on which the rules differ; empty if there is none."),
    "starts": (COUNT, "Start positions that were compared."),
    "stones": (COUNT, "Stones of the start."),
    "suicide": (
        {"type": "string", "constraints": {"enum": ["forbidden", "multi-stone", "allowed"]}},
        "The suicide rule.",
    ),
    "sum": (SCORE, "The differences, added up over all starts."),
    "swing": (TEXT, "The first start on which the rules differ most; empty if there is none."),
    "text": (TEXT, "The ruleset as `--rules` takes it."),
    "to_play": (TEXT, "Who moves first."),
    "upper": (SCORE, "What Black, or the player, can get at most."),
    "value_nodes": (COUNT, "Nodes of the value alone, without decided positions, where it was published first."),
    "value_one": (TEXT, "The value under the one rule."),
    "value_other": (TEXT, "The value under the other rule."),
    "variation": (TEXT, "One line of perfect play, separated by spaces."),
    "win_moves": (COUNT, "Moves of the longest forced win of Black; empty if there is none."),
    "win_position": (TEXT, "The first position that has it."),
    "win_score": (SCORE, "The score of that win."),
    "win_to_play": (PLAYER, "Who moves there."),
    "winner": (PLAYER, "Who wins, where only winning counts."),
    "won": (COUNT, "Positions with L > 0: Black can force a win."),
}


def read(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def value(record):
    """The columns of a value."""
    return {key: record.get(key) for key in ("result", "score", "winner", "lower", "upper")}


def best(record):
    return " ".join(opening["move"] for opening in record.get("openings", []) if opening["best"])


def rules_of(record):
    """The columns that name the rules of a cell."""
    name = {"preset": record["preset"]} if "preset" in record else {}
    return {**name, "ko": record["ko"]}


def cells(file):
    for cell in read(file)["cells"]:
        rules = {**rules_of(cell), "suicide": cell["suicide"], "komi": cell["rules"]["komi"]}
        yield {"board": cell["board"], **rules, **value(cell), "best": best(cell)}


def openings(file):
    for cell in read(file)["cells"]:
        for opening in cell["openings"]:
            head = {"board": cell["board"], **rules_of(cell), "move": opening["move"]}
            yield {**head, **value(opening), "is_best": opening["best"]}


def readings(file):
    for cell in read(file)["cells"]:
        for reading, found in cell.get("readings", {}).items():
            yield {"board": cell["board"], "ko": cell["ko"], "reading": reading, **value(found)}


def pairs(file):
    for board in read(file)["boards"]:
        for pair in board["pairs"]:
            row = {"board": board["board"], "one": pair["rules"][0], "other": pair["rules"][1]}
            row |= {"starts": board["starts"], **{key: pair[key] for key in ("differ", "sum", "largest")}}
            for kind in ("smallest", "swing"):
                row[kind] = pair[kind]["position"] if pair[kind] else None
            parting = pair["smallest"]["parting"] if pair["smallest"] else {}
            line = parting.get("line")
            row |= {"line": None if line is None else " ".join(line)}
            yield row | {key: parting.get(key) for key in ("event", "move", "by")}


def separators(file):
    for board in read(file)["boards"]:
        for start in board["separators"]:
            for found in start["values"]:
                row = {"board": board["board"], "position": start["position"], "stones": start["stones"]}
                yield row | {"ko": found["ko"], **value(found), "variation": " ".join(found["variation"])}


def frontier(file):
    for cell in read(file)["cells"]:
        names = {key: cell[key] for key in ("board", "preset", "ko") if key in cell}
        row = {**names, **value(cell), "best": best(cell)}
        row |= {"variation": " ".join(cell["variation"]), "nodes": cell["nodes"]}
        row |= {"value_nodes": cell.get("value_nodes"), "guided": cell.get("guided", False)}
        yield row | {key: cell["certificate"].get(key) for key in ("bytes", "lemmas", "sha256", "release", "command")}


def differences(file):
    for found in read(file)["differences"]:
        row = {"board": found["board"], "one": found["rules"][0], "other": found["rules"][1]}
        row |= {"value_one": found["values"][0], "value_other": found["values"][1]}
        row |= {"line": " ".join(found["line"])}
        yield row | {key: found.get(key) for key in ("event", "move", "by")}


def graphs(file):
    for graph in read(file)["graphs"]:
        row = {"board": graph["board"], "names": " ".join(graph["names"])}
        row |= {key: graph[key] for key in ("points", "edges", "automorphisms", "legal_positions")}
        for found in graph["values"]:
            solved = found if "result" in found else {"result": "unsolved"}
            certificate = found.get("certificate") or {}
            digest = {key: certificate.get(key) for key in ("bytes", "lemmas", "sha256", "release")}
            searched = {key: found.get(key) for key in ("nodes", "guess")}
            yield row | {"ko": found["ko"], **value(solved), **searched, **digest}


def players(file):
    for cell in read(file)["cells"]:
        for found in cell["guarantees"]:
            row = {key: cell[key] for key in ("board", "ko", "position", "to_play")}
            yield row | {key: found[key] for key in ("player", "lower", "upper")}


KINDS = ("decided", "won", "lost", "drawn", "no_result")


def forced(lower, upper):
    """The columns of L and U; of bounds that are `None` no end can be forced."""
    sides = {"forced_lower": lower, "forced_upper": upper}
    return {key: "never" if bound is None else bound for key, bound in sides.items()}


def tablebases(file):
    for cell in read(file)["cells"]:
        found, win = cell["stats"], cell["stats"]["longest_win"] or {}
        never = cell.get("cannot_end", [])
        sides = ("black", "lower"), ("white", "upper")
        bounds = forced(*(None if colour in never else cell[side] for colour, side in sides))
        row = {key: cell.get(key) for key in ("board", "ko", "suicide", "result", "score")}
        row |= bounds | {"best": best(cell)}
        row |= {"legal_positions": found["positions"], "classes": found["classes"]}
        row |= {key: found[key] for key in KINDS}
        row |= {"win_moves": win.get("distance"), "win_score": win.get("score")}
        row |= {"win_position": win.get("position"), "win_to_play": win.get("to_play")}
        yield row | {key: cell["file"][key] for key in ("bytes", "sha256", "command")}


def tablebase_bounds(file):
    for cell in read(file)["cells"]:
        for found in cell["stats"]["bounds"]:
            row = {key: cell[key] for key in ("board", "ko", "suicide")}
            yield row | forced(found["lower"], found["upper"]) | {"positions": found["positions"]}


def listed(file, *keys):
    records = read(file)
    for record in records["cells"] if isinstance(records, dict) else records:
        yield {key: record[key] for key in keys}


def pieces(file):
    record = read(file)
    for piece in record["pieces"]:
        row = {"board": record["board"], "ko": record["ko"], "line": " ".join(piece["moves"])}
        yield row | {key: piece[key] for key in ("at_least", "reached", "nodes", "bytes", "lemmas", "sha256")}


def is_covered(rules):
    """Whether the verified checker can prove values under these published rules."""
    long_cycles = (rules["ko"], rules["scoring"]) == ("basic", "territory")
    return rules["ko"] != "newko-reconstruction" and not long_cycles


TEXT_OF_RULES = ("ko", "suicide", "scoring", "end", "ikeda", "handicap", "compensation", "komi", "no-result")


def values(file):
    """Every cell whose value is known, whatever list it is of."""
    for cell in read(file):
        found = cell.get("value") or cell.get("tablebase")
        if found is None or found["result"] == "unsolved":
            continue
        rules = cell["rules"]
        row = {"list": cell["list"], "board": cell["board"], "rules": rules.get("name", rules["ko"])}
        row["suicide"] = rules["suicide"]
        row["text"] = " ".join(f"{key}={rules[key]}" for key in TEXT_OF_RULES if key in rules)
        certificate = found if "tablebase" in cell else found.get("certificate") or {}
        digest = {key: certificate.get(key) for key in ("sha256", "release")}
        proved = "file" in certificate and is_covered(rules)
        yield row | value(found) | {"best": best(found), "proved": proved, **digest}


CERTIFICATE = ("suicide", "file", "bytes", "lemmas", "sha256", "command")

def table_of(name, source, title, rows, *key):
    return {"name": name, "source": source, "title": title, "rows": rows, "key": list(key)}


COSTS = ("rows", "columns", "legal_positions", "ko", "engine", "nodes", "lemmas", "questions")
LOADS = ("nodes", "seconds", "megabytes")

# Each with the file it is made of, and with its key at the end.
TABLES = [
    table_of(
        "values", "manifest.json", "Every value that is known of an empty board.",
        values, "list", "board", "rules", "suicide",
    ),
    table_of("kee", "kee.json", "Small boards under every ko rule.", cells, "board", "ko"),
    table_of(
        "kee-openings", "kee.json", "The first moves of the cells of `kee`.", openings, "board", "ko", "move"
    ),
    table_of(
        "kee-readings", "kee.json", "The values under each reading of rules that leave questions open.",
        readings, "board", "ko", "reading",
    ),
    table_of(
        "rulesets", "rulesets.json", "Small boards under published rulesets.", cells, "board", "preset"
    ),
    table_of(
        "rulesets-openings", "rulesets.json", "The first moves of the cells of `rulesets`.",
        openings, "board", "preset", "move",
    ),
    table_of(
        "pairs", "separators.json", "Every pair of ko rules on all starts of small boards.",
        pairs, "board", "one", "other",
    ),
    table_of(
        "separators", "separators.json", "The starts that the pairs name, under every rule.",
        separators, "board", "position", "ko",
    ),
    table_of("frontier", "frontier.json", "The largest boards solved.", frontier, "board", "ko"),
    table_of(
        "frontier-rulesets", "frontier-rulesets.json", "Boards solved under whole rulesets, one at a time.",
        frontier, "board", "preset",
    ),
    table_of(
        "frontier-differences", "frontier.json", "Where rules differ on these boards.",
        differences, "board", "one", "other",
    ),
    table_of(
        "frontier-costs", "frontier-costs.json", "What the frontier took on one machine.",
        lambda file: listed(file, "board", "ko", *LOADS), "board", "ko",
    ),
    table_of(
        "frontier-rulesets-costs", "frontier-rulesets-costs.json",
        "What the frontier of rulesets took on one machine.",
        lambda file: listed(file, "board", "ruleset", "ko", *LOADS), "board", "ruleset",
    ),
    table_of("graphs", "graphs.json", "Every small connected graph as a board.", graphs, "board", "ko"),
    table_of(
        "players", "players.json", "What each of several players can force.",
        players, "board", "ko", "position", "player",
    ),
    table_of(
        "tablebases", "tablebases.json", "Boards whose every position is solved.",
        tablebases, "board", "ko", "suicide",
    ),
    table_of(
        "tablebases-bounds", "tablebases.json", "Their positions by what can be forced.",
        tablebase_bounds, "board", "ko", "suicide", "forced_lower", "forced_upper",
    ),
    table_of(
        "costs", "costs.json", "What solving small boards costs.",
        lambda file: listed(file, "board", *COSTS), "board", "ko",
    ),
    table_of(
        "certificates", "certificates.json", "The certificates of the cells of `kee`.",
        lambda file: listed(file, "board", "ko", *CERTIFICATE), "board", "ko",
    ),
    table_of(
        "certificates-rulesets", "certificates-rulesets.json", "The certificates of the cells of `rulesets`.",
        lambda file: listed(file, "board", "preset", "ko", *CERTIFICATE), "board", "preset",
    ),
    table_of(
        "campaign-5x5", "campaigns/5x5.json", "The pieces of the proof of 5x5.",
        pieces, "board", "ko", "line", "at_least",
    ),
]


def cell(entry):
    if entry is None:
        return ""
    return str(entry).lower() if isinstance(entry, bool) else str(entry)


def table(rows):
    """The text of a CSV file."""
    rows = list(rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows([cell(entry) for entry in row.values()] for row in rows)
    return out.getvalue()


def field(name):
    kind, description = FIELDS[name]
    return {"name": name, **kind, "description": description}


def kind(entries):
    """The narrowest type that all entries of a column of a study have."""
    texts = [str(entry) for entry in entries if entry is not None]
    if not texts:
        return TEXT
    if all(re.fullmatch(r"-?\d+", text) for text in texts):
        return {"type": "integer"}
    if all(re.fullmatch(r"-?\d+(\.\d+)?", text) for text in texts):
        return {"type": "number"}
    return SCORE if all(re.fullmatch(SCORE["constraints"]["pattern"], text) for text in texts) else TEXT


def key_of(names, rows):
    """The first columns of a study that no two of its rows share: as few as there can be."""
    for count in range(1, len(names) + 1):
        keys = [tuple(row[:count]) for row in rows]
        if len(set(keys)) == len(keys):
            return names[:count]
    raise ValueError("two rows are the same")


def study(path):
    """The resources of a study: its table, whose columns it describes itself, and its record."""
    record = read(f"studies/{path.name}")
    columns = zip(record["columns"], zip(*record["rows"], strict=True), strict=True)
    fields = [
        {"name": column["name"], **kind(entries), "description": column["meaning"]}
        for column, entries in columns
    ]
    key = key_of([column["name"] for column in record["columns"]], record["rows"])
    # A primary key has no entry that is missing.
    whole = all(None not in row[: len(key)] for row in record["rows"])
    keys = {"primaryKey": key} if whole else {"uniqueKeys": [key]}
    title, name = record["question"], record["study"]
    table, source = f"studies/{name}.csv", f"studies/{name}.json"
    schema = {"fields": fields, **keys, "missingValues": [""]}
    text = {file: (HERE / file).read_bytes().decode("utf-8") for file in (table, source)}
    yield tabular(f"study-{name}", table, title, text[table], source, schema)
    yield document(f"json-study-{name}", source, text[source], "study.json")


def tabular(name, path, title, text, source, schema):
    more = {"type": "table", "format": "csv", "mediatype": "text/csv"}
    more |= {"sources": [{"title": source, "path": source}], "schema": schema}
    return resource(name, path, title, text, more)


def document(name, path, text, schema):
    more = {"type": "json", "format": "json", "mediatype": "application/json", "jsonSchema": f"schemas/{schema}"}
    return resource(name, path, f"As schemas/{schema} describes it.", text, more)


def resource(name, path, title, text, more):
    data = text.encode("utf-8")
    digest = hashlib.sha256(data).hexdigest()
    head = {"name": name, "path": path, "title": title, "encoding": "utf-8"}
    return {**head, "bytes": len(data), "hash": f"sha256:{digest}", **more}


def files():
    """The files that this script makes, by their path below results/."""
    made, resources = {}, []
    for described in TABLES:
        source, path = described["source"], f"csv/{described['name']}.csv"
        made[path] = text = table(described["rows"](source))
        schema = {
            "fields": [field(column) for column in text.partition("\n")[0].split(",")],
            "primaryKey": described["key"],
            "missingValues": [""],
        }
        resources.append(tabular(described["name"], path, described["title"], text, source, schema))
    for source in dict.fromkeys(described["source"] for described in TABLES):
        text = (HERE / source).read_text(encoding="utf-8")
        schema = "campaign.json" if source.startswith("campaigns/") else source
        resources.append(document(f"json-{source.removesuffix('.json')}", source, text, schema))
    for path in sorted((HERE / "studies").glob("*.json")):
        resources += study(path)
    package = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "kosolver-results",
        "title": "Exact values of small Go positions under every ko rule",
        "description": "Computed and proved by kosolver. Each column has a description.",
        "licenses": [
            {"name": "MIT", "title": "MIT License"},
            {"name": "Apache-2.0", "title": "Apache License 2.0"},
        ],
        "resources": resources,
    }
    made["datapackage.json"] = json.dumps(package, indent=2, ensure_ascii=False) + "\n"
    return made


if __name__ == "__main__":
    for path, text in files().items():
        target = HERE / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
