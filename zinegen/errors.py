"""Every error that zinegen raises on purpose.

An error says in one lower-case sentence what is wrong. Where a text is to blame it also carries
the place, and the reader of that text finds line, column, a hint and what happens if it is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class ZinegenError(Exception):
    """The base of all errors raised on purpose; its text is fit for a person to read."""

    key: tuple[str | int, ...] = ()
    """The way to the key of a file that is to blame: names, and numbers in lists; as far as it is known."""


@contextmanager
def reading_key(*key: str | int) -> Iterator[None]:
    """Say of what is raised on purpose inside which key of a file is read there; may stand within another."""
    try:
        yield
    except ZinegenError as problem:
        problem.key = (*key, *problem.key)
        raise


class MapError(ZinegenError):
    """A map that cannot be: a broken mesh, a border that is not there, an event that makes no sense."""


class RulesError(ZinegenError):
    """A position or sheet that no rule set can judge, such as two units in one province."""


class NotationError(ZinegenError):
    """A text that is no order, place, phase or unit."""


class NoCoastError(NotationError):
    """A fleet's coast that is not on this board, or that must be named because there are several."""


class GameFolderError(ZinegenError):
    """A game's folder that cannot be read or must not be touched."""


class Where(NamedTuple):
    """A place in a file: its path as shown to people, line and column from 1.

    ``end_column`` is the column behind the last marked character; ``line`` 0 means the whole file.
    """

    file: str
    line: int = 0
    column: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        """Return ``file:line:column``, as compilers write it."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file, *numbers])
