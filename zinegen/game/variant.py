"""What a rule set is: a frozen record of data and rules, derived by ``dataclasses.replace``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from zinegen.board.board import Board, NamedStrait, Power
from zinegen.board.passage import Passage
from zinegen.derived import KeepsDerived, derive_once
from zinegen.errors import RulesError
from zinegen.game.changes import OwnFactsChange
from zinegen.game.event_words import BorderOrders, EventWords
from zinegen.game.orders import Order, Sheet
from zinegen.game.state import GameState, OwnFacts, Phase, PhaseKind, Season
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext

OptionValue = bool | int | str | tuple[str, ...]
KnownCentres = Mapping[Power, tuple[ProvinceKey, ...]]
"""Provinces of which powers know whether they are centres, besides those in which their units stand."""


class PhaseRule(Protocol):
    """How one kind of phase is judged. Pure: the same state and sheet give the same report."""

    def __call__(self, state: GameState, sheet: Sheet, /) -> Report:
        """Return what the orders of a phase come to."""
        ...


class LineForm(Protocol):
    """A form of order lines, as those know it who read no lines (`zinegen.notation.reading.forms`)."""

    @property
    def name(self) -> str:
        """What it is called where order lines are listed."""
        ...

    @property
    def example(self) -> str:
        """A line of this form."""
        ...

    @property
    def sections(self) -> frozenset[str]:
        """The headings under which it can stand."""
        ...

    @property
    def kinds(self) -> frozenset[PhaseKind]:
        """The kinds of phase in which it can be given."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that the GM may decide for a game."""

    name: str
    values: tuple[OptionValue, ...] | type[int | tuple[str, ...]]
    """The values it may have, or the type of a free one (a number; a list of provinces)."""
    default: OptionValue
    meaning: str
    """One sentence for the GM."""

    def list_values(self, write: Callable[[OptionValue], str], between: str) -> str:
        """Return the values that it may have in words, or of which kind they are."""
        if isinstance(self.values, tuple):
            return between.join(map(write, self.values))
        return gettext("a number") if self.values is int else gettext("a list of provinces")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a game begins."""

    phase: Phase
    powers: tuple[Power, ...]
    units: tuple[tuple[Power, str], ...]
    """A line per unit in canonical writing, such as ``("Russia", "F StP/sc")``."""
    later: tuple[tuple[Power, str], ...] = ()
    """The same for a position after the first phase, where the units are built in that phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMap:
    """A base map other than that of Europe, and how games on it begin; the same if its file is."""

    title: str = field(compare=False)
    sha256: str
    """Of the file it was read from."""
    board: Board = field(compare=False)
    start: Start = field(compare=False)
    victory: int = field(compare=False)
    """How many centres win."""
    sinking: Mapping[int, tuple[ProvinceKey, ...]] = field(default_factory=dict, compare=False)
    """What sinks under the sea, by the year in whose winter it does."""
    founding: Mapping[int, tuple[ProvinceKey, ...]] = field(default_factory=dict, compare=False)
    """Where centres form, by the year in whose winter they do."""


def own_home_centres(board: Board) -> Mapping[ProvinceKey, Power]:
    """Return every power as the owner of the centres in its home country."""
    homes = ((face, board[face].home) for face in board.centres)
    return {face: home for face, home in homes if home is not None}


def has_lost_its_coast(board: Board, unit: Unit) -> bool:
    """Tell whether a unit is a fleet in a province that has no coast on this board, or none any more."""
    return unit.kind is Kind.FLEET and not unit.at.coast and board.is_ground(unit.province)


def is_trapped_or_frozen(state: GameState, unit: Unit) -> bool:
    """Tell whether a unit can only hold: it is frozen in, or a fleet in a province without a coast for it."""
    if state.board[unit.province].iced:
        return True
    return has_lost_its_coast(state.board, unit)


def board_next_spring(variant: Variant, state: GameState) -> Board:
    """Return the board as the calendar leaves it for the spring of the next year."""
    spring = Phase(season=Season.SPRING, year=state.phase.year + 1, kind=PhaseKind.MOVES)
    return variant.board_in(variant, state.board, spring)


def majority(_variant: Variant, state: GameState) -> int | None:
    """Return more than half of the centres that exist."""
    return len(state.board.centres) // 2 + 1


