"""What a power can order of the map's borders: separations, links, and the options that go with them.

Source: docs/rules/common.md, "2. Map operations", "8.4 Naming a particular border". An option is a line
of its own; it speaks of a waterway that an event of the same power makes, moves or ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from zinegen.game.order_signs import Connection, Separation
from zinegen.game.orders import Order, Wording
from zinegen.game.units import BorderName
from zinegen.geometry.mesh import ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Separate(Order):
    """``Por & Spa separate, MAO & MAO connect``."""

    border: BorderName
    ends: tuple[ProvinceKey, ProvinceKey] | None = None
    """The provinces that connect; None when only the border was named."""

    def text(self, say: Wording) -> str:
        """Return ``Por & Spa separate, MAO & MAO connect``."""
        text = f"{say.border(self.border, ' & ')} separate"
        if self.ends is None:
            return text
        one, other = (say.province(face) for face in self.ends)
        return f"{text}, {one} & {other} connect"

    @property
    def site(self) -> tuple[ProvinceKey, ProvinceKey]:
        """The provinces that are to part."""
        return self.border.one.province, self.border.other.province

    @property
    def sign(self) -> Separation:
        """A tie along the border."""
        return Separation(site=self.site, connected=self.ends)

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power names the same border; the ends may be left out."""
        if not isinstance(other, Separate) or sorted(self.site) != sorted(other.site):
            return False
        ends = {tuple(sorted(one.ends)) for one in (self, other) if one.ends is not None}
        numbers = {self.border.number, other.border.number} - {None}
        return len(ends) < 2 and len(numbers) < 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect(Order):
    """``Por & Bre connect across MAO``: a link between provinces that do not touch there."""

    link: BorderName
    """The two provinces; a coast is that of the border where the link arrives."""
    across: ProvinceKey | None = None
    arrivals: tuple[BorderName, ...] = ()
    """Borders of the crossed province where the link arrives, as far as they were named."""

    def text(self, say: Wording) -> str:
        """Return ``Por & Bre connect across MAO at Spa/MAO``."""
        text = f"{say.border(self.link, ' & ')} connect"
        if self.across is not None:
            text += f" across {say.province(self.across)}"
        at = " and ".join(say.border(border) for border in self.arrivals)
        return f"{text} at {at}" if at else text

    @property
    def site(self) -> tuple[ProvinceKey, ProvinceKey]:
        """The provinces that are to touch."""
        return self.link.one.province, self.link.other.province

    @property
    def sign(self) -> Connection:
        """A tie across the gap."""
        return Connection(site=self.site)

    @property
    def is_bare(self) -> bool:
        """Tell whether it names two provinces and nothing else: no coast, no number, no way across."""
        spots = self.link.one, self.link.other
        named = any(spot.coast is not None for spot in spots) or self.link.number is not None
        return not named and self.across is None and not self.arrivals

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power links the same two; the province between may be left out."""
        if not isinstance(other, Connect) or sorted(self.site) != sorted(other.site):
            return False
        return len({self.across, other.across} - {None}) < 2


class Way(StrEnum):
    """What an option asks for."""

    STRAIT = "strait"
    CANAL = "canal"
    NONE = "none"
    DELETE = "delete"
    KEEP = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwayOption(Order):
    """The base of all options: what an event of the same power does to a waterway."""

    goes_with: ClassVar[tuple[type[Order], ...]] = (Separate, Connect)

    way: Way


@dataclass(frozen=True, slots=True, kw_only=True)
class IsthmusOption(WaterwayOption):
    """``isthmus Apu/Alb: canal Apu``: the waterway that a new isthmus gets."""

    isthmus: BorderName | None = None
    """None: every isthmus that the power's event makes."""
    through: ProvinceKey | None = None
    """The province of a canal."""

    def text(self, say: Wording) -> str:
        """Return ``isthmus Apu/Alb: canal Apu``."""
        return f"isthmus{_at(self.isthmus, say)}: {_way(self.way, self.through, say)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitOption(WaterwayOption):
    """``strait Den/Swe: delete``: what becomes of a strait that loses the water at one end."""

    strait: BorderName | None = None
    through: ProvinceKey | None = None

    def text(self, say: Wording) -> str:
        """Return ``strait Den/Swe: delete``."""
        return f"strait{_at(self.strait, say)}: {_way(self.way, self.through, say)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalOption(WaterwayOption):
    """``canal Kie: NTH``: what becomes of a canal whose border at one end is cut."""

    canal: ProvinceKey | None = None
    to: ProvinceKey | None = None
    """The water at which it shall end."""

    def text(self, say: Wording) -> str:
        """Return ``canal Kie: NTH``."""
        where = f" {say.province(self.canal)}" if self.canal else ""
        return f"canal{where}: {say.province(self.to) if self.to else self.way}"


def _at(border: BorderName | None, say: Wording) -> str:
    return f" {say.border(border)}" if border else ""


def _way(way: Way, through: ProvinceKey | None, say: Wording) -> str:
    return f"{way} {say.province(through)}" if through else str(way)
