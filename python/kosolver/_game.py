"""One game: solved, played, proved."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any, Callable, Iterable, List, Optional, Tuple, Union

from . import _kosolver
from ._progress import Listener, Progress, listening
from ._results import (
    Candidate,
    Certificate,
    Game,
    Line,
    Opening,
    Score,
    Solution,
    Value,
    Verified,
    drawing,
    frame,
    opening_row,
)
from ._rule import Rule, Rules

Moves = Union[str, Iterable[str]]


def named(rules: Rules, ko: Optional[Rules]) -> str:
    """The text of rules, of which the caller gives one or the other."""
    if ko is None:
        return str(rules)
    return str(ko) if isinstance(ko, Rule) else f"ko={ko}"


def listed(moves: Moves) -> List[str]:
    """Moves as a list: ``"B2 A1"`` is two."""
    return moves.split() if isinstance(moves, str) else list(moves)


def start(
    board: object, rules: Rules, ko: Optional[Rules], position: Optional[str], to_play: str, moves: Moves
) -> Tuple[str, str, Optional[str], str, List[str]]:
    """A start as the native part reads it."""
    return str(board), named(rules, ko), position, to_play, listed(moves)


def solve(
    board: object,
    rules: Rules = "psk",
    *,
    ko: Optional[Rules] = None,
    position: Optional[str] = None,
    to_play: str = "black",
    moves: Moves = (),
    openings: bool = True,
    line: bool = True,
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Solution:
    """The exact value of a position, of every move there, and a line of perfect play.

    ``rules`` is a ruleset by its name or as text, or a :class:`Rule`; ``ko`` names a ko rule alone instead. ``position`` has
    rows from the top, as ``"X.O/.../..."``; without one the board is empty. ``moves`` made from there
    count as history. Without ``openings`` or ``line`` it takes less time.

    The work may take ``time`` seconds, ``memory`` bytes and ``nodes`` visited states; if that is too
    little, it raises :class:`OutOfBudget`. No value depends on these, nor on the number of ``threads``.
    ``progress`` is called with the number of states that have been visited, and None, many times a
    second; it may also be ``tqdm`` or True, as for :func:`table`.

    >>> kosolver.solve("2x2", "psk").openings[-1]
    Opening(pass -1)
    """
    asked = start(board, rules, ko, position, to_play, moves)
    with listening(progress) as listener:
        limits = (time, memory, nodes, threads, listener)
        record, _ = _kosolver.solve(asked, limits, openings, line, False)
    before = play(board, moves, rules, ko=ko, position=position, to_play=to_play)
    return Solution.of(json.loads(record), before.rules, tuple(listed(moves)), before.position)


def certify(
    board: object,
    rules: Rules = "psk",
    *,
    ko: Optional[Rules] = None,
    position: Optional[str] = None,
    to_play: str = "black",
    moves: Moves = (),
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Certificate:
    """A proof of the value of a position, which :func:`verify` checks without a search.

    >>> print(kosolver.certify("1x2", "psk").verify())
    1x2, ko=psk suicide=forbidden scoring=area komi=0, from .. with black to play: value 0, proved by 16 lemmas
    """
    asked = start(board, rules, ko, position, to_play, moves)
    with listening(progress) as listener:
        _, proof = _kosolver.solve(asked, (time, memory, nodes, threads, listener), False, False, True)
    return Certificate(proof)


def verify(
    certificate: Union[str, os.PathLike, bytes, Certificate], *, memory: int = 1 << 30
) -> Verified:
    """Checks a certificate: a file, its bytes, or what :func:`certify` returned.

    Raises :class:`Rejected` with the first thing that is wrong, and :class:`OutOfBudget` if checking it
    takes more than ``memory`` bytes.
    """
    if isinstance(certificate, Certificate):
        return certificate.verify(memory=memory)
    data = certificate if isinstance(certificate, bytes) else Path(certificate).read_bytes()
    return Certificate(data).verify(memory=memory)


def play(
    board: object,
    moves: Moves,
    rules: Rules = "psk",
    *,
    ko: Optional[Rules] = None,
    position: Optional[str] = None,
    to_play: str = "black",
) -> Game:
    """A game before the referee. Raises :class:`IllegalMove` with the reason if a move is illegal.

    >>> kosolver.play("1x2", "A1 B1", "psk").candidates[0].illegal
    'black A1 is prohibited by positional superko: the position X. has occurred before, by move 1'
    """
    return Game.of(json.loads(_kosolver.play(start(board, rules, ko, position, to_play, moves))))


def sgf(
    board: object,
    rules: Rules = "psk",
    *,
    ko: Optional[Rules] = None,
    position: Optional[str] = None,
    to_play: str = "black",
    moves: Moves = (),
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> str:
    """A game tree in SGF: a variation for each first move, each with best play after it."""
    asked = start(board, rules, ko, position, to_play, moves)
    with listening(progress) as listener:
        return _kosolver.sgf(asked, (time, memory, nodes, threads, listener))


class Session:
    """A game that is played and asked about.

    Its history counts: a ko rule may prohibit a move because of it. The session keeps what it has
    found, so the next question takes less time. The limits hold for each question. Threads may share
    a session: while it answers one, the others wait.

    >>> game = kosolver.Session("2x2", "psk")
    >>> game.play("A1")
    >>> game.value()
    Value(1)
    >>> game.values()
    (Opening(A2 4), Opening(B2 1*), Opening(B1 4), Opening(pass 4))
    """

    def __init__(
        self,
        board: object,
        rules: Rules = "psk",
        *,
        ko: Optional[Rules] = None,
        position: Optional[str] = None,
        to_play: str = "black",
        moves: Moves = (),
        time: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 1,
        progress: Progress = None,
    ) -> None:
        self._asked = start(board, rules, ko, position, to_play, moves)
        self._progress = progress
        self._lock = threading.RLock()
        self._listener: Optional[Listener] = None
        limits = (time, memory, nodes, threads, None if progress is None else self._tell)
        self._native = _kosolver.Session(self._asked, limits)

    def _tell(self, done: int, total: Optional[int]) -> None:
        if self._listener is not None:
            self._listener(done, total)

    def _ask(self, question: Callable[..., Any], *about: Any) -> Any:
        """What the native part answers, one thread at a time."""
        with self._lock:
            return question(*about)

    def _work(self, question: Callable[..., Any], *about: Any) -> Any:
        """The same for long work, whose progress is told."""
        with self._lock, listening(self._progress) as self._listener:
            return question(*about)

    def __repr__(self) -> str:
        game = self.game()
        return f"<Session {game.board} {game.rules!r}: {game.position}, {game.to_play} to play>"

    def game(self) -> Game:
        """The game as it stands: its moves, position, legal moves, and its score if it is over."""
        return Game.of(json.loads(self._ask(self._native.state)))

    @property
    def position(self) -> str:
        """What stands on the board: rows from the top."""
        return self.game().position

    @property
    def to_play(self) -> str:
        """Who is to move: ``black`` or ``white``."""
        return self.game().to_play

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game().over

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves so far."""
        return tuple(made.move for made in self.game().moves)

    def legal(self) -> Tuple[str, ...]:
        """The legal moves."""
        return self.game().legal

    def candidates(self) -> Tuple[Candidate, ...]:
        """The empty points and the pass, each with the reason if it is illegal."""
        return self.game().candidates

    def play(self, *moves: str) -> None:
        """Makes moves: ``play("B2")``, ``play("B2", "A1")`` or ``play("B2 A1")``.

        Raises :class:`IllegalMove` if one is illegal; then none has been made.
        """
        self._ask(self._native.play, [name for move in moves for name in move.split()])

    def undo(self) -> Optional[str]:
        """Takes the last move back, and returns it; None if there is none."""
        return self._ask(self._native.undo)

    def restart(self, position: Optional[str] = None, to_play: str = "black") -> None:
        """Begins again at a position. What was found is kept."""
        board, rules, *_ = self._asked
        self._ask(self._native.restart, (board, rules, position, to_play, []))

    def _solve(self, openings: bool, line: bool) -> Any:
        return json.loads(self._work(self._native.solve, openings, line))

    def value(self) -> Value:
        """The value of the game as it stands."""
        return Value.of(self._solve(False, False)["value"])

    def values(self) -> Tuple[Opening, ...]:
        """The legal moves with their values."""
        return tuple(Opening.of(opening) for opening in self._solve(True, False)["openings"])

    def best_line(self) -> Line:
        """One line of perfect play from here on."""
        answer = self._solve(False, True)
        return Line(tuple(answer["variation"]), answer["repeats_after"])

    def certificate(self) -> Certificate:
        """A proof of the value as the game stands, its history included."""
        return Certificate(self._work(self._native.certificate))

    def score(self) -> Optional[Score]:
        """Black's score if the game is over."""
        return self.game().score

    def to_frame(self) -> Any:
        """The legal moves with their values as a DataFrame of pandas."""
        return frame(map(opening_row, self.values()), index="move")

    def _repr_svg_(self) -> str:
        # Drawing must not begin a long search: the values are what values() gives.
        game = self.game()
        return drawing(game.board, game.position)
