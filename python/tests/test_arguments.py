"""Arguments that are no answer to what is asked are refused in a sentence that names them."""

import inspect
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import kosolver

#: The least call of each function that is asked about a game, a board or rules.
CALLS = {
    kosolver.solve: {"board": "1x2"},
    kosolver.certify: {"board": "1x2"},
    kosolver.play: {"board": "1x2", "moves": ""},
    kosolver.sgf: {"board": "1x2"},
    kosolver.Session: {"board": "1x2"},
    kosolver.Session("1x2").restart: {},
    kosolver.table: {"boards": "1x2", "rules": "psk"},
    kosolver.compare: {"boards": "1x2", "rules": ["psk", "ssk"]},
    kosolver.ruleset: {"rules": "psk"},
    kosolver.board: {"text": "1x2"},
    kosolver.positions: {"board": "1x2"},
    kosolver.legal_positions: {"board": "1x2"},
    kosolver.verify: {"certificate": kosolver.certify("1x2")},
    kosolver.count: {"board": "1x2"},
    kosolver.ko: {"board": "1x2"},
    kosolver.players: {"boards": "1x2", "ko": "psk"},
    kosolver.Rule: {"text": "rule mine"},
}


class Strange:
    """No text, no number, no list, no path and no function."""

    def __repr__(self):
        return "strange\nindeed"


def parameters():
    for function, arguments in CALLS.items():
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is not parameter.VAR_KEYWORD:
                yield pytest.param(function, arguments, parameter, id=f"{function.__qualname__}-{name}")


def refusal(ask):
    with pytest.raises(kosolver.Error) as raised:
        ask()
    message = str(raised.value)
    assert "\n" not in message and "extract" not in message and ": write " in message
    return message


@pytest.mark.parametrize("function, arguments, parameter", list(parameters()))
def test_arguments_of_another_type_are_named(function, arguments, parameter):
    name = parameter.name
    beside = {key: value for key, value in arguments.items() if (name, key) != ("ko", "rules")}
    # What is a board to people is `text` to board().
    named = "board" if function is kosolver.board else name
    assert refusal(lambda: function(**{**beside, name: Strange()})).startswith(f"{named} is strange indeed: write ")
    if name in ("boards", "rules", "ko", "moves"):
        assert "strange indeed" in refusal(lambda: function(**{**beside, name: [Strange()]}))


@pytest.mark.parametrize("function, arguments, parameter", list(parameters()))
def test_none_is_no_name(function, arguments, parameter):
    """None stands where it is the default, and nowhere else."""
    name = parameter.name
    if parameter.default is not None:
        named = "board" if function is kosolver.board else name
        assert refusal(lambda: function(**{**arguments, name: None})).startswith(f"{named} is None: write ")
    if name in ("boards", "rules", "ko") and function in (kosolver.table, kosolver.compare):
        beside = {key: value for key, value in arguments.items() if (name, key) != ("ko", "rules")}
        message = refusal(lambda: function(**{**beside, name: ["1x2" if name == "boards" else "psk", None]}))
        assert message.startswith(f"{name}[1] is None: write ")


@pytest.mark.parametrize("ask", [
    lambda: kosolver.players("1x2", ko=[None]),
    lambda: kosolver.command("count", None),
    lambda: kosolver.Session("1x2").play(None),
    lambda: kosolver.Session("1x2").play(["A1", 1]),
    lambda: kosolver.Session("1x2").play("A1", 1),
    lambda: kosolver.solve("1x2", guess=1.5),
    lambda: kosolver.solve("1x2", guess=kosolver.Value("no-result")),
    lambda: kosolver.Certificate("text"),
    lambda: kosolver.read_table(None),
    lambda: kosolver.read_comparison(3),
    lambda: kosolver.Rule.file(3),
    lambda: kosolver.referee(3),
    lambda: kosolver.solve("1x2", nodes=-1),
    lambda: kosolver.solve("1x2", memory=1 << 64),
    lambda: kosolver.solve("1x2", threads=True),
    lambda: kosolver.solve("1x2", time=10**400),
    lambda: kosolver.solve("1x2", time=1j),
])
def test_what_is_asked_elsewhere_is_refused_as_well(ask):
    refusal(ask)


def test_a_widget_without_a_rule_is_refused():
    pytest.importorskip("anywidget")
    assert refusal(lambda: kosolver.widget("1x2", None)).startswith("rules is None: write ")


