"""The second checker accepts what is published and rejects what has been changed."""

import hashlib
import io
import random
import re
import subprocess
from fractions import Fraction
from itertools import takewhile

import pytest
import second_checker
from certificate_bytes import encoded, joined, numbers, split
from conftest import ROOT
from second_checker import Rejected, verify, verify_all
from second_checker.proof import Proof
from second_checker.reader import Body, Header

PUBLISHED = sorted((ROOT / "results" / "certificates").rglob("*.kcert"))
FIXTURES = sorted((ROOT / "crates" / "checker" / "tests" / "data").glob("*.kcert"))
DECIDED = sorted((ROOT / "crates" / "checker" / "tests" / "data" / "decided").glob("*.kcert"))
PIECES = ROOT / "crates" / "checker" / "tests" / "data" / "pieces"
# One that lists facts in groups.
GROUPED = ROOT / "results" / "certificates" / "2x3-fixed.kcert"
# Seconds, not minutes: every certificate up to this size, in bytes.
LARGEST = 20_000


def is_rejected(data):
    with pytest.raises(Rejected):
        verify(data)


def test_published_certificates_hold():
    small = [path for path in PUBLISHED if path.stat().st_size <= LARGEST]
    assert len(small) > 300
    rules = set()
    for path in [*small, *FIXTURES]:
        data = path.read_bytes()
        value, _ = verify(data)
        lines = dict(line.split(" ", 1) for line in split(data)[0].decode().splitlines() if line)
        assert lines["value"] == value, path
        rules.add(lines["rules"].split(" ")[0])
    # Of the readings of kee the fixtures have some.
    assert {f"ko={ko}" for ko in second_checker.KO if not ko.startswith("kee:")} <= rules


@pytest.mark.parametrize("path", [*FIXTURES, *DECIDED], ids=lambda path: path.stem)
def test_another_value_is_rejected(path):
    header, content = split(path.read_bytes())
    lines = header.decode().splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("value "))
    values = lines[at].removeprefix("value ").split(" ")
    for place, value in enumerate(values):
        for by in (-1, 1):
            other = Fraction(value) + by
            changed = [str(other) if here == place else text for here, text in enumerate(values)]
            lines[at] = f"value {' '.join(changed)}"
            is_rejected(joined(("\n".join(lines) + "\n").encode(), content))
    lines[at] = f"value {' '.join(values)}"
    other = {"to-play black": "to-play white", "to-play white": "to-play black"}
    lines[at - 1] = other[lines[at - 1]]
    is_rejected(joined(("\n".join(lines) + "\n").encode(), content))


@pytest.mark.parametrize("name", ["psk-1x2", "ssk-1x2-komi", "kee-1x2", "spight-1x2", "long-cycle-1x2", GROUPED.stem])
def test_a_changed_number_proves_nothing_else(name):
    """Each number of the body made another: rejected, or the same value is proved (some numbers may be
    other ones: conditions that are met, thresholds that are no harder)."""
    data = next(path for path in [*FIXTURES, GROUPED] if path.stem == name).read_bytes()
    header, content = split(data)
    found, value = numbers(content), verify(data)[0]
    assert encoded(found) == content
    chance = random.Random(1)
    rejected = 0
    for place, number in enumerate(found):
        for other in {0, number + 1, number ^ 1, chance.randrange(1 << 20)} - {number}:
            changed = [*found[:place], other, *found[place + 1 :]]
            try:
                assert verify(joined(header, encoded(changed)))[0] == value
            except Rejected:
                rejected += 1
    assert rejected > 2 * len(found)


