"""What the studies share, and what runs them.

A study is a notebook, NAME.py, in cells that begin with ``# %%`` (jupytext's percent format). It asks a
question and says how it is answered, makes a table, and asserts what follows from it. By itself, or in
Jupyter, it makes the rows that take seconds, finds them in the published table, and goes on with that.

    python notebooks/study.py                 all of them so
    python notebooks/study.py NAME --all      makes every row, and compares all with what is published
    python notebooks/study.py NAME --all --out results
                                              writes the files of results/studies instead
"""

import argparse
import csv
import io
import json
import os
import re
import runpy
import sys
import time
from fractions import Fraction
from pathlib import Path

import matplotlib

import kosolver
import pandas as pd

HERE = Path(__file__).resolve().parent
RESULTS = kosolver.Results(os.environ.get("KOSOLVER_RESULTS", HERE.parent / "results"))
#: Whether every row is made, and where the files are written, if they are not compared.
WHOLE = bool(os.environ.get("KOSOLVER_WHOLE"))
OUT = os.environ.get("KOSOLVER_OUT")
THREADS = os.cpu_count() or 1
#: How a claim is shown: every case of a range was solved; a fixed choice of the cases; certificates say so; a
#: case that is shown; an argument; or it holds in all cases solved and is proved for no others.
WAYS = ("exhaustive", "sample", "certificate", "example", "argument", "conjecture")

matplotlib.use("agg", force=False)
# The same bytes each time, with words that can be read and found.
matplotlib.rcParams.update({"svg.hashsalt": "kosolver", "svg.fonttype": "none", "font.family": "sans-serif"})


def cell(value):
    """A cell as JSON has it: scores that are fractions are texts."""
    if isinstance(value, kosolver.Value):
        value = value.worth
    return str(value) if isinstance(value, Fraction) else value


def size(board):
    """How many points a board has, by its name."""
    return len(kosolver.board(board).points)


def number(cell):
    """The whole number in a cell; 0 where there is none, or a fraction."""
    return cell if isinstance(cell, int) else 0


def percent(part, whole):
    """A share in percent."""
    return f"{100 * part / max(whole, 1):.1f}"


def listed(table, form):
    """What is said of each row of a table, in a list."""
    return ", ".join(map(form, rows(table)))


def rows(table):
    """The rows of a table, each by the names of its columns."""
    return table.to_dict("records")


def smallest(table, column):
    """The row of the smallest board with a number above 0 in this column; None if there is none."""
    some = [row for row in rows(table) if row[column] > 0]
    return min(some, key=lambda row: size(row["board"]), default=None)


