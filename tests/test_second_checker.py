"""The second checker accepts what is published and rejects what has been changed."""

import random
import re
from fractions import Fraction
from itertools import takewhile

import pytest
import second_checker
import zstandard
from conftest import ROOT
from second_checker import Rejected, verify

PUBLISHED = sorted((ROOT / "results" / "certificates").rglob("*.kcert"))
FIXTURES = sorted((ROOT / "crates" / "checker" / "tests" / "data").glob("*.kcert"))
# Seconds, not minutes: every certificate up to this size, in bytes.
LARGEST = 20_000


def split(data):
    """The header and the content of the frame."""
    start = data.index(b"\n\n") + 2
    return data[:start], zstandard.ZstdDecompressor().decompressobj().decompress(data[start:])


def joined(header, content, checksum=True):
    return header + zstandard.ZstdCompressor(write_checksum=checksum).compress(content)


def numbers(content):
    """The numbers of a body, as far as bytes show them."""
    found, value, shift = [], 0, 0
    for byte in content:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(value)
            value, shift = 0, 0
    return found


def encoded(found):
    out = bytearray()
    for value in found:
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


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
    assert {f"ko={ko}" for ko in second_checker.KO} <= rules


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_another_value_is_rejected(path):
    header, content = split(path.read_bytes())
    lines = header.decode().splitlines()
    values = lines[5].removeprefix("value ").split(" ")
    for place, value in enumerate(values):
        for by in (-1, 1):
            other = Fraction(value) + by
            changed = [str(other) if here == place else text for here, text in enumerate(values)]
            lines[5] = f"value {' '.join(changed)}"
            is_rejected(joined(("\n".join(lines) + "\n\n").encode(), content))
    lines[5] = f"value {' '.join(values)}"
    other = {"to-play black": "to-play white", "to-play white": "to-play black"}
    lines[4] = other[lines[4]]
    is_rejected(joined(("\n".join(lines) + "\n\n").encode(), content))


@pytest.mark.parametrize("name", ["psk-1x2", "ssk-1x2-komi", "kee-1x2", "spight-1x2", "long-cycle-1x2"])
def test_a_changed_number_proves_nothing_else(name):
    """Each number of the body made another: rejected, or the same value is proved (some numbers may be
    other ones: conditions that are met, thresholds that are no harder)."""
    data = next(path for path in FIXTURES if path.stem == name).read_bytes()
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


def test_files_cut_short_or_changed_are_rejected():
    for path in FIXTURES[::6]:
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
        is_rejected(data.replace(b"certificate 1", b"certificate 2", 1))
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
