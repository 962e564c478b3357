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


# Programs with a known mistake


@pytest.mark.parametrize("plain", ["", " --plain"])
def test_a_program_without_a_mistake_fails_nothing(ask, binary, plain):
    command = f"{shlex.quote(str(binary))} conformance wrong none --ko {{ko}} --suicide {{suicide}}{plain}"
    report = ask(command, "--ko", "basic,psk,ssk,nssk,fixed,spight,kee:passer", "--suicide", "forbidden,allowed")
    assert len(report["rulesets"]) == 14
    for rules in report["rulesets"]:
        assert rules["differences"] == [] and rules["skipped"] == []
        assert rules["asked"] == len(cases(rules["ko"], rules["suicide"]))


@pytest.mark.parametrize("mistake", [fault["name"] for fault in KIT["faults"]])
def test_every_mistake_is_found_and_named(ask, binary, mistake):
    # A ruleset under which it matters, of the usual ones where it does so there.
    [fault] = [fault for fault in KIT["faults"] if fault["name"] == mistake]
    usual = ["ko=ssk suicide=forbidden", "ko=psk suicide=forbidden", "ko=ssk suicide=allowed", "ko=nssk suicide=forbidden"]
    ruleset = next((rules for rules in usual if rules in fault["found_under"]), fault["found_under"][0])
    ko, suicide = re.fullmatch(r"ko=(\S+) suicide=(\S+)", ruleset).groups()
    command = f"{shlex.quote(str(binary))} conformance wrong {mistake} --ko {ko} --suicide {suicide}"
    [rules] = ask(command, "--ko", ko, "--suicide", suicide)["rulesets"]
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
def test_ways_of_asking_find_the_same(ask, binary, way):
    command = f"{shlex.quote(str(binary))} conformance wrong start-forgotten"
    lists, tries = ask(command, "--ko", "psk"), ask(command, "--ko", "psk", "--ask", way)
    places = [
        [(found["case"], found["after"], found["play"]) for found in report["rulesets"][0]["differences"]] for report in (lists, tries)
    ]
    assert places[0] == places[1] and places[0]


# What cannot be asked is told

# It keeps the rules of another program, which it asks, and knows no more than it says here.
LESS = """import subprocess, sys
asked = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(line):
    asked.stdin.write(line)
    asked.stdin.flush()
    said = []
    while (heard := asked.stdout.readline()).strip():
        said.append(heard)
    return "".join(said)
known = sys.argv[1].split(",")
for line in sys.stdin:
    word = line.split()[0]
    if word == "list_commands":
        said = "= " + chr(10).join(known) + chr(10)
    else:
        said = ask(line) if word in known else "? unknown command" + chr(10)
    print(said, flush=True)
"""


@pytest.fixture
def less(binary, tmp_path):
    """The command of a program that knows these commands only, and makes a mistake."""
    script = tmp_path / "less.py"
    script.write_text(LESS)

    def less(commands, mistake, *options):
        return shlex.join([sys.executable, str(script), commands, str(binary), "conformance", "wrong", mistake, *options])

    return less


PLAIN = "name,version,quit,boardsize,clear_board,komi,play"


def test_a_program_that_knows_little_is_told_what_was_not_seen(ask, run, less):
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


def test_a_program_that_knows_all_leaves_nothing_out(run, less):
    known = PLAIN + ",all_legal,undo,set_position,rectangular_boardsize"
    done = run("--gtp", less(known, "none"), "--ko", "psk", code=0)
    assert done.stdout.splitlines()[2:] == [f"ko=psk suicide=forbidden: agrees in all {len(cases('psk'))} cases asked (by all_legal)"]


@pytest.mark.parametrize(
    "ko, meant",
    [
        ("simple", "basic"),
        ("simple-ko", "basic"),
        ("positional", "psk"),
        ("situational", "ssk or nssk"),
        ("superko", "psk or spight or kee or ssk or nssk"),
        ("aga", "ssk"),
        ("ko=psk", "psk"),
        # What is nearest has no cases.
        ("primitiv", ""),
        ("kee-202", ""),
    ],
)
def test_other_names_of_rules_are_understood(run, ko, meant):
    """A name that is proposed is a name that is accepted."""
    for command in (["--gtp", "/no/such/program"], ["wrong", "none"]):
        done = run(*command, "--ko", ko, code=2)
        proposed = done.stderr.strip().partition("; did you mean ")[2]
        assert proposed == (f"{meant}?" if meant else "") and len(done.stderr.splitlines()) == 1
    for name in filter(None, meant.split(" or ")):
        assert "cannot be started" in run("--gtp", "/no/such/program", "--ko", name, code=2).stderr


