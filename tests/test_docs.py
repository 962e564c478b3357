"""The docs: links and anchors lead somewhere, lines are short, numbers are those of the results,
and the commands shown print what is shown."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [ROOT / name for name in ("README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    + list((ROOT / "docs").rglob("*.md"))
)
LINKED = [*PAGES, ROOT / "benches" / "README.md"]


def name(path):
    return str(path.relative_to(ROOT))


def prose(text):
    """The numbered lines outside code blocks."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, line


# Links


def headed(page):
    """The lines of a page, each with its anchor if it is a heading, as public hosts make them."""
    found = set()
    shown = {number for number, _ in prose(page.read_text())}
    for number, line in enumerate(page.read_text().splitlines(), 1):
        heading = re.match(r"#{1,6} (.*)", line) if number in shown else None
        anchor = None
        if heading:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            same = [anchor] + [f"{anchor}-{again}" for again in range(1, 10)]
            anchor = next(one for one in same if one not in found)
            found.add(anchor)
        yield anchor, line


def anchors(page):
    return {anchor for anchor, _ in headed(page)}


def links(page):
    text = "\n".join(re.sub(r"`[^`]*`", "", line) for _, line in prose(page.read_text()))
    return [target for target in re.findall(r"\]\(([^()\s]+)\)", text) if "://" not in target]


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_links_lead_to_files_and_headings(page):
    broken = []
    for target in links(page):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or not there.is_relative_to(ROOT):
            broken.append(target)
        elif anchor and anchor not in anchors(there):
            broken.append(target)
    assert broken == []


def test_every_page_is_reached_from_the_readme():
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        seen.add(page)
        for target in links(page):
            there = (page.parent / target.partition("#")[0]).resolve()
            if there.suffix == ".md" and there not in seen and there.is_relative_to(ROOT):
                waiting.append(there)
    assert set(PAGES) <= seen


def test_pages_that_the_code_names_are_there():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    sources = [ROOT / file for file in listed.split() if file.endswith((".rs", ".py", ".v", ".ml", ".yml", ".txt"))]
    assert len(sources) > 300
    gone = [
        f"{name(source)}: {page}"
        for source in sources
        if source.exists()
        for page in re.findall(r"\bdocs/[a-z/-]+\.md\b", source.read_text(errors="replace"))
        if not (ROOT / page).exists()
    ]
    assert gone == []


# Lines


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_lines_of_prose_are_short(page):
    long = []
    for number, line in prose(page.read_text()):
        without_targets = re.sub(r"https?://\S+", "", re.sub(r"\]\([^)]*\)", "]", line))
        if len(without_targets) > 100 and not line.lstrip().startswith("|"):
            long.append(f"{number}: {line}")
    assert long == []


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 130


# Docs that programs read


def test_the_picture_is_drawn_from_the_results():
    script = ROOT / "docs" / "pictures" / "superko.py"
    spec = importlib.util.spec_from_file_location("superko", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.picture() == script.with_suffix(".svg").read_text()


def test_the_screenshot_is_there_and_small():
    picture = ROOT / "docs" / "pictures" / "explorer.png"
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size < 150_000


# Numbers


def results(file):
    return json.loads((ROOT / "results" / file).read_text())


def test_the_table_of_the_readme_is_the_published_one():
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "README.md").read_text().splitlines()
        if line.startswith("| ")
    ]
    head, *rows = rows
    shown = {(row[0], ko): value for row in rows for ko, value in zip(head[1:], row[1:], strict=True)}

    def value(cell):
        words = {"first-player-wins": "wins", "first-player-loses": "loses", "no-result": "NR"}
        return words.get(cell["result"], str(cell.get("score")))

    published = {(cell["board"], cell["ko"]): value(cell) for cell in results("kee.json")["cells"]}
    # The full table has more rules, all after those of the README.
    assert shown == {cell: value for cell, value in published.items() if cell[1] in head}
    assert list(dict.fromkeys(ko for _, ko in published))[: len(head) - 1] == head[1:]


def test_numbers_of_cells_are_those_of_the_results():
    cells = results("rulesets.json")["cells"]
    solved = sum(cell["result"] != "unsolved" for cell in cells)
    assert f"{solved:,} of its {len(cells):,} cells" in one_line(ROOT / "docs" / "commands.md")
    graphs = results("graphs.json")
    solved = sum(value.get("result", "unsolved") != "unsolved" for graph in graphs["graphs"] for value in graph["values"])
    every = len(graphs["graphs"]) * len(graphs["rules"])
    assert f"{solved:,} of {every:,} cells" in one_line(ROOT / "docs" / "publish.md")


