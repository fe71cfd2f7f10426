"""How a game begins: at its rule set's own start, or as a ``[start]`` table says.

The table is that of scenario files: ``units`` (if it is there it is the whole board), ``centres`` (the
whole ownership). Power names are read in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from zinegen.board.board import Board, Power, pair
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.derived import derive_once
from zinegen.errors import NotationError, RulesError, reading_key
from zinegen.game.apply import add_range
from zinegen.game.state import GameState, Phase
from zinegen.game.units import Unit
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import names_for, suggest
from zinegen.notation.reading.context import EVENTS
from zinegen.notation.reading.reader import Reading, read_orders, read_unit
from zinegen.play.maps.base_map import load_board
from zinegen.play.misplaced_units import check_ground
from zinegen.rules.ownership import Visits

_Read = TypeVar("_Read")

NEUTRAL = "neutral"
"""The power whose centres belong to nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretSetup:
    """What only the GM knows of a game's first position, as written."""

    centres: Mapping[Power, Sequence[str]] | None = None
    """The draw: names of centres by power, ``neutral`` among them; None when it has not been made."""
    ranges: Sequence[str] = ()
    """Mountain ranges such as ``Ruh/Kie``; one that stands there twice is double."""
    known: Mapping[Power, Sequence[str]] = field(default_factory=dict)
    """Names of provinces of which a power knows whether they are centres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Where a game begins, as written; None where the rule set's own start stands."""

    units: Mapping[Power, Sequence[str]] | None = None
    """Unit lines by power."""
    centres: Mapping[Power, Sequence[str]] | None = None
    """Names of owned centres by power."""
    events: Sequence[str] = ()
    """Changes of the map carried out one after the other, unopposed, before the units are placed."""
    phase: Phase | None = None
    visits: Mapping[Power, Sequence[str]] | None = None
    """Names of provinces by the power that last had a unit there at the end of a season."""
    secret: SecretSetup | None = None

    @property
    def is_own(self) -> bool:
        """Tell whether it is the rule set's own start, whatever the phase."""
        parts = (self.units, self.centres, self.visits, self.secret)
        return not self.events and all(part is None for part in parts)


def start_board(variant: Variant) -> Board:
    """Return the board of a rule set before anything has happened."""
    own = variant.own_map
    board = own.board if own is not None else load_board(variant.overlays, variant.joins)
    return variant.prepare_board(variant, board)


def apply_event_lines(variant: Variant, board: Board, lines: Iterable[str]) -> Board:
    """Return the board after map events carried out one after the other, unopposed.

    Options of an event stand below it, or are lines of their own behind it.
    Raises NotationError for a line that is no event, RulesError for one that makes no sense.
    """
    for number, event in _group_options(variant, board, lines):
        with reading_key(number):
            reading = _read_events(variant, board, event)
            if reading.findings:
                raise NotationError(f"{event}: {reading.findings[0].title}")
            board = variant.carry_out(variant, board, reading.orders)
    return board


def _group_options(variant: Variant, board: Board, lines: Iterable[str]) -> list[tuple[int, str]]:
    """Return the texts of map events, each with its number in the list and the options that follow it."""
    events: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        orders = _read_events(variant, board, line).orders if events else ()
        if orders and all(order.goes_with for order in orders):
            first, event = events[-1]
            events[-1] = (first, f"{event}\n{line}")
        else:
            events.append((number, line))
    return events


def _read_events(variant: Variant, board: Board, text: str) -> Reading:
    state = start_state(variant, Setup(units={}, centres={}), board=board)
    power = variant.start.powers[0]
    return read_orders(text, power=power, state=state, variant=variant, section=EVENTS)


@derive_once  # games are opened often, and what is derived from a board is kept with it
def _board_after_events(variant: Variant, events: tuple[str, ...]) -> Board:
    """Return the board on which a game starts, the events of its start carried out."""
    return apply_event_lines(variant, start_board(variant), events)


@derive_once
def _own_centres(variant: Variant) -> frozenset[ProvinceKey]:
    """Return the centres of a rule set's own board; those that events make at the start are nobody's."""
    return frozenset(start_board(variant).centres)


@derive_once
def keeps_secrets(variant: Variant) -> bool:
    """Tell whether a rule set has centres, owners or ranges that the public must not know."""
    return start_state(variant, Setup()).secrets is not None


def start_state(
    variant: Variant, setup: Setup | None = None, *, board: Board | None = None
) -> GameState:
    """Return the state in which a game begins; ``board`` is the rule set's own if none is given.

    Raises NotationError for a power, unit, centre or border that is none and for a unit where none can be,
    RulesError for two units in one province, or for secrets in a rule set without any.
    """
    setup = setup or Setup()
    board = board or _board_after_events(variant, tuple(setup.events))
    phase = setup.phase or variant.start.phase
    new_centres = set(board.centres) - _own_centres(variant)
    board = variant.board_in(variant, board, phase)
    powers = tuple(sorted(variant.start.powers))
    secret = setup.secret or SecretSetup()
    board = _add_secrets(board, powers, secret, setup.centres or {})
    if setup.units is None:
        own = _own_units(variant, phase)
        units = _place_units(_own_unit(variant, board, power, text) for power, text in own)
    else:
        units = _place_units(_given_units(variant, board, powers, setup.units))
    owners = _owners(board, powers, setup.centres)
    if owners is None:
        first = sorted(variant.first_owners(board, units).items())
        owners = {
            face: owner for face, owner in first if owner in powers and face not in new_centres
        }
    state = GameState(
        phase=phase,
        board=board,
        powers=powers,
        units=units,
        owners=owners,
        extra=variant.extra,
    )
    visits = {
        face: power for power, face in _faces_by_power("visits", board, powers, setup.visits or {})
    }
    if isinstance(variant.extra, Visits):
        state = replace(state, extra=replace(variant.extra, visits=dict(sorted(visits.items()))))
    known: dict[Power, tuple[ProvinceKey, ...]] = {}
    for power, face in _faces_by_power("known", board, powers, secret.known):
        known[power] = (*known.get(power, ()), face)
    state = variant.begin(variant, state, known)
    if setup.secret is not None and state.secrets is None:
        raise RulesError(f"{variant.id} has no secrets")
    return state


