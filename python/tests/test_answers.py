"""What the module answers: against the published results and Go that people know."""

import copy
import dataclasses
import pickle
from fractions import Fraction

import pytest

import kosolver

RULES = ["psk", "ssk", "nssk", "basic", "spight", "kee", "primitive", "fixed"]


@pytest.mark.parametrize("ko", RULES)
@pytest.mark.parametrize("board", ["1x2", "1x5", "2x2", "3x3"])
def test_values_are_the_published_ones(published, board, ko):
    solution = kosolver.solve(board, ko=ko)
    cell = published[board, ko]
    value = solution.value
    assert value.result == cell["result"]
    assert value.score == (None if cell.get("score") is None else Fraction(cell["score"]))
    assert [(o.move, o.best) for o in solution.openings] == [(o["move"], o["best"]) for o in cell["openings"]]
    assert kosolver.table([board], ko=[ko]).cells[0].value == value


def test_rules_without_scores_have_a_winner():
    value = kosolver.solve("1x3", ko="primitive").value
    assert (value.result, value.score, value.winner) == ("first-player-wins", None, "black")
    white = kosolver.solve("1x3", ko="primitive", to_play="white").value
    assert (white.result, white.score, white.winner) == ("first-player-wins", None, "white")
    assert str(kosolver.solve("1x2", ko="primitive").value) == "white wins"


def test_endless_play_has_bounds():
    value = kosolver.solve("1x5", ko="basic").value
    assert (str(value), value.score) == ("NR", None)
    assert value.lower < value.upper


def test_fractions_are_exact():
    solution = kosolver.solve("2x2", "ko=psk komi=1/2")
    assert solution.value.score == Fraction(1, 2) and isinstance(solution.value.score, Fraction)
    assert isinstance(kosolver.solve("2x2", "psk").value.score, int)


def test_values_are_numbers_where_they_are_scores():
    one, half = kosolver.Value("score", 1), kosolver.Value("score", Fraction(5, 2))
    assert one == 1 and half == Fraction(5, 2) and half == 2.5 and one != half
    assert {one: "a"}[1] == "a" and hash(half) == hash(Fraction(5, 2))
    assert sorted([half, 2, one]) == [1, 2, Fraction(5, 2)]
    assert max(half, one) is half and one < 2 <= half and half > one >= 1
    assert (one + half, one + 1, 1 + one, 3 - one, half - one) == (Fraction(7, 2), 2, 2, 2, Fraction(3, 2))
    assert sum([one, half]) == Fraction(7, 2) and -one == -1 and abs(-half) == Fraction(5, 2)
    assert (int(one), float(half)) == (1, 2.5)
    products = (one * half, 2 * half, half * 3, half / 5, one / 3, 5 / half, one / half, half / one)
    assert products == (Fraction(5, 2), 5, Fraction(15, 2), Fraction(1, 2), Fraction(1, 3), 2, Fraction(2, 5), Fraction(5, 2))
    # What is exact stays so, and what is whole is written so.
    assert [type(product) for product in products] == [Fraction, int, *[Fraction] * 3, int, *[Fraction] * 2]
    assert (round(half), round(half / 3, 1), half * 0.5, type(one * 1.0)) == (2, Fraction(4, 5), 1.25, float)
    assert [f"{one}", f"{one:+d}", f"{one:>3}", f"{half}", f"{half:>5}", f"{half:.1f}"] == [
        "1", "+1", "  1", "5/2", "  5/2", "2.5",
    ]
    # Who forces what on the way to a score is no part of it.
    assert one == kosolver.Value("score", 1, lower=1, upper=1)


def test_values_calculate_with_arrays():
    numpy = pytest.importorskip("numpy")
    half = kosolver.Value("score", Fraction(5, 2))
    assert list(half * numpy.array([1, 2])) == list(numpy.array([1, 2]) * half) == [Fraction(5, 2), 5]
    assert half / numpy.int64(5) == Fraction(1, 2) and numpy.mean(numpy.array([half, half])) == Fraction(5, 2)


def test_a_value_is_true_as_its_number_is():
    for score in (-1, 0, 1, Fraction(0), Fraction(1, 2)):
        value = kosolver.Value("score", score)
        assert bool(value) == bool(score) == (value != 0)
    for apart in (kosolver.Value("no-result"), kosolver.Value("first-player-wins", winner="white")):
        assert apart


