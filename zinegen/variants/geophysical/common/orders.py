"""What powers order of the ground: transformations, supports of them, and stabilisations against them.

Rule sets share the orders and choose their forms: each `Process` is written by its own word, so a rule set
knows only those that its forms read (`transformation_forms`). Of those whose words it shares with another it
takes what these words mean there (``Raise Boh`` lifts a land to mountains in one, and a sea above the water
in another).
Source: docs/rules/geophysical-maiden.md, "3. Orders"; docs/rules/geophysical-kinzett.md, "3. Orders".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from zinegen.board.board import OUTSIDE, Board, Power, pair
from zinegen.board.coasts import coasts
from zinegen.game.orders import UNNUMBERED, Order, Wording
from zinegen.game.state import GameState
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.notation.reading.context import EVENTS, OrderCheckContext
from zinegen.notation.reading.forms import CandidateOrders, Limit, OrderForm, Read
from zinegen.variants.geophysical.common.processes import EXAMPLES, PATTERNS, Process

Ground = tuple[ProvinceKey, ...]
"""What an order is about: one province, or the two of a border, as written."""


def why_off_the_map(board: Board, ground: Ground) -> Reason | None:
    """Return why there is no such province or border on the board; None when there is."""
    if OUTSIDE in ground:
        return Reason.OFF_THE_BOARD
    if len(ground) == 2 and not board.mesh.between(*ground):
        return Reason.NO_SUCH_BORDER
    return None


def list_nearby_ground(state: GameState, power: Power) -> tuple[tuple[Ground, ...], ...]:
    """Return the provinces where a power's units stand or beside them, and the borders of the former.

    A power without units has those of its centres. Both are sorted.
    """
    mesh = state.board.mesh
    own = {unit.province for unit in state.units_of(power)} or {*state.centres_of(power)}
    borders = {pair(face, other) for face in own for other in mesh.adjacent(face) - {OUTSIDE}}
    near = own.union(*borders)
    return tuple((face,) for face in sorted(near)), tuple(sorted(borders))


def _list_ground(board: Board) -> tuple[tuple[Ground, ...], tuple[Ground, ...]]:
    """Return all provinces and borders on a board, borders either way round."""
    inside = sorted({*board.provinces} - {OUTSIDE})
    borders = (
        (face, other) for face in inside for other in sorted(board.mesh.adjacent(face) - {OUTSIDE})
    )
    return tuple((face,) for face in inside), tuple(borders)


def sort_ground(ground: Ground) -> Ground:
    """Return a province or border alike for both ways to write a border: the pair sorted."""
    return pair(ground[0], ground[1]) if len(ground) == 2 else ground


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundOrder(Order):
    """The base of all orders about the ground."""

    ground: Ground

    @property
    def site(self) -> Ground:
        """The province, or the two of the border."""
        return self.ground

    @property
    def target(self) -> Ground:
        """The same, alike for both ways to write a border."""
        return sort_ground(self.ground)

    def place(self, say: Wording) -> str:
        """Return the province or border as orders name it: ``Mos``, ``Mun/Bur``."""
        return "/".join(say.province(face) for face in self.ground)

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power asks for the same; a border may be written either way."""
        if not isinstance(other, GroundOrder) or self.target != other.target:
            return False
        return Order.is_like(self, replace(other, ground=self.ground))


@dataclass(frozen=True, slots=True, kw_only=True)
class Transformation(GroundOrder):
    """``Erode Mos``, ``Earthquake Mun/Bur``, ``Canal Spa MAO-GOL``."""

    process: Process
    seas: tuple[ProvinceKey, ...] = ()
    """The waters that a canal links; only one where its other end is the coast of the canal there is."""

    def text(self, say: Wording) -> str:
        """Return ``Erode Mos``, ``Canal Spa MAO-GOL``."""
        text = f"{self.process} {self.place(say)}"
        if not self.seas:
            return text
        ends = [say.province(sea) for sea in self.seas]
        return f"{text} {'-'.join(ends if len(ends) > 1 else [*ends, 'canal'])}"

    @property
    def event(self) -> Event:
        """What is to happen, whoever ordered it."""
        return self.process, self.target, tuple(sorted(self.seas))

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power is to bring about the same."""
        return isinstance(other, Transformation) and self.event == other.event


Event = tuple[Process, Ground, tuple[ProvinceKey, ...]]
"""A transformation without its power: process, target, and the waters of a canal in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformationSupport(GroundOrder):
    """``Support TURKISH Erode Mos``: support of what another power is to have ordered."""

    of: Transformation
    by_name: bool = False
    """The other power is written by its name and a colon (``Support Turkey: Erode Mos``)."""

    @property
    def only_supports(self) -> bool:
        """It is for an order of another power."""
        return True

    def supports(self, order: Transformation) -> bool:
        """Tell whether it is for this order."""
        return self.of.power == order.power and self.of.event == order.event

    def text(self, say: Wording) -> str:
        """Return ``Support TURKISH Erode Mos``."""
        whose = self.of.power
        called = f"{whose}:" if self.by_name else say.nationality(whose)
        return f"Support {called} {self.of.text(say)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilisation(GroundOrder):
    """``Stabilise Mos``, ``2 Stabilise Mos``, ``Stabilise Mun/Bur``."""

    times: int = 1

    def text(self, say: Wording) -> str:
        """Return ``2 Stabilise Mos``."""
        number = f"{self.times} " if self.times != 1 else ""
        return f"{number}Stabilise {self.place(say)}"

    @property
    def weight(self) -> int:
        """How many stabilisations the line gives."""
        return self.times

    @property
    def guards(self) -> bool:
        """It wants the ground to stay as it is."""
        return True


