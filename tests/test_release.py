"""What workflows, scripts and the image install has one version each, and all that names the version
of kosolver names one."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
IMAGE = ROOT / "Dockerfile"
SCRIPTS = [ROOT / "test.sh", ROOT / "verified" / "test.sh", ROOT / "paper" / "build.sh"]
CARGO = tomllib.loads((ROOT / "Cargo.toml").read_text())
VERSION = CARGO["workspace"]["package"]["version"]
RELEASE = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())


# The version


def test_the_citation_is_complete():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software"
    # Both have the address of the public repository once there is one.
    assert citation.get("repository-code") == CARGO["workspace"]["package"].get("repository")
    assert citation["title"] and citation["message"] and citation["authors"][0]["name"]


def test_packages_changelog_and_citation_name_one_release():
    own = [package for package in CARGO["workspace"]["dependencies"].values() if "path" in package]
    assert len(own) > 10 and {package["version"] for package in own} == {VERSION}
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    assert {package["version"] for package in locked if package["name"].startswith("kosolver")} == {VERSION}
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert headings[0] == "[Unreleased]"
    assert headings[1] == f"[{VERSION}] - {citation['date-released']}"
    assert citation["version"] == VERSION
    # The newest first: numbers and dates fall.
    releases = [(tuple(map(int, number.split("."))), date) for number, date in
                (re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", heading).groups() for heading in headings[1:])]
    assert releases == sorted(releases, reverse=True)


def test_pages_show_no_other_version():
    shown = re.compile(r"\bkosolver(?: wrong [\w-]+)? (\d+\.\d+\.\d+)|\bv(\d+\.\d+\.\d+)\b")
    found = {}
    for page in [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "python" / "README.md"]:
        for groups in shown.findall(page.read_text()):
            found.setdefault("".join(groups), set()).add(str(page.relative_to(ROOT)))
    assert set(found) == {VERSION}, found


# Workflows


@pytest.mark.parametrize(
    ("file", "when", "run"),
    [
        ("test.yml", {"push", "pull_request"}, "bash test.sh"),
        ("nightly.yml", {"schedule", "workflow_dispatch"}, "bash test.sh --all"),
    ],
)
def test_the_workflows_run_the_test_script(file, when, run):
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / file).read_text())
    # YAML 1.1 reads the key `on` as true.
    assert set(workflow[True]) == when
    *_, job = workflow["jobs"].values()
    assert job["steps"][-1]["run"] == run
    assert "secrets" not in json.dumps(workflow)


def test_workflows_use_actions_by_digest():
    used = [line for path in WORKFLOWS for line in path.read_text().splitlines() if "uses:" in line]
    assert len(used) > len(WORKFLOWS)
    assert [line for line in used if not re.search(r"uses: [\w.-]+/[\w.-]+@[0-9a-f]{40} # v[\d.]+$", line)] == []


# What is installed


def commands(text):
    """The commands of a script, one a line, without comments and quotes."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if not line.lstrip().startswith("#"):
            yield from re.split(r"&&|\|\||[;|]", re.sub(r"[\"']", "", line))


def pinned(requirement):
    return re.fullmatch(r"[\w.\[\]-]+==[\w.]+", requirement)


def file_is_pinned(file):
    """Whether a file of requirements has all packages with versions and hashes."""
    rows = re.sub(r"\\\n\s*", "", (ROOT / file).read_text()).splitlines()
    rows = [row for row in rows if row and not row.startswith("#")]
    return rows != [] and all(pinned(re.split(r" ;| --hash", row)[0]) and "--hash=sha256:" in row for row in rows)


def is_open(command):
    """Whether a command of pip, npm, cargo or rustup installs whatever version there is."""
    if re.search(r"\b(?:pip[\d.]*|pipx|uv pip) install\b", command):
        words = command.partition(" install ")[2].split()
        if file := re.search(r"(?:--requirement|-r) (\S+)", command):
            return "--require-hashes" not in words or not file_is_pinned(file[1])
        if "--no-deps" in words and words[-1].endswith(".whl"):
            return False
        packages = [word for word in words if not word.startswith("-")]
        return packages == [] or not all(map(pinned, packages))
    if re.search(r"\bcargo (?:\+\S+ )?b?install\b", command):
        return "--locked" not in command or not re.search(r"--version \d+\.\d+\.\d+(?:\s|$)", command)
    if re.search(r"\brustup (?:toolchain install|default|update)\b", command):
        return not re.search(r"\b\d+\.\d+\.\d+\b|\$RUST\b", command)
    return re.search(r"\bnpm\b.* (?:install|i)\b|\bnpx\b", command) is not None


