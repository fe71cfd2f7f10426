"""Counts of games and what came of them: by player, power, rule set, and of the whole zine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from zinegen.pages.results.outcomes import Fate, GameOutcome, PowerOutcome


class Grouping(StrEnum):
    """What results are counted by."""

    PLAYER = "player"
    POWER = "power"
    VARIANT = "rule set"
    ZINE = "zine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What came of a number of seats: a seat is one power in one game."""

    seats: int = 0
    playing: int = 0
    won: int = 0
    shared: int = 0
    survived: int = 0
    eliminated: int = 0
    handed_over: int = 0
    """Given up to somebody else: of these nothing came."""
    stood_in: int = 0
    """Taken over from somebody else."""
    centres: int = 0
    """Owned at the end of the games that have ended, as far as they are known."""
    counted: int = 0
    """The seats of which these are."""
    missed: int = 0
    """Deadlines."""

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of two counts."""
        return Tally(
            seats=self.seats + other.seats,
            playing=self.playing + other.playing,
            won=self.won + other.won,
            shared=self.shared + other.shared,
            survived=self.survived + other.survived,
            eliminated=self.eliminated + other.eliminated,
            handed_over=self.handed_over + other.handed_over,
            stood_in=self.stood_in + other.stood_in,
            centres=self.centres + other.centres,
            counted=self.counted + other.counted,
            missed=self.missed + other.missed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyRow:
    """What is counted under one name."""

    name: str
    games: int
    """In how many games the seats were."""
    ended: int
    tally: Tally


def count_results(games: Iterable[GameOutcome], grouping: Grouping) -> tuple[TallyRow, ...]:
    """Return what came of games, counted by player, power, rule set or altogether.

    Nobody is counted by an empty name. Rows stand in alphabetical order.
    """
    met: dict[str, dict[str, bool]] = {}
    tallies: dict[str, Tally] = {}
    for game in games:
        for name, tally in _list_seats(game, grouping):
            if name:
                met.setdefault(name, {})[game.game] = game.is_over
                tallies[name] = tallies.get(name, Tally()) + tally
    return tuple(
        TallyRow(name=name, games=len(met[name]), ended=sum(met[name].values()), tally=tally)
        for name, tally in sorted(tallies.items(), key=lambda one: (one[0].casefold(), one[0]))
    )


def _list_seats(game: GameOutcome, grouping: Grouping) -> Iterator[tuple[str, Tally]]:
    """Yield what came of each seat of a game, under the name by which it is counted."""
    for one in game.powers:
        match grouping:
            case Grouping.PLAYER:
                yield from _list_players(one)
            case Grouping.POWER:
                yield one.power, _tally_power(one)
            case Grouping.VARIANT:
                yield game.variant_title, _tally_power(one)
            case Grouping.ZINE:
                yield "All games", _tally_power(one)


def _list_players(one: PowerOutcome) -> Iterator[tuple[str, Tally]]:
    """Yield what a power's game was to each who has held it; who held it last has the result."""
    last = one.last_player
    for player in dict.fromkeys(stint.player for stint in one.stints):
        missed = sum(stint.missed for stint in one.stints if stint.player == player)
        took = int(player != one.stints[0].player)
        if player == last:
            yield player, _tally_fate(one) + Tally(missed=missed, stood_in=took)
        else:
            yield player, Tally(seats=1, handed_over=1, stood_in=took, missed=missed)


def _tally_power(one: PowerOutcome) -> Tally:
    missed, changes = sum(stint.missed for stint in one.stints), len(one.stints) - 1
    return _tally_fate(one) + Tally(missed=missed, stood_in=changes)


def _tally_fate(one: PowerOutcome) -> Tally:
    is_known = one.fate is not Fate.PLAYING and one.centres is not None
    return Tally(
        seats=1,
        playing=int(one.fate is Fate.PLAYING),
        won=int(one.fate is Fate.WON),
        shared=int(one.fate is Fate.SHARED),
        survived=int(one.fate is Fate.SURVIVED),
        eliminated=int(one.fate is Fate.ELIMINATED),
        centres=(one.centres or 0) if is_known else 0,
        counted=int(is_known),
    )
