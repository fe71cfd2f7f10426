"""Which parts of its results a zine prints, and who is left out of them by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from zinegen.pages.results.outcomes import GameOutcome, PowerOutcome


class ResultPart(StrEnum):
    """A part of the results, by its word in ``mkdocs.yml``."""

    COUNTS = "counts"
    SCORES = "scores"
    RATINGS = "ratings"
    OPENINGS = "openings"
    BALANCE = "balance"
    RECORDS = "records"


PARTS = tuple(ResultPart)
"""All of them, in the sequence in which they are printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSettings:
    """What the zine's settings say about its results."""

    parts: tuple[ResultPart, ...] = PARTS
    """Those that are printed; without any there is no page of results."""
    unlisted: tuple[str, ...] = ()
    """Players whose names it shall not have; their games count as those of nobody in particular."""


def read_result_settings(parts: object, unlisted: object) -> ResultSettings:
    """Return the settings of results as ``mkdocs.yml`` gives them; what makes no sense is passed over."""
    wanted = parts if isinstance(parts, list) else PARTS
    names = unlisted if isinstance(unlisted, list) else []
    return ResultSettings(
        parts=tuple(part for part in PARTS if part in wanted),
        unlisted=tuple(one for one in names if isinstance(one, str)),
    )


def leave_out(games: Iterable[GameOutcome], settings: ResultSettings) -> tuple[GameOutcome, ...]:
    """Return games in which nobody is named who is to be left out."""
    hidden = frozenset(settings.unlisted)

    def unname(one: PowerOutcome) -> PowerOutcome:
        stints = tuple(
            replace(stint, player="") if stint.player in hidden else stint for stint in one.stints
        )
        return replace(one, stints=stints)

    return tuple(replace(game, powers=tuple(unname(one) for one in game.powers)) for game in games)
