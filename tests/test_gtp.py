"""The engine over GTP with programs that others have written: GNU Go plays whole games against it
and must agree on every legal move; Sabaki's controller attaches it and reads its analysis."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Debian keeps games out of the usual path.
GNUGO = shutil.which("gnugo", path=f"{os.environ['PATH']}:/usr/games") or "gnugo is not installed: test.sh does it"
MODULES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "node" / "node_modules"


class Engine:
    """A program that answers GTP."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            [str(word) for word in command], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def ask(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            assert line, f"{command}: the engine is gone"
            if line.strip():
                lines.append(line.strip())
        assert lines[0].startswith("="), f"{command}: {lines[0]}"
        return "\n".join([lines[0][1:].strip(), *lines[1:]])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            assert self.process.wait(10) == 0
        finally:
            self.process.kill()
            self.process.stdout.close()


def area(size, black, white):
    """Tromp and Taylor's score: stones, and empty points that reach stones of one colour alone."""
    letters = "ABCDEFGHJKLMNOPQRST"
    points = {f"{letters[x]}{y + 1}": (x, y) for x in range(size) for y in range(size)}
    stones = {points[name]: 1 for name in black} | {points[name]: -1 for name in white}
    score, seen = sum(stones.values()), set()
    for start in set(points.values()) - set(stones):
        if start in seen:
            continue
        region, border, waiting = {start}, set(), [start]
        while waiting:
            x, y = waiting.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in stones:
                    border.add(stones[near])
                elif near in points.values() and near not in region:
                    region.add(near)
                    waiting.append(near)
        seen |= region
        score += len(region) * (border.pop() if len(border) == 1 else 0)
    return score


def moves(answer):
    return set(answer.upper().split())


# GNU Go's option, our rule, and how many moves a game may have: under simple ko it may go on for ever.
KO = [("--simple-ko", "basic"), ("--positional-superko", "psk"), ("--situational-superko", "ssk")]


def game(binary, size, option, ko, own, opening=(), clock=None):
    """Plays a game, GNU Go against us, and returns what it was worth to us at our first move and at its end;
    `None` for an end that did not come. Without a clock all our moves must be perfect; with one they need
    not be, and there is no first value."""
    other = "white" if own == "black" else "black"
    gnugo = (GNUGO, "--mode", "gtp", "--level", 1, "--never-resign", "--chinese-rules", "--seed", 7, option)
    with (
        Engine(binary, "gtp", f"{size}x{size}", "--ko", ko, "--time", "60s", "--memory", "1GiB") as ours,
        Engine(*gnugo, "--forbid-suicide", "--boardsize", size, "--komi", 0) as theirs,
    ):
        for engine in (ours, theirs):
            for command in (f"boardsize {size}", "clear_board", "komi 0"):
                engine.ask(command)
        if clock is not None:
            ours.ask(f"time_settings {clock} 0 0")
        made, turn, worth = [], "black", None
        while [move for _, move in made[-2:]] != ["PASS", "PASS"]:
            if len(made) == 200:
                return worth, None
            # The pass is always legal and in neither list. If the other player is to move after a pass, the game
            # is over for us.
            for colour in [turn] if made[-1:] and made[-1][1] == "PASS" else ["black", "white"]:
                assert moves(ours.ask(f"all_legal {colour}")) == moves(theirs.ask(f"all_legal {colour}")), made
            if len(made) < len(opening):
                move = opening[len(made)]
                ours.ask(f"play {turn} {move}")
                theirs.ask(f"play {turn} {move}")
            elif turn == own:
                if worth is None and clock is None:
                    value = ours.ask("kosolver-value")
                    worth = 0 if value == "NR" else int(value)
                move = ours.ask(f"genmove {turn}")
                sure = ours.ask("kosolver-sure")
                assert sure.startswith(f"{move} is perfect: ") or (clock is not None and " is a guess: " in sure)
                theirs.ask(f"play {turn} {move}")
            else:
                move = theirs.ask(f"genmove {turn}")
                ours.ask(f"play {turn} {move}")
            made.append((turn, move.upper()))
            turn = "white" if turn == "black" else "black"
        score = area(size, moves(theirs.ask("list_stones black")), moves(theirs.ask("list_stones white")))
        said = ours.ask("final_score")
        assert said == ("0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score)}")
        sign = 1 if own == "black" else -1
        return worth and sign * worth, sign * score


