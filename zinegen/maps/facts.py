"""``map.toml``: what a drawing cannot say of its provinces; reading it, and faults in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from zinegen.errors import NotationError
from zinegen.game.state import Phase, PhaseKind
from zinegen.languages.texts import N_, gettext
from zinegen.maps.abbreviations import abbreviate, find_trouble
from zinegen.notation.findings import Finding, Level
from zinegen.notation.grammar.names import DIRECTIONS, split_words, suggest
from zinegen.play.maps.map_file import CrossingEntry
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import KILOBYTE, WRONG_KIND, Document, FileKind

FACTS = FileKind(letter="M", limit=256 * KILOBYTE, if_left=N_("the map stays as it was last made"))
BAD_KEY, TWICE, NO_PROVINCE, NO_POWER, BAD_COAST = "10", "11", "12", "13", "14"
LAND, WATER = "land", "water"
TERRAINS = (LAND, WATER)
GAP = 8
"""Width of slits and overlaps that are mended, in drawing units, unless a map says another."""
WIDTH = 1600
"""Width of a map in drawing units, unless it says another or its provinces are small."""
_PLACE = re.compile(r"(?<=\s)[^\s/]+")
"""Where a unit stands, in its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvinceFacts:
    """What one province is."""

    key: str
    """As boards have it: in capitals while water, capitalised while land."""
    written: str
    """As ``map.toml`` has it; another where orders could not be written with that one."""
    name: str
    shapes: tuple[str, ...]
    """What its outlines are called in the drawing."""
    terrain: str = LAND
    centre: bool = False
    home: str = ""
    closed: bool = False
    """Nobody can enter it."""
    aliases: tuple[str, ...] = ()
    coasts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The labels of its coasts, each with waters that lie on it."""
    at: tuple[float, float] | None = None
    """A point of the drawing in ground that nobody drew, which is this province's, or its whole ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDescription:
    """The whole of a ``map.toml``."""

    sha256: str
    """Of the file."""
    title: str
    begins: str
    victory: int
    """0: more than half of the centres."""
    units: Mapping[str, tuple[str, ...]]
    """By power."""
    provinces: Mapping[str, ProvinceFacts]
    joined: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Waters that are joined through a province, so that its shores with them are one coast."""
    crossings: tuple[CrossingEntry, ...] = ()
    no_armies: tuple[tuple[str, ...], ...] = ()
    corners: frozenset[frozenset[str]] = frozenset()
    adjacent: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Of provinces whose neighbours are said, all of them; each is in the list of the other."""
    sinking: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    founding: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    layers: tuple[str, ...] = ()
    """The groups of the drawing that hold the outlines; none: all of it."""
    upwards: bool | None = None
    gap: float = GAP
    width: int = 0
    """0: as wide as its provinces need."""
    margin: int = 0


