"""Boards and values in a notebook, and frames of pandas."""

import io
import sys
import xml.etree.ElementTree as xml
from fractions import Fraction

import pytest

import kosolver

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    root = xml.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def stones(svg):
    found = [node.get("class") for node in xml.fromstring(svg).iter(f"{SVG}circle")]
    return {colour: found.count(f"stone {colour}") for colour in ("black", "white", "empty")}


def test_a_solution_shows_its_stones_and_values():
    solution = kosolver.solve("2x2", "psk", moves="A1")
    svg = solution._repr_svg_()
    assert stones(svg) == {"black": 1, "white": 0, "empty": 3}
    # The three points that White may play on, and the coordinates.
    points = [str(o.value) for o in solution.openings if o.move != "pass"]
    assert sorted(texts(svg)) == sorted([*points, "A", "B", "1", "2"])


@pytest.mark.parametrize("board", ["3x3", "cycle:5", "star:4", "torus:3x3"])
def test_boards_of_any_shape_are_drawn(board):
    assert stones(kosolver.board(board)._repr_svg_())["empty"] == len(kosolver.board(board).points)


def test_winners_and_no_results_are_drawn():
    assert set("+−") & set(texts(kosolver.solve("1x3", ko="primitive")._repr_svg_()))
    assert "NR" in texts(kosolver.solve("1x5", ko="basic")._repr_svg_())


def test_games_tables_and_comparisons_are_html():
    game = kosolver.play("2x2", "A1 B1", "psk")
    html = game._repr_html_()
    assert html.count("<svg xmlns") == 3 and "1 black A1" in html
    table = kosolver.table(["1x2", "2x2"], ko=["psk", "basic"])
    assert "<td>NR</td>" in table._repr_html_()
    comparison = kosolver.compare("1x6", ko=["psk", "ssk"])
    assert "1 of 164" in comparison._repr_html_() and "<svg" in comparison._repr_html_()
    assert stones(comparison.pairs[0].smallest._repr_svg_()) == {"black": 3, "white": 0, "empty": 3}
    assert "<svg" in table.cells[0]._repr_svg_() and kosolver.Session("2x2")._repr_svg_()


def test_a_table_is_a_text_and_has_rows():
    table = kosolver.table(["1x2", "2x2"], ko=["psk", "basic"])
    assert str(table) == "board  psk  basic\n1x2      0      0\n2x2      1     NR"
    assert list(table["2x2"]) == ["psk", "basic"] and table["2x2"]["psk"] is table["2x2", "psk"]
    assert list(table) == ["1x2", "2x2"] and len(table) == 2 and "2x2" in table and "3x3" not in table
    with pytest.raises(KeyError, match="no board '3x3'; it has 1x2, 2x2"):
        table["3x3"]
    with pytest.raises(KeyError, match="no rules 'kee' for 2x2; it has psk, basic"):
        table["2x2", "kee"]
    text = str(kosolver.compare("1x6", ko=["psk", "ssk"]))
    assert text.splitlines()[1].split() == ["1x6", "psk", "/", "ssk", "1", "of", "164", "5"]


def test_progress_is_told_to_a_function():
    told = []
    kosolver.table(["1x2", "2x2"], ko=["psk", "basic"], progress=lambda *how: told.append(how))
    assert told[-1] == (4, 4)
    kosolver.solve("3x4", progress=lambda *how: told.append(how))
    assert told[-1][0] > 0 and told[-1][1] is None


class Bar:
    """As much of tqdm as is used."""

    made = []

    def __init__(self, total=None):
        self.n, self.total, self.closed = 0, total, False
        Bar.made.append(self)

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.closed = True

    def update(self, more):
        self.n += more

    def reset(self, total):
        self.n, self.total = 0, total


def test_progress_moves_a_bar():
    kosolver.table(["1x2", "2x2"], ko=["psk", "basic"], progress=Bar)
    (bar,) = Bar.made
    assert (bar.n, bar.total, bar.closed) == (4, 4, True)
    # A bar that somebody has made goes on where it stands, and stays open.
    bar = Bar(total=10)
    kosolver.table("1x2", ko="psk", progress=bar)
    kosolver.table("1x3", ko="psk", progress=bar)
    assert (bar.n, bar.total, bar.closed) == (2, 10, False)


