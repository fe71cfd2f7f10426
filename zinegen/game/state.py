"""Where a game stands: the phase, the board, the units, who owns what, and what its rule set adds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from zinegen.board.board import Board, Power
from zinegen.board.passage import Place
from zinegen.errors import NotationError
from zinegen.game.units import Unit
from zinegen.geometry.mesh import ProvinceKey


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """That centres, their owners and mountain ranges are secret, and whose view of them a state is.

    Source: docs/rules/post-atomic.md, "7. Who is told what".
    """

    reasons_told: bool = False
    """The public is told which orders failed because of a range (a GM option)."""
    cut: bool = False
    """This is what the public sees: no centres, no owners, no ranges, nobody's knowledge."""
    viewer: Power | None = None
    """The power whose knowledge this is; None for the whole truth, and for what the public sees."""

    @property
    def is_whole(self) -> bool:
        """Tell whether a state with these secrets is the whole truth."""
        return not self.cut and self.viewer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGround:
    """Something secret about the map that a power knows: ``centre Kie``, ``range Mun/Tyr``, ``owns Ber``."""

    kind: str
    provinces: tuple[ProvinceKey, ...]
    """One province, or the two of a border."""

    def line(self, board: Board) -> str:
        """Return it as a line of a private notice."""
        return f"{self.kind} {'/'.join(board[face].abbreviation for face in self.provinces)}"


@dataclass(frozen=True, kw_only=True)
class OwnFacts:
    """What one rule set keeps of a position besides what all of them know; this one keeps nothing.

    A rule set that keeps something derives a frozen dataclass, every field of which has a default, and
    changes it by changes of its own (`zinegen.game.changes.ExtraChange`). In a record the fields stand
    beside those of the state under their own names, or by the path of keys that they say
    (`zinegen.recorded_as`). A rule set with secrets says by the methods below what is to be seen of them.
    """

    @classmethod
    def of(cls, extra: OwnFacts) -> Self:
        """Return what is kept if it is of this kind; else that nothing is."""
        return extra if isinstance(extra, cls) else cls()

    def drop_outdated(self, left: Collection[ProvinceKey], board: Board) -> OwnFacts:  # noqa: ARG002
        """Return what still holds after units left some provinces, on the board as it is now."""
        return self

    def cut_for_public(self) -> OwnFacts:
        """Return what everybody may know of it."""
        return self

    def cut_for(self, power: Power) -> OwnFacts:  # noqa: ARG002
        """Return what one power may know of it."""
        return self

    def show_known(self, board: Board, power: Power) -> Board:  # noqa: ARG002
        """Return a board with the secret centres and ranges that a power knows of."""
        return board

    def list_known(self, power: Power) -> tuple[KnownGround, ...]:  # noqa: ARG002
        """Return the secret facts that a power knows, sorted."""
        return ()

    @property
    def secret_places(self) -> frozenset[ProvinceKey]:
        """The provinces of which it tells something secret."""
        return frozenset()

    @property
    def published_totals(self) -> Mapping[Power, int]:
        """How many centres powers own as last published, where the owners are secret."""
        return {}


@dataclass(frozen=True, kw_only=True)
class GameState:
    """Everything the next adjudication may depend on, and nothing else."""

    phase: Phase
    board: Board
    powers: tuple[Power, ...]
    """All powers of the game, eliminated ones included, in alphabetical order."""
    units: Mapping[ProvinceKey, Unit]
    """One unit a province, by key in alphabetical order."""
    dislodged: Mapping[ProvinceKey, Dislodged] = field(default_factory=dict)
    """Units waiting for a retreat, by the province they were driven out of."""
    standoffs: tuple[ProvinceKey, ...] = ()
    """Provinces left vacant by a standoff in the movement phase just played."""
    owners: Mapping[ProvinceKey, Power] = field(default_factory=dict)
    """Owned centres; an existing centre that is missing here is neutral."""
    secrets: Secrets | None = None
    """Whose view this is, where centres, owners and ranges are secret; None where everything is public."""
    extra: OwnFacts = OwnFacts()
    """What this rule set alone keeps."""
    winners: tuple[Power, ...] | None = None
    """None while the game goes on; empty when it ended without a winner."""

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """Return a power's units on the board, by province in alphabetical order."""
        own = [face for face, unit in self.units.items() if unit.power == power]
        return tuple([self.units[face] for face in sorted(own)])

    def centres_of(self, power: Power) -> tuple[ProvinceKey, ...]:
        """Return the centres a power owns, in alphabetical order of keys."""
        return tuple(sorted([face for face, owner in self.owners.items() if owner == power]))

    @property
    def is_cut(self) -> bool:
        """Tell whether centres are secret and this is what the public sees."""
        return self.secrets is not None and self.secrets.cut

    @property
    def _is_whole(self) -> bool:
        return self.secrets is None or self.secrets.is_whole

    def total_of(self, power: Power) -> int | None:
        """Return how many centres a power owns, as far as this state can tell; None when it cannot."""
        if self._is_whole or (self.secrets is not None and self.secrets.viewer == power):
            return len(self.centres_of(power))
        return self.extra.published_totals.get(power)

    def is_alive(self, power: Power) -> bool:
        """Tell whether a power has a unit, a dislodged unit or a centre, as far as this state can tell."""
        return (
            (not self._is_whole and self.extra.published_totals.get(power, 1) > 0)
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
