# %% [markdown]
# # Which ko rules can be said in three lines, and what do they do?
#
# A rule of the family is a text of at most three lines in the language of ko rules. It remembers one kind
# of fact, by one or two lines: at the start, on a play, on a pass or on several of these it makes a fact true about the
# position before the move, the one after it or both, and perhaps about the player who moves or his opponent. One line
# forbids a play that finds such a fact, perhaps with `retakes`, simple ko. In place of a second `remember` there may be a
# `forget` on a pass, or an `end pass if`. All such texts were written down. Texts mean the same if the same earlier
# moves forbid a play; a lone suicide is forbidden, so a play always changes the position. Of the texts with one
# meaning the shortest that can be shown to end games stands for all. Each rule was solved on the empty boards
# 1x1 to 1x6, 2x2 and 2x3 and on every start of these boards (any legal position up to symmetry, Black to move), under area scoring.
# No result counts as 0 in sums. The published rules are beside them, though most are no texts of the family.

# %%
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import kosolver
import matplotlib.pyplot as plt
from study import THREADS, Study, number, rows, size

BOARDS = ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"]
PUBLISHED = [
    *["none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "spight-2", "kee", "kee-2020-03"],
    *["kee-2020", "basic-ko-rules", "configuration-rules"],
]
#: What rules are compared by: so many empty boards, and all starts of so many.
RANGES = {"4 points": (5, 0), "6 points": (8, 0), "starts": (8, 8)}
study = Study(
    "rules",
    keys=2,
    rules=PUBLISHED,
    columns={
        "range": "what rules are compared by; `no end` has the texts that are no rules",
        "class": "rules with the same scores in the range; those that favour Black most come first",
        "of": "the class of the range before that it is part of",
        "rules": "how many rules of the family are in it; texts that mean the same are one rule",
        "texts": "how many texts of the family say them",
        "published": "the published rules with these scores",
        "members": "those of them whose own text is of the family",
        "shortest": "its shortest text; a semicolon ends a line",
        **{board: "the score of the empty board" for board in BOARDS},
        "sum": "the scores of the empty boards of the range together",
        "starts sum": "the scores of all starts together",
        "near": "the published rules of the nearest other class that has any",
        "apart": "by how many points the scores of those differ from these, added up",
    },
)

# %% [markdown]
# ## The family
#
# A fact is about a player, `mover` or `next` or nobody, and about one or two positions, `before` and `after`.
# A text is what is remembered on which events, a third statement, what is asked for, and whether `retakes` is.

# %%
EVENTS = [["start"], ["play"], ["pass"], ["start", "play"], ["start", "pass"], ["play", "pass"], ["start", "play", "pass"]]
SINGLE, DOUBLE = [("before",), ("after",)], [("before", "after"), ("after", "before")]
KINDS = [[(who, places) for who in people for places in of] for of in (SINGLE, DOUBLE) for people in ([None], ["mover", "next"])]


def texts():
    """All texts of the family except those without facts."""
    for kind in KINDS:
        remembers = [(terms, tuple(on)) for terms in kind for on in EVENTS]
        for place, first in enumerate(remembers):
            thirds = [None, *(("remember", second) for second in remembers[place + 1 :]), ("forget", None)]
            thirds += [("forget", who) for who in ("mover", "next") if kind[0][0]]
            # At a pass both positions are the same.
            thirds += [("end", terms) for terms in kind if terms[1] == ("before",)]
            for third in thirds:
                for asked in kind:
                    for retakes in (False, True):
                        yield first, third, asked, retakes


def fact(terms):
    return f"seen({', '.join([terms[0], *terms[1]] if terms[0] else terms[1])})"


def statements(text):
    """The statements of a text."""
    first, third, asked, retakes = text
    remember = lambda terms, on: f"remember {fact(terms)} on {', '.join(on)}"
    lines = [remember(*first), f"forbid play if {'retakes or ' if retakes else ''}{fact(asked)}"]
    if third:
        what, about = third
        if what == "remember":
            lines.insert(1, remember(*about))
        elif what == "forget":
            lines.insert(1, f"forget seen{f'({about})' if about else ''} on pass")
        else:
            lines.append(f"end pass if {fact(about)}")
    return tuple(lines)


# %% [markdown]
# What a text means is told by its matches: which earlier moves, of whom, forbid a play, and which of their two
# positions must be which of the two of the play. Whose move it is: 0 of anybody, 1 of the other, 2 of who asks.

# %%
EVENT = {"start": 0, "play": 1, "pass": 2}
PLACE = {"before": 0, "after": 1}


def matches(remembers, asked, at):
    """What a question at a play or at a pass finds."""
    found = set()
    for (who, places), on in remembers:
        for event in on:
            # At the start and at a pass both positions are the one before.
            pairs = [
                (PLACE[then] if event == "play" else 0, PLACE[now] if at == "play" else 0)
                for then, now in zip(places, asked[1])
            ]
            # A play changes the position, as a lone suicide is forbidden.
            if event == "play" or len(pairs) == 1:
                found.add((EVENT[event], 0 if who is None else 1 + (who == asked[0]), tuple(sorted(pairs))))
    return found


def joined(found):
    """What is found of one player and of the other is found of any."""
    both = lambda own, event, pairs: own and (event, 3 - own, pairs) in found
    return {(event, 0 if both(own, event, pairs) else own, pairs) for event, own, pairs in found}


def meaning(text):
    """What a text means, in an order: what forbids, what ends, what is forgotten, and `retakes`."""
    first, third, asked, retakes = text
    what, about = third or (None, None)
    forbids = matches([first, about] if what == "remember" else [first], asked, "play")
    ends = matches([first], about, "pass") if what == "end" else None
    forgets = (1 if about is None else 2 + (about == asked[0])) if what == "forget" else 0
    # Of either player is of any, unless the facts of one alone are forgotten.
    if forgets < 2:
        forbids, ends = joined(forbids), None if ends is None else joined(ends)
    return sorted(forbids), [] if ends is None else [sorted(ends)], forgets, retakes


meanings = defaultdict(list, {"([], [], 0, False)": [()], "([], [], 0, True)": [("forbid play if retakes",)]})
order = {"([], [], 0, False)": ([], [], 0, False), "([], [], 0, True)": ([], [], 0, True)}
for text in texts():
    means = meaning(text)
    order[str(means)] = means
    meanings[str(means)].append(statements(text))
written = {text for of in meanings.values() for text in of}
len(written), len(meanings)

# %% [markdown]
# Of the texts with one meaning the shortest stands for all that is read as a rule; under the others games need
# not end, as far as can be shown.


# %%
def read(number, texts):
    """The rule of the first of some texts, shortest first, under which games end; None if there is none."""
    for text in sorted(texts, key=lambda text: (len(text), len("".join(text)))):
        try:
            return kosolver.Rule("\n".join([f"rule family-{number}", *text, ""])), "; ".join(text)
        except kosolver.RuleError as fault:
            assert "need not end" in str(fault), fault
    return None


family, refused = [], {False: [0, 0], True: [0, 0]}
for number_, key in enumerate(sorted(meanings, key=order.get)):
    rule = read(number_, meanings[key])
    if rule:
        family.append((*rule, len(meanings[key])))
    else:
        counts = refused[order[key][2] > 0]
        counts[:] = counts[0] + 1, counts[1] + len(meanings[key])
assert all("forget" not in text for _, text, _ in family)


def is_of_family(name):
    """Whether the text of a published rule is of the family, except for the name of its fact."""
    text = kosolver.ruleset(name).ko_text
    if text is None:
        return False
    _, *lines = text.strip().splitlines()
    fact = text.partition("remember ")[2].partition("(")[0]
    for who in ("mover", "next"):
        for place in ("before", "after"):
            # The player comes first.
            lines = [line.replace(f"({place}, {who})", f"({who}, {place})") for line in lines]
    return tuple(line.replace(f"{fact}(", "seen(") if fact else line for line in lines) in written


members = {name for name in PUBLISHED if is_of_family(name)}
assert members == {"none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed"}

# %% [markdown]
# ## The table
#
# A start takes at most 200,000 nodes, or stays open.

# %%
ranges = list(RANGES)[: None if study.whole else 2]
kos = [rule for rule, _, _ in family] + PUBLISHED
solved = [[] for _ in kos]
for board in BOARDS:
    starts = None if study.whole else [kosolver.board(board).empty]
    values = kosolver.values(board, ko=kos, positions=starts, nodes=200_000, threads=THREADS)
    for scores, found in zip(solved, values.values(), strict=True):
        scores.append([None if value.result == "unsolved" else (Fraction(value.worth), value.no_result) for value in found])


def total(scores):
    """No result counts as 0, and so does an open score."""
    return sum(score[0] for score in scores if score)


def ranked(score):
    return (0, 0, False) if score is None else (1, *score)


class Class:
    """Rules with the same scores in a range, by their places, the one with the shortest text first."""

    def __init__(self, scores, places, boards):
        self.scores = scores
        self.rules = sorted(places, key=lambda place: len(family[place][1]) if place < len(family) else 10**6)
        self.boards = [solved[self.rules[0]][board][0] for board in range(boards)]
        self.empty = total(self.boards)
        self.published = [kos[place] for place in self.rules if place >= len(family)]
        self.texts = [family[place] for place in self.rules if place < len(family)]

    def apart(self, other):
        """By how many points the scores differ, taken together."""
        return sum(abs(a[0] - b[0]) for a, b in zip(self.scores, other.scores) if a and b)


def classes(name):
    """The classes of a range, those first that favour Black most."""
    boards, whole = RANGES[name]
    same = defaultdict(list)
    for place, scores in enumerate(solved):
        within = [scores[board] if board < whole else scores[board][:1] for board in range(boards)]
        same[tuple(score for of in within for score in of)].append(place)
    found = [Class(scores, places, boards) for scores, places in same.items()]
    favour = lambda one: (one.empty, total(one.scores), list(map(ranked, one.scores)))
    return sorted(found, key=favour, reverse=True)


def shown(score):
    """A score as it is written."""
    if score is None or score[1]:
        return "open" if score is None else "NR"
    return whole(score[0])


def whole(score):
    return int(score) if score == int(score) else Fraction(score)


made = []
for place, (forgets, what) in enumerate([(False, "a text that forgets nothing"), (True, "a text with a forget")], 1):
    made.append(["no end", place, None, *refused[forgets], None, None, what, *[None] * (len(BOARDS) + 4)])
before = None
for name in ranges:
    found = classes(name)
    for place, one in enumerate(found):
        of = before and 1 + next(other for other, wider in enumerate(before) if one.rules[0] in wider.rules)
        others = [(one.apart(other), far, other) for far, other in enumerate(found) if other is not one and other.published]
        apart, _, near = min(others)
        empty = list(map(shown, one.boards))
        made.append(
            [
                *[name, place + 1, of, len(one.texts), sum(count for *_, count in one.texts)],
                ", ".join(one.published) or None,
                ", ".join(rule for rule in one.published if rule in members) or None,
                one.texts[0][1] if one.texts else None,
                *[*empty, *[None] * (len(BOARDS) - len(empty))],
                whole(one.empty),
                whole(total(one.scores)) if RANGES[name][1] else None,
                ", ".join(near.published),
                whole(apart),
            ]
        )
    before = found
table = study.table(made)
table.query("range == '6 points'").drop(columns=["range", "starts sum"]).fillna("")

# %% [markdown]
# ## What follows

# %%
none, small, large, starts = (table[table["range"] == name] for name in ["no end", *RANGES])
study.claim(
    f"The {none['texts'].sum() + small['texts'].sum()} texts of the family say {none['rules'].sum() + small['rules'].sum()}"
    f" different things. For {small['rules'].sum()} of these it is shown that games end, or they have no facts: they are"
    f" rules. Of the others {none['rules'].iloc[1]} forget facts at a pass, and {none['rules'].iloc[0]} do not."
)
assert small["rules"].sum() == large["rules"].sum() == starts["rules"].sum() == len(family)

# %%
count = sum(len(kosolver.positions(board)) for board in BOARDS)
named = lambda part: part["published"].map(lambda names: names.split(", ") if names else [])
for part, what in [
    (small, "the empty boards of up to 4 points"),
    (large, "the empty boards 1x1 to 1x6, 2x2 and 2x3"),
    (starts, f"the {count} starts of these boards"),
]:
    shared = [", ".join(names) for names in named(part) if len(names) > 1]
    (psk,) = part[named(part).map(lambda names: "psk" in names)]["rules"]
    study.claim(
        f"On {what} the rules of the family have {(part['rules'] > 0).sum()} different sets of scores,"
        f" {part['published'].isna().sum()} of which no published rule has. {psk} rules have those of psk. Published rules"
        f" with the same scores: {'; '.join(shared) or 'none'}."
    )
    # More than half of the family does on empty boards what positional superko does.
    assert psk > len(family) / 2 or part is starts

# %%
sign = large["sum"].map(number)
scores = [[number(row[board]) for board in BOARDS] for row in rows(large)]
white = [one for one, of in zip(scores, sign) if of < 0]
mirrored = [one for one in white if [-score for score in one] in scores]
favour = lambda of: large["rules"][of].sum()
study.claim(
    f"By the sum of their scores on the empty boards {favour(sign > 0)} rules favour Black, who begins, {favour(sign == 0)}"
    f" neither player, and {favour(sign < 0)} White. The sums go from {large['sum'].iloc[-1]} to {large['sum'].iloc[0]}. Of"
    f" the {len(white)} classes that favour White {len(mirrored)} have the scores of a class that favours Black with the sign"
    " changed."
)
assert favour(sign > 0) > favour(sign < 0) > 0 and len(mirrored) == len(white)

# %%
study.claim(
    f"The rule that favours Black most: {starts['shortest'].iloc[0]}. The one that favours White most:"
    f" {starts['shortest'].iloc[-1]}."
)
near = [f"{row['published']}: {row['near']} ({row['apart']})" for row in rows(starts) if row["published"]]
study.claim(
    "The nearest other published rules, with the points by which their scores on all starts differ, added up:"
    f" {'; '.join(near)}."
)
short = [row["shortest"] for row in rows(starts) if not row["published"] and row["shortest"].count(";") < 2]
study.claim(
    f"{len(short)} rules of two lines have scores on these starts that no published rule has: "
    + ", ".join(f"\u201c{text}\u201d" for text in short)
    + "."
)
assert len(short) > 10

# %% [markdown]
# Each line is a class: the rules with these scores on empty boards. It hangs on the nearest class that is there
# already; psk is the root. The larger its disc, the more rules. Black disc: a published rule is among them.

# %%
part = rows(large)
score = lambda row, board: Fraction(0 if row[board] in ("NR", "open") else row[board])
apart = lambda one, other: sum(abs(score(part[one], board) - score(part[other], board)) for board in BOARDS)
root = next(place for place, row in enumerate(part) if "psk" in (row["published"] or "").split(", "))
children, there = defaultdict(list), [root]
while len(there) < len(part):
    left = [place for place in range(len(part)) if place not in there]
    far, near, place = min((apart(place, near), near, place) for place in left for near in there)
    children[near].append((far, place))
    there.append(place)
lines, open_ = [], [(root, 0, None)]
while open_:
    place, depth, parent = open_.pop()
    lines.append((part[place], depth, parent))
    open_ += [(child, depth + 1, len(lines) - 1) for _, child in sorted(children[place], reverse=True)]

figure, (tree, boards) = plt.subplots(1, 2, figsize=(9, 0.36 * len(lines)), width_ratios=[1, 2.2], sharey=True)
shade = lambda row, board: float(score(row, board)) / size(board)
boards.imshow([[shade(row, board) for board in BOARDS] for row, *_ in lines], cmap="PuOr_r", vmin=-1, vmax=1, aspect="auto")
for place, (row, depth, parent) in enumerate(lines):
    if parent is not None:
        tree.plot([lines[parent][1]] * 2 + [depth], [parent, place, place], color="#999", zorder=0)
    filled = "#222" if row["rules"] and row["published"] else "#999" if row["rules"] else "#fff"
    tree.scatter(depth, place, s=20 + 2 * row["rules"], color=filled, edgecolors="#222")
    names = row["published"] or f"class {row['class']}"
    names = names if len(names) < 40 else names[: names.rindex(",", 0, 40)] + " …"
    boards.text(len(BOARDS) - 0.4, place, f"{names} ({row['rules']})", va="center", fontsize=9)
    for column, board in enumerate(BOARDS):
        colour = "#fff" if abs(shade(row, board)) > 0.7 else "#222"
        boards.text(column, place, str(row[board]), ha="center", va="center", color=colour, fontsize=9)
boards.set_xticks(range(len(BOARDS)), BOARDS)
boards.xaxis.tick_top()
tree.axis("off")
tree.margins(x=0.1)
boards.spines[:].set_visible(False)
boards.tick_params(length=0)
study.publish(figure)
