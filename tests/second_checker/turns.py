"""Symmetries, patterns and decided positions: docs/certificate.md."""

from collections import namedtuple

from .boards import BLACK, must

# The facts of a scope whose last position has all of some stones and one of some points, all of one colour.
Pattern = namedtuple("Pattern", "scope player stones points")


def has(pattern, said):
    last = said[5:] if said[5:] != (0, 0) else said[3:5]
    own = last[pattern.player]
    return pattern.scope == said[0] and not pattern.stones & ~own and pattern.points & own != 0


def includes(pattern, other):
    alike = pattern[:2] == other[:2]
    return alike and not pattern.stones & ~other.stones and not other.points & ~pattern.points


def bits(points):
    return [point for point in range(points.bit_length()) if points >> point & 1]


class Turns:
    """Permutations of the points, each without and with the colours exchanged."""

    def __init__(self, rules, permutations, exchange):
        self.rules, board = rules, rules.board
        points = range(board.points)
        known = set(permutations)
        must(permutations[:1] == [tuple(points)] and len(known) == len(permutations), "symmetries")
        self.all = [(turn, colours) for colours in range(1 + exchange) for turn in permutations]
        for turn in permutations:
            must(sorted(turn) == list(points), "no permutation")
            near = [self.set((turn, 0), board.near[point]) for point in points]
            must(all(near[point] == board.near[turn[point]] for point in points), "no symmetry")
        products = (tuple(two[point] for point in one) for one in permutations for two in permutations)
        must(all(product in known for product in products), "no group")

    def set(self, turn, points):
        return sum(1 << turn[0][point] for point in bits(points))

    def position(self, turn, position):
        image = tuple(self.set(turn, stones) for stones in position)
        return image[::-1] if turn[1] else image

    def fact(self, turn, said):
        scope, colour, index = said[:3]
        if turn[1]:
            scope, colour = self.rules.exchanged(scope), 3 - colour if colour else 0
            index = -index % 2**16 if self.rules.long_cycle else index
        return (scope, colour, index, *self.position(turn, said[3:5]), *self.position(turn, said[5:]))

    def least(self, said):
        return min(self.fact(turn, said) for turn in self.all)

    def node(self, turn, node):
        ban = 2 + turn[0][node.ban - 2] if node.ban > 1 else node.ban
        position, memory = self.position(turn, node.position), self.memory(turn, node.memory)
        return node._replace(position=position, to_move=node.to_move ^ turn[1], ban=ban, memory=memory)

    def memory(self, turn, memory):
        own = tuple((slot, self.position(turn, board)) for slot, board in memory.own)
        if not turn[1]:
            return memory._replace(own=own)
        owner = lambda slot: (slot[0], 3 - slot[1] if slot[1] else 0, slot[2])
        now, least, most = memory.net
        return memory._replace(
            tallies=tuple((-total, count) for total, count in memory.tallies),
            balance=-memory.balance,
            held=memory.held[::-1],
            net=(-now, -most, -least),
            own=tuple(sorted((owner(slot), board) for slot, board in own)),
        )

    def pattern(self, turn, pattern):
        stones, points = self.set(turn, pattern.stones), self.set(turn, pattern.points)
        scope = self.rules.exchanged(pattern.scope) if turn[1] else pattern.scope
        return Pattern(scope, pattern.player ^ turn[1], stones, points)

    def kind(self, turn, kind):
        if not turn[1]:
            return kind
        score, strict = kind.threshold
        return kind._replace(threshold=(-score, not strict), winner=1 - kind.winner)


def parts(board, points):
    found = []
    while points:
        found.append(board.spread(points & -points, points))
        points &= ~found[-1]
    return found


def for_good(board, own):
    """Of the stones of a player those that live, and the points that are his for good."""
    alive, before = own, None
    while alive != before:
        before, regions = alive, parts(board, board.all & ~alive)
        vital = lambda chain: [region for region in regions if not region & ~board.beside(chain)]
        alive = sum(chain for chain in parts(board, alive) if len(vital(chain)) > 1)
    points = alive
    for region in regions if alive else ():
        inside = bits(region & ~board.beside(alive))
        near = [board.near[point] for point in inside]
        two = len(inside) == 2 and near[0] >> inside[1] & 1 and not near[0] & near[1]
        if not region & own and (len(inside) < 2 or two) and all(each.bit_count() > 1 for each in near):
            points |= region
    return alive, points


def decided(rules, node, winner):
    """The score that is certain, the patterns of what it takes, and whether the other may not end the game."""
    alive, points = for_good(rules.board, node.position[winner])
    lead = 2 * points.bit_count() - rules.board.points
    score = (lead if winner == BLACK else -lead) - rules.given
    patterns = [Pattern(scope, winner, alive, points & ~alive) for scope in rules.scopes]
    return score, patterns, node.to_move != winner and node.position[1 - winner] & points != 0