def test_tqdm_itself_is_a_bar():
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(disable=False, file=io.StringIO()) as bar:
        kosolver.compare("1x3", ko=["psk", "ssk"], progress=bar)
        assert bar.n == bar.total > 0
    kosolver.table("1x2", ko="psk", progress=True)


def test_names_in_html_are_escaped():
    table = kosolver.Table("<b>", ())
    assert "&lt;b&gt;" in table._repr_html_()


def test_frames():
    pandas = pytest.importorskip("pandas")
    moves = kosolver.solve("2x2", "psk").to_frame()
    assert moves.loc["pass", "score"] == -1 and bool(moves.loc["A1", "best"])
    table = kosolver.table(["1x2", "2x2"], ko=["psk", "basic"]).to_frame()
    assert list(table.text) == ["0", "0", "1", "NR"]
    assert str(table.score.dtype) == "Int64" and table.score.isna().tolist() == [False, False, False, True]
    assert table.score.sum() == 1
    compared = kosolver.compare("1x6", ko=["psk", "ssk"]).to_frame()
    assert list(compared.differ) == [1] and not set(compared.columns) & set(dir(pandas.DataFrame()))
    halves = kosolver.solve("1x3", "ko=psk komi=1/2").to_frame().score
    assert halves.dtype == object and halves["B1"] == Fraction(5, 2)
    assert list(kosolver.play("2x2", "A1 B1").to_frame().move) == ["A1", "B1"]
    assert isinstance(kosolver.Session("2x2").to_frame(), pandas.DataFrame)


def test_values_in_frames_are_numbers():
    pandas = pytest.importorskip("pandas")
    boards = ["1x2", "1x5", "2x2", "2x3"]
    tables = [kosolver.table(boards, rules) for rules in ("basic", "ko=basic komi=1/2", "ko=primitive", "aga")]
    frames = [table.to_frame() for table in tables] + [kosolver.solve("2x3", "aga").to_frame()]
    values = [[cell.value for cell in table.cells] for table in tables]
    values.append([opening.value for opening in kosolver.solve("2x3", "aga").openings])
    for frame, known in zip(frames, values):
        scores = [value.score for value in known if value.score is not None]
        assert list(frame.value.dropna()) == list(frame.score.dropna()) == scores
        assert list(frame.text) == [str(value) for value in known]
        assert frame.value.isna().tolist() == [value.score is None for value in known]
        if scores:
            assert (frame.value.min(), frame.value.max()) == (min(scores), max(scores))
        for bound in (-2, 0, 1):
            assert len(frame[(frame.value < bound).fillna(False)]) == sum(score < bound for score in scores)
            assert len(frame.query(f"value == {bound}")) == sum(score == bound for score in scores)
        halves = any(isinstance(score, Fraction) for score in scores)
        assert pandas.api.types.is_integer_dtype(frame.value) != halves


def test_without_pandas_the_reason_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        kosolver.solve("2x2", "psk").to_frame()


def test_a_widget_plays_and_shows_values():
    pytest.importorskip("anywidget")
    board = kosolver.widget("2x2", "psk")
    board.play.solver.join()
    assert board.status == "black to play: 1; a pass: -1" and "1" in texts(board.svg)
    board.play.click(0)
    assert board.session.moves == ("A2",) and stones(board.svg)["black"] == 1
    board.play.solver.join()
    assert board.status == "white to play: 1; a pass: 4"
    board.play.click(0)
    assert "move 2 is illegal" in board.status
    board.play.click("undo")
    board.play.click("pass")
    board.play.click("pass")
    # A page without Python has a picture, and no time is in what is stored.
    bundle, _ = board._repr_mimebundle_()
    assert stones(bundle["image/svg+xml"])["empty"] == 4 and bundle["text/plain"] == repr(board.session)
    assert board.play.solver is None and board.status == "the game is over: 0"


def test_a_click_stops_the_search_before_it():
    pytest.importorskip("anywidget")
    board = kosolver.widget("6x6", "psk")
    solver = board.play.solver
    board.play.click("pass")
    board.play.click("pass")
    solver.join(60)
    assert not solver.is_alive() and board.session.over


def test_without_anywidget_the_reason_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match="kosolver\\[widget\\]"):
        kosolver.widget("2x2")
