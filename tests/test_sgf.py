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
        said = {"score": f"Value: {opening['score']}.", "no-result": "Value: no result."}
        win = "black" if opening["result"] == "first-player-wins" else "white"
        assert openings[opening["move"]].startswith(said.get(opening["result"], f"Value: {win} wins."))

    principal = [name(node.move) for node in next(lines(root))[1:]]
    assert principal == record["principal_variation"]
    for line in lines(root):
        players = [node.player for node in line[1:]]
        assert players == ["B" if turn % 2 == 0 else "W" for turn in range(len(players))]
        assert all(node.get_property("C").startswith("Value: ") for node in line)


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
