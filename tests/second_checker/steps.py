"""The steps of a node: docs/certificate.md, "The steps of a node"."""

from fractions import Fraction
from functools import cached_property

from .boards import BLACK, WHITE, must
from .newko import FOUGHT_IN
from .nodes import ALWAYS, NEVER, NOTHING, PASS, WIN, Node, Step, fact, history_after, prohibiting, sign
from .rules import Rules


class Game(Rules):
    """A board and a ruleset: enough to know every step of every node."""

    @cached_property
    def scopes(self):
        """The scopes of all facts that the text names."""
        return range(self.text.always_scope) if self.text else ()

    def steps(self, node):
        if node.memory.handicap:
            return self.placements(node)
        steps = []
        for point in range(self.board.points):
            if not (node.position[0] | node.position[1]) >> point & 1:
                steps.extend(self.plays(node, point))
        for step in self.passes(node):
            if step.next is not None:
                memory = step.next.memory
                memory = memory._replace(balance=memory.balance + self.pass_worth(node), passed=self.ikeda)
                if self.long_cycle:
                    now, least, most = memory.net
                    now += sign(node.to_move)
                    memory = memory._replace(net=(now, min(least, now), max(most, now)))
                step = step._replace(next=step.next._replace(memory=memory))
            steps.append(step)
        if self.long_cycle:
            steps = [judged for step in steps for judged in self.judged(step)]
        return steps

    def after(self, node, history, made):
        """The node and the history after a move: "Moves of the game"."""
        history = set(history)
        holds = lambda step: history.issuperset(step.present) and history.isdisjoint(step.absent)
        legal = lambda step: step.legality != NEVER and history.isdisjoint(prohibiting(step))
        steps = [step for step in self.steps(node) if step.made == made and holds(step)]
        must(len(steps) == 1 and legal(steps[0]), "an illegal move")
        (step,) = steps
        must(step.next is not None, "a move ends the game")
        history = history_after(step, history)
        must(any(holds(step) and legal(step) for step in self.steps(step.next)), "a player is stuck")
        return step.next, history

    def placements(self, node):
        if node.to_move == WHITE:
            return [Step(PASS, ALWAYS, (), (), (), (), node._replace(to_move=BLACK), None)]
        steps = []
        for point in range(self.board.points):
            if (node.position[0] | node.position[1]) >> point & 1:
                continue
            after, _, lost = self.board.play(node.position, BLACK, point)
            memory = node.memory._replace(handicap=node.memory.handicap - 1)
            next = Node(after, WHITE, 0, 0, memory)
            inserts = () if memory.handicap else tuple(self.at_start(next))
            steps.append(Step(point, NEVER if lost else ALWAYS, (), (), (), inserts, next, None))
        return steps

    def plays(self, node, point):
        mover, memory = node.to_move, node.memory
        after, taken, lost = self.board.play(node.position, mover, point)
        lone = lost == 1 << point
        if taken or lost:
            gains = mover if taken else 1 - mover
            count = (taken | lost).bit_count()
            if self.end == "prisoner-return":
                held = tuple(had + count * (player == gains) for player, had in enumerate(memory.held))
                memory = memory._replace(held=held)
            elif self.scoring in ("territory", "equivalence"):
                memory = memory._replace(balance=memory.balance + sign(gains) * count)
        ban = 0
        if self.bans and lone:
            ban = 1
        elif self.bans and taken.bit_count() == 1:
            back = taken.bit_length() - 1
            if self.board.play(after, 1 - mover, back)[0] == node.position:
                ban = 2 + back
        retakes = node.ban == 2 + point or node.ban == 1 and lone
        suicide = self.suicide == "forbidden" and lost or self.suicide == "multi-stone" and lone
        if self.text:
            steps = []
            for event in self.text.cases(self.text.event("play", node, after, point, retakes, self.kos)):
                tallies = self.text.tallies(event, memory.tallies, self.of_board)
                kept, clears, inserts, pulls = self.text.effects(event, len(tallies))
                own = memory._replace(tallies=tallies, own=self.text.words(kept))
                next, score = Node(after, 1 - mover, 0, ban, own), None
                ends, how = self.text.end_of_play(event)
                if ends:
                    clears, inserts, pulls, next, score = (), (), (), None, self.ended(how, after, mover)
                steps += [
                    Step(point, NEVER if suicide else way.legality, *way[1:], clears, inserts, next, score, pulls)
                    for way in self.text.plays(event)
                ]
            return steps
        legality = NEVER if retakes or suicide else ALWAYS
        next = Node(after, 1 - mover, 0, ban, memory)
        steps = []
        for step in self.newko.plays(node, point, retakes):
            own = tuple(sorted(step.next[1].items()))
            own = next._replace(memory=memory._replace(own=own))
            steps.append(step._replace(legality=NEVER if legality == NEVER else step.legality, next=own))
        return steps

    def ended(self, how, position, mover):
        """The score of a game that a play of this player ends."""
        scores = {"draw": Fraction(0), "void": self.no_result, "loss": -WIN * sign(mover), "win": WIN * sign(mover)}
        return scores[how] if how else self.of_board(position) - self.given

    def kos(self, position):
        """The points of all kos: "Kos"."""
        empty = [at for at in range(self.board.points) if not (position[0] | position[1]) >> at & 1]

        def made(position, player, point):
            if (position[0] | position[1]) >> point & 1:
                return None
            after, _, lost = self.board.play(position, player, point)
            refused = self.suicide == "forbidden" and lost or self.suicide == "multi-stone" and lost == 1 << point
            return None if refused else after

        kos = 0
        for player in (BLACK, WHITE):
            for one in empty:
                after = made(position, player, one)
                for other in range(self.board.points) if after else ():
                    if made(after, 1 - player, other) == position:
                        kos |= 1 << one | 1 << other
        return kos

    def passes(self, node):
        position, mover, memory = node.position, node.to_move, node.memory
        memory = memory._replace(own=tuple(word for word in memory.own if word[0][0] == FOUGHT_IN))
        on = Node(position, 1 - mover, node.passes + 1, 0, memory)
        if self.text:
            return self.text_passes(node, on)
        if self.end == "no-pass":
            return []
        if self.end == "prisoner-return":
            if not memory.held[mover]:
                return []
            held = tuple(had - (player == mover) for player, had in enumerate(memory.held))
            on = on._replace(passes=0, memory=memory._replace(held=held))
        elif node.passes >= (3 if self.end == "agreement" else 1):
            return [Step(PASS, ALWAYS, (), (), (), (), None, self.end_score(node))]
        return [Step(PASS, ALWAYS, (), (), (), (), on, None)]

    def text_passes(self, node, on):
        text, memory, mover = self.text, node.memory, node.to_move
        if text.no_pass or self.end == "no-pass" or self.end == "prisoner-return" and not memory.held[mover]:
            return []
        held = memory.held
        if self.end == "prisoner-return":
            held = tuple(had - (player == mover) for player, had in enumerate(held))
        by_ruleset = not (text.end or text.stuck_loses) and self.end != "prisoner-return"
        passes = node.passes + 1 if by_ruleset or text.counts_passes else 0
        on = on._replace(passes=passes, memory=memory._replace(held=held))
        over = by_ruleset and node.passes >= (3 if self.end == "agreement" else 1)
        event = text.event("pass", node, node.position, None, False, self.kos)
        return [step for case in text.cases(event) for step in self.case_of_pass(node, on, case, over)]

    def case_of_pass(self, node, on, event, over):
        """The steps of a pass, where it is known what it does."""
        text = self.text
        tallies = text.tallies(event, node.memory.tallies, self.of_board)
        kept, clears, inserts, pulls = text.effects(event, len(tallies))
        on = on._replace(memory=on.memory._replace(tallies=tallies, own=text.words(kept)))
        score = lambda time: self.combined(tallies[time] if time < len(tallies) else (0, 0))
        if text.since:
            (asked,) = text.facts(text.since, event, event.kept)
            times = [(*asked[:2], time, *asked[3:]) for time in range(len(node.memory.tallies) + 1)]
            ends = [Step(PASS, ALWAYS, (said,), (), (), (), None, score(time)) for time, said in enumerate(times)]
            return [*ends, Step(PASS, ALWAYS, (), tuple(times), clears, inserts, on, None, pulls)]
        steps = []
        for ends, way in text.passes(event, over):
            worth = score(0) if self.combines else self.end_score(node)
            effects = ((), (), None, worth) if ends else (clears, inserts, on, None, pulls)
            steps.append(Step(PASS, *way, *effects))
        return steps

    def judged(self, step):
        if step.legality == NEVER or step.next is None:
            return [step]
        now, least, most = step.next.memory.net
        occurred = [
            fact(0, step.next.position, step.next.to_move, before % 2**16)
            for before in range(least, most + 1)
        ]
        ends = []
        for before, again in zip(range(least, most + 1), occurred):
            score = WIN if now > before else -WIN if now < before else self.no_result
            ends.append(step._replace(next=None, score=score, present=(again,)))
        inserts = step.inserts + (occurred[now - least],)
        return ends + [step._replace(absent=step.absent + tuple(occurred), inserts=inserts)]
