"""Draws docs/pictures/superko.svg from results/frontier.json: the game on 1x12 in which
positional and situational superko differ.

Run it with Python 3, from anywhere: python3 docs/pictures/superko.py
The test of the papers runs it and compares what it draws with the file.
"""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE.parent.parent / "results" / "frontier.json"
LETTERS = "ABCDEFGHJKLMN"

WIDTH, LEFT, CELL, HEIGHT = 880, 232, 52, 46

STYLE = """
  .card { fill: #f6f4ef; stroke: #d8d2c4 }
  .wood { fill: #e3b768 }
  .line { stroke: #6b4d16; stroke-width: 1.6 }
  .black { fill: #1c1c1c }
  .white { fill: #fdfdfd; stroke: #3b3b3b; stroke-width: 1.2 }
  .mark { fill: none; stroke: #c0392b; stroke-width: 3 }
  .asked { fill: #fdfdfd; fill-opacity: .45; stroke: #c0392b; stroke-width: 2.4;
           stroke-dasharray: 5 4 }
  text { font-family: system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif;
         fill: #2a2a2a; font-size: 16px }
  .small { font-size: 13px; fill: #5c574c }
  .bold { font-weight: 700 }
  .head { font-size: 20px; font-weight: 700 }
  .value { font-size: 30px; font-weight: 700 }
  .psk { fill: #fbe3df; stroke: #c0392b }
  .ssk { fill: #dff0e3; stroke: #2e7d4f }
  @media (prefers-color-scheme: dark) {
    .card { fill: #20232a; stroke: #3a3f4a }
    .wood { fill: #c99b4e }
    text { fill: #ececec }
    .small { fill: #b4b2ab }
    .psk { fill: #4a2723; stroke: #e57368 }
    .ssk { fill: #1f3d2a; stroke: #6abf86 }
  }
"""


def neighbours(point, size):
    return [other for other in (point - 1, point + 1) if 0 <= other < size]


def chain(board, point):
    """The stones connected to the one on a point, and whether they have a liberty."""
    seen, waiting, free = {point}, [point], False
    while waiting:
        for other in neighbours(waiting.pop(), len(board)):
            if board[other] == ".":
                free = True
            elif board[other] == board[point] and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen, free


def play(board, colour, move):
    """The board after a move; a play removes what it captures."""
    if move == "pass":
        return board
    stones, point = list(board), LETTERS.index(move[0])
    assert stones[point] == "."
    stones[point] = colour
    for other in neighbours(point, len(stones)):
        if stones[other] not in (".", colour):
            captured, free = chain(stones, other)
            if not free:
                for taken in captured:
                    stones[taken] = "."
    assert chain(stones, point)[1], "no suicide"
    return "".join(stones)


def strip(y, title, notes, board, marked=None, asked=None):
    """A row of the picture: words on the left, the board of one line on the right."""
    middle = y + HEIGHT / 2
    out = [f'<text class="bold" x="24" y="{middle - 6}">{title}</text>']
    for number, note in enumerate(notes):
        out.append(f'<text class="small" x="24" y="{middle + 12 + 16 * number}">{note}</text>')
    end = LEFT + CELL * len(board)
    out.append(f'<rect class="wood" x="{LEFT}" y="{y}" width="{end - LEFT}" '
               f'height="{HEIGHT}" rx="6"/>')
    out.append(f'<line class="line" x1="{LEFT + CELL / 2}" y1="{middle}" '
               f'x2="{end - CELL / 2}" y2="{middle}"/>')
    for point, stone in enumerate(board):
        x = LEFT + CELL * (point + 0.5)
        out.append(f'<line class="line" x1="{x}" y1="{middle - 5}" x2="{x}" y2="{middle + 5}"/>')
        if stone != ".":
            name = {"X": "black", "O": "white"}[stone]
            out.append(f'<circle class="{name}" cx="{x}" cy="{middle}" r="19"/>')
        if point == marked:
            out.append(f'<circle class="mark" cx="{x}" cy="{middle}" r="9"/>')
        if point == asked:
            out.append(f'<circle class="asked" cx="{x}" cy="{middle}" r="19"/>')
        out.append(f'<text class="small" x="{x}" y="{y + HEIGHT + 15}" '
                   f'text-anchor="middle">{LETTERS[point]}1</text>')
    return out


def verdict(x, rule, name, value, lines):
    out = [f'<rect class="{rule}" x="{x}" y="296" width="404" height="84" rx="8"/>',
           f'<text class="bold" x="{x + 18}" y="321">{name}</text>',
           f'<text class="value" x="{x + 380}" y="331" text-anchor="end">{value}</text>']
    for number, line in enumerate(lines):
        out.append(f'<text x="{x + 18}" y="{346 + 21 * number}">{line}</text>')
    return out


def picture():
    found = next(difference for difference in json.loads(RESULTS.read_text())["differences"]
                 if difference["board"] == "1x12" and difference["rules"] == ["psk", "ssk"])
    positions = ["." * 12]
    for number, move in enumerate([*found["line"], found["move"]]):
        positions.append(play(positions[-1], "XO"[number % 2], move))
    last = len(positions) - 1
    first = positions.index(positions[last])
    assert found["player"] == "white" and (first, last) == (11, 16), "the words below are of these"
    assert found["reason"].endswith(
        f"the position {positions[first]} has occurred before, by move {first}")
    psk, ssk = found["values"]
    asked, move = LETTERS.index(found["move"][0]), found["move"]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 398" '
        f'width="{WIDTH}" height="398" role="img" aria-labelledby="title">',
        f'<title id="title">A game on 1x12: White {move} would repeat the board of move {first}. '
        f'Positional superko forbids it and Black scores {psk}; situational superko allows it '
        f'and Black scores {ssk}.</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="1" y="1" width="{WIDTH - 2}" height="396" rx="12"/>',
        '<text class="head" x="24" y="34">May White play C1? '
        'The ko rule decides, and with it the score.</text>',
        *strip(52, f"After move {first}", ["White to play"], positions[first]),
        *strip(134, f"After move {last - 1}", ["White to play:", f"{move} would capture"],
               positions[last - 1], asked=asked),
        *strip(216, f"After White {move}", [f"the board of move {first}", "again: Black to play"],
               positions[last], marked=asked),
        *verdict(24, "psk", "Positional superko (psk)", psk,
                 ["This board has stood before: illegal.", f"Best play on 1x12: Black by {psk}."]),
        *verdict(452, "ssk", "Situational superko (ssk)", ssk,
                 ["It stood with White to play: legal.", f"Best play on 1x12: Black by {ssk}."]),
        "</svg>",
    ]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    (HERE / "superko.svg").write_text(picture(), encoding="utf-8")
