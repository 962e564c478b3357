"""Rulesets, starts and scores, and memories that may stand for each other."""

import re
from fractions import Fraction

from .boards import BLACK, WHITE, must
from .language import Text
from .newko import NAME, NewKo
from .nodes import NOTHING, WIN, Node, fact, sign
from .texts import TEXTS

FIELDS = ("ko", "suicide", "scoring", "komi", "no-result", "end", "ikeda", "handicap", "compensation")
VALUES = {
    "suicide": ("forbidden", "multi-stone", "allowed"),
    "scoring": ("area", "stones", "territory", "equivalence", "win-loss"),
    "end": ("two-passes", "agreement", "no-pass", "prisoner-return"),
    "ikeda": ("no", "yes"),
    "compensation": ("0", "K-1", "K"),
}
KO = (*TEXTS, NAME)
# What the name of another rule does not begin with.
TAKEN = {"newko", *(name.partition(":")[0] for name in KO)}


def number(text):
    must(re.fullmatch(r"-?[0-9]{1,6}(/[0-9]{1,6})?", text), f"no score: {text}")
    _, _, denominator = text.partition("/")
    must(denominator != "1" and int(denominator or 1) > 0, f"no score: {text}")
    value = Fraction(text)
    must(str(value) == text, f"no score: {text}")
    return value


def met(threshold, score):
    least, strict = threshold
    return score > least if strict else score >= least


