"""Readers of published results, such as the folder ``results`` of the repository."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, List, Tuple, Union

from ._arguments import path, recorded
from ._results import Score, score
from ._surveys import Comparison, Table, name, read_comparison, read_table


class Results:
    """A folder of published results.

    >>> results = kosolver.Results("results")
    >>> results.table()["3x3", "psk"].value
    Value(9)
    """

    def __init__(self, directory: Union[str, os.PathLike[str]] = "results") -> None:
        self.directory: Path = path("directory", directory)

    def read(self, file: str) -> Any:
        """A file of JSON as it stands, by its path in the folder."""
        return json.loads((self.directory / file).read_text(encoding="utf-8"))

    def table(self) -> Table:
        """The values of empty boards under ko rules."""
        return read_table(self.directory / "kee.json")

    def rulesets(self) -> Table:
        """The values of empty boards under published rulesets."""
        return read_table(self.directory / "rulesets.json")

    def frontier(self) -> List[Dict[str, Any]]:
        """The largest boards solved, a record of JSON each."""
        return recorded(self.directory / "frontier.json", "the frontier as JSON", lambda record: record["cells"])

    def value_nodes(self, ko: str) -> Dict[str, int]:
        """The nodes that the value alone took, with the value as the first guess and one thread, by board."""
        found: Dict[str, int] = {}
        for cell in self.frontier():
            alone = not cell["openings"] and cell.get("guess") == cell.get("score") and not cell.get("guided")
            nodes = cell["nodes"] if alone else cell.get("value_nodes")
            if name(cell) == ko and nodes is not None:
                found[cell["board"]] = nodes
        return found

    def partings(self) -> List[Dict[str, Any]]:
        """Where ko rules differ on the largest empty boards, a record of JSON each."""
        return recorded(self.directory / "frontier.json", "the frontier as JSON", lambda record: record["differences"])

    def separators(self) -> Comparison:
        """Ko rules on every start of small boards."""
        return read_comparison(self.directory / "separators.json")

    def graphs(self) -> Dict[str, Any]:
        """Every small graph under ko rules, as JSON."""
        return recorded(self.directory / "graphs.json", "graphs as JSON", lambda record: record)

    def study(self, study: str) -> Dict[str, Any]:
        """A study: its question, its table and its claims, as JSON."""
        return recorded(self.directory / "studies" / f"{study}.json", "a study as JSON", lambda record: record)

    def empty_boards(self) -> List[Tuple[str, str, Score]]:
        """The published scores of empty boards: the board, the ko rule and the score."""
        cells = [(cell.board, cell.rules, cell.value.score) for cell in self.table().cells]
        cells += [(cell["board"], name(cell), score(cell.get("score"))) for cell in self.frontier()]
        return [(board, rules, value) for board, rules, value in cells if value is not None]
