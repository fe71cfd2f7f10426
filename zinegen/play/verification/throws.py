"""The throws of a season, made again from what is published of the GM's secret."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from zinegen.languages.texts import N_, gettext
from zinegen.play.chance import ChanceSettings, Dice, commitment, earlier_secret
from zinegen.play.texts.chance_file import Draw, parse_secret
from zinegen.play.texts.rulings_file import GmRuling, RulingKind

_DRAWN = N_("the throw {throw} is recorded as {result}, the secret gives {again}")
_TYPED = N_("the throw {throw} was typed by the GM as {result}, the secret gives {again}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedThrows:
    """The result of repeating a season's throws."""

    wrong: tuple[str, ...] = ()
    """In one sentence each."""
    typed: tuple[str, ...] = ()
    """What the GM typed where the secret gives something else, in one sentence each."""
    unchecked: int = 0
    """Throws for which no secret is published yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonThrows:
    """What the throws of a season follow from, as far as it is published."""

    chance: ChanceSettings
    game: str
    """The name that the game had when the season was recorded."""
    turn: int
    """Which season of its game this is, from 1."""
    shown: str
    """The season's folder as people see it."""
    link: bytes | None = None
    """The season's link of a chain of secrets."""
    is_corrected: bool = False
    """Whether it was judged again by a ruling of the GM."""

    def repeat(self, made: Sequence[Draw]) -> RepeatedThrows:
        """Make throws again."""
        if not self.chance.commitment:
            made = [draw for draw in made if draw.by == "draw"]
        dice = self._find_published_dice()
        if isinstance(dice, str):
            return RepeatedThrows(wrong=(dice,))
        if dice is None:
            return RepeatedThrows(unchecked=len(made))
        wrong: list[str] = []
        typed: list[str] = []
        for draw in made:
            again = self._throw_again(dice, draw)
            if again == draw.result:
                continue
            is_drawn = draw.by == "draw"
            text = gettext(
                _DRAWN if is_drawn else _TYPED, throw=draw.label, result=draw.result, again=again
            )
            (wrong if is_drawn else typed).append(text)
        return RepeatedThrows(wrong=tuple(wrong), typed=tuple(typed))

    def _find_published_dice(self) -> Dice | str | None:
        """Return dice with the published secret of a season, why it is wrong, or None without one."""
        chance = self.chance
        if chance.secret:
            secret = parse_secret(chance.secret)
            if commitment(secret, chance.chain) != chance.commitment:
                return gettext(
                    "the secret in game.toml is not the one that the game was committed to"
                )
            return Dice(game=self.game, secret=secret, nonces=chance.nonces, links=chance.chain)
        if self.link is None:
            return None
        first = earlier_secret(self.link, self.turn - 1)
        if not chance.chain or commitment(first) != chance.commitment:
            return gettext(
                "{file}: the secret is no link of the chain in game.toml",
                file=f"{self.shown}/chance.toml",
            )
        return Dice(game=self.game, secret=self.link, nonces=chance.nonces)

    def _throw_again(self, dice: Dice, draw: Draw) -> int | None:
        """Return what a throw gives; of a corrected season also in the forms of earlier versions.

        Throws stand as they were made when a season is judged again, whatever form the new record has.
        """
        sides = len(draw.candidates)
        again = dice.throw(self.turn, draw.label, sides)
        if again != draw.result and self.is_corrected:
            spelt = replace(dice, nonces=self.chance.spelt).throw(self.turn, draw.label, sides)
            return spelt if spelt == draw.result else again
        return again


def is_corrected(decisions: Iterable[GmRuling]) -> bool:
    """Tell whether the GM has ruled why a season was judged again."""
    return any(one.kind is RulingKind.CORRECT for one in decisions)
