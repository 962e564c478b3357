# %% [markdown]
# # How does the value of an empty board depend on its length?
#
# Values of boards with 1, 2 and 3 rows are the published ones, each with a certificate. Cycles and
# stars (one point in the middle, adjacent to all others) are solved here; a cell that takes more than
# 200 000 nodes is left out. A formula is tried on every value there is, and holds in the range that is named.

# %%
import kosolver
from study import RESULTS, THREADS, Study, listed

RULES = ["psk", "ssk", "nssk", "spight", "fixed", "basic-fixed"]
study = Study(
    "parity",
    keys=3,
    rules=RULES,
    columns={
        "family": "the kind of board",
        "length": "its number of columns, or of points",
        "rule": "the ko rule",
        "value": "the value of the empty board, Black to move",
    },
)

# %% [markdown]
# ## The table

# %%
made = set()
for board, rule, value in RESULTS.empty_boards():
    sides = [int(side) for side in board.split("x")] if board.replace("x", "").isdigit() else []
    if len(sides) == 2 and sides[0] <= 3 and rule in RULES:
        made.add((f"{min(sides)}xN", max(sides), rule, value))
for shape in ["cycle", "star"]:
    for points in range(3, 9 if study.whole else 6):
        empty = "." * points
        found = kosolver.values(f"{shape}:{points}", ko=RULES, positions=[empty], nodes=200_000, threads=THREADS)
        made |= {(f"{shape}:N", points, rule, value.score) for rule, [value] in found.items() if value.score is not None}
table = study.table(sorted(made))
table.pivot_table(index=["family", "length"], columns="rule", values="value", aggfunc="first").fillna("")


# %% [markdown]
# ## What follows


# %%
def formula(family, rule, least, words, value):
    """What a formula says of a family, from a length on: the range in which it holds, or where it fails."""
    known = table.query("family == @family and rule == @rule and length >= @least").sort_values("length")
    wrong = known[known["value"] != known["length"].map(value)]
    holds, fails, way = f", on all {len(known)}", "", "conjecture"
    if len(wrong):
        holds = f" on {len(known) - len(wrong)} of {len(known)}"
        fails = "; it fails at " + listed(wrong, lambda row: f"N = {row['length']} ({row['value']})")
        way = "exhaustive" if family == "cycle:N" else "certificate"
    study.claim(
        f"Under {rule} {family} is worth {words}{holds} boards solved from N = {least} to"
        f" {known['length'].max()}{fails}.",
        way,
        {
            "1xN": "single values: T. Drange 1998, C. Weninger and R. Hayward 2017",
            "2xN": "single values: T. Drange 1998, up to 2x10, where Black does not take the whole board",
        }.get(family, "nothing found"),
    )
    return list(wrong["length"])


for rule, fails in [("psk", [12]), ("ssk", None), ("spight", None), ("basic-fixed", None)]:
    wrong = formula("1xN", rule, 5, "(N − 1) mod 4", lambda length: (length - 1) % 4)
    assert fails is None or wrong == fails

# %%
long = table.query("family == '1xN' and length >= 13")
study.claim(
    "The boards with one row from 13 columns on that are solved: "
    + listed(long, lambda row: f"1x{row['length']} {row['rule']} {row['value']}")
    + ".",
    "certificate",
    "R. Hayward's course page (University of Alberta) lists 1xN from 13 on as open; T. Drange 1998 has 1x13 = 2,"
    " without a ko rule",
)
assert set(long["length"]) == {13, 14, 15, 16}

# %%
for rule in ["psk", "ssk", "nssk"]:
    wrong = formula("2xN", rule, 4, "2N, the whole board", lambda length: 2 * length)
    assert not {4, 5, 6, 7} & set(wrong)
for rule in ["psk", "ssk", "nssk"]:
    wrong = formula("cycle:N", rule, 3, "1 for even N and 0 for odd N", lambda length: (length + 1) % 2)

# %%
stars = table.query("family == 'star:N'")
assert (stars["value"] == stars["length"]).all()
study.claim(
    "Black takes the whole of a star of 3 points or more, under every rule. He plays in the middle; a white stone on any"
    " leaf then has no liberty, and it can take the middle only if all other leaves are filled, which Black"
    " does not do.",
    "argument",
)

# %%
lost = (table["value"] < 0).sum()
study.claim(
    f"Of {len(table)} empty boards in this table {lost} are worth less than 0 to Black.",
    known="that the first player need not lose where he may pass is folklore",
)
assert lost == 0

# %%
study.publish()
