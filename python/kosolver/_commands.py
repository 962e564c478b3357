"""Commands of the program that answer in JSON, each run in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Optional, Union

from . import _kosolver
from ._surveys import Names, several


def command(*words: object, **options: object) -> Any:
    """What a command of the program answers as JSON, which docs/json.md describes.

    The words and options are those of the command line: ``to_play="white"`` is ``--to-play white``, a
    list is separated by commas, True is an option without a value. A fault raises :class:`Error`.

    >>> kosolver.command("count", "2x2")["legal_positions"]
    '57'
    """
    run = [sys.executable, "-m", "kosolver", *map(str, words), "--format=json"]
    for name, value in options.items():
        if value is not None and value is not False:
            option = f"--{name.replace('_', '-')}"
            run.append(option if value is True else f"{option}={text(value)}")
    done = subprocess.run(run, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode:
        fault = done.stderr.strip()
        raise _kosolver.Error(fault[len("kosolver: ") :] if fault.startswith("kosolver: ") else fault)
    return json.loads(done.stdout)


def text(value: Any) -> str:
    """A value of an option: a list has commas."""
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def count(board: object, **options: object) -> Any:
    """How many legal positions a board has, and under ``ko`` how many complete games.

    >>> kosolver.count("1x3", ko="psk")["games"]
    [{'ko': 'psk', 'complete_games': '907'}]
    """
    return command("count", board, **options)


def ko(board: object, position: Optional[str] = None, **options: object) -> Any:
    """The kos of a position: mouths, couplings, and who lives in them.

    >>> kosolver.ko("3x3", "XO./O../...")["position"]
    'XO./O../...'
    """
    return command("ko", board, position=position, **options)


def referee(game: Union[str, os.PathLike], **options: object) -> Any:
    """A real game in an SGF file, on a board up to 25x25, refereed under many ``rules`` or ``ko`` at once."""
    return command("referee", os.fspath(game), **options)


def players(boards: Names, **options: object) -> Any:
    """What each of 2 to 4 ``players`` can reach on small boards.

    >>> [cell["board"] for cell in kosolver.players("1x2", ko="psk")["cells"]]
    ['1x2']
    """
    return command("players", text(several(boards)), **options)


def study(name: str, **options: object) -> Any:
    """A question that publications left open, answered. ``kosolver study`` lists the names."""
    return command("study", name, **options)
