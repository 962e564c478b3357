"""Exact values of small Go positions under every ko rule, with proofs.

The value of a position is the score when both players play perfectly, seen from Black: 9 means that
Black wins by 9 points. It depends on the ko rule.

>>> import kosolver
>>> kosolver.solve("3x3", "psk").value
Value(9)
>>> game = kosolver.Session("2x3", "aga")
>>> game.play("B2")
>>> game.best_line()
Line('B1 A2 C1 C2 A1 B2 pass pass')

Boards are texts such as ``3x3``, ``cycle:5`` or ``torus:3x3``. Rules are the name of a ko rule or of
a published ruleset, or a text such as ``ko=psk suicide=allowed``; :func:`rules` lists the names. A ko
rule of your own is a :class:`Rule`.

Every function stops at once when the user presses Ctrl-C, lets other threads of Python run, and
raises :class:`Error` with one sentence if it cannot answer.
"""

from ._kosolver import Error, IllegalMove, OutOfBudget, Rejected, RuleError, __version__
from ._commands import command, count, ko, players, referee
from ._game import Session, certify, play, sgf, solve, verify
from ._names import board, legal_positions, positions, presets, readings, rules, ruleset
from ._nodes import Node, Nodes, Step, believed, nodes
from ._results import (
    Board,
    Candidate,
    Certificate,
    Game,
    Line,
    Made,
    Opening,
    Ruleset,
    Solution,
    Value,
    Verified,
)
from ._rule import Rule
from ._surveys import Cell, Comparison, Pair, Separator, Start, Table, compare, read_comparison, read_table, separate, table, values
from ._widget import widget
from .results import Results

__all__ = [
    "Board",
    "Candidate",
    "Cell",
    "Certificate",
    "Comparison",
    "Error",
    "Game",
    "IllegalMove",
    "Line",
    "Made",
    "Node",
    "Nodes",
    "Opening",
    "OutOfBudget",
    "Pair",
    "Rejected",
    "Results",
    "Rule",
    "RuleError",
    "Ruleset",
    "Separator",
    "Session",
    "Solution",
    "Start",
    "Step",
    "Table",
    "Value",
    "Verified",
    "__version__",
    "believed",
    "board",
    "certify",
    "command",
    "compare",
    "count",
    "ko",
    "legal_positions",
    "nodes",
    "play",
    "players",
    "positions",
    "presets",
    "read_comparison",
    "read_table",
    "readings",
    "referee",
    "rules",
    "ruleset",
    "separate",
    "sgf",
    "solve",
    "table",
    "values",
    "verify",
    "widget",
]
