"""The specification, run as a program, against what others counted and against the Python checker.

Usage: test_twin.py [--all]
"""

import csv
import random
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "tests"))
from second_checker.boards import BLACK, WHITE, Board, Rejected  # noqa: E402
from second_checker.nodes import NEVER, PASS, history_after, prohibiting  # noqa: E402
from second_checker.steps import Game  # noqa: E402
from second_checker.texts import TEXTS  # noqa: E402

COVERED = ("none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed", "basic-ko-rules", "configuration-rules", "spight", "spight-2", "primitive", "kee", "kee:sum", "kee-2007", "kee-2020",
           "kee-2020-03", "kee-2020-03:free", "kee-2020-03:same", "kee-2020-03:free+same")
SUICIDE = ("forbidden", "multi-stone", "allowed")
ALL = "--all" in sys.argv


def rules(ko, suicide, chance=None):
    """A ruleset; with chance, perhaps one with another end, and other scoring."""
    end, scoring, ikeda = "", "win-loss" if ko == "primitive" else "area", ""
    if chance and ko in ("psk", "ssk", "nssk", "fixed", "basic-fixed"):  # Others have an end of their own.
        end = chance.choice(("", "", " end=agreement", " end=no-pass", " end=prisoner-return"))
        scoring = "win-loss" if end in (" end=no-pass", " end=prisoner-return") else scoring
    if chance and scoring == "area" and not ko.startswith("kee"):
        scoring, ikeda = chance.choice(("area", "equivalence", "territory")), chance.choice(("", " ikeda=yes"))
        if scoring == "territory":  # Under basic ko that means long cycles.
            scoring, ikeda = ("area" if ko in ("none", "basic") else scoring), ""
    return f"ko={ko} suicide={suicide} scoring={scoring} komi=0 no-result=0{end}{ikeda}"


def ask(questions):
    text = "".join(question + "\n" for question in questions)
    run = subprocess.run([HERE / "twin"], input=text, capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    assert len(answers) == len(questions)
    return answers


def rows(name):
    with open(ROOT / "crates/rules/tests/data" / name) as file:
        return list(csv.reader(file))[1:]


def counts():
    """Sequences of moves (perft) and complete games."""
    most = 200_000 if ALL else 6_000
    asked = [("psk", "forbidden", board, depth, leaves) for board, depth, leaves in rows("perft.csv")]
    for ko, suicide, board, games in rows("complete-games.csv"):
        if ko in COVERED:
            asked.append((ko, suicide, board, "1000", games))
    asked = [one for one in asked if int(one[4]) <= most]
    answers = ask([f"count {rules(ko, suicide).replace(' ', ',')} {board} {depth}" for ko, suicide, board, depth, _ in asked])
    for one, answer in zip(asked, answers):
        assert answer == one[4], (one, answer)
    return len(asked)


class Random:
    """A random game, played by the Python checker, with its legal moves."""

    def __init__(self, chance):
        self.ko = chance.choice(COVERED)
        self.suicide = chance.choice(SUICIDE)
        self.text = chance.choice(("1x2", "1x3", "1x4", "1x5", "2x2", "2x3", "cycle:4", "star:4", "torus:2x3"))
        self.board = Board(self.text)
        self.rules = rules(self.ko, self.suicide, chance)
        game = Game(self.board, self.rules, TEXTS[self.ko])
        self.position = self.start(chance)
        self.first = chance.choice((BLACK, WHITE))
        node, history = game.start(self.board.position(self.position), self.first)
        self.moves, self.said = [], []
        for _ in range(40):
            steps = game.steps(node)
            holds = lambda step: set(history).issuperset(step.present) and set(history).isdisjoint(step.absent)
            legal = lambda step: step.legality != NEVER and set(history).isdisjoint(prohibiting(step))
            able = [step for step in steps if holds(step) and legal(step)]
            if not able:
                self.said.append(f"over {-1 if node.to_move == BLACK else 1}")
                break
            self.said.append(" ".join(sorted(self.name(step.made) for step in able)))
            plays = [step for step in able if step.made is not PASS]
            step = chance.choice(plays if plays and chance.random() < 0.8 else able)
            self.moves.append(self.name(step.made))
            if step.next is None:
                self.said.append(f"over {step.score}")
                break
            node, history = step.next, history_after(step, history)

    def start(self, chance):
        """Some position without dead chains, mostly the empty one."""
        while True:
            letters = [chance.choice("XO...." if chance.random() < 0.5 else ".") for _ in range(self.board.points)]
            text = "/".join("".join(letters[row :: 1][: self.board.columns]) for row in range(0, len(letters), self.board.columns))
            try:
                self.board.position(text)
            except Rejected:
                continue
            return text

    def name(self, made):
        return "pass" if made is PASS else self.board.name(made)

    def question(self):
        colour = "black" if self.first == BLACK else "white"
        return " ".join(["play", self.rules.replace(" ", ","), self.text, self.position, colour, *self.moves])


def games():
    """Random games have the same legal moves, the same end and the same score."""
    chance = random.Random(1)
    played = [Random(chance) for _ in range(3000 if ALL else 400)]
    for game, answer in zip(played, ask([game.question() for game in played])):
        assert answer.split(";")[: len(game.said)] == game.said, (game.question(), answer, game.said)
    return len(played), sum(len(game.moves) for game in played)


print(f"{counts()} counts of games agree")
print("{} random games agree, {} moves".format(*games()))
