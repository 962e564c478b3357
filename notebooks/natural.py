# %% [markdown]
# # What is a pass worth that leaves no trace?
#
# Situational and natural situational superko differ in two things: under `ssk` a pass makes a situation, which no
# play may make again, and so does the start. Under `nssk` plays alone count. Between them stands a rule of our
# own, `plays`, under which the start counts and a pass does not. So the pass is told apart from the start. Every
# start of a board up to symmetry, Black to move, was solved under all three. Values of empty boards are the
# published ones, each with a certificate.

# %%
import matplotlib.pyplot as plt

import kosolver
from study import RESULTS, THREADS, Study, listed, number, size

PLAYS = kosolver.Rule("""
rule plays
title situational superko of plays
remember made(mover, after) on start, play
forbid play if made(mover, after)
""")
RULES = ["ssk", PLAYS, "nssk"]
study = Study(
    "natural",
    keys=1,
    rules=RULES,
    columns={
        "board": "the board",
        "ssk": "the value of the empty board under ssk",
        "nssk": "the same under nssk",
        "starts": "starts of the board; an empty cell if they were not solved",
        "pass": "starts on which ssk and plays differ: it matters whether a pass leaves a trace",
        "black": "among these, those that are better for Black under plays",
        "most": "the largest difference among these",
        "start": "starts on which plays and nssk differ: it matters whether the start counts",
    },
)

# %% [markdown]
# ## The table

# %%
BOARDS = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3", "2x4", "3x3"]
BEYOND = ["1x8", "1x9", "2x5", "3x4"]

empty = {"ssk": {}, "nssk": {}}
for board, rule, value in RESULTS.empty_boards():
    if rule in empty and value is not None:
        empty[rule][board] = value


def counted(board):
    """On how many starts the rules differ, and how."""
    if board not in BOARDS + (BEYOND if study.whole else []):
        return [None] * 5
    ssk, plays, nssk = kosolver.values(board, ko=RULES, threads=THREADS).values()
    by = [int(after) - int(before) for before, after in zip(ssk, plays)]
    start = sum(one != other for one, other in zip(plays, nssk))
    return [len(by), sum(map(bool, by)), sum(one > 0 for one in by), max(map(abs, by)), start]


boards = sorted({*empty["ssk"]} & {*empty["nssk"]}, key=lambda board: [int(side) for side in board.split("x")])
made = [[board, empty["ssk"][board], empty["nssk"][board], *counted(board)] for board in boards]
table = study.table(made if study.whole else [row for row in made if row[0] in BOARDS])
table

# %% [markdown]
# ## What follows

# %%
differ = table[table["ssk"] != table["nssk"]]
study.claim(
    f"The empty board is worth as much under nssk as under ssk on {len(table) - len(differ)} of {len(table)} boards"
    f" solved under both, and not on {len(differ)}: "
    + listed(differ, lambda row: f"{row['board']} {row['nssk']} in place of {row['ssk']}")
    + ". No play empties the board again, so the pass alone decides.",
    "certificate",
    "T. Drange 1998 gives 5 for 3x7, and names no rule",
)
assert {"3x3", "2x8", "2x9", "3x7"} <= set(differ["board"])

# %%
whole = differ[[row["ssk"] == size(row["board"]) for row in differ.to_dict("records")]]
study.claim(
    f"On {len(whole)} of these Black has the whole board under ssk, and White lives under nssk: "
    + listed(whole, lambda row: row["board"])
    + ".",
    "certificate",
)

# %%
solved = table[table["starts"].map(number) > 0]
total = {name: solved[name].map(number).sum() for name in ["starts", "pass", "black", "start"]}
most = solved.loc[solved["most"].map(number).idxmax()]
study.claim(
    f"On {total['pass']} of {total['starts']} starts it matters whether a pass leaves a trace, by up to {most['most']}"
    f" points ({most['board']}); on {total['start']} whether the start does. Without the trace of a pass Black, who is to"
    f" move, has more on {total['black']}, and White on {total['pass'] - total['black']}. On 3x3 it matters on"
    f" {solved.set_index('board').loc['3x3', 'pass']} of {solved.set_index('board').loc['3x3', 'starts']}.",
    known='R. Jasiek, "Super Ko" (2000): ssk and nssk have "almost always the same outcome"',
)

# %% [markdown]
# How it works, on 3x3: White passes, and has made nothing. Black has to begin the ko, or leave White alive. White
# takes it back, to the position in which he passed. Black may not take again: *he* made that position by a play.

# %%
LINE = "B2 B3 A2 C2 A3 B1 C3 pass C1".split()


def ban(*moves, rule):
    """Why the last of these moves is prohibited after the line."""
    try:
        kosolver.play("3x3", [*LINE, *moves], rule)
    except kosolver.Error as error:
        return str(error)
    raise AssertionError(f"{rule} allows {moves}")


assert "C2 is prohibited" in ban("C2", rule="ssk") and "by move 8" in ban("C2", rule="ssk")
assert "C1 is prohibited" in ban("C2", "C1", rule="nssk") and "by move 9" in ban("C2", "C1", rule="nssk")
alive = kosolver.Session("3x3", "nssk", moves=[*LINE, "C2"])
study.claim(
    f"On 3x3 after {' '.join(LINE)} White may take at C2 under nssk, back to the position in which he passed, and"
    f" Black may not take again: it is worth {alive.value()}. Under ssk White may not take, and Black has all 9 points.",
    "example",
)
assert alive.value() == 2 and kosolver.Session("3x3", "ssk", moves=LINE).value() == 9

# %%
fig, axes = plt.subplots(figsize=(7, 3.6))
share = [[100 * row[rule] / size(row["board"]) for rule in ["ssk", "nssk"]] for row in differ.to_dict("records")]
for place, (before, after) in enumerate(share):
    axes.annotate("", (place, after), (place, before), arrowprops={"arrowstyle": "->", "color": "#444444"})
# Colours that the colour-blind tell apart (B. Wong, Nature Methods 8, 441, 2011).
for column, (rule, colour) in enumerate([("ssk", "#0072b2"), ("nssk", "#d55e00")]):
    axes.scatter(range(len(share)), [pair[column] for pair in share], color=colour, s=60, zorder=3, label=rule)
axes.set_xticks(range(len(share)), list(differ["board"]))
axes.set(ylabel="Black's score, % of the board", title="Empty boards that a pass without a trace changes")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False, loc="upper left")
fig.tight_layout()

# %%
study.publish(fig)
