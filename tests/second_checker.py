"""A second checker of certificates, written from docs/certificate.md alone.

It shares no code and no language with the program: boards, captures, the steps of every rule, the
format and the logic are all here. It is slow and plain. `python second_checker.py FILE…` checks files.
"""

import io
import re
import sys
from collections import namedtuple
from fractions import Fraction

import zstandard

BLACK, WHITE = 0, 1
ALWAYS, NEVER = "always", "never"
WIN = Fraction(2**20)


class Rejected(Exception):
    """The file is no certificate, or does not prove its value."""


def must(holds, fault):
    if not holds:
        raise Rejected(fault)


# Boards.


class Board:
    """Points 0 to n - 1, each with the points next to it."""

    def __init__(self, text):
        shape, _, size = text.rpartition(":")
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
            must(shape in ("", "torus", "cylinder"), f"no board: {text}")
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

    def position(self, text):
        rows = text.split("/")
        must(len(rows) == self.rows and all(len(row) == self.columns for row in rows), "no position")
        letters = "".join(rows)
        must(set(letters) <= set("XO."), "no position")
        stones = tuple(
            sum(1 << point for point, letter in enumerate(letters) if letter == of) for of in "XO"
        )
        empty = self.all & ~(stones[0] | stones[1])
        for own in stones:
            must(self.spread(self.beside(empty), own) == own, "a chain has no liberty")
        return stones


# Rules.

Node = namedtuple("Node", "position to_move passes ban ledger")
Ledger = namedtuple("Ledger", "tallies passed must_pass handicap balance held net last")
NOTHING = Ledger((), False, False, 0, 0, (0, 0), (0, 0, 0), (None, None))
Step = namedtuple("Step", "legality present absent clears inserts next score")
ENDLESS = ("none", "basic")
OWN_END = ("spight", "primitive", "kee-2007", "kee-2020")
FIELDS = ("ko", "suicide", "scoring", "komi", "no-result", "end", "ikeda", "handicap", "compensation")
VALUES = {
    "suicide": ("forbidden", "multi-stone", "allowed"),
    "scoring": ("area", "stones", "territory", "equivalence", "win-loss"),
    "end": ("two-passes", "agreement", "no-pass", "prisoner-return"),
    "ikeda": ("no", "yes"),
    "compensation": ("0", "K-1", "K"),
}
KO = ENDLESS + OWN_END + ("psk", "ssk", "nssk", "fixed", "basic-fixed")
KEE = re.compile(r"kee(?::(?=.)(passer)?(?:(?<=r)\+(?=.))?(sum)?(?:(?<=[rm])\+(?=.))?(cycle)?)?")


def number(text):
    must(re.fullmatch(r"-?[0-9]{1,6}(/[0-9]{1,6})?", text), f"no score: {text}")
    numerator, _, denominator = text.partition("/")
    must(denominator != "1" and int(denominator or 1) > 0, f"no score: {text}")
    value = Fraction(text)
    must(str(value) == text, f"no score: {text}")
    return value


def fact(scope, position, colour=None, index=0, to=(0, 0)):
    return (scope, 0 if colour is None else 1 + colour, index, *position, *to)


def sign(colour):
    return 1 if colour == BLACK else -1


