"""What browsers get of a module does what the module does, line by line, and says no more."""

import ast
from types import CodeType

import pytest

from zinegen.pages.bare_source import strip_source
from zinegen.pages.browser_bundle import BOTS, CHECKS, PACKAGE, list_modules

SOURCES = (*list_modules().values(), *(PACKAGE / name for name in (*CHECKS, *BOTS)))
ODD = r'''"""What it is."""
from __future__ import annotations
# a remark
TEXT = """
# no remark

  kept \"""
"""
SIGNS = ('"', "#", '\"""', "\'", r"\\", """'""", """ "quoted" """)  # what opens texts


class Bare:
    """Nothing but this."""


class Wordy:
    """Two texts,"""

    """and nothing else."""


class Described:
    size: int = 1
    """In units,
    # not in degrees."""

    def area(self) -> int:
        """What it covers."""
        # the square
        return self.size**2  # of it
'''


def compiled(source: str) -> object:
    """Return what Python makes of a module but for its docstrings: statements, texts, names, lines."""
    return _plain(compile(source, "module", "exec", optimize=2, dont_inherit=True))


def _plain(value: object) -> object:
    if not isinstance(value, CodeType):
        return value
    constants = [_plain(one) for one in value.co_consts]
    lines = [line for _, _, line in value.co_lines()]
    return value.co_name, value.co_code, value.co_names, value.co_varnames, constants, lines


@pytest.mark.parametrize("source", [ODD, "", "# only\n", '"""Only."""\n', "x = 1"], ids=len)
def test_whatever_a_module_looks_like_it_does_the_same(source: str) -> None:
    told = strip_source(source)
    assert strip_source(told) == told
    assert told.count("\n") == source.count("\n")
    assert compiled(told) == compiled(source)


def test_remarks_and_docstrings_go_and_texts_stay() -> None:
    told = strip_source(ODD)
    for gone in ("a remark", "the square", "In units", "degrees", "What it", "Two texts"):
        assert gone not in told
    assert '# no remark\n\n  kept \\"""' in told
    assert "# what opens texts" in told


def test_every_module_that_is_packed_does_the_same_on_the_same_lines() -> None:
    for path in SOURCES:
        source = path.read_text("utf-8")
        assert compiled(strip_source(source)) == compiled(source), path


def test_no_class_is_left_without_a_docstring_that_has_one() -> None:
    """One that has none gets its signature from `dataclasses`, which takes time in every browser."""
    source = 'class Empty:\n    """Round which nobody\n    looks."""\n    size: int\n'
    made = ast.parse(strip_source(source)).body[0]
    assert isinstance(made, ast.ClassDef)
    assert ast.get_docstring(made)