@pytest.mark.parametrize("path", DECIDED, ids=lambda path: path.stem)
def test_decided_positions_and_symmetries(path, binary, tmp_path):
    """With some numbers made others both checkers say the same of each file."""
    data = path.read_bytes()
    header, content = split(data)
    value, found, chance = verify(data)[0], numbers(content), random.Random(1)
    files, holds = [], []
    for _ in range(40):
        changed = list(found)
        place = chance.randrange(len(found))
        changed[place] = chance.choice([0, 1, found[place] + 1, found[place] ^ 1, chance.choice(found)])
        files.append(tmp_path / f"{len(files)}.kcert")
        files[-1].write_bytes(joined(header, encoded(changed)))
        try:
            holds.append(verify(files[-1].read_bytes())[0] == value)
        except Rejected:
            holds.append(False)
        rejected = subprocess.run([binary, "verify", files[-1]], capture_output=True).returncode != 0
        assert holds[-1] != rejected, f"{place}: {found[place]}, {changed[place]}"
    assert holds.count(False) > 10


# Proofs in pieces


def digest_of(data):
    return hashlib.sha256(data).hexdigest().encode()


def pieces(board):
    return {path.name: path.read_bytes() for path in sorted((PIECES / board).glob("*.kcert"))}


def forged(files, name, data):
    """The files with another in the place of one. All that name it, or one that does, name the new one."""
    files, changed = dict(files), [(digest_of(files[name]), digest_of(data))]
    files[name] = data
    while changed:
        old, new = changed.pop()
        for other, content in files.items():
            if old in split(content)[0]:
                files[other] = content.replace(old, new, 1)
                changed.append((digest_of(content), digest_of(files[other])))
    return files


def closes(files):
    """Whether the whole holds with these files, and why it or another does not."""
    found = dict(zip(files, verify_all(list(files.values()))))
    faults = [result for result in found.values() if isinstance(result, str)]
    return isinstance(found["whole.kcert"], tuple), faults


@pytest.mark.parametrize("board", ["2x3", "1x5"])
def test_pieces_close_in_any_order_and_a_missing_one_is_named(board):
    files = pieces(board)
    assert len(files) > 4
    assert closes(files)[0]
    assert closes(dict(reversed(files.items())))[0]
    named = [digest for data in files.values() for digest in re.findall(rb"piece (\S+)", split(data)[0])]
    assert len(named) > 1
    for name, data in files.items():
        if digest_of(data) in named:
            holds, faults = closes({other: there for other, there in files.items() if other != name})
            assert any(digest_of(data).decode() in fault for fault in faults)
            assert not holds or digest_of(data) not in split(files["whole.kcert"])[0]
    assert not closes({"whole.kcert": files["whole.kcert"]})[0]


@pytest.mark.parametrize("board", ["2x3", "1x5"])
def test_forged_pieces_are_refused(board):
    files = pieces(board)
    whole = files["whole.kcert"]
    named = re.findall(rb"piece (\S+)", split(whole)[0])
    one, other = (next(n for n, data in files.items() if digest_of(data) == named[at]) for at in (0, -1))
    header, content = split(whole)
    # Another digest, two swapped, the file itself as far as it can be named, and one too few.
    for changed in [
        header.replace(named[0], digest_of(b""), 1),
        re.sub(rb"piece (\S+)\npiece (\S+)", rb"piece \2\npiece \1", header),
        header.replace(named[0], digest_of(whole), 1),
        header.replace(b"piece " + named[0] + b"\n", b"", 1),
    ]:
        if changed != header:
            assert not closes(files | {"whole.kcert": joined(changed, content)})[0]
    # One that holds and is of another board, under other rules, or about another position.
    for path in {"2x3": ["2x3-ssk/01", "1x5/00"], "1x5": ["2x3/01"]}[board]:
        holds, faults = closes(forged(files, one, (PIECES / f"{path}.kcert").read_bytes()))
        assert not holds and "another game" in faults
    assert one == other or not closes(forged(files, one, files[other]))[0]
    # Changed numbers: conditions, thresholds, symmetries, what is open to others. What holds proves the same.
    chance, held = random.Random(1), 0
    for name in [one, other, "whole.kcert"]:
        header, content = split(files[name])
        found = numbers(content)
        for _ in range(8):
            changed = list(found)
            place = chance.choice([chance.randrange(len(found)), chance.randrange(40), -1 - chance.randrange(9)])
            changed[place] = chance.choice([0, 1, found[place] + 1, found[place] ^ 1, chance.choice(found)])
            held += closes(forged(files, name, joined(header, encoded(changed))))[0]
    assert held < 18
    # Another value is not proved by any of them.
    for value in (b"value -1", b"value 1"):
        assert not closes(files | {"whole.kcert": whole.replace(b"value 0", value, 1)})[0]


