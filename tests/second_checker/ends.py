"""Whether games under a text end: docs/rule-language.md, "Games must end", and docs/certificate.md."""

from .boards import must

LONGEST_ROW = 4
MOVES = [(event, passes) for event in ("play", "pass") for passes in range(LONGEST_ROW)]
OPPONENT = {"mover": "next", "next": "mover"}


def truth(condition, known):
    """Whether a condition holds, as far as it is known of its parts; None if it is not."""
    word = condition[0]
    if word == "not":
        part = truth(condition[1], known)
        return None if part is None else not part
    if word in ("and", "or"):
        settles = word == "or"
        parts = [truth(part, known) for part in condition[1:]]
        return settles if settles in parts else None if None in parts else not settles
    return known(condition)


class Ends:
    """The argument about one text. A kind of moves is an event and how many passes were made just before."""

    def __init__(self, text, end):
        self.text, self.end = text, end
        self.implied = {self.seen_before(said) for said, after_pass in text.arriving_facts(False) if after_pass}
        self.finite = set()
        passes_bounded = bool(end) or text.stuck_loses
        if passes_bounded and not text.no_pass:
            must(self.row(), "passes may go on for ever")
        while found := next((kind for kind in MOVES if kind not in self.finite and self.shown(kind)), None):
            self.finite.add(found)
        plays = [("play", passes) for passes in range(1 if text.no_pass else LONGEST_ROW)]
        must(all(kind in self.finite for kind in plays), "games need not end")

    @staticmethod
    def seen_before(said):
        """A fact of a node, in the terms of the next move."""
        words = {**OPPONENT, "after": "before"}
        return said._replace(terms=tuple(words.get(term, term) for term in said.terms))

    def forbidden(self, event):
        return ("or", *self.text.forbidden[event])

    def known(self, part, kind, facts):
        """What is known of a part of a condition before a move of a kind, if some facts are there."""
        event, passes = kind
        if hasattr(part, "terms"):
            return True if self.at(part, event) in facts else None
        if part[0] == "passes":
            return passes >= part[2] if part[1] == ">=" else passes == part[2]
        if part[0] == "retakes" and passes:
            return False
        if part[0] == "=":
            one, other = part[1:]
            same = one == other or event == "pass" and {one, other} == {"before", "after"}
            return True if same else None
        return None

    @staticmethod
    def at(fact, event):
        """A fact of a move: on a pass the position before it is the one after it."""
        before = lambda term: "before" if event == "pass" and term == "after" else term
        return fact._replace(terms=tuple(map(before, fact.terms)))

    def surely(self, condition, kind, facts=()):
        return truth(condition, lambda part: self.known(part, kind, facts)) is True

    def stops(self, kind, facts=()):
        """Whether the game surely does not go on with such a move."""
        ends = self.end if kind[0] == "pass" else [condition for condition, _ in self.text.play_ends]
        ends = self.surely(("or", *ends), kind, facts)
        return ends or self.surely(self.forbidden(kind[0]), kind, facts)

    def shown(self, kind):
        if self.stops(kind) or any(self.counts(said, kind) for said in self.text.remembers):
            return True
        # What such a move surely makes true, all together.
        made = [self.made(said, kind) for said in self.text.remembers]
        made = [fact for fact in made if fact and self.seldom_lost(fact)]
        # Once these are there, it makes more true: each move one more of all.
        alone = [said for said in self.text.remembers if not said.each]
        while more := next((one for said in alone if (one := self.made(said, kind, made)) and one not in made and self.seldom_lost(one)), None):
            made.append(more)
        if self.stops(kind, made):
            return True
        # What follows a pass; where the ruleset ends the game nothing is known of passes.
        bounded = bool(self.end) or self.text.stuck_loses
        return bounded and kind[1] > 0 and ("pass", kind[1] - 1) in self.finite

    @staticmethod
    def on_board(fact):
        """A fact of a `for each` about the position on the board."""
        return fact._replace(terms=tuple("before" if term[0].isupper() else term for term in fact.terms))

    def made(self, said, kind, facts=()):
        """The fact that each move of a kind makes true by a statement if these facts are there, if it does."""
        event = kind[0]
        made = event in said.events and (not said.each or self.on_board(said.each) in self.implied)
        if not made or said.condition and not self.surely(said.condition, kind, facts):
            return None
        fact = self.at(self.on_board(said.fact), event)
        kept = {term[0] for term in fact.terms if isinstance(term, tuple)}
        changed = any(keep.name in kept and event in keep.events for keep in self.text.keeps)
        return None if changed else fact

    def counts(self, said, kind):
        """Whether each move of a kind makes another fact true, and none is lost again and again."""
        fact = self.made(said, kind)
        if fact is None:
            return False
        if not self.stops(kind, [fact]):
            # It may keep the opponent from making the position before the move again.
            written = self.on_board(said.fact)
            if kind[1] or not set(written.terms) <= {"mover", "before"}:
                return False
            words = {"mover": "next", "before": "after"}
            again = written._replace(terms=tuple(words[term] for term in written.terms))
            plays = [("play", number) for number in range(LONGEST_ROW)]
            if not all(self.surely(self.forbidden("play"), play, [again]) for play in plays):
                return False
        return self.seldom_lost(fact)

    def seldom_lost(self, fact):
        return all(self.seldom(forget) for forget in self.text.forgets if forget.name == fact.name)

    def seldom(self, forget):
        """Whether something is forgotten finitely often."""
        for kind in MOVES:
            never = forget.condition and truth(forget.condition, lambda part: self.known(part, kind, ())) is False
            if kind[0] in forget.events and not never and kind not in self.finite:
                return False
        return True

    def row(self):
        """Whether a row of passes on one position surely stops."""
        text, kept, facts = self.text, set(), set()
        for passes in range(LONGEST_ROW):
            player = lambda who: (passes + (who == "next")) % 2
            # `kept` has what is surely kept: the position. What else a term is, is not known.
            def seen(term, kept=kept, player=player):
                if term in OPPONENT:
                    return player(term)
                if isinstance(term, tuple):
                    return "board" if (term[0], player(term[1])) in kept else None
                return {"before": "board", "after": "board", "nothing": "nothing"}.get(term)

            def known(part, seen=seen, passes=passes):
                if hasattr(part, "terms"):
                    terms = tuple(map(seen, part.terms))
                    return True if None not in terms and (part.name, terms) in facts else None
                if part[0] == "=":
                    one, other = seen(part[1]), seen(part[2])
                    return None if one is None or other is None else one == other
                return self.known(part, ("pass", passes), ())

            if truth(("or", *self.end), known) is True or truth(self.forbidden("pass"), known) is True:
                return True
            after = set(kept)
            for keep in text.keeps:
                if "pass" in keep.events:
                    after.discard((keep.name, player(keep.player)))
                    if seen(keep.term) == "board":
                        after.add((keep.name, player(keep.player)))
            may = lambda said: not said.condition or truth(said.condition, known) is not False
            must_be = lambda said: not said.condition or truth(said.condition, known) is True
            forgotten = {forget.name for forget in text.forgets if "pass" in forget.events and may(forget)}
            made = set()
            for said in text.remembers:
                if "pass" in said.events and not said.each and must_be(said):
                    terms = tuple(seen(term, kept=after) for term in said.fact.terms)
                    if None not in terms:
                        made.add((said.fact.name, terms))
            facts = {fact for fact in facts if fact[0] not in forgotten} | made
            kept = after
        return False


def judge(text):
    """Refuses a text whose games need not end; says whether its end is two passes in a row, whatever the ruleset says."""
    if text.endless:
        return False
    own = bool(text.end or text.no_pass or text.stuck_loses)
    if own or not text.says_passes:
        try:
            Ends(text, text.end)
            return own
        except Exception as error:
            if own:
                raise error
    Ends(text, [("passes", ">=", 1)])
    return True
