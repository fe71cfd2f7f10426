"""Both Seismics: players tear borders apart and join them; in AceRunner's also straits and canals.

That of Pierre Lavaurs (Vortigern 60; in English in Ode 21): two provinces part at a border and those at its
ends connect; an island group is tied to the mainland again. AceRunner's revision has the same events, and
straits and canals that players make and lose. Source: docs/rules/seismic-lavaurs.md, "1. Set-up",
"2. Phases of a year", "3. Orders", "8. Options"; docs/rules/seismic-acerunner.md, "1. Set-up",
"2. Phases of a year", "3. Orders", "8. Options".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

from zinegen.board.board import Board, Canal
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.variant import Option, OwnMap, PhaseRule, Variant, has_lost_its_coast
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.rules.coast_choice import CoastPolicy
from zinegen.rules.options import (
    BOOK_OPTIONS,
    COAST_CHOICE,
    COMMON_OPTIONS,
    SEPARATE_DEADLINES,
    VICTORY,
    base_option,
    event_with_moves,
    rulebook,
)
from zinegen.variants.seismic.events_phase import (
    BEATEN_ORDERS_BLOCK,
    EVENTS_NEED,
    EventNeed,
    EventsPolicy,
    carry_out_unopposed,
    judge_events,
)
from zinegen.variants.seismic.meanings import find_event, find_event_by_ends, list_nearby_events
from zinegen.variants.seismic.order_forms import OPTION_FORMS, event_forms, event_with_options
from zinegen.variants.seismic.orders import (
    CanalOption,
    Connect,
    IsthmusOption,
    Separate,
    StraitOption,
)
from zinegen.variants.seismic.sentences import border_orders, event_words
from zinegen.variants.seismic.waterways import WaterwayPolicy
from zinegen.variants.standard import JOINS, STANDARD, join, play_on_own_map

NAMED_STRAITS = (*JOINS, join("Nap", "ION", "TYS"))
"""Lavaurs's straits provinces, by name and at all times.

Source: docs/rules/seismic-lavaurs.md, "6. Consequences".
"""

STRAITS = (("Den", "Swe"),)
"""AceRunner's straits of the start."""

CANALS = (("Con", "AEG", "BLA"), ("Kie", "BAL", "HEL"))
"""His canals of the start: the province and the waters at its two ends."""

WATERWAY_DEFAULT = Option(
    name="waterway_default",
    values=("keep", "delete"),
    default="keep",
    meaning=N_("What happens without a choice to a strait or canal that may be kept or deleted."),
)
RELEASE_ISTHMUS_DEFAULT = Option(
    name="release_isthmus_default",
    values=("none", "strait"),
    default="none",
    meaning=N_(
        "The waterway of an isthmus made by a release, when no option was given or they tie."
    ),
)
TERMINAL_DEFAULT = Option(
    name="terminal_default",
    values=("alphabetical", "random"),
    default="alphabetical",
    meaning=N_("Where a canal ends without a choice when two waters offer themselves."),
)
TRAPPED_DEFAULT = Option(
    name="trapped_default",
    values=("trapped", "disband"),
    default="trapped",
    meaning=N_("What becomes of a fleet that loses its last coast when its owner chose nothing."),
)
DESIGNATION_HOURS = Option(
    name="designation_hours",
    values=int,
    default=24,
    meaning=N_("The hours in which coasts can be designated after the events."),
)


def _rules(
    variant: Variant, coasts: CoastPolicy, waterways: WaterwayPolicy | None = None
) -> Mapping[PhaseKind, PhaseRule]:
    policy = EventsPolicy(
        beaten_block=bool(variant.option("beaten_orders_block")),
        need=EventNeed(str(variant.option("events_need"))),
        meaning=find_event if waterways is None else find_event_by_ends,
        coasts=coasts,
        waterways=waterways,
    )
    return {**STANDARD.make_rules(variant), PhaseKind.EVENTS: judge_events(policy)}


def _lavaurs_rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    return _rules(variant, CoastPolicy(convention=rulebook(variant).coasts))


