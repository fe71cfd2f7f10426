"""What each power can do to the map as it is: every event that concerns it, with its effects."""

from collections.abc import Iterator, Mapping

from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.board.coasts import coasts
from zinegen.errors import ZinegenError
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.units import Kind
from zinegen.game.variant import Variant
from zinegen.game.wording import possessive
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.pages.views.map_views import Choice, ChoicesOfPower, ChoicesView
from zinegen.pages.views.views import PowerView
from zinegen.pages.words.map_differences import (
    coast_names,
    describe_contacts,
    ground_sentences,
    waterway_rows,
)


def choices_view(
    variant: Variant, state: GameState, powers: Mapping[Power, PowerView], when: str
) -> ChoicesView | None:
    """Return every power's options; None in a rule set or position that offers nobody any."""
    found = tuple(
        ChoicesOfPower(power=powers[power], choices=_choices(variant, state, power))
        for power in state.powers
        if variant.nearby_events(state, power)
    )
    return ChoicesView(when=when, powers=found) if found else None


def _choices(variant: Variant, state: GameState, power: Power) -> tuple[Choice, ...]:
    return tuple(
        Choice(line=write_order(order, state.board), brings=tuple(_brings(variant, state, order)))
        for order in variant.nearby_events(state, power)
    )


def _brings(variant: Variant, state: GameState, order: Order) -> tuple[str, ...]:
    """Return the effects of an event if nobody stops it; nothing where they cannot be known beforehand."""
    memo = state.board.memo
    key = ("choices", variant.id, write_order(order, state.board), tuple(state.units.items()))
    known = memo.get(key)
    if isinstance(known, tuple):
        return known
    try:
        after = variant.carry_out(variant, state.board, (order,))
    except ZinegenError:
        return ()
    made = tuple(_consequences(state, after, order))
    memo[key] = made
    return made


def _consequences(state: GameState, after: Board, order: Order) -> Iterator[str]:
    before = state.board
    yield from describe_contacts(before, after)
    yield from ground_sentences(before, after)
    for row in waterway_rows(before, after):
        if row.news:
            yield f"{row.what.capitalize()}, {row.where}: {row.news}."
    near = {face for site in order.site for face in (site, *before.mesh.adjacent(site))}
    for face in sorted(near - {OUTSIDE}):
        if before[face].terrain is not after[face].terrain and face in state.units:
            unit = state.units[face]
            yield f"{possessive(unit.power)} {write_unit(unit, before)} stands there."
        elif after.is_ground(face):
            yield from _shore(state, after, face)


def _shore(state: GameState, after: Board, face: Face) -> Iterator[str]:
    """Yield how a province's coasts change, and what that means for a fleet there."""
    before = state.board
    old, new = (sorted(c.waters for c in coasts(board, face)) for board in (before, after))
    if old == new:
        return
    names = "; ".join(coast_names(after, face)) or "none"
    yield f"Coasts of {after[face].name}: {names}."
    unit = state.units.get(face)
    if unit is not None and unit.kind in {Kind.FLEET, Kind.ARMY_ABOARD} and not new:
        yield f"{possessive(unit.power)} {write_unit(unit, before)} has no coast left."