def test_what_is_trusted_of_the_verified_checker_is_measured():
    page = one_line(ROOT / "docs" / "verified.md")
    lines = (ROOT / "verified" / "program" / "reader.ml").read_text().splitlines()
    # What stands before the first heading is used by all.
    trusted, needs_trust = 0, True
    for line in lines:
        heading = re.fullmatch(r"\(\* ---- .*?, (to be trusted|which need not be trusted)(?: \(.*\))? ---- \*\)", line)
        assert heading or "(* ----" not in line, line
        needs_trust = heading[1] == "to be trusted" if heading else needs_trust
        trusted += needs_trust
    assert f"{trusted:,} of the {len(lines):,} lines of `verified/program/reader.ml`" in page
    specification = sum(len((ROOT / "verified" / name).read_text().splitlines()) for name in ("Go.v", "Spec.v"))
    assert f"says in some {round(specification, -1)} lines" in page


def one_line(page):
    return " ".join(page.read_text().split())


# Names


@pytest.fixture(scope="module")
def names(kosolver):
    """The names that `kosolver rules list` shows, by kind."""
    kinds, kind = {}, None
    for line in kosolver("rules", "list").splitlines():
        entry = re.match(r"  ([a-z][\w:+-]*)(?:\s|$)", line)
        if entry:
            kinds[kind].append(entry[1])
        elif line and not line.startswith(" "):
            kind = line.split(" (")[0]
            kinds[kind] = []
    return kinds


def test_every_rule_and_preset_has_its_row(names):
    rules = [rule for rule in names["ko rules"] if ":" not in rule]
    presets = names["presets"]
    for page, rows in [("rules.md", rules), ("rulesets.md", presets)]:
        text = (ROOT / "docs" / page).read_text()
        assert [row for row in rows if f"\n| `{row}` |" not in text] == []
    numbers = {16: "sixteen", 17: "seventeen", 23: "twenty-three", 24: "twenty-four"}
    readme = one_line(ROOT / "README.md")
    assert f"kosolver knows {numbers[len(rules)]} ko rules and {numbers[len(presets)]} published rulesets" in readme


def helps(kosolver, *command):
    """The help of a command and of its subcommands."""
    text = kosolver(*command, "--help")
    if "--help-all" in text:
        text = kosolver(*command, "--help-all")
    yield command, text
    listed = text.partition("Commands:\n")[2] if command else text
    for sub in re.findall(r"^  ([a-z]+)\b", listed.partition("\nOptions:")[0], re.MULTILINE):
        if sub != "help":
            yield from helps(kosolver, *command, sub)


@pytest.fixture(scope="module")
def options(kosolver):
    """The options of each command, those of its subcommands among them."""
    found = {}
    for command, text in helps(kosolver):
        if command:
            known = re.findall(r"^ +(?:-\w, )?(--[a-z][a-z-]*)", text, re.MULTILINE)
            found.setdefault(command[0], set()).update(set(known) - {"--help"})
    return found


# Options of other programs that pages name: of test.sh, GNU Go, GNU parallel, Slurm, Docker, Podman.
FOREIGN = {
    "--all", "--allow-all-suicide", "--allow-suicide", "--dependency", "--forbid-suicide", "--no-ko",
    "--positional-superko", "--simple-ko", "--situational-superko", "--sshlogin", "--user", "--userns", "--workdir",
}  # fmt: skip


def test_every_command_is_listed_and_pages_name_options_that_there_are(options):
    index = (ROOT / "docs" / "commands.md").read_text()
    listed = re.findall(r"^\| \[`([a-z]+)`\]\(", index, re.MULTILINE)
    assert sorted(listed) == sorted(options)
    every = set().union(*options.values()) | {"--help", "--version"} | FOREIGN
    wrong = []
    for page in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]:
        text = "\n".join(line for _, line in prose(page.read_text()))
        # A code that is an option, perhaps with its value, or a command of ours.
        for code in re.findall(r"`([^`\n]+)`", text):
            if code.startswith(("--", "kosolver ")):
                named = re.findall(r"(?<![\w-])--[a-z][a-z-]*", code)
                wrong += [f"{name(page)}: {option}" for option in named if option not in every]
    assert wrong == [], "\n".join(wrong)


