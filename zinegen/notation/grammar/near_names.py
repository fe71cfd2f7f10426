"""Slips of the keyboard: how many lie between what was typed and what was meant."""

from __future__ import annotations


def slips(one: str, other: str) -> int:
    """Return the fewest single-key slips that turn one word into another.

    A slip leaves a letter out, puts one in, changes one, or swaps two neighbours (no letter twice).
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, wanted in enumerate(other, 1):
            best = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 < column and letter == other[column - 2] and one[row - 2] == wanted:
                best = min(best, before[column - 2] + 1)
            now.append(best)
        before, last = last, now
    return last[-1]


def nearest(word: str, among: tuple[str, ...]) -> str | None:
    """Return the word that was most probably meant, or None when none is near."""
    scored = sorted((slips(word, other), other) for other in among if len(other) > 1)
    if not scored or scored[0][0] > max(1, min(len(word), len(scored[0][1])) // 3):
        return None
    return scored[0][1]
