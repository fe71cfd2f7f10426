"""What browsers get of a module does what the module does, line by line, and says no more."""

import ast

import pytest

from zinegen.pages.bare_source import strip_source
from zinegen.pages.browser_bundle import BOTS, CHECKS, PACKAGE, list_modules

SOURCES = (*list_modules().values(), *(PACKAGE / name for name in (*CHECKS, *BOTS)))
ODD = '''"""What it is."""
# a remark
TEXT = """
# no remark

  kept
"""
MADE = f"""
# none either {TEXT}
"""


class Bare:
    """Nothing but this."""


class Wordy:
    """Two texts,"""

    """and nothing else."""


class Described:
    size: int = 1
    """In units."""

    def area(self) -> int:
        """What it covers."""
        # the square
        return self.size**2  # of it
'''


def _drop_docstrings(tree: ast.Module) -> tuple[str, list[int]]:
    """Return a tree without texts that stand beside other statements, and the line of each statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            texts = [
                one
                for one in node.body
                if isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            ]
            if len(texts) < len(node.body):
                node.body = [one for one in node.body if one not in texts]
    return ast.dump(tree), [one.lineno for one in ast.walk(tree) if isinstance(one, ast.stmt)]


@pytest.mark.parametrize("source", [ODD, "", "# only\n", '"""Only."""\n'], ids=len)
def test_whatever_a_module_looks_like_it_does_the_same(source: str) -> None:
    told = strip_source(source)
    assert ast.dump(ast.parse(told)) == ast.dump(ast.parse(strip_source(told)))
    assert len(told.splitlines()) == len(source.splitlines())
    assert _drop_docstrings(ast.parse(told)) == _drop_docstrings(ast.parse(source))


def test_remarks_and_docstrings_go_and_texts_stay() -> None:
    told = strip_source(ODD)
    assert "a remark" not in told
    assert "the square" not in told
    assert "In units" not in told
    assert "What" not in told
    assert "# no remark\n\n  kept\n" in told
    assert "# none either" in told


def test_every_module_that_is_packed_does_the_same_on_the_same_lines() -> None:
    for path in SOURCES:
        source = path.read_text("utf-8")
        told, meant = ast.parse(strip_source(source)), ast.parse(source)
        assert _drop_docstrings(told) == _drop_docstrings(meant), path
