"""What a finished game is worth to each of its players, by the systems that tournaments use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zinegen.board.board import Power
from zinegen.languages.texts import N_
from zinegen.pages.results.outcomes import GameOutcome, PowerOutcome

Scores = Mapping[Power, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSystem:
    """A way to score a finished game."""

    name: str
    meaning: str
    """Its formula in words, and which version of it this is."""
    source: str
    """Where that is published."""
    score: Callable[[GameOutcome], Scores | None]
    """Returns None for a game that it cannot score: its centres are secret."""


def score_draw_size(game: GameOutcome) -> Scores:
    """Return 100 points, shared by those who share the result."""
    sharers = {one.power for one in game.sharers}
    return {
        one.power: Fraction(100, len(sharers)) if one.power in sharers else Fraction(0)
        for one in game.powers
    }


def score_sum_of_squares(game: GameOutcome) -> Scores | None:
    """Return 100 points, in a draw shared by the squares of the centres."""
    if game.is_solo:
        return _give_all(game, 100)
    centres = _count_centres(game)
    if centres is None:
        return None
    whole = sum(count**2 for count in centres.values())
    return {
        power: Fraction(100 * count**2, whole) if whole else Fraction(0)
        for power, count in centres.items()
    }


def score_c_diplo(game: GameOutcome) -> Scores | None:
    """Return a point for playing, one for each centre, and 38, 14 and 7 for the first three places."""
    if game.is_solo:
        return _give_all(game, 100)
    centres = _count_centres(game)
    if centres is None:
        return None
    places = _share_places({power: (count,) for power, count in centres.items()}, (38, 14, 7))
    return {power: 1 + count + places[power] for power, count in centres.items()}


def score_carnage(game: GameOutcome) -> Scores | None:
    """Return 1,000 points for the last place, 1,000 more for each place above, and one for each centre."""
    centres = _count_centres(game)
    if centres is None:
        return None
    count = len(game.powers)
    points = [1000 * (count - place) for place in range(count)]
    if game.is_solo:
        return _give_all(game, sum(points) + sum(centres.values()))
    ranks = {one.power: (centres[one.power], _say_how_long(one)) for one in game.powers}
    places = _share_places(ranks, points)
    return {power: places[power] + centres[power] for power in centres}


def _say_how_long(one: PowerOutcome) -> int:
    """Return the year in which a power went out, a late one for those who did not."""
    return one.out_in if one.out_in is not None else 10**6


def _count_centres(game: GameOutcome) -> Mapping[Power, int] | None:
    """Return how many centres each power had at the end; None where that is secret."""
    found = {one.power: one.centres for one in game.powers if one.centres is not None}
    return found if len(found) == len(game.powers) else None


def _give_all(game: GameOutcome, points: int) -> Scores:
    """Return all points for the one winner of a game."""
    won = {one.power for one in game.sharers}
    return {one.power: Fraction(points if one.power in won else 0) for one in game.powers}


def _share_places(ranks: Mapping[Power, tuple[int, ...]], points: Sequence[int]) -> Scores:
    """Return the points of the places, the highest rank first; who ties shares those of all the places."""
    order = sorted(ranks.values(), reverse=True)
    padded = [*points, *[0] * len(order)]
    found = {}
    for power, rank in ranks.items():
        first, count = order.index(rank), order.count(rank)
        found[power] = Fraction(sum(padded[first : first + count]), count)
    return found


SYSTEMS = (
    ScoringSystem(
        name=N_("Draw size"),
        meaning=N_(
            "100 points for a win; a draw shares them equally among those who are in it, whatever"
            " their size, and a game that ended without any result among all survivors."
        ),
        source=N_("Draws as the rules of 1971 have them; called draw-size scoring (DSS)"),
        score=score_draw_size,
    ),
    ScoringSystem(
        name=N_("Sum of squares"),
        meaning=N_(
            "100 points for a win; else each player’s share of 100 is the square of the centres"
            " owned, divided by the sum of all players’ squares."
        ),
        source=N_("Sum-of-squares scoring (SoS), as published for tournaments and on webDiplomacy"),
        score=score_sum_of_squares,
    ),
    ScoringSystem(
        name=N_("C-Diplo"),
        meaning=N_(
            "100 points for a win, none for the others; else 1 for playing, 1 for each centre, and"
            " 38, 14 and 7 for the first three places by centres, shared by those who tie. This is C-Diplo"
            " 100; in France a win counts 73."
        ),
        source=N_("Bruno-André Giraudon, 1992; World Diplomacy Database, C-Diplo 100"),
        score=score_c_diplo,
    ),
    ScoringSystem(
        name=N_("Carnage"),
        meaning=N_(
            "A win takes all points (28,034 with seven players and 34 centres), the others none;"
            " else 7,000 points for the first place, 6,000 for the second, down to 1,000 for the last, and 1"
            " for each centre. Places go by centres, then by the year of elimination; who ties shares. This"
            " is the version in which the winner takes all; in others a survivor always scores more than"
            " one who was eliminated."
        ),
        source=N_("Carnage, as played at North American conventions and published on webDiplomacy"),
        score=score_carnage,
    ),
)
"""The systems by which finished games are scored."""
