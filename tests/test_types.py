"""The types of the Python module are those that a type checker can use: pyright, as editors run it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import kosolver
from browsing import MODULES, ROOT

TYPED = ROOT / "tests" / "typed.py"


def pyright(*words):
    """What pyright says in JSON, with the Python that runs this, and whether it has found no fault."""
    command = ["node", MODULES / "pyright" / "index.js", "--pythonpath", sys.executable, "--outputjson", *words]
    # With --verifytypes it looks for the module there alone.
    environment = {**os.environ, "PYTHONPATH": str(Path(kosolver.__file__).parent.parent)}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return json.loads(done.stdout), done.returncode == 0


def errors(said):
    return {one["range"]["start"]["line"] + 1: one["message"] for one in said["generalDiagnostics"] if one["severity"] == "error"}


def test_a_checker_knows_what_users_write():
    """It faults the lines that are marked, and no other; types are asserted there too."""
    lines = TYPED.read_text().splitlines()
    marked = {number for number, line in enumerate(lines, 1) if "  # fault: " in line}
    said, fine = pyright(TYPED)
    found = errors(said)
    assert set(found) == marked and len(marked) >= 10 and not fine, found


def test_every_public_type_is_known():
    said, fine = pyright("--ignoreexternal", "--verifytypes", "kosolver")
    symbols = [one["name"] for one in said["typeCompleteness"]["symbols"] if one["isExported"] and not one["isTypeKnown"]]
    assert fine and symbols == [] and said["typeCompleteness"]["completenessScore"] == 1


def test_the_module_has_no_fault_of_types():
    said, _ = pyright(ROOT / "python" / "kosolver")
    assert errors(said) == {} and said["summary"]["filesAnalyzed"] > 10
