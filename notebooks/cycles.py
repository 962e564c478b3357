# %% [markdown]
# # Which endless cycles does superko settle, and which does Kee's scoring settle otherwise?
#
# Every start of a board up to symmetry, Black to move. A start is cyclic if perfect play under basic ko has
# no result. Of W. Kee's two types (2009) we make this: a cyclic start is of type 1 if positional superko gives
# it the value that Kee's rule gives it, and of type 2 if not. The mean matters where Kee's rule (the mean of
# all scoring positions) and Spight's (the last board; all else is the same) differ. The readings are the eight
# that Kee's text leaves open. Of 1x9 the empty board alone was looked at, by its published values.

# %%
import kosolver
from study import RESULTS, THREADS, Study, listed, size

BOARDS = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4"]
QUICK = ["1x2", "1x3", "1x4", "2x2"]
#: Boards of which the empty one alone is looked at.
LARGER = ["1x9"]
#: Kee's rule of 2009 in all its readings, the default first, and later versions.
READINGS = kosolver.readings("kee")
VERSIONS = ["kee-2020", "kee-2020-03"]
study = Study(
    "cycles",
    keys=1,
    rules=["basic", "psk", "spight", *READINGS, *VERSIONS],
    columns={
        "board": "the board",
        "starts": "its starts",
        "cyclic": "starts without a result under basic ko",
        "type 1": "cyclic starts that psk gives the same value as kee",
        "type 2": "cyclic starts that it does not",
        "empty": "the type of the empty board, if it is cyclic",
        "mean matters": "starts on which kee and spight differ",
        "first of them": "the first, with the values under kee and spight",
        "readings differ": "starts on which some reading of kee differs from the default",
        "first reading": "the first, with the readings that differ",
        "2020 differs": "starts on which kee-2020 differs from kee",
        "March differs": "starts on which kee-2020-03 differs from kee-2020",
    },
)

# %% [markdown]
# ## The table


# %%
def solved(board):
    """The row of a board whose starts are all solved."""
    starts = kosolver.positions(board)
    # Those that take longest come first.
    rules = [*READINGS, *VERSIONS, "basic", "psk", "spight"]
    values = kosolver.values(board, ko=rules, threads=THREADS)
    worths = {rule: [value.worth for value in found] for rule, found in values.items()}
    cyclic = [place for place, value in enumerate(values["basic"]) if value.no_result]
    two = [place for place in cyclic if worths["psk"][place] != worths["kee"][place]]
    differ = lambda one, other: [place for place in range(len(starts)) if worths[one][place] != worths[other][place]]
    other = lambda place: [rule for rule in READINGS[1:] if worths[rule][place] != worths["kee"][place]]
    show = lambda place, rules: f"{starts[place]}: " + ", ".join(f"{one} {worths[one][place]}" for one in ["kee", *rules])
    mean, parted = differ("kee", "spight"), [place for place in range(len(starts)) if other(place)]
    # The empty board has the fewest stones.
    empty = ("type 2" if 0 in two else "type 1") if 0 in cyclic else None
    return [
        *[board, len(starts), len(cyclic), len(cyclic) - len(two), len(two), empty],
        *[len(mean), show(mean[0], ["spight"]) if mean else None],
        *[len(parted), show(parted[0], other(parted[0])) if parted else None],
        *[len(differ("kee", "kee-2020")), len(differ("kee-2020", "kee-2020-03"))],
    ]


made = [solved(board) for board in (BOARDS if study.whole else QUICK)]
published = RESULTS.table()
for board in LARGER:
    value = published[board]
    if value["basic"].value.no_result:
        same = value["psk"].value == value["kee"].value
        made.append([board, *[None] * 4, "type 1" if same else "type 2", *[None] * 6])
table = study.table(made)
table

# %% [markdown]
# ## What follows

# %%
known = "W. Kee 2009, section IV, names 2x1, 2x2, 2x3 and 1x8 as type 2, without a definition"
whole = table[table["starts"].notna()]
total = whole.select_dtypes(object).drop(columns=["board"]).map(lambda cell: cell if isinstance(cell, int) else 0).sum()
each = lambda column: listed(whole, lambda row: f"{row['board']} {row[column]}")


def first(column):
    some = whole[whole[column].notna()].to_dict("records")
    row = min(some, key=lambda row: size(row["board"]))
    return f"{row['board']}, {row[column]}"


study.claim(
    f"Of {total['starts']} starts on {listed(whole, lambda row: row['board'])} {total['cyclic']} are cyclic;"
    f" {total['type 1']} of these are of type 1 and {total['type 2']} of type 2.",
    known=known,
)
assert total["type 1"] > total["type 2"] > 0

# %%
empty = table[table["empty"].notna()]
study.claim(
    f"Cyclic empty boards and their type: {listed(empty, lambda row: row['board'] + ' ' + row['empty'])}.", known=known
)
assert dict(zip(empty["board"], empty["empty"]))["2x2"] == "type 2"

# %%
study.claim(
    f"That Kee takes the mean and not the last board matters on {total['mean matters']} starts"
    f" ({each('mean matters')}). The first: {first('first of them')}.",
    known=known,
)
assert total["mean matters"] > 0

# %%
study.claim(
    f"The eight readings of Kee's lost text differ on {total['readings differ']} starts ({each('readings differ')})."
    f" The first: {first('first reading')}."
)
assert len(READINGS) == 8 and total["readings differ"] > 0

# %%
study.claim(
    f"Kee's rules of October 2020 differ from those of 2009 on {total['2020 differs']} of these starts"
    f" ({each('2020 differs')}), and those of March 2020 from those of October on {total['March differs']}"
    f" ({each('March differs')})."
)
assert total["2020 differs"] > total["March differs"]

# %%
study.publish()
