"""What powers order of the ground: transformations, supports of them, and stabilisations against them.

Rule sets share the records and choose the words: each `Process` is written by its own word, so a rule set
knows only those that its forms read (`transformation_forms`).
Source: docs/rules/geophysical-maiden.md, "3. Orders"; docs/rules/geophysical-kinzett.md, "3. Orders".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from zinegen.board.board import Power, pair
from zinegen.game.orders import Order, Wording
from zinegen.geometry.mesh import Face


class Process(StrEnum):
    """What is to happen to the ground, by the words with which it is ordered."""

    UPLIFT = "Uplift"
    RAISE = "Raise"
    ERODE = "Erode"
    OROGENESIS = "Orogenesis"
    MOUNTAIN = "Mountain"
    ICE_ADVANCE = "Ice advance"
    GLACIATE = "Glaciate"
    ICE_RETREAT = "Ice retreat"
    MELT = "Melt"
    CREATE_CENTRE = "Create centre"
    EARTHQUAKE = "Earthquake"
    SEAL = "Seal"
    CANAL = "Canal"
    OPEN = "Open"
    CLOSE = "Close"


Ground = tuple[Face, ...]
"""What an order is about: one province, or the two of a border, as written."""


def same_ground(ground: Ground) -> Ground:
    """Return what two orders about the same province or border have in common: the pair sorted."""
    return pair(ground[0], ground[1]) if len(ground) == 2 else ground


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundOrder(Order):
    """The base of all orders about the ground."""

    ground: Ground

    @property
    def site(self) -> Ground:
        """The province, or the two of the border."""
        return self.ground

    @property
    def target(self) -> Ground:
        """The same, alike for both ways to write a border."""
        return same_ground(self.ground)

    def place(self, say: Wording) -> str:
        """Return the province or border as orders name it: ``Mos``, ``Mun/Bur``."""
        return "/".join(say.province(face) for face in self.ground)

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power asks for the same; a border may be written either way."""
        if not isinstance(other, GroundOrder) or self.target != other.target:
            return False
        return Order.is_like(self, replace(other, ground=self.ground))


@dataclass(frozen=True, slots=True, kw_only=True)
class Transformation(GroundOrder):
    """``Erode Mos``, ``Earthquake Mun/Bur``, ``Canal Spa MAO-GOL``."""

    process: Process
    seas: tuple[Face, ...] = ()
    """The waters that a canal links; only one where its other end is the coast of the canal there is."""

    def text(self, say: Wording) -> str:
        """Return ``Erode Mos``, ``Canal Spa MAO-GOL``."""
        text = f"{self.process} {self.place(say)}"
        if not self.seas:
            return text
        ends = [say.province(sea) for sea in self.seas]
        return f"{text} {'-'.join(ends if len(ends) > 1 else [*ends, 'canal'])}"

    @property
    def event(self) -> Event:
        """What is to happen, whoever ordered it."""
        return self.process, self.target, tuple(sorted(self.seas))

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power is to bring about the same."""
        return isinstance(other, Transformation) and self.event == other.event


Event = tuple[Process, Ground, tuple[Face, ...]]
"""A transformation without its power: process, target, and the waters of a canal in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformationSupport(GroundOrder):
    """``Support TURKISH Erode Mos``: support of what another power is to have ordered."""

    of: Transformation
    by_name: bool = False
    """The other power is written by its name and a colon (``Support Turkey: Erode Mos``)."""

    def text(self, say: Wording) -> str:
        """Return ``Support TURKISH Erode Mos``."""
        whose = self.of.power
        called = f"{whose}:" if self.by_name else say.nationality(whose)
        return f"Support {called} {self.of.text(say)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilisation(GroundOrder):
    """``Stabilise Mos``, ``2 Stabilise Mos``, ``Stabilise Mun/Bur``."""

    times: int = 1

    def text(self, say: Wording) -> str:
        """Return ``2 Stabilise Mos``."""
        number = f"{self.times} " if self.times != 1 else ""
        return f"{number}Stabilise {self.place(say)}"

    @property
    def weight(self) -> int:
        """How many stabilisations the line gives."""
        return self.times

    @property
    def guards(self) -> bool:
        """It wants the ground to stay as it is."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilisationSupport(GroundOrder):
    """``Support stabilise Mun (Russia)``: support of a power's stabilisation, or of one's own."""

    of: Power

    def text(self, say: Wording) -> str:
        """Return ``Support stabilise Mun (Russia)``."""
        return f"Support stabilise {self.place(say)} ({self.of})"

    @property
    def guards(self) -> bool:
        """It wants the ground to stay as it is."""
        return True
