"""The logic: docs/certificate.md, "What a checker does"."""

import hashlib
import io

from collections import ChainMap

from .boards import Rejected, must
from .nodes import ALWAYS, NEVER, before, prohibiting, sign
from .reader import Body, Header, Lemma, Piece, implies, wins
from .turns import decided, has, includes


class Known(dict):
    """What is known of facts, those in groups and of patterns included."""

    def __init__(self, facts, groups, group_of, patterns):
        super().__init__(facts)
        self.groups, self.group_of, self.patterns = groups, group_of, patterns

    def __contains__(self, said):
        return super().__contains__(said) or self.is_absent(said)

    def is_absent(self, said):
        return self.is_spoken_of(said) or bool(self.groups) and self.group_of(said) in self.groups

    def is_spoken_of(self, said):
        """Whether it is a fact of a pattern."""
        return any(has(pattern, said) for pattern in self.patterns)

    def __missing__(self, said):
        return False


class Proof:
    def __init__(self, header, body, pieces=()):
        self.header, self.rules, self.body, self.pieces = header, header.rules, body, pieces
        self.kinds, self.lemmas, self.ahead = body.kinds(), [], []
        body.symmetries()
        body.listed()
        # What the lemma at hand asks for beside what is written.
        self.patterns = []

    def run(self):
        while tag := self.body.number(1 + len(self.kinds)):
            kind = self.kinds[tag - 1]
            node, absent, groups = self.body.node(), self.body.conditions(), self.body.of_groups()
            lemma = Lemma(kind, node, absent, groups, self.body.patterns(), self.body.conditions())
            must(not lemma.absent & lemma.present, "a fact is absent and present")
            self.patterns = list(lemma.patterns)
            lemma = lemma._replace(absent=self.check(lemma), patterns=self.patterns)
            self.lemmas.append(lemma)
            must(not kind.endless or self.has_none(lemma), "conditions in a circle")
        for kind, node, cited, turn in self.ahead:
            must(cited < len(self.lemmas), "a lemma is missing")
            other = self.lemmas[cited]
            must(self.has_none(other), "conditions in a circle")
            self.must_serve(self.image(other, turn), kind, node)

    def has_none(self, lemma):
        """Whether a lemma asks for nothing."""
        groups = any(self.body.groups.get(group) for group in lemma.groups)
        return not (lemma.absent or lemma.present or lemma.patterns or groups)

    def check(self, lemma):
        steps = self.rules.steps(lemma.node)
        written = dict.fromkeys(self.rules.implied(lemma.node), True)
        written |= dict.fromkeys(lemma.absent, False) | dict.fromkeys(lemma.present, True)
        written = Known(written, lemma.groups, self.body.group_of, self.patterns)
        self.follow_all(lemma, steps, ChainMap({}, written))
        # What its patterns speak of is absent anyway.
        absent = (said for said, holds in written.items() if holds is False)
        return frozenset(said for said in absent if not written.is_spoken_of(said))

    def follow_all(self, lemma, steps, known):
        grounds = self.body.grounds()
        if grounds is None:
            self.must_be_decided(lemma, steps, known)
            return
        if isinstance(grounds, tuple):
            self.must_be_proved(lemma, known, *grounds)
            return
        if lemma.node.to_move == lemma.kind.winner:
            must(grounds < len(steps), "no step")
            step = steps[grounds]
            if step.legality != NEVER:
                for said in prohibiting(step):
                    self.ask(said, lemma, known)
            legal = all(known.get(said) is False for said in prohibiting(step))
            must(step.legality != NEVER and legal, "not known to be legal")
            applies = all(known.get(said) for said in step.present)
            must(applies and all(known.get(said) is False for said in step.absent), "a guard may fail")
            self.follow(lemma, step, known)
            return
        citations = grounds
        for step in steps:
            if self.is_ruled_out(lemma, step, known):
                continue
            citations -= step.next is not None
            must(citations >= 0, "a citation is missing")
            lacking = (*step.absent, *prohibiting(step))
            taken = dict.fromkeys(step.present, True) | dict.fromkeys(lacking, False)
            self.follow(lemma, step, ChainMap(taken, *known.maps))
        must(citations == 0, "citations are left")
        moves = {step.made: True for step in steps}
        moves |= {step.made: False for step in steps if step.legality != ALWAYS}
        if not any(moves.values()):
            must(wins(lemma.kind, -sign(lemma.node.to_move)), "no move may be legal")

    def is_ruled_out(self, lemma, step, known):
        if step.legality == NEVER or any(known.get(said) is True for said in prohibiting(step)):
            return True
        if any(known.get(said) is True for said in step.absent):
            return True
        excluded = lambda said: any(self.rules.excludes(said, present) for present in lemma.present)
        return any(known.get(said) is False or excluded(said) for said in step.present)

    def must_be_decided(self, lemma, steps, known):
        must(self.rules.decides, "no position is decided under these rules")
        score, patterns, stands = decided(self.rules, lemma.node, lemma.kind.winner)
        must(wins(lemma.kind, score) and not lemma.node.ban, "the position does not decide it")
        for pattern in patterns:
            self.ask_pattern(pattern)
        ends = [step for step in steps if step.next is None]
        open = stands and any(not self.is_ruled_out(lemma, step, known) for step in ends)
        must(not open, "the game may end while stones stand")

    def must_be_proved(self, lemma, known, place, number, turn):
        """Another file proves the lemma, or what it is an image of."""
        must(place < len(self.pieces), "no such piece")
        piece = self.pieces[place]
        must(piece.game == self.header.game, "another game")
        must(piece.turns == self.body.turns.all, "other symmetries")
        grouped = ((said, group) for group, members in piece.groups.items() for said in members)
        must(all(self.body.group_of(said) == group for said, group in grouped), "other groups")
        must(number < len(piece.lemmas), "no lemma for others")
        said = self.image(piece.lemmas[number], turn)
        self.must_serve(said, lemma.kind, lemma.node)
        must(all(known.get(fact) is True for fact in said.present), "a piece needs a fact")
        must(said.groups <= lemma.groups, "a piece needs a group")
        for fact in said.absent:
            self.ask(fact, lemma, known)
        for pattern in said.patterns:
            self.ask_pattern(pattern)

    def ask(self, said, lemma, known):
        """The lemma asks a fact to be absent, if that is not known anyway."""
        if known.get(said) is not False:
            must(said not in lemma.present, "a fact is absent and present")
            known.maps[-1][said] = False

    def ask_pattern(self, pattern):
        if not any(includes(other, pattern) for other in self.patterns):
            self.patterns.append(pattern)

    def follow(self, lemma, step, known):
        kind = lemma.kind
        if step.next is None:
            must(wins(kind, step.score), "the game ends with a loss")
            return
        cited, turn = self.body.citation(len(self.lemmas), kind.endless)
        must(cited >= 0, "a citation of no lemma")
        if cited >= len(self.lemmas):
            must(kind.endless, "a citation of a later lemma")
            self.ahead.append((kind, step.next, cited, turn))
            return
        other = self.image(self.lemmas[cited], turn)
        self.must_serve(other, kind, step.next)
        self.must_be_absent(other, lemma, step, known)
        implied = self.rules.implied(step.next)
        for said in other.present:
            source = before(step, said)
            kept = source is not None and known.get(source) is True
            must(said in step.inserts or kept or said in implied, "not known present")

    def image(self, other, turn):
        turns = self.body.turns
        if turn == turns.all[0]:
            return other
        facts = lambda those: frozenset(turns.fact(turn, said) for said in those)
        return Lemma(
            turns.kind(turn, other.kind),
            turns.node(turn, other.node),
            facts(other.absent),
            other.groups,
            [turns.pattern(turn, pattern) for pattern in other.patterns],
            facts(other.present),
        )

    def must_be_absent(self, other, lemma, step, known):
        asked = []
        for said in other.absent:
            source = before(step, said)
            must(said not in step.inserts, "not absent")
            if source is not None and known.get(source) is not False:
                asked.append(source)
        must(not step.pulls or not (other.groups or other.patterns), "groups or patterns, and the step pulls")
        for group in other.groups:
            members = self.body.groups.get(group, ())
            cleared = not members or next(iter(members))[0] in step.clears
            inserted = any(self.body.group_of(said) == group for said in step.inserts)
            must((cleared or group in lemma.groups) and not inserted, "a group is not absent")
        for said in asked:
            self.ask(said, lemma, known)
        for pattern in other.patterns:
            must(not any(has(pattern, said) for said in step.inserts), "a pattern is not absent")
            if pattern.scope not in step.clears:
                self.ask_pattern(pattern)

    def must_serve(self, other, kind, node):
        must(implies(other.kind, kind), "a lemma of another kind")
        must(other.node._replace(memory=node.memory) == node, "a lemma about another node")
        served = self.rules.serves_with(other.kind.threshold, kind.winner, other.node.memory, node.memory)
        must(served, "a lemma about another memory")

    def proves(self, number, claim, node, facts):
        if number == 0:
            bounds = self.rules.score_range()
            return bounds is not None and wins(claim, bounds[claim.winner])
        must(number <= len(self.lemmas), "a claim without a lemma")
        lemma = self.lemmas[number - 1]
        self.must_serve(lemma, claim, node)
        spoiled = lambda said: (
            any(has(pattern, said) for pattern in lemma.patterns)
            or (bool(lemma.groups) and self.body.group_of(said) in lemma.groups)
        )
        return lemma.present <= set(facts) and not lemma.absent & set(facts) and not any(map(spoiled, facts))


