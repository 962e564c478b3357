"""What is asked about: boards, rules, positions and moves, as callers name them."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple, Union

from . import _kosolver
from ._arguments import refused, text
from ._results import Board, Ruleset
from ._rule import KoRule, Rule, Rules

#: Moves as a text or a list; a :class:`Line` is one.
Moves = Union[str, Iterable[str]]
BoardName = Union[str, Board]
#: One or several.
Boards = Union[BoardName, Iterable[BoardName]]
Rulesets = Union[Rules, Iterable[Rules]]
KoRules = Union[KoRule, Iterable[KoRule]]

BOARD = "a board as text, such as '3x3', or a Board"
RULES = "the name of a ruleset or of a ko rule, its text, a Rule, or a Ruleset"
KO = "the name of a ko rule, its text, or a Rule"
MOVES = "points and passes, as 'B2 A1 pass', as a list of such texts or as a Line"


class Default(str):
    """A name that stands where the caller gives none. It shows as that name, and is told by what it is."""


#: The rules if neither ``rules`` nor ``ko`` is given.
PSK = Default("psk")


def called(name: str, value: object, kinds: Tuple[type, ...], accepted: str) -> str:
    """The text of what has a name: None and what only looks like a name have none."""
    if not isinstance(value, (str, *kinds)):
        raise refused(name, value, accepted)
    return str(value)


def board_named(board: object, name: str = "board") -> str:
    """The text of a board."""
    return called(name, board, (Board,), BOARD)


def rules_named(rules: object, name: str = "rules") -> str:
    """The text of a ruleset."""
    return called(name, rules, (Rule, Ruleset), RULES)


def ko_named(ko: object, name: str = "ko") -> str:
    """The text of a ko rule."""
    return called(name, ko, (Rule,), KO)


def named(rules: object, ko: Optional[KoRule]) -> str:
    """The text of rules, of which the caller gives one or the other."""
    if ko is None:
        return rules_named(rules)
    if rules is not PSK:
        raise _kosolver.Error("give rules or ko, not both")
    return ko_named(ko) if isinstance(ko, Rule) else f"ko={ko_named(ko)}"


def several(names: Any, argument: str) -> List[str]:
    """The texts of one or several ``boards``, ``rules`` or ``ko``; a text alone is one name."""
    read = {"boards": board_named, "rules": rules_named, "ko": ko_named}[argument]
    if isinstance(names, (str, Rule, Ruleset, Board)):
        return [read(names, argument)]
    return [read(name, f"{argument}[{index}]") for index, name in enumerate(each(names, argument))]


def each(names: Any, argument: str) -> List[Any]:
    """One or several names as a list: what can be read once is read once."""
    if isinstance(names, (str, Rule, Ruleset, Board)):
        return [names]
    try:
        return list(names)
    except TypeError:
        raise refused(argument, names, "a name, or a list of names") from None


def chosen(rules: Optional[Rulesets], ko: Optional[KoRules]) -> Tuple[Optional[List[str]], bool]:
    """The texts of several rules if any are given, and whether they are ko rules alone."""
    if rules is not None and ko is not None:
        raise _kosolver.Error("give rules or ko, not both")
    if rules is not None:
        return several(rules, "rules"), False
    return (None if ko is None else several(ko, "ko")), True


def listed(moves: Moves) -> List[str]:
    """Moves as a list: ``"B2 A1"`` is two, by itself and in a list."""
    if isinstance(moves, str):
        return moves.split()
    try:
        made = list(moves)
    except TypeError:
        raise refused("moves", moves, MOVES) from None
    return [name for index, move in enumerate(made) for name in text(f"moves[{index}]", move, MOVES).split()]


def positioned(position: Optional[str]) -> Optional[str]:
    """A position, or None for the empty board."""
    accepted = "the rows of a position from the top, such as 'X.O/.../...', or None for the empty board"
    return None if position is None else text("position", position, accepted)


def start(
    board: object, rules: object, ko: Optional[KoRule], position: Optional[str], to_play: str, moves: Moves
) -> Tuple[str, str, Optional[str], str, List[str]]:
    """A start as the native part reads it."""
    return (
        board_named(board),
        named(rules, ko),
        positioned(position),
        text("to_play", to_play, "'black' or 'white'"),
        listed(moves),
    )
