# %% [markdown]
# # Is there a forced ko fight under fixed ko, and one about a long cycle under basic-fixed ko?
#
# A state is a start (any legal position, Black to move) and a few plays after it. It is a forced ko fight if
# there is a play m that only the history prohibits, to pass is not best, and some best move t, the threat, is
# such that every best answer to it is a play, after which m is legal and the only best move. (So m is worth fighting for,
# and what lifts the ban is the exchange of a threat for its answer.) It is a basic one if m recaptures at once,
# and a long one if not. If a best answer to the threat is a pass, the threat is none; such states are counted
# apart. All states of a board are examined to which a start and no more plays than that
# lead. Under rules with endless play, no result counts as 0.

# %%
import kosolver
from study import Study, listed, smallest

RULES = ["basic", "psk", "ssk", "nssk", "fixed", "basic-fixed"]
#: Boards, and how many plays lead from a start to a state that is examined.
PLAYS = {
    "1x2": 8,
    "1x3": 8,
    "1x4": 8,
    "1x5": 6,
    "1x6": 5,
    "1x7": 4,
    "2x2": 8,
    "2x3": 5,
    "2x4": 3,
    "3x3": 2,
}
QUICK = ["1x2", "1x3"]
study = Study(
    "fights",
    keys=2,
    rules=RULES,
    columns={
        "board": "the board",
        "rule": "the ko rule",
        "plays": "the most plays after a start",
        "states": "states in which the history prohibits a play",
        "basic": "forced ko fights about a stone just taken",
        "long": "forced ko fights about a longer cycle",
        "first basic": "the first: start, plays, then threat, answer and m",
        "first long": "the same",
        "unanswered": "states that would be forced ko fights if a pass counted as an answer to the threat",
        "first unanswered": "the first of them",
    },
)

# %% [markdown]
# ## The table


# %%
def best(game, over=False):
    """The best moves of the player to move; none if the game is over."""
    return [] if over and game.over else [opening.move for opening in game.values() if opening.best]


def takes_back(now, move):
    """Whether a play leads to the position before the last move."""
    if not now.moves:
        return False
    before = now.moves[-2].position if len(now.moves) > 1 else now.start
    return kosolver.play(now.board, [move], ko="none", position=now.position, to_play=now.to_play).position == before


class Board:
    """What was found on a board under a rule."""

    def __init__(self, board, rule, plays):
        self.game, self.states = kosolver.Session(board, ko=rule), 0
        #: Basic fights, long ones, and those whose threat need not be answered; and the first of each.
        self.fights, self.first = [0, 0, 0], [None, None, None]
        self.judged, self.examined = set(), {}
        for start in kosolver.positions(board):
            self.game.restart(start)
            self.examine(plays)
        (basic, long, unanswered), (*first, other) = self.fights, self.first
        self.row = [board, rule, plays, self.states, basic, long, *first, unanswered, other]

    def examine(self, plays):
        """Examines where the game stands, and all that few plays lead to."""
        key, now = self.game.key(), self.game.game()
        if key not in self.judged:
            self.judged.add(key)
            self.judge(now)
        # Its followers are looked at again if there are more plays left than before.
        if plays > self.examined.get(key, 0):
            for move in now.legal:
                if move != "pass":
                    self.game.play(move)
                    self.examine(plays - 1)
                    self.game.undo()
            self.examined[key] = plays

    def judge(self, now):
        banned = [
            (one.move, one.by == "basic-ko" or takes_back(now, one.move))
            for one in now.candidates
            if one.by in ("history", "basic-ko")
        ]
        if not banned:
            return
        self.states += 1
        moves, seen, game = best(self.game), None, self.game
        for threat in moves if "pass" not in moves else []:
            game.play(threat)
            answers, wanted = best(game), banned
            for answer in answers:
                game.play(answer)
                then = best(game, over=True)
                wanted = [one for one in wanted if then == [one[0]]]
                game.undo()
            game.undo()
            if wanted and answers:
                (move, basic), played = wanted[0], " ".join(made.move for made in now.moves)
                text = f"start {now.start}, plays {played or 'none'}, then {threat} {answers[0]} {move}"
                # A threat that has to be answered, if there is one.
                kind = 2 if "pass" in answers else 0 if basic else 1
                if seen is None or kind < seen[0]:
                    seen = (kind, text)
        if seen:
            kind, text = seen
            self.fights[kind] += 1
            self.first[kind] = self.first[kind] or text


boards = PLAYS if study.whole else QUICK
table = study.table([Board(board, rule, PLAYS[board]).row for board in boards for rule in RULES])
table.pivot_table(index="board", columns="rule", values=["basic", "long"], aggfunc="first", sort=False)

# %% [markdown]
# ## What follows

# %%
taken, longer = "ko fight about a stone just taken", "ko fight about a longer cycle"
for rule, column, kind, known, there in [
    (
        *("fixed", "basic", taken),
        "R. Jasiek, Sensei's Library \"Fixed Ko Rule\": nobody has been able to construct any forced ko fight",
        False,
    ),
    ("fixed", "long", longer, "the same page", False),
    ("basic-fixed", "long", longer, 'the same page: "long cycle ko fights are most probably impossible"', False),
    ("basic-fixed", "basic", taken, 'the same page: "the only known ko fights are basic ko fights"', True),
    ("psk", "basic", taken, "ordinary ko fights are common knowledge", True),
    ("psk", "long", longer, "nothing found for boards this small", True),
]:
    mine = table.query("rule == @rule")
    states, fights, first = mine["states"].sum(), mine[column].sum(), smallest(mine, column)
    assert (fights > 0) == there
    if there:
        study.claim(
            f"Under {rule} there is a forced {kind}: on {first['board']}, {first['first ' + column]}. {fights} of"
            f" {states} states examined are such fights.",
            "example",
            known,
        )
    else:
        study.claim(
            f"Under {rule} there is no forced {kind} among {states} states examined"
            f" ({listed(mine, lambda row: row['board'] + ' to ' + str(row['plays']) + ' plays')}).",
            known=known,
        )

# %%
for rule in ["fixed", "basic-fixed"]:
    mine = table.query("rule == @rule")
    first = smallest(mine, "unanswered")
    study.claim(
        f"If a pass counts as an answer to the threat, {mine['unanswered'].sum()} states under {rule} are fights too;"
        f" the first is on {first['board']}: {first['first unanswered']}.",
        "example",
    )
    assert mine["unanswered"].sum() > 0

# %%
study.publish()
