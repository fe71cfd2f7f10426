"""Words of a line, and names of provinces and powers: every spelling with one meaning, and near misses.

Every way of typing a sign is one sign: dots and double quotes are blanks (``St. Petersburg``, ``connect.``),
square brackets are round ones, every dash and arrow is ``-``, ``&amp;`` is ``&``. Words are compared
without case and accents.

Source: docs/rules/common.md, "9. Names".
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
from typing import TypeVar

from zinegen.board.board import Board, Power
from zinegen.errors import NotationError
from zinegen.game.units import Kind
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.languages import LANGUAGES, list_spellings, list_words
from zinegen.notation.grammar.likeness import (
    allow_slips,
    count_slips,
    list_letters,
    may_be_near,
    weigh_letters,
)
from zinegen.notation.grammar.usual_names import ADJECTIVES, ALIASES, DOUBTFUL

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


@lru_cache(maxsize=4096)
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


def find_nearest(word: str, among: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that were most probably meant, equally near; none when none is near."""
    scored = sorted(
        (count_slips(word, other), other)
        for other in among
        if len(other) > 1 and may_be_near(word, other, allow_slips(word, other))
    )
    if not scored or scored[0][0] > allow_slips(word, scored[0][1]):
        return ()
    return tuple(dict.fromkeys(other for count, other in scored if count == scored[0][0]))


def suggest(word: str, known: tuple[str, ...], otherwise: str, quote: str = "") -> str:
    """Return a hint: the known words that were probably meant, or else another text."""
    near = [f"{quote}{one}{quote}" for one in find_nearest(word, known)]
    return ask_whether_meant(near) if near else otherwise


def ask_whether_meant(words: Iterable[str]) -> str:
    """Return the question whether one of some words was meant."""
    return gettext("did you mean {names}?", names=gettext(" or ").join(words))


_Named = TypeVar("_Named")

_SHORTEST_BEGINNING = 2
"""Letters by which a name can be told from its beginning."""
_ABBREVIATION = 3
"""Letters of an abbreviation."""
_LONGEST_NAME = 40
"""In letters; a longer word is like no name."""

Spelling = tuple[str, ...]
"""A name as the sequence of its folded words and signs."""

DISBAND = "disband"
"""The choice of a unit that would rather go than stay."""

COAST_WORDS: Mapping[tuple[str, ...], str] = {
    **{(label,): label for label in ("nc", "ec", "sc", "wc", "nec", "sec", "swc", "nwc")},
    **{tuple(label): label for label in ("nc", "ec", "sc", "wc")},
    **{
        (*direction.split(), *coast): "".join(word[0] for word in direction.split()) + "c"
        for direction in (
            *("north", "east", "south", "west", "northern", "eastern", "southern", "western"),
            *("north east", "south east", "south west", "north west"),
        )
        for coast in (("coast",), ())
    },
}
"""The eight labels and the words for them."""

DIRECTIONS = frozenset(COAST_WORDS.values())
"""The eight labels."""

KINDS: Mapping[tuple[str, ...], Kind] = {
    ("a", "/", "f"): Kind.ARMY_ABOARD,
    ("a",): Kind.ARMY,
    ("army",): Kind.ARMY,
    ("f",): Kind.FLEET,
    ("fleet",): Kind.FLEET,
    ("navy",): Kind.FLEET,
    ("m",): Kind.MUTANT,
    ("mutant", "force"): Kind.MUTANT,
    ("mutant",): Kind.MUTANT,
}
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1
    )
}
RESERVED = frozenset(
    {
        *(word for spelling in (*COAST_WORDS, *KINDS) for word in spelling),
        *(*NUMBERS, "no", "number", "nr", "and", DISBAND, "disbands", "trapped"),
    }
)
"""Words that mean something in a slot and can therefore not be plain names."""

