"""The logic: docs/certificate.md, "What a checker does"."""

import io

from .boards import must
from .nodes import ALWAYS, NEVER, before, prohibiting, sign
from .reader import Body, Header, Lemma, implies, wins


class Proof:
    def __init__(self, header, body):
        self.rules, self.body = header.rules, body
        self.kinds, self.lemmas, self.ahead = body.kinds(), [], []
        body.listed()

    def run(self):
        while tag := self.body.number(1 + len(self.kinds)):
            kind = self.kinds[tag - 1]
            node, absent = self.body.node(), self.body.conditions() | self.body.of_groups()
            lemma = Lemma(kind, node, absent, self.body.conditions())
            must(not lemma.absent & lemma.present, "a fact is absent and present")
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
            legal = all(known.get(said) is False for said in prohibiting(step))
            must(step.legality != NEVER and legal, "not known to be legal")
            applies = all(known.get(said) for said in step.present)
            must(applies and all(known.get(said) is False for said in step.absent), "a guard may fail")
            self.follow(lemma.kind, step, known)
            return
        citations = self.body.number()
        for step in steps:
            if step.legality == NEVER or any(known.get(said) is True for said in prohibiting(step)):
                continue
            if any(known.get(said) is True for said in step.absent):
                continue
            excluded = lambda said: any(self.rules.excludes(said, present) for present in lemma.present)
            if any(known.get(said) is False or excluded(said) for said in step.present):
                continue
            citations -= step.next is not None
            must(citations >= 0, "a citation is missing")
            lacking = (*step.absent, *prohibiting(step))
            self.follow(lemma.kind, step, known | dict.fromkeys(step.present, True) | dict.fromkeys(lacking, False))
        must(citations == 0, "citations are left")
        moves = {step.made: True for step in steps}
        moves |= {step.made: False for step in steps if step.legality != ALWAYS}
        if not any(moves.values()):
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
        for said in other.absent:
            source = before(step, said)
            must(said not in step.inserts and (source is None or known.get(source) is False), "not known absent")
        implied = self.rules.implied(step.next)
        for said in other.present:
            source = before(step, said)
            kept = source is not None and known.get(source) is True
            must(said in step.inserts or kept or said in implied, "not known present")

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
        return lemma.present <= set(facts) and not lemma.absent & set(facts)


def verify(data):
    """The header's value and the number of lemmas, or `Rejected`."""
    file = io.BytesIO(data)
    header = Header(file)
    return proved(header, Body(file, header.rules, header.grouped))


def proved(header, body):
    proof = Proof(header, body)
    proof.run()
    must(body.number() == len(proof.lemmas), "another number of lemmas")
    numbers = [body.number() for _ in range(body.number(256))]
    must(not body.content.read(), "something follows the end")
    must(len(numbers) == len(header.claims), "another number of claims")
    for number, claim in zip(numbers, header.claims):
        must(proof.proves(number, claim, header.node, header.history), f"not proved: {claim}")
    return header.value, len(proof.lemmas)
