"""Outcomes of games made by hand, and those of the games of the example zine."""

from pathlib import Path

from zinegen.archive import open_game, play
from zinegen.board.board import Power
from zinegen.pages import public_play
from zinegen.pages.results.feats import Feats
from zinegen.pages.results.outcomes import (
    Fate,
    GameFacts,
    GameOutcome,
    PowerOutcome,
    Stint,
    find_outcome,
)

GAMES = Path(__file__).parents[3] / "games"
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def ended(name, centres, *, winners=(), out=None, players=None, handed=None, when="", is_over=True):
    """Return a game by the centres of its powers.

    ``out`` is the year in which a power was eliminated, ``players`` who held which (else its name in small
    letters), ``handed`` who held a power before.
    """

    def fate(power):
        if power in winners:
            return Fate.WON if len(winners) == 1 else Fate.SHARED
        if power in (out or {}):
            return Fate.ELIMINATED
        return Fate.SURVIVED if is_over else Fate.PLAYING

    def stints(power):
        before = (handed or {}).get(power, ())
        last = (players or {}).get(power, power.lower())
        return tuple(Stint(player=one, seasons=2, missed=0) for one in (*before, last))

    return GameOutcome(
        game=name,
        title=name.title(),
        variant="standard",
        variant_title="Standard Diplomacy",
        powers=tuple(
            PowerOutcome(
                power=Power(power),
                fate=fate(power),
                centres=count,
                out_in=(out or {}).get(power),
                stints=stints(power),
                first_moves=(),
            )
            for power, count in centres.items()
        ),
        seasons=4,
        years=(1901, 1902),
        is_over=is_over,
        ended=when if is_over else "",
        feats=Feats(),
    )


def progress(game):
    """Return how far a game of the example zine has come, as everybody may see it."""
    return public_play(play(open_game(GAMES / game, past_orders=False)))


def outcome(game):
    """Return what came of a game of the example zine."""
    found = progress(game)
    settings = found.game.settings
    facts = GameFacts(
        game=game,
        title=settings.title,
        variant=settings.variant.id,
        variant_title=settings.variant.title,
        ended="",
    )
    return find_outcome(facts, found.records, found.state, str)
