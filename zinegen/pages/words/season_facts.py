"""What is worth telling of a season: found in its record and in those before it, never guessed.

Each kind of fact says what has to stand in the records for it. Nothing here is a word: the sentences are
those of `zinegen.pages.words.season_story`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from zinegen.board.board import Power
from zinegen.game.changes import UnitDislodged, UnitLost, UnitMoved
from zinegen.game.orders import SupportHold, SupportMove
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Unit
from zinegen.game.verdicts import Reason, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.pages.words.attacks import (
    Attack,
    count_siege,
    find_defender,
    find_unit,
    list_attacks,
    list_hostile,
    list_standoffs,
)
from zinegen.pages.words.crossings import BrokenConvoy, LackingFleet, SeaCrossing, find_crossings
from zinegen.pages.words.stabs import Stab, find_stabs, have_quarrelled
from zinegen.play.records.records import PhaseRecord, SeasonRecord

PEACE = 2
"""So many movement phases side by side without a quarrel are a peace: a year."""
SIEGE = 3
"""So many movement phases in a row is a place attacked that is under siege."""
ROUT = 2
"""So many units driven out or lost in one season are a rout, or so many and one more centres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivenOut:
    """A unit that was dislodged: a `UnitDislodged`, and what its phase and the next one say of it."""

    unit: Unit
    by: Unit | None
    """None where the ground did it."""
    helpers: tuple[Power, ...]
    """Other powers whose uncut supports helped."""
    to: ProvinceKey | None
    """Where it retreated; None for one that was lost, or of which nobody knows yet."""
    is_lost: bool
    could_go: bool
    """It had a place to retreat to."""
    takes_centre: bool
    """Whoever drove it out owns the centre there after the season, and did not before."""
    sieged: int
    """In so many movement phases in a row just before, the province was attacked and held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOfPeace:
    """A power that took a centre from a neighbour, or drove a unit of it out, for the first time.

    Units of both touched each other before each of the last `PEACE` movement phases, and in no movement phase
    on record had either quarrelled with the other.
    """

    power: Power
    other: Power
    seasons: int
    """For so many movement phases in a row units of the two had stood side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Garrison:
    """A beleaguered garrison: two attacks, each stronger than the unit there, that hold each other off."""

    unit: Unit
    attacks: tuple[Attack, Attack]


