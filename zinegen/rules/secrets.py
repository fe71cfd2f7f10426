"""What the public may see, and what one power may see: the only place where secrets are removed.

Secret are the centres and who owns them, the mountain ranges, what each power knows, everything handed in
for the placement before the first year, and why an order failed where the reason would tell. Public are the
positions, the orders and their results, retreats, and what is built and removed. States and reports of rule
sets without secrets pass unchanged. Source: docs/rules/post-atomic.md, "7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.board.board import Board, Power, cache_on_board, pair
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    CentreTaken,
    Change,
    OwnFactsChange,
    RangePlaced,
    UnitDislodged,
)
from zinegen.game.orders import Waive
from zinegen.game.state import Dislodged, GameState, KnownGround, PhaseKind
from zinegen.game.units import Kind
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.conditions import Played, SeasonFacts

DOUBLE = 2
"""The height of the ranges that stop a mutant force."""

OPEN_REASONS = {
    Reason.UNREADABLE,
    Reason.WRONG_PHASE,
    Reason.IN_DISORDER,
    Reason.NO_SUCH_UNIT,
    Reason.IS_GONE,
    Reason.NOT_YOUR_UNIT,
    Reason.GIVEN_IN_PAYMENT,
}
"""Why a build or removal is void, where everybody can see it; all other reasons speak of centres."""


def has_secrets(state: GameState) -> bool:
    """Tell whether a state holds anything that the public must not see."""
    return state.secrets is not None and not state.secrets.cut


def orders_are_secret(state: GameState) -> bool:
    """Tell whether what is handed in for the state's phase stays secret even after it was judged."""
    return state.secrets is not None and state.phase.kind is PhaseKind.PLACEMENT


def public_state(state: GameState) -> GameState:
    """Return what the public knows of a position."""
    secrets = state.secrets
    if secrets is None or secrets.cut:
        return state
    return replace(
        state,
        board=_bare(state.board),
        owners={},
        dislodged={face: _public_dislodged(lost) for face, lost in state.dislodged.items()},
        secrets=replace(secrets, cut=True, viewer=None),
        extra=state.extra.cut_for_public(),
    )


def public_report(report: Report, before: GameState) -> Report:
    """Return what the public may read of a report on a phase that began in the state ``before``."""
    secrets = before.secrets
    if secrets is None or secrets.cut:
        return report
    needs = None if report.needs is None or report.needs.secret else report.needs
    rulings: tuple[OrderResult, ...] = ()
    if not orders_are_secret(before):
        kind = before.phase.kind
        rulings = tuple(
            _public_ruling(ruling, kind, reasons_told=secrets.reasons_told)
            for ruling in report.rulings
            if not isinstance(ruling.order, Waive)
        )
    return Report(rulings=rulings, changes=tuple(_public_changes(report.changes)), needs=needs)


def state_for(state: GameState, power: Power) -> GameState:
    """Return what one power knows of a position: the public's knowledge, and its own.

    Of its dislodged units it knows where they may go; of mutant forces all but the double ranges that it has
    not met yet. Source: docs/rules/post-atomic.md, ruling 28.
    """
    secrets = state.secrets
    if secrets is None or not secrets.is_whole:
        return state
    bare = public_state(state)
    owned = set(state.centres_of(power))
    provinces = {
        face: replace(province, centre=face in owned)
        for face, province in bare.board.provinces.items()
    }
    board = state.extra.show_known(replace(bare.board, provinces=provinces), power)
    return replace(
        bare,
        board=board,
        owners={face: owner for face, owner in state.owners.items() if owner == power},
        dislodged={
            face: _own_dislodged(lost, board)
            if lost.unit.power == power
            else _public_dislodged(lost)
            for face, lost in state.dislodged.items()
        },
        secrets=replace(secrets, viewer=power),
        extra=state.extra.cut_for(power),
    )


def facts_for(state: GameState, played: Iterable[Played], power: Power) -> SeasonFacts:
    """Return what the conditions of a power may ask of a season: only what it can know itself.

    Where its dislodged units may go is the truth: the first possible retreat of a list counts.
    """
    if state.secrets is None:
        return SeasonFacts(state=state, played=tuple(played))

    def state_then(then: GameState) -> GameState:
        return state_for(replace(then, secrets=state.secrets, extra=state.extra), power)

    return SeasonFacts(
        state=replace(state_then(state), dislodged=state.dislodged),
        played=tuple(
            Played(
                before=state_then(one.before),
                report=public_report(one.report, one.before),
                after=state_then(one.after),
            )
            for one in played
        ),
    )


def list_mentioned_provinces(report: Report, state: GameState) -> frozenset[ProvinceKey]:
    """Return the provinces whose centre, owner or ranges a report or the state after it mentions."""
    said = {face for face, province in state.board.provinces.items() if province.centre}
    said |= {*state.owners, *(face for pair in state.board.ranges for face in pair)}
    said |= state.extra.secret_places
    for change in report.changes:
        match change:
            case CentreTaken() | CentreFounded() | CentreDestroyed():
                said.add(change.province)
            case RangePlaced():
                said |= {*change.between}
            case OwnFactsChange():
                said |= {*change.secret_places}
            case _:
                pass
    for ruling in report.rulings:
        if ruling.verdict.reason is Reason.RANGE_IN_WAY:
            said |= {*ruling.verdict.at}
    return frozenset(said)


@cache_on_board
def _bare(board: Board) -> Board:
    """Return a board without centres and ranges; the same one each time for the same board."""
    provinces = {
        face: replace(province, centre=False) for face, province in board.provinces.items()
    }
    return replace(board, provinces=provinces, ranges={})


def _public_dislodged(lost: Dislodged) -> Dislodged:
    return replace(lost, retreats=lost.apparent or lost.retreats, apparent=())


def _own_dislodged(lost: Dislodged, known: Board) -> Dislodged:
    """Return a dislodged unit as its own power knows it, from the ranges that the power knows of."""
    if lost.unit.kind is not Kind.MUTANT:
        return replace(lost, apparent=())
    shown = _public_dislodged(lost)
    here = lost.unit.province
    open_to = (at for at in shown.retreats if known.ranges.get(pair(here, at.province), 0) < DOUBLE)
    return replace(shown, retreats=tuple(open_to))


def _public_changes(changes: Iterable[Change]) -> Iterator[Change]:
    for change in changes:
        match change:
            case RangePlaced() | CentreTaken() | CentreFounded() | CentreDestroyed():
                pass
            case OwnFactsChange() if change.secret_places:
                pass
            case UnitDislodged():
                yield replace(change, dislodged=_public_dislodged(change.dislodged))
            case _:
                yield change


def _public_ruling(ruling: OrderResult, kind: PhaseKind, *, reasons_told: bool) -> OrderResult:
    reason = ruling.verdict.reason
    adjusting = kind is PhaseKind.ADJUSTMENTS and reason.word is Word.VOID
    secret = (reason is Reason.RANGE_IN_WAY and not reasons_told) or (
        adjusting and reason not in OPEN_REASONS
    )
    return ruling._replace(verdict=Verdict(reason=Reason.UNTOLD)) if secret else ruling


def list_known(state: GameState, power: Power) -> tuple[KnownGround, ...]:
    """Return all that a power knows: facts sorted, then what it owns."""
    return (*state.extra.list_known(power), *list_owned(state, power))


def list_owned(state: GameState, power: Power) -> tuple[KnownGround, ...]:
    """Return a power's centres as it is told of them."""
    return tuple(KnownGround(kind="owns", provinces=(face,)) for face in state.centres_of(power))