class Rules:
    def __init__(self, board, text, lines=()):
        """A ruleset, and the lines of the text of its ko rule."""
        self.board = board
        fields = [word.partition("=")[::2] for word in text.split(" ")]
        names = [name for name, _ in fields]
        must(names == [name for name in FIELDS if name in names], "fields in another order")
        must(set(FIELDS[:5]) <= set(names), "a field is missing")
        given = {name: values[0] for name, values in VALUES.items()} | {"handicap": "0"} | dict(fields)
        for name in names[5:]:
            must(given[name] not in ("0", "no", "two-passes"), f"{name} is as usual")
        for name, values in VALUES.items():
            must(given[name] in values, f"no {name}: {given[name]}")
        self.ko, self.suicide, self.scoring, self.end = (
            given[name] for name in ("ko", "suicide", "scoring", "end")
        )
        name, new = self.ko.partition(":")[0], self.ko == NAME
        self.text = Text(list(lines)) if lines else None
        if self.text:
            must(self.ko == self.text.name, f"the ko rule is {self.text.name}, not {self.ko}")
            known = TEXTS.get(self.ko) if name in TAKEN else lines
            must(list(lines) == list(known or ()), f"there is a rule {self.ko} that says something else")
        else:
            must(new, f"the text of {self.ko} is missing")
        self.newko = NewKo(board) if new else None
        # Whether scores of several positions are combined, and how.
        self.combines = bool(self.text) and self.text.scored != "last"
        self.sum = self.combines and self.text.scored == "sum"
        self.spans = self.combines and bool(self.text.since)
        self.ikeda = given["ikeda"] == "yes"
        must(re.fullmatch("0|[1-9][0-9]?", given["handicap"]), "no handicap")
        self.handicap = int(given["handicap"])
        compensation = {"0": 0, "K-1": max(self.handicap - 1, 0), "K": self.handicap}[given["compensation"]]
        komi, self.no_result = number(given["komi"]), number(given["no-result"])
        self.given = komi + compensation
        stuck_loses = self.text and self.text.stuck_loses
        self.win_loss = bool(stuck_loses) or self.end in ("no-pass", "prisoner-return")
        endless = bool(self.text) and self.text.endless
        basic = endless and self.text.bans
        self.long_cycle = basic and self.scoring == "territory"
        self.endless = endless and not self.long_cycle
        self.bans = self.text.bans if self.text else True
        plain = self.suicide == "forbidden" and self.scoring == "area" and self.end == "two-passes"
        self.decides = plain and bool(self.text) and self.text.decides and not self.handicap and not self.ikeda
        self.fair = komi == 0 and not self.handicap and not self.ikeda and self.scoring != "equivalence"
        hows = {how for _, how in self.text.play_ends} if self.text else set()
        self.fair = self.fair and (not (self.long_cycle or "void" in hows) or self.no_result == 0)
        # What may not stand together.
        must(all(abs(score) <= 1000 and score.denominator <= 100 for score in (komi, self.no_result)), "komi")
        own_end = self.text and self.text.own_end
        must(self.end == "two-passes" or not own_end, "the ko rule has an end of its own")
        must(self.win_loss == (self.scoring == "win-loss"), "scoring and end")
        if self.win_loss:
            plain = komi == 0 and not self.ikeda and given["compensation"] == "0"
            must(plain and not endless, "only winning counts")
        must(not self.combines or self.scoring in ("area", "stones"), "prisoners where positions are counted")
        must(not self.ikeda or not self.combines and self.scoring in ("area", "equivalence"), "Ikeda's rule")
        must(not (endless and not basic and self.scoring == "territory"), "prisoners for ever")
        must(not (self.long_cycle and self.end == "agreement"), "agreement with long cycles")
        must(self.no_result == 0 or endless or "void" in hows, "no result")
        plain = self.scoring in ("area", "stones") and not self.ikeda
        must(not hows or plain, "plays end games where more than the position is scored")
        room, rest = 0, board.all
        while rest:
            part = board.spread(rest & -rest, rest)
            room, rest = room + part.bit_count() - 1, rest & ~part
        must(self.handicap <= min(room, 63), "the handicap does not fit")

    def exchanged(self, scope):
        """The scope in the place of another when Black and White change sides."""
        return self.text.exchanged(scope) if self.text else scope

    def start(self, position, to_move):
        node = Node(position, to_move, 0, 0, NOTHING)
        placed = position[BLACK].bit_count() == self.handicap and not position[WHITE] and to_move == WHITE
        to_place = position == (0, 0) and to_move == BLACK
        must(not self.handicap or to_place or placed, "no start with handicap stones")
        if self.handicap and to_place:
            return node._replace(memory=NOTHING._replace(handicap=self.handicap)), []
        if self.scoring == "equivalence":
            stones = position[BLACK].bit_count() - position[WHITE].bit_count()
            balance = stones - (to_move == WHITE) - max(self.handicap - 1, 0)
            node = node._replace(memory=NOTHING._replace(balance=balance))
        return node, self.at_start(node)

    def at_start(self, node):
        """The history with which a game starts at a node."""
        return self.text.start(node.position, node.to_move) if self.text and not self.long_cycle else self.implied(node)

    def implied(self, node):
        position, mover, memory = node.position, node.to_move, node.memory
        if memory.handicap:
            return []
        if self.long_cycle:
            return [fact(0, position, mover, memory.net[0] % 2**16)]
        return self.text.implied(node) if self.text else []

    def of_board(self, position):
        if self.scoring == "win-loss":
            return 0
        stones = position[BLACK].bit_count() - position[WHITE].bit_count()
        area = self.board.area(position) if self.scoring != "stones" else 0
        return {"area": area, "stones": stones}.get(self.scoring, area - stones)

    def pass_worth(self, node):
        stone = -sign(node.to_move) if self.scoring == "equivalence" else 0
        return stone - (self.ikeda and not node.memory.passed and node.to_move == WHITE)

    def end_score(self, node):
        balance = node.memory.balance + self.pass_worth(node)
        if self.scoring == "equivalence" and node.to_move == BLACK:
            balance += 1
        return self.of_board(node.position) + balance - self.given

    def combined(self, tally):
        total, count = tally
        if count == 0:
            return Fraction(0)
        return total - self.given * count if self.sum else Fraction(total, count) - self.given

    def score_range(self):
        if self.win_loss:
            return Fraction(-1), Fraction(1)
        if self.long_cycle:
            return -WIN, WIN
        if self.scoring == "territory" or self.sum:
            return None
        given = self.given + (max(self.handicap - 1, 0) if self.scoring == "equivalence" else 0)
        low, high = -self.board.points - self.ikeda - given, self.board.points - given
        hows = {how for _, how in self.text.play_ends} if self.text else set()
        if hows & {"loss", "win"}:
            return -WIN, WIN
        others = [0] if self.combines or "draw" in hows else []
        others += [self.no_result] if "void" in hows else []
        return min([low, *others]), max([high, *others])

    def excludes(self, one, other):
        family = lambda said: (said[:2], said[3:])
        return (self.long_cycle or self.spans) and family(one) == family(other) and one != other

    def serves_with(self, threshold, winner, cited, here):
        """Whether a lemma about a node with the first memory serves one with the second."""
        if cited == here:
            return True
        better, worse = (here, cited) if winner == BLACK else (cited, here)
        if self.combines:
            if better._replace(tallies=()) != worse._replace(tallies=()):
                return False
            if self.spans:
                pairs = list(zip(better.tallies, worse.tallies))
                if len(better.tallies) != len(worse.tallies):
                    return False
            else:
                pairs = [((*better.tallies, (0, 0))[0], (*worse.tallies, (0, 0))[0])]
            return all(self.as_good(threshold, *pair) for pair in pairs)
        if self.ikeda or self.scoring == "territory" and not self.long_cycle:
            return better.balance >= worse.balance and better._replace(balance=worse.balance) == worse
        return False

    def as_good(self, threshold, one, other):
        each = self.given + (0 if self.sum else threshold[0])
        excess = lambda tally: tally[0] - each * tally[1]
        now = lambda tally: met(threshold, self.combined(tally))
        return excess(one) >= excess(other) and (now(one) or not now(other))
