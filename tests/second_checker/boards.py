"""Boards, plays and area: docs/certificate.md, "Boards and plays"."""

import re

BLACK, WHITE = 0, 1


class Rejected(Exception):
    """The file is no certificate, or does not prove its value."""


def must(holds, fault):
    if not holds:
        raise Rejected(fault)


class Board:
    """Points 0 to n - 1, each with the points next to it."""

    def __init__(self, text):
        shape, _, size = text.rpartition(":")
        self.has_rows = shape in ("", "torus", "cylinder")
        if shape == "graph6":
            self.rows, edges = 1, self.graph6(size)
        elif shape in ("cycle", "complete", "star"):
            must(re.fullmatch("[1-9][0-9]?", size), f"no board: {text}")
            self.rows, self.columns = 1, int(size)
            points = range(self.columns)
            pairs = [(a, b) for a in points for b in points if a < b]
            edges = {
                "cycle": [(a, (a + 1) % self.columns) for a in points],
                "complete": pairs,
                "star": [(0, b) for b in points],
            }[shape]
        else:
            must(self.has_rows, f"no board: {text}")
            must(re.fullmatch("[1-9][0-9]?x[1-9][0-9]?", size), f"no board: {text}")
            self.rows, self.columns = rows, columns = [int(side) for side in size.split("x")]
            edges = []
            for row in range(rows):
                for column in range(columns):
                    here = row * columns + column
                    if column + 1 < columns or shape != "":
                        edges.append((here, row * columns + (column + 1) % columns))
                    if row + 1 < rows or shape == "torus":
                        edges.append((here, (row + 1) % rows * columns + column))
        self.points = self.rows * self.columns
        must(1 <= self.points <= 64, "a board has 1 to 64 points")
        self.all = (1 << self.points) - 1
        self.near = [0] * self.points
        for a, b in edges:
            if a != b:
                self.near[a] |= 1 << b
                self.near[b] |= 1 << a

    def graph6(self, text):
        codes = [ord(letter) - 63 for letter in text]
        must(codes and all(0 <= code < 64 for code in codes), f"no graph6: {text}")
        if codes[0] == 63:  # '~' and three letters: the size of graphs with 63 points and more
            must(len(codes) > 3, f"no graph6: {text}")
            self.columns, codes = codes[1] << 12 | codes[2] << 6 | codes[3], codes[4:]
        else:
            self.columns, codes = codes[0], codes[1:]
        bits = [code >> place & 1 for code in codes for place in (5, 4, 3, 2, 1, 0)]
        pairs = [(a, b) for b in range(self.columns) for a in range(b)]
        must(len(pairs) <= len(bits) < len(pairs) + 6, f"no graph6: {text}")
        return [pair for pair, bit in zip(pairs, bits) if bit]

    def beside(self, points):
        found, place = 0, 0
        while points >> place:
            if points >> place & 1:
                found |= self.near[place]
            place += 1
        return found

    def spread(self, seed, within):
        """All of `within` that hangs together with its points in `seed`."""
        found = seed & within
        while True:
            more = found | self.beside(found) & within
            if more == found:
                return found
            found = more

    def play(self, position, colour, point):
        """The position after a stone, the enemy stones taken, the own stones lost."""
        own, enemy = position[colour] | 1 << point, position[1 - colour]
        empty = self.all & ~(own | enemy)
        safe = self.spread(self.beside(empty), enemy)
        taken = enemy & ~safe & self.spread(self.near[point], enemy)
        enemy &= ~taken
        lost = 0
        if not taken:
            chain = self.spread(1 << point, own)
            if not self.beside(chain) & empty:
                lost = chain
        own &= ~lost
        return ((own, enemy) if colour == BLACK else (enemy, own)), taken, lost

    def area(self, position):
        black, white = position
        empty = self.all & ~(black | white)
        black |= self.spread(self.beside(black), empty)
        white |= self.spread(self.beside(white), empty)
        return (black & ~white).bit_count() - (white & ~black).bit_count()

    def name(self, point):
        if not self.has_rows:
            return str(point + 1)
        row, column = divmod(point, self.columns)
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        lap, letter = divmod(column, len(letters))
        return f"{letters[lap - 1] if lap else ''}{letters[letter]}{self.rows - row}"

    def position(self, text):
        rows = text.split("/")
        must(len(rows) == self.rows and all(len(row) == self.columns for row in rows), "no position")
        letters = "".join(rows)
        must(set(letters) <= set("XO."), "no position")
        stones = tuple(sum(1 << point for point, letter in enumerate(letters) if letter == of) for of in "XO")
        empty = self.all & ~(stones[0] | stones[1])
        for own in stones:
            must(self.spread(self.beside(empty), own) == own, "a chain has no liberty")
        return stones
