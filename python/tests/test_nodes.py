"""The graph of nodes allows what the referee allows, and its games are worth what the solver says."""

import pytest

import kosolver

RULES = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"]


def lines(graph, node, facts, moves):
    """How many lines of so many moves there are, those that end before counted too."""
    legal = [step for step in graph.steps[node] if step.legal(facts)]
    if moves == 0 or not legal:
        return 1
    return sum(1 if step.to is None else lines(graph, step.to, graph.after(facts, step), moves - 1) for step in legal)


def played(game, moves):
    """The same, by the referee."""
    legal = game.legal()
    if moves == 0 or game.over or not legal:
        return 1
    count = 0
    for move in legal:
        game.play(move)
        count += played(game, moves - 1)
        game.undo()
    return count


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", ["1x3", "2x2"])
def test_a_history_allows_as_many_lines_as_the_referee(board, rule):
    graph = kosolver.nodes(board, ko=rule)
    for moves in range(1, 6):
        assert lines(graph, 0, graph.start, moves) == played(kosolver.Session(board, ko=rule), moves)


# Under Spight's rule, where a pass lifts the ban, games are long.
@pytest.mark.parametrize("rule", RULES[:-1])
@pytest.mark.parametrize("board", ["1x2", "1x3"])
def test_all_games_are_worth_what_the_solver_says(board, rule):
    graph, known = kosolver.nodes(board, ko=rule), {}

    def value(node, facts):
        if (node, facts) not in known:
            best = max if graph.nodes[node].to_play == "black" else min
            legal = [step for step in graph.steps[node] if step.legal(facts)]
            after = [step.score if step.to is None else value(step.to, graph.after(facts, step)) for step in legal]
            known[node, facts] = best(after, default=graph.stuck[node])
        return known[node, facts]

    assert value(0, graph.start) == kosolver.solve(board, ko=rule).value


def test_a_cache_of_positions_errs_as_the_design_says():
    """DESIGN.md, "Why a position cache is wrong": passes last -2, passes first +2, the truth is 0."""
    assert kosolver.believed("1x2", [[0, 1, 2], [1, 2, 0]], "psk") == [-2, 2]
    assert kosolver.solve("1x2", "psk").value == 0


def test_too_many_nodes_and_orders_of_another_board_are_refused():
    with pytest.raises(kosolver.OutOfBudget, match="2x2 has more than 9 nodes"):
        kosolver.nodes("2x2", most=9)
    with pytest.raises(kosolver.Error, match="an order has 3 places"):
        kosolver.believed("1x2", [[0, 1]])


def test_values_of_all_starts_are_those_of_each():
    for rule, values in kosolver.values("1x4", ko=["psk", "basic", "kee"], threads=2).items():
        assert values == [kosolver.solve("1x4", ko=rule, position=start).value for start in kosolver.positions("1x4")]
    (openings,) = kosolver.values("1x4", "psk", positions=[".X.O"], to_play="white", openings=True)["psk"]
    assert openings == kosolver.solve("1x4", "psk", position=".X.O", to_play="white").openings
    assert kosolver.values("2x3", "psk", positions=[".../..."], nodes=5) == {"psk": [kosolver.Value("unsolved")]}
    assert kosolver.values("2x3", "psk", positions=[".../..."], nodes=5, openings=True) == {"psk": [None]}


def test_a_ban_is_told_as_data():
    game = kosolver.Session("1x2", "psk", moves="A1 B1")
    (banned, passes) = game.candidates()
    assert (banned.by, banned.since, passes.by) == ("history", 1, None)
    assert kosolver.Session("1x2", ko="basic", moves="A1 B1").candidates()[0].by == "basic-ko"
    assert kosolver.Session("1x2", "psk").key() != game.key()
    assert kosolver.separate("1x6", ["X.X.X.", "......"], ko=["psk", "ssk"])[1] is None