class Rules:
    def __init__(self, board, text):
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
        kee = KEE.fullmatch(self.ko)
        must(kee or self.ko in KO, f"no ko rule: {self.ko}")
        self.kee = kee is not None
        self.passer, self.sum, self.cycle = (bool(part) for part in kee.groups()) if kee else (False,) * 3
        self.ikeda = given["ikeda"] == "yes"
        must(re.fullmatch("0|[1-9][0-9]?", given["handicap"]), "no handicap")
        self.handicap = int(given["handicap"])
        compensation = {"0": 0, "K-1": max(self.handicap - 1, 0), "K": self.handicap}[given["compensation"]]
        komi, self.no_result = number(given["komi"]), number(given["no-result"])
        self.given = komi + compensation
        self.win_loss = self.ko == "primitive" or self.end in ("no-pass", "prisoner-return")
        self.long_cycle = self.ko == "basic" and self.scoring == "territory"
        self.endless = self.ko in ENDLESS and not self.long_cycle
        self.bans = self.ko in ("basic", "basic-fixed")
        # What may not stand together.
        must(all(abs(score) <= 1000 and score.denominator <= 100 for score in (komi, self.no_result)), "komi")
        own_end = self.kee or self.ko in OWN_END
        must(self.end == "two-passes" or not own_end, "the ko rule has an end of its own")
        must(self.win_loss == (self.scoring == "win-loss"), "scoring and end")
        if self.win_loss:
            plain = komi == 0 and not self.ikeda and given["compensation"] == "0"
            must(plain and self.ko not in ENDLESS, "only winning counts")
        must(not self.kee or self.scoring in ("area", "stones"), "prisoners under Kee's rule")
        must(
            not self.ikeda or not self.kee and self.scoring in ("area", "equivalence"), "Ikeda's rule"
        )
        must(not (self.ko == "none" and self.scoring == "territory"), "prisoners for ever")
        must(not (self.long_cycle and self.end == "agreement"), "agreement with long cycles")
        must(self.no_result == 0 or self.ko in ENDLESS, "no result")
        room, rest = 0, board.all
        while rest:
            part = board.spread(rest & -rest, rest)
            room, rest = room + part.bit_count() - 1, rest & ~part
        must(self.handicap <= min(room, 63), "the handicap does not fit")

    # The start and the ends.

    def start(self, position, to_move):
        node = Node(position, to_move, 0, 0, NOTHING)
        if self.handicap and position == (0, 0) and to_move == BLACK:
            return node._replace(ledger=NOTHING._replace(handicap=self.handicap)), []
        if self.scoring == "equivalence":
            stones = position[BLACK].bit_count() - position[WHITE].bit_count()
            balance = stones - (to_move == WHITE) - max(self.handicap - 1, 0)
            node = node._replace(ledger=NOTHING._replace(balance=balance))
        return node, self.first_facts(node)

    def first_facts(self, node):
        return [] if self.ko in ("nssk", "fixed", "basic-fixed") else self.implied(node)

    def implied(self, node):
        position, mover, ledger = node.position, node.to_move, node.ledger
        if ledger.handicap:
            return []
        if self.long_cycle:
            return [fact(0, position, mover, ledger.net[0] % 2**16)]
        if self.kee:
            return [fact(scope, position) for scope in ((1, 2) if self.passer else (0,))]
        if self.ko in ("psk", "primitive", "spight", "kee-2020"):
            return [fact(0, position)]
        if self.ko == "ssk":
            return [fact(0, position, mover)]
        if self.ko == "kee-2007":
            return [self.had(mover, position, ledger.last[1 - mover])]
        return []

    @staticmethod
    def had(player, position, passed):
        if passed is None:
            return fact(1, position, player)
        return fact(0, position, player, 0, passed)

    def of_board(self, position):
        if self.scoring == "win-loss":
            return 0
        stones = position[BLACK].bit_count() - position[WHITE].bit_count()
        area = self.board.area(position) if self.scoring != "stones" else 0
        return {"area": area, "stones": stones}.get(self.scoring, area - stones)

    def pass_worth(self, node):
        stone = -sign(node.to_move) if self.scoring == "equivalence" else 0
        return stone - (self.ikeda and not node.ledger.passed and node.to_move == WHITE)

    def end_score(self, node):
        balance = node.ledger.balance + self.pass_worth(node)
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
        if self.scoring == "territory" or self.kee and self.sum:
            return None
        given = self.given + (max(self.handicap - 1, 0) if self.scoring == "equivalence" else 0)
        low, high = -self.board.points - self.ikeda - given, self.board.points - given
        return (min(low, 0), max(high, 0)) if self.kee else (low, high)

    # Steps.

    def steps(self, node):
        if node.ledger.handicap:
            return self.placements(node)
        steps = []
        for point in range(self.board.points):
            if not (node.position[0] | node.position[1]) >> point & 1:
                steps.append(self.play(node, point))
        for step in self.passes(node):
            if step.next is not None:
                ledger = step.next.ledger
                ledger = ledger._replace(balance=ledger.balance + self.pass_worth(node), passed=self.ikeda)
                if self.long_cycle:
                    now, least, most = ledger.net
                    now += sign(node.to_move)
                    ledger = ledger._replace(net=(now, min(least, now), max(most, now)))
                step = step._replace(next=step.next._replace(ledger=ledger))
            steps.append(step)
        if self.long_cycle:
            steps = [judged for step in steps for judged in self.judged(step)]
        return steps

    def placements(self, node):
        if node.to_move == WHITE:
            return [Step(ALWAYS, (), (), (), (), node._replace(to_move=BLACK), None)]
        steps = []
        for point in range(self.board.points):
            if (node.position[0] | node.position[1]) >> point & 1:
                continue
            after, _, lost = self.board.play(node.position, BLACK, point)
            ledger = node.ledger._replace(handicap=node.ledger.handicap - 1)
            next = Node(after, WHITE, 0, 0, ledger)
            inserts = () if ledger.handicap else tuple(self.first_facts(next))
            steps.append(Step(NEVER if lost else ALWAYS, (), (), (), inserts, next, None))
        return steps

    def play(self, node, point):
        mover, ledger = node.to_move, node.ledger
        after, taken, lost = self.board.play(node.position, mover, point)
        lone = lost == 1 << point
        if taken or lost:
            gains = mover if taken else 1 - mover
            count = (taken | lost).bit_count()
            if self.end == "prisoner-return":
                held = tuple(had + count * (player == gains) for player, had in enumerate(ledger.held))
                ledger = ledger._replace(held=held)
            elif self.scoring in ("territory", "equivalence"):
                ledger = ledger._replace(balance=ledger.balance + sign(gains) * count)
        ban = 0
        if self.bans and lone:
            ban = 1
        elif self.bans and taken.bit_count() == 1:
            back = taken.bit_length() - 1
            if self.board.play(after, 1 - mover, back)[0] == node.position:
                ban = 2 + back
        legality, inserts = ALWAYS, ()
        if self.kee:
            occurred = tuple(fact(scope, after) for scope in ((1, 2) if self.passer else (0,)))
            legality, inserts = occurred[mover if self.passer else 0], occurred
        elif self.ko not in ENDLESS:
            left = {
                "ssk": lambda: fact(0, after, 1 - mover),
                "nssk": lambda: fact(0, after, mover),
                "fixed": lambda: fact(0, node.position, None, 0, after),
                "basic-fixed": lambda: fact(0, node.position, None, 0, after),
                "kee-2007": lambda: self.had(1 - mover, after, ledger.last[mover]),
            }.get(self.ko, lambda: fact(0, after))()
            legality, inserts = left, (left,)
        if node.ban == 2 + point or node.ban == 1 and lone:
            legality = NEVER
        if self.suicide == "forbidden" and lost or self.suicide == "multi-stone" and lone:
            legality = NEVER
        if ledger.must_pass:
            legality = NEVER
        return Step(legality, (), (), (), inserts, Node(after, 1 - mover, 0, ban, ledger), None)

    def passes(self, node):
        position, mover, ledger = node.position, node.to_move, node.ledger
        on = Node(position, 1 - mover, node.passes + 1, 0, ledger)
        ends = lambda score, present=(): Step(ALWAYS, present, (), (), (), None, score)
        goes = lambda next, inserts=(), clears=(), present=(), absent=(): [
            Step(ALWAYS, present, absent, clears, inserts, next, None)
        ]
        if self.kee:
            return self.kee_passes(node, on, ends, goes)
        if self.ko == "primitive" or self.end == "no-pass":
            return []
        if self.ko == "spight":
            passed = fact(1, position, mover)
            inserts = (fact(0, position), passed)
            return [ends(self.end_score(node), (passed,))] + goes(
                on._replace(passes=0), inserts, (0,), (), (passed,)
            )
        if self.ko == "kee-2007":
            if node.passes and ledger.last[mover] == position:
                return [ends(self.end_score(node))]
            last = tuple(position if player == mover else board for player, board in enumerate(ledger.last))
            faced = fact(0, position, 1 - mover, 0, position)
            return goes(on._replace(ledger=ledger._replace(last=last)), (faced,))
        if self.ko == "kee-2020":
            if node.passes >= 2:
                return [ends(self.end_score(node))]
            first, appeared = fact(1, position, 1 - mover), fact(0, position)
            bound, free = (on._replace(ledger=ledger._replace(must_pass=bound)) for bound in (True, False))
            return goes(bound, (appeared,), (0,), (first,)) + goes(
                free, (appeared, first), (0,), (), (first,)
            )
        if self.end == "prisoner-return":
            if not ledger.held[mover]:
                return []
            held = tuple(had - (player == mover) for player, had in enumerate(ledger.held))
            on = on._replace(passes=0, ledger=ledger._replace(held=held))
        elif node.passes >= (3 if self.end == "agreement" else 1):
            return [ends(self.end_score(node))]
        return goes(on, (fact(0, position, 1 - mover),) if self.ko == "ssk" else ())

    def kee_passes(self, node, on, ends, goes):
        position, mover, tallies = node.position, node.to_move, node.ledger.tallies
        score = self.of_board(position)
        if node.passes >= 2:
            tally = (score, 1) if self.cycle else (tallies[0] if tallies else (0, 0))
            return [ends(self.combined(tally))]
        times = len(tallies) if self.cycle else 0
        passed = [fact(3, position, mover, time) for time in range(times + 1)]
        if node.passes:
            tallies = tallies + ((0, 0),) if self.cycle else (tallies or ((0, 0),))
            tallies = tuple((total + score, count + 1) for total, count in tallies)
        steps = [
            ends(self.combined(tallies[time] if time < len(tallies) else (0, 0)), (before,))
            for time, before in enumerate(passed)
        ]
        scope = 1 + mover if self.passer else 0
        now = fact(3, position, mover, len(tallies) if self.cycle else 0)
        next = on._replace(ledger=node.ledger._replace(tallies=tallies))
        return steps + goes(next, (fact(scope, position), now), (scope,), (), tuple(passed))

    def judged(self, step):
        if step.legality == NEVER or step.next is None:
            return [step]
        now, least, most = step.next.ledger.net
        occurred = [
            fact(0, step.next.position, step.next.to_move, before % 2**16)
            for before in range(least, most + 1)
        ]
        ends = []
        for before, again in zip(range(least, most + 1), occurred):
            score = WIN if now > before else -WIN if now < before else self.no_result
            ends.append(step._replace(next=None, score=score, present=(again,)))
        inserts = step.inserts + (occurred[now - least],)
        return ends + [step._replace(absent=step.absent + tuple(occurred), inserts=inserts)]

    # What a checker asks beside.

    def excludes(self, one, other):
        family = lambda said: (said[:2], said[3:])
        applies = self.long_cycle or self.kee and one[0] == 3
        return applies and family(one) == family(other) and one != other

    def serves_with(self, threshold, winner, cited, here):
        """Whether a lemma about a node with the first ledger serves one with the second."""
        if cited == here:
            return True
        better, worse = (here, cited) if winner == BLACK else (cited, here)
        if self.kee:
            if better._replace(tallies=()) != worse._replace(tallies=()):
                return False
            if self.cycle:
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


