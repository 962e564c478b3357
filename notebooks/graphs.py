# %% [markdown]
# # What does the shape of a board do: whom does it favour, and what does one more edge change?
#
# The boards are all 143 connected graphs of up to 6 points. An edge joins two adjacent points. Their values are the
# published ones; each had a certificate that was verified. A row is a pair of rules, or a rule alone.

# %%
from itertools import combinations

from study import RESULTS, Study, rows

RULES = ["basic", "psk", "spight", "kee", "none", "ssk", "nssk", "fixed", "basic-fixed"]
study = Study(
    "graphs",
    keys=2,
    rules=RULES,
    columns={
        "rule": "the ko rule",
        "other": "another ko rule; empty in a row about one rule",
        "solved": "graphs solved under the rule, or under both",
        "differ": "of a pair: graphs on which they differ",
        "least points": "of a pair: the points of the smallest graph on which they differ",
        "smallest": "of a pair: that graph, and the two values",
        "below 0": "of a rule: graphs that are worth less than 0 to Black",
        "zero": "of a rule: graphs that are worth 0",
        "whole": "of a rule: graphs on which Black takes the whole board",
        "raises": "of a rule: how often one more edge raises the value",
        "lowers": "of a rule: how often one more edge lowers it",
        "largest fall": "of a rule: the most points that one more edge takes from Black",
    },
)

# %% [markdown]
# ## The table

# %%
published = RESULTS.graphs()
graphs, findings = published["graphs"], published["findings"]
made = []
for of in findings["rules"]:
    if of["ko"] in RULES:
        edge, solved = of["edge"], findings["graphs"] - of["left_out"]
        fall = edge["largest_fall"] and edge["largest_fall"]["values"][0] - edge["largest_fall"]["values"][1]
        about = [of["negative"], of["zero"], of["whole"], edge["raises"], edge["lowers"], fall]
        made.append([of["ko"], None, solved, None, None, None, *about])


def value(graph, rule):
    """The value of a graph under a rule, in a word, if it is solved."""
    for cell in graph["values"]:
        if cell["ko"] == rule and "result" in cell:
            return "NR" if cell["result"] == "no-result" else str(cell["score"])
    return None


for one, other in combinations(RULES, 2):
    both = [(graph, value(graph, one), value(graph, other)) for graph in graphs]
    both = [found for found in both if None not in found]
    differ = [found for found in both if found[1] != found[2]]
    first = [None, None]
    if differ:
        graph, *worths = differ[0]
        first = [graph["points"], f"{[*graph['names'], graph['board']][0]}: {', '.join(worths)}"]
    made.append([one, other, len(both), len(differ), *first, *[None] * 6])
table = study.table(made)
alone, pairs = table[table["other"].isna()], table[table["other"].notna()]
alone.dropna(axis="columns", how="all")

# %% [markdown]
# ## What follows

# %%
known = "nothing found on Go on all small graphs"
below = alone["below 0"].sum()
study.claim(
    f"Of {alone['solved'].sum()} values of graphs of up to 6 points, under {len(alone)} rules, {below} are below 0, no"
    f" result counting as 0: the second player is favoured by {'some' if below else 'none'}.",
    "certificate",
    known,
)
assert below == 0

# %%
for row in rows(alone[alone["rule"].isin(["psk", "ssk", "none"])]):
    study.claim(
        f"Under {row['rule']} one more edge raises the value {row['raises']} times and lowers it {row['lowers']} times,"
        f" by up to {row['largest fall']} points.",
        "certificate",
        known,
    )
    assert row["lowers"] > 0

# %%
superkos = ["psk", "ssk", "nssk", "spight", "kee"]
differ = pairs[pairs["rule"].isin(superkos) & pairs["other"].isin(superkos) & (pairs["differ"] > 0)]
first = [f"{row['rule']} and {row['other']} ({row['smallest']})" for row in rows(differ)]
study.claim(f"The smallest graphs on which superkos differ: {'; '.join(first)}.", "certificate", known)
assert len(first) > 0

# %%
study.publish()
