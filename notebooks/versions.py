# %% [markdown]
# # On which positions do the versions of Kee's rules give different scores?
#
# Every start of a board up to symmetry, Black to move, was solved under W. Kee's rules of 5 March 2007,
# of 12 May 2009 (kee), of 16 March 2020 and of 8 October 2020, each in its default reading.
# Kee's text of 2007 allows suicide; in the others it is read as forbidden. So the rules of 2007 were
# solved both ways: as published, and with suicide forbidden. On larger boards they have fights that
# are too long to solve.

# %%
from itertools import combinations

import kosolver
from study import THREADS, Study, listed, percent, size, smallest

#: Rulesets as published: that of 2007 allows suicide. The second is without it, as the others are read.
VERSIONS = ["kee-2007", "ko=kee-2007 suicide=forbidden", "kee", "kee-2020-03", "kee-2020"]
BOARDS = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3", "1x7", "2x4"]
#: Boards with the rules of 2007.
WITH_2007 = ["1x2", "1x3", "1x4", "1x5"]
study = Study(
    "versions",
    keys=3,
    rules=VERSIONS,
    columns={
        "board": "the board",
        "version": "a version",
        "other": "another",
        "starts": "starts of the board",
        "differ": "starts on which they differ",
        "percent": "the same in percent",
        "largest": "the largest difference",
        "first": "the first of them, with the two values",
    },
)

# %% [markdown]
# ## The table

# %%
made = []
for board in BOARDS:
    if not study.whole and size(board) > 4:
        continue
    starts = kosolver.positions(board)
    versions = VERSIONS if board in WITH_2007 else VERSIONS[2:]
    values = kosolver.values(board, versions, threads=THREADS)
    for one, other in combinations(versions, 2):
        both = [(start, a.worth, b.worth) for start, a, b in zip(starts, values[one], values[other])]
        differ = [found for found in both if found[1] != found[2]]
        first = "{}: {}, {}".format(*differ[0]) if differ else None
        largest = max(abs(a - b) for _, a, b in both)
        made.append([board, one, other, len(starts), len(differ), percent(len(differ), len(starts)), largest, first])
table = study.table(made)
table.pivot_table(index="board", columns=["version", "other"], values="differ", aggfunc="first", sort=False).fillna("")

# %% [markdown]
# ## What follows

# %%
for one, other in combinations(VERSIONS, 2):
    both = table.query("version == @one and other == @other")
    first = smallest(both, "differ")
    study.claim(
        f"{one} and {other} differ on {both['differ'].sum()} of {both['starts'].sum()} starts: "
        + listed(both, lambda row: f"{row['board']} {row['differ']} of {row['starts']}")
        + f". The first: {first['board']}, {first['first']}."
    )
    # No two versions agree everywhere.
    assert both["differ"].sum() > 0

# %%
study.publish()
