"""Words and signs of a written line, each with its place, and which word a misspelt one may have meant.

Every way of typing a sign is one sign: dots and double quotes are blanks (``St. Petersburg``, ``connect.``),
square brackets are round ones, every dash and arrow is ``-``, ``&amp;`` is ``&``. Words are compared
without case and accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r"""
      (?P<blank> [\s."\u201c-\u201f\u00ab\u00bb]+ )
    | (?P<and>   &(?:amp;)? | \+ )
    | (?P<dash>  [-\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]+>?
               | =+> | [\u2190-\u21ff\u27f0-\u27ff] | > )
    | (?P<open>  [(\[] )
    | (?P<close> [)\]] )
    | (?P<digits> [0-9]+ )
    | (?P<word>  [^\W\d_]+ (?: ['\u2018\u2019\u02bc`\u00b4] [^\W\d_]+ )* )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_SIGNS = {"and": "&", "dash": "-", "open": "(", "close": ")"}
_INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign and where it stands in its line; ``start`` and ``end`` count from 0."""

    text: str
    """Folded: a word in small letters without accents, digits, or a sign."""
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Tell whether it is made of letters."""
        return self.text[0].isalpha()


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Return a word without case, accents and apostrophes: the form in which words are compared."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


@lru_cache(maxsize=4096)
def tokenise(line: str) -> tuple[Token, ...]:
    """Return the words and signs of a line."""
    return tuple(_scan_tokens(line))


def _scan_tokens(line: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(line):
        kind = match.lastgroup
        if kind == "word":
            text = fold(_strip_possessive(match[0])) or match[0]
        elif kind in _SIGNS:
            text = _SIGNS[kind]
        else:
            text = match[0]
        if kind != "blank":
            yield Token(text, match.start(), match.end())


def _strip_possessive(word: str) -> str:
    return re.sub(r"['\u2018\u2019\u02bc`\u00b4]s$", "", word, flags=re.IGNORECASE)


def split_words(text: str) -> tuple[str, ...]:
    """Return the folded texts of a line's words and signs."""
    return tuple(token.text for token in tokenise(text))


def find_invisible(line: str) -> tuple[int, str] | None:
    """Return place and name of the first character that nobody can see, or None when there is none."""
    if line.isascii() and line.isprintable():
        return None
    for at, character in enumerate(line):
        if character != "\t" and unicodedata.category(character) in _INVISIBLE:
            return at, unicodedata.name(character, f"character number {ord(character)}").lower()
    return None


def strip_remark(line: str) -> str:
    """Return a line without its remark (what stands behind ``#``) and without blanks at its end."""
    return line.partition("#")[0].rstrip()


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


def find_nearest(word: str, among: tuple[str, ...]) -> str | None:
    """Return the word that was most probably meant, or None when none is near."""
    scored = sorted((count_slips(word, other), other) for other in among if len(other) > 1)
    if not scored or scored[0][0] > max(1, min(len(word), len(scored[0][1])) // 3):
        return None
    return scored[0][1]
