"""What has a name: rules, boards, positions."""

from __future__ import annotations

import json
from typing import Tuple

from . import _kosolver
from ._arguments import BYTES, whole
from ._results import Board, Ruleset
from ._rule import KoRule, Rule, Rules
from ._start import BoardName, board_named, ko_named, rules_named


def rules() -> Tuple[str, ...]:
    """The names of the ko rules."""
    return tuple(_kosolver.rules()[0])


def readings(ko: KoRule) -> Tuple[str, ...]:
    """The names of the readings of a ko rule that leaves something open, the default first.

    >>> kosolver.readings("psk")
    ('psk',)
    """
    return ko.readings if isinstance(ko, Rule) else tuple(_kosolver.readings(ko_named(ko)))


def presets() -> Tuple[str, ...]:
    """The names of the published rulesets."""
    return tuple(_kosolver.rules()[1])


def ruleset(rules: Rules) -> Ruleset:
    """A ruleset in full, by its name or as text.

    >>> kosolver.ruleset("tromp-taylor").text
    'ko=psk suicide=allowed scoring=area komi=0'
    """
    return Ruleset.of(json.loads(_kosolver.describe(rules_named(rules))))


def board(text: BoardName) -> Board:
    """The points of a board, and which are adjacent.

    >>> kosolver.board("1x3").edges
    (('A1', 'B1'), ('B1', 'C1'))
    """
    return Board.of(json.loads(_kosolver.boards(board_named(text))))


def legal_positions(board: BoardName, *, memory: int = 1 << 30) -> int:
    """How many legal positions a board has, counted in at most ``memory`` bytes.

    >>> kosolver.legal_positions("3x3")
    12675
    """
    return _kosolver.legal_positions(board_named(board), whole("memory", memory, BYTES))


def positions(board: BoardName) -> Tuple[str, ...]:
    """The legal positions of a board, one of each set that its symmetries map to each other.

    >>> kosolver.positions("1x2")
    ('..', 'O.', 'X.')
    """
    return tuple(_kosolver.positions(board_named(board)))
