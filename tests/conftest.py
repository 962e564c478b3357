"""The binary under test: KOSOLVER names it, or target/release/kosolver is taken; and a browser."""

import fcntl
import os
import subprocess
from pathlib import Path

import pytest
from browsing import chromium

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def binary():
    return os.environ.get("KOSOLVER", ROOT / "target" / "release" / "kosolver")


@pytest.fixture(scope="session")
def kosolver(binary):
    """Runs the binary with some arguments and returns what it prints."""

    def run(*arguments):
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def checker(tmp_path_factory):
    """The directory of the verified checker, compiled for browsers. Workers wait for the one that compiles it."""
    directory = ROOT / "verified"
    with open(tmp_path_factory.getbasetemp().parent / "checker.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "--silent", "-C", directory, "web"], check=True, capture_output=True)
    return directory


@pytest.fixture(scope="module")
def browser():
    driver = chromium()
    yield driver
    driver.quit()
