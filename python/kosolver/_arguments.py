"""What callers give, checked: a sentence names the argument and what is accepted."""

from __future__ import annotations

import io
import json
import operator
import os
import reprlib
from numbers import Number
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Tuple, TypeVar, Union

from . import _kosolver

Read = TypeVar("Read")

#: The native part counts in 64 bits.
LIMIT = 1 << 64
#: The most bytes of a file with a text, and of one with a certificate.
LONGEST_TEXT, LONGEST_CERTIFICATE = 1 << 28, 1 << 34
BYTES = "a whole number of bytes below 2^64"


def refused(name: str, value: object, accepted: str) -> _kosolver.Error:
    """The sentence about an argument that is not taken."""
    return _kosolver.Error(f"{name} is {' '.join(reprlib.repr(value).split())}: write {accepted}")


def text(name: str, value: object, accepted: str) -> str:
    """An argument that is a text."""
    if not isinstance(value, str):
        raise refused(name, value, accepted)
    return str(value)


def flag(name: str, value: object) -> bool:
    """An argument that is true or false, as Python or as numpy has it."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise refused(name, value, "True or False")


def whole(name: str, value: Any, accepted: str) -> int:
    """An argument that counts something."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise refused(name, value, accepted)
    count = operator.index(value)
    if not 0 <= count < LIMIT:
        raise refused(name, value, accepted)
    return count


def seconds(time: Any) -> float:
    """A limit of time."""
    accepted = "a number of seconds, or None for no limit"
    if isinstance(time, bool) or not isinstance(time, Number):
        raise refused("time", time, accepted)
    number: Any = time
    try:
        return float(number)
    except TypeError:
        raise refused("time", time, accepted) from None
    except OverflowError:
        return float("inf")


def limits(
    time: Any, memory: Any, nodes: Any, threads: Any
) -> Tuple[Optional[float], Optional[int], Optional[int], int]:
    """What a call may use, as the native part reads it."""
    return (
        None if time is None else seconds(time),
        None if memory is None else whole("memory", memory, BYTES),
        None if nodes is None else whole("nodes", nodes, "a whole number of states below 2^64"),
        whole("threads", threads, "a whole number of threads, 1 or more"),
    )


def path(name: str, value: Any, accepted: str = "the path of a file") -> Path:
    """An argument that is a path."""
    try:
        return Path(os.fsdecode(value))
    except TypeError:
        raise refused(name, value, accepted) from None


def content(name: str, value: Any, most: int, accepted: str = "the path of a file") -> bytes:
    """The bytes of a plain file that has at most so many."""
    return _kosolver.read(path(name, value, accepted), most)


def written(file: Any) -> str:
    """What a text file says."""
    data = content("path", file, LONGEST_TEXT)
    try:
        return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig").read()
    except UnicodeDecodeError as fault:
        said = f"{os.fsdecode(file)} is no text in UTF-8"
        raise _kosolver.Error(f"{said}: {fault.reason} at byte {fault.start}") from fault


def recorded(file: Union[str, os.PathLike[str]], what: str, read: Callable[[Dict[str, Any]], Read]) -> Read:
    """What a file of JSON has; what it should have is named if it has something else."""
    said = written(file)
    expected = f"{os.fsdecode(file)} is not {what}"
    try:
        record = json.loads(said)
    except (ValueError, RecursionError) as fault:
        raise _kosolver.Error(f"{expected}: it is no JSON: {fault}") from fault
    if not isinstance(record, dict):
        raise _kosolver.Error(f"{expected}: it is no record with names")
    try:
        return read(record)
    except KeyError as fault:
        raise _kosolver.Error(f"{expected}: {fault} is missing in it") from fault
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as fault:
        raise _kosolver.Error(f"{expected}: {fault}") from fault
