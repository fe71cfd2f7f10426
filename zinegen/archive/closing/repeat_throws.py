"""Making the GM's throws again, once the secret from which they follow is published.

The secret of a whole game stands in game.toml at its end; of a chain of secrets, a link stands in the
``chance.toml`` of each season.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zinegen.archive.closing.chance import (
    Dice,
    Draw,
    chain_commitment,
    commitment,
    earlier,
    secret_of,
)
from zinegen.archive.folder.games import Game, Season
from zinegen.archive.folder.settings import Pledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """What came of making a season's throws again."""

    wrong: tuple[str, ...] = ()
    """In one sentence each."""
    unchecked: int = 0
    """Throws for which no secret is published yet."""


def pledge_is_kept(pledge: Pledge, secret: bytes) -> bool:
    """Tell whether a secret, of a chain the last one, is the one that a game is committed to."""
    found = chain_commitment(secret, pledge.chain) if pledge.chain else commitment(secret)
    return found == pledge.commitment


def redrawn(game: Game, season: Season, draws: Iterable[Draw]) -> Redrawn:
    """Make throws of a season again; those that the GM typed cannot be, and are left out."""
    made = [draw for draw in draws if draw.by == "draw"]
    dice = _dice(game, season)
    turn = game.seasons.index(season) + 1
    if isinstance(dice, str):
        return Redrawn(wrong=(dice,))
    if dice is None:
        return Redrawn(unchecked=len(made))
    return Redrawn(wrong=tuple(_differing(dice, turn, made)))


def _dice(game: Game, season: Season) -> Dice | str | None:
    """Return dice with the published secret of a season; why it cannot be right; None without one."""
    pledge, turn = game.settings.pledge, game.seasons.index(season) + 1
    if pledge.secret:
        secret = secret_of(pledge.secret)
        if not pledge_is_kept(pledge, secret):
            return "the secret in game.toml is not the one that the game was committed to"
        return Dice(game=game.slug, secret=secret, nonces=pledge.nonces, links=pledge.chain)
    if season.link is None:
        return None
    if not pledge.chain or commitment(earlier(season.link, turn - 1)) != pledge.commitment:
        return f"{season.shown}/chance.toml: the secret is no link of the chain in game.toml"
    return Dice(game=game.slug, secret=season.link, nonces=pledge.nonces)


def _differing(dice: Dice, turn: int, draws: Iterable[Draw]) -> Iterator[str]:
    for draw in draws:
        again = dice.thrown(turn, draw.label, len(draw.candidates))
        if again != draw.result:
            yield f"the throw {draw.label} is recorded as {draw.result}, the secret gives {again}"
