"""What the rule sets of both Geophysical games share: start, north edge, phases, line verdicts, sentences.

Source: docs/rules/geophysical-maiden.md, "1. Set-up"; docs/rules/geophysical-kinzett.md, "1. Set-up".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import Board, Power, Terrain
from zinegen.game.event_words import EventWords
from zinegen.game.orders import Order, OrderKey, Sheet, Unreadable
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Option, PhaseRule, Variant
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict, Word
from zinegen.game.wording import join_words
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, gettext
from zinegen.notation.grammar.names import names_for
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.forms import OrderForm
from zinegen.rules.adjustments import WhyNotBuild, adjustments, at_home
from zinegen.rules.compose import join_reports, next_phase, only_when, then
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.rules.options import BOOK_OPTIONS, COAST_CHOICE, COMMON_OPTIONS, base_option
from zinegen.rules.retreats import retreats
from zinegen.variants.geophysical.common.orders import (
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
)
from zinegen.variants.standard import STANDARD


@dataclass(slots=True)
class LineVerdicts:
    """The verdicts found so far on the lines of a sheet, by key of the line."""

    found: dict[OrderKey, Verdict] = field(default_factory=dict)

    def note(self, orders: Iterable[Order], verdict: Verdict) -> None:
        """Note a verdict on some lines; a line is left out of the causes in its own verdict."""
        for order in orders:
            others = tuple(one for one in verdict.because if one.key != order.key)
            self.found[order.key] = verdict._replace(because=others)

    def rulings(self, sheet: Sheet) -> Iterator[OrderResult]:
        """Yield a ruling for every line about the map, by power and in the sequence written."""
        for power in sorted(sheet.events):
            for order in sheet.events[power]:
                unreadable = isinstance(order, Unreadable)
                reason = Reason.UNREADABLE if unreadable else Reason.WRONG_PHASE
                verdict = self.found.get(order.key, Verdict(reason=reason))
                yield OrderResult(order=order, verdict=verdict)


def _describe_claims(board: Board, rulings: Sequence[OrderResult]) -> Iterator[str]:
    """Yield the sides of each transformation of a place, of orders that counted.

    What did not count stands with its reason in its own line.
    """
    counted = [ruling.order for ruling in rulings if ruling.verdict.word is not Word.VOID]
    wanted = [order for order in counted if isinstance(order, Transformation)]
    for order in wanted:
        helpers = [
            one.power
            for one in counted
            if isinstance(one, TransformationSupport) and one.supports(order)
        ]
        text = (
            N_("{power:The} ordered {order}, and {powers} supported it.")
            if helpers
            else N_("{power:The} ordered {order}.")
        )
        yield gettext(
            text,
            power=PowerInSentence(order.power),
            order=write_order(order, board),
            powers=join_words(helpers),
        )
    guards = [
        f"{order.power} ({order.weight})"
        for ruling in rulings
        for order in (_find_counted_part(ruling),)
        if isinstance(order, Stabilisation | StabilisationSupport)
        and ruling.verdict.word is not Word.VOID
    ]
    if wanted and guards:
        yield gettext("Against it stood the stabilisations of {powers}.", powers=join_words(guards))


def _find_counted_part(ruling: OrderResult) -> Order:
    """Return the order, or the part of it that counts."""
    cut = ruling.verdict.reason is Reason.COUNTED_IN_PART
    return ruling.verdict.because[0] if cut else ruling.order


GROUND_ORDERS = {
    "Stabilisation": Stabilisation,
    "StabilisationSupport": StabilisationSupport,
    "Transformation": Transformation,
    "TransformationSupport": TransformationSupport,
}
"""The kinds of orders about the ground, by the names under which records have them."""

NORTH_EDGE = ("NAO", "NWG", "BAR", "StP")
"""The provinces that touch the top of the board, which is always frozen."""

NORTH_EDGE_OPTION = Option(
    name="north_edge",
    values=tuple,
    default=NORTH_EDGE,
    meaning=N_(
        "The provinces at the frozen top of the board, where ice may begin; elsewhere it needs ice"
        " beside it."
    ),
)

SWITZERLAND = ProvinceKey("Swi")


def find_north_edge(board: Board, names: Iterable[str]) -> frozenset[ProvinceKey]:
    """Return the provinces where ice may begin; raises NotationError for a name that is none."""
    known = names_for(board)
    return frozenset(known.province(name) for name in names)


def north_edge(variant: Variant) -> tuple[str, ...]:
    """Return the names of the provinces where ice may begin in a game, as its GM wrote them."""
    names = variant.option("north_edge")
    return names if isinstance(names, tuple) else (str(names),)


def _raise_switzerland(variant: Variant, board: Board) -> Board:
    """Return the board with Switzerland as a mountain, which can be worn down.

    Raises NotationError when the game's top of the board is no province.
    """
    find_north_edge(board, north_edge(variant))
    peaks = replace(board[SWITZERLAND], terrain=Terrain.MOUNTAIN, passable=True)
    return board.replace_province(peaks)


def _takes_events(variant: Variant, phase: Phase) -> bool:
    """Tell whether the moves of a phase take events along: those of the first season always do."""
    first = variant.start.phase
    opens = (phase.season, phase.year) == (first.season, first.year)
    return bool(variant.option("event_with_moves")) or opens


def _next_phase(variant: Variant, state: GameState) -> Phase:
    """Return the phase after this one: the regular one, or events with their own deadline before it."""
    season, year, kind = state.phase.season, state.phase.year, state.phase.kind
    if kind is PhaseKind.EVENTS:
        return Phase(season=season, year=year, kind=PhaseKind.MOVES)
    regular = next_phase(variant, state)
    if variant.option("event_with_moves") or regular.kind is not PhaseKind.MOVES:
        return regular
    return replace(regular, kind=PhaseKind.EVENTS)


def make_ground_rules(
    variant: Variant,
    game: Rulebook,
    *,
    events: PhaseRule,
    moves: PhaseRule,
    season_end: PhaseRule,
    build: WhyNotBuild = at_home,
) -> Mapping[PhaseKind, PhaseRule]:
    """Return the rules of a game's phases; ``moves`` judges events too, if they come with the moves."""
    phases: dict[PhaseKind, PhaseRule] = {}
    if not variant.option("event_with_moves"):
        phases[PhaseKind.EVENTS] = events
        moves = _moves_after_events(variant, moves)
    return phases | {
        PhaseKind.MOVES: then(moves, season_end),
        PhaseKind.RETREATS: then(retreats(by_throw=game.retreats_by_throw), season_end),
        PhaseKind.ADJUSTMENTS: adjustments(game, build=build),
    }


