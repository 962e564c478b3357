"""Ko rules as texts: docs/certificate.md, "The text of the ko rule", and docs/rule-language.md."""

import re
from collections import namedtuple

from . import ends
from .boards import must
from .nodes import ALWAYS, NEVER, fact, predicate

EVENTS = ("start", "play", "pass")
WORDS = {
    *EVENTS, *"rule title source remember forget keep forbid end no stuck loses count score since option".split(),
    *"for each on if and or not retakes passes before after mover next point frame nothing".split(),
}  # fmt: skip
TERMS = ("before", "after", "mover", "next", "point", "nothing")
FRAMES = ("frame(before)", "frame(after)")
KINDS = ("keep", "remember", "forget", "forbid", "end", "no", "stuck", "count", "score", "since")
NAME = re.compile("[a-z][a-z0-9-]{0,31}")
TOKEN = re.compile(r"[a-z][a-z0-9-]*|[A-Z][A-Za-z0-9-]*|[0-9]+|>=|[(),=]")
FIRST_SLOT = 128
# How many facts of a condition are told apart, and how deep conditions are in others.
MOST_SPLIT, DEEPEST = 8, 32
MOST_OPTIONS = 3
ENDINGS = ("draw", "void", "loss", "win")

Fact = namedtuple("Fact", "name terms")  # A fact as the text says it.
Said = namedtuple("Said", "facts")  # The facts of certificates that it stands for, at a move.
Remember = namedtuple("Remember", "fact each events condition")
Forget = namedtuple("Forget", "name player events condition")
Keep = namedtuple("Keep", "name player term events")
Count = namedtuple("Count", "term events condition")
# What happens: a start, a play or a pass. `kept` is what was kept before it, and `kos` finds the points of all
# kos of a position.
Event = namedtuple("Event", "kind before after mover point passes retakes kept kos guards", defaults=(None, {}))
# One way in which a move can turn out: as in a step.
Way = namedtuple("Way", "legality present absent")


def is_name(word):
    return NAME.fullmatch(word) and word not in WORDS


class Line:
    """The words of one statement, read from the left."""

    def __init__(self, text):
        self.text, self.words, self.depth = text, TOKEN.findall(text), 0
        must("".join(self.words) == text.replace(" ", ""), f"no statement: {text}")

    def next(self):
        must(self.words, f"'{self.text}' ends too early")
        return self.words.pop(0)

    def take(self, *words):
        """Whether these words come next; then they are read."""
        if self.words[: len(words)] != list(words):
            return False
        del self.words[: len(words)]
        return True

    def want(self, *words):
        must(self.take(*words), f"'{self.text}' lacks '{' '.join(words)}'")

    def name(self):
        name = self.next()
        must(is_name(name), f"'{name}' is no name, in '{self.text}'")
        return name

    def one_of(self, *words):
        word = self.next()
        must(word in words, f"'{word}' stands where {' or '.join(words)} belongs, in '{self.text}'")
        return word

    def events(self):
        self.want("on")
        events = [self.one_of(*EVENTS)]
        while self.take(","):
            events.append(self.one_of(*EVENTS))
        must(len(events) == len(set(events)), f"an event is named twice in '{self.text}'")
        return tuple(events)

    def term(self):
        if self.take("frame", "("):
            position = self.one_of("before", "after")
            self.want(")")
            return f"frame({position})"
        plain = self.words and (self.words[0] in TERMS or self.words[0][0].isupper())
        return self.next() if plain else self.of_player()

    def of_player(self):
        name = self.name()
        self.want("(")
        player = self.one_of("mover", "next")
        self.want(")")
        return name, player

    def fact(self):
        name = self.name()
        self.want("(")
        found = [self.term()]
        while self.take(","):
            found.append(self.term())
        self.want(")")
        return Fact(name, tuple(found))

    def only_if(self):
        return self.condition() if self.take("if") else None

    def condition(self):
        return self.parts("or", lambda: self.parts("and", self.single))

    def parts(self, word, part):
        found = [part()]
        while self.take(word):
            found.append(part())
        return found[0] if len(found) == 1 else (word, *found)

    def single(self):
        self.depth += 1
        must(self.depth <= DEEPEST, "a condition is too deep")
        found = self.one()
        self.depth -= 1
        return found

    def one(self):
        if self.take("not"):
            return "not", self.single()
        if self.take("("):
            condition = self.condition()
            self.want(")")
            return condition
        if self.take("retakes"):
            return ("retakes",)
        if self.take("passes"):
            sign, number = self.one_of(">=", "="), self.next()
            must(re.fullmatch("[0-9]", number), f"'{number}' is no number of passes")
            return "passes", sign, int(number)
        if self.words[:1] and is_name(self.words[0]):
            # A fact, unless it is what is kept and `=` follows.
            if self.words[4:5] != ["="]:
                return self.fact()
        one = self.term()
        self.want("=")
        return "=", one, self.term()


