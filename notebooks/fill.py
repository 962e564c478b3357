# %% [markdown]
# # When may a player fill in a point of his own area for nothing?
#
# Every settled start of a board up to symmetry, Black to move, under positional superko. A neutral point is
# an empty point in a region that does not touch stones of one colour alone. A start is settled if under area
# scoring it is worth what stands on the board, and a point more if the number of neutral points is odd:
# nothing is left but to share them, Black first. A fill is a play into an empty region that touches black stones
# alone. It is free if it keeps the value of the start.

# %%
import kosolver
from study import THREADS, Study, size

BOARDS = ["1x5", "1x6", "1x7", "2x2", "2x3", "2x4"]
RULES = [
    "ko=psk scoring=area",
    "ko=psk scoring=area ikeda=yes",
    "ko=psk scoring=equivalence",
    "ko=psk scoring=territory",
]
study = Study(
    "fill",
    keys=3,
    rules=RULES,
    columns={
        "board": "the board",
        "rules": "what is counted",
        "neutral": "whether the number of neutral points is even or odd",
        "fills": "fills at all settled starts",
        "free": "how many of them are free",
        "percent": "the same in percent",
    },
)

# %% [markdown]
# ## The table


# %%
def regions(board, stones):
    """The empty regions: their points, and the colours that they touch. Stones are by the names of points."""
    near = {point: set() for point in board.points}
    for one, other in board.edges:
        near[one].add(other)
        near[other].add(one)
    left = {point for point in board.points if stones[point] == "."}
    while left:
        region, border = set(), [left.pop()]
        touched = set()
        while border:
            point = border.pop()
            region.add(point)
            touched |= {stones[other] for other in near[point]} - {"."}
            border += near[point] & left
            left -= near[point]
        yield region, touched


def settled(board, position, value):
    """Black's own empty points, and whether the number of neutral ones is odd; None if it is not settled."""
    stones = dict(zip(board.points, position.replace("/", "")))
    found = list(regions(board, stones))
    own = {who: {point for region, touched in found if touched == {who} for point in region} for who in "XO"}
    neutral = list(stones.values()).count(".") - len(own["X"]) - len(own["O"])
    area = sum(1 if stone == "X" else -1 for stone in stones.values() if stone != ".")
    area += len(own["X"]) - len(own["O"]) + neutral % 2
    return (own["X"], neutral % 2) if own["X"] and value == area else None


made = []
for name in BOARDS:
    if not study.whole and size(name) > 6:
        continue
    board, starts = kosolver.board(name), kosolver.positions(name)
    by_area = kosolver.values(name, RULES[0])[RULES[0]]
    about = [settled(board, start, value) for start, value in zip(starts, by_area)]
    chosen = [(start, *found) for start, found in zip(starts, about) if found]
    moves = kosolver.values(name, RULES, positions=[one[0] for one in chosen], openings=True, threads=THREADS)
    for rules in RULES:
        counts = [[0, 0], [0, 0]]
        for (_, own, odd), openings in zip(chosen, moves[rules]):
            fills = [opening.best for opening in openings if opening.move in own]
            counts[odd][0] += len(fills)
            counts[odd][1] += sum(fills)
        for neutral, (fills, free) in zip(["even", "odd"], counts):
            made.append([name, rules, neutral, fills, free, f"{100 * free / fills:.1f}" if fills else None])
table = study.table(made)
table.pivot_table(index=["board", "neutral"], columns="rules", values="free", aggfunc="first", sort=False)

# %% [markdown]
# ## What follows

# %%
shares = {}
for rules in RULES:
    counts = table[table["rules"] == rules].groupby("neutral")[["fills", "free"]].sum()
    (fills, free), (odd_fills, odd_free) = counts.loc["even"], counts.loc["odd"]
    odd = f"in {odd_free} of {odd_fills} with an odd number" if odd_fills else "no settled start has an odd number"
    shares[rules] = free / fills
    study.claim(
        f"Under {rules} a fill is free in {free} of {fills} cases ({100 * free / fills:.0f} %) with an even number of"
        f" neutral points; {odd}.",
        known='KGS Supported Rule Sets, quoted on Sensei\'s Library ("Flower"): "free teire if even dame" for'
        " area scoring",
    )
assert odd_fills == 0
assert shares["ko=psk scoring=area"] == shares["ko=psk scoring=equivalence"] > 2 * shares["ko=psk scoring=area ikeda=yes"]

# %%
study.publish()
