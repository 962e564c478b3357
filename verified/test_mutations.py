"""Changed certificates: the verified checker and the Python checker must give the same verdict.

Usage: test_mutations.py [--all]    200 changed files, or 2000.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "tests"))
from certificate_bytes import encoded, joined, numbers, split  # noqa: E402
from second_checker import Rejected, verify  # noqa: E402

COUNT = 2000 if "--all" in sys.argv else 200
LARGEST = 4000
WORDS = ("before after mover next nothing start play pass stood retakes passes not 0 1 2 forbid remember forget end count score "
         "mean sum last area black white psk none").split()
SIGNS = (" ", ", ", "(", ")", " = ", " >= ", " and ", " or ", " and not ", " or (", ") and ", " and (not ", " if ")


def certificates():
    """Small published certificates that the verified checker covers."""
    small = [path for path in sorted(ROOT.glob("results/**/*.kcert")) if path.stat().st_size <= LARGEST]
    small += sorted((ROOT / "crates/checker/tests/data").rglob("*.kcert"))
    said = verdicts(small)
    return [path.read_bytes() for path in small if said[path] == "proved"]


def verdicts(paths):
    run = subprocess.run([HERE / "verified", *paths], capture_output=True, text=True)
    assert not run.stderr, run.stderr
    # (Files that rest on others come last.)
    said = dict(line.split(": ")[:2] for line in run.stdout.strip().split("\n") if not line.startswith("  "))
    return {path: said[str(path)] for path in paths}


def changed_header(chance, header):
    lines = header.decode().split("\n")
    place = chance.randrange(len(lines))
    line = lines[place]
    kind = chance.randrange(7)
    if kind == 6:
        other = chance.randrange(len(lines))
        line, lines[other] = lines[other], line
    elif kind >= 4 and " " in line:  # Words of the language, and signs between them.
        parts = re.split(r"([ (),=]+)", line)
        at = chance.randrange(1, len(parts))
        parts[at] = chance.choice(WORDS if at % 2 == 0 else SIGNS)
        line = "".join(parts)
    elif kind == 0 and line:
        at = chance.randrange(len(line))
        line = line[:at] + chance.choice("0123456789XO./-= abkw") + line[at + 1 :]
    elif kind == 1 and line:
        at = chance.randrange(len(line))
        line = line[:at] + line[at + 1 :]
    elif kind == 2:
        swaps = {
            "to-play black": "to-play white", "to-play white": "to-play black",
            **{f"value {v}": f"value {v + chance.choice((-1, 1))}" for v in range(-25, 26)},
        }
        for lower in range(-9, 10):
            upper = chance.randrange(-9, 10)
            swaps |= {f"value {lower} {u}": f"value {chance.choice((lower, lower - 1, lower + 1))} {upper}" for u in range(-9, 10)}
        place = len(lines) - chance.choice((3, 4))  # Of the lines `to-play`, `value` and two that are empty.
        line = swaps.get(lines[place], lines[place])
    else:
        place, line = 2, lines[2]
        for name, values in {
            "ko=": ("psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "basic", "none"),
            "suicide=": ("forbidden", "multi-stone", "allowed"),
            "komi=": ("0", "1", "1/2", "-1"),
            "scoring=": ("area", "equivalence", "territory", "win-loss"),
            "end=": ("agreement", "no-pass", "prisoner-return"),
            "ikeda=": ("yes", "no"),
            "handicap=": ("1", "2", "3"),
            "compensation=": ("K-1", "K"),
            "no-result=": ("0", "0", "0", "1/3"),
        }.items():
            if chance.random() < 0.5:
                words = line.split(" ")
                line = " ".join(name + chance.choice(values) if word.startswith(name) else word for word in words)
    lines[place] = line
    return "\n".join(lines).encode()


def changed_body(chance, content):
    found = numbers(content)
    for _ in range(chance.choice((1, 1, 1, 2))):
        place = chance.randrange(len(found))
        number = found[place]
        kind = chance.randrange(6)
        if kind == 0:
            found[place] = number + 1
        elif kind == 1:
            found[place] = max(number - 1, 0)
        elif kind == 2:
            found[place] = number ^ (1 << chance.randrange(4))
        elif kind == 3:
            found[place] = found[chance.randrange(len(found))]
        elif kind == 4:
            found.insert(place, chance.randrange(4))
        elif len(found) > 1:
            del found[place]
    return encoded(found)


def mutants(chance, originals):
    for _ in range(COUNT):
        data = chance.choice(originals)
        header, content = split(data)
        kind = chance.random()
        if kind < 0.2:
            yield changed_header(chance, header) + data[len(header) :]
        elif kind < 0.25:
            at = chance.randrange(len(data))
            yield data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        elif kind < 0.28:
            yield chance.choice((data + b"\0", data + data[len(header) :], data[: chance.randrange(len(data))]))
        else:
            yield joined(header, changed_body(chance, content))


def verdict_of(data):
    try:
        verify(data)
        return "proved"
    except Rejected:
        return "refused"


def packed_again(data):
    """The file with its frame unpacked by the program that the verified checker uses. (Some versions of it let a reserved
    bit pass that others do not.)"""
    start = data.index(b"\n\n") + 2
    run = subprocess.run(["zstd", "-dcq"], input=data[start:], capture_output=True)
    return joined(data[:start], run.stdout) if run.returncode == 0 else data


def main():
    chance = random.Random(20)
    originals = certificates()
    files = list(mutants(chance, originals))
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{place}.kcert" for place in range(len(files))]
        for path, data in zip(paths, files):
            path.write_bytes(data)
        said = verdicts(paths)
        counted = {"proved": 0, "refused": 0, "not covered": 0}
        for path, data in zip(paths, files):
            verdict = said[path]
            counted[verdict] += 1
            second = verdict_of(data)
            if verdict == "proved" and second == "refused":
                second = verdict_of(packed_again(data))
            if verdict != "not covered" and verdict != second:
                keep = Path(tempfile.gettempdir()) / "mutant.kcert"
                keep.write_bytes(data)
                sys.exit(f"the verified checker says {verdict}, the other {second}: {keep}")
    assert counted["proved"] and counted["not covered"] < COUNT / 10, counted
    print(f"{COUNT} changed certificates of {len(originals)}: the same verdicts, {counted}")


main()