def count_winning_centres(variant: Variant, state: GameState) -> int | None:
    """Return how many centres win by the option ``victory``; None for a rule set without that option."""
    if all(option.name != "victory" for option in variant.options):
        return None
    wanted = variant.option("victory")
    if isinstance(wanted, bool):
        return None
    return int(str(wanted)) if str(wanted).isdecimal() else majority(variant, state)


def say_order_fails(_variant: Variant, _state: GameState, _kind: PhaseKind) -> str:
    """Return the sentence that an order fails when it names none of several coasts."""
    return "the order fails"


def takes_events_with_moves(variant: Variant, _phase: Phase) -> bool:
    """Tell whether events are ordered with the moves: so it is where they have no phase of their own."""
    return PhaseKind.EVENTS not in variant.rules


def _no_events(variant: Variant, _board: Board, _orders: tuple[Order, ...]) -> Board:
    message = f"in {variant.id} nothing happens to the map"
    raise RulesError(message)


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant(KeepsDerived):
    """A rule set with the options of one game, equal to none but itself; what follows is kept with it."""

    id: str
    title: str
    author: str
    summary: str
    """One sentence for people who do not know it."""
    start: Start
    make_rules: Callable[[Variant], Mapping[PhaseKind, PhaseRule]]
    """Makes the rules of each kind of phase from the record itself, options included."""
    next_phase: Callable[[Variant, GameState], Phase]
    """The phase after that of a position already judged; retreats come only where a unit is dislodged."""
    last_year: Callable[[Variant], int | None] = field(default=lambda _variant: None)
    """The year with whose winter every game ends; None where only victory or agreement ends it."""
    make_passage: Callable[[Variant], Passage] = field(default=lambda _variant: Passage())
    """Makes from the record itself what can cross what."""
    own_map: OwnMap | None = None
    """The map it is played on in this game; None: that of Europe."""
    on_map: Callable[[Variant, OwnMap], Variant] | None = None
    """Makes the rule set one of another map; None where its rules name provinces of Europe."""
    overlays: tuple[str, ...] = ()
    """Optional provinces of the map that are switched on."""
    joins: tuple[NamedStrait, ...] = ()
    """Waterways by name that are there at the start."""
    prepare_board: Callable[[Variant, Board], Board] = field(default=lambda _variant, board: board)
    """Changes to the board before the game begins, such as opening Switzerland."""
    first_owners: Callable[[Board, Mapping[ProvinceKey, Unit]], Mapping[ProvinceKey, Power]] = (
        field(default=lambda board, _units: own_home_centres(board))
    )
    """Who owns which centres when a game begins with these units."""
    extra: OwnFacts = field(default=OwnFacts())
    """What its positions hold besides what those of all rule sets do, as a game begins."""
    recorded: Mapping[str, type[Order | OwnFactsChange]] = field(default_factory=dict)
    """The kinds of orders and changes that are its own, by the names that stand in records for ever."""
    begin: Callable[[Variant, GameState, KnownCentres], GameState] = field(
        default=lambda _variant, state, _told: state
    )
    """What else the position holds with which a game begins: that it is secret, and what powers know."""
    board_in: Callable[[Variant, Board, Phase], Board] = field(
        default=lambda _variant, board, _phase: board
    )
    """The board as the calendar leaves it before a phase: provinces sunk, centres founded. Idempotent."""
    forecast: Callable[[Variant, GameState], Board] = field(default=board_next_spring)
    """The board as the winter of a position's year will leave it if nobody orders anything of the map."""
    before_adjustments: Callable[[Variant, GameState], GameState] = field(
        default=lambda _variant, state: state
    )
    """The position from which builds and removals are counted: with the centres that form before them."""
    carry_out: Callable[[Variant, Board, tuple[Order, ...]], Board] = field(default=_no_events)
    """Carries out one map event unopposed, with the lines that belong to it: a scenario's set-up."""
    must_hold: Callable[[GameState, Unit], bool] = field(default=is_trapped_or_frozen)
    """Tells which units can only hold because of the ground they stand on."""
    may_strand: Callable[[Board, Unit], bool] = field(default=lambda _board, _unit: False)
    """Tells whether the ground may have changed under a unit, which so stands where none can go."""
    longest_convoy: int | None = None
    """The most fleets in one convoy; None for any number."""
    nearby_events: Callable[[GameState, Power], tuple[Order, ...]] = field(
        default=lambda _state, _power: ()
    )
    """The map events that concern a power's units and are legal now: its options for the next season."""
    event_words: EventWords = field(default_factory=EventWords)
    """What reports say of the orders about the map that are the rule set's own."""
    border_orders: Callable[[Board], BorderOrders | None] = field(default=lambda _board: None)
    """The orders that cut and join borders on a board; None where nobody can give any."""
    to_win: Callable[[Variant, GameState], int | None] = field(default=count_winning_centres)
    """How many centres win the game in a position; None where centres do not decide it."""
    events_with: Callable[[Variant, Phase], bool] = field(default=takes_events_with_moves)
    """Tells whether the moves of a phase take orders about the map along, if the rule set has any."""
    unnamed_coast: Callable[[Variant, GameState, PhaseKind], str] = field(default=say_order_fails)
    """Says what comes of a move or a build that names none of several coasts, in a phase of that kind."""
    no_press: Mapping[PhaseKind, str] = field(default_factory=dict)
    """The kinds of phase for which powers write no press, each with the reason in a lower-case sentence."""
    asks: Mapping[PhaseKind, str] = field(default_factory=dict)
    """What a power is told to order in a kind of phase, where the general words would not say it."""
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, OptionValue] = field(default_factory=dict)
    """What the GM decided, where it differs from the defaults."""
    extra_forms: tuple[LineForm, ...] = ()
    """Forms of order lines that this rule set adds."""
    misprints: Mapping[str, ProvinceKey] = field(default_factory=dict)
    """Names in small letters that its author's text misprints, and the provinces that are meant."""
    languages: tuple[str, ...] = ()
    """Languages besides English in which the game's orders may be written."""
    adapt: Callable[[Variant], Variant] = field(default=lambda variant: variant)
    """Adapts the record itself (its order forms, what it offers) to the options just chosen."""

    @cached_property
    def rules(self) -> Mapping[PhaseKind, PhaseRule]:
        """The rules of each kind of phase in this game."""
        return self.make_rules(self)

    @cached_property
    def passage(self) -> Passage:
        """What can cross what in this game."""
        return self.make_passage(self)

    def option(self, name: str) -> OptionValue:
        """Return the value of an option in this game; raises RulesError when there is no such option."""
        for option in self.options:
            if option.name == name:
                return self.chosen.get(name, option.default)
        message = f"{self.id} has no option {name}"
        raise RulesError(message)

    @derive_once
    def play_on(self, own_map: OwnMap) -> Variant:
        """Return the rule set on another map than that of Europe; the same one each time.

        Raises RulesError when it cannot be played there.
        """
        if self.on_map is None:
            what = "its rules name provinces of Europe, so it is played on no other map"
            raise RulesError(f"{self.id}: {what}")
        return self.on_map(self, own_map)

    def with_options(self, chosen: Mapping[str, OptionValue]) -> Variant:
        """Return the rule set with a GM's decisions; the same one each time.

        Raises RulesError when an option is not known or has no such value.
        """
        for name, value in chosen.items():
            self._check(name, value)
        return self._choose(tuple(chosen.items()))

    def written_like(self, recorded: Mapping[str, OptionValue]) -> Variant:
        """Return the rule set with its decisions as they are recorded, where these come to the same.

        It is one game whether a default is written down or left out.
        """
        is_other = any(
            self.chosen.get(option.name, option.default)
            != recorded.get(option.name, option.default)
            for option in self.options
        )
        return self if is_other else replace(self, chosen=recorded)

    @derive_once
    def with_languages(self, languages: tuple[str, ...]) -> Variant:
        """Return the rule set with other languages than English for its orders; the same one each time."""
        return replace(self, languages=languages)

    @derive_once
    def _choose(self, chosen: tuple[tuple[str, OptionValue], ...]) -> Variant:
        return self.adapt(replace(self, chosen={**self.chosen, **dict(chosen)}))

    def _check(self, name: str, value: OptionValue) -> None:
        known = {option.name: option for option in self.options}
        if name not in known:
            message = f"{self.id} has no option {name!r}; it has {', '.join(sorted(known))}"
            raise RulesError(message)
        values = known[name].values
        if isinstance(values, tuple):
            fits = any(type(value) is type(one) and value == one for one in values)
        else:
            fits = type(value) is values
        if not fits:
            message = f"option {name} is {known[name].list_values(repr, ' or ')}, not {value!r}"
            raise RulesError(message)
