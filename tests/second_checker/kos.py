"""The ko structure of a position: docs/new-ko-rules.md, under `newko-reconstruction`."""

from collections import namedtuple
from functools import cache
from itertools import combinations

BLACK, WHITE = 0, 1
NOTHING = (0, 0)
LONGEST = 3

# Both sides and the colourings that come round.
Mouth = namedtuple("Mouth", "sides colourings points")
Ko = namedtuple("Ko", "points mouths coupling strings")


def bits(points):
    return [place for place in range(points.bit_length()) if points >> place & 1]


def on(position, points):
    return position[0] & points, position[1] & points


class Kos:
    def __init__(self, board):
        self.board = board
        self.of, self.kind = cache(self.of), cache(self.kind)
        self.stable_life, self.stable_death = cache(self.stable_life), cache(self.stable_death)

    def parts(self, points):
        found = []
        while points:
            part = self.board.spread(points & -points, points)
            found.append(part)
            points &= ~part
        return found

    def is_move(self, mouth, position, colour, point):
        """The position after a ko stone move, or None."""
        if not mouth.sides[colour] >> point & 1 or on(position, mouth.points) not in mouth.colourings:
            return None
        after, taken, lost = self.board.play(position, colour, point)
        good = not lost and not taken & ~mouth.points and on(after, mouth.points) in mouth.colourings
        return (after, taken) if good else None

    # Candidates.

    def areas(self, position):
        empty = self.board.all & ~(position[0] | position[1])
        small = lambda points: points.bit_count() <= 2 * LONGEST
        strings = [part for own in position for part in self.parts(own) if part.bit_count() <= LONGEST]
        open = [part for part in self.parts(empty) if small(part)]
        found = set(open)
        while open:
            area = open.pop()
            for string in strings:
                if string & self.board.beside(area) & ~area:
                    more = area | string | self.board.spread(self.board.beside(string), empty)
                    if small(more) and more not in found:
                        found.add(more)
                        open.append(more)
        return found

    def candidates(self, position):
        found = []
        for area in self.areas(position):
            for chosen in range(1 << area.bit_count()):
                black = sum(1 << point for place, point in enumerate(bits(area)) if chosen >> place & 1)
                sides = black, area & ~black
                if self.may_be(position, area, sides):
                    colourings = self.round_trips(on(position, area), area, sides)
                    if colourings:
                        found.append(Mouth(sides, colourings, area))
        return found

    def may_be(self, position, area, sides):
        for side, own, enemy in ((sides[0], *position), (sides[1], position[1], position[0])):
            if not side or side.bit_count() > LONGEST or own & area & ~side:
                return False
            if self.board.spread(side & -side, side) != side:
                return False
            if self.board.beside(side) & ~area & ~enemy:
                return False
        return True

    def round_trips(self, start, area, sides):
        def plays(here):
            empty = area & ~(here[0] | here[1])
            for colour in (BLACK, WHITE):
                for point in bits(sides[colour] & empty):
                    own, enemy = here[colour] | 1 << point, here[1 - colour]
                    left = empty & ~(1 << point)
                    touched = self.board.spread(self.board.near[point], enemy)
                    taken = touched & ~self.board.spread(self.board.beside(left), touched)
                    chain = self.board.spread(1 << point, own)
                    if taken or self.board.beside(chain) & left:
                        pair = (own, enemy & ~taken)
                        yield (pair if colour == BLACK else pair[::-1]), taken

        after, open = {}, [start]
        while open:
            here = open.pop()
            if here not in after:
                after[here] = list(plays(here))
                open.extend(there for there, _ in after[here])
        round = {start}
        while more := {here for here in after if here not in round and any(there in round for there, _ in after[here])}:
            round |= more
        takes = [any(taken == side and there in round for here in round for there, taken in after[here]) for side in sides]
        return frozenset(round) if all(takes) else None

    # Mouths and ko positions.

    def is_real(self, position, one, others):
        apart = [other for other in others if not other.points & one.points]
        for count in range(4):
            for helpers in combinations(apart, count):
                if sum(mouth.points.bit_count() for mouth in helpers) == self.union(helpers).bit_count():
                    if self.comes_round(position, one, (one, *helpers)):
                        return True
        return False

    @staticmethod
    def union(mouths):
        points = 0
        for mouth in mouths:
            points |= mouth.points
        return points

    def comes_round(self, position, one, mouths):
        layer = {(position, colour, False, False) for colour in (BLACK, WHITE)}
        seen = set(layer)
        while layer and len(seen) <= 60_000:
            found = set()
            for here, colour, *taken in layer:
                for mouth in mouths:
                    for point in bits(mouth.sides[colour] & ~(here[0] | here[1])):
                        if move := self.is_move(mouth, here, colour, point):
                            now = [had or side == move[1] for had, side in zip(taken, one.sides)]
                            if move[0] == position and all(now):
                                return True
                            found.add((move[0], 1 - colour, *now))
            layer = found - seen
            seen |= layer
        return False

    def of(self, position):
        """Mouths and ko positions."""
        found = self.candidates(position)
        mouths = [one for one in found if self.is_real(position, one, found)]
        clusters, rest = [], self.union(mouths)
        everything = rest
        while rest:
            points = rest & -rest
            while (more := points | self.union([mouth for mouth in mouths if mouth.points & points])) != points:
                points = more
            clusters.append(points)
            rest &= ~points
        around = {points: self.around(position, points) for points in clusters}
        kos = []
        for points in clusters:
            partners = [other for other in clusters if around[other] == around[points] and around[points]]
            if len(partners) < 2:
                partners, coupling = [points], ()
            else:
                coupling = around[points]
            if points == partners[0]:
                union = sum(partners)
                own = [mouth for mouth in mouths if mouth.points & union]
                strings = [
                    part
                    for colour in (BLACK, WHITE)
                    for part in self.parts(position[colour])
                    if any(not part & ~mouth.sides[colour] for mouth in own)
                ]
                kos.append(Ko(union, frozenset(mouth.points for mouth in own), coupling, len(strings)))
        return tuple(mouths), tuple(kos)

    def around(self, position, points):
        touched = self.board.beside(points) & ~points
        return tuple(
            (colour, part) for colour in (BLACK, WHITE) for part in self.parts(position[colour]) if part & touched and not part & points
        )

    def points(self, position):
        return sum(ko.points for ko in self.of(position)[1])

    def with_points(self, position, points):
        return next((ko for ko in self.of(position)[1] if ko.points == points), None)

    def ko_of(self, position, colour, point):
        mouths, kos = self.of(position)
        if any(self.is_move(mouth, position, colour, point) for mouth in mouths):
            return next(ko for ko in kos if ko.points >> point & 1)
        return None

    # Classes.

    def moves(self, position, points):
        empty = points & ~(position[0] | position[1])
        for colour in (BLACK, WHITE):
            for point in bits(empty):
                if self.ko_of(position, colour, point):
                    yield colour, self.board.play(position, colour, point)[0]

    def breaths(self, position, chain):
        colour, points = chain
        whole = self.board.spread(points, position[colour])
        return (self.board.beside(whole) & self.board.all & ~(position[0] | position[1])).bit_count()

    def breathe(self, position, chains, colour):
        return all(self.breaths(position, chain) >= 2 for chain in chains if chain[0] == colour)

    def stable_life(self, position, ko):
        if not all(self.breathe(position, ko.coupling, colour) for colour in (BLACK, WHITE)):
            return False
        for colour, after in self.moves(position, self.points(position)):
            hurt = 1 - colour
            if any(chain[0] == hurt and self.breaths(after, chain) == 1 for chain in ko.coupling):
                answers = self.moves(after, ko.points)
                if not any(
                    by == hurt and then != position and self.breathe(then, ko.coupling, hurt) for by, then in answers
                ):
                    return False
        return True

    def life(self, position, ko):
        if self.stable_life(position, ko):
            return True
        for _, after in self.moves(position, ko.points):
            then = self.with_points(after, ko.points)
            if then and then.coupling and self.stable_life(after, then):
                return True
        return False

    def stable_death(self, position, points):
        ko = self.with_points(position, points)
        if not ko or not ko.coupling or self.life(position, ko):
            return False
        dead = lambda colour: self.breathe(position, ko.coupling, 1 - colour) and any(
            chain[0] == colour and self.breaths(position, chain) == 1 for chain in ko.coupling
        )
        two = len(ko.mouths) == 2 and all(mouth.bit_count() == 2 for mouth in ko.mouths)
        each = all((own & points).bit_count() == 1 for own in position)
        return two and each and (dead(BLACK) or dead(WHITE))

    def kind(self, position, ko):
        """`fight`, `rider`, `life`, `coupled life`, `stable death`, `instable death`, or who is dead."""
        if ko.coupling:
            if self.life(position, ko):
                return "coupled life"
            if self.stable_death(position, ko.points):
                return "stable death"
            turns = any(self.stable_death(after, ko.points) for _, after in self.moves(position, ko.points))
            return "instable death" if turns else "fight"
        if not self.goes_on(position, ko.points):
            return "life"
        if ko.points.bit_count() == 2:
            return next((colour for colour in (BLACK, WHITE) if self.single_death(position, ko, colour)), "fight")
        return "rider" if ko.strings == 1 else "fight"

    def goes_on(self, position, points):
        mouths = [mouth for mouth in self.of(position)[0] if not mouth.points & ~points]
        after, open = {}, [(position, BLACK), (position, WHITE)]
        while open:
            here, colour = state = open.pop()
            if state not in after:
                places = bits(points & ~(here[0] | here[1]))
                moves = [self.is_move(mouth, here, colour, point) for mouth in mouths for point in places]
                after[state] = [(move[0], 1 - colour) for move in moves if move]
                open.extend(after[state])
        while stuck := [state for state in after if not any(then in after for then in after[state])]:
            for state in stuck:
                del after[state]
        return bool(after)

    def single_death(self, position, ko, dead):
        mouth = next((mouth for mouth in self.of(position)[0] if mouth.points == ko.points), None)
        if mouth is None:
            return False

        def held(by):
            return tuple(own & ~ko.points | (mouth.sides[colour] if colour == by else 0) for colour, own in enumerate(position))

        taken = held(1 - dead)
        states = [held(BLACK), held(WHITE)]
        chains = self.around(position, ko.points)
        own = [chain for chain in chains if chain[0] == dead]

        def gains(chain):
            for point in bits(self.board.all & ~(taken[0] | taken[1] | ko.points)):
                after, _, lost = self.board.play(taken, dead, point)
                if not lost and self.breaths(after, chain) >= 2:
                    return True
            return False

        return (
            bool(own)
            and all(self.breaths(taken, chain) == 1 and not gains(chain) for chain in own)
            and all(self.breathe(state, chains, 1 - dead) for state in states)
        )

    def disturbs(self, position, colour, after, ko):
        kind = self.kind(position, ko)
        hurt = lambda chains: any(
            chain[0] != colour and self.breaths(after, chain) < self.breaths(position, chain) for chain in chains
        )
        if kind == "coupled life":
            return hurt(ko.coupling)
        if kind in ("life", "rider"):
            return True
        if kind == "stable death":
            return not self.stable_death(after, ko.points)
        return kind == colour
