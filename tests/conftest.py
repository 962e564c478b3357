"""The binary under test: KOSOLVER names it, or target/release/kosolver is taken."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def kosolver():
    """Runs the binary with some arguments and returns what it prints."""
    binary = os.environ.get("KOSOLVER", ROOT / "target" / "release" / "kosolver")

    def run(*arguments):
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    return run
