"""Abbreviations of provinces: which ones orders can be written with, and another for one that cannot."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import product
from string import ascii_lowercase

from zinegen.languages.texts import gettext
from zinegen.notation.grammar.names import RESERVED

RESERVED_KEYS = frozenset({*RESERVED, "out"})
"""Words that mean something else in orders, or on boards."""
_KEY = re.compile(r"[A-Za-z]{2,8}")


def find_trouble(written: str, taken: Collection[str]) -> str:
    """Return why no province can be called so in orders, empty where it can; ``taken``: in small letters."""
    if not _KEY.fullmatch(written):
        return gettext(
            '"{written}" is no abbreviation, which has two to eight letters, as Lon has',
            written=written,
        )
    if written.lower() in RESERVED_KEYS:
        return gettext('"{written}" means something else in orders', written=written)
    if written.lower() in taken:
        return gettext('"{written}" is the name of a power, too', written=written)
    return ""


def abbreviate(name: str, taken: Collection[str]) -> str:
    """Return letters that stand for a name and are free; ``taken`` are in small letters."""
    return next(
        choice.capitalize()
        for choice in _list_choices(name)
        if len(choice) > 1 and choice.lower() not in taken and choice.lower() not in RESERVED_KEYS
    )


def _list_choices(name: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKD", name)
    letters = re.sub(r"[^A-Za-z]", "", plain) or "Prov"
    yield letters[:3]
    for letter in letters[3:]:
        yield letters[:2] + letter
    for count in (1, 2, 3):
        for tail in product(ascii_lowercase, repeat=count):
            yield letters[:3] + "".join(tail)
