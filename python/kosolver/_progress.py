"""How far work is: told to a function, or shown as a bar of tqdm."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from ._arguments import refused

#: Takes how much is done, and of how much if that is known.
Listener = Callable[[int, Optional[int]], object]
#: A listener; a bar, or what makes one, such as ``tqdm``; True for the bar of ``tqdm.auto``.
Progress = Union[Listener, bool, Any, None]


def teller(progress: Progress) -> Progress:
    """The same, if it is one that can be told."""
    if progress is None or isinstance(progress, bool) or callable(progress) or hasattr(progress, "update"):
        return progress
    raise refused("progress", progress, "a function, tqdm or a bar of it, True, or None")


@contextmanager
def listening(progress: Progress) -> Iterator[Optional[Listener]]:
    """What the native part tells how far it is, while it works."""
    if teller(progress) is True:
        progress = automatic()
    if progress is None or isinstance(progress, bool):
        yield None
    elif not hasattr(progress, "update"):
        yield progress
    elif isinstance(progress, type):
        # A class such as tqdm makes a bar for this work alone.
        with progress() as bar:
            yield filling(bar)
    else:
        yield filling(progress)


def filling(bar: Any) -> Listener:
    """What moves a bar of tqdm on."""
    before = bar.n

    def listener(done: int, total: Optional[int]) -> None:
        if total is not None and bar.total is None:
            # So a bar in a notebook knows it too.
            bar.reset(total)
        bar.update(before + done - bar.n)

    return listener


def automatic() -> Any:
    """The bar of tqdm that fits: a widget in a notebook, a line in a terminal."""
    try:
        from tqdm.auto import tqdm
    except ImportError as fault:
        raise ImportError("progress=True needs tqdm: pip install kosolver[progress]") from fault
    return tqdm
