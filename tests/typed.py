# pyright: strict
"""What a type checker makes of the Python module: tests/test_types.py compares the lines that it faults, and what it
reveals. Nothing here is run."""

from fractions import Fraction
from typing import Dict, List, Literal, Optional, Tuple, Union

from typing_extensions import assert_type

import kosolver

solution = kosolver.solve("2x2", "psk", position="X./..", to_play="white", moves=["A1"], time=5)
assert_type(solution.value, kosolver.Value)
assert_type(solution.value.score, Union[int, Fraction, None])
assert_type(solution.to_play, Literal["black", "white"])
assert_type(solution.best, Tuple[str, ...])
if solution.value.result == "no-results":  # fault: no overlap
    print()
kosolver.solve("2x2", to_play="red")  # fault: no player
kosolver.solve("2x2", ko=kosolver.ruleset("aga"))  # fault: a ruleset is more than a ko rule
kosolver.solve(22)  # fault: no board
kosolver.solve("2x2", time="30s")  # fault: no number
kosolver.solve(kosolver.board("2x2"), kosolver.ruleset("aga"), guess=solution.value)

game = kosolver.Session("2x2", kosolver.Rule("rule mine"))
game.play(game.best_line())
game.play("A1", ["B1", "pass"])
game.play(1)  # fault: no move
kosolver.play("2x2", game.best_line())
assert_type(game.copy(), kosolver.Session)
assert_type(game.first, Literal["black", "white"])
assert_type(game.candidates()[0].illegal, Optional[str])

table = kosolver.table(["1x5"], ko=["psk", kosolver.Rule("rule mine")])
assert_type(table["1x5"], Dict[str, kosolver.Cell])
assert_type(table["1x5", "psk"], kosolver.Cell)
table["1x5", "psk", "ssk"]  # fault: a board and rules

found = kosolver.values("1x2", ko=["psk"], nodes=9)
assert_type(found, Dict[str, List[kosolver.Value]])
differ = [one.differs(other) for one, other in zip(found["psk"], found["psk"])]
assert_type(differ, List[bool])
moves = kosolver.values("1x2", ko="psk", openings=True)
assert_type(moves, Dict[str, List[Optional[Tuple[kosolver.Opening, ...]]]])
found["psk"][0] + "1"  # fault: no number
print(2 * found["psk"][0] / 3 + 1.5 - Fraction(1, 2), round(found["psk"][0], 1))

pair = kosolver.compare("1x6", ko=["psk", "ssk"]).pairs[0]
pair.smallest.line  # fault: it may be None
if pair.smallest is not None and pair.smallest.event == "ends":  # fault: no event
    print()