STABILISES_NOTHING = "this stabilises nothing"


def count_stabilisation(order: Stabilisation, left: int) -> tuple[int, Verdict]:
    """Return how many stabilisations of a line count where so many are left, and the verdict on it."""
    times = min(order.times, left)
    if times < 1:
        reason = Reason.NONE_LEFT if order.times > 0 else Reason.STABILISES_NOTHING
        return 0, Verdict(reason=reason)
    if times == order.times:
        return times, Verdict(reason=Reason.STABILISATION_COUNTED)
    counted = replace(order, times=times, line=None, number=UNNUMBERED)
    return times, Verdict(reason=Reason.COUNTED_IN_PART, because=(counted,))


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilisationSupport(GroundOrder):
    """``Support stabilise Mun (Russia)``: support of a power's stabilisation, or of one's own."""

    of: Power

    def text(self, say: Wording) -> str:
        """Return ``Support stabilise Mun (Russia)``."""
        return f"Support stabilise {self.place(say)} ({self.of})"

    @property
    def guards(self) -> bool:
        """It wants the ground to stay as it is."""
        return True


STABILISE = "(stabilise|stabilize|stabilisation|stabilization|stabilises|stabilizes)"
GROUND = "({at:province}|{border})"


def _say_what_happens(process: Process, processes: Collection[Process]) -> str:
    """Return what a process does in a rule set with these; where none seals rifts, earthquakes do."""
    if process is Process.EARTHQUAKE and Process.SEAL not in processes:
        return N_("Opens a rift along the border, or closes the one that is there.")
    return EXAMPLES[process][2]


_AT_BORDERS = {Process.EARTHQUAKE, Process.SEAL}


def _list_transformations(process: Process, context: OrderCheckContext) -> Iterator[Transformation]:
    """Yield the orders of a process at every place that there is."""
    power, board = context.power, context.board
    provinces, borders = _list_ground(board)
    for ground in borders if process in _AT_BORDERS else provinces:
        ends = list_canal_ends(board, ground[0]) if process is Process.CANAL else ((),)
        for seas in ends:
            yield Transformation(power=power, process=process, ground=ground, seas=seas)


def list_canal_ends(board: Board, face: ProvinceKey) -> tuple[tuple[ProvinceKey, ...], ...]:
    """Return the waters that a canal through a province might link; one where it would lengthen another."""
    waters = sorted({water for coast in coasts(board, face) for water in coast.waters})
    has_canal = any(join.province == face and not join.natural for join in board.joins)
    return (*combinations(waters, 2), *(((water,) for water in waters) if has_canal else ()))


def _list_supports(
    make: Callable[[Transformation, Power], TransformationSupport],
    forms: Iterable[OrderForm],
    context: OrderCheckContext,
) -> Iterator[tuple[Order, Order]]:
    """Yield a support of something that each of the other powers may order."""
    for power in context.state.powers:
        theirs = replace(context, power=power)
        possible = (
            order
            for form in forms
            if form.offer is not None
            for order in form.offer.candidates(theirs)
            if isinstance(order, Transformation)
            and (form.check is None or form.check(order, context.state) is None)
        )
        of = next(possible, None) if power != context.power else None
        if of is not None and context.state.is_alive(power):
            yield make(of, context.power), of


def _list_stabilisations(context: OrderCheckContext) -> Iterator[Stabilisation]:
    for grounds in _list_ground(context.board):
        for ground in grounds:
            yield Stabilisation(power=context.power, ground=ground)


def _list_more_stabilisations(
    most: Callable[[GameState, Power], int] | None, context: OrderCheckContext
) -> Iterator[tuple[Order, Order]]:
    once = next(_list_stabilisations(context))
    times = most(context.state, context.power) if most is not None else 1
    for number in range(2, times + 1):
        yield replace(once, times=number), once


def _list_stabilisation_supports(context: OrderCheckContext) -> Iterator[StabilisationSupport]:
    for grounds in _list_ground(context.board):
        for ground in grounds:
            for of in context.state.powers:
                yield StabilisationSupport(power=context.power, ground=ground, of=of)


def _read_ground(read: Read) -> tuple[ProvinceKey, ...]:
    if not read.has("border"):
        return (read.province("at"),)
    border = read.border("border")
    return border.one.province, border.other.province


