"""Ratings of players from the results of finished games, in the sequence in which these ended.

The one door to ``openskill``. A power that changed hands is rated as `PowerOutcome.rated_player` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from zinegen.pages.results.outcomes import GameOutcome

GHOST_START = 100.0
"""The Ghost-Rating of a player who has finished no game."""
GHOST_DIVISOR = 17.5
"""So large a part of all ratings in a game is at stake: their sum divided by this."""
SIGMAS = 2
"""A player's skill lies within so many standard deviations in 19 cases of 20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """How strong a player is taken to be."""

    player: str
    games: int
    """That were rated."""
    skill: float
    """The mean of what is believed; 25 before the first game."""
    uncertainty: float
    """The standard deviation of it; 25/3 before the first game."""
    ghost: float
    """The sum that is like a Ghost-Rating."""

    @property
    def low(self) -> float:
        """The skill that the player has at least, in 39 cases of 40."""
        return self.skill - SIGMAS * self.uncertainty

    @property
    def high(self) -> float:
        """The skill that the player has at most, in 39 cases of 40."""
        return self.skill + SIGMAS * self.uncertainty


def rate_players(games: Iterable[GameOutcome]) -> tuple[Rating, ...]:
    """Return the rating of everybody who has a name and finished a game, the surest strength first.

    A game in which one player had two powers is not rated: nobody plays against himself.
    """
    rated = [one for one in sort_by_end(games) if _is_rated(one)]
    skills, ghosts, counts = _rate_skills(rated), rate_ghosts(rated), _count_games(rated)
    found = [
        Rating(
            player=player,
            games=counts[player],
            skill=skill,
            uncertainty=uncertainty,
            ghost=ghosts[player],
        )
        for player, (skill, uncertainty) in skills.items()
    ]
    return tuple(sorted(found, key=lambda one: (-round(one.low, 6), one.player)))


def sort_by_end(games: Iterable[GameOutcome]) -> tuple[GameOutcome, ...]:
    """Return the games that are over, in the sequence in which they ended."""
    over = [one for one in games if one.is_over]
    return tuple(sorted(over, key=lambda one: (one.ended, one.game)))


def _is_rated(game: GameOutcome) -> bool:
    names = [one.rated_player for one in game.powers if one.rated_player]
    return len(game.powers) > 1 and len(names) == len(set(names))


def _count_games(games: Iterable[GameOutcome]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for game in games:
        for one in game.powers:
            found[one.rated_player] = found.get(one.rated_player, 0) + 1
    return found


def _rate_skills(games: Iterable[GameOutcome]) -> Mapping[str, tuple[float, float]]:
    """Return everybody's skill and its uncertainty, by the Bradley-Terry model of Weng and Lin.

    Those who share the result tie for the first place, all others for the second: to survive is not to win.
    Who has no name is met as somebody of whom nothing is known.

    Source: R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, Journal of Machine
    Learning Research 12 (2011).
    """
    model = BradleyTerryFull()
    known: dict[str, tuple[float, float]] = {}
    for game in games:
        sharers = {one.power for one in game.sharers}
        fresh = model.rating()
        before = [known.get(one.rated_player, (fresh.mu, fresh.sigma)) for one in game.powers]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        ranks = [1.0 if one.power in sharers else 2.0 for one in game.powers]
        for one, (after,) in zip(game.powers, model.rate(teams, ranks=ranks), strict=True):
            if one.rated_player:
                known[one.rated_player] = (after.mu, after.sigma)
    return known


def rate_ghosts(games: Iterable[GameOutcome]) -> Mapping[str, float]:
    """Return everybody's Ghost-like rating after games, given in the sequence in which they ended.

    Each puts the same part of all ratings at stake, is expected to take of it what its own rating is of the
    sum, and takes what draw-size scoring gives. Who has no name counts 100.

    Source: TheGhostmaker, The Ghost-Ratings, Diplomacy World 105 (2009), in the form that webDiplomacy
    publishes for games of more than two, all weighted alike.
    """
    known: dict[str, float] = {}
    for game in games:
        before = {one.power: known.get(one.rated_player, GHOST_START) for one in game.powers}
        whole = sum(before.values())
        sharers = {one.power for one in game.sharers}
        for one in game.powers:
            expected = before[one.power] / whole
            actual = 1 / len(sharers) if one.power in sharers else 0.0
            if one.rated_player:
                gain = whole / GHOST_DIVISOR * (actual - expected)
                known[one.rated_player] = before[one.power] + gain
    return known
