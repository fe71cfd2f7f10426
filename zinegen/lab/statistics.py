"""What many games say of the powers of a rule set, with intervals that say how much that proves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from zinegen.lab.lab_games import LabResult
from zinegen.pages.results.balance import Interval, wilson

_NORMAL = 1.96
"""Standard deviations within which 95 of 100 means lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean, and how far to either side the true one may lie, 95 times in 100."""

    value: float
    reach: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResults:
    """How a power, or a bot, fared."""

    name: str
    games: int
    won: Interval
    """Alone."""
    shared: Interval
    """The end, without a winner."""
    gone: Interval
    """Eliminated."""
    centres: Mean
    """At the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabFigures:
    """What the games of a lab come to."""

    games: int
    powers: tuple[SideResults, ...]
    bots: tuple[SideResults, ...]
    """More than one only where different ones played."""
    won: Interval
    """Games that one power has won."""
    moves: Mean
    """Phases of moves a game."""
    events: Mean
    """Events a phase of moves."""


def count_results(results: Sequence[LabResult]) -> LabFigures:
    """Return what results come to; there is one at least."""
    powers = sorted(results[0].centres)
    bots = sorted({bot for one in results for bot in one.seats.values()})
    return LabFigures(
        games=len(results),
        powers=tuple(_count_side(power, [(one, power) for one in results]) for power in powers),
        bots=tuple(
            _count_side(
                bot,
                [(one, power) for one in results for power in powers if one.seats[power] == bot],
            )
            for bot in bots
        ),
        won=wilson(sum(len(one.winners) == 1 for one in results), len(results)),
        moves=find_mean([one.moves for one in results]),
        events=find_mean([one.events / max(one.moves, 1) for one in results]),
    )


def _count_side(name: str, seats: Sequence[tuple[LabResult, str]]) -> SideResults:
    def share(holds: Callable[[LabResult, str], bool]) -> Interval:
        return wilson(sum(holds(*seat) for seat in seats), len(seats))

    return SideResults(
        name=name,
        games=len(seats),
        won=share(lambda one, power: one.winners == (power,)),
        shared=share(lambda one, power: len(one.winners) > 1 and power in one.winners),
        gone=share(lambda one, power: power in one.gone),
        centres=find_mean([one.centres[power] for one, power in seats]),
    )


def find_mean(values: Sequence[float]) -> Mean:
    """Return the mean of some values, one at least, with its interval."""
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Mean(value=fmean(values), reach=_NORMAL * spread)
