"""The second checker reads the texts of ko rules in certificates."""

import os
import random
import re
import subprocess
from pathlib import Path

import pytest
from certificate_bytes import encoded, joined, numbers, split
from conftest import ROOT
from second_checker import Rejected, verify
from second_checker.boards import BLACK, WHITE, Board
from second_checker.language import Text
from second_checker.nodes import NEVER, PASS, WIN, of, predicate, prohibiting
from second_checker.steps import Game
from second_checker.texts import TEXTS

BUILT_IN = {path.stem: path.read_text() for path in sorted((ROOT / "crates" / "rules" / "rules").glob("*.ko"))}
CURIOUS = {
    block.split()[1]: block
    for block in (ROOT / "tests" / "curious-rules.txt").read_text().split("\n\n")
    if block.startswith("rule ")
}
PUBLISHED = sorted((ROOT / "results" / "certificates").rglob("*.kcert"))
BROKEN = (ROOT / "crates" / "rules" / "tests" / "data" / "broken-rules.txt").read_text()


def renamed(name):
    """The text of a built-in rule, under another name."""
    return re.sub(r"^rule\s+\S+", f"rule my-{name}", BUILT_IN[name], count=1, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def certificate(kosolver, tmp_path_factory):
    """Solves under the text of a rule and returns the certificate."""
    directory = tmp_path_factory.mktemp("texts")

    def solved(text, board, *options, reading=""):
        rule, proof = directory / "rule.ko", directory / "proof.kcert"
        rule.write_text(text)
        fields = " ".join([f"ko={rule}{reading}", *options])
        kosolver("solve", board, "--rules", fields, "--threads", 1, "--certificate", proof)
        kosolver("verify", proof)
        return proof.read_bytes()

    return solved


def lines_of(data):
    return split(data)[0].decode().splitlines()


def value_of(data):
    return next(line.removeprefix("value ") for line in lines_of(data) if line.startswith("value "))


def normal_form(data):
    return [line.removeprefix("ko ") for line in lines_of(data) if line.startswith("ko ")]


def with_text(data, text):
    """The certificate with another text of the ko rule."""
    lines = lines_of(data)
    first = next(place for place, line in enumerate(lines) if line.startswith("ko "))
    rest = [line for line in lines[first:] if not line.startswith("ko ")]
    header = "\n".join([*lines[:first], *(f"ko {line}" for line in text), *rest]) + "\n"
    return joined(header.encode(), split(data)[1])


# Built-in rules, written again


def test_the_texts_of_the_second_checker_are_those_of_the_rules(certificate):
    for name, lines in TEXTS.items():
        family, _, reading = name.partition(":")
        data = certificate(renamed(family), "1x1", *(["scoring=win-loss"] if family == "primitive" else []), reading=f":{reading}" if reading else "")
        assert [line.replace("rule my-", "rule ") for line in normal_form(data)] == lines
    assert BUILT_IN.keys() == {name.partition(":")[0] for name in TEXTS}


def test_a_name_is_a_label():
    """What is proved by the name of a rule is proved of its text, by any name."""
    seen = set()
    for path in PUBLISHED:
        if path.stat().st_size > 1_500:
            continue
        data = path.read_bytes()
        ko = next(line for line in lines_of(data) if line.startswith("rules ")).split()[1].removeprefix("ko=")
        if ko not in TEXTS:
            continue
        other = data.replace(f"ko={ko} ".encode(), f"ko=my-{ko} ".encode(), 1).replace(b"\nko rule ", b"\nko rule my-", 1)
        assert verify(other) == verify(data), path
        seen.add(ko)
    assert seen >= BUILT_IN.keys()


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_a_rule_written_again_has_the_same_values(name, certificate, kosolver, tmp_path):
    for board in ("1x2", "1x3"):
        data, built_in = certificate(renamed(name), board), tmp_path / "built-in.kcert"
        kosolver("solve", board, "--ko", name, "--certificate", built_in)
        assert verify(data)[0] == value_of(data) == verify(built_in.read_bytes())[0]


@pytest.mark.parametrize("field", ["scoring=territory", "scoring=equivalence", "end=agreement", "suicide=allowed",
                                   "end=no-pass scoring=win-loss", "end=prisoner-return scoring=win-loss",
                                   "handicap=1 compensation=K", "ikeda=yes"])  # fmt: skip
def test_a_rule_written_again_stands_in_any_ruleset(field, certificate, kosolver, tmp_path):
    endless = "win-loss" not in field
    for name in ("psk", "ssk", "configuration-rules", *(["basic"] if endless else [])):
        if (name, field) == ("basic", "scoring=territory"):
            assert b"\nvalue 0\n" in certificate(renamed(name), "1x2", field)  # Long cycles: one value.
        data, built_in = certificate(renamed(name), "1x2", field), tmp_path / "built-in.kcert"
        kosolver("solve", "1x2", "--rules", f"ko={name} {field}", "--certificate", built_in)
        assert verify(data)[0] == value_of(data) == verify(built_in.read_bytes())[0]


# Rules that are not built in


@pytest.mark.parametrize("name", CURIOUS)
def test_curious_rules_are_read_alike(name, certificate):
    for board, *options in [("1x2",), ("1x3", "suicide=allowed"), ("cycle:3",)]:
        if "stuck loses" in CURIOUS[name]:
            options.append("scoring=win-loss")
        data = certificate(CURIOUS[name], board, *options)
        assert verify(data)[0] == value_of(data)


@pytest.mark.parametrize("name", ["twice-where-it-stood", "back-where-it-came-from", "never-after-a-pass", "third"])
def test_what_depends_on_facts_is_proved_where_positions_are_decided(name, certificate):
    for board in ("1x4", "2x2", "2x3"):
        data = certificate(CURIOUS[name], board)
        assert verify(data)[0] == value_of(data)


@pytest.mark.parametrize("name", ["both", "left-behind", "long-end"])
def test_a_changed_number_proves_nothing_else(name, certificate):
    data = certificate(CURIOUS[name], "1x2")
    header, content = split(data)
    found, chance, rejected = numbers(content), random.Random(1), 0
    places = chance.sample(range(len(found)), 60)
    for place in places:
        for other in {found[place] + 1, found[place] ^ 1, chance.randrange(1 << 20)} - {found[place]}:
            changed = [*found[:place], other, *found[place + 1 :]]
            try:
                assert verify(joined(header, encoded(changed)))[0] == value_of(data)
            except Rejected:
                rejected += 1
    assert rejected > len(places)


SWAPPED = [("before", "after"), ("mover", "next"), ("play", "pass"), ("and", "or"), ("start", "pass"), ("not ", "")]


def changed_texts(text):
    """Each statement left out, and each word of some exchanged for another."""
    for place, line in enumerate(text[1:], 1):
        yield [*text[:place], *text[place + 1 :]]
        for one, other in SWAPPED + [pair[::-1] for pair in SWAPPED if all(pair)]:
            for found in re.finditer(rf"\b{one}\b" if one.isalpha() else one, line) if one else ():
                yield [*text[:place], line[: found.start()] + other + line[found.end() :], *text[place + 1 :]]


@pytest.mark.parametrize("name", ["both", "left-behind", "forgetful", "long-end"])
def test_a_proof_under_another_text_is_refused_or_true(name, certificate, binary, tmp_path):
    """The second checker and the program accept a proof under the same changed texts."""
    data, accepted = certificate(CURIOUS[name], "1x2"), []
    texts = list(changed_texts(normal_form(data)))
    assert len(texts) > 10
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.kcert").write_bytes(with_text(data, text))
        try:
            assert verify(with_text(data, text))[0] == value_of(data)
            accepted.append(number)
        except Rejected:
            pass
        run = subprocess.run([binary, "verify", tmp_path / f"{number}.kcert"], capture_output=True, check=False)
        assert (run.returncode == 0) == (number in accepted), (text, run.stderr)


# Random rules

SEED, COUNT = os.environ.get("KOSOLVER_SEED", "1"), os.environ.get("KOSOLVER_TEXTS", "100")


@pytest.fixture(scope="module")
def random_texts(binary, tmp_path_factory):
    """Random texts, each with games that the steps have played; `crates/rules/examples/random_texts.rs`."""
    directory = tmp_path_factory.mktemp("random")
    subprocess.run([Path(binary).parent / "examples" / "random_texts", SEED, COUNT, directory], check=True)
    texts = [(path.read_text(), path.with_suffix(".games").read_text()) for path in sorted(directory.glob("*.ko"))]
    assert len(texts) == int(COUNT)
    return texts


def played(question, text):
    """The legal moves before each move of a game, and after the last; or its score."""
    fields, name, start, first, *moves = question.split()
    board = Board(name)
    game = Game(board, fields.replace(",", " "), text.splitlines())
    node, history = game.start(board.position(start), BLACK if first == "black" else WHITE)
    said, name_of = [], lambda made: "pass" if made is PASS else board.name(made)
    for made in [*moves, None]:
        known = set(history)
        able = {
            name_of(step.made): step
            for step in game.steps(node)
            if known.issuperset(step.present)
            and known.isdisjoint(step.absent)
            and step.legality != NEVER
            and known.isdisjoint(prohibiting(step))
        }
        if not able:
            return ";".join([*said, f"over {-1 if node.to_move == BLACK else 1}"])
        said.append(" ".join(sorted(able)))
        if made is None:
            return ";".join(said)
        step = able[made]
        if step.next is None:
            score = {WIN: "win", -WIN: "-win"}.get(step.score, step.score)
            return ";".join([*said, f"over {score}"])
        sources = dict(step.pulls)
        pulled = {of(to, said) for said in known for to, source in step.pulls if predicate(said) == source}
        left = {said for said in known if said[0] not in step.clears and predicate(said) not in sources}
        node, history = step.next, left | pulled | set(step.inserts)
    return None


def test_random_rules_have_the_same_moves_and_ends(random_texts):
    for text, games in random_texts:
        for line in games.splitlines():
            question, answer = line.split("\t")
            assert played(question, text) == answer, f"KOSOLVER_SEED={SEED}\n{text}{question}"


def test_proofs_under_random_rules_hold(random_texts, kosolver, tmp_path):
    rule, proof = tmp_path / "rule.ko", tmp_path / "proof.kcert"
    for number, (text, games) in enumerate(random_texts):
        rule.write_text(text)
        fields, _, _, first, *_ = games.split(maxsplit=4)
        suicide = fields.split(",")[1]
        for board in ("1x2", "1x3"):
            kosolver("solve", board, "--to-play", first, "--rules", f"ko={rule} {suicide}", "--threads", 1, "--certificate", proof)
            data = proof.read_bytes()
            assert verify(data)[0] == value_of(data), f"KOSOLVER_SEED={SEED}, {number}\n{text}"


# Headers


def test_broken_texts_are_refused(certificate):
    data = certificate(CURIOUS["both"], "1x2")
    refused, cases = 0, re.findall(r"^case: (.*)\n((?:\|.*\n)*)says: (.*)", BROKEN, re.MULTILINE)
    assert len(cases) >= 40
    for case, text, message in cases:
        with pytest.raises(Rejected):
            verify(with_text(data, [re.sub(" +", " ", line[2:]) for line in text.splitlines()]))
            pytest.fail(case)
        refused += 1
    assert refused > 30


TEXT = """\
rule both
remember stood(after) on start, play
remember made(mover, after) on play
forbid play if made(mover, after) or stood(after) and made(next, before)
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rule both", "rule psk", "the ko rule is psk, not both"),
        ("rule both\n", "", "the ko rule has no name"),
        ("rule both", "rule  both", "no name"),
        ("remember stood(after) on", "remember  stood(after) on", "should be"),
        ("(mover, after) on", "(mover,after) on", "should be"),
        ("start, play", "start, start", "an event is named twice"),
        ("start, play", "begin, play", "'begin' stands where start or play or pass belongs"),
        ("stood(after) on", "stood(afer) on", "lacks '('"),
        ("stood(after) on", "stood(after) in", "lacks 'on'"),
        ("and made(next, before)", "and made(before, next)", "made has terms of two kinds"),
        ("and made(next, before)", "and made(next, point)", "made has terms of two kinds"),
        ("and made(next, before)", "and mode(next, before)", "nothing remembers mode"),
        ("and made(next, before)", "and made(next, last(mover))", "nothing keeps last"),
        ("and made(next, before)", "and (made(next, before))", "should be"),
        ("and made(next, before)", "and", "ends too early"),
        ("and made(next, before)", "& made(next, before)", "no statement"),
        ("and made(next, before)", "and made(next, before) now", "'now' is left over"),
        ("stood(after) on", "stood(mover, next, after) on", "too many terms in stood"),
        ("remember stood", "title stood", "'title' stands where"),
        ("remember made(mover, after) on play\n", "remember made(mover, after) on play, play\n", "an event is named twice"),
        ("on play\nforbid", "on play\nremember at(point) on play, pass\nforbid", "only a play has a point"),
        ("start, play", "play, start", "should be"),
        ("or stood(after)", "or stood(P)", "a variable without 'for each'"),
        ("or stood(after)", "or mover = next", "mover is no position"),
        ("or stood(after)", "or point = before", "point is no position"),
        ("on play\nforbid", "on play\nforget stood on pass if last(mover) = after\nforbid", "nothing keeps last"),
        ("next, before)\n", "next, before)\nend pass if made(mover, point)\n", "made has terms of two kinds"),
        ("next, before)\n", "next, before)\nforbid pass if stood(after)\n", "'stuck loses' goes with 'no pass'"),
        ("next, before)\n", f"next, before) and {'not ' * 99}stood(before)\n", "a condition is too deep"),
        ("remember stood(after)", "remember stood(P)", "a variable without 'for each'"),
        ("on start, play", "on start, play if stood(after)", "on start no fact is true yet"),
        ("on play\nforbid", "on play\nforget other on pass\nforbid", "nothing remembers other"),
        ("on play\nforbid", "on play\nforget stood(mover) on pass\nforbid", "stood is about no player"),
        ("on play\nforbid", "on play\nscore last\nforbid", "the statements stand in another order"),
        ("before)\n", "before)\nscore mean\n", "'count' goes with 'score mean' and 'score sum'"),
        ("before)\n", "before)\n" + 70 * "score last\n", "too long"),
        ("made(next, before)\n", "made(next, before)" + " or stood(after)" * 300 + "\n", "a line is too long"),
    ],
)  # fmt: skip
def test_a_broken_header_is_refused_with_a_message(old, new, message, certificate):
    data = certificate(TEXT, "1x2")
    assert normal_form(data) == TEXT.splitlines() and old in TEXT
    verify(with_text(data, TEXT.splitlines()))
    with pytest.raises(Rejected, match=re.escape(message)):
        verify(with_text(data, TEXT.replace(old, new, 1).splitlines()))


def test_a_header_without_its_text_is_refused(certificate):
    data = certificate(TEXT, "1x2")
    for old, new in [
        (b"certificate 6", b"certificate 3"),
        (b"ko=both", b"ko=other"),
        (b"no-result=0\nko", b"no-result=0\n\nko"),
        (b"\nposition ..", b"\nko score last\nko score last \nposition .."),
    ]:
        assert old in data
        with pytest.raises(Rejected):
            verify(data.replace(old, new, 1))
    psk = certificate(renamed("psk"), "1x2").replace(b"my-psk", b"psk")
    assert verify(psk)[0] == value_of(psk)
    header, content = split(psk)
    with pytest.raises(Rejected, match="the text of psk is missing"):
        verify(joined(re.sub(rb"ko .*\n", b"", header), content))


def test_a_name_that_is_known_says_what_it_says(certificate):
    data = certificate(TEXT, "1x2")
    for name in ("psk", "psk:x", "basic", "kee", "kee-2020-03:free", "newko"):
        with pytest.raises(Rejected, match=f"there is a rule {name} that says something else"):
            verify(data.replace(b"ko=both", f"ko={name}".encode()).replace(b"rule both", f"rule {name}".encode()))


@pytest.mark.parametrize("name", ["x", "a-1", "a:b", "a:b+c"])
def test_names_of_readings_are_names(name):
    assert Text([f"rule {name}", *TEXT.splitlines()[1:]]).name == name


@pytest.mark.parametrize("name", ["", "X", "1a", "a:", "a+b", "a:b+", "a:b:c", "a:B", "a b", 33 * "a"])
def test_other_names_are_not(name):
    with pytest.raises(Rejected):
        Text([f"rule {name}", *TEXT.splitlines()[1:]])