# The file.

Kind = namedtuple("Kind", "threshold winner endless")
Lemma = namedtuple("Lemma", "kind node absent present")


def met(threshold, score):
    least, strict = threshold
    return score > least if strict else score >= least


def wins(kind, score):
    return met(kind.threshold, score) == (kind.winner == BLACK)


def implies(kind, other):
    harder = kind.threshold >= other.threshold
    as_hard = kind.threshold == other.threshold or harder == (kind.winner == BLACK)
    return kind.winner == other.winner and as_hard and (other.endless or not kind.endless)


class Header:
    def __init__(self, file):
        def line(word):
            text = file.readline(4096)
            must(text.endswith(b"\n"), "a line is too long, or the file ends")
            try:
                text = text[:-1].decode()
            except UnicodeDecodeError:
                raise Rejected("the header is not text") from None
            must(text.startswith(word), f"no {word}")
            return text[len(word) :]

        must(line("kosolver certificate ") == "1", "another version")
        self.board = Board(line("board "))
        self.rules = Rules(self.board, line("rules "))
        self.position = self.board.position(line("position "))
        to_play = line("to-play ")
        must(to_play in ("black", "white"), "no player")
        self.to_play = BLACK if to_play == "black" else WHITE
        self.value = line("value ")
        named = {"win": WIN, "-win": -WIN}
        values = [named[text] if text in named else number(text) for text in self.value.split(" ")]
        must(len(values) == (2 if self.rules.endless else 1), "no value")
        lower, upper = values[0], values[-1]
        kinds = [Kind((lower, False), BLACK, False), Kind((upper, True), WHITE, False)]
        if self.rules.endless:
            kinds[1:1] = [Kind((lower, True), WHITE, True), Kind((upper, False), BLACK, True)]
        self.claims = kinds
        must(line("") == "", "the header goes on")


