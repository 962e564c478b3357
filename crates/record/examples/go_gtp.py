"""A Go library behind GTP, for `kosolver conformance`: put yours in place of Game.

    kosolver conformance --gtp "python3 crates/record/examples/go_gtp.py" --ko psk
"""

import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Game:
    """A small Go library: positional superko, and no suicide. A position is a dict of points to players."""

    def __init__(self, columns, rows, stones=None):
        self.points = {(x, y) for x in range(columns) for y in range(rows)}
        self.positions = [stones or {}]  # the start, and the position after each move

    def near(self, point):
        x, y = point
        return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & self.points

    def captured(self, stones, point):
        """The chain at a point if it has no liberty."""
        chain, open_ = {point}, [point]
        while open_:
            for near in self.near(open_.pop()) - chain:
                if near not in stones:
                    return set()
                if stones[near] == stones[point]:
                    chain.add(near)
                    open_.append(near)
        return chain

    def after(self, player, point):
        """The position after a play; None if it is illegal."""
        if point not in self.points or point in self.positions[-1]:
            return None
        stones = self.positions[-1] | {point: player}
        for near in self.near(point):
            if stones.get(near, player) != player:
                stones = {key: stones[key] for key in stones.keys() - self.captured(stones, near)}
        return None if self.captured(stones, point) or stones in self.positions else stones


def player(word):
    return word[0].lower()


def point(word):
    return LETTERS.index(word[0].upper()), int(word[1:]) - 1


def answer(words, state):
    match words:
        case ["list_commands"]:
            return "name boardsize rectangular_boardsize clear_board set_position play undo all_legal".replace(" ", "\n")
        case ["boardsize", size]:
            state["size"] = int(size), int(size)
        case ["rectangular_boardsize", columns, rows]:
            state["size"] = int(columns), int(rows)
        case ["clear_board"]:
            state["game"] = Game(*state["size"])
        case ["set_position", *stones]:
            pairs = zip(stones[::2], stones[1::2])
            state["game"] = Game(*state["size"], {point(at): player(who) for who, at in pairs})
        case ["play", who, at]:
            game = state["game"]
            after = game.positions[-1] if at.lower() == "pass" else game.after(player(who), point(at))
            if after is None:
                raise ValueError("illegal move")
            game.positions.append(after)
        case ["undo"]:
            state["game"].positions.pop()
        case ["all_legal", who]:
            game = state["game"]
            legal = [at for at in game.points if game.after(player(who), at) is not None]
            return " ".join(f"{LETTERS[x]}{y + 1}" for x, y in sorted(legal))
        case ["name"]:
            return "go_gtp"
        case _:
            raise ValueError("unknown command")
    return ""


def main():
    state = {"size": (9, 9), "game": Game(9, 9)}
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            return print("=\n", flush=True)
        try:
            print("=", answer(words, state), "\n", flush=True)
        except (ValueError, IndexError) as fault:
            print("?", fault, "\n", flush=True)


if __name__ == "__main__":
    main()