@dataclass(frozen=True, slots=True, kw_only=True)
class Siege:
    """A unit that held against attacks in at least `SIEGE` movement phases in a row, and now with support."""

    unit: Unit
    powers: tuple[Power, ...]
    """Who attacks it this time."""
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standoff:
    """A province that nobody held and nobody got into, because units of several powers went for it."""

    place: ProvinceKey
    powers: tuple[Power, ...]
    times: int
    """For so many movement phases in a row the same powers, this one the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOff:
    """An attack that failed while a support for it was cut."""

    attack: Attack
    supporter: Unit
    by: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Centres that one power owns after a season, and before it another did, or nobody."""

    power: Power
    loser: Power | None
    places: tuple[ProvinceKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rout:
    """A power that lost much at once: `ROUT` units driven out or lost, or one more of centres."""

    power: Power
    units: int
    centres: tuple[ProvinceKey, ...]
    left: int | None
    """How many centres it has left; None where that is secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """A power that was alive before the season and is not after it."""

    power: Power


Fact = (
    Capture
    | CutOff
    | BrokenConvoy
    | SeaCrossing
    | DrivenOut
    | EndOfPeace
    | Fall
    | Garrison
    | LackingFleet
    | Rout
    | Siege
    | Stab
    | Standoff
)


def find_facts(record: SeasonRecord, earlier: Sequence[SeasonRecord] = ()) -> tuple[Fact, ...]:
    """Return what is worth telling of a season; ``earlier`` are those of its game before it, oldest first."""
    past = [phase for one in earlier for phase in one.phases]
    found: list[Fact] = []
    for place, phase in enumerate(record.phases):
        if phase.phase.kind is PhaseKind.MOVES:
            found += _find_driven_out(record, place, _list_moves(past))
            found += _find_facts_of_moves(phase, past)
        past.append(phase)
    found += _find_losses(record, found)
    return (*found, *_find_ends_of_peace(found, earlier))


def _list_moves(phases: Iterable[PhaseRecord]) -> list[PhaseRecord]:
    return [one for one in phases if one.phase.kind is PhaseKind.MOVES]


def _find_facts_of_moves(phase: PhaseRecord, past: Sequence[PhaseRecord]) -> Iterator[Fact]:
    attacks, moves = list_attacks(phase), _list_moves(past)
    yield from find_stabs(phase, attacks, past)
    yield from _find_garrisons(phase, attacks)
    yield from _find_sieges(phase, attacks, moves)
    yield from find_crossings(phase, attacks)
    yield from _find_standoffs(phase, attacks, moves)
    yield from _find_cut_off(phase, attacks)


# ------------------------------------------------------------------- units that were driven out


def _find_driven_out(
    record: SeasonRecord, place: int, past: Sequence[PhaseRecord]
) -> Iterator[DrivenOut]:
    phase = record.phases[place]
    attacks = list_attacks(phase)
    for change in phase.report.changes:
        if not isinstance(change, UnitDislodged):
            continue
        lost = change.dislodged
        here = lost.unit.province
        helpers = next(
            (one.helpers for one in attacks if one.to == here and one.unit == lost.by), ()
        )
        to, is_lost = _find_end(record.phases[place:], lost.unit)
        owner = record.after.owners.get(here)
        yield DrivenOut(
            unit=lost.unit,
            by=lost.by,
            helpers=tuple(sorted({one for one in helpers if lost.by and one != lost.by.power})),
            to=to,
            is_lost=is_lost,
            could_go=bool(lost.retreats),
            takes_centre=lost.by is not None
            and owner == lost.by.power
            and record.before.owners.get(here) != owner,
            sieged=count_siege(lost.unit.power, here, past),
        )


def _find_end(phases: Sequence[PhaseRecord], unit: Unit) -> tuple[ProvinceKey | None, bool]:
    """Return where a dislodged unit retreated, and whether it was lost."""
    for phase in phases:
        for change in phase.report.changes:
            match change:
                case UnitMoved(retreat=True) if change.unit == unit:
                    return change.to.province, False
                case UnitLost(dislodged=True) if change.unit == unit:
                    return None, True
                case _:
                    pass
    return None, False


# -------------------------------------------------------------------------- friends and enemies


def _find_ends_of_peace(
    found: Sequence[Fact], earlier: Sequence[SeasonRecord]
) -> Iterator[EndOfPeace]:
    past = _list_moves(phase for one in earlier for phase in one.phases)
    pairs: dict[tuple[Power, Power], None] = {}
    for fact in found:
        match fact:
            case DrivenOut(by=Unit(power=power), unit=Unit(power=other)):
                pairs[power, other] = None
            case Capture(power=power, loser=str(other)):
                pairs[power, Power(other)] = None
            case _:
                pass
    for power, other in pairs:
        apart = (n for n, one in enumerate(reversed(past)) if not _touch(one.before, power, other))
        seasons = next(apart, len(past))
        if seasons >= PEACE and not any(have_quarrelled(one, power, other) for one in past):
            yield EndOfPeace(power=power, other=other, seasons=seasons)


def _touch(state: GameState, one: Power, other: Power) -> bool:
    """Tell whether a unit of one power stands beside a unit of another."""
    places = {unit.province for unit in state.units_of(other)}
    return any(state.board.mesh.adjacent(unit.province) & places for unit in state.units_of(one))


# ----------------------------------------------------------------------------- what stood fast


def _list_attacked(phase: PhaseRecord, attacks: Iterable[Attack]) -> list[ProvinceKey]:
    """Return the provinces that held a unit and that another unit went for, in alphabetical order."""
    goals = {one.to for one in attacks}
    return [place for place in phase.before.units if place in goals]


def _find_garrisons(phase: PhaseRecord, attacks: Sequence[Attack]) -> Iterator[Garrison]:
    for place in _list_attacked(phase, attacks):
        unit = phase.before.units[place]
        if find_defender(phase, attacks, place) is None or place not in phase.after.units:
            continue
        if phase.after.units[place].power != unit.power:
            continue
        strong = [
            one
            for one in list_hostile(phase, attacks, place)
            if one.ruling.verdict.reason is Reason.BOUNCED_BY
            and 1 + sum(power != unit.power for power in one.helpers) > _defence(phase, place)
        ]
        for one, other in combinations(strong, 2):
            if other.ruling.order in one.ruling.verdict.because:
                yield Garrison(unit=unit, attacks=(one, other))
                break


def _defence(phase: PhaseRecord, place: ProvinceKey) -> int:
    """Return how strongly the unit in a province stands: itself, and each uncut support in holding."""
    return 1 + sum(
        isinstance(one.order, SupportHold)
        and one.order.of.at.province == place
        and one.verdict.word is Word.SUCCEEDS
        for one in phase.report.rulings
    )


def _find_sieges(
    phase: PhaseRecord, attacks: Sequence[Attack], past: Sequence[PhaseRecord]
) -> Iterator[Siege]:
    for place in _list_attacked(phase, attacks):
        unit = phase.before.units[place]
        hostile = list_hostile(phase, attacks, place)
        stays = phase.after.units.get(place)
        if any(one.helpers for one in hostile) and stays is not None and stays.power == unit.power:
            times = count_siege(unit.power, place, [*past, phase])
            if times >= SIEGE:
                powers = tuple(sorted({one.power for one in hostile}))
                yield Siege(unit=unit, powers=powers, times=times)


def _find_standoffs(
    phase: PhaseRecord, attacks: Sequence[Attack], past: Sequence[PhaseRecord]
) -> Iterator[Standoff]:
    now = list_standoffs(phase, attacks)
    if not now:
        return
    for place, powers in now.items():
        before = (list_standoffs(one, list_attacks(one)) for one in reversed(past))
        times = next(
            (n for n, one in enumerate(before, 1) if one.get(place) != powers), len(past) + 1
        )
        yield Standoff(place=place, powers=powers, times=times)


def _find_cut_off(phase: PhaseRecord, attacks: Sequence[Attack]) -> Iterator[CutOff]:
    for attack in attacks:
        if attack.has_arrived:
            continue
        for ruling in phase.report.rulings:
            order, verdict = ruling.order, ruling.verdict
            if not isinstance(order, SupportMove) or verdict.reason is not Reason.CUT_BY:
                continue
            wanted = (order.of.at.province, order.to.province)
            supporter = find_unit(order, phase.before)
            cutter = find_unit(verdict.because[0], phase.before) if verdict.because else None
            if wanted == (attack.unit.province, attack.to) and supporter and cutter:
                yield CutOff(attack=attack, supporter=supporter, by=cutter)
                break


# ------------------------------------------------------------------------------ gains and losses


def _find_losses(record: SeasonRecord, found: Iterable[Fact]) -> Iterator[Fact]:
    before, after = record.before.owners, record.after.owners
    taken: dict[tuple[Power, Power | None], list[ProvinceKey]] = {}
    for face, power in after.items():
        if before.get(face) != power:
            taken.setdefault((power, before.get(face)), []).append(face)
    for (power, loser), faces in sorted(
        taken.items(), key=lambda one: (one[0][0], one[0][1] or "")
    ):
        yield Capture(power=power, loser=loser, places=tuple(sorted(faces)))
    driven = [one.unit.power for one in found if isinstance(one, DrivenOut)]
    for power in record.before.powers:
        if record.before.is_alive(power) and not record.after.is_alive(power):
            yield Fall(power=power)
            continue
        lost = tuple(
            sorted(
                face
                for face, owner in before.items()
                if owner == power and after.get(face, power) != power
            )
        )
        units = driven.count(power)
        if units >= ROUT or len(lost) > ROUT:
            yield Rout(power=power, units=units, centres=lost, left=record.after.total_of(power))
