"""The kit of games that wrong ko rules fail: other people's programs are asked, programs with a known
mistake are found out, and programs that die, hang or talk nonsense are one line."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Debian keeps games out of the usual path.
GNUGO = shutil.which("gnugo", path=f"{os.environ['PATH']}:/usr/games") or "gnugo is not installed: test.sh does it"
MODULES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "node" / "node_modules"
KIT = json.loads((ROOT / "results" / "conformance" / "cases.json").read_text())


@pytest.fixture
def run(binary):
    def run(*arguments, code=None):
        done = subprocess.run([binary, "conformance", *map(str, arguments)], capture_output=True, text=True, timeout=300)
        assert "panicked" not in done.stderr
        if code is not None:
            assert done.returncode == code, done.stderr + done.stdout
        return done

    return run


@pytest.fixture
def ask(run):
    """The report on a program, as JSON; the exit code says whether anything differs."""

    def ask(command, *arguments):
        done = run("--gtp", command, *arguments, "--format", "json")
        report = json.loads(done.stdout)
        differ = any(rules["differences"] for rules in report["rulesets"])
        assert done.returncode == (1 if differ else 0), done.stderr
        return report

    return ask


def cases(ko, suicide="forbidden"):
    return [case for case in KIT["cases"] if (case["ko"], case["suicide"]) == (ko, suicide)]


def first(case):
    return min(catch["after"] for catch in case["catches"])


# GNU Go


@pytest.mark.parametrize("ko, option", [("basic", "simple-ko"), ("none", "no-ko"), ("ssk", "situational-superko")])
def test_gnu_go_agrees_under_rules_it_has(ask, ko, option):
    [rules] = ask(f"{GNUGO} --mode gtp --{option} --forbid-suicide", "--ko", ko)["rulesets"]
    assert rules["asked_by"] == "all_legal" and rules["asked"] >= 10
    assert [difference["case"] for difference in rules["differences"]] == []


def test_gnu_go_under_another_rule_is_found_out(ask):
    [rules] = ask(f"{GNUGO} --mode gtp --simple-ko --forbid-suicide", "--ko", "psk")["rulesets"]
    assert len(rules["differences"]) > 5
    assert "as-basic" in rules["like"]["rule"]


# The wrapper of the docs


WRAPPER = ROOT / "crates" / "record" / "examples" / "go_gtp.py"


def wrapped(path):
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_the_wrapper_of_the_docs_agrees(ask):
    [rules] = ask(wrapped(WRAPPER), "--ko", "psk")["rulesets"]
    assert rules["asked_by"] == "all_legal" and rules["asked"] >= 30
    assert rules["differences"] == []


def test_a_wrapper_that_forgets_the_start_is_found_out(ask, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRAPPER.read_text().replace("stones in self.positions ", "stones in self.positions[1:] "))
    [rules] = ask(wrapped(wrong), "--ko", "psk")["rulesets"]
    assert "start-forgotten" in rules["like"]["start"]


def test_the_numbers_of_cases_are_what_the_docs_say():
    """A score is a number, or the text of a fraction that is none; nothing else is a text in place of a number."""
    for case in KIT["cases"]:
        score = case["score"]
        assert score is None or isinstance(score, int) or re.fullmatch(r"-?\d+/\d+", score), case["name"]
        assert all(isinstance(catch["after"], int) for catch in case["catches"])
        assert len(case["states"]) == len(case["actions"]) + 1


# Programs with a known mistake


def wrong(mistake, ko="psk", suicide="forbidden", *options):
    """The command of a program that makes a mistake."""
    return shlex.join([sys.executable, str(ROOT / "tests" / "known_mistake.py"), mistake, ko, suicide, *options])


def test_a_program_without_a_mistake_fails_nothing(ask, binary):
    command = f"{shlex.quote(str(binary))} gtp --ko {{ko}} --suicide {{suicide}}"
    report = ask(command, "--ko", "basic,psk,ssk,nssk,fixed,spight,kee:passer", "--suicide", "forbidden,allowed")
    assert len(report["rulesets"]) == 14
    for rules in report["rulesets"]:
        # Its boards have no more points than a position has bits.
        large = [case for case in cases(rules["ko"], rules["suicide"]) if case["board"] in ("9x9", "19x19")]
        skipped = [{"reason": "it refuses a board of this size", "cases": len(large)}] if large else []
        assert rules["differences"] == [] and rules["skipped"] == skipped
        assert rules["asked"] == len(cases(rules["ko"], rules["suicide"])) - len(large)
        [rules] = ask(wrong("none", rules["ko"], rules["suicide"]), "--ko", rules["ko"], "--suicide", rules["suicide"])["rulesets"]
        assert (rules["asked"], rules["skipped"]) == (len(cases(rules["ko"], rules["suicide"])), [])


@pytest.mark.parametrize("mistake", [fault["name"] for fault in KIT["faults"]])
def test_every_mistake_is_found_and_named(ask, mistake):
    # A ruleset under which it matters, of the usual ones where it does so there.
    [fault] = [fault for fault in KIT["faults"] if fault["name"] == mistake]
    usual = ["ko=ssk suicide=forbidden", "ko=psk suicide=forbidden", "ko=ssk suicide=allowed", "ko=nssk suicide=forbidden"]
    ruleset = next((rules for rules in usual if rules in fault["found_under"]), fault["found_under"][0])
    ko, suicide = re.fullmatch(r"ko=(\S+) suicide=(\S+)", ruleset).groups()
    [rules] = ask(wrong(mistake, ko, suicide), "--ko", ko, "--suicide", suicide)["rulesets"]
    expected = {case["name"]: first_of(case, mistake) for case in cases(ko, suicide)}
    expected = {name: place for name, place in expected.items() if place}
    found = {difference["case"]: (difference["after"], difference["play"]) for difference in rules["differences"]}
    assert found == expected and found
    assert mistake in rules["same_as"]
    assert rules["like"][fault["class"]][mistake] == len(found)


def first_of(case, mistake):
    places = [(catch["after"], catch["play"]) for catch in case["catches"] if mistake in catch["faults"]]
    return places[0] if places else None


@pytest.mark.parametrize("way", ["undo", "replay"])
def test_ways_of_asking_find_the_same(ask, way):
    command = wrong("start-forgotten")
    lists, tries = ask(command, "--ko", "psk"), ask(command, "--ko", "psk", "--ask", way)
    places = [
        [(found["case"], found["after"], found["play"]) for found in report["rulesets"][0]["differences"]] for report in (lists, tries)
    ]
    assert places[0] == places[1] and places[0]


# What cannot be asked is told


def less(commands, mistake, *rules):
    """A program that knows these commands only, and makes a mistake."""
    return wrong(mistake, *(rules or ("psk", "forbidden")), "--knows", commands)


PLAIN = "name,version,quit,boardsize,clear_board,komi,play"


def test_a_program_that_knows_little_is_told_what_was_not_seen(ask, run):
    mistake, whole = "start-forgotten", cases("psk")
    [rules] = ask(less(PLAIN, mistake), "--ko", "psk")["rulesets"]
    asked = {case["name"] for case in whole} - {case["name"] for case in whole if not plain(case)}
    assert rules["asked"] == len(asked) and sum(skipped["cases"] for skipped in rules["skipped"]) == len(whole) - len(asked)
    found = {name for case in whole if case["name"] in asked for catch in case["catches"] for name in catch["faults"]}
    there = {name for case in whole for catch in case["catches"] for name in catch["faults"]}
    assert sorted(rules["unseen"]) == sorted(there - found)
    # Either it is found, or it is named.
    assert (mistake in rules["unseen"]) != bool(rules["differences"])
    done = run("--gtp", less(PLAIN, "none"), "--ko", "psk", code=0)
    verdict, *reasons, unseen = done.stdout.splitlines()[2:]
    assert verdict == f"ko=psk suicide=forbidden: agrees in all {len(asked)} cases asked, {len(whole) - len(asked)} not asked (by play and replay)"
    assert all(" not asked: " in reason for reason in reasons) and len(reasons) == len(rules["skipped"])
    assert unseen == "  mistakes that could not be seen: " + ", ".join(rules["unseen"])


def plain(case):
    """Whether a program can be asked it that has neither undo nor rectangles nor stones set up."""
    rows, columns = case["board"].split("x")
    return rows == columns and "undo" not in case["actions"] and set(case["start"]) <= set("./")


def test_a_program_that_knows_all_leaves_nothing_out(run):
    known = PLAIN + ",all_legal,undo,set_position,rectangular_boardsize"
    done = run("--gtp", less(known, "none"), "--ko", "psk", code=0)
    assert done.stdout.splitlines()[2:] == [f"ko=psk suicide=forbidden: agrees in all {len(cases('psk'))} cases asked (by all_legal)"]


@pytest.mark.parametrize(
    "ko, meant",
    [
        ("positional", "psk"),
        ("situational", "ssk or nssk"),
        ("superko", "psk or ssk or nssk"),
        ("aga", "ssk"),
        ("ko=psk", "psk"),
        # What is nearest has no cases.
        ("primitiv", ""),
        ("kee-202", ""),
    ],
)
def test_other_names_of_rules_are_understood(run, ko, meant):
    """A name that is proposed is a name that is accepted."""
    done = run("--gtp", "/no/such/program", "--ko", ko, code=2)
    proposed = done.stderr.strip().partition("; did you mean ")[2]
    assert proposed == (f"{meant}?" if meant else "") and len(done.stderr.splitlines()) == 1
    for name in filter(None, ["simple-ko", "positional-superko", *meant.split(" or ")]):
        assert "cannot be started" in run("--gtp", "/no/such/program", "--ko", name, code=2).stderr


@pytest.mark.parametrize("mistake", ["start-forgotten", "set-up-forgotten", "undo-keeps", "as-none"])
def test_a_mistake_is_found_or_named_under_every_ruleset(run, mistake):
    """By a program that knows neither undo nor rectangles nor how to set up stones."""
    kos, suicides = (list(dict.fromkeys(case[field] for case in KIT["cases"])) for field in ("ko", "suicide"))
    command = less(PLAIN + ",all_legal", mistake, "{ko}", "{suicide}")
    done = run("--gtp", command, "--ko", ",".join(kos), "--suicide", ",".join(suicides), "--format", "json")
    report = json.loads(done.stdout)["rulesets"]
    assert len(report) == 30 and done.returncode == int(any(rules["differences"] for rules in report))
    for rules in report:
        catches = [catch for case in cases(rules["ko"], rules["suicide"]) for catch in case["catches"]]
        there = any(mistake in catch["faults"] for catch in catches)
        assert (mistake in rules.get("unseen", [])) + bool(rules["differences"]) == there, rules


def test_stones_that_cannot_be_set_up_are_not_asked(run):
    command = wrong("none", "psk", "forbidden", "--knows", PLAIN + ",all_legal,set_position", "--refuses", "set_position")
    done = run("--gtp", command, "--ko", "psk", code=0)
    assert "cases not asked: it refuses to set up stones\n" in done.stdout


@pytest.mark.parametrize(
    "damage, fault",
    [
        (lambda case: case["states"].clear(), "have 0 states: write one more"),
        (lambda case: case["states"].pop(), "write one more"),
        (lambda case: case["states"].append(case["states"][-1]), "write one more"),
        (lambda case: case["states"][1].update(points="+"), "the state after 1 action is none of 2x2"),
        (lambda case: case["states"][1].update(points="++/++/"), "the state after 1 action is none of 2x2"),
        (lambda case: case["states"][1].update(points="++/+é"), "the state after 1 action is none of 2x2"),
        (lambda case: case.update(board="99x99"), "the board 99x99 is too large"),
        (lambda case: case.pop("states"), "missing field `states`"),
    ],
)
def test_a_damaged_case_blames_no_program(run, tmp_path, damage, fault):
    """It is told before the program is started."""
    case = json.loads(json.dumps(next(case for case in cases("psk") if case["board"] == "2x2")))
    damage(case)
    kit = tmp_path / "cases.json"
    kit.write_text(json.dumps({**KIT, "cases": [case]}))
    done = run("--gtp", "/no/such/program", "--kit", kit, code=2)
    assert f"{kit} is no file of cases: " in done.stderr and fault in done.stderr
    assert len(done.stderr.splitlines()) == 1 and "cannot be written" not in done.stderr


def test_nothing_asked_is_no_success(run):
    # Before the program is started.
    done = run("--gtp", "/no/such/program", "--ko", "psk", "--cases", "nonsense", code=2)
    assert "no case of ko=psk suicide=forbidden has 'nonsense' in its name. The cases are " in done.stderr
    assert len(done.stderr.splitlines()) == 1
    # Names have the rules in them: of several rulesets those are asked that have a case.
    done = run("--gtp", less(PLAIN, "none", "{ko}", "forbidden"), "--ko", "psk,ssk", "--cases", "psk-", code=0)
    assert "ko=psk" in done.stdout and "ko=ssk" not in done.stdout
    undo = next(case["name"] for case in cases("psk") if "undo" in case["actions"])
    done = run("--gtp", less(PLAIN, "none"), "--ko", "psk", "--cases", undo, code=2)
    assert "no case could be asked, 1 not asked" in done.stdout
    assert done.stderr == "kosolver: nothing was tested under ko=psk suicide=forbidden\n"


def test_a_game_that_is_not_begun_again_is_told(run):
    command = wrong("none", "psk", "forbidden", "--knows", PLAIN, "--once", "boardsize")
    name = next(case["name"] for case in cases("psk") if plain(case))
    done = run("--gtp", command, "--ko", "psk", "--cases", name, code=2)
    assert "does not begin the same game a second time: it refuses a board of this size" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# Another library, through a few lines that speak GTP


@pytest.mark.parametrize(
    "ko, name",
    [("psk", "positional-superko"), ("ssk", "situational-superko"), ("nssk", "natural-situational-superko"), ("basic", "simple")],
)
def test_tenuki(ask, ko, name):
    adapter = ROOT / "tests" / "node" / "tenuki_gtp.js"
    [rules] = ask(f"node {adapter} {MODULES / 'tenuki'} {name}", "--ko", ko)["rulesets"]
    assert rules["asked"] >= 10
    assert [difference["case"] for difference in rules["differences"]] == []


# Programs that are none

DIES = "import sys; sys.stdin.readline(); print('= play\\nboardsize\\n', flush=True)"
HANGS = "import time; time.sleep(100)"
CHATTERS = "import sys; sys.stdin.readline(); print('Hello, I am a program.', flush=True); sys.stdin.read()"
LOOSE = (
    "import sys\nfor line in sys.stdin: print({'list_commands': '= is_legal play undo', 'name': '= loose'}.get(line.strip(), "
    "'= maybe' if line.startswith('is_legal') else '= '), '\\n', flush=True)"
)


@pytest.mark.parametrize(
    "program, fault",
    [
        (DIES, "the program ended when it was asked"),
        (HANGS, "the program gave no answer to list_commands in 1 s"),
        (CHATTERS, "the program answered list_commands by Hello, I am a program."),
        (LOOSE, "by maybe, which is neither 1 nor 0"),
        ("pass", "the program ended when it was asked list_commands"),
        ("print('x' * 10_000_000)", "the program answered list_commands by xxx"),
    ],
)
def test_programs_that_are_none_are_one_line(run, program, fault):
    done = run("--gtp", f"{sys.executable} -c {shlex.quote(program)}", "--timeout", "1", code=2)
    assert done.stdout == "" and fault in done.stderr
    assert len(done.stderr.splitlines()) == 1 and len(done.stderr) < 400


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (["--gtp", "/no/such/program"], "/no/such/program cannot be started"),
        (["--gtp", " "], "the command of the program is empty"),
        (["--gtp", "'x"], "quotation mark"),
        (["--gtp", "cat", "--kit", "/no/such/file"], "/no/such/file cannot be read"),
        (["--gtp", "cat", "--kit", ROOT / "Cargo.toml"], "is no file of cases"),
        (["--gtp", "cat", "--ko", "kee-2007"], "kee-2007"),
        (["--gtp", "cat", "--ask", "nicely"], "nicely"),
        ([], "--gtp"),
    ],
)
def test_bad_arguments_are_one_line(run, arguments, fault):
    done = run(*arguments, code=2)
    assert fault in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_program_that_cannot_be_told_rules_has_one(run):
    done = run("--gtp", f"{GNUGO} --mode gtp", "--ko", "psk,ssk", code=2)
    assert "give one ruleset" in done.stderr


def test_a_rule_of_ones_own_has_no_cases(run, tmp_path):
    file = tmp_path / "mine.ko"
    file.write_text("rule mine\nremember stood(after) on start, play\nforbid play if stood(after)\n")
    done = run("--gtp", "/no/such/program", "--ko", file, code=2)
    assert "there are no cases of 'mine', a rule of your own, and none are made" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# The files beside the cases

DIRECTORY = ROOT / "results" / "conformance"


def games():
    """The cases of each file with a game."""
    found = {}
    for case in KIT["cases"]:
        found.setdefault(case["sgf"], []).append(case)
    return found


def sgf_point(point, rows):
    column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(point[0])
    return chr(97 + column) + chr(97 + rows - int(point[1:]))


def sgf_node(properties, cases, moment):
    """With what is illegal under which rules."""
    said = {}
    for case in cases:
        illegal = case["states"][moment]["illegal"] if moment < len(case["states"]) else []
        if illegal:
            what = ", ".join(f"{one['play']} ({'since ' + str(one['since']) if 'since' in one else 'suicide'})" for one in illegal)
            said.setdefault(what, []).append(f"{case['ko']} {case['suicide']}")
    comment = "\n".join(f"illegal: {what}: {', '.join(rules)}" for what, rules in said.items())
    return f";{properties}C[{comment}]\n" if comment else f";{properties}\n"


def sgf(cases):
    """The game of some cases. Moves that are taken back are variations, the last one is the main line."""
    case = cases[0]
    rows, columns = map(int, case["board"].split("x"))
    root = f"GM[1]FF[4]CA[UTF-8]SZ[{rows if rows == columns else f'{columns}:{rows}'}]KM[0]"
    for symbol, name in ("X", "AB"), ("O", "AW"):
        stones = [
            chr(97 + column) + chr(97 + row)
            for row, line in enumerate(case["start"].split("/"))
            for column, there in enumerate(line)
            if there == symbol
        ]
        root += name * bool(stones) + "".join(f"[{stone}]" for stone in stones)
    root += f"PL[{'BW'[case['first'] == 'white']}]"
    line = [(sgf_node(root, cases, 0), [])]
    start = line[0]
    for moment, action in enumerate(case["actions"]):
        if action == "undo":
            line.pop()
            continue
        player = "BW"[case["states"][moment]["to_move"] == "white"]
        at = "" if action == "pass" else sgf_point(action, rows)
        node = (sgf_node(f"{player}[{at}]", cases, moment + 1), [])
        line[-1][1].append(node)
        line.append(node)

    def text(node):
        below = [text(child) for child in reversed(node[1])]
        return node[0] + ("".join(f"({child})" for child in below) if len(below) > 1 else "".join(below))

    return f"({text(start)})\n"


def test_the_games_say_what_the_cases_say():
    files = {f"games/{path.name}" for path in (DIRECTORY / "games").iterdir()}
    assert files == set(games()) and len(files) == 355
    for name, cases in games().items():
        # The cases of a game may end at different moments.
        longest = max(cases, key=lambda case: len(case["actions"]))
        assert all(case["actions"] == longest["actions"] for case in cases)
        assert (DIRECTORY / name).read_text() == sgf(cases), name


def test_the_kit_has_what_its_page_says():
    page = (DIRECTORY / "README.md").read_text()
    assert f"has {len(KIT['cases'])} cases: {len(games())} games" in page
    kos, suicides = (list(dict.fromkeys(case[field] for case in KIT["cases"])) for field in ("ko", "suicide"))

    def finds(mistake, ko):
        counts = [
            sum(mistake in catch["faults"] for case in cases(ko, suicide) for catch in case["catches"]) for suicide in suicides
        ]
        return " ".join(str(count) if count else "–" for count in counts) if any(counts) else "–"

    for fault in KIT["faults"]:
        cells = " | ".join(finds(fault["name"], ko) for ko in kos)
        assert f"\n| `{fault['name']}` | {cells} |\n" in page
        assert f"\n* `{fault['name']}`: {fault['mistake']}\n" in page
    assert {f"games/{name}" for name in re.findall(r"\]\(games/([^)]*)\)", page)} <= set(games())
    assert sum(path.stat().st_size for path in DIRECTORY.rglob("*.*")) < 2_000_000
