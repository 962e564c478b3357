"""Writes paper/numbers.json: every number, table and figure of the paper, taken from results/.

Run it with Python 3.11, from anywhere: python3 paper/gather.py
paper/build.sh runs it before it builds the paper. Two tables come from pages, since no result has
them: published scores from docs/published-scores.md, other programs from benches/README.md.

What the text says in words, such as that two rules differ on a board, is asserted here beside the
number. So a result that changes stops the build where the text would be false.
"""

import hashlib
import importlib.util
import json
import math
import re
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = ROOT / "results"

# The columns of the table of larger boards, and the pairs of the table of differences.
LARGE = ["basic", "psk", "ssk", "nssk", "spight", "kee", "basic-fixed", "fixed"]
PAIRS = [
    ("psk", "ssk"), ("spight", "kee"), ("psk", "spight"), ("psk", "basic-fixed"),
    ("ssk", "nssk"), ("psk", "nssk"), ("psk", "fixed"), ("fixed", "basic-fixed"),
]


def result(name):
    return json.loads((RESULTS / name).read_text())


def study(name):
    """The rows of a study, each as a dictionary."""
    found = result(f"studies/{name}.json")
    names = [column["name"] for column in found["columns"]]
    return [dict(zip(names, row, strict=True)) for row in found["rows"]]


def table(page, heading):
    """The rows of the first table under a heading of a page, each as a list of cells."""
    text = (ROOT / page).read_text().partition(f"\n## {heading}\n")[2]
    first = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)[0]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in first.splitlines()]
    return [rows[0], *rows[2:]]


def size(board):
    rows, columns = map(int, board.split("x"))
    return rows, columns


def points(board):
    return math.prod(size(board))


def shown(cell):
    """A value as the tables print it."""
    words = {"first-player-wins": "W", "first-player-loses": "L", "no-result": "NR"}
    text = words.get(cell["result"]) or str(cell["score"])
    values = {json.dumps(reading) for reading in cell.get("readings", {}).values()}
    return text + ("*" if len(values) > 1 else "")


# Boards of one row, for the diagrams


