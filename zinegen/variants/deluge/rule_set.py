"""Deluge II, by Tim Sharrock and Stephen Agar: the map sinks, and armies live aboard fleets.

Source: docs/rules/deluge2.md, "1. Board and set-up", "2. Phases of a year", "3. Tables", "7. End",
"9. Options". The first Deluge is a preset of the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.errors import RulesError
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Option, OwnMap, PhaseRule, Start, Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_, gettext
from zinegen.rules.coast_choice import CoastPolicy
from zinegen.rules.compose import autumn_is_over, only_when, play_rule, season_is_over, then
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.rules.options import (
    BOOK_OPTIONS,
    COAST_CHOICE,
    SEPARATE_DEADLINES,
    base_option,
    rulebook,
)
from zinegen.rules.ownership import Visits, occupy
from zinegen.variants.deluge.boarding import FerryPolicy
from zinegen.variants.deluge.movement import movement_with_ferries
from zinegen.variants.deluge.orders import (
    COMBINED,
    FERRY_FORMS,
    BecomeFleet,
    Disembark,
    Embark,
    SupportLanding,
)
from zinegen.variants.deluge.retreats import retreats_with_ferries
from zinegen.variants.deluge.winter import (
    Calendar,
    Table,
    apply_calendar,
    end_with_last_power,
    explain_unnamed_coast,
    flood,
    founding,
    note_visitors,
    opening,
    opening_builds,
    winter_builds,
)
from zinegen.variants.standard import STANDARD, play_on_own_map

FIRST_YEAR = 1900
"""The year whose winter has only the first builds."""


def _table(**years: str) -> Table:
    return {
        int(year.removeprefix("y")): tuple(ProvinceKey(name) for name in names.split())
        for year, names in years.items()
    }


SUBMERGENCE = _table(
    y1901="Lon Hol Bel Gas Ven Lvn",
    y1902="Yor Pic Apu Rum Sev Fin Syr Den Lvp",
    y1903="Arm Bre StP Par Tus Nap Bud Kie",
    y1904="Ber Mos Mar Por Rom Vie Bul Gre Pru Ruh Gal Ukr Con",
    y1905="Wal Cly Swe Tri Alb War Ice",
    y1906="Edi Spa Tun Ser Smy Sil Boh",
    y1907="Nwy Mun Pie Tyr NAf Bur Ank",
)
"""What sinks after the adjustments of which winter."""

SEED = _table(
    y1901="Wal Ruh Tyr", y1902="Ukr Ice", y1903="Pie", y1904="Boh Sil", y1905="Swi", y1906="NAf"
)
"""New centres by the winter after whose adjustments they form.

