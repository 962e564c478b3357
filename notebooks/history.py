# %% [markdown]
# # How many nodes are worth more or less by how they came about, and by how much?
#
# A node is the stones, the player to move, the passes just made and the ban of basic ko. Its
# history is the legal game that has led to it from the empty board. On boards of up to 3 points every
# legal game is played out, and the counts are exact. On the others random legal games are played by a
# fixed generator (a game goes on while there is a play), and every node on the way is solved under its
# history; so the counts there are lower bounds. The fresh value of a node is its value as the start
# of a game.

# %%
from collections import defaultdict

import kosolver
from study import Random, Study, listed, size

BOARDS = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"]
QUICK = ["1x2", "1x3"]
RULES = ["psk", "ssk", "nssk", "fixed", "basic-fixed"]
GAMES = 2000
study = Study(
    "history",
    keys=2,
    rules=RULES,
    columns={
        "board": "the board",
        "rule": "the ko rule",
        "games": "which games were played",
        "solved": "how many nodes with histories were solved",
        "situations": "how many nodes they reach; the name of the column is older than the word node",
        "moved": "how many of these have at least two values, by history",
        "largest": "the largest difference between two values of one node",
        "from fresh": "the largest difference from the fresh value",
    },
)

# %% [markdown]
# ## The table
#
# All games of a small board, on the graph of its nodes, apart from any search.


# %%
def all_games(board, rule):
    """How many nodes with histories there are, and the values of each node."""
    graph = kosolver.nodes(board, ko=rule)
    known, values = {}, defaultdict(set)

    def value(node, facts):
        if (node, facts) not in known:
            best = max if graph.nodes[node].to_play == "black" else min
            legal = [step for step in graph.steps[node] if step.legal(facts)]
            after = [value(one.to, graph.after(facts, one)) if one.score is None else one.score for one in legal]
            known[node, facts] = best(after, default=graph.stuck[node])
            values[graph.nodes[node]].add(known[node, facts])
        return known[node, facts]

    value(0, graph.start)
    return len(known), values


# %% [markdown]
# Random games of a larger board, each to its end.


# %%
def random_games(board, rule):
    """The same of the nodes on the way."""
    game, known, solved, values = kosolver.Session(board, ko=rule), {}, 0, defaultdict(set)
    for seed in range(GAMES):
        random = Random(seed)
        game.restart()
        while True:
            now = game.game()
            if now.over:
                break
            plays = [move for move in now.legal if move != "pass"]
            # A game goes on while there is a play.
            moves = plays if now.passes and plays else now.legal
            solved += 1
            key = game.key()
            if key not in known:
                known[key] = game.value().worth
            values[kosolver.Node(now.position, now.to_play, now.passes, now.ban)].add(known[key])
            game.play(moves[random.below(len(moves))])
    return solved, values


def row(board, rule):
    exact = size(board) <= 3
    solved, values = (all_games if exact else random_games)(board, rule)
    spread = [max(worths) - min(worths) for worths in values.values()]
    far = 0
    for player in ["black", "white"]:
        nodes = [node for node in values if (node.to_play, node.passes, node.ban) == (player, 0, None)]
        starts = [node.position for node in nodes]
        fresh = kosolver.values(board, ko=rule, positions=starts, to_play=player)[rule]
        far = max([far, *(abs(one - value.worth) for node, value in zip(nodes, fresh) for one in values[node])])
    games = "all" if exact else f"{GAMES} random"
    return [board, rule, games, solved, len(values), sum(width > 0 for width in spread), max(spread), far]


table = study.table([row(board, rule) for board in (BOARDS if study.whole else QUICK) for rule in RULES])
table

# %% [markdown]
# ## What follows

# %%
known = "that history matters, M. Campbell 1985; no count for Go"
table["exact"] = table["games"] == "all"
for one in table.query("rule == 'psk'").to_dict("records"):
    study.claim(
        f"On {one['board']} under psk {'' if one['exact'] else 'at least '}{one['moved']} of {one['situations']} nodes"
        f" have values that depend on the history, by up to {one['largest']} points.",
        "exhaustive" if one["exact"] else "example",
        known,
    )
    assert one["moved"] > 0

# %%
far = table[table["largest"] == 2 * table["board"].map(size)]
study.claim(
    f"On {len(far)} of {len(table)} pairs of a board and a rule the history moves some value all the way, from the"
    " whole board for one player to the whole board for the other.",
    "example",
    known,
)
assert len(far) > len(table) / 2

# %%
none = table.query("exact and moved == 0")
study.claim(
    f"Here no legal game moves any value: {listed(none, lambda one: one['board'] + ' ' + one['rule'])}.", known=known
)
assert len(none) == 1

# %%
study.publish()
