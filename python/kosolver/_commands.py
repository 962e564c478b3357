"""Commands of the program that answer in JSON, each run in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Optional, Union

from . import _kosolver
from ._arguments import path, refused
from ._arguments import text as word
from ._rule import Rule
from ._start import BoardName, Boards, board_named, positioned, several


def command(*words: object, **options: object) -> Any:
    """What a command of the program answers as JSON, which docs/json.md describes.

    The words and options are those of the command line: ``to_play="white"`` is ``--to-play white``, a
    list is separated by commas, True is an option without a value, None and False are an option that
    is not given, a :class:`Rule` is the path of a file with it. A fault raises :class:`Error`.

    >>> kosolver.command("count", "2x2")["legal_positions"]
    '57'
    """
    run = [sys.executable, "-m", "kosolver"]
    with tempfile.TemporaryDirectory() as directory:
        run += [text("a word", word, Path(directory)) for word in words]
        run.append("--format=json")
        for name, value in options.items():
            if value is not None and value is not False:
                option = f"--{name.replace('_', '-')}"
                run.append(option if value is True else f"{option}={text(name, value, Path(directory))}")
        done = subprocess.run(run, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode:
        fault = done.stderr.strip()
        raise _kosolver.Error(fault[len("kosolver: ") :] if fault.startswith("kosolver: ") else fault)
    return json.loads(done.stdout)


def text(name: str, value: Any, directory: Path) -> str:
    """A value of an option: a list has commas, and a rule of one's own is a file in this directory."""
    if isinstance(value, (list, tuple)):
        return ",".join(text(f"{name}[{index}]", one, directory) for index, one in enumerate(value))
    if value is None:
        raise refused(name, value, "a text, a number or a path")
    if not isinstance(value, Rule):
        return str(value)
    path = directory / f"{len(list(directory.iterdir()))}.ko"
    path.write_text(value.text, encoding="utf-8")
    return str(path) if value.reading is None else f"{path}:{value.reading}"


def count(board: BoardName, **options: object) -> Any:
    """How many legal positions a board has.

    >>> kosolver.count("1x3")["legal_positions"]
    '15'
    """
    return command("count", board_named(board), **options)


def ko(board: BoardName, position: Optional[str] = None, **options: object) -> Any:
    """The kos of a position: mouths, couplings, and who lives in them.

    >>> kosolver.ko("3x3", "XO./.../...")["position"]
    'XO./.../...'
    """
    return command("ko", board_named(board), position=positioned(position), **options)


def referee(game: Union[str, os.PathLike[str]], **options: object) -> Any:
    """A real game in an SGF file, on a board up to 25x25, refereed under many ``rules`` or ``ko`` at once."""
    return command("referee", path("game", game), **options)


def players(boards: Boards, **options: object) -> Any:
    """What each of 2 to 4 ``players`` can reach on small boards.

    >>> [cell["board"] for cell in kosolver.players("1x2", ko="psk")["cells"]]
    ['1x2']
    """
    return command("players", ",".join(several(boards, "boards")), **options)
