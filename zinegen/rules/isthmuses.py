"""Isthmuses: borders of two lands with water at both ends, and the waterways that new ones get.

Source: rules/seismic-acerunner.md 5.1 and 5.2, steps 5 and 6.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from zinegen.board.board import Board, Canal, Power
from zinegen.board.coasts import runs
from zinegen.game.earth_changes import CanalMade, EarthChange, StraitMade
from zinegen.game.orders import Order
from zinegen.notation.slots import Border
from zinegen.planar.mesh import Face, border_of
from zinegen.rules.carrying import touched
from zinegen.rules.events import IsthmusOption, Way
from zinegen.rules.meanings import Cut
from zinegen.rules.upheaval import Choice, Upheaval


def isthmuses(board: Board) -> tuple[int, ...]:
    """Return the borders of two lands that have water at both ends, oldest first.

    Impassable land counts as land, the outside does not.
    """
    return tuple(border for border in board.mesh.borders if is_isthmus(board, border))


def is_isthmus(board: Board, border: int) -> bool:
    """Tell whether a border is an isthmus now."""
    ends = board.mesh.ends(border)
    return (
        ends is not None
        and all(board.is_ground(face) for face in board.mesh.sides(border))
        and all(board.is_water(face) for face in ends)
    )


def on_one_run(board: Board, province: Face, borders: Iterable[int]) -> bool:
    """Tell whether borders lie on one and the same run of a province's shore."""
    wanted = {*borders}
    return any(wanted <= {border_of(dart) for dart in run} for run in runs(board, province))


def canal_beside(board: Board, border: int, province: Face) -> Canal | None:
    """Return the canal of a province from one end of a border to the other.

    None when nobody could pass there: the province is impassable, or the shores are one already.
    """
    if province not in board.mesh.sides(border) or not board[province].passable:
        return None
    seam = board.mesh.dart_in(border, province)
    ends = (border_of(board.mesh.prev[seam]), border_of(board.mesh.next[seam]))
    if on_one_run(board, province, ends):
        return None
    return Canal(province=province, terminals=(min(ends), max(ends)))


def is_about(border: Border | None, sides: tuple[Face, Face]) -> bool:
    """Tell whether an option speaks of a border with these sides; one without a pair speaks of all."""
    return border is None or {border.one.province, border.other.province} == {*sides}


def new_waterways(upheaval: Upheaval) -> tuple[EarthChange, ...]:
    """Return the straits and canals that new isthmuses get by vote or by default (steps 5 and 6)."""
    after = upheaval.after
    old = {heir for border in isthmuses(upheaval.before) for heir in upheaval.heirs(border)}
    made = []
    for border in isthmuses(after):
        if border not in old:
            choice = _vote(upheaval, border)
            made += _made(after, border, choice or (_default(upheaval, border), None))
    return tuple(made)


def _responsible(upheaval: Upheaval, border: int) -> tuple[Power, ...]:
    """Return the powers whose events made an isthmus or changed the province at one of its ends."""
    mesh = upheaval.before.mesh
    powers: set[Power] = set()
    for survivor in upheaval.survivors:
        changed = {heir for old in touched(mesh, survivor.done) for heir in upheaval.heirs(old)}
        if border == survivor.done.surgery.made or border in changed:
            powers |= {*survivor.claim.powers}
    return tuple(sorted(powers))


def _vote(upheaval: Upheaval, border: int) -> Choice | None:
    """Return what the responsible powers want, as far as it is possible there.

    An option that names the isthmus goes before one that names none.
    """
    after, votes = upheaval.after, upheaval.votes
    sides, powers = after.mesh.sides(border), _responsible(upheaval, border)

    def choice(option: Order, *, named: bool) -> Choice | None:
        if not isinstance(option, IsthmusOption) or named is (option.isthmus is None):
            return None
        if not is_about(option.isthmus, sides) or not _is_possible(after, border, option):
            return None
        return option.way, option.through

    general = votes.ballots(powers, partial(choice, named=False))
    return votes.winner({**general, **votes.ballots(powers, partial(choice, named=True))})


def _is_possible(after: Board, border: int, option: IsthmusOption) -> bool:
    if option.way is not Way.CANAL:
        return option.way in {Way.STRAIT, Way.NONE}
    return option.through is not None and canal_beside(after, border, option.through) is not None


def _default(upheaval: Upheaval, border: int) -> Way:
    """Return what an isthmus gets that nobody decided about: a new border pinches off two waters."""
    for survivor in upheaval.survivors:
        if survivor.done.surgery.made == border:
            pinched = isinstance(survivor.claim.event, Cut) or upheaval.policy.strait_by_link
            return Way.STRAIT if pinched else Way.NONE
    return Way.NONE


def _made(after: Board, border: int, choice: Choice) -> list[EarthChange]:
    way, through = choice
    if way is Way.STRAIT:
        return [StraitMade(border=border, between=after.mesh.sides(border))]
    canal = canal_beside(after, border, through) if through is not None else None
    return [CanalMade(canal=canal)] if canal is not None else []