class Body:
    def __init__(self, file, rules):
        frame = file.read()
        must(len(frame) > 5 and frame[:4] == b"\x28\xb5\x2f\xfd", "no Zstandard frame")
        must(frame[4] & 4, "the frame has no checksum")
        decoder = zstandard.ZstdDecompressor(max_window_size=2**23).decompressobj()
        try:
            content = decoder.decompress(frame)
        except zstandard.ZstdError as error:
            raise Rejected(str(error)) from None
        must(decoder.eof and not decoder.unused_data, "not one whole frame")
        self.content, self.rules, self.facts, self.known = io.BytesIO(content), rules, [], set()

    def number(self, limit=2**64):
        value = 0
        for shift in range(0, 70, 7):
            byte = self.content.read(1)
            must(byte, "the body ends")
            value |= (byte[0] & 0x7F) << shift
            if byte[0] < 0x80:
                must(value < limit, f"{value} is too large")
                return value
        raise Rejected("a number has more than 64 bits")

    def signed(self, limit=2**63):
        value = self.number()
        value = value // 2 if value % 2 == 0 else -(value // 2) - 1
        must(abs(value) < limit or limit == 2**63, f"{value} is too large")
        return value

    def pair(self):
        return self.number(), self.number()

    def kinds(self):
        kinds = []
        for _ in range(self.number(2**16)):
            numerator, denominator = self.signed(2**24), self.number(2**24)
            must(denominator, "a denominator is 0")
            strict, winner, endless = (self.number(2) for _ in range(3))
            must(self.rules.endless or not endless, "no play is endless")
            kinds.append(Kind((Fraction(numerator, denominator), bool(strict)), winner, bool(endless)))
        return kinds

    def stones(self):
        black, white = self.pair()
        must(not black & white and not (black | white) & ~self.rules.board.all, "no position")
        return black, white

    def node(self):
        position = self.stones()
        flags, ban = self.number(16), self.number(66)
        tallies = tuple((self.signed(2**24), self.signed(2**24)) for _ in range(self.number(1024)))
        must(all(count >= 0 for _, count in tallies), "no count")
        ledger = NOTHING._replace(tallies=tallies)
        if flags & 8:
            more, handicap, balance = self.number(16), self.number(64), self.signed(2**24)
            held = (self.number(2**15), self.number(2**15))
            net = tuple(self.signed(1024) for _ in range(3))
            must(net[1] <= min(net[0], 0) and max(net[0], 0) <= net[2], "passes out of order")
            last = tuple(self.stones() if more & bit else None for bit in (4, 8))
            ledger = Ledger(tallies, bool(more & 1), bool(more & 2), handicap, balance, held, net, last)
        return Node(position, flags & 1, flags >> 1 & 3, ban, ledger)

    def conditions(self):
        facts = []
        for _ in range(self.number()):
            place = self.number(1 + len(self.facts))
            if place:
                facts.append(self.facts[place - 1])
                continue
            new = (self.number(256), self.number(3), self.number(2**16), *self.pair(), *self.pair())
            self.facts.append(new)
            facts.append(new)
        must(len(facts) == len(set(facts)), "a fact is listed twice")
        return frozenset(facts)


