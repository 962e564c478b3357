"""Ko rules of one's own, as texts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Optional, Tuple, Union

from . import _kosolver
from ._arguments import text as checked
from ._arguments import written
from ._results import Ruleset


@dataclass(frozen=True, repr=False, eq=False)
class Rule:
    """A ko rule as a text, in the language of docs/rule-language.md. It can stand wherever a name of a rule can.

    Two rules are equal if their normal forms are. ``reading`` chooses one of a text with options.

    >>> rule = kosolver.Rule("rule mine\\nremember made(after) on play\\nforbid play if made(after)")
    >>> rule
    <Rule mine: A play is prohibited if a play has made T before.>
    >>> kosolver.solve("2x2", rule).value
    Value(1)
    >>> kosolver.solve("2x2", f"komi=1 suicide=allowed\\n{rule}").value
    Value(0)
    """

    text: str
    reading: Optional[str] = None
    #: The name, with that of the reading.
    name: str = field(init=False)
    title: str = field(init=False)
    source: str = field(init=False)
    #: What it prohibits, in words; T is the position after the play.
    sentence: str = field(init=False)
    #: How a game ends, in words.
    end: str = field(init=False)
    #: Why games end, in sentences; nothing where play can go on for ever.
    why_it_ends: Tuple[str, ...] = field(init=False)
    #: The statements as certificates have them.
    normal_form: str = field(init=False)
    #: The names of all readings of the text, the default first.
    readings: Tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._read("the rule")

    def _read(self, origin: str) -> None:
        text = checked("text", self.text, "a ko rule as text")
        if self.reading is not None:
            checked("reading", self.reading, "the name of a reading, or None for the default")
        records = json.loads(_kosolver.read_rule(text, origin))
        names = [record["name"] for record in records]
        wanted = names[0] if self.reading is None else f"{names[0]}:{self.reading}"
        if wanted not in names:
            raise _kosolver.Error(f"there is no reading {wanted}: they are {', '.join(names)}")
        record = records[names.index(wanted)]
        record.update(why_it_ends=tuple(record["why_it_ends"]), readings=tuple(names))
        for name, value in record.items():
            object.__setattr__(self, name, value)

    @classmethod
    def file(cls, path: Union[str, os.PathLike[str]], reading: Optional[str] = None) -> Rule:
        """The rule in a file, whose name ends in ``.ko``."""
        text = written(path)
        # A fault names the file.
        _kosolver.read_rule(text, os.fsdecode(path))
        return cls(text, reading)

    def __str__(self) -> str:
        """The ruleset of this rule alone, as functions of this module read it."""
        return self.text if self.reading is None else f"ko={self.name}\n{self.text}"

    def __repr__(self) -> str:
        return f"<Rule {self.name}: {self.sentence}>"

    def __eq__(self, other: object) -> bool:
        return self.normal_form == other.normal_form if isinstance(other, Rule) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.normal_form)


#: A ko rule by its name or as text, or one of one's own.
KoRule = Union[str, Rule]
#: A ruleset or a ko rule.
Rules = Union[str, Rule, Ruleset]
