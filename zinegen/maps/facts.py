"""``map.toml``: what a drawing cannot say of its provinces; reading it, faults in words, a first draft."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.errors import NotationError
from zinegen.game.state import Phase, PhaseKind
from zinegen.maps.outlines import DrawingShape
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import DIRECTIONS, RESERVED, split_words, suggest
from zinegen.play.maps.map_file import CrossingEntry
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import KILOBYTE, WRONG_KIND, Document, FileKind

FACTS = FileKind(letter="M", limit=256 * KILOBYTE, if_left="the map stays as it was last made")
BAD_KEY, TWICE, NO_PROVINCE, NO_POWER, BAD_COAST = "10", "11", "12", "13", "14"
LAND, WATER = "land", "water"
TERRAINS = (LAND, WATER)
GAP = 8
"""Width of slits and overlaps that are mended, in drawing units, unless a map says another."""
WIDTH = 1600
"""Width of a map in drawing units, unless it says another."""
_KEY = re.compile(r"[A-Za-z]{2,8}")
_WATERY = re.compile(r"water|sea|ocean|lake", re.IGNORECASE)
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
MOST = 400
"""Provinces in a draft."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvinceFacts:
    """What one province is."""

    key: str
    """As boards have it: in capitals while water, capitalised while land."""
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
    sinking: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    founding: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    layer: str = ""
    upwards: bool | None = None
    gap: float = GAP
    width: int = WIDTH
    margin: int = 0


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
        provinces = self._read_provinces(top.section("provinces"))
        powers = top.section("powers")
        units = {name: powers.texts(name) for name in powers.names()}
        self._check_powers(powers, units)
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
            sinking=dict(self._read_years(calendar.section("sinking"))),
            founding=dict(self._read_years(calendar.section("founding"))),
            layer=top.text("layer") or "",
            upwards=None if not upwards else upwards == "up",
            gap=top.number("gap", GAP, least=1, most=60),
            width=top.number("width", WIDTH, least=400, most=6000),
            margin=top.number("margin", 0, most=400),
        )
        top.report_unknown_keys()
        return facts

    def _read_phase(self) -> str:
        text = self.top.text("begins") or "S1901M"
        try:
            phase = Phase.parse(text)
        except NotationError as error:
            self.top.add_error(WRONG_KIND, "begins", str(error), "write it like S1901M")
            return "S1901M"
        if phase.kind is not PhaseKind.MOVES:
            self.top.add_error(WRONG_KIND, "begins", "games begin with moves", "such as S1901M")
            return "S1901M"
        return str(phase)

    def _read_provinces(self, table: Table) -> dict[str, ProvinceFacts]:
        found: dict[str, ProvinceFacts] = {}
        names: dict[tuple[str, ...], str] = {}
        if not table.names():
            table.add_error(WRONG_KIND, None, "there are no provinces", "write [provinces]")
        for written in table.names():
            inner = table.table(written)
            if inner is None:
                continue
            one = self._read_province(written, inner)
            wrong = self._check_key(written, one.key)
            if wrong:
                table.add_error(BAD_KEY, written, *wrong)
                continue
            name = split_words(one.name)
            if name in names:
                what = f"{names[name]} and {one.key} are both called {one.name}"
                inner.add_error(TWICE, "name", what, "give one of them another name")
            names.setdefault(name, one.key)
            found[one.key] = one
            self.keys[one.key.lower()] = one.key
        for key, one in found.items():
            inner = table.table(next(n for n in table.names() if n.lower() == key.lower()))
            if inner is not None:
                self._check_coasts(inner, one, found)
        return {key: self._with_keys(one) for key, one in found.items()}

    def _read_province(self, written: str, table: Table) -> ProvinceFacts:
        terrain = table.choice("terrain", TERRAINS, LAND)
        at = table.value("at")
        labels = table.section("coasts")
        coasts = {label: labels.texts(label) for label in labels.names()}
        key = written.upper() if terrain == WATER else written
        if terrain == LAND and (written.isupper() or written.islower()):
            key = written.capitalize()
        return ProvinceFacts(
            key=key,
            name=table.text("name", needed=True, most=60) or key,
            shapes=self._read_shapes(table) or (written,),
            terrain=terrain,
            centre=table.flag("centre"),
            home=table.text("home") or "",
            closed=table.flag("closed"),
            aliases=table.texts("aliases"),
            coasts=coasts,
            at=self._read_point(table, at),
        )

    def _read_shapes(self, table: Table) -> tuple[str, ...]:
        if isinstance(table.value("shape"), list):
            return table.texts("shape")
        text = table.text("shape")
        return (text,) if text else ()

    def _read_point(self, table: Table, value: object) -> tuple[float, float] | None:
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2:
            x, y = value
            if isinstance(x, int | float) and isinstance(y, int | float):
                return float(x), float(y)
        table.add_error(WRONG_KIND, "at", "at is no point", "write it like at = [120, 45]")
        return None

    def _check_key(self, written: str, key: str) -> tuple[str, str] | None:
        """Return what is wrong with an abbreviation, and what to do; None when nothing is."""
        if not _KEY.fullmatch(written):
            return f'"{written}" is no abbreviation', "it has two to eight letters, as Lon has"
        if written.lower() in RESERVED or written.lower() == "out":
            return f'"{written}" means something else in orders', "take another abbreviation"
        other = self.keys.get(key.lower())
        if other is not None:
            return f"there are two provinces {other}", "give one of them another abbreviation"
        return None

    def _check_coasts(
        self, table: Table, one: ProvinceFacts, provinces: Mapping[str, ProvinceFacts]
    ) -> None:
        labels = table.section("coasts")
        for label, waters in one.coasts.items():
            if label not in DIRECTIONS:
                hint = f"it is one of {', '.join(sorted(DIRECTIONS))}"
                labels.add_error(BAD_COAST, label, f'"{label}" is no label of a coast', hint)
            for water in waters:
                key = self._find(labels, label, water)
                if key is not None and provinces[key].terrain != WATER:
                    what = f"{key} is no water, so no coast lies on it"
                    labels.add_error(BAD_COAST, label, what, "name the waters along the coast")

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
            table.add_error(NO_PROVINCE, key, f'there is no province "{name.strip()}"', hint)
        return known

    def _check_powers(self, table: Table, units: Mapping[str, tuple[str, ...]]) -> None:
        if len(units) < 2:
            self.top.add_error(NO_POWER, None, "a game needs two powers at least", "see [powers]")
        for name in units:
            if not all(part.isalpha() for part in name.split(" ")) or len(name) > 30:
                table.add_error(NO_POWER, name, f'"{name}" is no name of a power', "letters only")
            elif name.lower() in self.keys:
                table.add_error(NO_POWER, name, f"{name} is the name of a province, too", "")

    def _check_homes(
        self, provinces: Mapping[str, ProvinceFacts], units: Mapping[str, tuple[str, ...]]
    ) -> None:
        table = self.top.section("provinces")
        written = {name.lower(): name for name in table.names()}
        for key, one in provinces.items():
            if one.home and one.home not in units:
                hint = suggest(one.home, tuple(units), f"there are {', '.join(units)}")
                inner = table.table(written[key.lower()])
                if inner is not None:
                    inner.add_error(NO_POWER, "home", f'there is no power "{one.home}"', hint)

    def _read_lists(self, table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
        for name in table.names():
            key = self._find(table, name, name)
            found = [self._find(table, name, water) for water in table.texts(name)]
            if key is not None and all(found):
                yield key, tuple(one for one in found if one is not None)

    def _read_years(self, table: Table) -> Iterator[tuple[int, tuple[str, ...]]]:
        for year in table.names():
            if not year.isdecimal():
                table.add_error(WRONG_KIND, year, f'"{year}" is no year', 'write 1902 = ["Fel"]')
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
                hint = f'write it like {key} = ["Dov - Cal"]'
                self.top.add_error(WRONG_KIND, key, f'"{text}" does not name two provinces', hint)
                continue
            ends = [self._find(self.top, key, name) for name, _, _ in parts]
            coasts = [label.lower() for _, _, label in parts]
            if any(label and label not in DIRECTIONS for label in coasts):
                self.top.add_error(BAD_COAST, key, f'"{text}" names no coast', "such as Spa/sc")
            elif all(ends):
                yield [one for one in ends if one is not None], coasts


def write_draft(outlines: Sequence[DrawingShape], title: str, layer: str = "") -> str:
    """Return the text of a ``map.toml`` with an entry for every outline that has a name of its own."""
    known: set[str] = {*RESERVED, "out"}
    lines: list[str] = []
    for one in outlines:
        name = one.names[0] if one.names and one.names[0] not in one.layers else ""
        if not name or not one.rings or any(f'"{name}"' in line for line in lines):
            continue
        key = _abbreviate(name, known)
        water = ', terrain = "water"' if _is_water(one) else ""
        shown = name.replace("\\", "").replace('"', "")
        full = shown.capitalize() if shown.islower() else shown
        lines.append(f'{key} = {{ name = "{full}", shape = "{shown}"{water} }}')
    return "\n".join(
        (
            f"title  = {json.dumps(title)}",
            'begins = "S1901M"',
            *([f"layer = {json.dumps(layer)}"] if layer else []),
            "",
            "[powers]    # the units with which each begins; two powers at least",
            '# North = ["A Fel", "F Tar"]',
            "",
            "[provinces]    # centre = true where one is; home = a power's name; terrain: land or water",
            *lines[:MOST],
            "",
        )
    )


def _abbreviate(name: str, known: set[str]) -> str:
    """Return two to eight letters that no other province has."""
    letters = re.sub(r"[^A-Za-z]", "", name) or "Prov"
    choices = [letters[:3], *(letters[:2] + letter for letter in letters[3:])]
    choices += [letters[:3] + one + other for one in "abcdefghij" for other in "abcdefghijklmnop"]
    for choice in choices:
        if len(choice) > 1 and choice.lower() not in known:
            known.add(choice.lower())
            return choice.capitalize()
    return letters[:8]


def _is_water(one: DrawingShape) -> bool:
    """Tell whether an outline looks like water: by its class, or filled with a blue."""
    if _WATERY.search(one.colour):
        return True
    match = _HEX.fullmatch(one.colour)
    if match is None:
        return False
    size = len(match[1]) // 3
    parts = (match[1][at : at + size] for at in range(0, 3 * size, size))
    red, green, blue = (float(int(part, 16)) / (16**size - 1) for part in parts)
    return bool(blue > red + 0.05 and blue >= green)
