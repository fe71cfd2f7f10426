"""Our own Python sources without what only people read: the same program, line by line, in fewer bytes."""

import re

_LONG = r'"""(?:[^\\"]|\\.|"(?!""))*"""'
_TEXTS = re.compile(
    rf"(?P<remark>^ *#[^\n]*)|^(?P<indent> *){_LONG}(?P<docstring>(?= *$))"
    rf"|{_LONG}|'''(?:[^\\']|\\.|'(?!''))*'''"
    r"""|"(?:[^\\"\n]|\\.)*"|'(?:[^\\'\n]|\\.)*'|#[^\n]*""",
    re.MULTILINE | re.DOTALL,
)
"""Every text and remark of a module in our style, where docstrings have lines of their own."""


def strip_source(source: str) -> str:
    """Return a module without docstrings and remarks on lines of their own.

    A full stop stands for a docstring: for a class without any, `dataclasses` would write one each time.
    Every statement stays on its line, so that a fault is told with the place where the module has it.
    """
    return _TEXTS.sub(_strip, source)


def _strip(found: re.Match[str]) -> str:
    ends = "\n" * found[0].count("\n")
    if found["remark"] is not None:
        return ends
    return found[0] if found["docstring"] is None else f'{found["indent"]}"."{ends}'