def test_rules_and_ko_together_are_refused():
    for function, arguments in CALLS.items():
        if {"rules", "ko"} <= set(inspect.signature(function).parameters):
            for rules in ("psk", "aga", "".join(["p", "sk"]), kosolver.Rule("rule mine")):
                with pytest.raises(kosolver.Error, match="give rules or ko, not both"):
                    function(**{**arguments, "rules": rules, "ko": "psk"})
    # Who reads the signature sees what is taken if nothing is given.
    assert "rules: 'Rules' = 'psk'" in str(inspect.signature(kosolver.solve))
    assert kosolver.solve("1x5", ko="fixed").value == kosolver.solve("1x5", "ko=fixed").value != 0


def test_rules_and_boards_are_what_the_module_answers():
    board, rules = kosolver.board("2x2"), kosolver.ruleset("aga")
    assert kosolver.solve(board, rules).value == kosolver.solve("2x2", "aga").value
    assert kosolver.table([board], [rules]).cells[0].value == kosolver.table(board, rules).cells[0].value
    for time in (9, 4.5, Fraction(9, 2), Decimal("4.5")):
        assert kosolver.solve("1x2", time=time).value == 0
    # What can be read once alone is read once.
    once = kosolver.solve("1x2", moves=iter(["A1"]))
    assert once.moves == ("A1",) and once == kosolver.solve("1x2", moves="A1")
    assert list(kosolver.values("1x2", ko=iter(["psk", "ssk"]))) == ["psk", "ssk"]
    # Objects are called by their names.
    mine = kosolver.Rule("rule mine\nremember made(after) on play\nforbid play if made(after)")
    assert list(kosolver.values("1x2", ko=[mine, "psk"])) == ["mine", "psk"]
    assert list(kosolver.values("1x2", iter([rules, mine]))) == ["aga", "mine"] and list(kosolver.values("1x2", mine)) == ["mine"]


CELL = {"board": "1x2", "ko": "psk", "suicide": "forbidden", "result": "score", "score": 0, "openings": []}
FILES = {
    "no JSON": b"value 9",
    "cut": b'{"title": "a", "cells": [',
    "deep": b"[" * 100_000,
    "no UTF-8": b"\xff\xfe",
    "empty": b"",
    "list": b"[1]",
    "number": b"3",
    "null": b"null",
    "record": b"{}",
    "one cell": json.dumps(CELL).encode(),
    "no list": b'{"title": "a", "cells": 3, "boards": 3, "rules": 3}',
    "no record": b'{"title": "a", "cells": [1], "boards": [1], "rules": [1]}',
    "texts": b'{"title": "a", "cells": "ab", "boards": "ab", "rules": "ab"}',
    **{
        f"{name} {value}": json.dumps({"title": "a", "cells": [{**CELL, name: value}]}).encode()
        for name, value in [("result", "tie"), ("score", "1/0"), ("score", "x"), ("score", []), ("openings", 3)]
    },
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
@pytest.mark.parametrize("read", [kosolver.read_table, kosolver.read_comparison])
def test_a_file_with_something_else_is_named(tmp_path, read, data):
    file = tmp_path / "other.json"
    file.write_bytes(data)
    with pytest.raises(kosolver.Error) as raised:
        read(file)
    message = str(raised.value)
    assert message.startswith(f"{file} is ") and "\n" not in message
    assert ("a table as JSON" if read is kosolver.read_table else "a comparison as JSON") in message or "UTF-8" in message


def test_published_files_of_another_kind_are_named():
    results = Path(__file__).resolve().parents[2] / "results"
    tables, comparisons = 0, 0
    for file in results.glob("*.json"):
        for read in (kosolver.read_table, kosolver.read_comparison):
            try:
                answer = read(file)
            except kosolver.Error as fault:
                assert str(fault).startswith(f"{file} is not a ")
            else:
                tables += isinstance(answer, kosolver.Table)
                comparisons += isinstance(answer, kosolver.Comparison)
    assert tables and comparisons


def test_a_rule_in_a_file_that_is_no_text_is_named(tmp_path):
    file = tmp_path / "mine.ko"
    file.write_bytes(b"rule \xff")
    with pytest.raises(kosolver.Error, match="mine.ko is no text in UTF-8: .* at byte 5"):
        kosolver.Rule.file(file)
