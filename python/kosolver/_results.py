"""What the module answers: frozen dataclasses, made from the JSON that docs/json.md describes."""

from __future__ import annotations

import html
import json
import math
import operator
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Integral, Number
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, Literal, Optional, Tuple, Union, get_args

from . import _kosolver
from ._arguments import path as path_of
from ._arguments import BYTES, refused, whole

if TYPE_CHECKING:
    import pandas

Score = Union[int, Fraction]
Colour = Literal["black", "white"]
#: How a value can be.
Result = Literal["score", "no-result", "first-player-wins", "first-player-loses", "unsolved"]
#: Why a move is illegal.
Ban = Literal["history", "basic-ko", "suicide", "no-pass", "end", "point", "rule"]
#: What sets two rules apart.
Event = Literal["prohibited", "over", "scores", "endless"]
SCORE = "a score: a whole number or a Fraction"
#: The columns of frames that are numbers.
NUMBERS = {"value", "score", "lower", "upper", "starts", "differ", "total", "largest"}


def score(value: Any) -> Optional[Score]:
    """A score as JSON has it: a whole number, a fraction as text, or nothing."""
    if value is None or isinstance(value, int):
        return value
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


def checked_score(name: str, value: object) -> None:
    """Refuses what is neither a score nor nothing."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, Fraction))):
        raise refused(name, value, SCORE)


def frame(rows: Iterable[Dict[str, Any]], index: Optional[str] = None) -> pandas.DataFrame:
    """A DataFrame of pandas, which is imported only here."""
    try:
        import pandas
    except ImportError as fault:
        raise ImportError("to_frame() needs pandas: pip install pandas") from fault
    table = pandas.DataFrame(list(rows))
    for name in table.columns:
        if name in NUMBERS:
            # Whole numbers stay whole beside what is missing. Fractions are exact objects.
            entries = [math.nan if entry is None else entry for entry in table[name]]
            exact = any(isinstance(entry, Fraction) for entry in entries)
            table[name] = pandas.Series(entries, dtype="object" if exact else "Int64")
    return table if index is None or table.empty else table.set_index(index)


def columned(rows: Iterable[Iterable[object]]) -> str:
    """Rows of words as a text: the first column to the left, the others to the right."""
    words = [[str(word) for word in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*words)]
    lines = []
    for first, *others in words:
        cells = [first.ljust(widths[0]), *(word.rjust(width) for word, width in zip(others, widths[1:]))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


@dataclass(frozen=True, repr=False, eq=False)
class Value:
    """An exact value. Where it is a score it compares, calculates and formats as that number, exactly.

    >>> value = kosolver.solve("2x2", "ko=psk komi=1/2").value
    >>> value < 3, value + 1, value / 2, round(value), f"{value:.2f}"
    (True, Fraction(3, 2), Fraction(1, 4), 0, '0.50')

    No result and a win are no numbers: they equal their like alone, and have no order. ``worth`` is a
    number for them too, and :meth:`differs` says whether two rules differ.
    """

    #: ``score``, ``no-result``, ``first-player-wins``, ``first-player-loses``, or ``unsolved``.
    result: Result
    #: Black's score; None if there is no result, and where only winning counts.
    score: Optional[Score] = None
    #: Where only winning counts: ``black`` or ``white``.
    winner: Optional[Colour] = None
    #: Where play can go on for ever: what Black can force if endless play is the worst for him.
    lower: Optional[Score] = None
    #: The same if endless play is the best for him.
    upper: Optional[Score] = None
    #: Who cannot force the game to end: his bound is none.
    cannot_end: Tuple[Colour, ...] = ()

    def __post_init__(self) -> None:
        if self.result not in get_args(Result):
            raise refused("result", self.result, f"one of {', '.join(get_args(Result))}")
        for name in ("score", "lower", "upper"):
            checked_score(name, getattr(self, name))
        wins = self.result.startswith("first-player")
        if (self.score is not None) != (self.result == "score"):
            raise refused("score", self.score, f"{SCORE}, where the result is a score, and nowhere else")
        if self.winner not in (("black", "white") if wins else (None,)):
            raise refused("winner", self.winner, "'black' or 'white' where the first player wins or loses, and nowhere else")

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Value:
        """The value in a record of JSON."""
        return cls(
            result=record["result"],
            score=score(record.get("score")),
            winner=record.get("winner"),
            lower=score(record.get("lower")),
            upper=score(record.get("upper")),
            cannot_end=tuple(record.get("cannot_end", ())),
        )

    def __str__(self) -> str:
        """A score, ``NR`` for no result, who wins, or ``?`` if it is not known."""
        if self.winner is not None:
            return f"{self.winner} wins"
        if self.score is not None:
            return str(self.score)
        return "?" if self.result == "unsolved" else "NR"

    def __repr__(self) -> str:
        return f"Value({self})"

    @property
    def no_result(self) -> bool:
        """Whether perfect play goes on for ever."""
        return self.result == "no-result"

    @property
    def worth(self) -> Score:
        """What it counts as: its score; 0 if there is no result; a win is 1 for Black and -1 for White."""
        if self.result == "unsolved":
            raise TypeError(f"{self!r} is not known")
        if self.winner is not None:
            return 1 if self.winner == "black" else -1
        return self.score or 0

    def differs(self, other: Value) -> bool:
        """Whether two rules with these values differ, as :func:`compare` counts it: no result counts as 0.

        Where one knows only winning and losing, the question is who wins. ``==`` asks for the same
        answer instead: no result is not 0.

        >>> endless, even = (kosolver.solve("1x5", ko=ko).value for ko in ("basic", "psk"))
        >>> endless, even, endless == even, endless.differs(even)
        (Value(NR), Value(0), False, False)
        """
        one, two = self.worth, other.worth
        if self.winner is None and other.winner is None:
            return one != two
        return (one > 0, one < 0) != (two > 0, two < 0)

    def _key(self) -> Any:
        """What decides whether two values are equal: the score alone if there is one."""
        if self.score is not None:
            return self.score
        return (self.result, self.winner, self.lower, self.upper, self.cannot_end)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return self._key() == other._key()
        return self.score == other if isinstance(other, Number) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __bool__(self) -> bool:
        """False for 0 alone, as of numbers."""
        return self.score != 0

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        """What an operation makes of this and another number, which Python asks if it is none."""
        if not isinstance(other, (Value, Number)):
            return NotImplemented
        found = operation(number(self), number(other))
        # What is whole is written so.
        return found.numerator if isinstance(found, Fraction) and found.denominator == 1 else found

    def __lt__(self, other: Summand) -> bool:
        return self._with(other, operator.lt)

    def __le__(self, other: Summand) -> bool:
        return self._with(other, operator.le)

    def __gt__(self, other: Summand) -> bool:
        return self._with(other, operator.gt)

    def __ge__(self, other: Summand) -> bool:
        return self._with(other, operator.ge)

    def __add__(self, other: Summand) -> Any:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Summand) -> Any:
        return self._with(other, operator.sub)

    def __rsub__(self, other: Summand) -> Any:
        return self._with(other, lambda one, two: two - one)

    def __mul__(self, other: Summand) -> Any:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Summand) -> Any:
        return self._with(other, quotient)

    def __rtruediv__(self, other: Summand) -> Any:
        return self._with(other, lambda one, two: quotient(two, one))

    def __round__(self, digits: Optional[int] = None) -> Score:
        return round(number(self), digits)

    def __neg__(self) -> Score:
        return -number(self)

    def __abs__(self) -> Score:
        return abs(number(self))

    def __int__(self) -> int:
        return int(number(self))

    def __float__(self) -> float:
        return float(number(self))

    def __format__(self, form: str) -> str:
        # Python formats fractions from 3.12 on alone.
        if isinstance(self.score, Fraction) and form.endswith(tuple("eEfFgG%")):
            return format(float(self.score), form)
        return format(self.score if isinstance(self.score, int) else str(self), form)


#: What a value is compared with and calculates with.
Summand = Union[Value, Score, float]


def number(value: Any) -> Any:
    """A score as a number; any other number as it is."""
    if not isinstance(value, Value):
        return int(value) if isinstance(value, Integral) else value
    if value.score is None:
        raise TypeError(f"{value!r} is not a number: it has no score")
    return value.score


def quotient(one: Any, two: Any) -> Any:
    """A quotient, which is exact if both are."""
    return one / (Fraction(two) if isinstance(two, int) else two)


@dataclass(frozen=True, repr=False)
class Opening:
    """A move with its value."""

    move: str
    value: Value
    #: Whether it keeps the value of the position.
    best: bool

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Opening:
        """The move in a record of JSON."""
        return cls(record["move"], Value.of(record), record["best"])

    def __repr__(self) -> str:
        return f"Opening({self.move} {self.value}{'*' if self.best else ''})"


@dataclass(frozen=True, repr=False)
class Line:
    """Best play of both players."""

    moves: Tuple[str, ...]
    #: If play goes on for ever: the number of moves after which the position first stood that now
    #: stands again.
    repeats_after: Optional[int] = None

    def __iter__(self) -> Iterator[str]:
        """Its moves, so that it can be played."""
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        again = "" if self.repeats_after is None else f" … and again from move {self.repeats_after + 1}"
        return " ".join(self.moves) + again

    def __repr__(self) -> str:
        return f"Line({str(self)!r})"


@dataclass(frozen=True)
class Ruleset:
    """A ruleset in full."""

    name: str
    title: str
    source: str
    notes: str
    #: The ruleset as text, as functions of this module read it.
    text: str
    ko: str
    #: What the ko rule prohibits, in words.
    prohibition: str
    #: How a game ends, in words.
    end: str
    suicide: str
    scoring: str
    komi: Score
    #: What is counted, in sentences.
    counting: str
    #: The ko rule as a text, if it is made from one.
    ko_text: Optional[str]
    #: The rules as published results have them.
    record: Dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Ruleset:
        """The ruleset in a record of JSON."""
        rules = record["rules"]
        return cls(
            **{key: record[key] for key in ("name", "title", "source", "notes", "text", "counting", "ko_text")},
            record=rules,
            **{key: rules[key] for key in ("ko", "prohibition", "end", "suicide", "scoring")},
            komi=score(rules["komi"]) or 0,
        )

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Board:
    """The points of a board, and which are adjacent."""

    text: str
    #: None where a board has no rows and columns.
    rows: Optional[int]
    columns: Optional[int]
    #: In the order of the text of a position.
    points: Tuple[str, ...]
    edges: Tuple[Tuple[str, str], ...]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Board:
        """The board in a record of JSON."""
        return cls(
            text=record["board"],
            rows=record["rows"],
            columns=record["columns"],
            points=tuple(record["points"]),
            edges=tuple((one, other) for one, other in record["edges"]),
        )

    @property
    def empty(self) -> str:
        """The position without stones."""
        if self.rows is None or self.columns is None:
            return "." * len(self.points)
        return "/".join(["." * self.columns] * self.rows)

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return drawing(self.text, self.empty)


@dataclass(frozen=True)
class Certificate:
    """A proof of a value, as the bytes of its file."""

    data: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.data, bytes):
            raise refused("data", self.data, "the bytes of a certificate")

    def save(self, path: Union[str, Path]) -> None:
        """Writes it to a file, which is whole at any moment. What is there must be a file that may be written."""
        _kosolver.write(path_of("path", path), self.data)

    def verify(self, *, memory: int = 1 << 30) -> Verified:
        """Checks it, in at most ``memory`` bytes."""
        return Verified.of(json.loads(_kosolver.verify(self.data, whole("memory", memory, BYTES))))


@dataclass(frozen=True)
class Verified:
    """What a certificate proves."""

    board: str
    rules: str
    #: The start position, and who moved first.
    start: str
    first: Colour
    #: The moves made since; the value is that of the game after them.
    moves: Tuple[str, ...]
    score: Optional[Score]
    winner: Optional[Colour]
    lower: Optional[Score]
    upper: Optional[Score]
    #: How many small proved statements it takes.
    lemmas: int
    sentence: str = field(repr=False)

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Verified:
        """What a record of JSON says."""
        return cls(
            board=record["board"],
            rules=record["text"],
            start=record["position"],
            first=record["to_play"],
            moves=tuple(record["moves"]),
            score=score(record.get("score")),
            winner=record.get("winner"),
            lower=score(record.get("lower")),
            upper=score(record.get("upper")),
            lemmas=record["lemmas"],
            sentence=record["sentence"],
        )

    def __str__(self) -> str:
        return self.sentence


def drawing(board: str, position: str, openings: Iterable[Opening] = ()) -> str:
    """A board as SVG, with what moves are worth."""
    records = [
        {"move": opening.move, "best": opening.best, **value_record(opening.value)} for opening in openings
    ]
    return _kosolver.drawn(board, position, json.dumps(records))


def value_record(value: Value) -> Dict[str, Any]:
    """A value as JSON has it."""
    record: Dict[str, Any] = {"result": value.result, "cannot_end": list(value.cannot_end)}
    for key in ("score", "lower", "upper"):
        number = getattr(value, key)
        if number is not None:
            record[key] = number if isinstance(number, int) else str(number)
    if value.winner is not None:
        record["winner"] = value.winner
    return record


@dataclass(frozen=True)
class Solution:
    """A solved position."""

    board: str
    #: The ruleset as text.
    rules: str
    #: The start position, and who moved first.
    start: str
    first: Colour
    #: The moves made from there before the question; they count as history.
    moves: Tuple[str, ...]
    #: What stands on the board after them, and who is to move.
    position: str
    to_play: Colour
    value: Value
    #: The moves with their values; empty if they were not asked for.
    openings: Tuple[Opening, ...]
    #: One line of perfect play.
    line: Line
    #: The komi at which the game is even: a number, the two ends of a range (None is no limit), an
    #: empty tuple if no komi is fair, or None if none is computed.
    fair_komi: Union[Score, Tuple[Optional[Score], ...], None]
    #: States of the game that were visited.
    nodes: int

    @classmethod
    def of(cls, record: Dict[str, Any], game: Game) -> Solution:
        """The solution in a record of JSON, which is of this game."""
        komi = record.get("fair_komi")
        return cls(
            board=game.board,
            rules=game.rules,
            start=game.start,
            first=game.first,
            moves=tuple(made.move for made in game.moves),
            position=game.position,
            to_play=game.to_play,
            value=Value.of(record),
            openings=tuple(Opening.of(opening) for opening in record["openings"]),
            line=Line(tuple(record["principal_variation"]), record.get("repeats_after")),
            fair_komi=tuple(score(end) for end in komi) if isinstance(komi, list) else score(komi),
            nodes=record["searched"]["nodes"],
        )

    @property
    def best(self) -> Tuple[str, ...]:
        """The moves that keep the value."""
        return tuple(opening.move for opening in self.openings if opening.best)

    def to_frame(self) -> pandas.DataFrame:
        """The moves as a DataFrame of pandas."""
        return frame(map(opening_row, self.openings), index="move")

    def _repr_svg_(self) -> str:
        return drawing(self.board, self.position, self.openings)


def opening_row(opening: Opening) -> Dict[str, Any]:
    """A move as a row of a frame."""
    value = opening.value
    return {
        "move": opening.move,
        **value_row(value),
        "best": opening.best,
    }


def value_row(value: Value) -> Dict[str, Any]:
    """The columns of a value in a frame: the number, if it is one, and the text that is shown."""
    return {"value": value.score, "text": str(value), "score": value.score, "winner": value.winner}


@dataclass(frozen=True)
class Made:
    """A move of a game."""

    number: int
    player: Colour
    move: str
    #: What stands on the board after it.
    position: str


@dataclass(frozen=True)
class Candidate:
    """A move that somebody might make."""

    move: str
    #: Why it is illegal; None if it is legal.
    illegal: Optional[str]
    #: The same in a word.
    by: Optional[Ban] = None
    #: If it is by the history: the number of the move that prohibited it, 0 of the start.
    since: Optional[int] = None


@dataclass(frozen=True)
class Game:
    """A game as the referee has seen it."""

    board: str
    #: The ruleset as text.
    rules: str
    #: The start position, and who moved first.
    start: str
    first: Colour
    moves: Tuple[Made, ...]
    position: str
    to_play: Colour
    #: Consecutive passes just made, as far as the rules count them, and the point that basic ko bans.
    passes: int
    ban: Optional[str]
    over: bool
    #: If it is over: Black's score, or who has won.
    score: Optional[Score]
    winner: Optional[Colour]
    #: The empty points and the pass, each with the reason if it is illegal.
    candidates: Tuple[Candidate, ...] = field(repr=False)

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Game:
        """The game in a record of JSON."""
        moves = (Made(m["number"], m["player"], m["move"], m["position"]) for m in record["moves"])
        return cls(
            board=record["board"],
            rules=record["text"],
            start=record["start"],
            first=record["first"],
            moves=tuple(moves),
            position=record["position"],
            to_play=record["to_play"],
            passes=record["passes"],
            ban=record["ban"],
            over=record["over"],
            score=score(record["score"]),
            winner=record["winner"],
            candidates=tuple(Candidate(c["move"], c["illegal"], c["by"], c["since"]) for c in record["candidates"]),
        )

    @property
    def legal(self) -> Tuple[str, ...]:
        """The legal moves."""
        return tuple(candidate.move for candidate in self.candidates if candidate.illegal is None)

    def to_frame(self) -> pandas.DataFrame:
        """The moves as a DataFrame of pandas."""
        return frame((vars(made) for made in self.moves), index="number")

    def _repr_svg_(self) -> str:
        return drawing(self.board, self.position)

    def _repr_html_(self) -> str:
        boards = [("start", self.start)]
        boards += [(f"{made.number} {made.player} {made.move}", made.position) for made in self.moves]
        return gallery((caption, drawing(self.board, position)) for caption, position in boards)


def gallery(drawings: Iterable[Tuple[str, str]]) -> str:
    """Drawings side by side, each with its caption."""
    figures = "".join(
        f'<figure style="margin:0;width:10rem">{svg}<figcaption>{escaped(caption)}</figcaption></figure>'
        for caption, svg in drawings
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-end">{figures}</div>'


def escaped(text: object) -> str:
    """Text in HTML."""
    return html.escape(str(text))
