"""The forms of orders about borders and of their options, and the messages on wrong ones.

Halves stand in either order, ``&``, ``and`` and ``/`` mean the same. Source: docs/rules/common.md,
"8.1 Container", "8.4 Naming a particular border".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from zinegen.board.board import Board, cache_on_board, pair
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.units import BorderName, PlaceName
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.context import EVENTS, OrderCheckContext
from zinegen.notation.reading.forms import (
    CandidateOrders,
    Combination,
    Limit,
    OrderForm,
    Read,
    of_kind,
)
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.seismic.carry_out import carry_out_events
from zinegen.variants.seismic.meanings import (
    FindEvent,
    list_candidate_events,
    list_possible_cuts,
    list_possible_events,
    list_possible_links,
    make_order,
)
from zinegen.variants.seismic.orders import (
    CanalOption,
    Connect,
    IsthmusOption,
    Separate,
    StraitOption,
    Way,
)
from zinegen.variants.seismic.waterways import list_isthmuses

_SEPARATE = "(separate|separates|separated|seperate|part)"
_CONNECT = "(connect|connects|connected)"
_SHOWN = 4
"""The most ways out that a message offers."""


def _read_separation(read: Read) -> Order:
    ends = None
    if read.has("ends"):
        named = read.border("ends")
        ends = (named.one.province, named.other.province)
    return Separate(power=read.power, line=read.line, border=read.border("border"), ends=ends)


def _read_connection(read: Read) -> Order:
    arrivals = tuple(read.border(name) for name in ("at", "and_at") if read.has(name))
    return Connect(
        power=read.power,
        line=read.line,
        link=read.border("link"),
        across=read.province("across") if read.has("across") else None,
        arrivals=arrivals,
    )


def _read_way(read: Read) -> tuple[Way, ProvinceKey | None]:
    if read.has("through"):
        return Way.CANAL, read.province("through")
    return Way(read.word("way")), None


def _read_isthmus_option(read: Read) -> Order:
    way, through = _read_way(read)
    where = read.border("isthmus") if read.has("isthmus") else None
    return IsthmusOption(power=read.power, line=read.line, way=way, isthmus=where, through=through)


def _read_strait_option(read: Read) -> Order:
    way, through = _read_way(read)
    where = read.border("strait") if read.has("strait") else None
    return StraitOption(power=read.power, line=read.line, way=way, strait=where, through=through)


def _read_canal_option(read: Read) -> Order:
    to = read.province("to") if read.has("to") else None
    way = Way.KEEP if to else Way(read.word("way"))
    canal = read.province("canal") if read.has("canal") else None
    return CanalOption(power=read.power, line=read.line, way=way, canal=canal, to=to)


def why_impossible(meaning: FindEvent, order: Separate | Connect, state: GameState) -> str | None:
    """Return in one sentence why an event is impossible on the map as it is, and how to put it right."""
    found = meaning(state.board, order)
    return _make_sentence(state.board, order, found) if isinstance(found, Verdict) else None


def _why_no_strait(order: StraitOption, state: GameState) -> str | None:
    """Return in one sentence why an option applies to no strait of the map as it is."""
    if order.strait is None:
        return None
    board, ends = state.board, {order.strait.one.province, order.strait.other.province}
    if any({*board.mesh.sides(border)} == ends for border in board.straits):
        return None
    return gettext(
        "there is no strait between {provinces}", provinces=_name_both(board, order.strait)
    )


def _why_no_canal(order: CanalOption, state: GameState) -> str | None:
    board, face = state.board, order.canal
    if face is None or any(canal.province == face for canal in board.canals):
        return None
    return gettext("there is no canal in {place}", place=name_province(board[face].name))


def _why_canal_elsewhere(order: IsthmusOption, state: GameState) -> str | None:
    where, through = order.isthmus, order.through
    if where is None or through is None or through in {where.one.province, where.other.province}:
        return None
    return gettext(
        "a canal between {provinces} runs through one of the two",
        provinces=_name_both(state.board, where),
    )


def _name_both(board: Board, where: BorderName) -> str:
    return gettext(
        "{one} and {other}",
        one=name_province(board[where.one.province].name),
        other=name_province(board[where.other.province].name),
    )


def _make_sentence(board: Board, order: Separate | Connect, verdict: Verdict) -> str:
    names = [name_province(board[face].name) for face in verdict.at]
    ways = list_clear_orders(board, order)
    hint = gettext("; write: {lines}", lines=" | ".join(ways)) if ways else ""
    match verdict.reason:
        case Reason.NO_SUCH_BORDER:
            return gettext("{one} and {other} do not touch", one=names[0], other=names[1])
        case Reason.NO_SUCH_SEGMENT:
            return gettext(
                "{one} and {other} have no such border{hint}",
                one=names[0],
                other=names[1],
                hint=hint,
            )
        case Reason.OTHER_ENDS:
            ends = gettext(" or at ").join(
                f"{c} and {d}" for c, d in zip(names[::2], names[1::2], strict=True)
            )
            return gettext("that border ends at {ends}{hint}", ends=ends, hint=hint)
        case Reason.RING_BORDER:
            return gettext(
                "the border of {one} and {other} is a ring round an island and has no ends",
                one=names[0],
                other=names[1],
            )
        case Reason.AMBIGUOUS:
            return gettext("more than one event could be meant{hint}", hint=hint)
        case _ if names:
            return gettext(
                "a link there would cut {places} in two{hint}",
                places=gettext(" or ").join(names),
                hint=hint,
            )
        case _:
            return gettext(
                "no province lies between the two on different shores of it{hint}", hint=hint
            )


def list_clear_orders(board: Board, order: Separate | Connect) -> tuple[str, ...]:
    """Return the clear orders for the events that an order may have meant, the first few of them."""
    wide = (
        Separate(power=order.power, border=order.border) if isinstance(order, Separate) else order
    )
    events = list_candidate_events(board, order) or list_candidate_events(board, wide)
    return tuple(
        write_order(make_order(board, event, order.power), board) for event in events[:_SHOWN]
    )


def find_disturbed_fleets(
    meaning: FindEvent, order: Order, state: GameState
) -> tuple[ProvinceKey, ...]:
    """Return the provinces where fleets would need another coast if only this event succeeded."""
    if not isinstance(order, Separate | Connect):
        return ()
    event = meaning(state.board, order)
    if isinstance(event, Verdict):
        return ()
    after, _ = carry_out_events(state.board, [event])
    return find_fleets_to_ask(state, after)


def _list_separations(context: OrderCheckContext) -> Iterator[Order]:
    """Yield the separation of every border, the two sides either way round."""
    for event in list_possible_cuts(context.board.mesh):
        order = make_order(context.board, event, context.power)
        if isinstance(order, Separate):
            yield order
            yield replace(order, border=_turn(order.border))


def _list_releases(context: OrderCheckContext) -> Iterator[Order]:
    for event in list_possible_links(context.board.mesh):
        order = make_order(context.board, event, context.power)
        if isinstance(order, Connect):
            yield order
            yield replace(order, link=_turn(order.link))


def _turn(border: BorderName) -> BorderName:
    return replace(border, one=border.other, other=border.one)


def _list_isthmus_options(context: OrderCheckContext) -> Iterator[Order]:
    """Yield what may be asked for the isthmuses that one event makes; how they lie the event tells."""
    board, power = context.board, context.power
    for border in _find_new_isthmuses(board):
        for one, other in (border, border[::-1]):
            where = BorderName(one=PlaceName(province=one), other=PlaceName(province=other))
            yield IsthmusOption(power=power, way=Way.STRAIT, isthmus=where)
            yield IsthmusOption(power=power, way=Way.NONE, isthmus=where)
            for through in border:
                yield IsthmusOption(power=power, way=Way.CANAL, isthmus=where, through=through)
    for way in (Way.STRAIT, Way.NONE):
        yield IsthmusOption(power=power, way=way)


@cache_on_board
def _find_new_isthmuses(board: Board) -> tuple[tuple[ProvinceKey, ProvinceKey], ...]:
    """Return the pairs of provinces between which one event would make an isthmus, sorted."""
    before = {*list_isthmuses(board)}
    found = set()
    for event in list_possible_events(board):
        after, _ = carry_out_events(board, [event])
        found |= {
            pair(*after.mesh.sides(border))
            for border in list_isthmuses(after)
            if border not in before
        }
    return tuple(sorted(found))


def _list_strait_options(context: OrderCheckContext) -> Iterator[Order]:
    board, power = context.board, context.power
    for border in board.straits:
        sides = board.mesh.sides(border)
        for one, other in (sides, sides[::-1]):
            where = BorderName(one=PlaceName(province=one), other=PlaceName(province=other))
            for way in (Way.KEEP, Way.DELETE, Way.CANAL):
                yield StraitOption(power=power, way=way, strait=where)
            for through in sides:
                yield StraitOption(power=power, way=Way.CANAL, strait=where, through=through)
    for way in (Way.KEEP, Way.DELETE) if board.straits else ():
        yield StraitOption(power=power, way=way)


def _list_canal_options(context: OrderCheckContext) -> Iterator[Order]:
    """Yield what may be asked for the canals: to stay, to go, to end at a water beside the one they lose."""
    board, power = context.board, context.power
    for canal in board.canals:
        face = canal.province
        for way in (Way.KEEP, Way.DELETE):
            yield CanalOption(power=power, way=way, canal=face)
        beside = {end for border in canal.terminals for end in board.mesh.ends(border) or ()}
        for water in sorted(beside & board.waters):
            yield CanalOption(power=power, way=Way.KEEP, canal=face, to=water)


ONE_EVENT = Limit(
    name=N_("events"),
    most=lambda _state, _power: 1,
    if_over=N_("if they differ, none of them counts"),
)
"""A power gives one event a season."""


def event_forms(meaning: FindEvent) -> tuple[OrderForm, ...]:
    """Return the forms of events, for a rule set whose orders mean what ``meaning`` finds."""
    check, touches = partial(why_impossible, meaning), partial(find_disturbed_fleets, meaning)
    return (
        OrderForm(
            name=N_("separation"),
            pattern=(
                f"{{border}} {_SEPARATE} [~ {{ends:border}} {_CONNECT} ~]"
                f" | {{ends:border}} {_CONNECT} ~ {{border}} {_SEPARATE} ~"
                f" | {_SEPARATE} {{border}} [~ {{ends:border}} {_CONNECT} ~]"
                f" | {_SEPARATE} {{border}} ~ {_CONNECT} {{ends:border}} ~"
                f" | {_CONNECT} {{ends:border}} ~ {_SEPARATE} {{border}} ~"
            ),
            build=_read_separation,
            of=Separate,
            touches=touches,
            example="Por & Spa separate, MAO & MAO connect",
            does=N_("The two provinces part, and those at the ends of their border touch instead."),
            sections=frozenset({EVENTS}),
            check=of_kind(Separate, check),
            offer=CandidateOrders(candidates=_list_separations, alike=True),
            limit=ONE_EVENT,
            in_parts=True,
        ),
        OrderForm(
            name=N_("release"),
            pattern=(
                f"({{link:border}} {_CONNECT} | {_CONNECT} {{link:border}})"
                " [~ (across|over|through) {across:province} ~]"
                " [~ at {at:border} [~ [at] {and_at:border}] ~]"
            ),
            build=_read_connection,
            of=Connect,
            touches=touches,
            example="Por & Bre connect",
            does=N_("The two provinces come to touch, and what lies between them parts."),
            sections=frozenset({EVENTS}),
            check=of_kind(Connect, check),
            offer=CandidateOrders(candidates=_list_releases, alike=True),
            limit=ONE_EVENT,
        ),
    )


OPTION_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("option for an isthmus"),
        pattern="isthmus [{isthmus:border}] ~ ({way=strait|none} | canal [in|through] {through:province})",
        build=_read_isthmus_option,
        of=IsthmusOption,
        check=of_kind(IsthmusOption, _why_canal_elsewhere),
        offer=CandidateOrders(candidates=_list_isthmus_options, alike=True),
        example="isthmus Apu/Alb: canal Apu",
        does=N_("Says what becomes of an isthmus that the event makes or changes."),
        sections=frozenset({EVENTS}),
    ),
    OrderForm(
        name=N_("option for a strait"),
        pattern=(
            "strait [{strait:border}] ~"
            " ({way=delete|keep|canal} | canal [in|through] {through:province})"
        ),
        build=_read_strait_option,
        of=StraitOption,
        check=of_kind(StraitOption, _why_no_strait),
        offer=CandidateOrders(candidates=_list_strait_options, alike=True),
        example="strait Den/Swe: delete",
        does=N_("Says what becomes of a strait that loses an end by the event."),
        sections=frozenset({EVENTS}),
    ),
    OrderForm(
        name=N_("option for a canal"),
        pattern="canal [{canal:province}] ~ ({way=delete|keep} | [keep] [to|at] {to:province})",
        build=_read_canal_option,
        of=CanalOption,
        check=of_kind(CanalOption, _why_no_canal),
        offer=CandidateOrders(candidates=_list_canal_options, alike=True),
        example="canal Kie: NTH",
        does=N_("Says where a canal ends, or that it goes, if the event moves its waters."),
        sections=frozenset({EVENTS}),
    ),
)
"""Options of events, each a line of its own."""


def event_with_options(forms: tuple[OrderForm, ...]) -> Combination:
    """Return the form of an event with its options behind it on one line."""
    return Combination(
        name=N_("event with its options"),
        parts=(*forms, *OPTION_FORMS),
        join=lambda _read, parts: parts,
        example="Por & Bre connect; isthmus Por/Bre: strait",
        sections=frozenset({EVENTS}),
        openings=frozenset({"isthmus", "strait", "canal"}),
    )
