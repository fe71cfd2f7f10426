"""Order files as the program makes them: units to write behind, and remarks in the language of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Variant
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.grammar.writer import write_unit
from zinegen.notation.reading.context import BUILDS, EVENTS, ORDERS, RETREATS, SECTIONS
from zinegen.play.deadlines import takes_events
from zinegen.play.names import power_slug


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """The remarks of new order files in one language; orders in them are ones that such a game reads."""

    above_units: str
    note: str
    placement: tuple[str, ...]
    retreats: tuple[str, ...]
    provisional: tuple[str, ...]
    """Builds that are written before anybody knows how many are due."""
    builds: tuple[str, ...]
    removals: tuple[str, ...]
    to_build: str
    """Behind a number, as is the next."""
    to_remove: str


ENGLISH = Remarks(
    above_units="# Write behind the units; a line that is only a unit counts as no order.",
    note='# note = "…"    # to the GM; it is published with your orders',
    placement=(
        "# A Lon              army or fleet, for each of your starting units",
        "# mountain Ruh/Kie   one range or two, on a border of your country",
    ),
    retreats=("# A Mun: Boh, Tyr, disband",),
    provisional=("# build A Mun      the first that is possible", "# remove F Kie"),
    builds=("# build A Mun",),
    removals=("# remove F Kie",),
    to_build="to build",
    to_remove="to remove",
)

_GERMAN = Remarks(
    above_units="# Schreib hinter die Einheiten; eine Zeile, die nur eine Einheit nennt, ist kein Befehl.",
    note='# note = "…"    # an den Spielleiter; steht veröffentlicht bei deinen Befehlen',
    placement=(
        "# A Lon              Armee bzw. Flotte, für jede Einheit, mit der du beginnst",
        "# mountain Ruh/Kie   ein Gebirge, auch zwei, auf einer Grenze des eigenen Landes",
    ),
    retreats=("# A Mun: Boh, Tyr, auflösen",),
    provisional=("# baue A Mun      der erste, der möglich ist", "# Abbau F Kie"),
    builds=("# baue A Mun",),
    removals=("# Abbau F Kie",),
    to_build="aufzubauen",
    to_remove="abzubauen",
)

_FRENCH = Remarks(
    above_units="# Écrivez derrière les unités ; une ligne qui n'est qu'une unité ne compte pas comme ordre.",
    note='# note = "…"    # au MJ ; elle est publiée avec vos ordres',
    placement=(
        "# A Lon              armée ou flotte, pour chacune de vos unités de départ",
        "# mountain Ruh/Kie   une chaîne de montagnes ou deux, sur une frontière de votre pays",
    ),
    retreats=("# A Mun: Boh, Tyr, dissoute",),
    provisional=("# construire A Mun      la première qui est possible", "# retirer F Kie"),
    builds=("# construire A Mun",),
    removals=("# retirer F Kie",),
    to_build="à construire",
    to_remove="à retirer",
)

REMARKS: Mapping[str, Remarks] = {"de": _GERMAN, "fr": _FRENCH}
"""By the codes of the languages that a game may take."""

_ALL = (ENGLISH, *REMARKS.values())
_ABOVE_UNITS = frozenset(one.above_units for one in _ALL)
_BLANK = frozenset(
    {"'''", ""}.union(
        *(
            {
                one.note,
                *one.placement,
                *one.retreats,
                *one.provisional,
                *one.builds,
                *one.removals,
            }
            for one in _ALL
        )
    )
)
"""The lines of a new order file that are the same in whatever position."""
_DUE = re.compile(
    rf"# [0-9]+ (?:{'|'.join(word for one in _ALL for word in (one.to_build, one.to_remove))})"
)
_UNIT = re.compile(r"(?:A/F|A|F|M) [^ #]+")


def order_toml(
    game: str,
    season: str,
    power: Power,
    state: GameState,
    phases: Iterable[Phase],
    *,
    variant: Variant,
) -> str:
    """Return the text of a new order file: the keys that the phases need, the power's units listed.

    Its remarks are in the first language that the game takes besides English.
    """
    said = next((REMARKS[code] for code in variant.languages), ENGLISH)
    parts = [
        _order_head(game, season, power_slug(power)),
        *_list_sections(power, state, tuple(phases), variant, said),
        f"{said.note}\n",
    ]
    return "".join(parts)


def written_orders_toml(
    game: str, season: str, power: Power, sections: Mapping[str, Iterable[str]]
) -> str:
    """Return the text of an order file in which lines stand under some headings."""
    head = _order_head(game, season, power_slug(power))
    written = (_section_toml(name, lines) for name, lines in sections.items())
    return "".join((head, *written))


def holds_only_blanks(text: str, game: str, season: str, power: str) -> bool:
    """Tell whether an order file is as the program writes it: nobody has touched it.

    It may be for whatever position, and in any of the languages.
    A mere unit is an order in some sections, and the program lists units in the others only.
    """
    head = _order_head(game, season, power)
    if not text.startswith(head):
        return False
    lists_units = False
    before = ""
    for line in text.removeprefix(head).split("\n"):
        section = line.removesuffix(" = '''")
        if section in SECTIONS and section != line:
            lists_units = section == RETREATS or before in _ABOVE_UNITS
        elif not (
            line in _BLANK
            or line in _ABOVE_UNITS
            or _DUE.fullmatch(line)
            or (lists_units and _UNIT.fullmatch(line))
        ):
            return False
        before = line
    return True


def _order_head(game: str, season: str, power: str) -> str:
    return f'game   = "{game}"\nseason = "{season}"\npower  = "{power}"\n'


def _list_sections(
    power: Power,
    state: GameState,
    phases: tuple[Phase, ...],
    variant: Variant,
    said: Remarks,
) -> Iterator[str]:
    kinds = [phase.kind for phase in phases]
    units = [write_unit(unit, state.board) for unit in state.units_of(power)]
    if PhaseKind.PLACEMENT in kinds:
        yield _section_toml(ORDERS, said.placement)
    if PhaseKind.MOVES in kinds:
        yield f"{said.above_units}\n{_section_toml(ORDERS, units)}"
    if takes_events(phases, variant):
        yield _section_toml(EVENTS, [])
    if PhaseKind.RETREATS in kinds:
        lost = [
            write_unit(one.unit, state.board)
            for one in state.dislodged.values()
            if one.unit.power == power
        ]
        yield _section_toml(RETREATS, lost or said.retreats)
    if PhaseKind.ADJUSTMENTS in kinds:
        yield _section_toml(
            BUILDS,
            _build_lines(power, state, variant, said, apart=kinds[0] is PhaseKind.ADJUSTMENTS),
        )


def _build_lines(
    power: Power, state: GameState, variant: Variant, said: Remarks, *, apart: bool
) -> tuple[str, ...]:
    if not apart or state.secrets is not None:
        return said.provisional
    due = adjustments_due(variant, state, power)
    return (
        (f"# {due} {said.to_build}", *said.builds)
        if due > 0
        else (f"# {-due} {said.to_remove}", *said.removals)
    )


def _section_toml(name: str, lines: Iterable[str]) -> str:
    body = "".join(f"{line}\n" for line in lines)
    return f"{name} = '''\n{body}'''\n"
