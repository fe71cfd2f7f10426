"""What can stand in the slots of an order: provinces, places, units, borders, powers, coasts, numbers.

A slot is read from a place in the line on; it yields every reading, the longest first, with the place
behind it. A slot that cannot be read notes in the progress of the match what was expected, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.game.units import Border, Kind, Named, Spot
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.names import Names, Token

DISBAND = "disband"
"""The choice of a unit that would rather go than stay."""

COAST_WORDS: Mapping[tuple[str, ...], str] = {
    **{(label,): label for label in ("nc", "ec", "sc", "wc", "nec", "sec", "swc", "nwc")},
    **{tuple(label): label for label in ("nc", "ec", "sc", "wc")},
    **{
        (*direction, *coast): label
        for direction, label in {
            ("north",): "nc",
            ("east",): "ec",
            ("south",): "sc",
            ("west",): "wc",
            ("northern",): "nc",
            ("eastern",): "ec",
            ("southern",): "sc",
            ("western",): "wc",
            ("north", "east"): "nec",
            ("south", "east"): "sec",
            ("south", "west"): "swc",
            ("north", "west"): "nwc",
        }.items()
        for coast in (("coast",), ())
    },
}
"""The eight labels and the words for them."""

_AND = frozenset({"&", "and"})
"""What joins the two provinces of a border and stands nowhere else in it."""

_KINDS: Mapping[tuple[str, ...], Kind] = {
    ("a", "/", "f"): Kind.ARMY_ABOARD,
    ("a",): Kind.ARMY,
    ("army",): Kind.ARMY,
    ("f",): Kind.FLEET,
    ("fleet",): Kind.FLEET,
    ("m",): Kind.MUTANT,
    ("mutant", "force"): Kind.MUTANT,
    ("mutant",): Kind.MUTANT,
}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1
    )
}
RESERVED = frozenset(
    {
        *(word for spelling in (*COAST_WORDS, *_KINDS) for word in spelling),
        *(*_NUMBERS, "no", "number", "nr", "and", DISBAND, "disbands", "trapped"),
    }
)
"""Words that mean something in a slot and can therefore not be plain names."""


@dataclass(slots=True)
class MatchProgress:
    """How far the forms came in matching a line, and what they expected there."""

    line: Sequence[Token]
    names: Names
    furthest: int = 0
    words: set[str] = field(default_factory=set)
    """Words and signs that would have fitted at ``furthest``."""
    slots: set[str] = field(default_factory=set)
    """Kinds of things (``province``, ``coast``) that would have fitted there."""
    read: dict[tuple[str, int], tuple[tuple[int, object], ...]] = field(default_factory=dict)
    """What each kind of slot has come to at each place: many forms ask the same of a line."""

    def miss(self, at: int, *, word: str = "", slot: str = "") -> None:
        """Record that something else was expected at a place."""
        if at < self.furthest:
            return
        if at > self.furthest:
            self.furthest = at
            self.words.clear()
            self.slots.clear()
        if word:
            self.words.add(word)
        if slot:
            self.slots.add(slot)

    def text(self, at: int) -> str:
        """Return the word or sign at a place; empty behind the end."""
        return self.line[at].text if at < len(self.line) else ""


def match_province(progress: MatchProgress, at: int) -> Iterator[tuple[int, Face]]:
    """Match the name of a province, bare or in brackets."""
    found = False
    for end, face in progress.names.provinces_at(progress.line, at):
        found = True
        yield end, face
    if progress.text(at) == "(":
        for end, face in progress.names.provinces_at(progress.line, at + 1):
            if progress.text(end) == ")":
                found = True
                yield end + 1, face
    if not found:
        progress.miss(at + (progress.text(at) == "("), slot="province")


def match_coast(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match a coast: ``nc``, ``south coast``, ``GOL`` or ``{GOL,WES}``; in canonical writing."""
    found = False
    for length in (3, 2, 1):
        spelling = tuple(token.text for token in progress.line[at : at + length])
        if spelling in COAST_WORDS and len(spelling) == length:
            found = True
            yield at + length, COAST_WORDS[spelling]
    for end, face in progress.names.provinces_at(progress.line, at):
        found = True
        yield end, str(face)
    if progress.text(at) == "{":
        for end, waters in _match_waters(progress, at + 1):
            found = True
            yield end, "{" + ",".join(sorted(waters)) + "}"
    if not found:
        progress.miss(at, slot="coast")


