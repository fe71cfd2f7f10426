"""How the powers of a rule set fare, with intervals that say how little a few games prove."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from zinegen.board.board import Power
from zinegen.pages.results.outcomes import Fate, GameOutcome

CONFIDENCE = 1.959964
"""The quantile of the normal distribution for 95 in 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share with the interval in which the true one lies 95 times in 100."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerBalance:
    """How one power fared in the finished games of one rule set."""

    power: Power
    games: int
    won: int
    shared: int
    eliminated: int
    success: Interval
    """How often it won or shared the draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """How the powers of one rule set fared."""

    variant: str
    """The rule set's id."""
    variant_title: str
    games: int
    """That have ended."""
    powers: tuple[PowerBalance, ...]
    """In alphabetical order."""


def wilson(successes: int, trials: int) -> Interval:
    """Return Wilson's score interval of a share, given at least one trial.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of
    the American Statistical Association 22 (1927).
    """
    share, square = successes / trials, CONFIDENCE**2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = CONFIDENCE * sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    reach /= 1 + square / trials
    return Interval(share=share, low=max(0.0, middle - reach), high=min(1.0, middle + reach))


def find_balance(games: Iterable[GameOutcome]) -> tuple[Balance, ...]:
    """Return how the powers fared in the games that have ended, a rule set after the other by its title."""
    by_variant: dict[str, list[GameOutcome]] = {}
    for game in games:
        if game.is_over:
            by_variant.setdefault(game.variant, []).append(game)
    found = [
        Balance(
            variant=variant,
            variant_title=played[0].variant_title,
            games=len(played),
            powers=_balance_powers(played),
        )
        for variant, played in by_variant.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.variant_title, one.variant)))


def _balance_powers(games: Iterable[GameOutcome]) -> tuple[PowerBalance, ...]:
    fates: dict[Power, list[Fate]] = {}
    for game in games:
        for one in game.powers:
            fates.setdefault(one.power, []).append(one.fate)
    return tuple(
        PowerBalance(
            power=power,
            games=len(met),
            won=met.count(Fate.WON),
            shared=met.count(Fate.SHARED),
            eliminated=met.count(Fate.ELIMINATED),
            success=wilson(met.count(Fate.WON) + met.count(Fate.SHARED), len(met)),
        )
        for power, met in sorted(fates.items())
    )