def verify(data, pieces=None):
    """The header's value and the number of lemmas, or `Rejected`. What the file assumes must be in `pieces`,
    by digest; what others may assume is added there."""
    file, pieces = io.BytesIO(data), {} if pieces is None else pieces
    header = Header(file)
    missing = [digest for digest in header.pieces if digest not in pieces]
    must(not missing, f"nothing proves what it assumes: {' '.join(missing)}")
    body = Body(file, header.rules)
    proof = Proof(header, body, [pieces[digest] for digest in header.pieces])
    found = proved(header, body, proof)
    if header.claimed:
        lemmas = [proof.lemmas[root - 1] for root in proof.roots]
        named = set().union(*(lemma.groups for lemma in lemmas))
        groups = {group: body.groups[group] for group in named if group in body.groups}
        pieces[hashlib.sha256(data).hexdigest()] = Piece(lemmas, groups, header.game, body.turns.all)
    return found


def verify_all(files):
    """What files prove that may rest on each other: for each its value and the number of lemmas, or why it
    is rejected."""
    pieces, found, before = {}, [None] * len(files), None
    while found != before:
        before = list(found)
        for place, data in enumerate(files):
            if not isinstance(found[place], tuple):
                try:
                    found[place] = verify(data, pieces)
                except Rejected as rejected:
                    found[place] = str(rejected)
    return found


def proved(header, body, proof=None):
    proof = proof or Proof(header, body)
    proof.run()
    must(body.number() == len(proof.lemmas), "another number of lemmas")
    numbers = [body.number() for _ in range(body.number())]
    if header.claimed:
        must(all(0 < number <= len(proof.lemmas) for number in numbers), "others rest on no lemma")
        proof.roots, numbers = numbers, numbers[:1]
    must(not body.content.read(), "something follows the end")
    must(len(numbers) == len(header.claims), "another number of claims")
    for number, claim in zip(numbers, header.claims):
        must(proof.proves(number, claim, header.node, header.history), f"not proved: {claim}")
    return header.value, len(proof.lemmas)
