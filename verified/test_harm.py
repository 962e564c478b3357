"""Files that are made to do harm: one sentence about each, and the file after it is checked."""

import os
import subprocess
import tempfile
from pathlib import Path
import sys

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))
from certificate_bytes import encoded, joined, split  # noqa: E402

GOOD = HERE / "written" / "1x4-kept.kcert"
HEADER = b"""kosolver certificate 6
board 1x3
rules ko=psk suicide=forbidden scoring=area komi=0 no-result=0
ko rule psk
ko remember stood(after) on start, play
ko forbid play if stood(after)
position ...
to-play black
value 3

"""


def named(name):
    header, content = split(GOOD.read_bytes())
    return joined(header.replace(b"my-four", name), content)


def facts(count):
    """One group of so many facts. (Those with an index are used by no rule.)"""
    found = [0, 1, 0, 0, 1, 2, count]
    for n in range(count):
        found += [n >> 16, 0, n & 0xFFFF, 0, 0, 0, 0, 1 + (n >> 16)]
    return joined(HEADER, encoded([*found, 0, 0, 2, 0, 0]))


def long_game():
    """A false value after 8,189 plays, all counted. It follows if the numbers of a browser overflow."""
    moves = ["1", "4", "3"] + ["2", "1"] * 4093
    header = f"""kosolver certificate 6
board graph6:Ch
rules ko=mine suicide=forbidden scoring=area komi=2047/100 no-result=0
ko rule mine
ko remember s(after) on play
ko end pass if passes >= 0
ko count before on play
ko score mean
position ....
to-play white
moves {" ".join(moves)}
value 800/127

"""
    kinds, symmetry = [2, 1600, 127, 0, 0, 0, 19, 1, 1, 1, 0], [1, 0, 0, 1, 2, 3]
    lemmas = [1, 0, 5, 0, 0, 1, 4094, 2, 0, 0, 0, 0, 0, 4]  # With a mean of 2047 Black passes.
    lemmas += [2, 2, 4, 1, 0, 1, 7, 4, 0, 0, 0, 0, 0, 4, 2, 0, 5, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 3, 1]
    return joined(header.encode(), encoded([*kinds, *symmetry, 0, *lemmas, 0, 3, 2, 1, 3]))


def texts():
    """Texts that are not in their normal form, or break the grammar."""
    header, content = split(GOOD.read_bytes())
    for old, new in [
        (b"keep home(mover) = before", b"keep  home(mover) = before"),
        (b"on start, play, pass", b"on play, start, pass"),
        (b"or been(after) and home(mover) = nothing", b"or (been(after) and home(mover) = nothing)"),
        (b"if had(mover, after, home(next))", b"if (had(mover, after, home(next)))"),
        (b"been(", b"play("),
        (b"been(", b"9een("),
        (b"remember been(after) on start, play", b"forget been on start, play"),
        (b"remember been(after) on start, play", b"remember been(after) on play if retakes"),
    ]:
        assert old in header
        yield joined(header.replace(old, new), content)


BAD_NAMES = [b"psk", b"basic", b"psk:x", b"kee", b"kee:x", b"kee-2007", "\u0440sk".encode(), b"a\0b", b"\x1b[2K", b"", b"psk=x",
             b"a" * 33, b"play", b"9x", b"-x", b"A", b"x:", b"x:y+", b"x:y:z"]
# Of these rules nothing is said.
OTHERS = [b"kee:cycle", b"newko-reconstruction:natural"]


def verdicts(paths, **more):
    run = subprocess.run([HERE / "verified", *paths], capture_output=True, **more)
    assert not run.stderr and run.stdout.isascii() and b"\x1b" not in run.stdout and b"\0" not in run.stdout
    lines = [line for line in run.stdout.decode().splitlines() if not line.startswith("  ")]
    assert len(lines) == len(paths), lines
    return [line.split(": ")[1] for line in lines], run.returncode


def main():
    with tempfile.TemporaryDirectory() as folder:
        refused = [*map(named, BAD_NAMES), *texts(), joined(HEADER, bytes(2**26))]
        paths = []
        for place, data in enumerate([*refused, *map(named, OTHERS)]):
            path = Path(folder) / f"{place}.kcert"
            path.write_bytes(data)
            paths += [path, GOOD]
        expected = ["refused", "proved"] * len(refused) + ["not covered", "proved"] * len(OTHERS)
        assert verdicts(paths) == (expected, 1), verdicts(paths)
        long = Path(folder) / "long.kcert"
        long.write_bytes(long_game())
        assert verdicts([long, GOOD]) == (["not covered", "proved"], 2)
        page = "require('./checker.js'); const read = require('fs').readFileSync;"
        page += "console.log(require('./verify.js').verify(read(process.argv[1])).verdict)"
        run = subprocess.run(["node", "-e", page, long], cwd=HERE / "web", capture_output=True, text=True)
        assert run.stdout == "not covered\n", run
        bad = Path(folder) / "0.kcert"
        few = ["bash", "-c", f"ulimit -n 40; exec {HERE}/verified {f'{bad} ' * 60} {GOOD}"]
        run = subprocess.run(few, capture_output=True, text=True)
        assert run.returncode == 1 and f"{GOOD}: proved" in run.stdout, run
        many = Path(folder) / "many.kcert"
        many.write_bytes(facts(600_000))
        (first, second), code = verdicts([many, GOOD])
        assert first in ("refused", "not covered") and second == "proved" and code in (1, 2)
        assert verdicts([GOOD, GOOD], env={**os.environ, "PATH": "/nowhere"}) == (["not covered", "not covered"], 2)
        none = ["bash", "-c", f"ulimit -v 60000; exec {HERE}/verified {GOOD} {GOOD}"]
        run = subprocess.run(none, capture_output=True, text=True)
        assert run.returncode in (0, 2) and len([line for line in run.stdout.splitlines() if ": " in line[:200]]) >= 2, run
    print(f"{len(refused)} files that do harm are refused, and the next file is checked")


main()