def keep_provinces(facts: MapDescription, keys: Collection[str]) -> MapDescription:
    """Return what is said of these provinces, and nothing that names another."""

    def keep(years: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
        return {year: tuple(one for one in faces if one in keys) for year, faces in years.items()}

    return replace(
        facts,
        provinces={key: one for key, one in facts.provinces.items() if key in keys},
        joined={key: waters for key, waters in facts.joined.items() if {key, *waters} <= {*keys}},
        crossings=tuple(one for one in facts.crossings if {*one["ends"]} <= {*keys}),
        no_armies=tuple(ends for ends in facts.no_armies if {*ends} <= {*keys}),
        adjacent={key: its & {*keys} for key, its in facts.adjacent.items() if key in keys},
        sinking=keep(facts.sinking),
        founding=keep(facts.founding),
    )


def read_facts(document: Document) -> tuple[MapDescription, tuple[Finding, ...]]:
    """Return what a ``map.toml`` says, and everything that is wrong with it."""
    reader = _FactsReader(Table.of(document))
    facts = reader.read()
    return facts, tuple(reader.top.findings)


@dataclass(slots=True)
class _FactsReader:
    top: Table
    keys: dict[str, str] = field(default_factory=dict)
    """The key of each province by its small letters."""

    def read(self) -> MapDescription:
        top = self.top
        title = top.text("title", needed=True, most=100) or ""
        begins = self._read_phase()
        powers = top.section("powers")
        self._check_powers(powers)
        provinces = self._read_provinces(top.section("provinces"), powers.names())
        units = {
            name: tuple(_PLACE.sub(self._write_key, text) for text in powers.texts(name))
            for name in powers.names()
        }
        self._check_homes(provinces, units)
        calendar = top.section("calendar")
        upwards = top.choice("y", ("up", "down", ""), "")
        facts = MapDescription(
            sha256=top.document.sha256,
            title=title,
            begins=begins,
            victory=top.number("victory", 0, most=999),
            units=units,
            provinces=provinces,
            joined=dict(self._read_lists(top.section("joined"))),
            crossings=tuple(self._read_crossings()),
            no_armies=tuple(tuple(ends) for ends, _ in self._read_pairs("no_armies", labels=False)),
            corners=frozenset(
                frozenset(ends) for ends, _ in self._read_pairs("corners", labels=False)
            ),
            adjacent=self._read_adjacent(top.section("adjacent")),
            sinking=dict(self._read_years(calendar.section("sinking"))),
            founding=dict(self._read_years(calendar.section("founding"))),
            layers=self._read_names(top, "layer"),
            upwards=None if not upwards else upwards == "up",
            gap=top.number("gap", GAP, least=1, most=60),
            width=top.number("width", 0, least=400, most=6000),
            margin=top.number("margin", 0, most=400),
        )
        top.report_unknown_keys()
        return facts

    def _read_phase(self) -> str:
        text = self.top.text("begins") or "S1901M"
        try:
            phase = Phase.parse(text)
        except NotationError as error:
            self.top.add_error(WRONG_KIND, "begins", str(error), gettext("write it like S1901M"))
            return "S1901M"
        if phase.kind is not PhaseKind.MOVES:
            self.top.add_error(
                WRONG_KIND, "begins", gettext("games begin with moves"), gettext("such as S1901M")
            )
            return "S1901M"
        return str(phase)

    def _read_provinces(self, table: Table, powers: tuple[str, ...]) -> dict[str, ProvinceFacts]:
        found: dict[str, ProvinceFacts] = {}
        names: dict[tuple[str, ...], str] = {}
        if not table.names():
            table.add_error(
                WRONG_KIND, None, gettext("there are no provinces"), gettext("write [provinces]")
            )
        for written, key in self._choose_keys(table, powers).items():
            inner = table.table(written)
            if inner is None:
                continue
            one = self._read_province(written, key, inner)
            name = split_words(one.name)
            if name in names:
                what = gettext(
                    "{other} and {key} are both called {name}",
                    other=names[name],
                    key=one.key,
                    name=one.name,
                )
                inner.add_error(TWICE, "name", what, gettext("give one of them another name"))
            names.setdefault(name, one.key)
            found[one.key] = one
            self.keys[written.lower()] = self.keys[one.key.lower()] = one.key
        for one in found.values():
            self._check_coasts(table.section(one.written), one, found)
        return {key: self._with_keys(one) for key, one in found.items()}

    def _choose_keys(self, table: Table, powers: tuple[str, ...]) -> dict[str, str]:
        """Return the key of each province by what is written: another where orders cannot be written so."""
        said = {power.lower() for power in powers}
        troubles = {written: find_trouble(written, said) for written in table.names()}
        good = {written.lower(): written for written, why in reversed(troubles.items()) if not why}
        found: dict[str, str] = {}
        taken = {*said, *good}
        for written, why in troubles.items():
            first = good.get(written.lower(), written)
            if why:
                inner = table.table(written)
                found[written] = abbreviate((inner and inner.text("name")) or written, taken)
                taken.add(found[written].lower())
                title = gettext(
                    "{why}: on this map and in orders it is {short}", why=why, short=found[written]
                )
                self._add_note(
                    table, written, title, gettext("write another in its place if you would rather")
                )
            elif first == written:
                found[written] = written
            else:
                what = gettext("there are two provinces {first}", first=first)
                table.add_error(
                    BAD_KEY, written, what, gettext("give one of them another abbreviation")
                )
        return found

    def _add_note(self, table: Table, key: str, title: str, hint: str) -> None:
        """Add a note at a key: what was done about it, and how to have it otherwise."""
        table.add_error(BAD_KEY, key, title, hint)
        table.findings[-1] = replace(table.findings[-1], level=Level.NOTE, if_left="")

    def _read_province(self, written: str, key: str, table: Table) -> ProvinceFacts:
        terrain = table.choice("terrain", TERRAINS, LAND)
        at = table.value("at")
        labels = table.section("coasts")
        coasts = {label: labels.texts(label) for label in labels.names()}
        if terrain == WATER:
            key = key.upper()
        elif key.isupper() or key.islower():
            key = key.capitalize()
        return ProvinceFacts(
            key=key,
            written=written,
            name=table.text("name", needed=True, most=60) or key,
            shapes=self._read_names(table, "shape") or (written,),
            terrain=terrain,
            centre=table.flag("centre"),
            home=table.text("home") or "",
            closed=table.flag("closed"),
            aliases=table.texts("aliases"),
            coasts=coasts,
            at=self._read_point(table, at),
        )

    def _read_names(self, table: Table, key: str) -> tuple[str, ...]:
        """Return what is named in the drawing: a text, or a list of them."""
        if isinstance(table.value(key), list):
            return table.texts(key)
        text = table.text(key)
        return (text,) if text else ()

    def _read_point(self, table: Table, value: object) -> tuple[float, float] | None:
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2:
            x, y = value
            if isinstance(x, int | float) and isinstance(y, int | float):
                return float(x), float(y)
        table.add_error(
            WRONG_KIND, "at", gettext("at is no point"), gettext("write it like at = [120, 45]")
        )
        return None

    def _check_coasts(
        self, table: Table, one: ProvinceFacts, provinces: Mapping[str, ProvinceFacts]
    ) -> None:
        labels = table.section("coasts")
        for label, waters in one.coasts.items():
            if label not in DIRECTIONS:
                hint = gettext("it is one of {names}", names=", ".join(sorted(DIRECTIONS)))
                labels.add_error(
                    BAD_COAST, label, gettext('"{label}" is no label of a coast', label=label), hint
                )
            for water in waters:
                key = self._find(labels, label, water)
                if key is not None and provinces[key].terrain != WATER:
                    what = gettext("{key} is no water, so no coast lies on it", key=key)
                    labels.add_error(
                        BAD_COAST, label, what, gettext("name the waters along the coast")
                    )

    def _with_keys(self, one: ProvinceFacts) -> ProvinceFacts:
        """Return a province with the keys of the waters along its coasts."""
        return replace(
            one,
            coasts={
                label: tuple(self.keys.get(water.lower(), water) for water in waters)
                for label, waters in one.coasts.items()
            },
        )

    def _find(self, table: Table, key: str, name: str) -> str | None:
        """Return the key of a province that is named, or add a finding."""
        known = self.keys.get(name.strip().lower())
        if known is None:
            keys = (*self.keys.values(), *(key.lower() for key in self.keys.values()))
            hint = suggest(name.strip(), keys, "[provinces] lists them")
            table.add_error(
                NO_PROVINCE, key, gettext('there is no province "{name}"', name=name.strip()), hint
            )
        return known

    def _check_powers(self, table: Table) -> None:
        if len(table.names()) < 2:
            self.top.add_error(
                NO_POWER, None, gettext("a game needs two powers at least"), gettext("see [powers]")
            )
        for name in table.names():
            if not all(part.isalpha() for part in name.split(" ")) or len(name) > 30:
                table.add_error(
                    NO_POWER,
                    name,
                    gettext('"{name}" is no name of a power', name=name),
                    gettext("letters only"),
                )

    def _write_key(self, place: re.Match[str]) -> str:
        """Return where a unit stands, by the key that it has instead of what is written."""
        said = place[0].lower()
        key = self.keys.get(said, place[0])
        return place[0] if key.lower() == said else key

    def _check_homes(
        self, provinces: Mapping[str, ProvinceFacts], units: Mapping[str, tuple[str, ...]]
    ) -> None:
        table = self.top.section("provinces")
        for one in provinces.values():
            if one.home and one.home not in units:
                hint = suggest(
                    one.home, tuple(units), gettext("there are {names}", names=", ".join(units))
                )
                inner = table.section(one.written)
                inner.add_error(
                    NO_POWER, "home", gettext('there is no power "{home}"', home=one.home), hint
                )

    def _read_lists(self, table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
        for name in table.names():
            key = self._find(table, name, name)
            found = [self._find(table, name, water) for water in table.texts(name)]
            if key is not None and all(found):
                yield key, tuple(one for one in found if one is not None)

    def _read_adjacent(self, table: Table) -> dict[str, frozenset[str]]:
        """Return the neighbours of provinces, each in the other's list if that one has a list."""
        listed = {
            key: {self._find(table, name, one.partition("/")[0]) for one in table.texts(name)}
            for name in table.names()
            if (key := self._find(table, name, name)) is not None
        }
        return {
            key: frozenset(
                {one for one in said if one is not None}
                | {other for other, its in listed.items() if key in its}
            )
            for key, said in listed.items()
        }

    def _read_years(self, table: Table) -> Iterator[tuple[int, tuple[str, ...]]]:
        for year in table.names():
            if not year.isdecimal():
                table.add_error(
                    WRONG_KIND,
                    year,
                    gettext('"{year}" is no year', year=year),
                    gettext('write 1902 = ["Fel"]'),
                )
                continue
            found = [self._find(table, year, name) for name in table.texts(year)]
            yield int(year), tuple(one for one in found if one is not None)

    def _read_crossings(self) -> Iterator[CrossingEntry]:
        for key, armies, fleets in (
            ("crossings", True, True),
            ("army_crossings", True, False),
            ("fleet_crossings", False, True),
        ):
            for ends, labels in self._read_pairs(key, labels=True):
                yield {"ends": ends, "coasts": labels, "armies": armies, "fleets": fleets}

    def _read_pairs(self, key: str, *, labels: bool) -> Iterator[tuple[list[str], list[str]]]:
        for text in self.top.texts(key):
            parts = [part.strip().partition("/") for part in text.split(" - ")]
            if len(parts) != 2 or (not labels and any(sign for _, sign, _ in parts)):
                hint = gettext('write it like {key} = ["Dov - Cal"]', key=key)
                self.top.add_error(
                    WRONG_KIND,
                    key,
                    gettext('"{text}" does not name two provinces', text=text),
                    hint,
                )
                continue
            ends = [self._find(self.top, key, name) for name, _, _ in parts]
            coasts = [label.lower() for _, _, label in parts]
            if any(label and label not in DIRECTIONS for label in coasts):
                self.top.add_error(
                    BAD_COAST,
                    key,
                    gettext('"{text}" names no coast', text=text),
                    gettext("such as Spa/sc"),
                )
            elif all(ends):
                yield [one for one in ends if one is not None], coasts
