"""The names of openings: what a power's orders of spring 1901 are called."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from zinegen.board.board import Power
from zinegen.pages.results.outcomes import GameOutcome, PowerOutcome

FILE = "openings.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A named opening of one power."""

    name: str
    orders: frozenset[str]
    """In canonical writing; of a family of openings those on which all of them agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOpening:
    """How often one power began in one way, and what came of it."""

    power: Power
    name: str
    """Empty for orders that have no name."""
    orders: tuple[str, ...]
    """Those of the named opening, or all that the power gave."""
    games: int
    ended: int
    in_result: int
    """In how many of the ended games the power won or shared the draw."""


@cache
def read_openings() -> Mapping[Power, tuple[Opening, ...]]:
    """Return the named openings of each power, as listed in ``zinegen/data/openings.toml``."""
    text = files("zinegen").joinpath("data", FILE).read_text(encoding="utf-8")
    return {
        Power(power): tuple(
            Opening(name=one["name"], orders=frozenset(one["orders"])) for one in listed
        )
        for power, listed in tomllib.loads(text).items()
    }


def find_opening(power: Power, first_moves: Iterable[str]) -> Opening | None:
    """Return the opening that a power's orders are; the most particular one where several fit."""
    given = frozenset(first_moves)
    fit = [one for one in read_openings().get(power, ()) if one.orders <= given]
    return max(fit, key=lambda one: len(one.orders), default=None)


def list_openings(games: Iterable[GameOutcome]) -> tuple[PlayedOpening, ...]:
    """Return the openings that were played, by power, the most frequent first."""
    played: dict[tuple[Power, str, tuple[str, ...]], list[tuple[GameOutcome, PowerOutcome]]] = {}
    for game in games:
        for one in game.powers:
            if one.first_moves:
                played.setdefault(_call_opening(one), []).append((game, one))
    found = [
        PlayedOpening(
            power=power,
            name=name,
            orders=orders,
            games=len(cases),
            ended=sum(game.is_over for game, _ in cases),
            in_result=sum(game.is_over and one.is_in_result for game, one in cases),
        )
        for (power, name, orders), cases in played.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.power, -one.games, not one.name, one.orders)))


def _call_opening(one: PowerOutcome) -> tuple[Power, str, tuple[str, ...]]:
    opening = find_opening(one.power, one.first_moves)
    if opening is None:
        return one.power, "", one.first_moves
    return one.power, opening.name, tuple(sorted(opening.orders))