def test_every_field_of_json_is_explained(kosolver, tmp_path):
    tablebase = tmp_path / "2x2.ktb"
    kosolver("tablebase", "build", "2x2", "--ko", "basic", "--out", tablebase)
    game = ROOT / "crates" / "record" / "tests" / "games" / "triple-ko-9.sgf"
    printed = [
        ("solve", "2x2", "--ko", "psk"),
        ("solve", "1x2", "--ko", "none"),
        ("solve", "cycle:3", "--ko", "psk"),
        ("solve", "3x3", "--rules", "ko=psk ikeda=yes handicap=2 compensation=K-1", "--value-only"),
        ("rules", "show", "aga"),
        ("table", "--boards", "2x2", "--ko", "basic,kee"),
        ("compare", "2x2", "--ko", "psk,spight"),
        ("count", "1x2"),
        ("players", "1x2", "--ko", "psk,kee"),
        ("referee", game),
        ("tablebase", "probe", tablebase),
        ("tablebase", "stats", tablebase),
    ]
    records = [json.loads(kosolver(*command, "--format", "json")) for command in printed]
    # The data package has a standard of its own.
    files = {file.name for file in (ROOT / "results").glob("*.json")} - {"datapackage.json"}
    records += [results(file) for file in files]
    page = "\n".join(line for _, line in prose((ROOT / "docs" / "json.md").read_text()))
    explained = set(re.findall(r"`([^`]+)`", page))

    def fields(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                # The names of readings are keys, too.
                yield from [key] if not key.startswith(("kee", "newko")) else []
                yield from fields(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from fields(inner)

    assert sorted({field for record in records for field in fields(record)} - explained) == []


# Messages


def texts(source):
    """The strings and the blocks of documentation of a file of Rust: messages, and helps of options."""
    token = r"""((?:[ \t]*//[/!][^\n]*\n)+)|//[^\n]*|/\*.*?\*/|\br(#*)"(.*?)"\2|"((?:\\.|[^"\\])*)"|'(?:\\.[^']*|[^'\\])'"""
    for found in re.finditer(token, source, re.DOTALL):
        yield source.count("\n", 0, found.start()) + 1, found[1] or found[3] or found[4] or ""


def test_backticks_stand_in_pairs():
    sources = [*ROOT.glob("crates/*/src/**/*.rs"), *ROOT.glob("python/src/**/*.rs")]
    assert len(sources) > 200
    odd = [
        f"{name(source)}:{line}: {text}"
        for source in sources
        for line, text in texts(source.read_text())
        # Signs alone are no message.
        if text.count("`") % 2 and re.search("[a-z]", text)
    ]
    assert odd == []


# Commands and what they print


def blocks(page):
    """The console blocks of a page: their commands with what is shown of the output. Those after
    the comment `<!-- not run: … -->` are left out."""
    lines = page.read_text().splitlines()
    found = re.finditer(r"(<!-- not run: [^\n]+ -->\n *)?```console\n(.*?)\n *```", "\n".join(lines), re.DOTALL)
    for block in found:
        if block[1] is None:
            commands = []
            for line in block[2].splitlines():
                if line.lstrip().startswith("$ "):
                    commands.append((line.lstrip()[2:], []))
                else:
                    commands[-1][1].append(line)
            yield from commands


def pattern(shown):
    """What is shown, as a pattern of the whole output: … stands for any text, and a line … for any
    number of lines."""
    parts = []
    for line in shown:
        if line == "…":
            parts.append("(?:.*\n)*?")
        else:
            parts.append("(?:.|\n)*?".join(re.escape(piece) for piece in line.split("…")) + "\n")
    return "".join(parts)


SHOWN = [page for page in PAGES if any(True for _ in blocks(page))]


@pytest.mark.parametrize("page", SHOWN, ids=name)
def test_commands_print_what_is_shown(page, tmp_path):
    binary = Path(os.environ.get("KOSOLVER", ROOT / "target" / "release" / "kosolver")).resolve()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "kosolver").symlink_to(binary)
    here = tmp_path / "here"
    here.mkdir()
    environment = os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    for command, shown in blocks(page):
        command = re.sub(r"^cargo run --release --( |$)", r"kosolver\1", command)
        if command.startswith("cat ") and shown:
            # A file that is shown is there for the commands after it.
            (here / command.removeprefix("cat ")).write_text("\n".join(shown) + "\n")
        if not command.startswith("kosolver "):
            continue
        done = subprocess.run(
            ["bash", "-c", command], cwd=here, env=environment, text=True, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
        )
        faulty = any(line.startswith("kosolver: ") for line in shown)
        assert (done.returncode != 0) == faulty, f"$ {command}\n{done.stdout}"
        if shown:
            assert re.fullmatch(pattern(shown), done.stdout), f"$ {command}\n{done.stdout}"
    shutil.rmtree(here)