@pytest.mark.parametrize("own", ["black", "white"])
@pytest.mark.parametrize(("option", "ko"), KO, ids=[ko for _, ko in KO])
def test_gnu_go_never_beats_a_solved_position_of_3x3(binary, option, ko, own):
    for opening in ((), ("A1",), ("B1", "A2"), ("B2", "A1", "B1")):
        worth, score = game(binary, 3, option, ko, own, opening)
        # A game that does not end counts as 0.
        assert (score or 0) >= worth, opening


@pytest.mark.parametrize("own", ["black", "white"])
@pytest.mark.parametrize(("option", "ko"), KO[1:], ids=[ko for _, ko in KO[1:]])
def test_gnu_go_never_beats_a_solved_position_of_4x4(binary, option, ko, own):
    # From these four moves on it takes no long search.
    for opening in (("B2", "C3", "C2", "B3"), ("B2", "C2", "C3", "B3")):
        worth, score = game(binary, 4, option, ko, own, opening)
        assert score >= worth, opening


@pytest.mark.parametrize("own", ["black", "white"])
def test_what_is_not_solved_in_time_is_played_legally(binary, own):
    # A table of all positions of 4x4 takes longer than this clock allows.
    _, score = game(binary, 4, "--simple-ko", "basic", own, clock=1)
    assert score is None or abs(score) <= 16


@pytest.fixture(scope="module")
def seen(binary):
    script = ROOT / "tests" / "node" / "controller.js"
    done = subprocess.run(
        ["node", script, Path(binary).resolve(), "3", "2"], capture_output=True, text=True, timeout=60,
        env=os.environ | {"NODE_PATH": str(MODULES.resolve())}, check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_sabaki_attaches_the_engine(seen):
    assert seen["name"] == "kosolver" and seen["stopped"] and seen["stderr"] == []
    # What Sabaki asks for if the engine has it.
    wanted = {"boardsize", "rectangular_boardsize", "komi", "play", "undo", "set_free_handicap", "kata-analyze"}
    assert wanted <= set(seen["commands"])
    history = [{"name": "play", "args": ["B", "A1"]}]
    assert seen["tracked"]["boardsize"] == [3, 2] and seen["tracked"]["komi"] == 0.5
    assert seen["tracked"]["history"] == history
    error, content = seen["illegal"]
    assert error and content.startswith("illegal move: white A1 is not a play")


def test_sabaki_sees_perfect_play(seen, kosolver):
    rules = ("--rules", "tromp-taylor", "--komi", "0.5")
    solved = json.loads(kosolver("solve", "2x3", *rules, "--format", "json"))
    value = next(opening["score"] for opening in solved["openings"] if opening["move"] == "A1")
    assert seen["value"] == str(value)
    numerator, denominator = map(int, str(value).split("/"))
    score = numerator / denominator
    assert seen["score"] == f"{'B' if score > 0 else 'W'}+{abs(score)}"
    assert " is perfect: " in seen["sure"]


def test_sabaki_reads_exact_scores(seen):
    values = dict(line.split()[:2] for line in seen["values"])
    assert set(values) == {*seen["legal"], "pass"}
    infos = seen["kata"][-1].split(" ownership ")[0].split("info ")[1:]
    fields = []
    for info in infos:
        before, _, line = info.partition(" pv ")
        words = before.split()
        fields.append(dict(zip(words[::2], words[1::2], strict=True)) | {"pv": line.split()})
    assert {field["move"] for field in fields} == set(values)
    for order, field in enumerate(fields):
        numerator, denominator = map(int, values[field["move"]].split("/"))
        # From the side of the player to move, who is White.
        lead = -numerator / denominator
        assert field["pv"][0] == field["move"] and int(field["order"]) == order
        assert float(field["winrate"]) == (1 if lead > 0 else 0)
        assert float(field["scoreLead"]) == lead
    assert len(seen["kata"][-1].split(" ownership ")[1].split()) == 6