def pictures():
    """docs/pictures/superko.py: it can play on boards of one row."""
    script = ROOT / "docs" / "pictures" / "superko.py"
    spec = importlib.util.spec_from_file_location("superko", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def game(size, moves):
    """The boards of a game, the empty one first."""
    boards = ["." * size]
    for number, move in enumerate(moves):
        boards.append(pictures().play(boards[-1], "XO"[number % 2], move))
    return boards


def area(board):
    """Black's area score on a board of one row."""
    score = board.count("X") - board.count("O")
    for empty in re.finditer(r"\.+", board):
        around = {board[i] for i in (empty.start() - 1, empty.end()) if 0 <= i < len(board)}
        if len(around) == 1:
            score += len(empty[0]) * (1 if around == {"X"} else -1)
    return score


def cache():
    """The two games on 1x2 that a position cache takes for one, and how often such a cache errs."""
    stored, met = ["A1", "B1", "pass", "pass"], ["pass", "A1", "B1", "pass", "pass"]
    first, second = game(2, stored), game(2, met)
    true = next(row for row in study("cache") if (row["board"], row["rule"]) == ("1x2", "psk"))
    # After Black's play the boards are mirror images. White may capture in the first game only.
    assert first[1] == second[3][::-1] and first[2] not in first[:2]
    capture = pictures().play(second[3], "O", "A1")
    assert capture in second[:3]
    assert true["value"] == 0 and true["right"] == 0 and "-2" in true["printed"]
    rows = [row for row in study("cache") if row["rule"] == "psk" and row["board"] in ("1x2", "1x5", "2x3", "3x3")]
    every = study("cache")
    return {
        "stored": {"moves": stored, "boards": first, "score": area(first[-1])},
        "met": {"moves": met, "boards": second, "score": area(second[-1])},
        "value": true["value"],
        "rows": [[row["board"], row["value"], row["right"], row["orders"]] for row in rows],
        "pairs": len(every),
        "always": sum(row["right"] == row["orders"] for row in every),
        "orders": every[0]["orders"],
    }


def superko():
    """The game on 1x12 in which positional and situational superko differ."""
    found = next(
        difference for difference in result("frontier.json")["differences"]
        if (difference["board"], difference["rules"]) == ("1x12", ["psk", "ssk"])
    )
    boards = game(12, [*found["line"], found["move"]])
    last = len(boards) - 1
    before = boards.index(boards[last])
    # The same position with another player to move: psk bans it, ssk does not.
    assert before < last and (last - before) % 2 == 1 and found["player"] == "white"
    psk, ssk = found["values"]
    lists = {row[0]: row for row in table("docs/published-scores.md", "Drange 1998")}
    lengths, hayward = table("docs/published-scores.md", "Weninger and Hayward 2017")[:2]
    drange, other = int(lists["1x12"][1]), int(hayward[lengths.index("1x12")])
    assert (drange, other) == (ssk, psk) and psk != ssk
    return {
        "psk": psk, "ssk": ssk, "drange": drange, "hayward": other,
        "line": [*found["line"], found["move"]], "move": found["move"],
        "point": pictures().LETTERS.index(found["move"][0]), "letters": pictures().LETTERS[:12],
        "first": before, "again": last, "cycle": last - before,
        "boards": [boards[before], boards[last - 1], boards[last]],
    }


# Values


def small():
    cells = result("kee.json")["cells"]
    rules = list(dict.fromkeys(cell["ko"] for cell in cells))
    boards = list(dict.fromkeys(cell["board"] for cell in cells))
    values = {(cell["board"], cell["ko"]): shown(cell) for cell in cells}
    kee = [cell for cell in cells if cell["ko"] == "kee"]
    readings = {len(cell["readings"]) for cell in kee}
    assert not any(values[cell["board"], "kee"].endswith("*") for cell in kee) and len(readings) == 1
    assert [ko for ko in rules if values["1x2", ko] == "2"] == ["fixed"]
    # On these boards all rules that count points agree.
    alike = [board for board in boards if len({values[board, ko].strip("*") for ko in rules if ko != "primitive"}) == 1]
    return {
        "rules": rules,
        "rows": [[board, *(values[board, ko] for ko in rules)] for board in boards],
        "readings": readings.pop(), "alike": alike,
        "nine_psk": values["3x3", "psk"], "nine_nssk": values["3x3", "nssk"],
    }


def large():
    frontier = result("frontier.json")["cells"]
    values = {(cell["board"], cell["ko"]): shown(cell) for cell in frontier}
    for cell in result("tablebases.json")["cells"]:
        if cell["ko"] == "basic" and cell["suicide"] == "forbidden":
            values[cell["board"], "basic"] = shown(cell)
    values["5x5", "psk"] = str(result("campaigns/5x5.json")["score"])
    boards = sorted({cell["board"] for cell in frontier if points(cell["board"]) > 9}, key=size)
    assert values["4x5", "psk"] == "20" and values["4x5", "fixed"] == values["2x10", "psk"] == "4"
    assert values["4x4", "basic"] != values["4x4", "psk"]
    whole = [board for board in boards if board.startswith("2x") and values[board, "psk"] == str(points(board))]
    assert whole == [f"2x{columns}" for columns in range(5, 10)]
    assert all(values[board, "nssk"] == values[board, "psk"] for board in whole[:3])
    return {
        "rules": LARGE,
        "rows": [[board, *(values.get((board, ko), "–") for ko in LARGE)] for board in boards],
        "points": max(points(board) for board in boards),
        "whole": [whole[0], whole[-1]], "ends": {"nssk": values["2x8", "nssk"], "fixed": values["2x8", "fixed"]},
        "two_ten": values["2x10", "psk"], "four_five": values["4x5", "fixed"],
        "four_four": {"basic": values["4x4", "basic"], "psk": values["4x4", "psk"]},
    }


def rows():
    """The pattern of the boards with one row."""
    values = {(row["length"], row["rule"]): row["value"] for row in study("parity") if row["family"] == "1xN"}
    longest = max(length for length, rule in values if rule == "psk")
    wrong = [length for length in range(5, longest + 1) if values[length, "psk"] != (length - 1) % 4]
    assert wrong == [12]
    return {"from": 5, "to": longest, "boards": longest - 4, "right": longest - 4 - len(wrong)}


def rules():
    cells = result("kee.json")["cells"] + result("frontier.json")["cells"]
    presets = {cell["preset"] for cell in result("rulesets.json")["cells"]}
    return {"ko": len({cell["ko"] for cell in cells}), "presets": len(presets)}


# Certificates


def certificates():
    kept = result("certificates.json")
    rulesets = result("certificates-rulesets.json")
    frontier = [cell for name in ("frontier.json", "frontier-rulesets.json") for cell in result(name)["cells"]]
    graphs = [value for graph in result("graphs.json")["graphs"] for value in graph["values"]]
    proved = [value["certificate"] for value in graphs if "certificate" in value]
    large = {(cell["board"], cell["ko"]): cell["certificate"] for cell in frontier}
    assert len(kept) == len(result("kee.json")["cells"]) and all("certificate" in cell for cell in frontier)
    biggest = max(large.values(), key=lambda one: one["bytes"])
    longest = max(large.values(), key=lambda one: one["lemmas"])
    assert biggest is longest is large["2x10", "nssk"]
    example = next(one for one in kept if (one["board"], one["ko"]) == ("1x3", "psk"))
    three = next(one for one in kept if (one["board"], one["ko"]) == ("3x3", "psk"))
    sizes = [
        ["1x3", example], ["3x3", three], *([board, large[board, "psk"]] for board in ("3x4", "4x4", "3x6")),
    ]
    return {
        "table": len(kept), "rulesets": len(rulesets), "frontier": len(frontier), "graphs": len(proved),
        "all": len(kept) + len(rulesets) + len(frontier) + len(proved),
        "kept_bytes": sum(one["bytes"] for one in kept + rulesets),
        "example": example["lemmas"],
        "sizes": [[board, one["lemmas"], one["bytes"]] for board, one in sizes],
        "largest": {"lemmas": longest["lemmas"], "bytes": biggest["bytes"]},
        "graph_cells": len(graphs), "graph_boards": len(result("graphs.json")["graphs"]),
        "graph_points": result("graphs.json")["points"],
    }


def tablebases():
    cells = result("tablebases.json")["cells"]
    largest = max(cells, key=lambda cell: cell["stats"]["positions"])
    plain = [cell for cell in cells if (cell["ko"], cell["suicide"]) == ("basic", "forbidden")]
    decided = [cell for cell in plain if cell["lower"] == cell["upper"]]
    assert "4x5" in {cell["board"] for cell in decided}
    return {
        "boards": len(plain), "decided": len(decided),
        "largest": largest["board"], "positions": largest["stats"]["positions"],
    }


# Studies


def history():
    found = {(row["board"], row["rule"]): row for row in study("history")}
    rows = [found[board, "psk"] for board in ("1x2", "1x3", "1x5", "2x3")]
    assert [row["games"] for row in rows[:2]] == ["all", "all"]
    assert all(row["largest"] == 2 * points(row["board"]) for row in rows)
    return [[row["board"], row["moved"], row["situations"]] for row in rows]


def rarity():
    found = study("rarity")
    starts = {}
    for board in result("separators.json")["boards"]:
        for separator in board["separators"]:
            values = {value["ko"]: value.get("score") for value in separator["values"]}
            starts[board["board"], separator["position"]] = values
    out = []
    for pair in PAIRS:
        rows = [row for row in found if (row["rule"], row["other"]) == pair]
        first = min((row for row in rows if row["differ"]), key=lambda row: points(row["board"]))
        every, differ = sum(row["starts"] for row in rows), sum(row["differ"] for row in rows)
        out.append({
            "rules": pair, "starts": every, "differ": differ, "percent": f"{100 * differ / every:.1f}",
            "largest": str(max(Fraction(row["largest"]) for row in rows)), "board": first["board"], "start": first["smallest"],
            "values": [starts[first["board"], first["smallest"]][ko] for ko in pair],
        })
    out.sort(key=lambda row: float(row["percent"]))
    superkos = next(row for row in out if row["rules"] == ("psk", "ssk"))
    assert superkos is out[0]
    assert not any(row["differ"] for row in found if (row["rule"], row["other"]) == ("psk", "ssk") and row["board"] in ("3x3", "3x4"))
    examples = [row for row in study("catalogue") if (row["rule"], row["other"]) == ("psk", "ssk") and row["examples"]]
    return {
        "pairs": out, "board": superkos["board"], "start": superkos["start"], "values": superkos["values"],
        "examples": sum(row["examples"] for row in examples), "essential": sum(row["essential"] for row in examples),
    }


def fights():
    out = {}
    for rule, name in (("fixed", "fixed"), ("basic-fixed", "basic_fixed")):
        rows = [row for row in study("fights") if row["rule"] == rule]
        assert sum(row["long"] for row in rows) == 0
        out[name] = sum(row["states"] for row in rows)
    assert sum(row["basic"] for row in study("fights") if row["rule"] == "fixed") == 0
    out["boards"] = len({row["board"] for row in study("fights")})
    return out


def graphs():
    below, psk = 0, None
    for row in study("graphs"):
        if row["other"] is None:
            below += row["below 0"]
            psk = row if row["rule"] == "psk" else psk
    assert below == 0
    solved = sum(row["solved"] for row in study("graphs") if row["other"] is None)
    return {"solved": solved, "raises": psk["raises"], "lowers": psk["lowers"], "largest": psk["largest fall"]}


def kee():
    found = [row for row in study("cycles") if row["starts"] is not None]

    def total(name):
        return sum(row[name] for row in found)

    versions = {}
    for row in study("versions"):
        one = versions.setdefault((row["version"], row["other"]), [0, 0])
        one[0] += row["differ"]
        one[1] += row["starts"]
    starts = {row["position"]: row for board in result("separators.json")["boards"] if board["board"] == "1x2" for row in board["separators"]}
    values = {value["ko"]: value["score"] for value in starts["O."]["values"]}
    assert values["kee"] != values["spight"]
    return {
        "boards": len(found), "starts": total("starts"), "cyclic": total("cyclic"),
        "first": total("type 1"), "second": total("type 2"),
        "mean_matters": total("mean matters"), "readings_differ": total("readings differ"),
        "mean": values["kee"], "last": values["spight"],
        "versions": [
            ["2007", "2009", *versions["kee-2007", "kee"]],
            ["2007", "October 2020", *versions["kee-2007", "kee-2020"]],
            ["2009", "October 2020", *versions["kee", "kee-2020"]],
            ["March 2020", "October 2020", *versions["kee-2020-03", "kee-2020"]],
        ],
    }


def growth():
    """How many times the nodes a column more takes, by least squares through their logarithms."""
    families, solved = {}, {}
    for row in study("growth"):
        if row["nodes"] is not None:
            solved.setdefault(row["rows"], []).append((row["columns"], math.log(row["nodes"])))
    for count, family in solved.items():
        x = sum(column for column, _ in family) / len(family)
        y = sum(log for _, log in family) / len(family)
        slope = sum((a - x) * (b - y) for a, b in family) / sum((a - x) ** 2 for a, _ in family)
        families[count] = round(math.exp(slope))
    five = next(row for row in study("growth") if (row["rows"], row["columns"]) == (5, 5))
    assert five["nodes"] is None
    for count in families:
        longest = [row for row in study("growth") if row["rows"] == count and row["nodes"] and row["from shorter"]][-1:]
        assert all(row["nodes"] > row["from shorter"] for row in longest)
    return {
        "one": families[1], "two": families[2], "three": families[3],
        "five": five["from shorter"], "longest": max(row["nodes"] or 0 for row in study("growth")),
    }


def plot():
    """Each board of the frontier under psk: points, rows, nodes, bytes, whether first moves were asked for."""
    cells = (cell for cell in result("frontier.json")["cells"] if cell["ko"] == "psk" and not cell.get("guided"))
    cells = sorted(cells, key=lambda cell: size(cell["board"]))
    return [
        [cell["board"], points(cell["board"]), size(cell["board"])[0], cell["nodes"], cell["certificate"]["bytes"],
         bool(cell["openings"])]
        for cell in cells
    ]


# Pages


def published():
    """Published scores, and where ours differ."""
    ours = {}
    for cell in result("kee.json")["cells"] + result("frontier.json")["cells"]:
        ours[cell["board"], cell["ko"]] = cell.get("score")
    drange = {row[0]: int(row[1]) for row in table("docs/published-scores.md", "Drange 1998")[1:]}
    compared = [board for board in drange if ours.get((board, "ssk")) is not None]
    wrong = [board for board in compared if ours[board, "ssk"] != drange[board]]
    assert wrong == ["1x13", "3x7"]
    boards, values, *_ = table("docs/published-scores.md", "Weninger and Hayward 2017")
    assert all(ours[board, "psk"] == int(value) for board, value in zip(boards[1:], values[1:], strict=True))
    werf = table("docs/published-scores.md", "Van der Werf 2002, 2009, thesis")[1:]
    agreed = [row for row in werf if row[-1].startswith("yes")]
    assert [row[0] for row in werf if row not in agreed] == ["5x5"]
    return {
        "drange": len(compared), "drange_agree": len(compared) - len(wrong),
        "thirteen": {"drange": drange["1x13"], "ssk": ours["1x13", "ssk"]},
        "seven": {"drange": drange["3x7"], "ssk": ours["3x7", "ssk"]},
        "hayward": len(boards) - 1, "hayward_last": boards[-1], "werf": len(agreed),
    }


def campaign():
    """The proof of 5x5 in pieces."""
    record = result("campaigns/5x5.json")
    return {
        "score": record["score"], "pieces": len(record["pieces"]),
        "lemmas": sum(certificate["lemmas"] for certificate in (record["whole"], *record["pieces"])),
    }


def peers():
    head, *rows = table("benches/README.md", "Peers")
    assert head[:2] == ["program", "board, rule"] and head[-2:] == ["sound", "kosolver here"]
    text = (ROOT / "benches" / "README.md").read_text()
    said = re.search(r"minigo gives (−\d+) for 1x2 and 2x3, which are (\d+), and 1x9 as its move order decides", " ".join(text.split()))
    # The first line compares how moves are played, not how boards are solved. All use one rule.
    assert all(" psk" in row[1] for row in rows[1:]) and rows[0][0].startswith("goban")
    return {
        "rows": [[cell.replace(" psk", "") if column == 1 else cell for column, cell in enumerate(row)] for row in rows[1:]],
        "minigo": said[1], "true": said[2],
    }


def version():
    return re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1]


def numbers():
    parts = (
        cache, superko, small, large, rows, rules, certificates, tablebases, history, rarity, fights, graphs,
        kee, growth, plot, published, campaign, peers, version,
    )
    return {part.__name__: part() for part in parts}


def sources():
    """What tells whether a PDF is that of this text and of these numbers; it stands among its keywords."""
    text = "".join((HERE / name).read_text() for name in ("paper.typ", "figures.typ", "references.bib", "requirements.txt"))
    return hashlib.sha256((text + json.dumps(numbers())).encode()).hexdigest()


if __name__ == "__main__":
    (HERE / "numbers.json").write_text(json.dumps(numbers(), ensure_ascii=False, indent=1) + "\n")
    print(sources())