def test_false_values_are_rejected():
    """Each of these is well made but for one thing, and what it claims is false, or says nothing."""
    files = sorted((ROOT / "verified" / "refused").glob("*.kcert"))
    assert len(files) >= 3
    for path in files:
        is_rejected(path.read_bytes())


def test_files_cut_short_or_changed_are_rejected():
    for path in {*FIXTURES[::6], GROUPED}:
        data = path.read_bytes()
        header, content = split(data)
        for length in range(0, len(data), 1 + len(data) // 100):
            is_rejected(data[:length])
        for length in range(0, len(content), 1 + len(content) // 100):
            is_rejected(joined(header, content[:length]))
        is_rejected(data + b"\0")
        is_rejected(joined(header, content + b"\0"))
        is_rejected(joined(header, content, checksum=False))
        is_rejected(data[:-1] + bytes([data[-1] ^ 1]))
        is_rejected(data.replace(b"kosolver certificate ", b"kosolver certificate 1", 1))
        is_rejected(data.replace(b"\n\n", b"\n \n", 1))


def test_boards_of_any_shape():
    """The points next to each, as the page defines them."""
    board = second_checker.Board
    assert board("2x3").near == [0b001010, 0b010101, 0b100010, 0b010001, 0b101010, 0b010100]
    assert board("cycle:3").near == board("complete:3").near == board("graph6:Bw").near == [6, 5, 3]
    assert board("star:4").near == [14, 1, 1, 1]
    assert board("cylinder:2x3").near[0] == 0b001110 and board("torus:2x3").near == board("cylinder:2x3").near
    assert board("torus:3x3").near[0] == 0b001001110
    assert board("torus:1x1").near == [0] and board("cycle:2").near == [2, 1]
    for text in ["0x1", "9x9", "3", "ring:4", "graph6:B", "2x2x2", "cycle:65"]:
        with pytest.raises(Rejected):
            board(text)


def test_the_example_of_the_page_is_a_published_certificate():
    page = (ROOT / "docs" / "certificate.md").read_text()
    data = (ROOT / "results" / "certificates" / "1x3-psk.kcert").read_bytes()
    header, content = split(data)
    blocks = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert blocks[0].encode() == header
    shown = [list(takewhile(str.isdigit, line.split())) for line in blocks[1].splitlines()]
    assert [int(number) for line in shown for number in line] == numbers(content)
    assert f"these {len(numbers(content))} numbers" in page and len(numbers(content)) == len(content)


# Games in progress


class Recorder(Proof):
    """A proof that remembers the steps of each lemma, and which lemma each cites under which symmetry."""

    def __init__(self, header, body):
        super().__init__(header, body)
        self.cited = []

    def check(self, lemma):
        self.cited.append([])
        return super().check(lemma)

    def follow(self, lemma, step, known):
        place, cited = self.body.content.tell(), None
        if step.next is not None:
            cited = self.body.citation(len(self.lemmas), lemma.kind.endless)
            self.body.content.seek(place)
        self.cited[-1].append((step, cited))
        super().follow(lemma, step, known)


def next_of(rules, node, history, steps):
    """The first of these steps that can be made and goes on, and where it leads."""
    for step in steps:
        if set(history).issuperset(step.present) and set(history).isdisjoint(step.absent):
            try:
                return step, *rules.after(node, history, step.made)
            except Rejected:  # It is illegal, or ends the game.
                continue
    return None


def header_with(data, board, start, to_play, made, value):
    """The header of a certificate, about another start, after some moves."""
    rows = ["XO."[next((player for player in (0, 1) if start[player] >> point & 1), 2)] for point in range(board.points)]
    rows = ["".join(rows[first : first + board.columns]) for first in range(0, board.points, board.columns)]
    moves = " ".join("pass" if point is None else board.name(point) for point in made)
    said = {"position": "/".join(rows), "to-play": ("black", "white")[to_play], "value": value}
    lines = split(data)[0].decode().splitlines()
    lines = [f"{word} {said[word]}" if (word := line.partition(" ")[0]) in said else line for line in lines]
    lines.insert(-2, f"moves {moves}")
    return ("\n".join(lines) + "\n").encode()


def games(data):
    """Certificates of the game in progress, each a move longer, along a line on which both players
    follow their lemmas. Where these are cited under a symmetry the game is turned the other way."""
    file = io.BytesIO(data)
    header = Header(file)
    body = Body(file, header.rules)
    proof = Recorder(header, body)
    proof.run()
    rest = [body.number() for _ in range(2 + len(header.claims))]
    content = body.content.getvalue()[: -len(encoded(rest))]
    node, history, lemmas = header.node, header.history, rest[2:]
    turns, start, to_play, made, value = body.turns, header.position, header.to_play, [], header.value
    while True:
        made_by = [lemma for lemma, claim in zip(lemmas, header.claims) if claim.winner == node.to_move]
        # The lemma of the player to move, or where his claim needs none, that of the other.
        lemma = next(lemma for lemma in made_by + lemmas if lemma)
        following = next_of(header.rules, node, history, [step for step, _ in proof.cited[lemma - 1]])
        if following is None:
            return
        step, node, history = following
        guards = (step.made, step.present, step.absent)
        cited = [
            lemma
            and next(
                cited
                for other, cited in proof.cited[lemma - 1]
                if (other.made, other.present, other.absent) == guards
            )
            for lemma in lemmas
        ]
        made.append(step.made)
        lemmas = [lemma and 1 + lemma[0] for lemma in cited]
        (turn, exchange), *others = {lemma[1] for lemma in cited if lemma}
        if others:
            return
        back = tuple(map(turn.index, range(len(turn)))), exchange
        start, node = turns.position(back, start), turns.node(back, node)
        history = {turns.fact(back, said) for said in history}
        made = [point if point is None else back[0][point] for point in made]
        if exchange:
            to_play, value, lemmas = 1 - to_play, str(-Fraction(value)), lemmas[::-1]
        yield joined(header_with(data, header.board, start, to_play, made, value), content + encoded([*rest[:2], *lemmas]))


def test_values_of_games_in_progress_hold(kosolver, tmp_path):
    """Best play from the start keeps the value, so the same lemmas prove it after each move. The
    program's own checker says the same."""
    files = []
    for path in FIXTURES:
        data = path.read_bytes()
        if Header(io.BytesIO(data)).rules.endless:
            continue  # There the line may lead in circles.
        value = Fraction(verify(data)[0])
        for number, game in enumerate(games(data)):
            assert abs(Fraction(verify(game)[0])) == abs(value)
            files.append(tmp_path / f"{path.stem}-{number}.kcert")
            files[-1].write_bytes(game)
            header = split(game)[0]
            cut = re.sub(rb" ?\S+\nvalue", b"\nvalue", header)
            if b"moves " in cut:
                is_rejected(joined(cut, split(game)[1]))
    assert len(files) > 100
    assert " ".join(kosolver("verify", *files).split()).count(", after ") == len(files)


def header_of(**changed):
    """The header of a certificate under positional superko."""
    lines = {
        "board": "1x2",
        "rules": "ko=psk suicide=forbidden scoring=area komi=0 no-result=0",
        "ko": "rule psk\nko remember stood(after) on start, play\nko forbid play if stood(after)",
        "position": "..",
        "to-play": "black",
        "moves": None,
        "value": "-2",
    } | {name.replace("_", "-"): value for name, value in changed.items()}
    text = "".join(f"{name} {value}\n" for name, value in lines.items() if value is not None)
    return f"kosolver certificate 6\n{text}\n".encode()


# 1x2 under positional superko: from .X White to move takes, if O. has not occurred, and wins by 2. Three parts: all
# before the lemmas, the first lemma, and the rest.
TAKING = (
    [*[1, 3, 1, 1, 1, 0], *[1, 0, 0, 1], *[2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]],
    [1, 0, 1, 3, 0, 0, 0, 1, 0, 0, 3],
    [*[1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 3, 1], *[1, 2, 0, 1, 0, 0, 1, 1, 1, 0, 0, 2, 1], *[0, 3, 2, 0, 3]],
)
# 1x3: Black plays in the middle, and wins by 3. No lemma has conditions. The claim is made by the lemma with this number.
MIDDLE = [
    *[1, 6, 1, 0, 0, 0, 1, 0, 0, 1, 2, 0],
    *[1, 2, 0, 2, 0, 0, 0, 1, 0, 0, 4],
    *[1, 2, 0, 1, 0, 0, 0, 1, 0, 0, 3, 1],
    *[1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 1],
    *[0, 3, 2],
]


def test_the_moves_of_a_header_are_history():
    """DESIGN, "Why a position cache is wrong": the same position, and the capture is prohibited."""
    body = encoded(sum(TAKING, []))
    assert verify(joined(header_of(moves="B1"), body)) == ("-2", 3)
    for moves in ["pass A1 B1", None, "", "A1", "B1 ", " B1", "b1", "B1 pass", "B1 B1", "C1", "pass pass"]:
        is_rejected(joined(header_of(moves=moves), body))
    # As many moves as the longest line has room for, and one more.
    long = header_of(moves="B1" + " " * (2**14 - len("moves B1\n") + 1))
    is_rejected(joined(long, body))


def test_handicap_stones_stand_alone():
    body = encoded([*MIDDLE, 2, 0])  # White to move, Black's stone in the middle.
    rules = "ko=psk suicide=forbidden scoring=area komi=0 no-result=0"
    start = {"board": "1x3", "position": ".X.", "to_play": "white", "value": "3"}
    assert verify(joined(header_of(**start, rules=rules), body))[0] == "3"
    assert verify(joined(header_of(**start, rules=f"{rules} handicap=1"), body))[0] == "3"
    is_rejected(joined(header_of(**start, rules=f"{rules} handicap=2"), body))
    # From the empty board the stone is a move.
    placed = start | {"position": "...", "to_play": "black"}
    for moves in ["B1"]:
        assert verify(joined(header_of(**placed, rules=f"{rules} handicap=1", moves=moves), body))[0] == "3"
    is_rejected(joined(header_of(**placed, rules=f"{rules} handicap=1"), body))


def test_the_game_in_progress_of_the_page_holds():
    page = (ROOT / "docs" / "certificate.md").read_text()
    (header,) = [block for block in re.findall(r"```text\n(.*?)```", page, re.DOTALL) if "\nto-play " in block]
    for old, new in [("to-play black\n", "to-play white\nmoves B1\n"), ("value 3", "value -3")]:
        assert header.count(old) == 1
        header = header.replace(old, new)
    example = (ROOT / "results" / "certificates" / "1x3-psk.kcert").read_bytes()
    found = numbers(split(example)[1])
    assert found[-2:] == [3, 0]
    assert verify(joined(header.encode(), encoded([*found[:-2], 0, 2])))[0] == "-3"


def test_words_of_other_rules_are_refused():
    """Bit 4 of the flags of a memory."""
    first, lemma, rest = TAKING
    for flags in (0, 16):
        more = [1, 0, 1, 11, 0, 0, flags, 0, 0, 0, 0, 0, 0, 0, *lemma[6:]]
        data = joined(header_of(moves="B1"), encoded([*first, *more, *rest]))
        assert flags or verify(data)[0] == "-2"
    is_rejected(data)
