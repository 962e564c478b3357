"""Game trees in SGF load in parsers that others have published, and say what was solved."""

import json

import pysgf
import pytest
from sgfmill import sgf, sgf_moves

CASES = [
    ("3x3", "psk", ".../.../..."),
    ("2x2", "kee", "XX/.O"),
    ("2x3", "ssk", "OO./..."),
    ("1x6", "psk", "X.X.X."),
    ("1x5", "basic", "....."),
    ("1x3", "primitive", "..."),
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(case[:2]))
def solved(request, kosolver, tmp_path):
    board, ko, position = request.param
    path = tmp_path / "tree.sgf"
    text = kosolver("solve", board, "--ko", ko, "--position", position, "--sgf", path, "--format", "json")
    return board, position, json.loads(text), path.read_text()


def lines(node):
    """All ways from a node to a leaf."""
    if not node.children:
        yield [node]
    for child in node.children:
        for line in lines(child):
            yield [node, *line]


def test_any_board_loads_with_its_set_up_and_every_first_move(solved):
    board, position, record, text = solved
    rows, columns = map(int, board.split("x"))
    root = pysgf.GoGame.parse_sgf(text)
    assert root.board_size == (columns, rows)
    assert root.get_property("KM") == "0" and root.get_property("RU").startswith(f"ko={record['ko']} ")
    stones = {(placed.coords, placed.player) for placed in root.placements}
    expected = {
        ((column, rows - 1 - row), {"X": "B", "O": "W"}[stone])
        for row, line in enumerate(position.split("/"))
        for column, stone in enumerate(line)
        if stone != "."
    }
    assert stones == expected

    def name(move):
        return "pass" if move.is_pass else move.gtp()

    openings = {name(child.move): child.get_property("C") for child in root.children}
    assert set(openings) == {opening["move"] for opening in record["openings"]}
    for opening in record["openings"]:
        said = {"score": f"Value: {opening.get('score')}.", "no-result": "Value: no result."}
        win = f"Value: {opening.get('winner')} wins."
        assert openings[opening["move"]].startswith(said.get(opening["result"], win))

    principal = [name(node.move) for node in next(lines(root))[1:]]
    assert principal == record["principal_variation"]
    for line in lines(root):
        players = [node.player for node in line[1:]]
        assert players == ["B" if turn % 2 == 0 else "W" for turn in range(len(players))]
        assert all(node.get_property("C").startswith("Value: ") for node in line)


def test_editors_show_values_and_best_moves(solved):
    board, _, record, text = solved
    root = pysgf.GoGame.parse_sgf(text)
    scored = record["result"] == "score"
    # Good for Black is positive; what has no score has no such property.
    assert root.get_property("V") == (str(record["score"]) if scored else None)

    def shown(opening):
        return {"score": str(opening.get("score")), "no-result": "NR"}.get(
            opening["result"], opening.get("winner", " ")[0].upper()
        )

    rows = int(board.split("x")[0])

    def place(name):
        column = "ABCDEFGHJ".index(name[0])
        return f"{chr(97 + column)}{chr(97 + rows - int(name[1:]))}"

    labels = {f"{place(o['move'])}:{shown(o)}" for o in record["openings"] if o["move"] != "pass"}
    assert set(root.get_list_property("LB", [])) == labels
    marks = {}
    for child in root.children:
        marks["pass" if child.move.is_pass else child.move.gtp()] = child
        for line in lines(child):
            # Only first moves are marked: they alone have others beside them.
            assert not any(node.get_property(key) for node in line[1:] for key in ("TE", "BM"))
            assert len({node.get_property("V") for node in line}) == 1
    for opening in record["openings"]:
        child = marks[opening["move"]]
        assert child.get_property("TE") == ("1" if opening["best"] else None)
        assert child.get_property("BM") == (None if opening["best"] else "1")
        assert child.get_property("V") == (str(opening["score"]) if opening["result"] == "score" else None)


def test_square_boards_load_and_play_in_sgfmill(solved):
    board, position, record, text = solved
    rows, columns = map(int, board.split("x"))
    if rows != columns:
        with pytest.raises(ValueError):
            sgf.Sgf_game.from_string(text)  # it knows square boards only
        return
    game = sgf.Sgf_game.from_string(text)
    assert (game.get_size(), game.get_komi()) == (rows, 0.0)
    start, moves = sgf_moves.get_setup_and_moves(game)
    for colour, move in moves:
        if move is not None:
            start.play(*move, colour)
    assert len(moves) == len(record["principal_variation"])
    # sgfmill reads the values of properties by their types, and refuses what has another.
    root = game.get_root()
    assert root.has_property("V") == (record["result"] == "score")
    assert len(root.get("LB")) == sum(opening["move"] != "pass" for opening in record["openings"])
    for child in root:
        assert child.get("TE" if child.has_property("TE") else "BM") == 1