# The one way in which a normal form is written.


def terms(*found):
    return ", ".join(term if isinstance(term, str) else f"{term[0]}({term[1]})" for term in found)


def shown(condition):
    """A condition, without the parentheses that it can do without."""
    if isinstance(condition, Fact):
        return f"{condition.name}({terms(*condition.terms)})"
    inside = lambda part, *loose: f"({shown(part)})" if part[0] in loose else shown(part)
    word, *parts = condition
    if word == "not":
        return f"not {inside(parts[0], 'and', 'or')}"
    if word in ("and", "or"):
        return f" {word} ".join(inside(part, "or") for part in parts_of(word, condition))
    return f"{terms(parts[0])} = {terms(parts[1])}" if word == "=" else " ".join(map(str, condition))


def on(statement):
    condition = getattr(statement, "condition", None)
    return f" on {', '.join(sorted(statement.events, key=EVENTS.index))}" + (f" if {shown(condition)}" if condition else "")


# What is in a condition.


def players(term):
    return term in ("mover", "next")


def inner(condition):
    return condition[1:] if condition[0] in ("and", "or", "not") else ()


def facts_in(condition):
    if isinstance(condition, Fact):
        return [condition]
    return [found for part in inner(condition) for found in facts_in(part)]


def terms_in(condition):
    if isinstance(condition, Fact):
        return list(condition.terms)
    if condition[0] == "=":
        return list(condition[1:])
    return [term for part in inner(condition) for term in terms_in(part)]


def equals_in(condition):
    """The terms beside `=`."""
    if condition[0] == "=":
        return list(condition[1:])
    return [term for part in inner(condition) for term in equals_in(part)]


def is_variable(term):
    return isinstance(term, str) and term[0].isupper()


def alternatives(conditions):
    """Those that are one fact at most and what the node decides, and the others."""
    simple, others = [], []
    for part in [part for condition in conditions for part in parts_of("or", condition)]:
        asking = [one for one in parts_of("and", part) if facts_in(one)]
        (simple if not asking or asking == facts_in(part) and len(asking) == 1 else others).append(part)
    return simple, others


def negates(condition):
    """Whether `not` stands before a fact."""
    if condition[0] == "not" and facts_in(condition):
        return True
    return any(negates(part) for part in inner(condition))


def says(condition, word):
    return condition[0] == word or any(says(part, word) for part in inner(condition))


def parts_of(word, condition):
    """The conditions that this word joins."""
    if condition[0] == word:
        return [found for part in inner(condition) for found in parts_of(word, part)]
    return [condition]


def joined(word, parts):
    """Conditions and truths, joined by `and` or `or`."""
    decides = word == "or"
    left = []
    for part in parts:
        if part is decides:
            return decides
        if part is not (not decides):
            left.extend(parts_of(word, part))
    if not left:
        return not decides
    return left[0] if len(left) == 1 else (word, *left)


