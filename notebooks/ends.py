# %% [markdown]
# # Which ends of the game and which ways to count change a score?
#
# Every start of a board up to symmetry, with Black and with White to move, was solved under the rules
# and under the rules with one change. The rules are a ko rule, area scoring and an end by two passes,
# unless something else stands there. Territory scoring counts the stones that stand at the start as
# played: to its score the black stones of the start are added and the white ones subtracted. So the two
# scores of one game differ by Black's plays less White's. Equivalence scoring does the same by itself. Under ends without
# passes there is no score; there the winners are compared, and starts that are a draw by score are
# left out. The rules of `psk` are spelled out below; the others have another ko rule.

# %%
import kosolver
from study import THREADS, Study, number, percent, rows, size

BOARDS = ["1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7"]
KOS = ["psk", "ssk", "nssk", "fixed", "basic-fixed"]
#: What is compared: rules beside the ko rule, and others.
CHANGES = [
    ("", "end=agreement"),
    ("ikeda=yes", "ikeda=yes end=agreement"),
    ("", "scoring=equivalence"),
    ("", "ikeda=yes"),
    ("", "scoring=territory"),
    ("", "scoring=stones"),
    ("", "end=no-pass"),
    ("end=no-pass", "end=prisoner-return"),
]
RULES = [
    "",
    "end=agreement",
    "ikeda=yes",
    "ikeda=yes end=agreement",
    "scoring=equivalence",
    "scoring=territory",
    "scoring=stones",
    "end=no-pass",
    "end=prisoner-return",
]
study = Study(
    "ends",
    keys=4,
    rules=[f"ko=psk {rules}".strip() for rules in RULES],
    columns={
        "board": "the board",
        "ko": "the ko rule",
        "rules": "what the rules say beside",
        "change": "what the changed rules say",
        "starts": "starts that are compared",
        "changed": "starts whose score, or winner, changes",
        "percent": "the same in percent",
        "by one": "starts whose score changes by one point",
        "largest": "the largest change of a score",
        "first": "the first start that changes: who is to move, and the two scores or winners",
    },
)

# %% [markdown]
# ## The table


# %%
def words(rules):
    """What is said of rules that say nothing else."""
    return rules or "area scoring, two passes"


def solved(board, ko):
    """Of each rules the values by start and player, the stones at the start counted as played."""
    starts, found = kosolver.positions(board), {rules: {} for rules in RULES}
    named = {f"ko={ko} {rules}".strip(): rules for rules in RULES}
    for player in ["black", "white"]:
        for name, values in kosolver.values(board, list(named), to_play=player, threads=THREADS).items():
            for place, (start, value) in enumerate(zip(starts, values)):
                stones = start.count("X") - start.count("O") if "territory" in name else 0
                found[named[name]][place, player] = value.worth + stones
    return starts, found


def changed(starts, one, other, winners):
    """The cells about a change."""
    sign = (lambda score: (score > 0) - (score < 0)) if winners else (lambda score: score)
    both = [(key, sign(one[key]), sign(other[key])) for key in sorted(one)]
    if winners:
        both = [found for found in both if 0 not in found[1:]]
    differ = [found for found in both if found[1] != found[2]]
    by = [abs(a - b) for _, a, b in differ]
    first = None
    if differ:
        # The fewest stones come first, with Black to move.
        (place, player), *scores = differ[0]
        names = [("Black wins" if score > 0 else "White wins") if winners else str(score) for score in scores]
        first = f"{starts[place]}, {player.capitalize()} to move: {', '.join(names)}"
    sizes = [None, None] if winners else [by.count(1), max(by, default=0)]
    return [len(both), len(differ), percent(len(differ), len(both)), *sizes, first]


made = []
for board in BOARDS:
    if study.whole or size(board) <= 4:
        for ko in KOS:
            starts, found = solved(board, ko)
            for before, after in CHANGES:
                winners = "pass" in after or "prisoner" in after
                made.append([board, ko, words(before), after, *changed(starts, found[before], found[after], winners)])
table = study.table(made)
table.pivot_table(index=["rules", "change"], columns="ko", values="changed", aggfunc="sum", sort=False)

# %% [markdown]
# ## What follows

# %%
for before, after in CHANGES:

    def of_ko(ko):
        mine = table[(table["ko"] == ko) & (table["rules"] == words(before)) & (table["change"] == after)]
        largest = mine["largest"].map(number).max()
        by = f", {mine['by one'].map(number).sum()} by one point, at most by {largest}" if largest else ""
        some = rows(mine[mine["changed"] > 0])
        first = f", first on {some[0]['board']} with {some[0]['first']}" if some else ""
        return f"{mine['changed'].sum()} of {mine['starts'].sum()} under {ko}{by}{first}"

    what = "winner" if "pass" in after or "return" in after else "score"
    study.claim(
        f"From {words(before)} to {after} the {what} changes on so many starts: {'; '.join(map(of_ko, KOS))}.",
        known="R. High proved that it changes nothing" if after == "scoring=equivalence" else "nothing found",
    )
# R. High's theorem, on every start.
assert table[table["change"] == "scoring=equivalence"]["changed"].sum() == 0
assert all(table[table["change"] == after]["changed"].sum() > 0 for _, after in CHANGES if "equivalence" not in after)

# %%
study.publish()
