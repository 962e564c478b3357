"""The notebooks run without a warning, print what is stored in them, and draw no number that is none. The studies,
which are notebooks kept as texts, make what is published."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# Runs before the first cell: what would be a warning is a fault, and so is a figure that says nan.
PRELUDE = """
import warnings
warnings.simplefilter("error")
for kind in (DeprecationWarning, PendingDeprecationWarning, ResourceWarning, ImportWarning):
    warnings.simplefilter("ignore", kind)

import matplotlib.pyplot as plt

def checked(show):
    def shown(*arguments, **options):
        import matplotlib.text
        import numpy as np
        for number in plt.get_fignums():
            figure = plt.figure(number)
            figure.canvas.draw()
            for text in figure.findobj(matplotlib.text.Text):
                assert not {"nan", "inf", "-inf"} & set(text.get_text().lower().split()), text
            for axes in figure.axes:
                assert np.isfinite([*axes.get_xlim(), *axes.get_ylim()]).all()
                for line in axes.lines:
                    points = np.asarray(line.get_ydata(), dtype=float)
                    assert len(points) == 0 or np.isfinite(points).any(), f"{line.get_label()} has no points"
        return show(*arguments, **options)
    return shown

plt.show = checked(plt.show)
"""

# Folders that are on some machine and not in a repository.
PATHS = re.compile(r"(?<![\w.:/])/(?:home|root|work|tmp|usr|opt|var|mnt|Users|private)/\w|\b[A-Z]:\\\\?\w")
NO_NUMBER = re.compile(r"\b(?:nan|inf)\b", re.IGNORECASE)


def name(path):
    return path.name


def texts(notebook):
    """What a reader sees of a notebook as text: sources and outputs, pictures left out."""
    for cell in notebook.cells:
        yield "source", cell.source
        for output in cell.get("outputs", []):
            yield "output", output.get("text", "")
            yield "output", "\n".join(output.get("traceback", []))
            for kind, data in output.get("data", {}).items():
                if not kind.startswith("image/") or kind == "image/svg+xml":
                    yield "output", data if isinstance(data, str) else json.dumps(data)


def faults(notebook):
    """What no published notebook has."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"an output of faults: {str(output)[:200]}")
    for kind, text in texts(notebook):
        if PATHS.search(text):
            found.append(f"a path of a machine in the {kind}: {PATHS.search(text)[0]}")
        if kind == "output" and re.search(r"\w*Warning\b", text):
            found.append(f"a warning: {text[:200]}")
        if kind == "output" and NO_NUMBER.search(re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)):
            found.append(f"a number that is none: {text[:200]}")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_what_is_stored_is_fit_to_publish(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert faults(notebook) == []
    ran = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert ran == list(range(1, len(ran) + 1)), "the cells were not run in order"


def needed(names):
    """These packages and what they need, as far as they are installed."""
    found, waiting = set(), list(names)
    while waiting:
        name = re.match(r"[\w.-]+", waiting.pop())[0].lower()
        if name not in found:
            found.add(name)
            try:
                wanted = metadata.requires(name) or []
            except metadata.PackageNotFoundError:
                continue
            waiting += [one for one in wanted if "extra ==" not in one]
    return found


def test_the_extra_of_notebooks_has_all_that_they_import():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    first, *others = extras["notebooks"]
    wanted = others + [package for name in re.findall(r"\w+", first)[1:] for package in extras[name]]
    assert first.startswith("kosolver[") and {"jupyterlab", "jupytext"} <= set(wanted)
    sources = [path.read_text() for path in (ROOT / "notebooks").glob("*.py")]
    books = [nbformat.read(path, as_version=4) for path in NOTEBOOKS]
    sources += ["\n".join(cell.source for cell in book.cells if cell.cell_type == "code") for book in books]
    imported = {name for source in sources for name in re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)}
    local = {path.stem for path in (ROOT / "notebooks").glob("*.py")} | {"kosolver"}
    packages = metadata.packages_distributions()
    others = {packages[name][0].lower() for name in imported - local - sys.stdlib_module_names}
    assert {"pandas", "matplotlib"} < others <= needed(wanted)


