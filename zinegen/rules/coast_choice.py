"""Where a fleet lies after the ground has changed: on what is left of its coast, or where it chooses.

One descendant of its coast: there. Several: the owner's list, else the convention of the game, else a
throw. None: the same among all coasts of the province, or lost where the rule set says so. No coast at all:
trapped, or disbanded where the rule set grants that. Source: docs/rules/common.md,
"4.3 Inheritance when the map changes", "14. Options".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.board import Board
from zinegen.board.coasts import DIRECTIONS, Coast, coast_with, coasts, find, label
from zinegen.board.graphs import distances, fleet_graph
from zinegen.board.named_coasts import find_as_written, follow_borders
from zinegen.board.passage import Passage, Place, places
from zinegen.game.changes import Change, UnitLost, UnitPutOnCoast
from zinegen.game.orders import CoastChoice, Sheet
from zinegen.game.state import GameState, Throw
from zinegen.game.units import FLEETS, Unit
from zinegen.game.verdicts import OrderResult, Reason, Undesignated, Verdict
from zinegen.geometry.mesh import BorderId, ProvinceKey

TRAPPED = "trapped"
DISBAND = "disband"


class Convention(StrEnum):
    """How a coast is chosen when the owner chose none."""

    RANDOM = "random"
    ALPHABETICAL = "alphabetical"
    MOST_WATER = "most-water"
    NEAREST_HOME = "nearest-home"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastPolicy:
    """What a rule set grants to fleets whose coast changed."""

    convention: Convention = Convention.RANDOM
    relocates: bool = True
    """A fleet whose coast vanished goes to another of its province; False: it is lost."""
    may_disband: bool = False
    """The owner of a fleet that loses its last coast may disband it."""
    disbands: bool = False
    """It is disbanded when the owner chose nothing."""
    passage: Passage = field(default_factory=Passage)
    """What may cross what, for the way home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastsChosen:
    """Where the fleets of a board lie now."""

    changes: tuple[Change, ...] = ()
    rulings: tuple[OrderResult, ...] = ()
    """For the coast choices that were used, or should have been and were impossible."""
    needs: Throw | None = None
    undesignated: tuple[Undesignated, ...] = ()
    """Fleets with a choice to make whose owners made none."""


def choose_coasts(
    state: GameState,
    board: Board,
    sheet: Sheet,
    policy: CoastPolicy,
    *,
    written: Board | None = None,
) -> CoastsChosen:
    """Return where the fleets of a state lie on the board after events.

    ``written`` is the board before the events, on which the fleets lay and their owners wrote: that of the
    state if none is given. Every fleet is put on a coast that is there now,
    with that coast's borders, even where nothing else about it has changed.
    """
    changes: list[Change] = []
    rulings: list[OrderResult] = []
    needs: list[Throw] = []
    silent: list[Undesignated] = []
    for face in board.by_full_name(state.units):
        unit = state.units[face]
        if unit.kind not in FLEETS or not board.is_ground(face):
            continue
        fate = _decide_fate(unit, board, written or state.board, sheet, policy)
        silent += [Undesignated(unit, fate.choices)] if fate.choices else []
        rulings += fate.rulings
        if fate.needs is not None:
            needs.append(fate.needs)
        elif fate.coast is None:
            changes.append(UnitLost(unit=unit))
        elif fate.coast != unit.at.coast:
            changes.append(
                UnitPutOnCoast(unit=unit, coast=fate.coast, is_descendant=fate.is_descendant)
            )
    if needs:
        return CoastsChosen(needs=needs[0], undesignated=tuple(silent))
    return CoastsChosen(changes=tuple(changes), rulings=tuple(rulings), undesignated=tuple(silent))


def find_fleets_to_ask(state: GameState, board: Board) -> tuple[ProvinceKey, ...]:
    """Return the provinces whose fleets would not simply stay on what is left of their coast."""
    found = []
    for face, unit in state.units.items():
        if unit.kind in FLEETS and board.is_ground(face) and unit.at.coast:
            alive = follow_borders(state.board, board, unit.at.coast)
            if len(coast_with(board, face, alive)) != 1:
                found.append(face)
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fate:
    """What becomes of one fleet."""

    coast: tuple[BorderId, ...] | None
    """The borders of its coast, empty when it is trapped; None when it is disbanded or lost."""
    rulings: tuple[OrderResult, ...] = ()
    needs: Throw | None = None
    """The throw that decides; then nothing else is known."""
    is_descendant: bool = False
    """The coast is the only one that the old one lives on in."""
    choices: tuple[str, ...] = ()
    """What the owner could have chosen, and did not; empty where there was no choice, or one was made."""


