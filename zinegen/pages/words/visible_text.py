"""Strangers' texts without what cannot be seen: for names, headlines and whatever they write."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

ACCENTS = 3
"""So many marks may stand over one letter, and so many beside it; a tower of them paints over other
people's lines."""
_BLANKS = frozenset("\n\t")
_LOOKED_AT = frozenset({"Cc", "Cf", "Cs", "Mn", "Me", "Mc"})
"""The categories of characters of which some go; a text of others stays as it is."""


def strip_invisible(text: str) -> str:
    """Return the text composed (NFC), without control, direction and other invisible characters.

    Line ends and tabs stay, and so do the two joiners without which some scripts cannot be written.
    """
    if text.isascii() and text.isprintable():
        return text
    lines = unicodedata.normalize("NFC", re.sub("\r\n?|[\u2028\u2029]", "\n", text))
    if all(unicodedata.category(one) not in _LOOKED_AT for one in {*lines} - _BLANKS):
        return lines
    return "".join(_list_visible(lines))


def one_line(text: str) -> str:
    """Return the text as one visible line: for names, titles, headlines and datelines."""
    return " ".join(strip_invisible(text).split())


def _list_visible(text: str) -> Iterator[str]:
    """Yield the characters that stay: of the marks on one letter the first few, whatever they are."""
    marks: Counter[bool] = Counter()
    for character in text:
        match unicodedata.category(character):
            case "Cc" | "Cf" | "Cs":
                if character in "\n\t\u200c\u200d":
                    yield character
            case "Mn" | "Me" | "Mc" as category:
                takes_room = category == "Mc"
                marks[takes_room] += 1
                if marks[takes_room] <= ACCENTS:
                    yield character
            case _:
                marks.clear()
                yield character
