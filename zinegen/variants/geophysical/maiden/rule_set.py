"""Geophysical Diplomacy, by Jeremy Maiden: powers raise and wear down lands, open rifts, and move the ice.

Source: docs/rules/geophysical-maiden.md, "1. Set-up", "2. Phases of a year", "3. Orders", "8. Options".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zinegen.board.board import Board, Power
from zinegen.board.rough_passage import ICE_ROADS
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.variant import Option, PhaseRule, Variant
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.notation.reading.forms import OrderForm
from zinegen.rules.adjustments import at_home
from zinegen.rules.compose import autumn_is_over, only_when, season_is_over, then
from zinegen.rules.options import event_with_moves, rulebook
from zinegen.rules.ownership import more_than_half, occupy, victory
from zinegen.variants.geophysical.common.orders import stabilisation_form, transformation_forms
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import (
    GROUND_ORDERS,
    make_ground_game,
    make_ground_rules,
    north_edge,
)
from zinegen.variants.geophysical.maiden.resolve_events import (
    Identical,
    SeasonPolicy,
    carry_out_unopposed,
)
from zinegen.variants.geophysical.maiden.season import (
    events_phase,
    is_frozen_in,
    movement_after_events,
)
from zinegen.variants.geophysical.maiden.transformations import (
    list_nearby_transformations,
    make_form_checks,
)
from zinegen.variants.geophysical.maiden.units_on_new_ground import (
    ArmiesOnIce,
    ArmyChilled,
    ice_attrition,
)

PROCESSES = (
    Process.UPLIFT,
    Process.ERODE,
    Process.OROGENESIS,
    Process.EARTHQUAKE,
    Process.ICE_ADVANCE,
    Process.ICE_RETREAT,
    Process.CREATE_CENTRE,
)
"""What a power may order, one a season."""

MAJORITY = "majority"

ESCAPE = Option(
    name="escape",
    values=(False, True),
    default=False,
    meaning=N_(
        "Units may still leave on the old terrain of their province in the season of the change, and"
        " those that cannot stand where they are are lost after the moves (true), not before them (false)."
        " Events with a deadline of their own leave no such way out."
    ),
)
STABILISATIONS_ADD = Option(
    name="stabilisations_add",
    values=(True, False),
    default=True,
    meaning=N_(
        "Stabilisations of one target by several powers add up (true), or only the power with most of"
        " them counts (false)."
    ),
)
IDENTICAL_EVENTS = Option(
    name="identical_events",
    values=tuple(str(way) for way in Identical),
    default=str(Identical.NO_ADD),
    meaning=N_(
        "The same event ordered by several powers is one event as strong as the strongest order"
        " (no_add), one whose strengths add up (add), or each takes effect by itself, so that two erosions"
        " wear a mountain down to water (compound)."
    ),
)
STABILISE_STOPS_CENTRE = Option(
    name="stabilise_stops_centre",
    values=(False, True),
    default=False,
    meaning=N_(
        "Create centre is measured against stabilisations like other events (true), or succeeds"
        " whatever they are (false)."
    ),
)
COAST_LOST = Option(
    name="coast_lost",
    values=("move", "destroy"),
    default="move",
    meaning=N_(
        "A fleet whose coast was filled in while its province has another goes there (move) or is"
        " destroyed before the moves (destroy)."
    ),
)
NEW_HOME_CENTRES = Option(
    name="new_home_centres",
    values=(True, False),
    default=True,
    meaning=N_(
        "A centre made inside a power's home country is a home centre for it, where it can build."
    ),
)
VICTORY = Option(
    name="victory",
    values=(18, MAJORITY),
    default=18,
    meaning=N_(
        "What wins after an autumn: 18 centres, or more than half of those that exist (majority)."
    ),
)
SEPARATE_WINTER = Option(
    name="separate_winter",
    values=("rhythm", True, False),
    default="rhythm",
    meaning=N_(
        "Adjustments have a deadline of their own (true) or come with the autumn moves (false);"
        " otherwise as the option rhythm says."
    ),
)


def _policy(variant: Variant) -> SeasonPolicy:
    return SeasonPolicy(
        game=rulebook(variant),
        north_edge=north_edge(variant),
        identical=Identical(str(variant.option("identical_events"))),
        stabilisations_add=bool(variant.option("stabilisations_add")),
        stabilise_stops_centre=bool(variant.option("stabilise_stops_centre")),
        centres_at_home=bool(variant.option("new_home_centres")),
        relocates=variant.option("coast_lost") == "move",
        escape=bool(variant.option("escape")),
    )


def _why_no_build(state: GameState, power: Power, face: ProvinceKey) -> Reason | None:
    """Allow builds at home, but not under ice."""
    return at_home(state, power, face) or (Reason.IS_ICED if state.board[face].iced else None)


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    policy, wanted = _policy(variant), variant.option("victory")
    season_end = then(
        only_when(season_is_over, ice_attrition),
        only_when(
            autumn_is_over,
            then(occupy, victory(more_than_half if wanted == MAJORITY else int(str(wanted)))),
        ),
    )
    return make_ground_rules(
        variant,
        policy.game,
        events=events_phase(policy),
        moves=movement_after_events(policy),
        season_end=season_end,
        build=_why_no_build,
    )


def _carry_out(variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out_unopposed(board, orders, _policy(variant))


def _forms(edge: tuple[str, ...]) -> tuple[OrderForm, ...]:
    """Return the forms of orders about the ground, with what is said of them before they are judged."""
    checks = make_form_checks(edge)
    return (*transformation_forms(PROCESSES, checks), stabilisation_form(checks))


OPTIONS = (
    event_with_moves(default=True),
    ESCAPE,
    STABILISATIONS_ADD,
    IDENTICAL_EVENTS,
    STABILISE_STOPS_CENTRE,
    COAST_LOST,
    NEW_HOME_CENTRES,
    VICTORY,
    SEPARATE_WINTER,
)
"""What the GM decides in this game alone."""

GEOPHYSICAL_MAIDEN = replace(
    make_ground_game(_forms, list_nearby_transformations, OPTIONS),
    id="geophysical-maiden",
    title="Geophysical Diplomacy",
    author="Jeremy Maiden",
    summary=N_(
        "Each season the powers raise seas, wear down lands, throw up mountains, open rifts and move"
        " the ice, and only then the units move."
    ),
    make_rules=_rules,
    make_passage=lambda _variant: ICE_ROADS,
    extra=ArmiesOnIce(),
    recorded={**GROUND_ORDERS, "ArmyChilled": ArmyChilled},
    overlays=("CAS", "Ice"),
    carry_out=_carry_out,
    must_hold=is_frozen_in,
)
"""The first of the games of the moving ground."""