def _moves_after_events(variant: Variant, moves: PhaseRule) -> PhaseRule:
    """Return the rule of moves in a game whose events after the first season have an earlier deadline."""
    return then(
        only_when(lambda state: _takes_events(variant, state.phase), moves),
        only_when(lambda state: not _takes_events(variant, state.phase), _without_events(moves)),
    )


def _without_events(rule: PhaseRule) -> PhaseRule:
    """Return a rule that ignores events, because they have had a phase of their own."""

    def quiet(state: GameState, sheet: Sheet) -> Report:
        report = rule(state, replace(sheet, events={}))
        if report.needs is not None:
            return report
        late = tuple(LineVerdicts().rulings(sheet))
        return join_reports(Report(rulings=late), report)

    return quiet


def make_ground_game(
    forms: Callable[[tuple[str, ...]], tuple[OrderForm, ...]],
    nearby: Callable[[tuple[str, ...], GameState, Power], tuple[Order, ...]],
    options: tuple[Option, ...],
) -> Variant:
    """Return the rule set from which both games are derived.

    ``forms`` and ``nearby`` return the forms of orders and the orders that concern a power's units, for the
    names of the provinces where ice may begin. ``options`` are those that the game has of its own.
    """

    def adapt(variant: Variant) -> Variant:
        edge = north_edge(variant)
        return replace(variant, extra_forms=forms(edge), nearby_events=partial(nearby, edge))

    units = tuple(
        (power, "F Sev/BLA" if unit == "F Sev" else unit) for power, unit in STANDARD.start.units
    )
    return replace(
        STANDARD,
        start=replace(STANDARD.start, units=units),
        next_phase=_next_phase,
        events_with=_takes_events,
        on_map=None,
        overlays=("CAS",),
        prepare_board=_raise_switzerland,
        may_strand=lambda _board, _unit: True,  # what becomes of it their seasons say themselves
        nearby_events=partial(nearby, NORTH_EDGE),
        event_words=EventWords(claims=_describe_claims),
        extra_forms=forms(NORTH_EDGE),
        adapt=adapt,
        options=(
            base_option("modern"),
            *options,
            NORTH_EDGE_OPTION,
            COAST_CHOICE,
            *BOOK_OPTIONS,
            *COMMON_OPTIONS,
        ),
    )
