# %% [markdown]
# # How rare are the positions on which two ko rules differ?
#
# Every start of a board up to symmetry, Black to move, was solved under every rule. The smallest start on
# which two rules differ has the fewest stones. Its cause is what sets the rules apart when each player who gains
# by one of them plays best: a ban after a cycle of so many moves, with passes among them or without, or an
# end of the game.

# %%
import kosolver
from study import RESULTS, THREADS, Study, listed, number, percent, smallest

RULES = ["basic", "psk", "spight", "kee", "none", "ssk", "nssk", "fixed", "basic-fixed"]
study = Study(
    "rarity",
    keys=3,
    rules=RULES,
    columns={
        "board": "the board",
        "rule": "a ko rule",
        "other": "another",
        "starts": "starts of the board",
        "differ": "starts on which the rules differ",
        "percent": "the same in percent",
        "largest": "the largest difference",
        "smallest": "the smallest start on which they differ",
        "cause": "why they differ there",
    },
)

# %% [markdown]
# ## The table
#
# Small boards are published. Beyond them some rules are left out: Kee's takes a minute on 1x8 already,
# natural situational superko minutes on 1x10.

# %%
BEYOND = {"1x9": ["kee"], "2x5": ["kee"], "1x10": ["kee", "nssk"], "2x6": ["kee"], "3x4": ["kee"]}


def compared(comparison):
    """The rows of a comparison."""
    for pair in comparison.pairs:
        if set(pair.rules) <= set(RULES):
            first = (pair.smallest.position, pair.smallest.cause) if pair.smallest else (None, None)
            share = percent(pair.differ, pair.starts)
            yield [pair.board, *pair.rules, pair.starts, pair.differ, share, pair.largest, *first]


made = list(compared(RESULTS.separators()))
for board in list(BEYOND)[: None if study.whole else 2]:
    kos = [rule for rule in RULES if rule not in BEYOND[board]]
    made += compared(kosolver.compare(board, ko=kos, threads=THREADS))
table = study.table(made)
table.pivot_table(index="board", columns=["rule", "other"], values="differ", aggfunc="first", sort=False)

# %% [markdown]
# ## What follows

# %%
for one, other, known in [
    ("psk", "ssk", 'R. Jasiek, "Super Ko" (2000): "very few distinguishing examples are known"'),
    ("ssk", "nssk", 'R. Jasiek, "Super Ko" (2000): "almost always the same outcome"'),
    ("psk", "spight", "nothing found"),
    ("spight", "kee", "W. Kee 2009 names 2x1, 2x2, 2x3 and 1x8 as boards where his scoring matters"),
    ("fixed", "basic-fixed", 'R. Jasiek, "Super Ko" (2000): under fixed ko strategy is "severely altered"'),
]:
    both = table.query("rule == @one and other == @other")
    starts, differ = both["starts"].sum(), both["differ"].sum()
    first = smallest(both, "differ")
    study.claim(
        f"{one} and {other} differ on {differ} of {starts} starts ({100 * differ / starts:.1f} %), by up to"
        f" {both['largest'].map(number).max()} points: "
        + listed(both, lambda row: f"{row['board']} {row['differ']} of {row['starts']}")
        + f". The smallest board with a difference is {first['board']}, with the start {first['smallest']}:"
        f" {first['cause']}.",
        known=known,
    )
    if (one, other) == ("psk", "ssk"):
        assert first["board"] == "1x6" and 100 * differ / starts < 1.5

# %%
causes = table["cause"].dropna()
passes = causes.str.contains("with pass").sum()
study.claim(
    f"Of {len(causes)} smallest differences, by board and pair of rules, {passes} turn on a cycle with a pass in it."
)
assert passes > 0

# %%
study.publish()