Source: docs/rules/deluge2.md, "3. Tables", "6. Winter".
"""

OTHER = _table(
    y1902="Wal Ruh Tyr", y1903="Ukr Ice", y1904="Pie", y1905="Boh Sil", y1906="Swi", y1907="NAf"
)
"""The same schedule as other copies print it: by the winter before whose adjustments they form."""

OPENING = _table(y1901="Ice", y1904="Swi")
"""Provinces that are closed until after a winter."""

NEW_CENTRES = Option(
    name="new_centres",
    values=("seed", "other"),
    default="seed",
    meaning=N_(
        "When new centres form: after the adjustments of 1901 to 1906 (seed), or before those of the"
        " year after (other), so that their first owner is settled a year later."
    ),
)
ONE_SPACE_MUST_FERRY = Option(
    name="one_space_must_ferry",
    values=(False, True),
    default=False,
    meaning=N_(
        "An army that boards and lands over one sea space in one season is taken for a fast ferry."
    ),
)
SAIL_WITHOUT_ARMY = Option(
    name="sail_without_army",
    values=(True, False),
    default=True,
    meaning=N_(
        "A fleet whose army failed to board carries out its move alone (true) or holds (false)."
    ),
)
OWN_ATTACK_STOPS_BOARDING = Option(
    name="own_attack_stops_boarding",
    values=(False, True),
    default=False,
    meaning=N_(
        "A move of an own unit from another sea space stops a boarding like that of a foreign one."
    ),
)
BUILD_ON_FUTURE_COAST = Option(
    name="build_on_future_coast",
    values=(False, True),
    default=False,
    meaning=N_(
        "A fleet may be built in an inland province that gets a coast by this winter's flood."
    ),
)
FAILED_CONVOY = Option(
    name="failed_convoy",
    values=("stay", "aboard"),
    default="stay",
    meaning=N_(
        "An army whose convoy is broken stays where it is (stay), or is aboard the fleet, if that is"
        " its own power's, and driven out with it (aboard). One that cannot land is aboard either way."
    ),
)
ELIMINATED_GET_CENTRES = Option(
    name="eliminated_get_centres",
    values=(False, True),
    default=False,
    meaning=N_(
        "A new centre whose last visitor, or whose country, has neither unit nor centre left is"
        " neutral (false) or goes to that power all the same (true)."
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """In what the first Deluge differs from the second.

    Source: docs/rules/deluge2.md, "9.1 The first Deluge".
    """

    is_first: bool = False
    """Armies in sinking provinces become fleets; only unattacked armies in centres may do so before."""
    outside: int | None = None
    """Builds in own centres that are not home, when no home centre is left; None: builds in all of them."""

    def table(self, table: Table) -> Table:
        """Return a table as this edition prints it: the first has no Iceland, Constantinople sinks later."""
        if not self.is_first:
            return table
        named = {
            face: 1905 if face == "Con" and year == 1904 else year
            for year, faces in table.items()
            for face in faces
            if face != "Ice"
        }
        years = sorted({*named.values()})
        return {year: tuple(face for face in named if named[face] == year) for year in years}


SECOND = Edition()
FIRST = Edition(is_first=True, outside=3)


def _calendar(variant: Variant, edition: Edition) -> Calendar:
    other = edition.is_first or variant.option("new_centres") == "other"
    own = variant.own_map
    if own is not None:
        return Calendar(
            sinking=own.sinking,
            founding={year + other: faces for year, faces in own.founding.items()},
            opening={},
            founds_first=other,
        )
    return Calendar(
        sinking=edition.table(SUBMERGENCE),
        founding=edition.table(OTHER if other else SEED),
        opening=edition.table(OPENING),
        founds_first=other,
    )


def _close_iceland(_variant: Variant, board: Board) -> Board:
    """Return the board with Iceland closed; Switzerland is from the start."""
    return board.replace_province(replace(board[ProvinceKey("Ice")], passable=False))


def _board_in(edition: Edition, variant: Variant, board: Board, phase: Phase) -> Board:
    return apply_calendar(_calendar(variant, edition), board, phase.year)


def _standard_units(start: Start, board: Board) -> dict[ProvinceKey, Unit]:
    """Return the units with which the standard game begins where they stand on a board."""
    units = {}
    for power, text in start.later:
        kind, _, place = text.partition(" ")
        name, _, coast = place.partition("/")
        face = ProvinceKey(name)
        here = find(board, face, coast) if coast else coasts(board, face)
        at = Place(face, here[0].borders if kind == Kind.FLEET else ())
        units[face] = Unit(power=Power(power), kind=Kind(kind), at=at)
    return units


def _is_first(variant: Variant, state: GameState) -> bool:
    return state.phase.year <= variant.start.phase.year


def _find_last_year(calendar: Calendar) -> int:
    """Return the year after the last flood, in whose winter the game ends."""
    return max(calendar.sinking) + 1


def _form_centres(variant: Variant, calendar: Calendar) -> PhaseRule:
    """Return the rule by which new centres form."""
    return founding(calendar, eliminated_too=bool(variant.option(ELIMINATED_GET_CENTRES.name)))


def _winter(variant: Variant, calendar: Calendar, edition: Edition, game: Rulebook) -> PhaseRule:
    """Return the rule of a winter: adjustments, flood, new centres, and what opens [steps 6 to 9]."""
    builds = winter_builds(
        calendar,
        game,
        on_future_coast=bool(variant.option("build_on_future_coast")),
        outside=edition.outside,
    )
    water = flood(calendar, CoastPolicy(convention=game.coasts), armies_float=edition.is_first)
    form = _form_centres(variant, calendar)
    steps = (form, builds, water) if calendar.founds_first else (builds, water, form)
    return then(
        *steps,
        opening(calendar),
        only_when(lambda state: state.phase.year >= _find_last_year(calendar), end_with_last_power),
    )


def _form_centres_first(edition: Edition, variant: Variant, state: GameState) -> GameState:
    """Return a position in winter with the centres that form before its adjustments."""
    calendar = _calendar(variant, edition)
    is_winter = state.phase.kind is PhaseKind.ADJUSTMENTS and not _is_first(variant, state)
    if not is_winter or not calendar.founds_first:
        return state
    return play_rule(_form_centres(variant, calendar), state, Sheet())[0]


def _rules(edition: Edition, variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    calendar, game = _calendar(variant, edition), rulebook(variant)
    policy = FerryPolicy(
        game=game,
        own_attack_stops=bool(variant.option("own_attack_stops_boarding")),
        sail_without_army=bool(variant.option("sail_without_army")),
        must_ferry=bool(variant.option("one_space_must_ferry")),
        aboard_when_broken=variant.option("failed_convoy") == "aboard",
        undisturbed_refit=edition.is_first,
    )
    season_end = then(
        only_when(season_is_over, note_visitors(calendar)), only_when(autumn_is_over, occupy)
    )
    return {
        PhaseKind.MOVES: then(movement_with_ferries(policy), season_end),
        PhaseKind.RETREATS: then(
            retreats_with_ferries(by_throw=game.retreats_by_throw), season_end
        ),
        PhaseKind.ADJUSTMENTS: then(
            only_when(
                partial(_is_first, variant), opening_builds(partial(_standard_units, variant.start))
            ),
            only_when(
                lambda state: not _is_first(variant, state),
                _winter(variant, calendar, edition, game),
            ),
        ),
    }


def _explain_unnamed_coast(variant: Variant, state: GameState, kind: PhaseKind) -> str:
    """Return what comes of an order that names none of several coasts."""
    if kind is not PhaseKind.ADJUSTMENTS:
        return STANDARD.unnamed_coast(variant, state, kind)
    if _is_first(variant, state):
        return gettext("the standard unit of the province is built")
    return explain_unnamed_coast(rulebook(variant).coasts)


def _play_on_own_map(variant: Variant, own_map: OwnMap) -> Variant:
    """Return a Deluge on another map, which has a calendar of its own."""
    if not own_map.sinking:
        what = "its map.toml must say under [calendar.sinking] which provinces sink in which winter"
        raise RulesError(f"{variant.id}: {what}")
    first = replace(DELUGE2.start.phase, year=own_map.start.phase.year - 1)
    start = replace(own_map.start, phase=first, units=(), later=own_map.start.units)
    return replace(play_on_own_map(variant, own_map), start=start)


DELUGE2 = replace(
    STANDARD,
    id="deluge2",
    title="Deluge II",
    author=N_("Tim Sharrock and Stephen Agar"),
    summary=N_("Every winter more of Europe sinks under the sea, until one unit is left."),
    start=Start(
        phase=Phase(season=Season.WINTER, year=FIRST_YEAR, kind=PhaseKind.ADJUSTMENTS),
        powers=STANDARD.start.powers,
        units=(),
        later=STANDARD.start.units,
    ),
    make_rules=partial(_rules, SECOND),
    on_map=_play_on_own_map,
    overlays=("Ice",),
    prepare_board=_close_iceland,
    extra=Visits(),
    recorded={
        "BecomeFleet": BecomeFleet,
        "Disembark": Disembark,
        "Embark": Embark,
        "SupportLanding": SupportLanding,
    },
    last_year=lambda variant: _find_last_year(_calendar(variant, SECOND)),
    board_in=partial(_board_in, SECOND),
    before_adjustments=partial(_form_centres_first, SECOND),
    unnamed_coast=_explain_unnamed_coast,
    longest_convoy=1,
    extra_forms=(*FERRY_FORMS, COMBINED),
    options=(
        base_option("modern"),
        NEW_CENTRES,
        ONE_SPACE_MUST_FERRY,
        SAIL_WITHOUT_ARMY,
        OWN_ATTACK_STOPS_BOARDING,
        FAILED_CONVOY,
        BUILD_ON_FUTURE_COAST,
        ELIMINATED_GET_CENTRES,
        COAST_CHOICE,
        *BOOK_OPTIONS,
        *SEPARATE_DEADLINES,
    ),
)
"""The flood, with armies aboard fleets."""

DELUGE1 = replace(
    DELUGE2,
    id="deluge1",
    title="Deluge",
    author="Tim Sharrock",
    summary=N_("The first flood: armies that are caught by it learn to swim."),
    make_rules=partial(_rules, FIRST),
    overlays=(),
    prepare_board=STANDARD.prepare_board,
    last_year=lambda variant: _find_last_year(_calendar(variant, FIRST)),
    board_in=partial(_board_in, FIRST),
    before_adjustments=partial(_form_centres_first, FIRST),
    options=tuple(option for option in DELUGE2.options if option is not NEW_CENTRES),
)
"""The first Deluge: the second with its own tables, builds at home, and armies that float.

Source: docs/rules/deluge2.md, "9.1 The first Deluge".
"""