_GENERIC = frozenset(
    {
        *("sea", "seas", "gulf", "of", "the", "bight", "ocean", "channel", "atlantic", "land"),
        *("north", "south", "east", "west", "mid", "middle", "northern", "southern"),
        *("mediterranean", "saint", "st", "island", "islands", "and", "new", "great"),
    }
)
"""Words of full names that point at no province by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The spellings of the provinces of a board and the powers of a game."""

    provinces: Mapping[Spelling, ProvinceKey]
    powers: Mapping[Spelling, Power]
    longest: int
    """The number of words and signs in the longest name."""
    doubtful: Mapping[Spelling, tuple[ProvinceKey, ...]] = field(default_factory=dict)
    """Spellings that may mean several provinces."""

    @classmethod
    def of(
        cls,
        board: Board,
        powers: Sequence[Power] = (),
        aliases: Mapping[str, tuple[str, ...]] | None = None,
        languages: Sequence[str] = (),
    ) -> Names:
        """Return the names of a board; ``aliases`` adds spellings by province key to the usual ones.

        ``languages`` are codes of `LANGUAGES`: the names of Europe in these count as well.
        """
        usual = ALIASES if board.aliases is None else board.aliases
        spelt = _provinces(board, {**usual, **(aliases or {})})
        if board.aliases is not None:
            called = _powers(powers, languages)
            longest = max(len(spelling) for spelling in (*spelt, *called))
            return cls(provinces=spelt, powers=called, longest=longest)
        doubtful = _doubtful_names(board, spelt, languages)
        spelt.update(_abbreviate(board, {*spelt, *doubtful}, languages))
        plain = {spelling: face for spelling, face in spelt.items() if spelling not in doubtful}
        called = _powers(powers, languages)
        longest = max((len(spelling) for spelling in (*plain, *doubtful, *called)), default=1)
        return cls(provinces=plain, powers=called, longest=longest, doubtful=doubtful)

    def provinces_at(self, line: Sequence[Token], at: int) -> Iterator[tuple[int, ProvinceKey]]:
        """Yield the provinces that the words from ``at`` on may name, longest first, and what is behind."""
        yield from match_spelling(self.provinces, self.longest, line, at)

    def powers_at(self, line: Sequence[Token], at: int) -> Iterator[tuple[int, Power]]:
        """Yield the powers that the words from ``at`` on may name, longest first, and what is behind."""
        yield from match_spelling(self.powers, self.longest, line, at)

    def province(self, text: str) -> ProvinceKey:
        """Return the province of a name; raises NotationError, with what was meant, when there is none."""
        found = self.provinces.get(split_words(text))
        if found is None:
            near = self.near(text)[:3]
            message = gettext("there is no province called {text!r}", text=text)
            raise NotationError("; ".join((message, *([ask_whether_meant(near)] if near else ()))))
        return found

    def power(self, text: str) -> Power:
        """Return the power of a name or nationality; raises NotationError when there is none."""
        found = self.powers.get(split_words(text))
        if found is None:
            near = suggest(text, tuple(sorted(set(self.powers.values()))), "")
            message = gettext("there is no power called {text!r}", text=text)
            raise NotationError("; ".join(filter(None, (message, near))))
        return found

    def near(
        self, text: str, within: frozenset[ProvinceKey] = frozenset()
    ) -> tuple[ProvinceKey, ...]:
        """Return the provinces that a wrong name may have meant, likeliest first.

        A beginning of a name counts before a likeness, and what the unit can reach (``within``) before what
        it cannot; where the two are at odds both are returned. Likeness is counted in single-key slips, a
        little less for the same first letter.
        """
        typed = _join_words(split_words(text))
        if not typed or len(typed) > _LONGEST_NAME:
            return ()
        scores = self._score_likeness(typed, within)
        begun = self._find_beginnings(typed)
        likely = sorted(scores, key=lambda face: (scores[face], face))
        if begun & within:
            return tuple(sorted(begun & within))
        if begun:
            most = max(1, len(typed) // 3) + 1
            near = [face for face in likely if face in within and scores[face] < most]
            return (*near, *sorted(begun.difference(near)))
        ranked = [face for face in likely if face in within] or likely
        return tuple(face for face in ranked if scores[face] < scores[ranked[0]] + 1)

    def begins(self, word: str) -> bool:
        """Tell whether the name of a province begins with a folded word."""
        return bool(self._find_beginnings(word))

    def _find_beginnings(self, typed: str) -> set[ProvinceKey]:
        """Return the provinces whose name begins so."""
        if len(typed) < _SHORTEST_BEGINNING:
            return set()
        names = _list_names(tuple(self.provinces.items()))
        return {face for name, _, _, face in names if name.startswith(typed)}

    def _score_likeness(
        self, typed: str, within: frozenset[ProvinceKey]
    ) -> dict[ProvinceKey, float]:
        """Return how far provinces whose name is near are from what was typed."""
        scores: dict[ProvinceKey, float] = {}
        mine, most = list_letters(typed), max(1, len(typed) // 3)
        for name, letters, is_key, face in _list_names(tuple(self.provinces.items())):
            allowed = most + (face in within)
            if (
                abs(len(name) - len(typed)) > allowed
                or (mine & ~letters).bit_count() > allowed
                or (letters & ~mine).bit_count() > allowed
            ):
                continue
            count = count_slips(typed, name)
            if count <= most or (count <= allowed and _share_most_letters(typed, name)):
                score = count + weigh_letters(typed, name) + 0.1 * (not is_key)
                scores[face] = min(score, scores.get(face, score))
        return scores


def _share_most_letters(typed: str, name: str) -> bool:
    """Tell whether most letters of what was typed stand in a name: without, it is another word."""
    return 2 * (Counter(typed) & Counter(name)).total() > len(typed)


@lru_cache(maxsize=16)
def _list_names(
    provinces: tuple[tuple[Spelling, ProvinceKey], ...],
) -> tuple[tuple[str, int, bool, ProvinceKey], ...]:
    """Return each name in one word, its letters, whether it is the province's key, and the province."""
    found = {(_join_words(name), name == split_words(face), face) for name, face in provinces}
    return tuple((name, list_letters(name), is_key, face) for name, is_key, face in sorted(found))


@lru_cache(maxsize=4096)
def _join_words(spelling: Spelling) -> str:
    return "".join(word for word in spelling if word[0].isalnum())


def names_for(board: Board, powers: Sequence[Power] = (), languages: tuple[str, ...] = ()) -> Names:
    """Return the names of a board and its powers, kept with the board."""
    key = ("names", tuple(powers), languages)
    if key not in board.memo:
        board.memo[key] = Names.of(board, powers, languages=languages)
    return board.memo[key]  # type: ignore[return-value]


def nationality(power: Power) -> str:
    """Return how orders name a power's units: ``FRENCH``."""
    return ADJECTIVES.get(power, (str(power),))[0].upper()


def match_spelling(
    known: Mapping[Spelling, _Named], longest: int, line: Sequence[Token], at: int
) -> Iterator[tuple[int, _Named]]:
    """Yield what the words from ``at`` on may mean, longest spelling first, and the place behind."""
    spelling = tuple(token.text for token in line[at : at + longest])
    for length in range(len(spelling), 0, -1):
        found = known.get(spelling[:length])
        if found is not None:
            yield at + length, found


def _provinces(board: Board, aliases: Mapping[str, tuple[str, ...]]) -> dict[Spelling, ProvinceKey]:
    keys = {split_words(face): face for face in board.provinces}
    found = dict(_parts(board))
    for key, others in aliases.items():
        if ProvinceKey(key) in board.provinces:
            for other in others:
                _spell(found, other, ProvinceKey(key))
    for face, province in board.provinces.items():
        _spell(found, province.name, face)
    return {**found, **keys}


def _spell(found: dict[Spelling, ProvinceKey], name: str, face: ProvinceKey) -> None:
    """Add a name with its dashes, without them, and in one word."""
    for spelling in _spellings(name):
        found[spelling] = face


@lru_cache(maxsize=4096)
def _spellings(name: str) -> tuple[Spelling, ...]:
    spelling = split_words(name)
    bare = tuple(word for word in spelling if word[0].isalnum())
    return tuple(one for one in (spelling, bare, ("".join(bare),)) if one)


def _doubtful_names(
    board: Board, spelt: dict[Spelling, ProvinceKey], languages: Sequence[str]
) -> dict[Spelling, tuple[ProvinceKey, ...]]:
    """Add the names in other languages to those spelt already; return those that may mean several provinces.

    A province's key means that province, whatever it means elsewhere.
    """
    meant: dict[Spelling, set[ProvinceKey]] = {}
    for name, faces in DOUBTFUL.items():
        for face in faces:
            if ProvinceKey(face) in board.provinces:
                meant.setdefault(split_words(name), set()).add(ProvinceKey(face))
    for code in languages:
        for face in board.provinces:
            for name in list_spellings(LANGUAGES[code].provinces, face):
                for spelling in _spellings(name):
                    meant.setdefault(spelling, set()).add(face)
    keys = {split_words(face) for face in board.provinces}
    for spelling in [one for one in meant if one in spelt]:
        meant[spelling].add(spelt[spelling])
    spelt.update(
        {one: min(faces) for one, faces in meant.items() if len(faces) == 1 and one not in keys}
    )
    return {
        one: tuple(sorted(faces))
        for one, faces in meant.items()
        if len(faces) > 1 and one not in keys
    }


def _abbreviate(
    board: Board, known: set[Spelling], languages: Sequence[str]
) -> Mapping[Spelling, ProvinceKey]:
    """Return the first letters of names of lands in other languages, where they mean one province only."""
    owners: dict[Spelling, set[ProvinceKey]] = {}
    for code in languages:
        for face in board.provinces:
            for name in list_spellings(LANGUAGES[code].provinces, face):
                words = split_words(name)
                if len(words) == 1 and len(words[0]) > _ABBREVIATION and board.is_ground(face):
                    owners.setdefault((words[0][:_ABBREVIATION],), set()).add(face)
    known = known | {(fold(word),) for word, _ in list_words(tuple(languages))}
    return {
        spelling: min(faces)
        for spelling, faces in owners.items()
        if len(faces) == 1 and spelling not in known
    }


def _parts(board: Board) -> Mapping[Spelling, ProvinceKey]:
    """Return the words of full names that point at one province only: ``Baltic``, ``Ionian``."""
    owners: dict[str, set[ProvinceKey]] = {}
    for face, province in board.provinces.items():
        for word in split_words(province.name):
            owners.setdefault(word, set()).add(face)
    vague = _GENERIC | _list_nations()
    return {
        (word,): min(faces)
        for word, faces in owners.items()
        if len(faces) == 1 and len(word) > 3 and word not in vague
    }


@cache
def _list_nations() -> frozenset[str]:
    """Return the words of the names that a power's units and people have."""
    names = chain.from_iterable(ADJECTIVES.values())
    return frozenset(word for name in names for word in split_words(name))


def _powers(powers: Sequence[Power], languages: Sequence[str]) -> Mapping[Spelling, Power]:
    found: dict[Spelling, Power] = {}
    for power in powers:
        other = (list_spellings(LANGUAGES[code].powers, power) for code in languages)
        for name in (*ADJECTIVES.get(power, ()), *chain.from_iterable(other)):
            found[split_words(name)] = power
            found[tuple(word for word in split_words(name) if word[0].isalnum())] = power
    return {**found, **{split_words(power): power for power in powers}}
