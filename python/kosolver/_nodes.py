"""A game as a graph of its nodes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Tuple

from . import _kosolver
from ._arguments import refused, whole
from ._results import Colour, Score, score
from ._rule import KoRule, Rules
from ._start import PSK, BoardName, board_named, named

Facts = FrozenSet[int]


@dataclass(frozen=True)
class Node:
    """The stones, the player to move, the passes just made and the point that basic ko bans."""

    position: str
    to_play: Colour
    passes: int
    ban: Optional[str]


@dataclass(frozen=True)
class Step:
    """A move at a node, as far as the history allows it. Facts of the history are numbers."""

    move: str
    #: It is illegal if one of ``unless`` holds. There are several steps of a move where the history
    #: decides where it leads: this is the one if all of ``present`` and none of ``absent`` hold.
    unless: Facts
    present: Facts
    absent: Facts
    #: The kinds of facts that it makes untrue, and then the facts that it makes true.
    clears: FrozenSet[int]
    inserts: Facts
    #: The number of the node that it leads to, or the score with which it ends the game.
    to: Optional[int]
    score: Optional[Score]

    @classmethod
    def of(cls, record: Dict[str, Any]) -> Step:
        """The step in a record of JSON."""
        facts = {key: frozenset(record[key]) for key in ("unless", "present", "absent", "clears", "inserts")}
        return cls(move=record["move"], to=record["to"], score=score(record["score"]), **facts)

    def legal(self, facts: Facts) -> bool:
        """Whether it is the step of its move, and legal, after this history."""
        return not self.unless & facts and self.present <= facts and not self.absent & facts


@dataclass(frozen=True)
class Nodes:
    """All nodes that moves lead to from the empty board, the first, and the steps between them."""

    nodes: Tuple[Node, ...]
    #: Of each node.
    steps: Tuple[Tuple[Step, ...], ...]
    #: The score of each node if no step is legal there.
    stuck: Tuple[Score, ...]
    #: The kind of each fact.
    kinds: Tuple[int, ...]
    #: The facts that hold at the start.
    start: Facts

    def __len__(self) -> int:
        return len(self.nodes)

    def after(self, facts: Facts, step: Step) -> Facts:
        """The facts that hold after a step."""
        if step.clears:
            facts = frozenset(fact for fact in facts if self.kinds[fact] not in step.clears)
        return facts | step.inserts


def nodes(
    board: BoardName, rules: Rules = PSK, *, ko: Optional[KoRule] = None, most: int = 100_000
) -> Nodes:
    """The graph of the nodes of a board, if there are at most so many.

    >>> graph = kosolver.nodes("1x2", "psk")
    >>> len(graph), graph.nodes[0], graph.steps[0][0].move
    (10, Node(position='..', to_play='black', passes=0, ban=None), 'A1')
    """
    most = whole("most", most, "a whole number of nodes")
    record = json.loads(_kosolver.nodes(board_named(board), named(rules, ko), most))
    return Nodes(
        nodes=tuple(Node(**node) for node in record["nodes"]),
        steps=tuple(tuple(map(Step.of, steps)) for steps in record["steps"]),
        stuck=tuple(score(one) or 0 for one in record["stuck"]),
        kinds=tuple(record["scopes"]),
        start=frozenset(record["start"]),
    )


def believed(
    board: BoardName, orders: Iterable[Iterable[int]], rules: Rules = PSK, *, ko: Optional[KoRule] = None
) -> List[Score]:
    """What a minimax prints for the empty board that remembers nodes and forgets how they came about.

    It says of a node again what it has once found there: it is wrong, and this says how wrong. The
    history is obeyed in every move. An order has the place of each point, and last that of the pass; the
    move with the least place is tried first.

    >>> kosolver.believed("1x2", [[0, 1, 2], [1, 2, 0]], "psk"), kosolver.solve("1x2", "psk").value
    ([-2, 2], Value(0))
    """
    try:
        listed = [[whole("a place", place, "a whole number") for place in order] for order in orders]
    except TypeError:
        raise refused("orders", orders, "a list of orders, each a list of places") from None
    return [score(one) or 0 for one in json.loads(_kosolver.believed(board_named(board), named(rules, ko), listed))]
