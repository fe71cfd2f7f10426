"""Headings in a mail of orders: whose the lines below are, for which season, and for which phase."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.game.state import Phase, Season
from zinegen.notation.grammar.names import Names, tokenise
from zinegen.notation.reading.context import SECTIONS
from zinegen.play.mails.mail_words import SEASONS, MailWords
from zinegen.play.names import SeasonName, power_slug
from zinegen.play.texts.order_file import NOTE

_SIGNS = frozenset("-(),/#*'!&")
"""Signs that may stand in a heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailHeading:
    """What a heading says, and the rest of its line."""

    power: Power | None = None
    section: str = ""
    """The heading of order files that it stands for, or ``press``; empty when it names none."""
    verb: str = ""
    """What is ordered for a bare unit below: ``build`` or ``remove``."""
    seasons: tuple[str, ...] = ()
    """The seasons that it names, as written."""
    game: str = ""
    amends: bool = False
    """It announces a change of what was sent before."""
    rest: str = ""


_SEASON = re.compile(
    rf"\b(?:({'|'.join(SEASONS)})[\s,]*'?((?:\d\d)?\d\d)"
    r"|([SFAW])\s?'?((?:\d\d)?\d\d)([MREAP])?)(?![\w:])",
    re.IGNORECASE,
)
_KEY = re.compile(rf"(game|season|power|{NOTE}|{'|'.join(SECTIONS)})\s*=\s*(.*)", re.DOTALL)
_LETTERS = {"s": Season.SPRING, "a": Season.AUTUMN, "f": Season.AUTUMN, "w": Season.WINTER}
_LONGEST = 120
"""Characters of a heading."""


def read_heading(text: str, names: Names, title: str, words: MailWords) -> MailHeading | None:
    """Return the heading that a line is or begins with; None for one that holds other words.

    A key of an order file (``power = "france"``) is one too. ``title`` is the game's, which may stand there.
    """
    text = text.strip("*_`= \t")
    key = _KEY.fullmatch(text)
    if key is not None:
        return _read_key(key[1], key[2].strip().strip("'\"").strip(), names)
    head, colon, rest = text.partition(":")
    if not colon:
        head, rest = text, ""
    if len(head) > _LONGEST:
        return None
    found = _read_words(head, names, {token.text for token in tokenise(title)}, words)
    if found is None:
        return None
    seasons = tuple(match[0] for match in _SEASON.finditer(head))
    return replace(found, seasons=seasons, rest=rest.strip("* \t"))


def _read_key(key: str, value: str, names: Names) -> MailHeading:
    match key:
        case "game":
            return MailHeading(game=value)
        case "season":
            return MailHeading(seasons=(value,))
        case "power":
            named = (one for one in names.powers.values() if power_slug(one) == value.lower())
            return MailHeading(power=next(named, None))
        case _:
            return MailHeading(section=key, rest=value)


def _read_words(head: str, names: Names, title: set[str], words: MailWords) -> MailHeading | None:
    """Return what the words of a heading say; None when there is one that no heading has."""
    line = tokenise(_SEASON.sub(" ", head))
    powers: set[Power] = set()
    sections: list[tuple[str, str]] = []
    says_orders = amends = False
    at = 0
    while at < len(line):
        found = next(names.powers_at(line, at), None)
        if found is not None:
            at = found[0]
            powers.add(found[1])
            continue
        word = line[at].text
        at += 1
        if word in words.headings:
            sections.append(words.headings[word])
        elif word in words.orders:
            says_orders = True
        elif word in words.changes:
            amends = True
        elif word == "to" and sections[-1:] == [(NOTE, "")]:
            continue  # a note to the GM; what is "to Germany" is a letter
        elif word not in words.around | _SIGNS | title and not word.isdigit():
            return None
    if len(powers) > 1 or not (powers or sections or says_orders or amends or _SEASON.search(head)):
        return None
    is_plain = len({section for section, _ in sections}) == 1
    return MailHeading(
        power=next(iter(powers), None),
        section=sections[0][0] if is_plain else "",
        verb=next((verb for _, verb in sections if verb), "") if is_plain else "",
        amends=amends,
    )


def find_powers(text: str, names: Names) -> tuple[Power, ...]:
    """Return the powers that a mail's subject names, in their sequence."""
    line = tokenise(text[:_LONGEST])
    found = (next(names.powers_at(line, at), None) for at in range(len(line)))
    return tuple(dict.fromkeys(one[1] for one in found if one is not None))


def find_seasons(text: str) -> tuple[str, ...]:
    """Return the seasons that a mail's subject names, as written."""
    return tuple(match[0] for match in _SEASON.finditer(text[:_LONGEST]))


def is_season(text: str, slug: str, phases: Iterable[Phase]) -> bool:
    """Tell whether a season as people write it is the one of these phases, whose folder is ``slug``."""
    name = SeasonName.parse(text)
    if name is not None:
        return text == slug
    match = _SEASON.fullmatch(text)
    if match is None:
        return False
    written = (match[1] or match[3]).lower()
    wanted = _LETTERS.get(written) or SEASONS.get(written)
    year = match[2] or match[4]
    return any(
        wanted in {None, phase.season} and f"{phase.year:04}".endswith(year) for phase in phases
    )
