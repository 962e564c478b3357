"""The bytes: docs/certificate.md, "The header" and "The body"."""

import io
from collections import namedtuple
from fractions import Fraction

import zstandard

from .boards import BLACK, WHITE, Board, Rejected, must
from .nodes import NOTHING, PASS, WIN, Memory, Node
from .rules import met, number
from .steps import Game
from .turns import Pattern, Turns

Kind = namedtuple("Kind", "threshold winner endless")
Lemma = namedtuple("Lemma", "kind node absent groups patterns present")
# What a file of a claim proves: lemmas that others may rest on, the facts of its groups, its game and its
# symmetries.
Piece = namedtuple("Piece", "lemmas groups game turns")


def wins(kind, score):
    return met(kind.threshold, score) == (kind.winner == BLACK)


def implies(kind, other):
    harder = kind.threshold >= other.threshold
    as_hard = kind.threshold == other.threshold or harder == (kind.winner == BLACK)
    return kind.winner == other.winner and as_hard and (other.endless or not kind.endless)


class Header:
    def __init__(self, file):
        def line(word, longest=4096):
            text = file.readline(longest)
            must(text.endswith(b"\n"), "a line is too long, or the file ends")
            try:
                text = text[:-1].decode()
            except UnicodeDecodeError:
                raise Rejected("the header is not text") from None
            must(text.startswith(word), f"no '{word.strip()}' line")
            return text[len(word) :]

        def follows(word):
            here = file.tell()
            found = file.read(len(word)) == word.encode()
            file.seek(here)
            return found

        must(line("kosolver certificate ") == "6", "another version")
        board = line("board ")
        self.board = Board(board)
        ruleset, lines = line("rules "), []
        self.game = board, ruleset
        while follows("ko "):
            lines.append(line("ko "))
            must(len(lines) <= 65, "the text of the ko rule is too long")
        self.rules = Game(self.board, ruleset, lines)
        self.position = self.board.position(line("position "))
        to_play = line("to-play ")
        must(to_play in ("black", "white"), "no player")
        self.to_play = BLACK if to_play == "black" else WHITE
        self.node, self.history = self.rules.start(self.position, self.to_play)
        for name in line("moves ", 2**14).split(" ") if follows("moves ") else ():
            self.node, self.history = self.rules.after(self.node, self.history, self.move(name))
        self.claimed = follows("claim ")
        self.value = line("claim " if self.claimed else "value ")
        if self.claimed:
            self.claims = [self.claim(*self.value.split(" "))]
        else:
            self.claims = self.value_claims()
        self.pieces = []
        while follows("piece "):
            self.pieces.append(line("piece "))
            must(set(self.pieces[-1]) <= set("0123456789abcdef") and len(self.pieces[-1]) == 64, "no digest")
            must(len(self.pieces) <= 2**16, "too many pieces")
        must(line("") == "", "the header goes on")

    def claim(self, winner="", sign="", score="", *more):
        must(winner in ("black", "white") and sign in (">=", ">") and not more, "no claim")
        return Kind((number(score), sign == ">"), BLACK if winner == "black" else WHITE, False)

    def value_claims(self):
        named = {"win": WIN, "-win": -WIN}
        values = [named[text] if text in named else number(text) for text in self.value.split(" ")]
        must(len(values) == (2 if self.rules.endless else 1), "no value")
        lower, upper = values[0], values[-1]
        kinds = [Kind((lower, False), BLACK, False), Kind((upper, True), WHITE, False)]
        if self.rules.endless:
            kinds[1:1] = [Kind((lower, True), WHITE, True), Kind((upper, False), BLACK, True)]
        return kinds

    def move(self, name):
        made = {self.board.name(point): point for point in range(self.board.points)} | {"pass": PASS}
        must(name in made, f"no move: {name}")
        return made[name]


