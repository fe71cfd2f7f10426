"""The board: what every province is at the moment, on the mesh that says where it lies.

Nothing derived is kept: neighbours, coasts and ways are read off the mesh (`coasts`, `passage`).
A board never changes; the methods that sound like a change return another board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NewType

from zinegen.board.courses import Courses, follow, measure_ring
from zinegen.derived import KeepsDerived, derive_once
from zinegen.errors import MapError
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey
from zinegen.geometry.shape import Shape
from zinegen.geometry.surgery import Surgery, release, separate

cache_on_board = derive_once
"""How functions of a board keep their answers with it."""

Power = NewType("Power", str)
"""A power's name, such as ``Austria``."""

OUTSIDE = ProvinceKey("Out")
"""Everything off the board: a face that takes part in the mesh and belongs to nobody."""


class Terrain(StrEnum):
    """What the ground of a province is at the moment."""

    WATER = "water"
    LAND = "land"
    MOUNTAIN = "mountain"
    OUTSIDE = "outside"


_WATER = Terrain.WATER
_GROUND = frozenset({Terrain.LAND, Terrain.MOUNTAIN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Province:
    """One province as it is now."""

    key: ProvinceKey
    """Its name in every file and order, for ever: ``Mun``, ``NTH``; its case is that of the start."""
    name: str
    """Its full English name."""
    terrain: Terrain
    iced: bool = False
    """Under ice; the terrain is what lies beneath."""
    passable: bool = True
    """False for Switzerland and the outside until a rule set opens them."""
    centre: bool = False
    """A supply centre, owned or not. Which of them are secret is the state's knowledge."""
    home: Power | None = None
    """The power whose home country it lies in as printed (a home centre if it is a centre)."""

    @property
    def abbreviation(self) -> str:
        """The abbreviation as printed now: capitals while water, capitalised while land."""
        if self.terrain is Terrain.WATER:
            return self.key.upper()
        return self.key if not self.key.isupper() else self.key.capitalize()


def pair(one: ProvinceKey, other: ProvinceKey) -> tuple[ProvinceKey, ProvinceKey]:
    """Return two provinces in the one order in which pairs are kept: alphabetical by key."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedStrait:
    """Seas joined by name through a province: its runs of shore with these waters are one coast.

    Every run of ``province`` that holds a water of any group belongs to the coast, provided that each
    group is met by some run. ``via`` names another province whose open waterway the join hangs on.
    Source: docs/rules/common.md, "4.4 Waterways".
    """

    province: ProvinceKey
    groups: tuple[tuple[ProvinceKey, ...], ...]
    via: ProvinceKey | None = None
    open: bool = True
    natural: bool = True
    """False for a canal that players dug: it can be destroyed for good."""
    freezes: bool = False
    """It joins nothing while its province lies under ice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Canal:
    """A canal between two borders of a province; they may be borders with the same water."""

    province: ProvinceKey
    terminals: tuple[BorderId, BorderId]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCoast:
    """A coast label that the map prints: ``nc`` of Spain, and the borders of its run at the start."""

    province: ProvinceKey
    label: str
    borders: tuple[BorderId, ...]
    optional: bool = False
    """Its province has such coasts only together with an optional province; the first records know none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A way between two provinces that share no border: a ferry, a strait, a bridge off the map."""

    ends: tuple[ProvinceKey, ProvinceKey]
    armies: bool = True
    """For armies where both are land; where one is water they go aboard and ashore there."""
    fleets: bool = True
    coasts: tuple[str, str] = ("", "")
    """The printed label of the coast at each end from which fleets cross; empty: from any."""


@dataclass(frozen=True, kw_only=True)
class Board(KeepsDerived):
    """The whole board at one moment."""

    mesh: Mesh
    provinces: Mapping[ProvinceKey, Province]
    """By key, in alphabetical order of keys."""
    shape: Shape | None = None
    """The drawn lines of the mesh as it was before the pending surgeries."""
    pending_surgeries: tuple[Surgery, ...] = ()
    """Surgeries that the drawing has not yet followed."""
    courses: Courses = field(default_factory=dict)
    """Where every border runs, whatever the drawing does; empty on a map that was made without lines."""
    printed: tuple[PrintedCoast, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] | None = None
    """Other names of its provinces; None: those that the hobby has for provinces of the standard map."""
    joins: tuple[NamedStrait, ...] = ()
    no_armies: tuple[tuple[ProvinceKey, ProvinceKey], ...] = ()
    """Sorted pairs of neighbours between which armies cannot go: an island drawn up to its mainland."""
    crossings: tuple[Crossing, ...] = ()
    """They are no borders: nothing happens to them, and the drawing only shows that they are there."""
    straits: tuple[BorderId, ...] = ()
    """Borders that are straits: the shores at both their ends are one coast, on both sides."""
    canals: tuple[Canal, ...] = ()
    rifts: tuple[tuple[ProvinceKey, ProvinceKey], ...] = ()
    """Pairs of provinces divided by a rift (ravine), sorted."""
    ranges: Mapping[tuple[ProvinceKey, ProvinceKey], int] = field(default_factory=dict)
    """Mountain ranges on all borders of a pair: 1, or 2 when double."""

    def __getitem__(self, face: ProvinceKey) -> Province:
        """Return a province; raises MapError when there is none of that key."""
        try:
            return self.provinces[face]
        except KeyError:
            message = f"there is no province {face}"
            raise MapError(message) from None

    def is_water(self, face: ProvinceKey) -> bool:
        """Tell whether a province is water now."""
        return self.provinces[face].terrain is _WATER

    def is_ground(self, face: ProvinceKey) -> bool:
        """Tell whether a province is land or mountain now."""
        return self.provinces[face].terrain in _GROUND

    def is_sunk(self, face: ProvinceKey) -> bool:
        """Tell whether a province was land at the start and is water now; its key tells what it was."""
        return self.is_water(face) and not face.isupper()

    @property
    def current_shape(self) -> Shape:
        """The shape of an up-to-date board; raises MapError when it never had one."""
        if self.shape is None or self.pending_surgeries:
            raise MapError("this board has never been drawn, so there is nothing to show")
        return self.shape

    @cached_property
    def centres(self) -> tuple[ProvinceKey, ...]:
        """All supply centres that exist, in alphabetical order of keys."""
        return tuple(key for key, province in self.provinces.items() if province.centre)

    @cached_property
    def waters(self) -> frozenset[ProvinceKey]:
        """All provinces that are water now."""
        return frozenset(key for key, one in self.provinces.items() if one.terrain is _WATER)

    def touching(self, face: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that share a border with a province, or a crossing."""
        across = (one.ends for one in self.crossings if face in one.ends)
        return self.mesh.adjacent(face).union(*across) - {face}

    def home_provinces(self, power: Power) -> tuple[ProvinceKey, ...]:
        """Return the provinces of a power's home country, centres or not."""
        return tuple(face for face, province in self.provinces.items() if province.home == power)

    def home_centres(self, power: Power) -> tuple[ProvinceKey, ...]:
        """Return the existing centres that lie in a power's home country."""
        return tuple(face for face in self.centres if self.provinces[face].home == power)

    def area(self, face: ProvinceKey) -> int:
        """Return the area of a province in tenths of a drawing unit squared, by the courses round it.

        Raises MapError where the map was made without lines.
        """
        if not self.courses:
            raise MapError("a map without lines has no areas")
        return sum(measure_ring(self.courses, ring) for ring in self.mesh.rings[face])

    def by_full_name(self, faces: Iterable[ProvinceKey]) -> tuple[ProvinceKey, ...]:
        """Return provinces in alphabetical order of their full names (docs/rules/common.md, "9. Names")."""
        return tuple(sorted(faces, key=lambda face: (self.provinces[face].name, face)))

    def replace_province(self, province: Province) -> Board:
        """Return the board with one province as given here."""
        return replace(self, provinces={**self.provinces, province.key: province})

    def separate(self, border: BorderId) -> Board:
        """Return the board after a separation; marks on the borders follow them."""
        return self._after(separate(self.mesh, border))

    def release(self, across: ProvinceKey, a: BorderId, c: BorderId) -> Board:
        """Return the board after a release across a province between its borders a and c."""
        return self._after(release(self.mesh, across, a, c))

    def _after(self, surgery: Surgery) -> Board:
        return replace(
            self,
            mesh=surgery.mesh,
            courses=follow(self.courses, surgery),
            pending_surgeries=(*self.pending_surgeries, surgery),
            printed=tuple(
                replace(coast, borders=_heirs(surgery, coast.borders)) for coast in self.printed
            ),
        )


def _heirs(surgery: Surgery, borders: Iterable[BorderId]) -> tuple[BorderId, ...]:
    return tuple(sorted({heir for border in borders for heir in surgery.heirs(border)}))
