"""The examples of the page and of the docstrings are true."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import kosolver
from kosolver import _commands, _game, _names, _results, _surveys

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [Path(__file__).parents[2] / "docs" / "python.md", Path(__file__).parents[1] / "README.md"]


@pytest.mark.parametrize("module", [kosolver, _commands, _game, _names, _results, _surveys], ids=lambda m: m.__name__)
def test_docstrings(module):
    found = doctest.testmod(module, optionflags=FLAGS, extraglobs={"kosolver": kosolver})
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    # Blocks go on where the one before ended. Those about frames need pandas.
    try:
        import pandas  # noqa: F401
    except ImportError:
        blocks = [block for block in blocks if "to_frame" not in block and "pandas" not in block]
    text = "\n".join(blocks)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def test_everything_public_is_documented():
    for name in kosolver.__all__:
        if not name.startswith("__"):
            assert inspect.getdoc(getattr(kosolver, name)), name


def test_the_stub_names_what_the_native_part_has():
    stub = (Path(kosolver.__file__).parent / "_kosolver.pyi").read_text(encoding="utf-8")
    native = {name for name in dir(kosolver._kosolver) if not name.startswith("__")}
    assert native == set(re.findall(r"^(?:def|class) (\w+)", stub, re.MULTILINE))
    for name in native:
        thing = getattr(kosolver._kosolver, name)
        parameters = re.search(rf"^def {name}\((.*?)\) ->", stub, re.DOTALL | re.MULTILINE)
        if parameters and not inspect.isclass(thing):
            names = re.findall(r"(\w+):", parameters[1])
            assert names == list(inspect.signature(thing).parameters), name


def test_the_module_is_marked_as_typed():
    assert (Path(kosolver.__file__).parent / "py.typed").exists()
