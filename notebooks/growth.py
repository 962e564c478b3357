# %% [markdown]
# # How many nodes will the value of a larger board take?
#
# A node is a position with what matters of its history, visited by the search. Each value was asked
# for alone, with the true value as the first guess, by one thread, with the search of release 0.3.0, which did not
# know decided positions then: so counts of small and large boards go together. A family is the boards with so many rows. In each family a straight line is laid through
# the logarithms of the nodes by least squares. It says how many nodes a longer board would take.

# %%
import math

import kosolver
import matplotlib.pyplot as plt
import numpy as np
from study import RESULTS, Study, listed, rows

RULE = "psk"
#: Families, by their number of rows: the first column, as shorter ones are won at once, and the last forecast.
FAMILIES = {1: (8, 20), 2: (4, 10), 3: (3, 7), 4: (2, 6), 5: (1, 5)}
study = Study(
    "growth",
    keys=2,
    rules=[RULE],
    columns={
        "rows": "the number of rows",
        "columns": "the number of columns",
        "nodes": "nodes that the search visited; nothing where the board was not solved this way",
        "from shorter": "nodes that the line through the shorter boards of the family forecasts",
    },
)

# %% [markdown]
# ## The table


# %%
def name(height, width):
    """A board as it is called elsewhere: the shorter side first."""
    return f"{min(height, width)}x{max(height, width)}"


def forecast(known, width):
    """The nodes of a longer board by the line through the logarithms of those known, to two digits."""
    if len(known) < 3:
        return None
    slope, height = np.polyfit(list(known), np.log(list(known.values())), 1)
    nodes = math.exp(height + slope * width)
    unit = 10 ** max(math.floor(math.log10(nodes)) - 1, 0)
    return math.floor(nodes / unit + 0.5) * unit


assert forecast({3: 1_000, 4: 10_000, 5: 100_000}, 7) == 10_000_000
# Not on the line: the best fit of 0, 1, 2 and 5 is 1.6 n - 0.4 at n = 0, 1, 2, 3.
assert forecast({0: 1, 1: 10, 2: 100, 3: 100_000}, 4) == 1_000_000

values = {board: value for board, rule, value in reversed(RESULTS.empty_boards()) if rule == RULE}
counted = {tuple(row[:2]): row[2] for row in RESULTS.study("growth")["rows"]}


def nodes(height, width):
    """The nodes of a value asked for alone, as they were counted; the value is found again where that is quick."""
    board = name(height, width)
    if board in values and height * width <= (14 if height == 1 else 12):
        found = kosolver.solve(board, ko=RULE, guess=values[board], openings=False, line=False)
        assert found.value.score == values[board]
    return counted[height, width]


made = []
for height, (first, last) in FAMILIES.items():
    known = {}
    for width in range(first, last + 1):
        if not study.whole and height * width > 10:
            continue
        took = nodes(height, width)
        made.append([height, width, took, forecast(known, width)])
        if took is not None:
            known[width] = took
table = study.table(made)
table["board"] = [name(row["rows"], row["columns"]) for row in rows(table)]
table.pivot_table(index="rows", columns="columns", values="nodes", aggfunc="first").fillna("")

# %% [markdown]
# ## What follows

# %%
both = table.dropna(subset=["nodes", "from shorter"]).groupby("rows").tail(1)
checked = [
    f"{row['board']} took {row['nodes']:,} nodes and not {row['from shorter']:,}"
    f" ({row['rows']} {'row' if row['rows'] == 1 else 'rows'})".replace(",", " ")
    for row in rows(both)
]
study.claim(
    "The largest board of each family held against the line through the shorter ones: "
    + "; ".join(checked)
    + ". Where it took more, take the forecasts of that family for too low."
)
assert len(checked) == 5
# No forecast was off by more than a factor of five.
assert all(1 / 5 < row["nodes"] / row["from shorter"] < 5 for row in rows(both))

# %%
ahead = table[table["nodes"].isna() & table["from shorter"].notna()]
ahead = ahead[(ahead["rows"] * ahead["columns"]) > 14]
for height, part in ahead.groupby("rows"):
    beyond = (
        " The shorter boards had a tablebase as a guide. It would be too large for these, so they will take more."
    )
    study.claim(
        f"Forecast of the nodes of boards with {height} {'row' if height == 1 else 'rows'} under {RULE}: "
        + listed(part, lambda row: f"{row['from shorter']:,} for {row['board']}".replace(",", " "))
        + f".{beyond if height >= 4 else ''}",
        "conjecture",
        "E. van der Werf 2002: 4 500 000 000 nodes for 5x5, under simple ko, with another search"
        if height == 5
        else "nothing found",
    )
assert "5x5" in set(ahead["board"])

# %% [markdown]
# Dots were counted, rings are forecasts.

# %%
figure, axes = plt.subplots(figsize=(8, 5))
for colour, (height, part) in enumerate(table.groupby("rows")):
    points = part["rows"] * part["columns"]
    counted, open_ = part["nodes"].notna(), part["nodes"].isna()
    axes.plot(points[counted], part["nodes"][counted], "o-", color=f"C{colour}", label=f"{height} row{'s' if height > 1 else ''}")
    axes.plot(points[open_], part["from shorter"][open_], "o", color=f"C{colour}", fillstyle="none")
axes.set(yscale="log", xlabel="points of the board", ylabel="nodes that the search visits")
axes.set_xticks(range(5, 26, 5))
axes.legend()
axes.spines[["top", "right"]].set_visible(False)

# %%
study.publish(figure)
