"""A program that speaks GTP, the Go Text Protocol, and makes a known mistake: on the games of the kit it says what
the kit says, except where the mistake is seen first. So it tests what asks it.

    python known_mistake.py MISTAKE KO SUICIDE [--knows COMMANDS] [--refuses COMMAND] [--once COMMAND]
"""

import argparse
import json
import sys
from pathlib import Path

KIT = Path(__file__).resolve().parent.parent / "results" / "conformance" / "cases.json"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
ALL = "name,version,quit,boardsize,rectangular_boardsize,clear_board,komi,play,undo,set_position,all_legal"


def undone(actions):
    """The actions without moves that were taken back."""
    left = []
    for action in actions:
        if action == "undo":
            left.pop()
        else:
            left.append(action)
    return left


def known(mistake, ko, suicide):
    """What is legal in each game of the kit, by what has happened."""
    found = {}
    for case in json.loads(KIT.read_text())["cases"]:
        if (case["ko"], case["suicide"]) != (ko, suicide):
            continue
        rows, columns = map(int, case["board"].split("x"))
        points = [f"{COLUMNS[column]}{rows - row}" for row in range(rows) for column in range(columns)]
        for moment, state in enumerate(case["states"]):
            symbols = state["points"].replace("/", "")
            legal = {point for point, symbol in zip(points, symbols) if symbol == "+"}
            seen = {catch["play"] for catch in case["catches"] if catch["after"] == moment and mistake in catch["faults"]}
            happened = case["actions"][:moment]
            # Only mistakes about taking back look at what was taken back.
            happened = happened if mistake.startswith("undo") else undone(happened)
            found[rows, columns, case["start"].replace("/", ""), state["to_move"], *happened] = legal ^ seen
            # After that nobody asks.
            if seen:
                break
    return found


class Program:
    def __init__(self, options):
        self.options, self.legal = options, known(options.mistake, options.ko, options.suicide)
        self.size, self.stones, self.actions, self.said = (9, 9), {}, [], []

    def clear(self, size=None):
        self.size, self.stones, self.actions = size or self.size, {}, []

    def now(self, player):
        rows, columns = self.size
        points = [f"{COLUMNS[column]}{rows - row}" for row in range(rows) for column in range(columns)]
        start = "".join(self.stones.get(point, ".") for point in points)
        happened = self.actions if self.options.mistake.startswith("undo") else undone(self.actions)
        return self.legal[rows, columns, start, player, *happened]

    def answer(self, word, *words):
        if word not in [*self.options.knows.split(","), "list_commands"]:
            raise ValueError("unknown command")
        if word == self.options.refuses or (word == self.options.once and word in self.said):
            raise ValueError("no")
        self.said.append(word)
        if word == "list_commands":
            return self.options.knows.replace(",", "\n")
        if word == "name":
            return f"kit {self.options.mistake}"
        if word == "boardsize":
            self.clear((int(words[0]), int(words[0])))
        if word == "rectangular_boardsize":
            self.clear((int(words[1]), int(words[0])))
        if word == "clear_board":
            self.clear()
        if word == "set_position":
            self.clear()
            self.stones = {point: "XO"[colour == "white"] for colour, point in zip(words[::2], words[1::2])}
        if word == "undo":
            self.actions.append("undo")
        if word == "all_legal":
            return " ".join(sorted(self.now(words[0])))
        if word == "play":
            if words[1] != "pass" and words[1] not in self.now(words[0]):
                raise ValueError("illegal move")
            self.actions.append(words[1])
        return ""


def main():
    parser = argparse.ArgumentParser()
    for name in ("mistake", "ko", "suicide"):
        parser.add_argument(name)
    parser.add_argument("--knows", default=ALL)
    parser.add_argument("--refuses")
    parser.add_argument("--once")
    program = Program(parser.parse_args())
    for line in sys.stdin:
        try:
            print("=", program.answer(*line.split()), end="\n\n", flush=True)
        except ValueError as fault:
            print("?", fault, end="\n\n", flush=True)
        if line.startswith("quit"):
            break


if __name__ == "__main__":
    main()
