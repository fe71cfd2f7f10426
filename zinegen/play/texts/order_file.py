"""Order files: one text under each heading, for one power and one deadline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, has_errors
from zinegen.notation.reading.context import SECTIONS
from zinegen.notation.reading.line_reader import NOWHERE
from zinegen.play.names import power_slug
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import ORDERS, TOO_LARGE, Document, TomlReading

OPENED = "opened"
"""The folder of what was inside sealed files, in a season's."""
NOTE = "note"
VOTE = "vote"
SEAL = "seal"
ARMOUR = "-----BEGIN AGE ENCRYPTED FILE-----"
ARMOUR_ENDS = "-----END AGE ENCRYPTED FILE-----"
"""How the text of a sealed file begins, and ends."""
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The text under one heading, and the place of its first character."""

    text: str
    where: Where


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFile:
    """What a power handed in, as text."""

    power: Power
    file: str
    """The path as people see it."""
    name: str
    """Relative to the season's folder: ``orders/england.toml``."""
    sha256: str
    sections: Mapping[str, Section] = field(default_factory=dict)
    """Only those that hold something."""
    note: str = ""
    votes: tuple[str, ...] = ()
    """On how the game ends, as they are written: ``draw``, ``concede turkey``."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with the file as a file; its lines have not been looked at."""

    @property
    def is_readable(self) -> bool:
        """Tell whether its orders can count: no error in the file as a file."""
        return not has_errors(self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSlot:
    """The place that an order file is for."""

    game: str
    season: str
    power: Power
    shown: str
    """The season's folder as people see it."""
    any_game: bool = False
    """Of a closed season: what it is for was seen then, and the game may have been renamed since."""

    @property
    def name(self) -> str:
        """The file relative to the season's folder."""
        return f"orders/{power_slug(self.power)}.toml"

    @property
    def path(self) -> str:
        """The plain file as people see it; the sealed one has ``.age`` behind it."""
        return f"{self.shown}/{self.name}"

    @property
    def opened_name(self) -> str:
        """What was inside a sealed file, relative to the season's folder."""
        return f"{OPENED}/{power_slug(self.power)}.toml"

    @property
    def in_time_name(self) -> str:
        """The version that came in time, where a later one lies in the file's place."""
        return f"{OPENED}/{power_slug(self.power)}-in-time.toml"


def write_order_file(power: Power, texts: Mapping[str, str]) -> OrderFile:
    """Return the order file that holds some texts by heading, as if it had been read from nowhere."""
    sections = {
        name: Section(text=text, where=NOWHERE) for name, text in texts.items() if text.strip()
    }
    return OrderFile(power=power, file="", name="", sha256="", sections=sections)


def parse_order_file(reading: TomlReading, slot: OrderSlot, name: str | None = None) -> OrderFile:
    """Return the order file of what was read; ``name`` differs from the slot's for an opened file."""
    name = name or slot.name
    bare = OrderFile(
        power=slot.power,
        file=f"{slot.shown}/{name}",
        name=name,
        sha256=reading.sha256,
        findings=reading.findings,
    )
    if reading.document is None:
        return bare
    return _parse_document(reading.document, slot, bare)


def _parse_document(document: Document, slot: OrderSlot, bare: OrderFile) -> OrderFile:
    top = Table.of(document)
    if document.data:
        if slot.any_game:
            top.text("game")
        else:
            top.require("game", slot.game)
        top.require("season", slot.season)
        named = top.text("power")
        if named is None or power_slug(Power(named)) != power_slug(slot.power):
            top.require("power", power_slug(slot.power))
    else:
        top.add_error(
            "03", None, gettext("the file is empty: even game, season and power are missing")
        )
    sections = {}
    for key in SECTIONS:
        text = top.text(key, most=ORDERS.limit)
        raw = document.data.get(key)
        if text and isinstance(raw, str):
            sections[key] = Section(text=raw, where=top.first_line(key))
    note = top.text(NOTE, most=ORDERS.limit) or ""
    if len(note) > LONGEST_NOTE:
        top.add_error(
            TOO_LARGE, NOTE, gettext("a note has at most {count} characters", count=LONGEST_NOTE)
        )
    vote = top.value(VOTE)
    votes = top.texts(VOTE) if isinstance(vote, list) else filter(None, [top.text(VOTE)])
    seal = top.table(SEAL)
    if seal is not None:
        seal.report_unknown_keys("version", "written", "open_key")
    top.report_unknown_keys()
    if has_errors(top.findings):
        return replace(bare, findings=tuple(top.findings))
    return replace(
        bare, sections=sections, note=note, votes=(*votes,), findings=tuple(top.findings)
    )