def _read_transformation(read: Read) -> Transformation:
    process = next(process for process in Process if read.has(process.name))
    seas = tuple(read.province(name) for name in ("sea", "other") if read.has(name))
    return Transformation(
        power=read.power, line=read.line, process=process, ground=_read_ground(read), seas=seas
    )


def _read_stabilisation(read: Read) -> Order:
    times = 2 if read.has("twice") else read.number("times") if read.has("times") else 1
    return Stabilisation(power=read.power, line=read.line, ground=_read_ground(read), times=times)


def _read_stabilisation_support(read: Read) -> Order:
    of = read.power_in("whose") if read.has("whose") else read.power
    return StabilisationSupport(power=read.power, line=read.line, ground=_read_ground(read), of=of)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChecks:
    """The checks and limits of a rule set for its order forms about the ground; see `OrderForm`."""

    check: Callable[[Order, GameState], str | None] | None = None
    events: Limit | None = None
    """Of transformations and supports of them."""
    stabilisations: Callable[[GameState, Power], int] | None = None
    """How many stabilisations and supports of them a power has."""
    touches: Callable[[Order, GameState], Iterable[ProvinceKey]] | None = None

    @property
    def stabilisation_limit(self) -> Limit | None:
        """The limit of stabilisations and supports of them, if there is one."""
        most = self.stabilisations
        return None if most is None else Limit(name=N_("stabilisations"), most=most)


def transformation_forms(
    processes: Collection[Process], checks: FormChecks, *, by_name: bool = False
) -> tuple[OrderForm, ...]:
    """Return the forms of transformations and of supports of them.

    ``by_name`` writes the supported power by its name and a colon, not by its nationality; both are read.
    """
    patterns = {process: f"<{process.name} {PATTERNS[process]}>" for process in processes}
    words = " | ".join(patterns.values())

    def make_support(of: Transformation, power: Power) -> TransformationSupport:
        return TransformationSupport(power=power, ground=of.ground, of=of, by_name=by_name)

    def support(read: Read) -> Order:
        of = replace(_read_transformation(read), power=read.power_in("whose"), line=None)
        return replace(make_support(of, read.power), line=read.line)

    forms = tuple(
        OrderForm(
            name=EXAMPLES[process][0],
            pattern=pattern,
            build=_read_transformation,
            of=Transformation,
            example=EXAMPLES[process][1],
            does=_say_what_happens(process, processes),
            sections=frozenset({EVENTS}),
            check=checks.check,
            offer=CandidateOrders(candidates=partial(_list_transformations, process), alike=True),
            limit=checks.events,
            touches=checks.touches,
        )
        for process, pattern in patterns.items()
    )
    return (
        *forms,
        OrderForm(
            name=N_("support of a transformation"),
            pattern=f"(support|supports|s) {{whose:power}} ~ ({words})",
            build=support,
            of=TransformationSupport,
            example="Support Turkey: Erode Mun" if by_name else "Support TURKISH Erode Mun",
            does=N_("Adds to the strength of what another power wants to happen."),
            sections=frozenset({EVENTS}),
            check=checks.check,
            offer=CandidateOrders(openings=partial(_list_supports, make_support, forms)),
            limit=checks.events,
        ),
    )


def stabilisation_form(checks: FormChecks) -> OrderForm:
    """Return the form of stabilisations, with a number or without."""
    return OrderForm(
        name=N_("stabilisation"),
        pattern=f"[{{times:number}} [x|times]] {STABILISE} [of] ~ {GROUND}"
        f" | {STABILISE} [of] ~ {GROUND} ~ ([x] {{times:number}} [times|x] | <twice twice>) ~",
        build=_read_stabilisation,
        of=Stabilisation,
        example="2 Stabilise Mun",
        does=N_("Holds the ground as it is against changes that are no stronger."),
        sections=frozenset({EVENTS}),
        check=checks.check,
        offer=CandidateOrders(
            candidates=_list_stabilisations,
            alike=True,
            openings=partial(_list_more_stabilisations, checks.stabilisations),
        ),
        limit=checks.stabilisation_limit,
    )


def stabilisation_support_form(checks: FormChecks) -> OrderForm:
    """Return the form of supports of stabilisations, one's own or those of a named power."""
    return OrderForm(
        name=N_("support of a stabilisation"),
        pattern=f"(support|supports|s) [{{whose:power}} ~] {STABILISE} [of] {GROUND}"
        f" | (support|supports|s) {STABILISE} [of] {GROUND} ~ [by|of] {{whose:power}} ~",
        build=_read_stabilisation_support,
        of=StabilisationSupport,
        example="Support stabilise Mun (Russia)",
        does=N_("Adds one to a stabilisation."),
        sections=frozenset({EVENTS}),
        check=checks.check,
        offer=CandidateOrders(candidates=_list_stabilisation_supports, alike=True),
        limit=checks.stabilisation_limit,
    )
