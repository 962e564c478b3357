# %% [markdown]
# # On which first moves does the ko rule matter?
#
# The boards are those whose first moves have published values under six rules, each with a certificate. Points that a
# symmetry of the board maps to each other count as one first move; a pass is one too. Nothing is solved here: the
# table takes the published values together.

# %%
import re
from itertools import combinations

import kosolver
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle
from study import RESULTS, Study, listed, rows, size

RULES = ["psk", "ssk", "nssk", "spight", "fixed", "basic-fixed"]
LETTERS = "ABCDEFGHJKLMNOPQRST"
study = Study(
    "openings",
    keys=2,
    rules=RULES,
    columns={
        "board": "the empty board, Black to move",
        "move": "Black's first move, or a pass; the first point of those that are alike by symmetry",
        **{rule: f"Black's score after it under {rule}" for rule in RULES},
        "by": "by how many points the rules differ: the highest of the scores less the lowest",
    },
)


def sides(board):
    """Its rows and columns."""
    return [int(side) for side in board.split("x")]


def alike(board, move):
    """The points to which symmetries of the board map a point, in order."""
    if move == "pass":
        return [move]
    height, width = sides(board)
    column, row = LETTERS.index(move[0]), int(move[1:]) - 1
    images = {(x, y) for x in (column, width - 1 - column) for y in (row, height - 1 - row)}
    if height == width:
        images |= {(y, x) for x, y in images}
    return [f"{LETTERS[x]}{y + 1}" for x, y in sorted(images)]


# %% [markdown]
# ## The table

# %%
known = {}
for cell in RESULTS.read("kee.json")["cells"] + RESULTS.frontier():
    if cell["ko"] in RULES and cell["openings"]:
        assert {cell["suicide"], cell["to_play"]} == {"forbidden", "black"}
        known.setdefault(cell["board"], {})[cell["ko"]] = {one["move"]: one["score"] for one in cell["openings"]}
made = []
whole = [board for board in known if len(known[board]) == len(RULES) and re.fullmatch(r"\d+x\d+", board)]
for board in sorted(whole, key=sides):
    values = known[board]
    for move in values["psk"]:
        images = alike(board, move)
        assert all(values[rule][image] == values[rule][move] for rule in RULES for image in images)
        if move == images[0]:
            scores = [values[rule][move] for rule in RULES]
            made.append([board, move, *scores, max(scores) - min(scores)])
table = study.table(made)
table.groupby("board", sort=False)["by"].agg(["count", "max"])

# %% [markdown]
# ## What follows

# %%
boards = list(table["board"].unique())
differ = table[table["by"] > 0]
most = max(rows(differ), key=lambda row: row["by"])
study.claim(
    f"The value of {len(differ)} of {len(table)} first moves on {len(boards)} boards depends on which of six ko rules is"
    f" played, by up to {most['by']} points (as after {most['board']} {most['move']}).",
    "certificate",
)

# %%
best = {
    (board, rule): {row["move"] for row in rows(of) if row[rule] == of[rule].max()}
    for board, of in table.groupby("board", sort=False)
    for rule in RULES
}
worth = {board: {of[rule].max() for rule in RULES} for board, of in table.groupby("board", sort=False)}
same = [board for board in boards if len(worth[board]) == 1]
hidden = [board for board in same if board in set(differ["board"])]
study.claim(
    f"The empty board is worth the same under all six on {len(same)} boards, and on {len(hidden)} of them some first move"
    f" is not: {', '.join(hidden)}.",
    "certificate",
)
shared = {board: set.intersection(*(best[board, rule] for rule in RULES)) for board in boards}
none = [board for board in boards if not shared[board]]
study.claim(
    f"On {len(boards) - len(none)} of the {len(boards)} boards some first move is best under all six rules at once; the"
    f" others are {' and '.join(none)}. On 4x4 it is {' '.join(sorted(shared['4x4']))}.",
    "certificate",
)
assert none == ["1x2", "2x3"]

# %%
def apart(one, other):
    """The first moves on which two rules differ."""
    return table[table[one] != table[other]]


farthest = max(combinations(RULES, 2), key=lambda pair: len(apart(*pair)))
assert all(len(apart(*pair)) >= len(apart("psk", "ssk")) for pair in combinations(RULES, 2))
study.claim(
    "Least often psk and ssk differ: "
    + listed(apart("psk", "ssk"), lambda row: f"{row['board']} {row['move']} ({row['psk']} and {row['ssk']})")
    + f". On {len(apart('ssk', 'nssk'))} first moves ssk and nssk differ, and most often, on {len(apart(*farthest))}, {farthest[0]}"
    f" and {farthest[1]}.",
    "certificate",
    'R. Jasiek, "Super Ko" (2000): ssk and nssk have "almost always the same outcome"',
)

# %% [markdown]
# By how much the rules differ, at each point.

# %%
wide = table[table["board"].map(lambda board: min(sides(board)) > 1 and size(board) > 8)]
shown = list(wide["board"].unique())
fig, axes = plt.subplots(2, (len(shown) + 1) // 2, figsize=(11, 4))
for ax in axes.flat:
    ax.axis("off")
for ax, board in zip(axes.flat, shown):
    height, width = sides(board)
    for row in rows(wide[(wide["board"] == board) & (wide["move"] != "pass")]):
        for point in alike(board, row["move"]):
            x, y = LETTERS.index(point[0]), int(point[1:]) - 1
            shade = plt.get_cmap("Oranges")(min(1, row["by"] / 20) * 0.8)
            ax.add_patch(Rectangle((x, y), 1, 1, facecolor=shade if row["by"] else "white", edgecolor="#999999"))
            ax.text(x + 0.5, y + 0.5, row["by"] or "", ha="center", va="center", fontsize=7)
    ax.set(xlim=(-0.1, width + 0.1), ylim=(-0.1, height + 0.1), aspect="equal", title=board)
fig.tight_layout()

# %%
study.publish(fig)
