"""What events do to canals, which run through one province between two of its borders.

Source: rules/seismic-acerunner.md 5.2, steps 3 and 4 and the first half of 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zinegen.board.board import Board, Canal
from zinegen.game.earth_changes import CanalEnded, CanalMoved, EarthChange
from zinegen.game.orders import Order
from zinegen.game.state import Throw
from zinegen.planar.mesh import Face, border_of
from zinegen.rules.events import CanalOption, Way
from zinegen.rules.isthmuses import on_one_run
from zinegen.rules.upheaval import Choice, NeedsThrow, Survivor, Upheaval


def canals_after(upheaval: Upheaval) -> Iterator[EarthChange]:
    """Yield what becomes of the canals that were there."""
    for canal in upheaval.before.canals:
        ends = [_terminal(upheaval, canal, end) for end in canal.terminals]
        one, other = ends
        now = None
        if one is not None and other is not None:
            now = alive(upheaval, replace(canal, terminals=(min(one, other), max(one, other))))
        if now is None:
            yield CanalEnded(canal=canal)
        elif now != canal:
            yield CanalMoved(canal=canal, to=now)


def _terminal(upheaval: Upheaval, canal: Canal, border: int) -> int | None:
    """Return the border of the start at which a canal ends from now on; None when it is deleted."""
    survivor = upheaval.cutting(border)
    if survivor is None:
        return border
    mesh, board = upheaval.before.mesh, upheaval.before
    dart = mesh.dart_in(border, canal.province)
    ends = [
        (mesh.across(beside), border_of(beside)) for beside in (mesh.prev[dart], mesh.next[dart])
    ]
    wet = {water: beside for water, beside in ends if board.is_water(water)}
    if not wet:
        return None  # rule 5
    must_stay = all(board.is_water(water) for water, _ in ends)
    waters = board.by_full_name(wet)
    chosen = _vote_on_end(upheaval, survivor, canal, waters, must_stay=must_stay)
    if must_stay and chosen is None:
        return wet[_thrown_end(upheaval, canal, border, waters)]  # rule 7
    way, water = chosen or (Way.KEEP if upheaval.policy.keep else Way.DELETE, None)
    return None if way is Way.DELETE else wet[water or waters[0]]  # rule 6, or 7 by choice


def _vote_on_end(
    upheaval: Upheaval, survivor: Survivor, canal: Canal, waters: Sequence[Face], *, must_stay: bool
) -> Choice | None:
    """Return what those who ordered an event want of a canal that loses its border at one end."""

    def choice(option: Order) -> Choice | None:
        if not isinstance(option, CanalOption) or option.canal not in {None, canal.province}:
            return None
        if option.to is not None:
            return (Way.KEEP, option.to if must_stay else None) if option.to in waters else None
        return None if must_stay else (option.way, None)

    return upheaval.decided(survivor, choice)


def _thrown_end(upheaval: Upheaval, canal: Canal, border: int, waters: Sequence[Face]) -> Face:
    """Return the water at which a canal ends when nobody chose: the first by name, or by a throw."""
    if len(waters) == 1 or not upheaval.policy.random_terminal:
        return waters[0]
    board = upheaval.before
    lost = board.mesh.across(board.mesh.dart_in(border, canal.province))
    label = f"terminal/canal {board[canal.province].abbreviation} at {board[lost].abbreviation}"
    if label not in upheaval.throws:
        names = tuple(board[water].abbreviation for water in waters)
        raise NeedsThrow(Throw(label=label, candidates=names))
    return waters[upheaval.throws[label] - 1]


def alive(upheaval: Upheaval, canal: Canal) -> Canal | None:
    """Return a canal with its terminals as they are after the events; None when it is of no use.

    A canal that joins a coast to itself is gone (rule 4). Where a link has split the border at which it
    ends, it keeps the half nearer to its other end.
    """
    one, other = (upheaval.heirs(border) for border in canal.terminals)
    if not one or not other:
        return None
    ends = sorted(
        _nearer(upheaval.after, canal.province, *pair) for pair in ((one, other), (other, one))
    )
    if on_one_run(upheaval.after, canal.province, ends):
        return None
    return Canal(province=canal.province, terminals=(ends[0], ends[1]))


def _nearer(board: Board, province: Face, halves: Sequence[int], goals: Sequence[int]) -> int:
    """Return the one of some borders with the fewest borders of the province between it and a goal.

    In a tie the one whose further neighbour comes first by full name.
    """
    mesh = board.mesh
    away: dict[int, int] = {}
    for ring in mesh.rings[province]:
        places = {border_of(dart): place for place, dart in enumerate(ring)}
        for half in halves:
            steps = [
                abs(places[half] - places[goal]) for goal in goals if {half, goal} <= places.keys()
            ]
            if steps:
                away[half] = min(min(step, len(ring) - step) for step in steps)

    def rank(border: int) -> tuple[int, tuple[str, ...], int]:
        ends = mesh.ends(border) or ()
        names = tuple(board[face].name for face in board.by_full_name(ends))
        return away.get(border, len(mesh.next)), names, border

    return min(halves, key=rank)