def plain(cell):
    """The text of a cell's outputs; that of objects without a text of their own is left out."""
    found = [output.get("text", output.get("data", {}).get("text/plain", "")) for output in cell.get("outputs", [])]
    return [text for text in found if " at 0x" not in text]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_it_runs_and_prints_what_is_stored(path):
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    fresh.cells.insert(0, nbformat.v4.new_code_cell(PRELUDE))
    NotebookClient(fresh, timeout=600, resources={"metadata": {"path": path.parent}}).execute()
    assert faults(fresh) == []
    code = [[cell for cell in book.cells if cell.cell_type == "code"] for book in (stored, fresh)]
    for before, after in zip(code[0], code[1][1:], strict=True):
        assert plain(before) == plain(after), before.source[:200]


BAD = {
    "a warning": nbformat.v4.new_output("stream", name="stderr", text="RuntimeWarning: divide by zero"),
    "a nan": nbformat.v4.new_output("execute_result", data={"text/plain": "ssk  nan (nan … nan)"}),
    "a nan in a table": nbformat.v4.new_output("display_data", data={"text/html": "<td>NaN</td>"}),
    "a path": nbformat.v4.new_output("stream", name="stdout", text="see /home/somebody/results"),
}


@pytest.mark.parametrize("output", BAD.values(), ids=BAD.keys())
def test_a_fault_in_what_is_stored_is_found(output):
    cell = nbformat.v4.new_code_cell("1", outputs=[output])
    assert faults(nbformat.v4.new_notebook(cells=[cell]))


DRAWN = {
    "nan in a text": "plt.text(0, 0, 'nan')",
    "a line without points": "plt.plot([1, 2], [float('nan')] * 2)",
    "a warning": "import numpy as np; np.log10(np.zeros(1))",
}


def test_a_fault_in_what_is_drawn_is_found():
    for source in DRAWN.values():
        cells = [nbformat.v4.new_code_cell(text) for text in (PRELUDE, "%matplotlib inline\n" + source + "\nplt.show()")]
        book = NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=120, allow_errors=True).execute()
        assert any(output.output_type == "error" for output in book.cells[1].outputs), source


STUDIES = sorted(path.stem for path in (ROOT / "results" / "studies").glob("*.json"))


def study(name, *arguments, **environment):
    """Runs a study as anybody would."""
    command = [sys.executable, ROOT / "notebooks" / "study.py", name, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_makes_what_is_published(name):
    """The rows that take seconds; with --all all of them. Its claims are asserted, and its files are compared."""
    done = study(name, *(["--all"] if os.environ.get("KOSOLVER_WHOLE") else []))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


CHANGES = {
    "a row": lambda record: record["rows"][1].__setitem__(3, 7),
    "a claim": lambda record: record["claims"][0].update(says="Surely."),
    "a number": lambda record: record["rows"][-1].__setitem__(3, 51),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_published_study_that_was_changed_is_found(change, tmp_path):
    published = tmp_path / "studies"
    shutil.copytree(ROOT / "results" / "studies", published)
    record = json.loads((published / "fights.json").read_text())
    change(record)
    (published / "fights.json").write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n")
    done = study("fights", KOSOLVER_RESULTS=str(tmp_path))
    assert done.returncode != 0 and "AssertionError" in done.stderr, done.stderr


def test_every_study_is_published_and_has_a_section():
    names = {path.stem for path in (ROOT / "notebooks").glob("*.py") if "\nstudy = Study(" in path.read_text()}
    assert names == set(STUDIES)
    findings = (ROOT / "docs" / "findings.md").read_text()
    assert all(f"results/studies/{name}.md)" in findings for name in names)


def test_the_numbers_of_the_findings_are_those_of_the_studies():
    """Every number that the numbered results state stands on the page of results that is named beside it."""
    numbers = partial(re.findall, r"[0-9]+")
    found = []
    page = re.sub(r"```.*?```", "", (ROOT / "docs" / "findings.md").read_text(), flags=re.DOTALL)
    for section in page.split("\n## "):
        for number, says in re.findall(r"^(\d+)\. (.*(?:\n  .*)*)", section, re.MULTILINE):
            # A page of its own stands in brackets at the end.
            pages = re.findall(r"\(\[\w+\]\((\S+\.md)\)\)\.$", says) or re.findall(r"\[table\]\((\S+?\.md)\)", section)
            known = numbers((ROOT / "docs" / pages[0]).read_text())
            stated = numbers(re.sub(r"\]\([^)]*\)", "]", says).replace(",", ""))
            assert stated and set(stated) <= set(known), says
            found.append(int(number))
    assert sorted(found) == list(range(1, 1 + len(found))) and len(found) >= 25