class Random:
    """Numbers without a pattern, the same on every machine: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        """A number below a bound."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        return (mixed ^ (mixed >> 31)) % bound

    def shuffle(self, items):
        """Puts a list into another order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class Study:
    """A study: ``columns`` are names with meanings, of which the first ``keys`` tell rows apart."""

    def __init__(self, name, columns, keys, rules):
        self.name, self.columns, self.keys, self.rules = name, columns, keys, list(rules)
        # The notebook begins with the question, as its title, and with how it is answered.
        source = (HERE / f"{name}.py").read_text(encoding="utf-8")
        first = source.partition("# %% [markdown]\n")[2].partition("\n# %%")[0]
        text = re.sub(r"^# ?", "", first, flags=re.MULTILINE)
        self.question, self.method = (" ".join(part.split()) for part in text.removeprefix("# ").split("\n\n")[:2])
        self.whole, self.claims = WHOLE, []

    def table(self, made):
        """The table of rows as they were made; if only the quick ones were, the published one that has them."""
        made = [[cell(value) for value in row] for row in made]
        assert made and all(len(row) == len(self.columns) for row in made)
        if not self.whole:
            published = RESULTS.study(self.name)["rows"]
            for row in made:
                assert row in published, f"the published table of {self.name} has not the row {row}"
            print(f"{self.name}: {len(made)} of {len(published)} rows again")
            made = published
        assert len({tuple(row[: self.keys]) for row in made}) == len(made), "rows are told apart by their keys"
        self.rows = made
        return pd.DataFrame(made, columns=list(self.columns), dtype=object)

    def claim(self, says, way="exhaustive", known="nothing found"):
        """What follows from the table: how it is shown, and what is known in print."""
        assert way in WAYS and says == " ".join(says.split()), says
        self.claims.append({"says": says, "way": way, "known": known})
        print(f"{len(self.claims)}. {says}")

    def files(self, figure):
        """The files of the study, by their endings."""
        spelled = [kosolver.ruleset(rules) for rules in self.rules]
        record = {
            "study": self.name,
            "format": 1,
            "question": self.question,
            "method": self.method,
            "rules": [rules.record for rules in spelled],
            "claims": self.claims,
            "columns": [{"name": name, "meaning": meaning} for name, meaning in self.columns.items()],
            "rows": self.rows,
        }
        table = io.StringIO()
        csv.writer(table, lineterminator="\n").writerows([list(self.columns), *self.rows])
        files = {
            "json": json.dumps(record, ensure_ascii=False, indent=2) + "\n",
            "csv": table.getvalue(),
            "md": self.page(spelled),
        }
        if figure is not None:
            drawn = io.StringIO()
            figure.savefig(drawn, format="svg", metadata={"Date": None}, bbox_inches="tight")
            files["svg"] = re.sub(r"[ \t]+$", "", drawn.getvalue(), flags=re.MULTILINE)
        return files

    def page(self, spelled):
        """The study for a reader."""
        lines = [f"# {self.question}", "", self.method, "", "## Results", ""]
        for number, claim in enumerate(self.claims, 1):
            lines.append(f"{number}. {claim['says']} *Shown by: {claim['way']}. In print: {claim['known']}*")
        lines += ["", "## The table", ""]
        lines += [f"* **{name}**: {meaning}" for name, meaning in self.columns.items()]
        lines.append("")
        for row in [list(self.columns), ["---"] * len(self.columns), *self.rows]:
            lines.append(f"| {' | '.join('' if one is None else str(one).replace('|', chr(92) + '|') for one in row)} |")
        lines += ["", "## The rules", "", "T is the position after the play.", ""]
        for rules in spelled:
            lines.append(f"* `{rules.ko}`: {rules.prohibition} The game ends: {rules.end}. {rules.counting}")
        lines += ["", f"`python notebooks/study.py {self.name} --all --out results` makes this page.", ""]
        return "\n".join(lines)

    def publish(self, figure=None):
        """Compares what is published with what was made, or writes it."""
        for ending, text in self.files(figure).items():
            path = Path(OUT or RESULTS.directory) / "studies" / f"{self.name}.{ending}"
            if OUT:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            else:
                assert path.read_text(encoding="utf-8") == text, f"{path.name} is not what the notebook makes"


def studies():
    """The names of all studies."""
    sources = ((path.stem, path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.py")))
    return [name for name, source in sources if "\nstudy = Study(" in source]


def main():
    parser = argparse.ArgumentParser(description="Runs studies: notebooks that answer a question about ko rules.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(studies())} [all of them]")
    parser.add_argument("--all", action="store_true", help="make every row; without it those that take seconds")
    parser.add_argument("--out", metavar="DIR", help="write the files to DIR/studies instead of comparing them")
    asked = parser.parse_args()
    os.environ.update({"KOSOLVER_WHOLE": "1" if asked.all else "", "KOSOLVER_OUT": asked.out or ""})
    sys.path.insert(0, str(HERE))
    for name in asked.names or studies():
        if name not in studies():
            parser.error(f"'{name}' is not a study; they are {', '.join(studies())}")
        began = time.monotonic()
        runpy.run_path(str(HERE / f"{name}.py"), run_name="__main__")
        print(f"{name}: {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main()
