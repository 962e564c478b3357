"""The published results, for tests of what the module answers."""

import json
from pathlib import Path

import pytest

RESULTS = Path(__file__).resolve().parents[2] / "results"


@pytest.fixture(scope="session")
def published():
    """The published cells of Kee's table, by board and ko rule."""
    cells = json.loads((RESULTS / "kee.json").read_text(encoding="utf-8"))["cells"]
    return {(cell["board"], cell["ko"]): cell for cell in cells}