def installs_openly(text):
    return [command.strip() for command in commands(text) if is_open(command)]


def runs(workflow):
    return [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]


def test_a_release_is_made_with_exact_versions():
    assert re.fullmatch(r"\d+\.\d+\.\d+", RELEASE["env"]["RUST"])
    assert [command for run in runs(RELEASE) for command in installs_openly(run)] == []
    made = [step for job in RELEASE["jobs"].values() for step in job["steps"] if "maturin-action" in step.get("uses", "")]
    (maturin,) = {step["with"].get("maturin-version") for step in made}
    assert f"maturin=={maturin.removeprefix('v')}\n" in (ROOT / "tests" / "requirements.in").read_text()
    for step in made:
        if step["with"].get("command", "build") == "build":
            assert step["with"]["rust-toolchain"] == "${{ env.RUST }}"
            assert step["with"]["container"] == "${{ matrix.container }}"
    # On Linux wheels are built in a container, and that has a digest too.
    for job in RELEASE["jobs"].values():
        for row in job.get("strategy", {}).get("matrix", {}).get("include", []):
            if "linux" in row:
                assert re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", row["container"]), row
        assert "latest" not in str(job.get("runs-on")) and "latest" not in str(job.get("strategy"))


@pytest.mark.parametrize("path", [*WORKFLOWS, *SCRIPTS, IMAGE], ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_installed_has_one_version(path):
    texts = runs(yaml.safe_load(path.read_text())) if path in WORKFLOWS else [path.read_text()]
    found = [command for text in texts for command in installs_openly(text)]
    # Tests run with the newest stable Rust, so that what it finds is known before users find it.
    assert [command for command in found if not re.fullmatch(r"rustup .*\bstable\b.*", command)] == []


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("python -m pip install pytest dist/*.whl", True),
        ("pip install pytest", True),
        ("pip3.11 install pytest", True),
        ("npm --prefix x install y", True),
        ("pip install --upgrade pip", True),
        ("pip install 'pytest>=8'", True),
        ("$venv/bin/pip install --requirement tests/requirements.in", True),
        ("pip install --require-hashes --requirement tests/requirements.in", True),
        ("pip install dist/*.whl", True),
        ("cargo install cargo-deb --locked", True),
        ("cargo install cargo-deb --version 3 --locked", True),
        ("cargo install cargo-deb --version 3.8.0", True),
        ("rustup toolchain install stable --profile minimal", True),
        ("rustup default nightly", True),
        ("npm install playwright", True),
        ("pip install -q zstandard==0.25.0", False),
        ("pip install --require-hashes \\\n    --requirement tests/requirements.txt", False),
        ("pip install --no-deps --no-index dist/*.whl", False),
        ("cargo install cargo-deb --version 3.8.0 --locked", False),
        ('rustup toolchain install "$RUST" --profile minimal', False),
        ("npm ci", False),
    ],
)
def test_versions_that_are_open_are_found(command, fault):
    assert (installs_openly(command) != []) == fault


def test_the_image_has_one_version_and_is_not_run_by_root():
    lines = IMAGE.read_text().splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    for base in bases:
        assert re.fullmatch(r"[a-z]+:[\w.-]*\d{4,}[\w.-]*@sha256:[0-9a-f]{64}|rust:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}", base)
    # The promise of README.md and Cargo.toml is kept: the image is built with the oldest Rust.
    assert bases[0].startswith(f"rust:{CARGO['workspace']['package']['rust-version']}.")
    last = lines[max(number for number, line in enumerate(lines) if line.startswith("FROM ")) :]
    (user,) = [line.split()[1] for line in last if line.startswith("USER ")]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    (folder,) = [line.split()[1] for line in last if line.startswith("WORKDIR ")]
    owner, group = user.split(":")
    assert f"RUN install --directory --owner {owner} --group {group} {folder}" in last
    # Nothing is done by root after that.
    assert not any(line.startswith("RUN ") for line in last[last.index(f"USER {user}") :])