def replaced(condition, by):
    """A condition in which some parts are known."""
    known = by(condition)
    if known is not None:
        return known
    if not isinstance(condition, (Fact, Said)):
        if condition[0] in ("and", "or"):
            return joined(condition[0], [replaced(part, by) for part in condition[1:]])
        if condition[0] == "not":
            part = replaced(condition[1], by)
            return not part if isinstance(part, bool) else ("not", part)
    return condition


def first_said(condition):
    if isinstance(condition, Said):
        return condition
    return next(found for part in condition[1:] if (found := first_said(part)))


class Text:
    """A ko rule as its normal form says it."""

    def __init__(self, lines):
        must(sum(len(line) + 1 for line in lines) <= 2**16, "the text of the ko rule is too long")
        must(lines and lines[0].startswith("rule "), "the ko rule has no name")
        self.name = lines[0].removeprefix("rule ")
        own, colon, options = self.name.partition(":")
        options = options.split("+") if colon else []
        must(all(is_name(part) for part in (own, *options)), f"no name: {self.name}")
        must(len(set(options)) == len(options) <= MOST_OPTIONS, f"no reading: {self.name}")
        must(len(lines) <= 65, "a ko rule has at most 64 statements")
        self.keeps, self.remembers, self.forgets = [], [], []
        self.forbidden = {"play": [], "pass": []}
        self.end, self.play_ends, self.no_pass, self.stuck_loses = [], [], False, False
        self.counts, self.scored, self.since = [], "last", None
        kinds = [self.statement(line) for line in lines[1:]]
        must(kinds == sorted(kinds, key=KINDS.index), "the statements stand in another order")
        must(kinds.count("score") < 2 and kinds.count("since") < 2, "two statements say what is scored")
        self.judge()

    def statement(self, text):
        """Reads one, and refuses it if it is not written in the one way."""
        line = Line(text)
        kind = line.one_of(*KINDS)
        if kind == "keep":
            name, player = line.of_player()
            line.want("=")
            self.keeps.append(Keep(name, player, line.term(), line.events()))
            must("start" not in self.keeps[-1].events, "nothing is kept on start")
            proper = f"{name}({player}) = {terms(self.keeps[-1].term)}{on(self.keeps[-1])}"
        elif kind == "remember":
            said = line.fact()
            each = line.fact() if line.take("for", "each") else None
            self.remembers.append(Remember(said, each, line.events(), line.only_if()))
            each = f" for each {shown(each)}" if each else ""
            proper = f"{shown(said)}{each}{on(self.remembers[-1])}"
        elif kind == "forget":
            name, player = line.name(), None
            if line.take("("):
                player = line.one_of("mover", "next")
                line.want(")")
            self.forgets.append(Forget(name, player, line.events(), line.only_if()))
            proper = f"{name}{f'({player})' if player else ''}{on(self.forgets[-1])}"
        elif kind in ("forbid", "end"):
            move, how = line.one_of("play", "pass"), ""
            if kind == "end" and move == "play":
                how = line.one_of(*ENDINGS) if line.take("with") else ""
            line.want("if")
            condition = line.condition()
            if kind == "end" and move == "play":
                self.play_ends.append((condition, how))
            else:
                (self.forbidden[move] if kind == "forbid" else self.end).append(condition)
            proper = f"{move}{how and f' with {how}'} if {shown(condition)}"
        elif kind == "count":
            self.counts.append(Count(line.one_of("before", "after"), line.events(), line.only_if()))
            must("start" not in self.counts[-1].events, "nothing is counted on start")
            proper = f"{self.counts[-1].term}{on(self.counts[-1])}"
        elif kind == "score":
            proper = line.one_of("last", "mean", "sum", "since")
            if proper == "since":
                self.since = line.fact()
                proper += f" {shown(self.since)}"
            else:
                self.scored = proper
        else:
            proper = {"no": "pass", "stuck": "loses"}[kind]
            line.want(proper)
            self.no_pass |= kind == "no"
            self.stuck_loses |= kind == "stuck"
        must(not line.words, f"'{' '.join(line.words)}' is left over in '{text}'")
        must(text == f"{kind} {proper}", f"'{text}' should be '{kind} {proper}'")
        return "since" if proper.startswith("since ") and kind == "score" else kind

    def judge(self):
        """Refuses a text that means nothing, and says what the others are."""
        on_pass = [*self.forbidden["pass"], *self.end]
        judged = [*self.forbidden["play"], *on_pass, *(condition for condition, _ in self.play_ends)]
        happening = [*self.remembers, *self.forgets]
        happening_if = [statement for statement in [*happening, *self.counts] if statement.condition]
        only_if = [statement.condition for statement in happening_if]
        for statement in happening_if:
            must(not facts_in(statement.condition) or "start" not in statement.events, "on start no fact is true yet")
        for move in ("play", "pass"):
            must(len({said for part in self.asking(move) for said in facts_in(part)}) <= MOST_SPLIT, "too many facts in 'if'")
            must(not (self.since and self.asking(move)), "'score since' goes with no 'if' of facts")
        on_pass += [statement.condition for statement in happening_if if "pass" in statement.events]
        must(not any("start" in forget.events for forget in self.forgets), "on start there is nothing to forget")
        for condition in only_if:
            must(not says(condition, "retakes"), "an 'if' beside 'on' asks for 'retakes'")
        said = [(keep.name, keep.player, event) for keep in self.keeps for event in keep.events]
        must(len(said) == len(set(said)), "two statements say what is kept")
        kept = dict.fromkeys(keep.name for keep in self.keeps)
        self.slots = {name: FIRST_SLOT + place for place, name in enumerate(kept)}
        self.judge_terms(judged, on_pass, only_if)
        self.judge_scores()
        says_passes = self.says_passes = any(says(condition, "passes") for condition in judged + only_if)
        # Without passes that end the game, the rule is about rows of passes too.
        self.counts_passes = says_passes or self.stuck_loses and not self.no_pass
        self.bans = any(says(condition, "retakes") for condition in judged)
        self.endless = not self.remembers
        self.own_end = bool(self.end or self.no_pass or self.stuck_loses or says_passes)
        plain = all(condition == ("retakes",) for condition in self.forbidden["play"])
        bare = not (self.keeps or self.forbidden["pass"] or self.own_end or self.play_ends)
        must(not self.endless or plain and bare, "nothing is remembered, so games need not end")
        stuck = self.no_pass or bool(self.forbidden["pass"])
        must(stuck == self.stuck_loses, "'stuck loses' goes with 'no pass' and 'forbid pass'")
        must(not (self.stuck_loses and self.end), "where only winning counts, no pass ends the game")
        must(not self.play_ends or not (self.stuck_loses or self.counts), "'end play' beside other scores")
        passes = says_passes or self.forbidden["pass"] or self.end or any("pass" in said.events for said in [*self.keeps, *happening])
        must(not (self.no_pass and passes), "there are no passes")
        self.alternatives = {move: alternatives(conditions) for move, conditions in self.forbidden.items()}
        for split in [*(others for _, others in self.alternatives.values()), self.end]:
            must(len({said for part in split for said in facts_in(part)}) <= MOST_SPLIT, "too many facts in 'and'")
        self.own_end = ends.judge(self)
        # Where games end by two passes in a row alone, these are counted too.
        self.counts_passes |= self.own_end and not (self.end or self.no_pass)
        self.number([*self.forbidden["play"], *self.forbidden["pass"]])
        self.decides = self.decides_positions()

    def decides_positions(self):
        """Whether positions can be decided: a play is forbidden only for the position that it makes, passes are
        free, and a pass ends the game after a pass, or where its player has passed before."""
        places = lambda said: [term for term in said.terms if not players(term)]
        stood = lambda said: not said.each and places(said.fact) in (["before"], ["after"], ["before", "after"])
        made = lambda part: part == ("retakes",) or isinstance(part, Fact) and places(part)[-1:] == ["after"] and set(
            places(part)
        ) <= {"before", "after"}
        parts = [part for condition in self.forbidden["play"] for part in parts_of("or", condition)]
        free = not (self.forbidden["pass"] or self.stuck_loses or self.says_passes or self.keeps or self.counts or self.play_ends)
        if self.endless or not free or not all(map(stood, self.remembers)) or not all(map(made, parts)):
            return False
        if not self.end:
            return not self.own_end
        said = self.end[0]
        if len(self.end) > 1 or not isinstance(said, Fact) or "mover" not in said.terms or places(said) != ["before"]:
            return False
        passed = [other for other in self.remembers if other.fact.name == said.name]
        return all(other.fact.terms == said.terms and other.events == ("pass",) for other in passed)

    def judge_scores(self):
        """Refuses to score what is not counted."""
        counts = bool(self.counts)
        must(counts == (self.scored != "last"), "'count' goes with 'score mean' and 'score sum'")
        must(not counts or self.end, "'count' needs 'end pass'")
        if not self.since:
            return
        at_pass = lambda said: said._replace(terms=tuple("before" if term == "after" else term for term in said.terms))
        made = [said for said in self.remembers if said.fact.name == self.since.name]
        once = len(made) == 1 and made[0].events == ("pass",) and not (made[0].condition or made[0].each)
        must(counts and once and at_pass(made[0].fact) == at_pass(self.since), "'score since' of another fact")
        ends = len(self.end) == 1 and isinstance(self.end[0], Fact) and at_pass(self.end[0]) == at_pass(self.since)
        asked = [said for conditions in self.forbidden.values() for part in conditions for said in facts_in(part)]
        asked += [said.each for said in self.remembers if said.each] + self.forgets
        must(ends and self.since.name not in [said.name for said in asked], "'score since' of another fact")
        must(all(isinstance(term, str) and term != "nothing" for term in self.since.terms), "'score since' what is kept")

    def judge_terms(self, judged, on_pass, only_if):
        """Refuses terms and facts that do not fit."""
        self.used = [said.fact for said in self.remembers] + [said.each for said in self.remembers if said.each]
        self.used += [said for condition in judged + only_if for said in facts_in(condition)]
        self.used += [self.since] if self.since else []
        remembered = {said.fact.name for said in self.remembers}
        shapes = {}
        for said in self.used:
            must(said.name in remembered, f"nothing remembers {said.name}")
            kind = lambda term: "player" if players(term) else "point" if term == "point" else "position"
            shape = ["frame" if term in FRAMES else kind(term) for term in said.terms]
            framed = [shape.count(word) for word in ("frame", "player", "position")]
            must(not framed[0] or framed == [1, 1, 0], f"{said.name} has terms beside a frame")
            must(shapes.setdefault(said.name, shape) == shape, f"{said.name} has terms of two kinds")
            must(shape.count("player") < 2 and len(shape) - shape.count("player") < 3, f"too many terms in {said.name}")
            must(shape.count("point") < 2, f"too many terms in {said.name}")
        for forget in self.forgets:
            must(forget.name in remembered, f"nothing remembers {forget.name}")
            must(not forget.player or "player" in shapes[forget.name], f"{forget.name} is about no player")
        for said in self.remembers:
            must("point" not in said.fact.terms or said.events == ("play",), "only a play has a point")
            framed = any(term in FRAMES for term in said.fact.terms)
            must(not framed or "start" not in said.events and not said.each, "only a move has a frame")
            variables = {term for term in said.fact.terms if is_variable(term)}
            if said.each:
                held = {said.fact.name, said.each.name}
                of_fact = variables <= set(said.each.terms) <= set(said.fact.terms)
                must(len(variables) == 1 and of_fact, "'for each' is about other terms")
                must(not any(forget.name in held for forget in self.forgets), "'for each' of what is forgotten")
            else:
                must(not variables, "a variable without 'for each'")
        in_judged = [term for condition in judged + only_if for term in terms_in(condition)]
        must(not any(map(is_variable, in_judged)), "a variable without 'for each'")
        must("point" not in [term for condition in on_pass for term in terms_in(condition)], "only a play has a point")
        compared = [keep.term for keep in self.keeps]
        compared += [term for condition in judged + only_if for term in equals_in(condition)]
        for term in compared:
            must(not (players(term) or term in ("point", *FRAMES) or is_variable(term)), f"{term} is no position")
        for term in [*compared, *in_judged, *(term for said in self.used for term in said.terms)]:
            must(not isinstance(term, tuple) or term[0] in self.slots, f"nothing keeps {term[0]}")

    def number(self, judged):
        """Of each name the first scope, whether it is forgotten by player, and the distances of the places
        that can have nothing; and the fact that always holds."""
        self.scopes, first = {}, 0
        for name in dict.fromkeys(said.fact.name for said in self.remembers):
            by_player = any(forget.name == name and forget.player for forget in self.forgets)
            columns = zip(*(said.terms for said in self.used if said.name == name))
            can_be_nothing = lambda term: term == "nothing" or isinstance(term, tuple)
            places = [place for place, column in enumerate(columns) if any(map(can_be_nothing, column))]
            distances = {place: 1 + by_player << number for number, place in enumerate(places)}
            self.scopes[name] = first, by_player, distances
            first += 1 + by_player << len(places)
        must(first < 32, "the ko rule has too many facts")
        self.always_scope = first
        self.always = fact(first, (0, 0)) if any(map(negates, judged)) else None
        self.arriving = self.arriving_facts(self.counts_passes)[: 1 if self.always else 2]

    def exchanged(self, scope):
        """The scope in the place of another when Black and White change sides."""
        for first, by_player, distances in self.scopes.values():
            if by_player and first <= scope < first + (2 << len(distances)):
                return first + (scope - first ^ 1)
        return scope

    # What terms and facts mean at an event.

    @staticmethod
    def value(term, event, kept):
        if isinstance(term, tuple):
            name, player = term
            return kept.get((name, event.mover if player == "mover" else 1 - event.mover))
        return {
            "before": event.before, "after": event.after, "nothing": None,
            "mover": event.mover, "next": 1 - event.mover,
        }[term]  # fmt: skip

    def facts(self, said, event, kept):
        """The facts that are meant: one, or with a point two, that with a stone of the mover first.
        A variable stands for no stones."""
        scope, by_player, distances = self.scopes[said.name]
        colour, positions, marks, frame = None, [], [None], None
        for place, term in enumerate(said.terms):
            if players(term):
                colour = self.value(term, event, kept)
                scope += by_player * colour
            elif term in FRAMES:
                frame = event.before if term == "frame(before)" else event.after
            elif term == "point":
                stone = (1 << event.point, 0), (0, 1 << event.point)
                marks = [stone[event.mover], stone[1 - event.mover]]
            else:
                position = (0, 0) if term[0].isupper() else self.value(term, event, kept)
                if position is None:
                    scope += distances[place]
                else:
                    positions.append(position)
        if frame is not None:
            return [self.framed(scope, colour, frame, event, marks[0] is not None)]
        if marks[0] is not None:
            return [fact(scope, (positions or [(0, 0)])[0], colour, 0, mark) for mark in marks]
        positions += [(0, 0), (0, 0)]
        return [fact(scope, positions[0], colour, 0, positions[1])]

    @staticmethod
    def framed(scope, player, position, event, point):
        """A fact about a frame: the stones off the kos, and the kos as stones of the other player. A point is a
        stone of the player: in the second position, or of a ko in the first."""
        kos = event.kos(position)
        off, to = [stones & ~kos for stones in position], [0, 0]
        to[1 - player] = kos
        if point:
            here = 1 << event.point
            (off if kos & here else to)[player] |= here
        return fact(scope, tuple(off), player, 0, tuple(to))

    def decided(self, condition, event):
        """What is left of a condition where the node decides what it can."""

        def by(part):
            if isinstance(part, Fact):
                said = Said(self.facts(part, event, event.kept)[0])
                return event.guards.get(said.facts, said)
            if part[0] == "retakes":
                return event.retakes
            if part[0] == "passes":
                return event.passes >= part[2] if part[1] == ">=" else event.passes == part[2]
            if part[0] == "=":
                return self.value(part[1], event, event.kept) == self.value(part[2], event, event.kept)
            return None

        return replaced(condition, by)

    def asking(self, move):
        """The conditions of what such a move does that ask for facts."""
        said = [*self.remembers, *self.forgets, *self.counts]
        ends = [condition for condition, _ in self.play_ends if move == "play" and facts_in(condition)]
        return ends + [one.condition for one in said if move in one.events and one.condition and facts_in(one.condition)]

    def cases(self, event):
        """The event in each case of the facts for which it is asked what the move does."""
        if not event.guards and self.never(event.kind, event):
            return [event]
        # A play that surely ends the game does nothing else.
        ends = self.end_of_play(event)[0]
        left = [] if ends is True else [ends, *(self.decided(part, event) for part in self.asking(event.kind))]
        left = [part for part in left if not isinstance(part, bool)]
        if not left:
            return [event]
        said = first_said(left[0]).facts
        then = [event._replace(guards={**event.guards, said: known}) for known in (True, False)]
        return [case for event in then for case in self.cases(event)]

    def end_of_play(self, event):
        """The first statement by which a play can end the game: what is left of its condition, and how."""
        ends = self.play_ends if event.kind == "play" else []
        left = ((self.decided(condition, event), how) for condition, how in ends)
        return next((end for end in left if end[0] is not False), (False, None))

    def happens(self, statement, event):
        if event.kind not in statement.events:
            return False
        return not statement.condition or self.decided(statement.condition, event)

    # What moves do.

    def kept_after(self, event):
        kept = dict(event.kept)
        for keep in self.keeps:
            if event.kind in keep.events:
                player = event.mover if keep.player == "mover" else 1 - event.mover
                kept[keep.name, player] = self.value(keep.term, event, event.kept)
        return {key: position for key, position in kept.items() if position is not None}

    def tallies(self, event, tallies, score):
        """The tallies after a move; `score` is what a position is worth without komi."""
        for count in self.counts:
            if self.happens(count, event):
                if self.since or not tallies:
                    tallies = (*tallies, (0, 0))
                worth = score(event.before if count.term == "before" else event.after)
                tallies = tuple((total + worth, number + 1) for total, number in tallies)
        return tallies

    def effects(self, event, tallies=0):
        """What is kept after it, the scopes that it clears, what it inserts, and what it pulls. There are so
        many tallies then."""
        kept = self.kept_after(event)
        clears, inserts, pulls = set(), {}, []
        for forget in self.forgets:
            if self.happens(forget, event):
                first, by_player, distances = self.scopes[forget.name]
                for scope in range(first, first + (1 + by_player << len(distances))):
                    player = event.mover if forget.player == "mover" else 1 - event.mover
                    if not forget.player or (scope - first) % 2 == player:
                        clears.add(scope)
        for said in self.remembers:
            if not self.happens(said, event):
                continue
            found = self.facts(said.fact, event, kept)
            if not said.each:
                if self.since and said.fact.name == self.since.name:
                    found = [(*one[:2], tallies, *one[3:]) for one in found]
                inserts |= dict.fromkeys(found)
                continue
            sources = self.facts(said.each, event, kept)
            sources *= 1 + len(found) - len(sources)
            pulls += [(predicate(to), predicate(source)) for to, source in zip(found, sources)]
        return kept, tuple(sorted(clears)), tuple(inserts), tuple(pulls)

    def start(self, position, to_move):
        """The history at the start, as if the other player had made the position."""
        event = Event("start", position, position, 1 - to_move, None, 0, False, {})
        return [*self.effects(event)[2], *([self.always] if self.always else [])]

    def ways(self, move, event):
        """In which ways a move can be legal or not."""
        simple, split = self.alternatives[move]
        bare = event._replace(guards={})
        if self.never(move, bare):
            return [Way(NEVER, (), ())]
        direct = [left for part in simple if (left := self.decided(part, bare))]
        return self.split(direct, joined("or", [self.decided(part, event) for part in split]), *self.guarded(event))

    def never(self, move, event):
        """Whether the node alone forbids a move."""
        parts = [part for parts in self.alternatives[move] for part in parts]
        return joined("or", [self.decided(part, event) for part in parts]) is True

    @staticmethod
    def guarded(event):
        """The facts that are there in this case of an event, and those that are not."""
        return [tuple(said for said, there in event.guards.items() if there is known) for known in (True, False)]

    def split(self, direct, left, present, absent):
        parts = [] if isinstance(left, bool) else parts_of("or", left)
        more = [part for part in parts if not isinstance(part, Said)]
        if more:
            said = first_said(more[0])
            then = [replaced(left, lambda part: known if part == said else None) for known in (True, False)]
            return [
                *self.split(direct, then[0], (*present, said.facts), absent),
                *self.split(direct, then[1], present, (*absent, said.facts)),
            ]
        prohibits = [said.facts for said in [*direct, *parts]]
        if left is True:
            prohibits.append(present[0] if present else self.always)
        return [Way(tuple(dict.fromkeys(prohibits)) or ALWAYS, present, absent)]

    def plays(self, event):
        return self.ways("play", event)

    def passes(self, event, over):
        """The ways of a pass, and whether it ends the game in each; `over` says so without the text."""
        if self.forbidden["pass"]:
            return [(False, way) for way in self.ways("pass", event)]

        def split(left, present, absent):
            if isinstance(left, bool):
                return [(left, Way(ALWAYS, present, absent))]
            said = first_said(left)
            then = [replaced(left, lambda part: known if part == said else None) for known in (True, False)]
            return [*split(then[0], (*present, said.facts), absent), *split(then[1], present, (*absent, said.facts))]

        ends = joined("or", [over, *(self.decided(condition, event) for condition in self.end)])
        return split(ends, *self.guarded(event))

    # The nodes.

    def event(self, kind, node, after, point=None, retakes=False, kos=None):
        names = {slot: name for name, slot in self.slots.items()}
        kept = {(names[slot], owner - 1): position for (slot, owner, _), position in node.memory.own}
        return Event(kind, node.position, after, node.to_move, point, node.passes, retakes, kept, kos)

    def words(self, kept):
        """What is kept, as words of the memory."""
        return tuple(sorted(((self.slots[name], 1 + player, 0), position) for (name, player), position in kept.items()))

    def arrivals(self, kind):
        """What is always remembered on this event, with the terms of the node after it."""
        names = {} if kind == "play" else {"before": "after"}
        return [
            Fact(said.fact.name, tuple(names.get(term, term) for term in said.fact.terms))
            for said in self.remembers
            if kind in said.events and not said.condition and not said.each
        ]

    def implied(self, node):
        """What a node implies: what start, plays and passes remember, as far as the node tells it."""
        event = self.event("play", node, node.position)._replace(mover=1 - node.to_move)
        of_node = [
            self.facts(said, event, event.kept)[0]
            for said, after_pass in self.arriving
            if after_pass or not node.passes
        ]
        return [*of_node, *([self.always] if self.always else [])]

    def arriving_facts(self, counts_passes):
        """The facts that nodes imply, and whether also after a pass."""
        told = lambda term: term in ("after", "mover", "next", "nothing") or isinstance(term, tuple)
        found = []
        for said in dict.fromkeys(self.arrivals("start")):
            if not all(map(told, said.terms)) or said not in self.arrivals("play"):
                continue
            stays = said.terms == ("after",) and not any(
                forget.name == said.name and "pass" in forget.events for forget in self.forgets
            )
            after_pass = self.no_pass or stays or said in self.arrivals("pass")
            if after_pass or counts_passes:
                found.append((said, after_pass))
        return found
