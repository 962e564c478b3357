"""One game: solved, played, proved."""

from __future__ import annotations

import json
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Union

from . import _kosolver
from ._arguments import LONGEST_CERTIFICATE, content, flag, limits
from ._progress import Listener, Progress, listening, teller
from ._results import (
    Candidate,
    Certificate,
    Colour,
    Game,
    Line,
    Opening,
    Score,
    Solution,
    Value,
    Verified,
    checked_score,
    drawing,
    frame,
    opening_row,
)
from ._rule import KoRule, Rules
from ._start import PSK, BoardName, Moves, listed, start

if TYPE_CHECKING:
    import pandas

CERTIFICATE = "the path of a file, its bytes, or a Certificate"


def solve(
    board: BoardName,
    rules: Rules = PSK,
    *,
    ko: Optional[KoRule] = None,
    position: Optional[str] = None,
    to_play: Colour = "black",
    moves: Moves = (),
    openings: bool = True,
    line: bool = True,
    guess: Union[Score, Value, None] = None,
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Solution:
    """The exact value of a position, of every move there, and a line of perfect play.

    ``rules`` is a ruleset by its name or as text, or a :class:`Rule`; ``ko`` names a ko rule alone instead. ``position`` has
    rows from the top, as ``"X.O/.../..."``; without one the board is empty. ``moves`` made from there
    count as history. Without ``openings`` or ``line`` it takes less time, and with a ``guess`` that is
    the value, or near it.

    The work may take ``time`` seconds, ``memory`` bytes and ``nodes`` visited states; if that is too
    little, it raises :class:`OutOfBudget`. No value depends on these, nor on the number of ``threads``.
    ``progress`` is called with the number of states that have been visited, and None, many times a
    second; it may also be ``tqdm`` or True, as for :func:`table`.

    >>> kosolver.solve("2x2", "psk").openings[-1]
    Opening(pass -1)
    """
    asked = start(board, rules, ko, position, to_play, moves)
    within = limits(time, memory, nodes, threads)
    wanted = (flag("openings", openings), flag("line", line))
    with listening(progress) as listener:
        record, _ = _kosolver.solve(asked, (*within, listener), *wanted, False, guessed(guess))
    return Solution.of(json.loads(record), Game.of(json.loads(_kosolver.play(asked))))


def guessed(guess: Any) -> Optional[str]:
    """The text of a guess."""
    known = guess.score if isinstance(guess, Value) and guess.score is not None else guess
    checked_score("guess", known)
    return None if known is None else str(known)


def certify(
    board: BoardName,
    rules: Rules = PSK,
    *,
    ko: Optional[KoRule] = None,
    position: Optional[str] = None,
    to_play: Colour = "black",
    moves: Moves = (),
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Certificate:
    """A proof of the value of a position, which :func:`verify` checks without a search.

    >>> print(kosolver.certify("1x2", "psk").verify())
    1x2, ko=psk suicide=forbidden scoring=area komi=0, from .. with black to play: value 0, proved by 7 lemmas
    """
    asked = start(board, rules, ko, position, to_play, moves)
    within = limits(time, memory, nodes, threads)
    with listening(progress) as listener:
        _, proof = _kosolver.solve(asked, (*within, listener), False, False, True, None)
    return Certificate(proof)


def verify(
    certificate: Union[str, os.PathLike[str], bytes, Certificate], *, memory: int = 1 << 30
) -> Verified:
    """Checks a certificate: a file of at most 16 GiB, its bytes, or what :func:`certify` returned.

    Raises :class:`Rejected` with the first thing that is wrong, and :class:`OutOfBudget` if checking it
    takes more than ``memory`` bytes.
    """
    if isinstance(certificate, Certificate):
        return certificate.verify(memory=memory)
    if not isinstance(certificate, bytes):
        certificate = content("certificate", certificate, LONGEST_CERTIFICATE, CERTIFICATE)
    return Certificate(certificate).verify(memory=memory)


def play(
    board: BoardName,
    moves: Moves,
    rules: Rules = PSK,
    *,
    ko: Optional[KoRule] = None,
    position: Optional[str] = None,
    to_play: Colour = "black",
) -> Game:
    """A game before the referee. Raises :class:`IllegalMove` with the reason if a move is illegal.

    >>> kosolver.play("1x2", "A1 B1", "psk").candidates[0].illegal
    'black A1 is prohibited by positional superko: the position X. has occurred before, by move 1'
    """
    return Game.of(json.loads(_kosolver.play(start(board, rules, ko, position, to_play, moves))))


def sgf(
    board: BoardName,
    rules: Rules = PSK,
    *,
    ko: Optional[KoRule] = None,
    position: Optional[str] = None,
    to_play: Colour = "black",
    moves: Moves = (),
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> str:
    """A game tree in SGF: a variation for each first move, each with best play after it."""
    asked = start(board, rules, ko, position, to_play, moves)
    within = limits(time, memory, nodes, threads)
    with listening(progress) as listener:
        return _kosolver.sgf(asked, (*within, listener))


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
        board: BoardName,
        rules: Rules = PSK,
        *,
        ko: Optional[KoRule] = None,
        position: Optional[str] = None,
        to_play: Colour = "black",
        moves: Moves = (),
        time: Optional[float] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
        threads: int = 1,
        progress: Progress = None,
    ) -> None:
        asked = start(board, rules, ko, position, to_play, moves)
        self._begin(asked, limits(time, memory, nodes, threads), teller(progress))

    def _begin(self, asked: Any, within: Any, progress: Progress) -> None:
        self._asked, self._limits, self._progress = asked, within, progress
        self._lock = threading.RLock()
        self._listener: Optional[Listener] = None
        self._native = _kosolver.Session(asked, (*within, None if progress is None else self._tell))

    def __getstate__(self) -> Tuple[Any, Any, Progress]:
        """The game as it stands, with its limits: all but what was found."""
        game = self.game()
        moves = [made.move for made in game.moves]
        return (*self._asked[:2], game.start, game.first, moves), self._limits, self._progress

    def __setstate__(self, state: Tuple[Any, Any, Progress]) -> None:
        self._begin(*state)

    def copy(self) -> Session:
        """Another session with the same game and limits, which goes on by itself.

        It finds anew what this one has found. ``copy.copy`` and ``copy.deepcopy`` do the same, and
        ``pickle`` if it can write what ``progress`` is.

        >>> game = kosolver.Session("2x2", "psk", moves="A1")
        >>> other = game.copy()
        >>> other.play("B2")
        >>> game.moves, other.moves
        (('A1',), ('A1', 'B2'))
        """
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Dict[int, Any]) -> Session:
        # Who is told of progress is told by both.
        return self.copy()

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
    def to_play(self) -> Colour:
        """Who is to move: ``black`` or ``white``."""
        return self.game().to_play

    @property
    def start(self) -> str:
        """The start position, on which the moves were made."""
        return self.game().start

    @property
    def first(self) -> Colour:
        """Who was to move there."""
        return self.game().first

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

    def key(self) -> bytes:
        """The state of the game: two states of a session have the same key if the same can follow."""
        return self._ask(self._native.key)

    def play(self, *moves: Moves) -> None:
        """Makes moves: ``play("B2")``, ``play("B2", "A1")``, ``play("B2 A1")`` or ``play(game.best_line())``.

        Raises :class:`IllegalMove` if one is illegal; then none has been made.
        """
        self._ask(self._native.play, [name for several in moves for name in listed(several)])

    def undo(self) -> Optional[str]:
        """Takes the last move back, and returns it; None if there is none."""
        return self._ask(self._native.undo)

    def restart(self, position: Optional[str] = None, to_play: Colour = "black") -> None:
        """Begins again at a position. What was found is kept."""
        board, rules, *_ = self._asked
        self._ask(self._native.restart, start(board, rules, None, position, to_play, ()))

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

    def to_frame(self) -> pandas.DataFrame:
        """The legal moves with their values as a DataFrame of pandas."""
        return frame(map(opening_row, self.values()), index="move")

    def _repr_svg_(self) -> str:
        # Drawing must not begin a long search: the values are what values() gives.
        game = self.game()
        return drawing(game.board, game.position)