def _lavaurs_carry_out(_variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out_unopposed(board, orders, None)


def _next_phase(quiet: Season, variant: Variant, state: GameState) -> Phase:
    """Return the phase after this one: events close every season but one.

    Lavaurs's close the spring, and again the winter; AceRunner's spring and autumn, before the adjustments.

    """
    season, year, kind = state.phase.season, state.phase.year, state.phase.kind
    regular = STANDARD.next_phase(variant, state)
    if kind is PhaseKind.EVENTS or regular.kind is PhaseKind.RETREATS or season is quiet:
        return regular
    return Phase(season=season, year=year, kind=PhaseKind.EVENTS)


MISPRINTS = {"for": ProvinceKey("Por")}
"""In the third case of rule 7."""

SEISMIC_LAVAURS = replace(
    STANDARD,
    id="seismic-lavaurs",
    title="Seismic (Lavaurs)",
    author="Pierre Lavaurs",
    summary=N_("Twice a year the powers tear borders apart and tie provinces together."),
    make_rules=_lavaurs_rules,
    next_phase=partial(_next_phase, Season.AUTUMN),
    joins=NAMED_STRAITS,
    recorded={"Connect": Connect, "Separate": Separate},
    carry_out=_lavaurs_carry_out,
    may_strand=has_lost_its_coast,
    nearby_events=list_nearby_events,
    event_words=event_words(find_event),
    border_orders=border_orders,
    misprints=MISPRINTS,
    extra_forms=event_forms(find_event),
    options=(
        base_option("1971"),
        event_with_moves(default=True),
        BEATEN_ORDERS_BLOCK,
        COAST_CHOICE,
        EVENTS_NEED,
        *BOOK_OPTIONS,
        *COMMON_OPTIONS,
        VICTORY,
    ),
)
"""The first Seismic."""


def _place_waterways(_variant: Variant, board: Board) -> Board:
    """Return the board with its first strait and canals."""
    mesh = board.mesh
    straits = [
        border
        for one, other in STRAITS
        for border in mesh.between(ProvinceKey(one), ProvinceKey(other))
    ]
    canals = []
    for name, *waters in CANALS:
        province = ProvinceKey(name)
        ends = sorted(border for w in waters for border in mesh.between(province, ProvinceKey(w)))
        canals.append(Canal(province=province, terminals=(ends[0], ends[1])))
    return replace(board, straits=tuple(straits), canals=tuple(canals))


def _play_on_own_map(variant: Variant, own_map: OwnMap) -> Variant:
    return replace(play_on_own_map(variant, own_map), prepare_board=_dig_canals)


def _dig_canals(_variant: Variant, board: Board) -> Board:
    """Return another map's board with canals, which can move, for the waters joined by name."""
    canals = []
    for joined in board.joins:
        shores = [
            min(border for water in group for border in board.mesh.between(joined.province, water))
            for group in joined.groups
        ]
        canals += [
            Canal(province=joined.province, terminals=(min(ends), max(ends)))
            for ends in pairwise(shores)
        ]
    return replace(board, joins=(), canals=tuple(canals))


def _waterways(variant: Variant) -> WaterwayPolicy:
    return WaterwayPolicy(
        keep=variant.option("waterway_default") == "keep",
        strait_by_link=variant.option("release_isthmus_default") == "strait",
        random_terminal=variant.option("terminal_default") == "random",
    )


def _acerunner_rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    coasts = CoastPolicy(
        convention=rulebook(variant).coasts,
        may_disband=True,
        disbands=variant.option("trapped_default") == "disband",
    )
    return _rules(variant, coasts, _waterways(variant))


def _acerunner_carry_out(variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out_unopposed(board, orders, _waterways(variant), find_event_by_ends)


_EVENTS = event_forms(find_event_by_ends)

SEISMIC_ACERUNNER = replace(
    SEISMIC_LAVAURS,
    id="seismic-acerunner",
    title="Seismic (AceRunner)",
    author=N_("Pierre Lavaurs, revised by AceRunner"),
    summary=N_("Twice a year the powers move borders, and with them straits and canals."),
    make_rules=_acerunner_rules,
    next_phase=partial(_next_phase, Season.WINTER),
    joins=(),
    recorded={
        **SEISMIC_LAVAURS.recorded,
        "CanalOption": CanalOption,
        "IsthmusOption": IsthmusOption,
        "StraitOption": StraitOption,
    },
    on_map=_play_on_own_map,
    prepare_board=_place_waterways,
    carry_out=_acerunner_carry_out,
    event_words=event_words(find_event_by_ends),
    misprints=MISPRINTS,
    extra_forms=(*_EVENTS, *OPTION_FORMS, event_with_options(_EVENTS)),
    options=(
        base_option("modern"),
        event_with_moves(default=False),
        BEATEN_ORDERS_BLOCK,
        COAST_CHOICE,
        WATERWAY_DEFAULT,
        RELEASE_ISTHMUS_DEFAULT,
        TERMINAL_DEFAULT,
        TRAPPED_DEFAULT,
        DESIGNATION_HOURS,
        EVENTS_NEED,
        *BOOK_OPTIONS,
        *SEPARATE_DEADLINES,
        VICTORY,
    ),
)
"""The second Seismic."""