def unfolded(value):
    """0, 1, 2, 3, ... as 0, -1, 1, -2, ..."""
    return value // 2 if value % 2 == 0 else -(value // 2) - 1


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
        self.content, self.rules, self.facts = io.BytesIO(content), rules, []
        self.groups, self.sets, self.turns, self.group = {}, [frozenset()], None, {}

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
        value = unfolded(self.number())
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

    def symmetries(self):
        points = self.rules.board.points
        count, exchange = self.number(9 if points > 9 else 721), self.number(2)
        must(self.rules.fair or not exchange, "the rules tell Black from White")
        permutations = [tuple(self.number(points) for _ in range(points)) for _ in range(count)]
        self.turns = Turns(self.rules, permutations, exchange)

    def stones(self):
        black, white = self.pair()
        must(not black & white and not (black | white) & ~self.rules.board.all, "no position")
        return black, white

    def node(self):
        position = self.stones()
        flags, ban = self.number(16), self.number(2 + self.rules.board.points)
        tallies = tuple((self.signed(2**24), self.signed(2**24)) for _ in range(self.number(1024)))
        must(all(count >= 0 for _, count in tallies), "no count")
        memory = NOTHING._replace(tallies=tallies)
        if flags & 8:
            memory = self.memory(tallies)
        rules = self.rules
        fits = [
            (rules.combines, memory.tallies == ()),
            (rules.spans, len(memory.tallies) <= 1),
            (rules.ikeda, not memory.passed),
            (memory.handicap <= rules.handicap, False),
            (rules.scoring in ("territory", "equivalence") or rules.ikeda, memory.balance == 0),
            (rules.end == "prisoner-return", memory.held == (0, 0)),
            (rules.long_cycle, memory.net == (0, 0, 0)),
        ]
        must(all(used or nothing for used, nothing in fits), "the memory says what the rules do not")
        return Node(position, flags & 1, flags >> 1 & 3, ban, memory)

    def memory(self, tallies):
        rules = self.rules
        slots = rules.text.slots.values() if rules.text else ()
        # Bit 1 is for words, which few rules have.
        flags = self.number(4 if rules.newko or slots else 2)
        handicap, balance = self.number(64), self.signed(2**24)
        held = (self.number(2**15), self.number(2**15))
        net = tuple(self.signed(1024) for _ in range(3))
        must(net[1] <= min(net[0], 0) and max(net[0], 0) <= net[2], "passes out of order")
        own = self.own_words() if flags & 2 else ()
        kept = all(slot in slots and owner and not place for (slot, owner, place), _ in own)
        must(kept or rules.newko, "the memory says what the rules do not")
        return Memory(tallies, bool(flags & 1), handicap, balance, held, net, own)

    def own_words(self):
        words = []
        for _ in range(self.number(1024)):
            slot = self.number(256), self.number(3), self.number(2**16)
            must(slot[0] > 127 and (not words or words[-1][0] < slot), "words out of order")
            must(self.number(5) == 4, "the rule has boards alone")
            words.append((slot, self.stones()))
        return tuple(words)

    def listed(self):
        known = set()
        for _ in range(self.number()):
            new = (self.number(256), self.number(3), self.number(2**16), *self.stones(), *self.stones())
            must(new not in known, "a fact is listed twice")
            known.add(new)
            self.facts.append(new)
            group = self.number(1 + 2**16)
            if group:
                members = self.groups.setdefault(group - 1, set())
                must(not members or new[0] == next(iter(members))[0], "a group with facts of two scopes")
                members.add(new)
                least = self.turns.least(new)
                must(self.group.setdefault(least, group - 1) == group - 1, "images in two groups")

    def of_groups(self):
        place = self.number(1 + len(self.sets))
        if place:
            return self.sets[place - 1]
        groups, least = set(), 0
        for _ in range(self.number()):
            groups.add(least + self.number(2**16 - least))
            least = max(groups) + 1
        self.sets.append(frozenset(groups))
        return self.sets[-1]

    def patterns(self):
        found = []
        for _ in range(self.number()):
            found.append(Pattern(self.number(256), self.number(2), *self.pair()))
            must(not (found[-1].stones | found[-1].points) & ~self.rules.board.all, "points beside the board")
        return found

    def grounds(self):
        """The first number of the grounds; None if the position is decided, three numbers if a piece says so."""
        number = self.number()
        if number == 1:
            piece = self.number()
            lemma, turn = divmod(self.number(), len(self.turns.all))
            return piece, lemma, self.turns.all[turn]
        return number - 2 if number else None

    def citation(self, own, endless):
        """The lemma that is cited, and its symmetry."""
        distance, turn = divmod(self.number(), len(self.turns.all))
        return own - (unfolded(distance) if endless else distance), self.turns.all[turn]

    def group_of(self, said):
        return self.group.get(self.turns.least(said)) if self.group else None

    def conditions(self):
        facts, least = [], 0
        for _ in range(self.number()):
            least += self.number()
            must(least < len(self.facts), "no such fact")
            facts.append(self.facts[least])
            least += 1
        return frozenset(facts)