def test_a_copy_of_a_session_goes_on_by_itself():
    begun = kosolver.Session("2x2", "psk", moves="A1", nodes=10**6)
    again = kosolver.Session("2x2", kosolver.Rule("rule mine\nremember made(after) on play\nforbid play if made(after)"))
    again.restart("X./..", "white")
    again.play("B2", "pass")
    for game in (begun, again, kosolver.Session("1x5", ko="kee", position="X...O", to_play="white")):
        before = game.game()
        for way in (kosolver.Session.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))):
            other = way(game)
            assert type(other) is kosolver.Session and other is not game
            assert other.game() == before and other.value() == game.value() and other.values() == game.values()
            other.play(other.legal()[0])
            assert game.game() == before != other.game()
            while other.undo():
                pass
            assert (other.position, other.to_play) == (before.start, before.first)
            assert (other.start, other.first) == (before.start, before.first) == (game.start, game.first)
    limited = kosolver.Session("4x4", nodes=1000)
    with pytest.raises(kosolver.OutOfBudget):
        limited.copy().value()
    told = []
    listening = kosolver.Session("2x2", progress=lambda done, total: told.append(done))
    listening.copy().value()
    assert told


def test_no_result_and_a_win_are_no_numbers():
    endless, win = kosolver.Value("no-result", lower=-5, upper=5), kosolver.Value("first-player-wins", winner="black")
    assert endless.no_result and not win.no_result
    assert endless == kosolver.Value("no-result", lower=-5, upper=5) != kosolver.Value("no-result", lower=0, upper=5)
    assert win != kosolver.Value("first-player-loses", winner="white")
    assert len({endless, win, kosolver.Value("score", 0), 0}) == 3
    assert f"{endless:>4}" == "  NR" and f"{win}" == "black wins"
    for apart in (endless, win):
        assert apart != 0 and apart != 1 and apart is not None and apart != "NR"
        for operation in (
            lambda v: v < 1, lambda v: 1 < v, lambda v: v + 1, lambda v: 1 - v, lambda v: v * 2, lambda v: 2 / v, round, float, abs,
        ):
            with pytest.raises(TypeError, match="is not a number: it has no score"):
                operation(apart)
    for operation in (lambda v: v + "1", lambda v: "1" + v, lambda v: v * [], lambda v: v < "1", lambda v: None / v):
        with pytest.raises(TypeError, match="Value"):
            operation(kosolver.Value("score", 2))


@pytest.mark.parametrize("values", [
    ("tie",), (1,), ("score",), ("score", 1.5), ("score", "1"), ("score", True), ("score", 1, "black"), ("no-result", 0),
    ("no-result", None, "white"), ("first-player-wins",), ("first-player-wins", None, "red"), ("first-player-loses", 3, "white"),
    ("no-result", None, None, "-5"), ("unsolved", 0),
])
def test_what_is_no_value_is_refused(values):
    with pytest.raises(kosolver.Error, match="(result|score|winner|lower) is .*: write "):
        kosolver.Value(*values)


def test_what_a_value_is_worth():
    values = [kosolver.Value("score", -3), kosolver.Value("no-result", lower=-5, upper=5)]
    values += [kosolver.Value("first-player-loses", winner=winner) for winner in ("black", "white")]
    assert [value.worth for value in values] == [-3, 0, 1, -1]
    with pytest.raises(TypeError, match="is not known"):
        kosolver.Value("unsolved").worth


@pytest.mark.parametrize("board", ["1x4", "1x5", "2x2", "cycle:4"])
def test_rules_differ_where_values_do(board):
    """What `compare` counts is what `differs` says of the values of all starts, and by how much what they are worth."""
    names = ["psk", "ssk", "basic", "fixed", "primitive", "kee"]
    values = kosolver.values(board, ko=names)
    apart = 0
    for pair in kosolver.compare(board, ko=names).pairs:
        one, other = (values[name] for name in pair.rules)
        differ = [place for place, both in enumerate(zip(one, other)) if both[0].differs(both[1])]
        assert len(differ) == pair.differ and len(one) == pair.starts
        # The order of starts is that of `positions`, not that of `compare`: fewest stones first.
        positions = [kosolver.positions(board)[place] for place in differ]
        assert (pair.smallest is None) == (not differ) and (not differ or pair.smallest.position in positions)
        if "primitive" not in pair.rules:
            amounts = [abs(one[place].worth - other[place].worth) for place in differ]
            assert (sum(amounts), max(amounts, default=0)) == (pair.total, pair.largest)
        apart += sum(one[place] != other[place] and place not in differ for place in range(len(one)))
    # There is no result beside 0, which is another answer.
    assert apart > 0