def _decide_fate(
    unit: Unit,
    board: Board,
    written: Board,
    sheet: Sheet,
    policy: CoastPolicy,
) -> _Fate:
    wishes = list_wishes(sheet, unit, (unit.province,))
    alive = follow_borders(written, board, unit.at.coast)
    descendants = coast_with(board, unit.province, alive)
    candidates = descendants or coasts(board, unit.province)
    if not candidates:
        return _decide_coastless(unit, wishes, policy)
    if unit.at.coast and not descendants and not policy.relocates:
        return _Fate(coast=None)
    if len(candidates) == 1:
        return _Fate(coast=candidates[0].borders, is_descendant=bool(descendants))
    wished = find_wished_coast(board, wishes, candidates, written)
    if wished is not None:
        return _Fate(coast=wished[0].borders, rulings=(wished[1],))
    choices = tuple(name_coast(board, coast) for coast in sort_coasts(board, candidates))
    chosen = choose_by_convention(
        unit, board, candidates, sheet, policy.convention, passage=policy.passage
    )
    if isinstance(chosen, Throw):
        return _Fate(coast=(), needs=chosen, choices=choices)
    vain = rule_vain(wishes, unit.province)
    return _Fate(coast=chosen.borders, rulings=vain, choices=choices)


def find_wished_coast(
    board: Board, wishes: Iterable[CoastChoice], among: Sequence[Coast], written: Board
) -> tuple[Coast, OrderResult] | None:
    """Return the first coast of some that wishes name clearly, with the ruling on the wish that does.

    A name means a coast of the map on which it was ``written``; of one that lives on in several of those
    coasts it means the one that it names on the board as it is now.
    """
    for wish in wishes:
        for choice in wish.choices:
            for named in (
                find_as_written(board, among[0].province, choice, written),
                find(board, among[0].province, choice),
            ):
                meant = [coast for coast in named if coast in among]
                if len(meant) == 1:
                    return meant[0], _rule_chosen(wish)
                if not meant:
                    break
    return None


def rule_vain(wishes: Iterable[CoastChoice], face: ProvinceKey) -> tuple[OrderResult, ...]:
    """Return the rulings on wishes that name no coast of a province clearly."""
    verdict = Verdict(reason=Reason.NO_SUCH_COAST, at=(face,))
    return tuple(OrderResult(order=wish, verdict=verdict) for wish in wishes)


def _rule_chosen(wish: CoastChoice) -> OrderResult:
    return OrderResult(order=wish, verdict=Verdict(reason=Reason.COAST_CHOSEN))


def list_wishes(sheet: Sheet, unit: Unit, where: Iterable[ProvinceKey]) -> tuple[CoastChoice, ...]:
    """Return the coast choices that a unit's owner handed in for it as in one of these provinces."""
    return tuple(
        choice
        for face in where
        for choice in sheet.coasts.get(unit.power, ())
        if choice.unit.at.province == face and choice.unit.power in {None, unit.power}
    )


def _decide_coastless(unit: Unit, wishes: Sequence[CoastChoice], policy: CoastPolicy) -> _Fate:
    """Return what becomes of a fleet in a province without a coast; one trapped before stays so."""
    if not unit.at.coast:
        return _Fate(coast=())
    for wish in wishes:
        for choice in wish.choices:
            if choice == TRAPPED:
                return _Fate(coast=(), rulings=(_rule_chosen(wish),))
            if choice == DISBAND and policy.may_disband:
                return _Fate(coast=None, rulings=(_rule_chosen(wish),))
    choices = (TRAPPED, DISBAND) if policy.may_disband else ()
    return _Fate(coast=None if policy.disbands else (), choices=choices)


def choose_by_convention(
    unit: Unit,
    board: Board,
    among: Sequence[Coast],
    sheet: Sheet,
    convention: Convention,
    *,
    passage: Passage | None = None,
) -> Coast | Throw:
    """Return the coast that a game's convention chooses for a fleet, or the throw that has to be made.

    ``passage`` says what may cross what on the way home; the regular one if none is given.
    """
    ranked = sort_coasts(board, among)
    match convention:
        case Convention.RANDOM:
            label_ = f"coast/F {board[unit.province].abbreviation}"
            if label_ not in sheet.throws:
                return Throw(label=label_, candidates=tuple(name_coast(board, c) for c in ranked))
            return ranked[sheet.throws[label_] - 1]
        case Convention.ALPHABETICAL:
            return ranked[0]
        case Convention.MOST_WATER:
            return max(ranked, key=lambda coast: len(coast.waters))
        case Convention.NEAREST_HOME:
            return min(ranked, key=lambda coast: _distance_from_home(unit, board, coast, passage))


def sort_coasts(board: Board, among: Iterable[Coast]) -> tuple[Coast, ...]:
    """Return coasts by the sorted full names of their waters; those with the same ones by direction."""
    labels: tuple[str | None, ...] = tuple(DIRECTIONS)

    def key(coast: Coast) -> tuple[tuple[str, ...], int, tuple[BorderId, ...]]:
        names = tuple(board[water].name for water in board.by_full_name(coast.waters))
        name = label(board, coast)
        return names, labels.index(name) if name in labels else len(labels), coast.borders

    return tuple(sorted(among, key=key))


def name_coast(board: Board, coast: Coast) -> str:
    """Return what a coast is called, or its waters where its province has only this one."""
    waters = ",".join(board[water].abbreviation for water in coast.waters)
    return label(board, coast) or f"{{{waters}}}"


def _distance_from_home(unit: Unit, board: Board, coast: Coast, passage: Passage | None) -> int:
    """Return the number of fleet moves from a coast to the nearest own home centre."""
    homes = [place for home in board.home_centres(unit.power) for place in places(board, home)]
    graph = fleet_graph(board, passage or Passage())
    return distances(graph, homes).get(Place(coast.province, coast.borders), len(graph))
