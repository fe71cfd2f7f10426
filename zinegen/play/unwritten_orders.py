"""What a power has not written although it may be asked for: retreats, builds and removals after the moves.

Before the deadline nobody knows who will be dislodged and whose the centres will be. So a note is given
where it may come to that, and it says what happens then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from zinegen.board.board import Power
from zinegen.board.graphs import any_graph, distances
from zinegen.board.passage import Place
from zinegen.errors import Where
from zinegen.game.orders import Build, Move, Order, Remove, Sheet, Waive
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Unit
from zinegen.game.verdicts import Reason
from zinegen.game.wording import join_words
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.findings import Code, Finding, finding
from zinegen.notation.grammar.writer import write_unit
from zinegen.notation.reading.context import BUILDS, ORDERS, RETREATS
from zinegen.play.deadlines import Turn, takes_events

FEWEST_ATTACKERS = 2
"""Units that it takes to dislodge one: an attack and a support."""

Written = Mapping[str, tuple[Order, ...]]
"""Orders by the heading under which they stand."""


def note_unwritten_orders(
    written: Written, power: Power, turn: Turn, where: Where
) -> list[Finding]:
    """Return notes on retreats, builds and removals that may be asked for and are not written."""
    notes = (_note_retreats(written, power, turn), _note_adjustments(written, power, turn))
    return [
        finding(
            Code.O30,
            where,
            "",
            title,
            hint=gettext("write {hint}, or leave it so", hint=hint),
            if_left=left,
        )
        for title, hint, left in filter(None, notes)
    ]


def _note_retreats(written: Written, power: Power, turn: Turn) -> tuple[str, str, str] | None:
    """Return which units may be dislodged and have no retreat, what to write, and what happens."""
    if turn.state.phase.kind is not PhaseKind.MOVES or not _plays(turn, PhaseKind.RETREATS):
        return None
    named = {one.subject.at.province for one in written.get(RETREATS, ()) if one.subject}
    units = [
        write_unit(unit, turn.state.board)
        for unit in _list_endangered_units(turn, power)
        if unit.province not in named
    ]
    if not units:
        return None
    options = {option.name for option in turn.variant.options}
    is_thrown = (
        "unordered_retreats" in options and turn.variant.option("unordered_retreats") == "throw"
    )
    left = gettext(
        N_("if one is dislodged a throw sends it somewhere")
        if is_thrown
        else N_("if one is dislodged it is disbanded")
    )
    title = gettext("no retreat is written for {units}", units=join_words(units))
    return title, _put_under(f"{units[0]}: …", RETREATS), left


def _put_under(line: str, section: str) -> str:
    return gettext("{line} under {section}", line=line, section=section)


def _list_endangered_units(turn: Turn, power: Power) -> Iterator[Unit]:
    """Yield a power's units that others could dislodge, a step nearer where borders may move first."""
    state, graph = turn.state, any_graph(turn.state.board)
    steps = 2 if takes_events(turn.phases, turn.variant) else 1
    for unit in state.units_of(power):
        away = distances(graph, [unit.province])
        near = (state.units.get(face) for face, far in away.items() if 0 < far <= steps)
        if sum(one is not None and one.power != power for one in near) >= FEWEST_ATTACKERS:
            yield unit


def _plays(turn: Turn, kind: PhaseKind) -> bool:
    return any(phase.kind is kind for phase in turn.phases)


def _note_adjustments(written: Written, power: Power, turn: Turn) -> tuple[str, str, str] | None:
    """Return how many builds or removals are likely and not written, what to write, and what happens."""
    if not _plays(turn, PhaseKind.ADJUSTMENTS) or turn.state.secrets is not None:
        return None
    given = written.get(BUILDS, ())
    if turn.state.phase.kind is PhaseKind.ADJUSTMENTS:
        given += written.get(ORDERS, ())
    builds, removals = _foresee_adjustments(turn, power, written.get(ORDERS, ()))
    for number, kinds, texts, example, left in (
        (builds, (Build, Waive), _count_builds, "build A …", N_("they are waived")),
        (removals, (Remove,), _count_removals, "remove …", N_("the rules choose the units")),
    ):
        count = sum(isinstance(order, kinds) for order in given)
        if count < number:
            is_sure = turn.state.phase.kind is PhaseKind.ADJUSTMENTS
            due = texts(number, is_sure=is_sure)
            title = gettext("{due}: {count} written", due=due, count=count or gettext("none"))
            return title, _put_under(example, BUILDS), gettext(left)
    return None


def _count_builds(number: int, *, is_sure: bool) -> str:
    if is_sure:
        return ngettext("{number} build due", "{number} builds due", number)
    return ngettext("up to {number} build likely", "up to {number} builds likely", number)


def _count_removals(number: int, *, is_sure: bool) -> str:
    if is_sure:
        return ngettext("{number} removal due", "{number} removals due", number)
    return ngettext("up to {number} removal likely", "up to {number} removals likely", number)


def _foresee_adjustments(turn: Turn, power: Power, orders: Iterable[Order]) -> tuple[int, int]:
    """Return how many builds and removals are due if a power's moves come off and nobody else's do."""
    state, winter = turn.state, next(p for p in turn.phases if p.kind is PhaseKind.ADJUSTMENTS)
    if state.phase.kind is PhaseKind.MOVES:
        state = _suppose_moves(state, power, orders)
    report = turn.variant.rules[PhaseKind.ADJUSTMENTS](replace(state, phase=winter), Sheet())
    reasons = [one.verdict.reason for one in report.rulings if one.order.power == power]
    return reasons.count(Reason.WAIVED), reasons.count(Reason.REMOVED_BY_RULE)


def _suppose_moves(state: GameState, power: Power, orders: Iterable[Order]) -> GameState:
    """Return a position with a power's units where they go, and theirs what centres they come to."""
    goals = {one.unit.at.province: one.to.province for one in orders if isinstance(one, Move)}
    own: dict[ProvinceKey, Unit] = {}
    for unit in state.units_of(power):
        face = goals.get(unit.province, unit.province)
        own[face] = replace(unit, at=Place(face)) if face in goals.values() else unit
    others = {face: unit for face, unit in state.units.items() if unit.power != power}
    taken = {face: power for face in own if state.board[face].centre}
    return replace(state, units={**others, **own}, owners={**state.owners, **taken})