def _match_waters(progress: MatchProgress, at: int) -> Iterator[tuple[int, tuple[Face, ...]]]:
    for end, face in match_province(progress, at):
        if progress.text(end) == "}":
            yield end + 1, (face,)
        after = end + (progress.text(end) == ",")
        if progress.text(end) != "}":
            for last, rest in _match_waters(progress, after):
                yield last, (face, *rest)


def _match_direction(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match a coast that may stand bare behind its province: only ``sc`` and its like."""
    for length in (2, 1):
        spelling = tuple(token.text for token in progress.line[at : at + length])
        word = COAST_WORDS.get(spelling)
        if word is not None and (len(spelling) == 2 or spelling[0] == word):
            yield at + length, word


def _match_coast_behind(
    progress: MatchProgress, at: int, *, of_border: bool
) -> Iterator[tuple[int, str]]:
    """Match the coast behind a province: ``/sc``, ``(sc)``, `` sc``, ``/GOL``, ``{GOL,WES}``.

    In a border ``Bre/ENG`` is the pair, unless ``&`` or ``and`` comes next, as in ``Bre/ENG & MAO``.
    """
    sign = progress.text(at)
    if sign == "(":
        for end, found in match_coast(progress, at + 1):
            if progress.text(end) == ")":
                yield end + 1, found
            else:
                progress.miss(end, word=")")
    elif sign == "/" and not of_border:
        yield from match_coast(progress, at + 1)
    elif sign == "/":
        yield from _match_direction(progress, at + 1)
        if progress.text(at + 1) == "{":
            yield from match_coast(progress, at + 1)
        for end, face in progress.names.provinces_at(progress.line, at + 1):
            if progress.text(end) in _AND:
                yield end, str(face)
    elif sign == "{":
        yield from match_coast(progress, at)
    yield from _match_direction(progress, at)


def _match_place(
    progress: MatchProgress, at: int, *, of_border: bool
) -> Iterator[tuple[int, Spot]]:
    if progress.text(at) == "(":
        if {progress.text(at + more) for more in range(4)} == {"("}:  # each is a call within a call
            return progress.miss(at, slot="province")
        for end, inner in _match_place(progress, at + 1, of_border=of_border):
            if progress.text(end) == ")":
                yield from _match_coast_of(progress, end + 1, inner, of_border=of_border)
            else:
                progress.miss(end, word=")")
        return
    for end, face in match_province(progress, at):
        yield from _match_coast_of(progress, end, Spot(province=face), of_border=of_border)


def _match_coast_of(
    progress: MatchProgress, at: int, bare: Spot, *, of_border: bool
) -> Iterator[tuple[int, Spot]]:
    if bare.coast is None:
        for end, found in _match_coast_behind(progress, at, of_border=of_border):
            yield end, Spot(province=bare.province, coast=found)
    yield at, bare


def match_spot(progress: MatchProgress, at: int) -> Iterator[tuple[int, Spot]]:
    """Match a place: a province, perhaps with a coast in any of its forms, perhaps in brackets."""
    yield from _match_place(progress, at, of_border=False)


def match_kind(progress: MatchProgress, at: int) -> Iterator[tuple[int, Kind]]:
    """Match the kind of a unit."""
    found = False
    for length in (3, 2, 1):
        spelling = tuple(token.text for token in progress.line[at : at + length])
        if len(spelling) == length and spelling in _KINDS:
            found = True
            yield at + length, _KINDS[spelling]
    if not found:
        progress.miss(at, slot="kind")


def match_power(progress: MatchProgress, at: int) -> Iterator[tuple[int, Power]]:
    """Match a power's name or nationality."""
    found = False
    for end, named in progress.names.powers_at(progress.line, at):
        found = True
        yield end, named
    if not found:
        progress.miss(at, slot="power")


def match_typed_unit(progress: MatchProgress, at: int) -> Iterator[tuple[int, Named]]:
    """Match a unit whose kind is named: ``F StP/nc``."""
    yield from _match_unit_of(progress, at, None)


def match_unit(progress: MatchProgress, at: int) -> Iterator[tuple[int, Named]]:
    """Match a unit: kind, nationality and brackets may be left out."""
    yield from _match_unit_of(progress, at, None)
    for end, place in match_spot(progress, at):
        yield end, Named(at=place)
    for start, owner in progress.names.powers_at(progress.line, at):
        yield from _match_unit_of(progress, start, owner)
        for end, place in match_spot(progress, start):
            yield end, Named(at=place, power=owner)


def _match_unit_of(
    progress: MatchProgress, at: int, owner: Power | None
) -> Iterator[tuple[int, Named]]:
    for start, sort in match_kind(progress, at):
        for end, place in match_spot(progress, start):
            yield end, Named(at=place, kind=sort, power=owner)


def match_border(progress: MatchProgress, at: int) -> Iterator[tuple[int, Border]]:
    """Match a border: ``Mun/Bur``, ``Por & Spa``, ``Spa(nc) and MAO``, ``Nwy & Out no. 2``."""
    for middle, one in _match_place(progress, at, of_border=True):
        if progress.text(middle) not in {"/", "-", *_AND}:
            progress.miss(middle, word="&")
            continue
        of_border = progress.text(middle) not in _AND
        for end, other in _match_place(progress, middle + 1, of_border=of_border):
            yield from _match_border_number(progress, end, one, other)


def _match_border_number(
    progress: MatchProgress, at: int, one: Spot, other: Spot
) -> Iterator[tuple[int, Border]]:
    if progress.text(at) in {"no", "number", "nr"}:
        for end, which in match_number(progress, at + 1):
            yield end, Border(one=one, other=other, number=which)
    yield at, Border(one=one, other=other)


def match_number(progress: MatchProgress, at: int) -> Iterator[tuple[int, int]]:
    """Match a number of at most two digits, or a word up to nine."""
    word = progress.text(at)
    if word.isdigit() and len(word) <= 2:
        yield at + 1, int(word)
    elif word in _NUMBERS:
        yield at + 1, _NUMBERS[word]
    else:
        progress.miss(at, slot="number")


def match_refuge(progress: MatchProgress, at: int) -> Iterator[tuple[int, Spot | None]]:
    """Match where a dislodged unit goes: a place, or None for ``disband``."""
    if progress.text(at) in {DISBAND, "disbands"}:
        yield at + 1, None
    else:
        progress.miss(at, word=DISBAND)
        yield from match_spot(progress, at)


def match_choice(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match what becomes of a fleet whose coast changes: a coast, ``disband`` or ``trapped``."""
    if progress.text(at) in {DISBAND, "trapped"}:
        yield at + 1, progress.text(at)
    else:
        progress.miss(at, word=DISBAND)
        yield from match_coast(progress, at)


SlotReader = Callable[[MatchProgress, int], Iterator[tuple[int, object]]]

SLOTS: Mapping[str, SlotReader] = {
    "border": match_border,
    "choice": match_choice,
    "coast": match_coast,
    "kind": match_kind,
    "number": match_number,
    "power": match_power,
    "province": match_province,
    "refuge": match_refuge,
    "spot": match_spot,
    "typed": match_typed_unit,
    "unit": match_unit,
}
"""The slots that patterns know, by the names they have there."""
