# %% [markdown]
# # What does a solver print that remembers positions and forgets how they came about?
#
# The solver is a plain minimax without any pruning. What it has found for a node it says again
# whenever the node comes again. A node is all that a careful programmer would put in the key
# of a cache: the stones, the player to move, the passes just made and the ban of basic ko. The history
# is obeyed in every move, but it is not in the key. The solver tries the moves of every node in
# one order: as the board numbers the points or the other way round, the pass last or first, and 96
# orders shuffled by a fixed generator.

# %%
from collections import Counter

import kosolver
import matplotlib.pyplot as plt
from study import Random, Study, listed, size

BOARDS = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "3x3"]
RULES = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"]
study = Study(
    "cache",
    keys=2,
    rules=RULES,
    columns={
        "board": "the empty board, Black to move",
        "rule": "the ko rule",
        "value": "the true value",
        "orders": "how many orders of moves were tried",
        "right": "with how many of them the solver printed the true value",
        "worst": "by how many points it was wrong at most",
        "printed": "what it printed, and with how many orders",
        "situations": "how many nodes there are; the name of the column is older than the word node",
    },
)

# %% [markdown]
# ## The table


# %%
def orders(points):
    """The four plain orders, and 96 shuffled ones: the place of each point, and last that of the pass."""
    yield [*range(1, points + 1), points + 1]
    yield [*range(1, points + 1), 0]
    yield [*range(points, 0, -1), points + 1]
    yield [*range(points, 0, -1), 0]
    for seed in range(1, 97):
        places = list(range(points + 1))
        Random(seed).shuffle(places)
        yield places


def row(board, rule):
    value = kosolver.solve(board, ko=rule, openings=False, line=False).value.score
    tried = list(orders(size(board)))
    seen = Counter(kosolver.believed(board, tried, ko=rule))
    printed = ", ".join(f"{score} ({count})" for score, count in sorted(seen.items()))
    worst = max(abs(score - value) for score in seen)
    return [board, rule, value, len(tried), seen[value], worst, printed, len(kosolver.nodes(board, ko=rule))]


boards = [board for board in BOARDS if study.whole or size(board) <= 5]
# Under Spight's rule, where a pass lifts the ban, games are long: more than 6 points take minutes.
table = study.table([row(board, rule) for board in boards for rule in RULES if rule != "spight" or size(board) <= 6])
table

# %% [markdown]
# ## What follows

# %%
known = "that such a cache can err, M. Campbell 1985; no count for Go"
right = table.query("right == orders")
names = lambda row: f"{row['board']} {row['rule']}"
study.claim(
    f"Of {len(table)} pairs of a board and a rule the solver is right with all orders of moves that were tried on"
    f" {len(right)}: {listed(right, names)}.",
    "sample",
    known,
)
assert len(right) < len(table) / 4

# %%
for board in ["3x3", "1x5", "2x3"]:
    one = table.query("board == @board and rule == 'psk'").iloc[0]
    study.claim(
        f"On {board} under psk, which is worth {one['value']}, the solver is right with {one['right']} of"
        f" {one['orders']} orders of moves. It prints {one['printed']}.",
        "sample",
        known,
    )
    assert one["right"] < one["orders"] / 2

# %%
never = table.query("right == 0")
study.claim(f"On these no order that was tried prints the true value: {listed(never, names)}.", "sample", known)
assert len(never) > 0

# %% [markdown]
# The larger a disc, the more often that score is printed. Blue: right. Orange: wrong.

# %%
psk = table.query("rule == 'psk'").iloc[::-1]
figure, axes = plt.subplots(figsize=(8, 5))
for height, (_, one) in enumerate(psk.iterrows()):
    axes.plot([-size(one["board"]), size(one["board"])], [height, height], color="#ccc", zorder=0)
    axes.text(12.6, height, f"{one['right']} of {one['orders']}", ha="right", va="center")
    for part in one["printed"].split(", "):
        score, count = part.rstrip(")").split(" (")
        colour = "#1f6fb4" if int(score) == one["value"] else "#d9822b"
        axes.scatter(int(score), height, s=5 * int(count) + 12, color=colour)
    axes.scatter(one["value"], height, s=540, facecolors="none", edgecolors="#1f6fb4", linestyle=":")
axes.set(yticks=range(len(psk)), yticklabels=psk["board"], xlim=(-9.6, 12.8), xlabel="score that is printed")
axes.set_xticks(range(-9, 10, 3))
axes.set_title("What a solver prints that caches positions, and how often it is right")
axes.spines[:].set_visible(False)
study.publish(figure)
