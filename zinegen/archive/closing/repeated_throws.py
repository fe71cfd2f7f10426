"""The throws of a season, made again from what is published of the GM's secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zinegen.archive.folder.chance import Dice, commitment, earlier_secret
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.play.texts.chance_file import Draw, parse_secret
from zinegen.play.texts.rulings_file import RulingKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedThrows:
    """The result of repeating a season's throws."""

    wrong: tuple[str, ...] = ()
    """In one sentence each."""
    typed: tuple[str, ...] = ()
    """What the GM typed where the secret gives something else, in one sentence each."""
    unchecked: int = 0
    """Throws for which no secret is published yet."""


def repeat_throws(
    game: Game, season: SeasonFolder, recorded_as: str, made: Sequence[Draw]
) -> RepeatedThrows:
    """Repeat the throws of a season; ``recorded_as`` is the name that the game had then."""
    if not game.settings.chance.commitment:
        made = [draw for draw in made if draw.by == "draw"]
    dice = _find_published_dice(game, season)
    turn = game.seasons.index(season) + 1
    if isinstance(dice, str):
        return RepeatedThrows(wrong=(dice,))
    if dice is None:
        return RepeatedThrows(unchecked=len(made))
    dice = replace(dice, game=recorded_as)
    wrong, typed = [], []
    for draw in made:
        again = _throw_again(dice, game, season, turn, draw)
        told = f"{draw.result}, the secret gives {again}"
        if again != draw.result and draw.by == "draw":
            wrong.append(f"the throw {draw.label} is recorded as {told}")
        elif again != draw.result:
            typed.append(f"the throw {draw.label} was typed by the GM as {told}")
    return RepeatedThrows(wrong=tuple(wrong), typed=tuple(typed))


def _find_published_dice(game: Game, season: SeasonFolder) -> Dice | str | None:
    """Return dice with the published secret of a season, why it is wrong, or None without one."""
    chance, turn = game.settings.chance, game.seasons.index(season) + 1
    if chance.secret:
        secret = parse_secret(chance.secret)
        if commitment(secret, chance.chain) != chance.commitment:
            return "the secret in game.toml is not the one that the game was committed to"
        return Dice(secret=secret, nonces=chance.nonces, links=chance.chain)
    if season.link is None:
        return None
    if not chance.chain or commitment(earlier_secret(season.link, turn - 1)) != chance.commitment:
        return f"{season.shown}/chance.toml: the secret is no link of the chain in game.toml"
    return Dice(secret=season.link, nonces=chance.nonces)


def _throw_again(dice: Dice, game: Game, season: SeasonFolder, turn: int, draw: Draw) -> int | None:
    """Return what a throw gives; of a corrected season also in the forms of earlier versions.

    Throws stand as they were made when a season is judged again, whatever form the new record has.
    """
    sides = len(draw.candidates)
    again = dice.throw(turn, draw.label, sides)
    if again != draw.result and is_corrected(season):
        spelt = replace(dice, nonces=game.settings.chance.spelt).throw(turn, draw.label, sides)
        return spelt if spelt == draw.result else again
    return again


def is_corrected(season: SeasonFolder) -> bool:
    """Tell whether the GM has ruled why a season was judged again."""
    return any(one.kind is RulingKind.CORRECT for one in season.decisions)
