"""Plain text in 72 columns, as typed zines had it: wrapped lines, centred heads, rules and tables.

Widths are columns of a typewriter face: a letter with accents takes one, a Chinese one two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

WIDTH = 72
"""Columns of a line; only an address that cannot be broken is longer."""
HEAVY, LIGHT = "=", "-"


def measure(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    marks = sum(
        unicodedata.combining(sign) > 0 or unicodedata.category(sign) == "Cf" for sign in text
    )
    return len(text) + wide - marks


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> list[str]:
    """Return a text as lines, broken at blanks; ``first`` stands before the first, ``rest`` before others.

    A no-break space is written as a blank at which no line ends.
    """
    return wrap_items(text.split(" "), first, rest, width=width)


def wrap_items(
    items: Iterable[str], first: str = "", rest: str | None = None, *, width: int = WIDTH
) -> list[str]:
    """Return items as lines, one blank between two; none is broken that fits into a line."""
    after = " " * measure(first) if rest is None else rest
    lines, line, is_empty = [], first, True
    for item in _break_long(items, width - max(measure(first), measure(after))):
        if is_empty:
            line, is_empty = line + item, False
        elif measure(line) + 1 + measure(item) <= width:
            line = f"{line} {item}"
        else:
            lines.append(line)
            line = after + item
    return [one.replace("\u00a0", " ").rstrip() for one in (*lines, line)] if not is_empty else []


def _break_long(items: Iterable[str], room: int) -> Iterator[str]:
    """Yield items that fit into the room: one of several words as its words, and no word longer than it.

    Addresses stay whole: nobody could follow half of one.
    """
    for item in items:
        for part in [item] if measure(item) <= room else item.replace("\u00a0", " ").split(" "):
            word = part
            while measure(word) > room and "://" not in word and "@" not in word:
                cut = _count_fitting(word, room)
                yield word[:cut]
                word = word[cut:]
            if word:
                yield word


def _count_fitting(word: str, room: int) -> int:
    """Return how many characters of a word fit, one at least."""
    return max(1, next(n for n in range(len(word), 0, -1) if n == 1 or measure(word[:n]) <= room))


def centre(text: str, width: int = WIDTH) -> list[str]:
    """Return a text as lines in the middle."""
    return [" " * ((width - measure(line)) // 2) + line for line in wrap(text, width=width - 8)]


def spread(left: str, right: str, width: int = WIDTH) -> list[str]:
    """Return a line with a text at each end; two lines where there is no room for both."""
    gap = width - measure(left) - measure(right)
    if gap < 2 or not left or not right:
        lines = wrap(left, rest="   ", width=width)
        return [*lines, *(_to_the_right(one, width) for one in wrap(right))]
    return [f"{left}{' ' * gap}{right}"]


def _to_the_right(line: str, width: int) -> str:
    return " " * max(0, width - measure(line)) + line


def rule(sign: str = LIGHT, width: int = WIDTH) -> str:
    """Return a line across."""
    return sign * width


def head(text: str) -> list[str]:
    """Return a heading with a line under it, as long as it is."""
    lines = wrap(text)
    return ["", *lines, LIGHT * max(map(measure, lines)), ""] if lines else []


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return a text filled up with blanks behind it, or before it."""
    blanks = " " * (width - measure(text))
    return f"{blanks}{text}" if right else f"{text}{blanks}"


def table(rows: Sequence[Sequence[str]], width: int = WIDTH) -> list[str]:
    """Return rows as columns; the last one is wrapped where it is too long.

    Columns but the last that hold numbers in all rows are set to the right.
    """
    if not rows:
        return []
    count = max(map(len, rows))
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    sizes = [max(measure(row[n]) for row in cells) for n in range(count - 1)]
    numeric = [all(row[n].isdigit() or not row[n] for row in cells) for n in range(count - 1)]
    lines = []
    for row in cells:
        start = "  ".join(
            pad(text, size, right=is_number)
            for text, size, is_number in zip(row, sizes, numeric, strict=False)
        )
        start = f"{start}  " if sizes else ""
        if measure(start) > width // 2:
            lines += [*wrap(start.rstrip(), rest="   "), *wrap(row[-1], first="   ")]
        else:
            lines += wrap(row[-1], first=start, width=width) if row[-1] else [start.rstrip()]
    return lines