@pytest.mark.parametrize("mistake", ["start-forgotten", "set-up-forgotten", "undo-keeps", "as-none"])
def test_a_mistake_is_found_or_named_under_every_ruleset(run, less, mistake):
    """By a program that knows neither undo nor rectangles nor how to set up stones."""
    kos, suicides = (list(dict.fromkeys(case[field] for case in KIT["cases"])) for field in ("ko", "suicide"))
    command = less(PLAIN + ",all_legal", mistake, "--ko", "{ko}", "--suicide", "{suicide}")
    done = run("--gtp", command, "--ko", ",".join(kos), "--suicide", ",".join(suicides), "--format", "json")
    report = json.loads(done.stdout)["rulesets"]
    assert len(report) == 30 and done.returncode == int(any(rules["differences"] for rules in report))
    for rules in report:
        catches = [catch for case in cases(rules["ko"], rules["suicide"]) for catch in case["catches"]]
        there = any(mistake in catch["faults"] for catch in catches)
        assert (mistake in rules.get("unseen", [])) + bool(rules["differences"]) == there, rules


def test_stones_that_cannot_be_set_up_are_not_asked(run, binary, tmp_path):
    """It knows set_position, and refuses it."""
    script = tmp_path / "refuses.py"
    script.write_text(LESS.replace("if word == ", "if word == 'set_position':\n        said = '? no' + chr(10)\n    elif word == "))
    command = shlex.join([sys.executable, str(script), PLAIN + ",all_legal,set_position", str(binary), "conformance", "wrong", "none"])
    done = run("--gtp", command, "--ko", "psk", code=0)
    assert "cases not asked: it refuses to set up stones\n" in done.stdout


@pytest.mark.parametrize(
    "damage, fault",
    [
        (lambda case: case["states"].clear(), "have 0 state(s): write one more"),
        (lambda case: case["states"].pop(), "write one more"),
        (lambda case: case["states"].append(case["states"][-1]), "write one more"),
        (lambda case: case["states"][1].update(points="+"), "the state after 1 action(s) is none of 2x2"),
        (lambda case: case["states"][1].update(points="++/++/"), "the state after 1 action(s) is none of 2x2"),
        (lambda case: case["states"][1].update(points="++/+é"), "the state after 1 action(s) is none of 2x2"),
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


def test_nothing_asked_is_no_success(run, binary, less):
    # Before the program is started.
    done = run("--gtp", "/no/such/program", "--ko", "psk", "--cases", "nonsense", code=2)
    assert "no case of ko=psk suicide=forbidden has 'nonsense' in its name. The cases are " in done.stderr
    assert len(done.stderr.splitlines()) == 1
    # Names have the rules in them: of several rulesets those are asked that have a case.
    done = run("--gtp", f"{less(PLAIN, 'none')} --ko {{ko}}", "--ko", "psk,ssk", "--cases", "psk-", code=0)
    assert "ko=psk" in done.stdout and "ko=ssk" not in done.stdout
    undo = next(case["name"] for case in cases("psk") if "undo" in case["actions"])
    done = run("--gtp", less(PLAIN, "none"), "--ko", "psk", "--cases", undo, code=2)
    assert "no case could be asked, 1 not asked" in done.stdout
    assert done.stderr == "kosolver: nothing was tested under ko=psk suicide=forbidden\n"


def test_a_game_that_is_not_begun_again_is_told(run, binary, tmp_path):
    """It sets the size of the board once."""
    script = tmp_path / "once.py"
    once = LESS.replace("if word == ", "if word == 'boardsize' and word in done:\n        said = '? no' + chr(10)\n    elif word == ")
    script.write_text(once.replace("known =", "done = []\nknown =").replace("    print(said", "    done.append(word)\n    print(said"))
    command = shlex.join([sys.executable, str(script), PLAIN, str(binary), "conformance", "wrong", "none"])
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
        (["wrong", "no-such-mistake"], "no-such-mistake"),
        ([], "--gtp"),
    ],
)
def test_bad_arguments_are_one_line(run, arguments, fault):
    done = run(*arguments, code=2)
    assert fault in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_program_that_cannot_be_told_rules_has_one(run):
    done = run("--gtp", f"{GNUGO} --mode gtp", "--ko", "psk,ssk", code=2)
    assert "give one ruleset" in done.stderr


def test_the_kit_has_what_its_page_says(run, tmp_path):
    run("make", "--out", tmp_path, code=0)
    for path in (ROOT / "results" / "conformance").rglob("*.*"):
        assert (tmp_path / path.relative_to(ROOT / "results" / "conformance")).read_bytes() == path.read_bytes()
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.*")) < 2_000_000