def test_a_session_agrees_with_fresh_solutions_on_every_way():
    game = kosolver.Session("1x4", "psk")
    moves = []
    while not game.over:
        fresh = kosolver.solve("1x4", "psk", moves=moves)
        assert game.value() == fresh.value
        values = game.values()
        assert [o.move for o in values] == list(game.legal())
        # Colours alternate: who is to move takes what is best for him, and it keeps the value.
        pick = max if game.to_play == "black" else min
        assert pick(o.value.score for o in values) == game.value().score
        move = game.best_line().moves[0]
        assert any(o.best and o.move == move for o in values)
        game.play(move)
        moves.append(move)
    assert game.score() == kosolver.solve("1x4", "psk").value.score
    assert list(game.moves) == moves
    while game.undo():
        pass
    assert game.position == "...." and game.to_play == "black"


def test_a_line_is_played_as_it_was_found():
    for board, ko in (("2x2", "psk"), ("1x5", "basic")):
        game = kosolver.Session(board, ko=ko)
        line = game.best_line()
        played = kosolver.play(board, line, ko=ko)
        game.play(line)
        assert game.game() == played and game.moves == line.moves == tuple(line) and len(line) == len(line.moves)
        assert kosolver.solve(board, ko=ko, moves=kosolver.Line(line.moves[:2])).moves == line.moves[:2]
        # All of them or none.
        begun = kosolver.Session(board, ko=ko)
        with pytest.raises(kosolver.IllegalMove):
            begun.play(line, [line.moves[0]] * 2)
        assert begun.moves == ()


def test_a_solution_says_where_it_began_and_what_it_was_asked_of():
    solution = kosolver.solve("2x2", position="X./..", to_play="white", moves="B2 A1")
    game = kosolver.play("2x2", "B2 A1", position="X./..", to_play="white")
    for name in ("start", "first", "position", "to_play", "board", "rules"):
        assert getattr(solution, name) == getattr(game, name)
    assert solution.moves == ("B2", "A1") and (solution.first, solution.to_play) == ("white", "white")


def test_the_history_counts():
    free = kosolver.Session("1x2", "psk", position="X.", to_play="white")
    assert "B1" in free.legal()
    after = kosolver.Session("1x2", "psk", moves="A1 B1")
    (reason,) = [c.illegal for c in after.candidates() if c.move == "A1"]
    assert "positional superko" in reason and "move 1" in reason
    assert after.legal() == ("pass",)


def test_a_certificate_proves_the_value(tmp_path):
    proof = kosolver.certify("2x2", "psk")
    assert proof.verify().score == 1
    proof.save(tmp_path / "2x2.kcert")
    assert kosolver.verify(tmp_path / "2x2.kcert") == kosolver.verify(proof) == kosolver.verify(proof.data)
    game = kosolver.Session("2x2", "psk", moves="A1")
    assert game.certificate().verify().moves == ("A1",)
    assert kosolver.certify("1x3", ko="primitive").verify().winner == "black"


def test_a_comparison_finds_the_smallest_separator():
    comparison = kosolver.compare("1x6", ko=["psk", "ssk"])
    (pair,) = comparison.pairs
    assert (pair.differ, pair.starts, pair.smallest.position) == (1, 164, "X.X.X.")
    assert pair.smallest.event == "prohibited" and pair.smallest.by == "psk"
    (start,) = comparison.starts
    assert start.values["psk"] != start.values["ssk"]
    rulesets = kosolver.compare(["1x3"], ["aga", "tromp-taylor"])
    assert rulesets.rules == ("aga", "tromp-taylor")


def test_names():
    assert "psk" in kosolver.rules() and len(kosolver.rules()) >= 16
    assert "tromp-taylor" in kosolver.presets()
    assert kosolver.ruleset("AGA").name == "aga" and kosolver.ruleset("psk").title
    board = kosolver.board("cycle:5")
    assert len(board.points) == len(board.edges) == 5
    assert kosolver.legal_positions("3x3") == 12675
    # Up to the symmetries of the board there are as many starts as the comparison has.
    assert len(kosolver.positions("1x6")) == 164


def test_a_game_tree_is_sgf():
    text = kosolver.sgf("2x2", "psk")
    assert text.startswith("(;FF[4]GM[1]") and text.count("(") == text.count(")")


def test_results_are_frozen_and_can_be_pickled():
    solution = kosolver.solve("2x2", "psk")
    with pytest.raises(dataclasses.FrozenInstanceError):
        solution.board = "3x3"
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert hash(solution.value) == hash(kosolver.solve("2x2", "psk").value)
