# %% [markdown]
# # Which positions on which two ko rules differ are essentially different?
#
# An example of two rules is a start (any legal position up to symmetry, Black to move) that has
# different values under them. White to move is the same with the colours exchanged. An example contains
# another directly if the other is left when one row or one column is deleted, or if a move that is best
# under both rules leads to the other. It contains what an example contains that it contains. Examples that contain
# each other are alike. An example is essential if it contains only what is alike. So every example
# contains an essential one, and of two essential ones that are not alike neither contains the other.
# Of those that are alike the table has the one with the fewest stones. How an example contains
# another is judged by starts, without a history.

# %%
from itertools import combinations

import kosolver
from study import THREADS, Study, listed

RULES = ["basic", "psk", "spight", "ssk", "nssk", "fixed", "basic-fixed"]
BOARDS = ["1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3"]
study = Study(
    "catalogue",
    keys=4,
    rules=RULES,
    columns={
        "rule": "a ko rule",
        "other": "another",
        "board": "the board",
        "start": "an essential example, Black to move; a row without it is about the board",
        "examples": "of a board: its examples",
        "essential": "of a board: its essential examples that are not alike",
        "value": "of an example: the value under the rule",
        "other value": "of an example: the value under the other",
        "alike": "of an example: how many examples are alike, with it",
        "line": "of an example: moves of best play until the rules differ",
        "cause": "of an example: what parts them then",
    },
)

# %% [markdown]
# ## The starts of the boards, and what they lead to
#
# A start is the place of its board and its place among the starts of the board.


# %%
def images(position):
    """A position turned and reflected in all ways in which its board stays the same."""
    rows = position.split("/")
    flipped = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    if len(rows) == len(rows[0]):
        flipped += [transposed(rows) for rows in flipped]
    return {"/".join(rows) for rows in flipped}


def transposed(rows):
    return list(map("".join, zip(*rows)))


boards = BOARDS if study.whole else BOARDS[:7]
starts = [kosolver.positions(board) for board in boards]
known = [{image: place for place, start in enumerate(of) for image in images(start)} for of in starts]
assert len(known[2]) == kosolver.legal_positions("1x4")


def shorter(board, start):
    """What is left of a start when one row or one column is deleted, where that is a start here."""
    rows = starts[board][start].split("/")
    for lines in [rows, transposed(rows)]:
        for gone in range(len(lines)):
            left = lines[:gone] + lines[gone + 1 :]
            left = transposed(left) if left and len(left) > len(left[0]) else left
            name = f"{len(left)}x{len(left[0])}" if left else ""
            if name in boards and "/".join(left) in known[boards.index(name)]:
                yield boards.index(name), known[boards.index(name)]["/".join(left)]


def after(board, start, move):
    """The start that Black's move leads to: with the colours exchanged, so that Black is to move again."""
    made = kosolver.play(boards[board], [move], ko="none", position=starts[board][start]).position
    return board, known[board][made.translate(str.maketrans("XO", "OX"))]


def last(things, leads):
    """Of things that lead to things, those that lead to no others: each with all that lead back to it."""
    order, low, stack, ends = {}, {}, [], []

    def visit(thing):
        order[thing] = low[thing] = len(order)
        stack.append(thing)
        outside = False
        for other in leads(thing):
            if other not in things:
                continue
            outside |= visit(other) if other not in order else other not in stack
            if other in stack:
                low[thing] = min(low[thing], low[other])
        leaves[thing] = outside
        if low[thing] == order[thing]:
            place = stack.index(thing)
            alike = stack[place:]
            del stack[place:]
            if not any(leaves[one] for one in alike):
                ends.append(sorted(alike))
            return True
        return False

    leaves = {}
    for thing in sorted(things):
        if thing not in order:
            visit(thing)
    return sorted(ends)


assert last(range(6), {0: [1], 1: [2, 3], 2: [1], 3: [4], 4: [3, 77], 5: []}.get) == [[3, 4], [5]]

# %% [markdown]
# ## The table

# %%
found = [kosolver.values(board, ko=RULES, threads=THREADS) for board in boards]
worths = [{rule: [value.worth for value in values] for rule, values in of.items()} for of in found]


def examples(one, other):
    """The starts on which two rules differ."""
    places = ((board, start) for board in range(len(boards)) for start in range(len(starts[board])))
    return {(board, start) for board, start in places if worths[board][one][start] != worths[board][other][start]}


pairs = {pair: examples(*pair) for pair in combinations(RULES, 2)}

# The best moves of what is an example of any pair.
best = {}
for board, name in enumerate(boards):
    wanted = sorted(start for place, start in set().union(*pairs.values()) if place == board)
    named = [starts[board][start] for start in wanted]
    for rule, moves in kosolver.values(name, ko=RULES, positions=named, openings=True, threads=THREADS).items():
        for start, openings in zip(wanted, moves):
            best[rule, board, start] = [opening.move for opening in openings if opening.best]

followers = {}


def leads(place, one, other):
    """What an example contains directly, example or not."""
    if place not in followers:
        followers[place] = list(shorter(*place))
    for move in best[(one, *place)]:
        if move in best[(other, *place)]:
            if (place, move) not in followers:
                followers[place, move] = after(*place, move)
            yield followers[place, move]
    yield from followers[place]


made = []
for (one, other), of in pairs.items():
    essential = last(of, lambda place: leads(place, one, other))
    for board, name in enumerate(boards):
        here = [alike for alike in essential if alike[0][0] == board]
        count = sum(place == board for place, _ in of)
        made.append([one, other, name, None, count, len(here), *[None] * 5])
        named = [starts[board][alike[0][1]] for alike in here]
        for alike, start, parted in zip(here, named, kosolver.separate(name, named, ko=[one, other])):
            values = [worths[board][rule][alike[0][1]] for rule in (one, other)]
            line = " ".join(parted.line) or "none"
            made.append([one, other, name, start, None, None, *values, len(alike), line, parted.cause])
table = study.table(made)
of_boards, of_examples = table[table["start"].isna()], table[table["start"].notna()]
of_boards.pivot_table(index=["rule", "other"], columns="board", values="essential", aggfunc="first", sort=False)

# %% [markdown]
# ## What follows

# %%
for one, other in [("psk", "ssk"), ("ssk", "nssk"), ("psk", "nssk"), ("psk", "fixed"), ("psk", "spight")]:
    counted = of_boards.query("rule == @one and other == @other")
    shown = of_examples.query("rule == @one and other == @other")
    first = shown.iloc[0]
    study.claim(
        f"Of {counted['examples'].sum()} examples of {one} and {other} {len(shown)} are essential: "
        + listed(counted[counted["essential"] > 0], lambda row: f"{row['board']} {row['essential']} of {row['examples']}")
        + f". The smallest is {first['board']} with {first['start']}: {first['value']} and {first['other value']}.",
        known='R. Jasiek, "Super Ko" (2000): "very few distinguishing examples are known"'
        if (one, other) == ("psk", "ssk")
        else "nothing found",
    )
    assert 0 < len(shown) < counted["examples"].sum() / 4
    assert (shown["value"] != shown["other value"]).all()

# %%
study.publish()
