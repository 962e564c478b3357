"""Nodes, facts and steps as plain values."""

from collections import namedtuple
from fractions import Fraction

from .boards import BLACK

ALWAYS, NEVER = "always", "never"
WIN = Fraction(2**20)

Node = namedtuple("Node", "position to_move passes ban memory")
Memory = namedtuple("Memory", "tallies passed handicap balance held net own")
NOTHING = Memory((), False, 0, 0, (0, 0), (0, 0, 0), ())
# `made` is the point of a play, or PASS; `legality` is ALWAYS, NEVER or the facts each of which prohibits
# it; `pulls` are pairs of what is said after the step and what was said before it.
Step = namedtuple("Step", "made legality present absent clears inserts next score pulls", defaults=((),))
PASS = None


def fact(scope, position, colour=None, index=0, to=(0, 0)):
    return (scope, 0 if colour is None else 1 + colour, index, *position, *to)


def predicate(said):
    """What a fact says of its position."""
    return (said[:3], said[5:])


def of(predicate, said):
    """What a predicate says of the position of a fact."""
    return (*predicate[0], *said[3:5], *predicate[1])


def before(step, said):
    """The fact before a step that a fact after it speaks of; None if the step clears it."""
    for to, source in step.pulls:
        if predicate(said) == to:
            return of(source, said)
    return None if said[0] in step.clears else said


def history_after(step, history):
    """The facts after a step."""
    pulled = {of(to, said) for to, source in step.pulls for said in history if predicate(said) == source}
    pulls = {to for to, _ in step.pulls}
    kept = {said for said in history if said[0] not in step.clears and predicate(said) not in pulls}
    return kept | pulled | set(step.inserts)


def prohibiting(step):
    """The facts each of which prohibits a step that is not illegal anyway."""
    return () if step.legality in (ALWAYS, NEVER) else step.legality


def sign(colour):
    return 1 if colour == BLACK else -1
