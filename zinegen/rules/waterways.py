r"""Straits and canals as objects: what events do to those that are there, and which new ones they make.

A strait is a mark on an isthmus and ends wherever that border ends; a canal runs through one province
between two of its borders. What an event means for them is read off the map at the start of the phase.

::

         W1                 the strait g = L|M, a cut e = L|W1 at its end:
       e──┬──               the ends of e are M and X, so M and X connect
      L   │g   M            X water: the strait ends at X now
       ───┴──               X land: it cannot stay; M may keep the way open by a canal
         W2

Source: rules/seismic-acerunner.md 5.2, with the numbers of its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zinegen.board.board import Canal
from zinegen.game.earth_changes import CanalMade, EarthChange, StraitEnded, shaken
from zinegen.game.orders import Order
from zinegen.game.state import Throw
from zinegen.planar.mesh import Dart, Face, border_of, twin
from zinegen.rules.canals import alive, canals_after
from zinegen.rules.events import StraitOption, Way
from zinegen.rules.isthmuses import is_about, new_waterways
from zinegen.rules.upheaval import Choice, NeedsThrow, Survivor, Upheaval


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaken:
    """What events that were carried out do to the waterways of a board."""

    changes: tuple[EarthChange, ...] = ()
    counted: tuple[Order, ...] = ()
    """The options that were counted as votes."""
    needs: Throw | None = None
    """A throw without which nothing can be said."""


def shaken_waterways(upheaval: Upheaval) -> Shaken:
    """Return what becomes of straits and canals, and which new ones there are."""
    try:
        changes = [*_straits(upheaval), *canals_after(upheaval)]
    except NeedsThrow as question:
        return Shaken(needs=question.throw)
    after = upheaval.after
    for change in changes:
        after = shaken(after, change)
    changes += new_waterways(upheaval)
    return Shaken(changes=tuple(changes), counted=tuple(upheaval.votes.counted))


def _straits(upheaval: Upheaval) -> Iterator[EarthChange]:
    for border in upheaval.before.straits:
        between = upheaval.before.mesh.sides(border)
        ended = StraitEnded(border=border, between=between)
        if upheaval.cutting(border) is not None or upheaval.is_split(border):
            yield ended
            continue
        lost = list(_lost_ends(upheaval, border))
        if not lost:
            continue
        yield ended
        kept = {_conversion(upheaval, border, end) for end in lost}
        canal = kept.pop() if len(kept) == 1 else None
        canal = alive(upheaval, canal) if canal is not None else None
        if canal is not None and canal not in upheaval.before.canals:
            yield CanalMade(canal=canal)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LostEnd:
    """An end of a strait where land takes the place of water."""

    survivor: Survivor
    keeper: Face
    """The land whose shore is not cut, and which alone can carry a canal."""


def _lost_ends(upheaval: Upheaval, strait: int) -> Iterator[_LostEnd]:
    """Yield the ends of a strait at which an event puts something that is not water."""
    mesh, seam = upheaval.before.mesh, Dart(2 * strait)
    for dart in (seam, twin(seam)):
        keeper = mesh.across(dart)
        # Before the seam round its land lies the shore at the one end, behind it that at the other.
        for shore, beyond in (
            (mesh.prev[dart], mesh.prev[mesh.prev[dart]]),
            (mesh.next[dart], mesh.next[mesh.next[dart]]),
        ):
            survivor = upheaval.cutting(border_of(shore))
            if survivor is not None and not upheaval.before.is_water(mesh.across(beyond)):
                yield _LostEnd(survivor=survivor, keeper=keeper)


def _conversion(upheaval: Upheaval, strait: int, end: _LostEnd) -> Canal | None:
    """Return the canal that a strait becomes by choice or default; None when it is deleted (rule 3)."""
    between = upheaval.before.mesh.sides(strait)

    def choice(option: Order) -> Choice | None:
        if not isinstance(option, StraitOption) or not is_about(option.strait, between):
            return None
        if option.way is Way.DELETE:
            return Way.DELETE, None
        return (Way.CANAL, None) if option.through in {None, end.keeper} else None

    chosen = upheaval.decided(end.survivor, choice)
    way = chosen[0] if chosen else (Way.CANAL if upheaval.policy.keep else Way.DELETE)
    if way is Way.DELETE or not upheaval.before[end.keeper].passable:
        return None
    mesh = upheaval.before.mesh
    seam = mesh.dart_in(strait, end.keeper)
    ends = sorted((border_of(mesh.prev[seam]), border_of(mesh.next[seam])))
    return Canal(province=end.keeper, terminals=(ends[0], ends[1]))
