"""The plays of `newko-reconstruction`: docs/certificate.md, "Plays under newko-reconstruction"."""

from .kos import Kos, on
from .nodes import NEVER, Step, fact

NAME = "newko-reconstruction"
FIGHT, DISTURBER, BEFORE, FOUGHT_IN = 128, 129, 130, 131


def stones(points, player):
    return (points, 0) if player == 0 else (0, points)


def union(one, other):
    return one[0] | other[0], one[1] | other[1]


class NewKo:
    def __init__(self, board):
        self.board, self.kos = board, Kos(board)

    def plays(self, node, point, basic):
        """The steps of a play, without what the ruleset adds."""
        position, mover, memory = node.position, node.to_move, node.memory
        after, _, _ = self.board.play(position, mover, point)
        ko = self.kos.ko_of(position, mover, point)
        words = dict(memory.own)
        fought_in = words.get((FOUGHT_IN, 1, 0), (0, 0))[0]
        off = on(position, self.board.all & ~self.kos.points(position))
        everything = self.kos.points(position)

        def about(scope, points):
            kos = union(stones(points, mover), stones(everything & ~points, 1 - mover))
            return fact(scope, off, mover, 0, kos)

        def first(player):
            return fact(0, off, player, 0, stones(everything, player))

        kept = {}
        fights = 0
        for then in self.kos.of(after)[1]:
            before = self.kos.with_points(position, then.points)
            was = before and (self.kos.kind(position, before) == "fight" or not then.points & ~fought_in)
            if was and self.kos.kind(after, then) != "fight":
                fights |= then.points
        if fights:
            kept |= {(FOUGHT_IN, 1 + player, 0): stones(fights, player) for player in (0, 1)}
        fight = words.get((FIGHT, 2 - mover, 0), (0, 0))[1 - mover]
        banned = basic or fight >> point & 1 and ko is not None
        step = lambda legality, present, absent, inserts, more: Step(
            point, NEVER if banned else legality, present, absent, (), inserts, (after, kept | more), None
        )
        played = fact(3, position, mover, 0, stones(1 << point, mover))
        if ko is None:
            return [step((played,), (), (), (played,), {})]
        kind = self.kos.kind(position, ko)
        sticks = kind == "rider" and not ko.points & ~fought_in
        if kind == "fight" or sticks:
            more = {(FIGHT, 1 + mover, 0): stones(ko.points, mover)}
            if banned:
                return [step((), (), (), (), more)]
            fought = about(1, ko.points)
            return [
                step("always", (), (first(mover),), (first(mover), first(1 - mover)), more),
                step((fought,), (first(mover),), (), (fought,), more),
            ]
        running = None
        for player in (0, 1):
            if words.get((DISTURBER, 1 + player, 0)) == stones(ko.points, player):
                running = player
                break
            if (DISTURBER, 1 + player, 0) in words:
                break
        before = words.get((BEFORE, 0, 0))
        disturbs = self.kos.disturbs(position, mover, after, ko)
        if running == mover and disturbs and before is None:
            banned = True
        facts, player = (played,), running
        if running is None and disturbs:
            player, before = mover, on(position, ko.points)
            facts += (about(2, ko.points),)
        more = {}
        if player is not None:
            more[(DISTURBER, 1 + player, 0)] = stones(ko.points, player)
            if before is not None and before != on(after, ko.points):
                more[(BEFORE, 0, 0)] = before
        return [step(facts, (), (), facts, more)]
