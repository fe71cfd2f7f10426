"""Where a game stands: the phase, the board, the units, and who owns what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.board import Board, Power
from zinegen.board.passage import Place
from zinegen.errors import NotationError
from zinegen.game.orders import Order
from zinegen.game.secrets import Secrets
from zinegen.game.units import Unit
from zinegen.geometry.mesh import Face


class Season(StrEnum):
    """The seasons of a year, by their letters in phase names."""

    SPRING = "S"
    AUTUMN = "F"
    WINTER = "W"


class PhaseKind(StrEnum):
    """What is done in a phase, by its letter in phase names."""

    MOVES = "M"
    RETREATS = "R"
    EVENTS = "E"
    ADJUSTMENTS = "A"
    PLACEMENT = "P"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One phase, written ``S1901M``."""

    season: Season
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        """Return the phase as files write it."""
        return f"{self.season}{self.year}{self.kind}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Return the phase of a name such as ``S1901M``; ``A`` for autumn is read as ``F``.

        Raises NotationError when it is none.
        """
        match = re.fullmatch(r"([SFAW])(\d{1,4})([MREAP])", text.strip().upper())
        if match is None:
            message = f"{text!r} is no phase; they are written like S1901M"
            raise NotationError(message)
        letter = "F" if match[1] == "A" else match[1]
        return cls(season=Season(letter), year=int(match[2]), kind=PhaseKind(match[3]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dislodged:
    """A unit that was driven out, by whom, and where it may go."""

    unit: Unit
    by: Unit | None
    """The unit that drove it out, as it stood before; None when the ground did."""
    retreats: tuple[Place, ...]
    """Open places, a place for each coast, in order of province and coast."""
    apparent: tuple[Place, ...] = ()
    """What the public takes for open, not knowing of secret ranges; empty where nothing is secret."""


@dataclass(frozen=True, kw_only=True)
class GameState:
    """Everything the next adjudication may depend on, and nothing else."""

    phase: Phase
    board: Board
    powers: tuple[Power, ...]
    """All powers of the game, eliminated ones included, in alphabetical order."""
    units: Mapping[Face, Unit]
    """One unit a province, by key in alphabetical order."""
    dislodged: Mapping[Face, Dislodged] = field(default_factory=dict)
    """Units waiting for a retreat, by the province they were driven out of."""
    standoffs: tuple[Face, ...] = ()
    """Provinces left vacant by a standoff in the movement phase just played."""
    owners: Mapping[Face, Power] = field(default_factory=dict)
    """Owned centres; an existing centre that is missing here is neutral."""
    visits: Mapping[Face, Power] = field(default_factory=dict)
    """The power that last had a unit in a province at the end of a season, in rule sets that ask for it."""
    stabilisations: Mapping[Power, int] = field(default_factory=dict)
    """How many stabilisations each power has, where they are counted once a year; else empty."""
    announced: tuple[Order, ...] = ()
    """What is to happen to the map with the next moves, handed in for a deadline before theirs."""
    chilled: tuple[Face, ...] = ()
    """Provinces whose army stood there on the ice at the end of the last season, and still does."""
    secrets: Secrets | None = None
    """Who knows what, where centres, owners and ranges are secret; None where everything is public."""
    totals: Mapping[Power, int] = field(default_factory=dict)
    """How many centres powers own as last published, where the owners are secret."""
    winners: tuple[Power, ...] | None = None
    """None while the game goes on; empty when it ended without a winner."""

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """Return a power's units on the board, by province in alphabetical order."""
        return tuple(unit for _, unit in sorted(self.units.items()) if unit.power == power)

    def centres_of(self, power: Power) -> tuple[Face, ...]:
        """Return the centres a power owns, in alphabetical order of keys."""
        return tuple(face for face, owner in sorted(self.owners.items()) if owner == power)

    @property
    def _is_whole(self) -> bool:
        return self.secrets is None or self.secrets.is_whole

    def total_of(self, power: Power) -> int | None:
        """Return how many centres a power owns, as far as this state can tell; None when it cannot."""
        if self._is_whole or (self.secrets is not None and self.secrets.viewer == power):
            return len(self.centres_of(power))
        return self.totals.get(power)

    def is_alive(self, power: Power) -> bool:
        """Tell whether a power has a unit, a dislodged unit or a centre, as far as this state can tell."""
        return (
            (not self._is_whole and self.totals.get(power, 1) > 0)
            or power in self.owners.values()
            or any(unit.power == power for unit in self.units.values())
            or any(lost.unit.power == power for lost in self.dislodged.values())
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw that the GM must make before a phase can be judged."""

    label: str
    """Purpose and subject, unique within the phase: ``coast/F Con``."""
    candidates: tuple[str, ...]
    """What is thrown for, sorted; the result is the number of one of them, from 1."""
    secret: bool = False
    """Neither the throw nor its result is ever published before the game is over."""
