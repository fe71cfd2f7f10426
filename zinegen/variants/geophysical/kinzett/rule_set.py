"""Geophysical Diplomacy III, by Nick Kinzett: the powers raise, sink and freeze the ground they fight on.

Source: docs/rules/geophysical-kinzett.md, "1. Set-up", "2. Phases of a year", "3. Orders",
"8. Centres and victory", "10. Options". Numbers in round brackets are those of the transformations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from zinegen.board.board import Board, NamedStrait
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.variant import Option, PhaseRule, Variant, majority
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_, gettext
from zinegen.notation.reading.forms import Limit, OrderForm
from zinegen.rules.compose import autumn_is_over, only_when, then
from zinegen.rules.options import event_with_moves, rulebook
from zinegen.rules.ownership import more_than_half, occupy, victory
from zinegen.variants.geophysical.common.orders import (
    FormChecks,
    stabilisation_form,
    stabilisation_support_form,
    transformation_forms,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import (
    GROUND_ORDERS,
    make_ground_game,
    make_ground_rules,
    north_edge,
)
from zinegen.variants.geophysical.kinzett.movement import MovementPolicy
from zinegen.variants.geophysical.kinzett.movement_phase import (
    EventsAnnounced,
    Plans,
    StabilisationsCounted,
    carry_out,
    count_stabilisations,
    movement_with_transformations,
    stabilisations_of,
    transformations_phase,
)
from zinegen.variants.geophysical.kinzett.passage import HIGH_PASSAGE
from zinegen.variants.geophysical.kinzett.transformations import (
    find_disturbed_fleets,
    list_nearby_transformations,
    why_impossible,
)
from zinegen.variants.standard import STANDARD


def _join(province: str, *groups: str, natural: bool = True, via: str | None = None) -> NamedStrait:
    return NamedStrait(
        province=ProvinceKey(province),
        groups=tuple(tuple(ProvinceKey(water) for water in group.split()) for group in groups),
        via=None if via is None else ProvinceKey(via),
        natural=natural,
        freezes=natural and via is None,
    )


WATERWAYS = (
    _join("Con", "AEG", "BLA"),
    _join("Den", "NTH SKA", "BAL"),
    _join("Swe", "SKA", "BAL", via="Den"),
    _join("Kie", "HEL", "BAL", natural=False),
)
"""The natural waterways (9), with what Denmark's does for Sweden, and the only canal (8) of the start."""

PROCESSES = (
    Process.RAISE,
    Process.ERODE,
    Process.MOUNTAIN,
    Process.GLACIATE,
    Process.MELT,
    Process.CREATE_CENTRE,
    Process.CANAL,
    Process.OPEN,
    Process.CLOSE,
    Process.EARTHQUAKE,
    Process.SEAL,
)
"""The transformations (1) to (12); (2) and (4) are one word."""

EVENT_WITH_MOVES = replace(
    event_with_moves(default=True),
    meaning=N_(
        "Transformations are handed in with the moves of the season, or for a deadline of their own"
        " before them. Either way the ground moves while the armies march."
    ),
)
DOOMED_SUPPORT = Option(
    name="doomed_support",
    values=(True, False),
    default=False,
    meaning=N_(
        "A unit whose ground goes this season (it will drown, be destroyed or freeze if it stays) gives"
        " support and convoy all the same."
    ),
)
DOOMED_MAY_RETREAT = Option(
    name="doomed_may_retreat",
    values=(True, False),
    default=False,
    meaning=N_(
        "A unit that would drown or be destroyed where it stands may retreat when it is dislodged."
    ),
)
COAST_LOST = Option(
    name="coast_lost",
    values=("relocate", "destroy"),
    default="relocate",
    meaning=N_(
        "A fleet whose coast vanished while its province has another is put there, or is destroyed."
    ),
)
P4_OWNED_ONLY = Option(
    name="p4_owned_only",
    values=(True, False),
    default=False,
    meaning=N_(
        "Of coasts a fleet gets the nearest to home counted only from home centres that its power still"
        " owns, not from all that exist."
    ),
)


def _policy(variant: Variant) -> MovementPolicy:
    return MovementPolicy(
        game=rulebook(variant),
        edge=north_edge(variant),
        owned_only=bool(variant.option("p4_owned_only")),
        doomed_support=bool(variant.option("doomed_support")),
        doomed_may_retreat=bool(variant.option("doomed_may_retreat")),
        relocates=variant.option("coast_lost") == "relocate",
    )


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    year_end = only_when(
        autumn_is_over, then(occupy, victory(more_than_half), count_stabilisations)
    )
    policy = _policy(variant)
    return make_ground_rules(
        variant,
        policy.game,
        events=transformations_phase(policy),
        moves=movement_with_transformations(policy),
        season_end=year_end,
    )


def _carry_out(variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out(board, orders, north_edge(variant))


def _forms(edge: tuple[str, ...]) -> tuple[OrderForm, ...]:
    """Return the forms of orders about the ground, with what is said of them before they are judged."""
    checks = FormChecks(
        check=partial(why_impossible, edge),
        events=Limit(name=N_("transformations or supports of them"), most=lambda _state, _power: 1),
        stabilisations=stabilisations_of,
        touches=partial(find_disturbed_fleets, edge),
    )
    return (
        *transformation_forms(PROCESSES, checks, by_name=True),
        stabilisation_form(checks),
        stabilisation_support_form(checks),
    )


def _explain_unnamed_coast(variant: Variant, state: GameState, kind: PhaseKind) -> str:
    """Return what comes of an order that names none of several coasts: moves go by P3 to P5."""
    if kind is not PhaseKind.MOVES or not variant.option("infer_coast"):
        return STANDARD.unnamed_coast(variant, state, kind)
    return gettext(
        "your coasts lines decide, and without one it goes to the coast nearest to your home centres"
    )


OPTIONS = (
    EVENT_WITH_MOVES,
    DOOMED_SUPPORT,
    DOOMED_MAY_RETREAT,
    COAST_LOST,
    P4_OWNED_ONLY,
)
"""What the GM decides in this game alone."""

GEOPHYSICAL_KINZETT = replace(
    make_ground_game(_forms, list_nearby_transformations, OPTIONS),
    id="geophysical-kinzett",
    title="Geophysical Diplomacy III",
    author="Nick Kinzett",
    summary=N_(
        "Each season every power may raise a sea, sink a land, bring on the ice or dig a canal."
    ),
    make_rules=_rules,
    make_passage=lambda _variant: HIGH_PASSAGE,
    extra=Plans(),
    recorded={
        **GROUND_ORDERS,
        "EventsAnnounced": EventsAnnounced,
        "StabilisationsCounted": StabilisationsCounted,
    },
    joins=WATERWAYS,
    carry_out=_carry_out,
    unnamed_coast=_explain_unnamed_coast,
    to_win=majority,
)
"""The third Geophysical game."""
