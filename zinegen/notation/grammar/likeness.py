"""How like two words are: by the slips of a hand between them, and the letters that they share."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_


@lru_cache(maxsize=4096)  # one wrong word is held against the same names many times
def count_slips(one: str, other: str) -> int:
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


def may_be_near(one: str, other: str, slips: int) -> bool:
    """Tell whether so few slips may turn one word into another: length and letters allow it."""
    if abs(len(one) - len(other)) > slips:
        return False
    mine, others = list_letters(one), list_letters(other)
    return (mine & ~others).bit_count() <= slips and (others & ~mine).bit_count() <= slips


@lru_cache(maxsize=4096)
def list_letters(word: str) -> int:
    """Return the letters of a word, a bit for each; letters far apart in Unicode may share one."""
    return reduce(or_, (1 << (ord(letter) & 63) for letter in word), 0)


def allow_slips(word: str, other: str) -> int:
    """Return how many slips there may be between two words for one to be meant by the other."""
    return max(1, min(len(word), len(other)) // 3)


def weigh_letters(typed: str, name: str) -> float:
    """Return a penalty between names as many slips away: for another first letter, then for other letters."""
    return 0.3 * (name[0] != typed[0]) + 0.1 * (sorted(name) != sorted(typed))
