"""Geophysical Diplomacy III, by Nick Kinzett: the powers raise, sink and freeze the ground they fight on.

Source: docs/rules/geophysical-kinzett.md, "1. Set-up", "2. Phases of a year", "3. Orders",
"8. Centres and victory", "10. Options". Numbers in round brackets are those of the transformations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from zinegen.board.board import Board, NamedStrait
from zinegen.board.passage import Passage
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Option, PhaseRule, Variant, majority
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.forms import Limit, OrderForm
from zinegen.rules.adjustments import adjustments
from zinegen.rules.compose import autumn_is_over, only_when, then
from zinegen.rules.options import (
    BOOK_OPTIONS,
    COAST_CHOICE,
    COMMON_OPTIONS,
    base_option,
    event_with_moves,
    policies,
)
from zinegen.rules.ownership import more_than_half, occupy, victory
from zinegen.rules.retreats import retreats
from zinegen.variants.geophysical.common.orders import (
    FormChecks,
    Process,
    Stabilisation,
    stabilisation_form,
    stabilisation_support_form,
    transformation_forms,
)
from zinegen.variants.geophysical.common.sentences import EVENT_WORDS
from zinegen.variants.geophysical.common.start import (
    NORTH_EDGE,
    NORTH_EDGE_OPTION,
    insert_events_phase,
    moves_after_events,
    north_edge,
    put_fleet_on_black_sea,
    raise_switzerland,
    takes_events,
)
from zinegen.variants.geophysical.kinzett.extra import Plans
from zinegen.variants.geophysical.kinzett.movement import MovementPolicy
from zinegen.variants.geophysical.kinzett.movement_phase import (
    TransformPolicy,
    carry_out,
    count_stabilisations,
    movement_with_transformations,
    stabilisations_of,
    transformations_phase,
)
from zinegen.variants.geophysical.kinzett.order_checks import (
    find_disturbed_fleets,
    list_nearby_transformations,
    why_impossible,
)
from zinegen.variants.geophysical.kinzett.passage import HIGH_PASSAGE
from zinegen.variants.standard import STANDARD


def _join(province: str, *groups: str, natural: bool = True, via: str | None = None) -> NamedStrait:
    return NamedStrait(
        province=Face(province),
        groups=tuple(tuple(Face(water) for water in group.split()) for group in groups),
        via=None if via is None else Face(via),
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
    meaning="Transformations are handed in with the moves of the season, or for a deadline of their own"
    " before them. Either way the ground moves while the armies march.",
)
DOOMED_SUPPORT = Option(
    name="doomed_support",
    values=(True, False),
    default=False,
    meaning="A unit whose ground goes this season (it will drown, be destroyed or freeze if it stays) gives"
    " support and convoy all the same.",
)
DOOMED_MAY_RETREAT = Option(
    name="doomed_may_retreat",
    values=(True, False),
    default=False,
    meaning="A unit that would drown or be destroyed where it stands may retreat when it is dislodged.",
)
COAST_LOST = Option(
    name="coast_lost",
    values=("relocate", "destroy"),
    default="relocate",
    meaning="A fleet whose coast vanished while its province has another is put there, or is destroyed.",
)
P4_OWNED_ONLY = Option(
    name="p4_owned_only",
    values=(True, False),
    default=False,
    meaning="Of coasts a fleet gets the nearest to home counted only from home centres that its power still"
    " owns, not from all that exist.",
)


def _policy(variant: Variant) -> TransformPolicy:
    return TransformPolicy(
        edge=north_edge(variant),
        owned_only=bool(variant.option("p4_owned_only")),
        movement=MovementPolicy(
            game=policies(variant),
            doomed_support=bool(variant.option("doomed_support")),
            doomed_may_retreat=bool(variant.option("doomed_may_retreat")),
            relocates=variant.option("coast_lost") == "relocate",
        ),
    )


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    year_end = only_when(
        autumn_is_over, then(occupy, victory(more_than_half), count_stabilisations)
    )
    policy = _policy(variant)
    game, moves = policy.movement.game, movement_with_transformations(policy)
    events: dict[PhaseKind, PhaseRule] = {}
    if not variant.option("event_with_moves"):
        moves = moves_after_events(variant, moves)
        events = {PhaseKind.EVENTS: transformations_phase(policy)}
    return {
        **events,
        PhaseKind.MOVES: then(moves, year_end),
        PhaseKind.RETREATS: then(retreats(by_throw=game.retreats_by_throw), year_end),
        PhaseKind.ADJUSTMENTS: adjustments(measure=game.removals, passage=game.passage),
    }


def _next_phase(variant: Variant, state: GameState) -> Phase:
    return insert_events_phase(STANDARD.next_phase(variant, state), variant, state)


def _carry_out(variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out(board, orders, north_edge(variant))


def _passage(_variant: Variant) -> Passage:
    return HIGH_PASSAGE


def _times(order: Order) -> int:
    return order.times if isinstance(order, Stabilisation) else 1


def _forms(edge: tuple[str, ...]) -> tuple[OrderForm, ...]:
    """Return the forms of orders about the ground, with what is said of them before they are judged."""
    checks = FormChecks(
        check=partial(why_impossible, edge),
        events=Limit(name="transformations or supports of them", most=lambda _state, _power: 1),
        stabilisations=Limit(name="stabilisations", most=stabilisations_of, count=_times),
        touches=partial(find_disturbed_fleets, edge),
    )
    return (
        *transformation_forms(PROCESSES, checks, by_name=True),
        stabilisation_form(checks),
        stabilisation_support_form(checks),
    )


def _adapt(variant: Variant) -> Variant:
    """Return the rule set with forms and offers that know where ice may begin."""
    edge = north_edge(variant)
    return replace(
        variant, extra_forms=_forms(edge), nearby_events=partial(list_nearby_transformations, edge)
    )


def _explain_unnamed_coast(variant: Variant, state: GameState, kind: PhaseKind) -> str:
    """Return what comes of an order that names none of several coasts: moves go by P3 to P5."""
    if kind is not PhaseKind.MOVES or not variant.option("infer_coast"):
        return STANDARD.unnamed_coast(variant, state, kind)
    return "your coasts lines decide, and without one it goes to the coast nearest to your home centres"


GEOPHYSICAL_KINZETT = replace(
    STANDARD,
    id="geophysical-kinzett",
    title="Geophysical Diplomacy III",
    author="Nick Kinzett",
    summary="Each season every power may raise a sea, sink a land, bring on the ice or dig a canal.",
    start=put_fleet_on_black_sea(STANDARD.start),
    rules=_rules,
    next_phase=_next_phase,
    events_with=takes_events,
    passage=_passage,
    extra=Plans(),
    overlays=("CAS",),
    joins=WATERWAYS,
    prepare_board=raise_switzerland,
    carry_out=_carry_out,
    unnamed_coast=_explain_unnamed_coast,
    nearby_events=partial(list_nearby_transformations, NORTH_EDGE),
    event_words=EVENT_WORDS,
    extra_forms=_forms(NORTH_EDGE),
    adapt=_adapt,
    to_win=majority,
    options=(
        base_option("modern"),
        EVENT_WITH_MOVES,
        DOOMED_SUPPORT,
        DOOMED_MAY_RETREAT,
        COAST_LOST,
        P4_OWNED_ONLY,
        NORTH_EDGE_OPTION,
        COAST_CHOICE,
        *BOOK_OPTIONS,
        *COMMON_OPTIONS,
    ),
)
"""The third Geophysical game."""
