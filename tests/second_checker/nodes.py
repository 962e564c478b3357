"""Nodes, facts and steps as plain values."""

from collections import namedtuple
from fractions import Fraction

from .boards import BLACK

ALWAYS, NEVER = "always", "never"
WIN = Fraction(2**20)

Node = namedtuple("Node", "position to_move passes ban memory")
Memory = namedtuple("Memory", "tallies passed must_pass handicap balance held net last")
NOTHING = Memory((), False, False, 0, 0, (0, 0), (0, 0, 0), (None, None))
# `made` is the point of a play, or PASS.
Step = namedtuple("Step", "made legality present absent clears inserts next score")
PASS = None


def fact(scope, position, colour=None, index=0, to=(0, 0)):
    return (scope, 0 if colour is None else 1 + colour, index, *position, *to)


def sign(colour):
    return 1 if colour == BLACK else -1