def _add_secrets(
    board: Board,
    powers: tuple[Power, ...],
    secret: SecretSetup,
    owned: Mapping[Power, Sequence[str]],
) -> Board:
    """Return the board with secret centres and ranges; without a draw the centres are those owned."""
    names = names_for(board, powers)
    drawn = secret.centres
    if drawn is None and not board.centres:
        drawn = owned
    countries = (*powers, Power(NEUTRAL))
    with reading_key(*(("secret",) if secret.centres is not None else ())):
        centres = {face for _, face in _faces_by_power("centres", board, countries, drawn or {})}
    if centres:
        provinces = {
            face: replace(province, centre=face in centres)
            for face, province in board.provinces.items()
        }
        board = replace(board, provinces=provinces)
    for number, text in enumerate(secret.ranges):
        with reading_key("secret", "ranges", number):
            one, _, other = text.partition("/")
            ends = pair(names.province(one), names.province(other))
            if not board.mesh.between(*ends):
                raise NotationError(f"{text} is no border")
            board = add_range(board, ends)
    return board


def _own_units(variant: Variant, phase: Phase) -> tuple[tuple[Power, str], ...]:
    """Return the rule set's own units: those of its start, or of a position after its first phase."""
    start = variant.start
    return start.later if start.later and phase != start.phase else start.units


def _own_unit(variant: Variant, board: Board, power: Power, text: str) -> Unit:
    """Return a unit of the rule set's own start on a board that may have changed since.

    A fleet that names no coast, where there have come to be several, lies on the first that has a
    border of its old one, or else on the first of all.
    """
    try:
        return read_unit(text, board, power)
    except NotationError:
        unit = read_unit(text, start_board(variant), power)
        here = coasts(board, unit.province)
        old = set(unit.at.coast)
        kept = [coast for coast in here if old.intersection(coast.borders)]
        borders = (kept or here)[0].borders if here else ()
        return replace(unit, at=Place(unit.province, borders))


def _given_units(
    variant: Variant,
    board: Board,
    powers: tuple[Power, ...],
    given: Mapping[Power, Sequence[str]],
) -> Iterator[Unit]:
    def read(text: str, power: Power) -> Unit:
        unit = read_unit(text, board, power)
        check_ground(variant, board, unit)
        return unit

    return (unit for _, unit in _by_power("units", given, powers, read))


def _faces_by_power(
    key: str, board: Board, powers: tuple[Power, ...], given: Mapping[Power, Sequence[str]]
) -> Iterator[tuple[Power, ProvinceKey]]:
    names = names_for(board, powers)
    return _by_power(key, given, powers, lambda name, _: names.province(name))


def _by_power(
    key: str,
    given: Mapping[Power, Sequence[str]],
    powers: tuple[Power, ...],
    read: Callable[[str, Power], _Read],
) -> Iterator[tuple[Power, _Read]]:
    """Yield what is read of each text of each power, given under a key."""
    known = {power.lower(): power for power in powers}
    for name, texts in given.items():
        power = known.get(name.lower())
        if power is None:
            near = suggest(name, powers, "")
            with reading_key(key, name):
                raise NotationError(f"there is no power called {name!r}{near and f'; {near}'}")
        for number, text in enumerate(texts):
            with reading_key(key, name, number):
                found = read(text, power)
            yield power, found


def _place_units(units: Iterable[Unit]) -> Mapping[ProvinceKey, Unit]:
    found: dict[ProvinceKey, Unit] = {}
    for unit in units:
        if unit.province in found:
            with reading_key("units"):
                raise RulesError(f"two units stand in {unit.province}")
        found[unit.province] = unit
    return dict(sorted(found.items()))


def _owners(
    board: Board, powers: tuple[Power, ...], given: Mapping[Power, Sequence[str]] | None
) -> Mapping[ProvinceKey, Power] | None:
    """Return the owners of centres by a ``[start]`` table; None where it names none."""
    if given is None:
        return None
    found = dict[ProvinceKey, Power]()
    owned = {name: texts for name, texts in given.items() if name.lower() != NEUTRAL}
    for power, face in _faces_by_power("centres", board, powers, owned):
        with reading_key("centres"):
            if not board[face].centre:
                raise NotationError(f"{board[face].name} is no supply centre")
            if found.setdefault(face, power) != power:
                raise NotationError(f"{board[face].name} belongs to two powers")
    return dict(sorted(found.items()))
