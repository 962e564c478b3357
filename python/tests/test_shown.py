"""Boards and values in a notebook, and frames of pandas."""

import sys
import xml.etree.ElementTree as xml

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
    assert "<svg" in table.cells[0]._repr_svg_() and kosolver.Session("2x2")._repr_svg_()


def test_names_in_html_are_escaped():
    table = kosolver.Table("<b>", ())
    assert "&lt;b&gt;" in table._repr_html_()


def test_frames():
    pandas = pytest.importorskip("pandas")
    moves = kosolver.solve("2x2", "psk").to_frame()
    assert moves.loc["pass", "score"] == -1 and bool(moves.loc["A1", "best"])
    table = kosolver.table(["1x2", "2x2"], ko=["psk", "basic"]).to_frame()
    assert list(table.value) == ["0", "0", "1", "NR"]
    assert list(kosolver.compare("1x6", ko=["psk", "ssk"]).to_frame().differ) == [1]
    assert list(kosolver.play("2x2", "A1 B1").to_frame().move) == ["A1", "B1"]
    assert isinstance(kosolver.Session("2x2").to_frame(), pandas.DataFrame)


def test_without_pandas_the_reason_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        kosolver.solve("2x2", "psk").to_frame()
