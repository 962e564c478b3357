"""Many solutions at once: tables and comparisons."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Literal, Optional, Tuple, Union, overload

from . import _kosolver
from ._arguments import flag, limits, recorded, text
from ._progress import Progress, listening
from ._results import (
    Board,
    Colour,
    Event,
    Line,
    Opening,
    Score,
    Value,
    columned,
    drawing,
    escaped,
    frame,
    gallery,
    score,
    value_row,
)
from ._start import BoardName, Boards, KoRules, Rulesets, board_named, chosen, each, positioned, several

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Cell:
    """The value of an empty board under some rules, Black to move first."""

    board: str
    #: What the rules are called: a ruleset, or a ko rule under area scoring.
    rules: str
    ko: str
    suicide: str
    value: Value
    openings: Tuple[Opening, ...]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Cell:
        """The cell in a record of JSON."""
        return cls(
            board=record["board"],
            rules=record.get("preset") or record.get("ruleset") or record["ko"],
            ko=record["ko"],
            suicide=record["suicide"],
            value=Value.of(record),
            openings=tuple(Opening.of(opening) for opening in record["openings"]),
        )

    @property
    def best(self) -> Tuple[str, ...]:
        """The moves that keep the value."""
        return tuple(opening.move for opening in self.openings if opening.best)

    def _repr_svg_(self) -> str:
        board = Board.of(json.loads(_kosolver.boards(self.board)))
        return drawing(self.board, board.empty, self.openings)


@dataclass(frozen=True)
class Table:
    """The values of empty boards under several rules."""

    title: str
    cells: Tuple[Cell, ...]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Table:
        """The table in a record of JSON."""
        return cls(record["title"], tuple(Cell.of(cell) for cell in record["cells"]))

    @property
    def boards(self) -> Tuple[str, ...]:
        """The boards, in the order of the rows."""
        return tuple(dict.fromkeys(cell.board for cell in self.cells))

    @property
    def rules(self) -> Tuple[str, ...]:
        """What the rules are called, in the order of the columns."""
        return tuple(dict.fromkeys(cell.rules for cell in self.cells))

    @overload
    def __getitem__(self, key: str) -> Dict[str, Cell]: ...
    @overload
    def __getitem__(self, key: Tuple[str, str]) -> Cell: ...
    def __getitem__(self, key: Union[str, Tuple[str, str]]) -> Union[Cell, Dict[str, Cell]]:
        """The row of a board, its cells by their rules: ``table["3x3"]``; or one: ``table["3x3", "psk"]``."""
        board, rules = key if isinstance(key, tuple) and len(key) == 2 else (key, None)
        row = {cell.rules: cell for cell in self.cells if cell.board == board}
        if not row:
            raise KeyError(f"the table has no board {board!r}; it has {', '.join(self.boards)}")
        if rules is None:
            return row
        if rules not in row:
            raise KeyError(f"the table has no rules {rules!r} for {board}; it has {', '.join(row)}")
        return row[rules]

    def __iter__(self) -> Iterator[str]:
        """The boards, as of a dictionary."""
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)

    def __str__(self) -> str:
        rows = [[board, *(self._shown(board, name) for name in self.rules)] for board in self.boards]
        return columned([["board", *self.rules], *rows])

    def _shown(self, board: str, rules: str) -> str:
        """What stands in a cell; nothing where a table that was read has none."""
        cell = self[board].get(rules)
        return "" if cell is None else str(cell.value)

    def to_frame(self) -> pandas.DataFrame:
        """The cells as a DataFrame of pandas, one row a cell."""
        return frame(
            {
                "board": cell.board,
                "rules": cell.rules,
                **value_row(cell.value),
                "result": cell.value.result,
                "lower": cell.value.lower,
                "upper": cell.value.upper,
                "best": " ".join(cell.best),
            }
            for cell in self.cells
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escaped(name)}</th>" for name in self.rules)
        rows = "".join(
            f"<tr><th>{escaped(board)}</th>"
            + "".join(f"<td>{escaped(self._shown(board, name))}</td>" for name in self.rules)
            + "</tr>"
            for board in self.boards
        )
        return f"<table><caption>{escaped(self.title)}</caption><tr><th></th>{head}</tr>{rows}</table>"


@dataclass(frozen=True)
class Separator:
    """A start on which two rules differ, and where they differ."""

    board: str = field(repr=False)
    position: str
    to_play: Colour
    #: Moves that both rules allow and on which they agree.
    line: Tuple[str, ...]
    #: What happens then.
    event: Event
    #: The move that one rule prohibits, by which rule, and why; None for other events.
    move: Optional[str]
    by: Optional[str]
    reason: Optional[str]

    @classmethod
    def of(cls, board: str, record: Optional[Dict[str, Any]]) -> Optional[Separator]:
        """The separator of a board in a record of JSON, if there is one."""
        if record is None:
            return None
        parting = record["parting"]
        return cls(
            board=board,
            position=record["position"],
            to_play=record.get("to_play", "black"),
            line=tuple(parting["line"]),
            event=parting["event"],
            move=parting.get("move"),
            by=parting.get("by"),
            reason=parting.get("reason"),
        )

    def _repr_svg_(self) -> str:
        return drawing(self.board, self.position)

    @property
    def since(self) -> Optional[int]:
        """If a move is prohibited by the history: the number of the move that did, 0 of the start."""
        if self.reason is None or "basic ko" in self.reason:
            return None
        number = self.reason.rpartition("by move ")[2]
        return int(number) if number.isdigit() else 0

    @property
    def cause(self) -> str:
        """What sets the rules apart, in a few words.

        >>> kosolver.separate("1x2", ["O."], ko=["ssk", "nssk"])[0].cause
        'a ban after a cycle of 2 moves, without a pass'
        """
        if self.event == "prohibited":
            if self.since is None:
                return "a ban of basic ko"
            cycle = self.line[self.since :]
            passes = "with passes" if "pass" in cycle else "without a pass"
            return f"a ban after a cycle of {len(cycle) + 1} moves, {passes}"
        return {
            "over": "an end of the game under one rule",
            "scores": "another score at the same end",
            "endless": "endless play",
        }[self.event]


@dataclass(frozen=True)
class Pair:
    """Two rules on all starts of a board."""

    board: str
    rules: Tuple[str, str]
    #: How many starts there are, and on how many the rules differ; no result counts as 0.
    starts: int
    differ: int
    #: The differences added up, and the largest.
    total: Score
    largest: Score
    #: The first start on which they differ: fewest stones first.
    smallest: Optional[Separator]
    #: The first of those on which they differ most.
    swing: Optional[Separator]


@dataclass(frozen=True)
class Start:
    """A start that separates some rules, with its values."""

    board: str
    position: str
    to_play: Colour
    values: Dict[str, Value]
    lines: Dict[str, Line]

    def _repr_svg_(self) -> str:
        return drawing(self.board, self.position)


@dataclass(frozen=True)
class Comparison:
    """Several rules on every start of some boards."""

    boards: Tuple[str, ...]
    rules: Tuple[str, ...]
    pairs: Tuple[Pair, ...]
    starts: Tuple[Start, ...]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Comparison:
        """The comparison in a record of JSON."""
        pairs = [
            Pair(
                board=board["board"],
                rules=(pair["rules"][0], pair["rules"][1]),
                starts=board["starts"],
                differ=pair["differ"],
                total=score(pair["sum"]) or 0,
                largest=score(pair["largest"]) or 0,
                smallest=Separator.of(board["board"], pair["smallest"]),
                swing=Separator.of(board["board"], pair["swing"]),
            )
            for board in record["boards"]
            for pair in board["pairs"]
        ]
        starts = [
            Start(
                board=board["board"],
                position=start["position"],
                to_play=start.get("to_play", "black"),
                values={name(value): Value.of(value) for value in start["values"]},
                lines={
                    name(value): Line(tuple(value["variation"]), value.get("repeats_after"))
                    for value in start["values"]
                },
            )
            for board in record["boards"]
            for start in board["separators"]
        ]
        rules = tuple(rule.get("name") or rule["ko"] for rule in record["rules"])
        boards = tuple(board["board"] for board in record["boards"])
        return cls(boards, rules, tuple(pairs), tuple(starts))

    def to_frame(self) -> pandas.DataFrame:
        """The pairs as a DataFrame of pandas, one row a pair on a board."""
        return frame(
            {
                "board": pair.board,
                "one": pair.rules[0],
                "other": pair.rules[1],
                "starts": pair.starts,
                "differ": pair.differ,
                "total": pair.total,
                "largest": pair.largest,
                "smallest": None if pair.smallest is None else pair.smallest.position,
            }
            for pair in self.pairs
        )

    def __str__(self) -> str:
        rows = [
            [pair.board, " / ".join(pair.rules), f"{pair.differ} of {pair.starts}", pair.largest]
            for pair in self.pairs
        ]
        return columned([["board", "rules", "starts that differ", "largest"], *rows])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escaped(pair.board)}</th><td>{escaped(' / '.join(pair.rules))}</td>"
            f"<td>{pair.differ} of {pair.starts}</td><td>{pair.largest}</td></tr>"
            for pair in self.pairs
        )
        head = "<tr><th>board</th><th>rules</th><th>starts that differ</th><th>largest</th></tr>"
        drawn = gallery(
            (
                f"{start.board}, {start.to_play} to play: "
                + ", ".join(f"{rule} {value}" for rule, value in start.values.items()),
                drawing(start.board, start.position),
            )
            for start in self.starts[:12]
        )
        return f"<table>{head}{rows}</table>{drawn}"


def name(record: Dict[str, Any]) -> str:
    """What the rules of a record are called."""
    return record.get("ruleset") or record["ko"]


def compare(
    boards: Optional[Boards] = None,
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    time: Optional[float] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Comparison:
    """Where rules differ, on every start of some boards, as :meth:`Value.differs` says; no result counts as 0.

    ``rules`` are rulesets by name or as text, or each a :class:`Rule`; ``ko`` names ko rules alone instead. Without names it
    takes the boards and the rules of ``kosolver compare``, which is minutes of work. ``progress`` is
    that of :func:`table`.

    >>> pair = kosolver.compare("2x3", ko=["psk", "ssk"]).pairs[0]
    >>> pair.differ, pair.smallest.position
    (3, 'OO./...')
    """
    names, kos = chosen(rules, ko)
    if names is not None and len(names) < 2:
        raise _kosolver.Error("name at least two rules to compare")
    where = None if boards is None else several(boards, "boards")
    within = limits(time, None, None, threads)
    with listening(progress) as listener:
        return Comparison.of(json.loads(_kosolver.compare(where, names, kos, (*within, listener))))


def table(
    boards: Optional[Boards] = None,
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    time: Optional[float] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Table:
    """The values of empty boards under several rules.

    Without names it takes the boards and the rules of ``kosolver table``: Kee's table. ``progress`` is
    called with the number of solutions that are found, and of all, many times a second. It may also be
    ``tqdm`` or a bar that tqdm has made; True takes the bar of ``tqdm.auto``.

    >>> print(kosolver.table(["2x2"], ko=["psk", "kee"])["2x2", "kee"].value)
    0
    """
    names, kos = chosen(rules, ko)
    where = None if boards is None else several(boards, "boards")
    within = limits(time, None, None, threads)
    with listening(progress) as listener:
        return Table.of(json.loads(_kosolver.table(where, names, kos, (*within, listener))))


def read_table(path: Union[str, os.PathLike[str]]) -> Table:
    """A table that kosolver has written as JSON, such as ``results/kee.json``."""
    return recorded(path, "a table as JSON, such as results/kee.json", Table.of)


def read_comparison(path: Union[str, os.PathLike[str]]) -> Comparison:
    """A comparison that kosolver has written as JSON, such as ``results/separators.json``."""
    return recorded(path, "a comparison as JSON, such as results/separators.json", Comparison.of)


@overload
def values(
    board: BoardName,
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    positions: Optional[Iterable[str]] = None,
    to_play: Colour = "black",
    openings: Literal[False] = False,
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Dict[str, List[Value]]: ...
@overload
def values(
    board: BoardName,
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    positions: Optional[Iterable[str]] = None,
    to_play: Colour = "black",
    openings: Literal[True],
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Dict[str, List[Optional[Tuple[Opening, ...]]]]: ...
def values(
    board: BoardName,
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    positions: Optional[Iterable[str]] = None,
    to_play: Colour = "black",
    openings: bool = False,
    time: Optional[float] = None,
    memory: Optional[int] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    progress: Progress = None,
) -> Any:
    """The values of all starts of a board, in the order of :func:`positions`, by the names of the rules.

    What is found about one start helps with the next. With ``openings`` it is the moves of each start
    with their values. ``positions`` names starts instead of all, and ``nodes`` is how many states each
    may take: of one that takes more there is an ``unsolved`` value, or None with ``openings``.
    ``threads`` work on so many rules at once.

    >>> kosolver.values("1x2", ko=["psk", "fixed"])
    {'psk': [Value(0), Value(2), Value(-2)], 'fixed': [Value(2), Value(-2), Value(2)]}
    """
    rules, ko = (None if names is None else each(names, argument) for names, argument in ((rules, "rules"), (ko, "ko")))
    where, (names, kos) = board_named(board), chosen(rules, ko)
    if names is None:
        raise _kosolver.Error("name rules, or ko rules")
    starts = None if positions is None else [positioned(position) or "" for position in positions]
    asked = (text("to_play", to_play, "'black' or 'white'"), flag("openings", openings))
    within = limits(time, memory, nodes, threads)
    with listening(progress) as listener:
        records = json.loads(_kosolver.values(where, names, kos, starts, asked, (*within, listener)))

    def solved(record: Any) -> Any:
        if openings:
            return None if record is None else tuple(map(Opening.of, record["openings"]))
        return Value("unsolved") if record is None else Value.of(record)

    called = [one if isinstance(one, str) else one.name for one in rules or ko or ()]
    return {name: [solved(record) for record in found] for name, found in zip(called, records)}


def separate(
    board: BoardName,
    positions: Iterable[str],
    rules: Optional[Rulesets] = None,
    *,
    ko: Optional[KoRules] = None,
    time: Optional[float] = None,
    progress: Progress = None,
) -> List[Optional[Separator]]:
    """Where two rules differ from these positions, with Black to move; None where they do not.

    >>> where = kosolver.separate("1x2", ["O."], ko=["ssk", "nssk"])[0]
    >>> where.line, where.move, where.by
    (('B1',), 'A1', 'ssk')
    """
    where, (names, kos) = board_named(board), chosen(rules, ko)
    starts = [positioned(position) or "" for position in positions]
    within = limits(time, None, None, 1)
    with listening(progress) as listener:
        partings = json.loads(_kosolver.separate(where, names or [], kos, starts, (*within, listener)))
    pairs = zip(starts, partings)
    return [Separator.of(where, parting and {"position": start, "parting": parting}) for start, parting in pairs]