class Proof:
    def __init__(self, header, body):
        self.rules, self.body = header.rules, body
        self.kinds, self.lemmas, self.ahead = body.kinds(), [], []

    def run(self):
        while tag := self.body.number(1 + len(self.kinds)):
            kind = self.kinds[tag - 1]
            lemma = Lemma(kind, self.body.node(), self.body.conditions(), self.body.conditions())
            must(not kind.endless or not lemma.absent and not lemma.present, "conditions in a circle")
            self.check(lemma)
            self.lemmas.append(lemma)
        for kind, node, cited in self.ahead:
            must(cited < len(self.lemmas), "a lemma is missing")
            other = self.lemmas[cited]
            must(not other.absent and not other.present, "conditions in a circle")
            self.must_serve(other, kind, node)

    def check(self, lemma):
        steps = self.rules.steps(lemma.node)
        known = dict.fromkeys(self.rules.implied(lemma.node), True)
        known |= dict.fromkeys(lemma.absent, False) | dict.fromkeys(lemma.present, True)
        if lemma.node.to_move == lemma.kind.winner:
            step = steps[self.body.number(len(steps))]
            must(step.legality == ALWAYS or known.get(step.legality) is False, "not known to be legal")
            applies = all(known.get(said) for said in step.present)
            must(applies and all(known.get(said) is False for said in step.absent), "a guard may fail")
            self.follow(lemma.kind, step, known)
            return
        citations = self.body.number()
        for step in steps:
            if step.legality == NEVER or known.get(step.legality) is True:
                continue
            if any(known.get(said) is True for said in step.absent):
                continue
            excluded = lambda said: any(self.rules.excludes(said, present) for present in lemma.present)
            if any(known.get(said) is False or excluded(said) for said in step.present):
                continue
            citations -= step.next is not None
            must(citations >= 0, "a citation is missing")
            before = known | dict.fromkeys(step.present, True) | dict.fromkeys(step.absent, False)
            if step.legality != ALWAYS:
                before[step.legality] = False
            self.follow(lemma.kind, step, before)
        must(citations == 0, "citations are left")
        if all(step.legality != ALWAYS for step in steps):
            must(wins(lemma.kind, -sign(lemma.node.to_move)), "no move may be legal")

    def follow(self, kind, step, known):
        if step.next is None:
            must(wins(kind, step.score), "the game ends with a loss")
            return
        cited = len(self.lemmas) - self.body.signed()
        must(cited >= 0, "a citation of no lemma")
        if cited >= len(self.lemmas):
            must(kind.endless, "a citation of a later lemma")
            self.ahead.append((kind, step.next, cited))
            return
        other = self.lemmas[cited]
        self.must_serve(other, kind, step.next)
        cleared = lambda said: said[0] in step.clears
        for said in other.absent:
            must(said not in step.inserts and (cleared(said) or known.get(said) is False), "not known absent")
        implied = self.rules.implied(step.next)
        for said in other.present:
            kept = not cleared(said) and known.get(said) is True
            must(said in step.inserts or kept or said in implied, "not known present")

    def must_serve(self, other, kind, node):
        must(implies(other.kind, kind), "a lemma of another kind")
        must(other.node._replace(ledger=node.ledger) == node, "a lemma about another node")
        served = self.rules.serves_with(other.kind.threshold, kind.winner, other.node.ledger, node.ledger)
        must(served, "a lemma about another ledger")

    def proves(self, number, claim, node, facts):
        if number == 0:
            bounds = self.rules.score_range()
            return bounds is not None and wins(claim, bounds[claim.winner])
        must(number <= len(self.lemmas), "a claim without a lemma")
        lemma = self.lemmas[number - 1]
        self.must_serve(lemma, claim, node)
        return lemma.present <= set(facts) and not lemma.absent & set(facts)


def verify(data):
    """The header's value and the number of lemmas, or `Rejected`."""
    file = io.BytesIO(data)
    header = Header(file)
    body = Body(file, header.rules)
    proof = Proof(header, body)
    proof.run()
    must(body.number() == len(proof.lemmas), "another number of lemmas")
    numbers = [body.number() for _ in range(body.number(256))]
    must(not body.content.read(), "something follows the end")
    must(len(numbers) == len(header.claims), "another number of claims")
    start = header.rules.start(header.position, header.to_play)
    for number, claim in zip(numbers, header.claims):
        must(proof.proves(number, claim, *start), f"not proved: {claim}")
    return header.value, len(proof.lemmas)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, "rb") as certificate:
            value, lemmas = verify(certificate.read())
        print(f"{name}: value {value}, {lemmas} lemmas")
