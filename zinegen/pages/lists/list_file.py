"""``site_src/lists.toml``: what an editor keeps by hand. What is wrong in one entry leaves out that entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from zinegen.archive.folder.toml_files import read_toml
from zinegen.notation.findings import Finding, sort_findings
from zinegen.notation.grammar.names import suggest
from zinegen.play.texts.tables import Table, is_name
from zinegen.play.texts.toml_text import SETTINGS_LIMIT, WRONG_KIND, FileKind

FILE = "lists.toml"
LISTS = FileKind(letter="L", limit=SETTINGS_LIMIT, if_left="it stands in no list")
LONGEST_NOTE = 300
_BOARDMAN = re.compile(r"[0-9]{4}[A-Z]{1,3}")
_MILLER = re.compile(r"[0-9]{4}[A-Z]{1,3}[a-z]{1,3}[0-9]{0,3}")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingList:
    """A game that begins when enough players have given their names."""

    variant: str
    """The rule set's id."""
    title: str = ""
    gm: str = ""
    wanted: int
    names: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandBy:
    """Somebody who takes over a power that has lost its player."""

    name: str
    variants: tuple[str, ...] = ()
    """Rule sets by id; without any all of them."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscriber:
    """Somebody who gets the zine, and what of it is paid."""

    name: str
    until: int = 0
    """The last issue that is paid for; 0 where nobody counts."""
    share: str = ""
    """What the subscriber has in the zine's till, as the editor writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HobbyLists:
    """Everything that the file says."""

    waiting: tuple[WaitingList, ...] = ()
    stand_bys: tuple[StandBy, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    """The Boardman and Miller number of games in words, by folder."""
    subscribers: tuple[Subscriber, ...] = ()
    findings: tuple[Finding, ...] = ()


def read_lists(sources: Path, variants: Iterable[str], games: Collection[str]) -> HobbyLists:
    """Return the lists of a zine, without what is wrong in them; empty ones where there is no file.

    ``sources`` is the folder of what people write; ``variants`` are the rule sets that there are, ``games``
    the folders of the games.
    """
    path = sources / FILE
    if not path.exists() and not path.is_symlink():
        return HobbyLists()
    reading = read_toml(path, f"{sources.name}/{FILE}", LISTS)
    if reading.document is None:
        return HobbyLists(findings=reading.findings)
    reader = _Reader(top=Table.of(reading.document), variants=tuple(variants))
    return reader.read(games)


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Reads the tables of the file; what is wrong becomes a finding at its place."""

    top: Table
    variants: tuple[str, ...]

    def read(self, games: Collection[str]) -> HobbyLists:
        """Return the whole file."""
        waiting = self._list("waiting", self._waiting_list)
        stand_bys = self._list("stand_by", self._stand_by)
        subscribers = self._list("subscriber", _subscriber)
        numbers = self._numbers(tuple(games))
        self.top.report_unknown_keys()
        return HobbyLists(
            waiting=waiting,
            stand_bys=stand_bys,
            numbers=numbers,
            subscribers=subscribers,
            findings=sort_findings(self.top.findings),
        )

    def _list(self, key: str, make: Callable[[Table], Made]) -> tuple[Made, ...]:
        """Return what can be made of the tables under a key: one with an error is left out."""
        found = []
        for table in self.top.tables(key):
            before = len(self.top.findings)
            made = make(table)
            table.report_unknown_keys()
            if len(self.top.findings) == before:
                found.append(made)
        return tuple(found)

    def _waiting_list(self, table: Table) -> WaitingList:
        variant = table.text("variant", needed=True) or ""
        if variant:
            self._check_variants(table, "variant", (variant,))
        return WaitingList(
            variant=variant,
            title=table.text("title", most=100) or "",
            gm=table.name("gm") or "",
            wanted=table.number("wanted", 7, least=2, most=99),
            names=_read_names(table),
            note=table.text("note", most=LONGEST_NOTE) or "",
        )

    def _stand_by(self, table: Table) -> StandBy:
        variants = table.texts("variants")
        self._check_variants(table, "variants", variants)
        return StandBy(
            name=table.name("name", needed=True) or "",
            variants=variants,
            note=table.text("note", most=LONGEST_NOTE) or "",
        )

    def _check_variants(self, table: Table, key: str, named: Iterable[str]) -> None:
        for one in named:
            if one not in self.variants:
                hint = suggest(one, self.variants, f"there are {', '.join(self.variants)}")
                table.add_error(WRONG_KIND, key, f"there is no rule set called {one[:40]}", hint)

    def _numbers(self, games: tuple[str, ...]) -> Mapping[str, str]:
        """Return the numbers of games in words."""
        found = {}
        section = self.top.section("games")
        for name in section.names():
            if name not in games:
                hint = suggest(name, tuple(sorted(games)), "a game is named by its folder")
                section.add_error(WRONG_KIND, name, f"there is no game called {name[:40]}", hint)
                continue
            table = section.table(name)
            if table is None:
                continue
            boardman = table.valid_text(
                "boardman", _is(_BOARDMAN), "this is no Boardman number", "it looks like 2026AB"
            )
            miller = table.valid_text(
                "miller", _is(_MILLER), "this is no Miller number", "it looks like 2026Crb32"
            )
            pairs = (("Boardman", boardman), ("Miller", miller))
            if words := ", ".join(f"{whose} {number}" for whose, number in pairs if number):
                found[name] = words
        return found


def _is(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


def _read_names(table: Table) -> tuple[str, ...]:
    names = table.texts("names")
    for one in names:
        if not is_name(one):
            hint = "letters, digits, blanks, . ' - and at most 40 of them"
            table.add_error(WRONG_KIND, "names", f"{one[:40]!r} is no name", hint)
    return names


def _subscriber(table: Table) -> Subscriber:
    return Subscriber(
        name=table.name("name", needed=True) or "",
        until=table.number("until", 0, most=99_999),
        share=table.text("share", most=40) or "",
    )
