"""The changes of the map in a season, one by one, with the lines that show each of them.

The changes are followed on the mesh in the sequence in which they were carried out, since each names
borders by their numbers at its own moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from zinegen.board.board import OUTSIDE, Board, Canal
from zinegen.drawing.position import ShownPhase
from zinegen.game.apply import change_borders, change_ground
from zinegen.game.changes import (
    BorderChange,
    BorderSeparated,
    CanalEnded,
    CanalMade,
    CanalMoved,
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    PassageChanged,
    ProvincesJoined,
    RiftChanged,
    StraitEnded,
    StraitMade,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.geometry.shape import Line

MapChange = BorderChange | GroundChange
"""Everything that can become of a map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """One numbered change of the map: what it was, who brought it about, and the lines to show it by."""

    number: int
    """As in the picture, from 1."""
    change: MapChange
    rulings: tuple[OrderResult, ...]
    """The orders that wanted it and came about, in the sequence of the report; none when nobody did."""
    report: int
    """Which of the reports it is from, counted from 0."""
    faces: tuple[ProvinceKey, ...]
    """The provinces it concerns: those that touch now, then those that touch no longer."""
    lost: tuple[Line, ...] = ()
    """What is no more: the courses of a border or canal on the map before."""
    made: tuple[Line, ...] = ()
    """What is new, as it runs on the map now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """One change of the map, and the boards before and after it."""

    report: int
    change: MapChange
    board: Board
    now: Board


def list_changes(before: Board, after: Board, reports: Sequence[ShownPhase]) -> tuple[Caption, ...]:
    """Return the changes of the map between two boards that are up to date.

    A border that came and went in between is not shown; the change that made it is there all the same.
    """
    found: list[Caption] = []
    causes: dict[BorderId, tuple[OrderResult, ...]] = {}
    for step in _list_steps(before, reports):
        cut, made = _find_surgery(step)
        rulings = _orders_for(reports[step.report].rulings, step.change)
        rulings = rulings or _orders_of_borders(causes, step.change)
        causes.update((border, rulings) for border in (*cut, *made))
        caption = Caption(
            number=len(found) + 1,
            change=step.change,
            rulings=rulings,
            report=step.report,
            faces=_provinces_of(step.board, step.change),
            lost=(
                *_find_lines(before, cut),
                *_find_courses(before, step.change, old=True),
            ),
            made=(
                *_find_lines(after, made),
                *_find_courses(after, step.change, old=False),
            ),
        )
        found.append(_add_canals(caption, before, after))
    return tuple(found)


def _add_canals(caption: Caption, before: Board, after: Board) -> Caption:
    """Return a caption of changed waterways with its former and its new canals."""
    change = caption.change
    if not isinstance(change, WaterwaysChanged):
        return caption
    # Geometry; most seasons have none.
    from zinegen.drawing.drawn_map import prepare_map  # noqa: PLC0415
    from zinegen.drawing.terrain.waterways import find_strait_courses  # noqa: PLC0415

    old, new = (
        tuple(
            course
            for join in board.joins
            if join.province == change.province
            for course in find_strait_courses(prepare_map(board), join)
        )
        for board in (before, after)
    )
    return replace(
        caption,
        lost=tuple(course for course in old if course not in new),
        made=tuple(course for course in new if course not in old),
    )


def _find_lines(board: Board, borders: Sequence[BorderId]) -> tuple[Line, ...]:
    lines = board.current_shape.lines
    return tuple(lines[border] for border in borders if border in lines)


def _find_courses(board: Board, change: MapChange, *, old: bool) -> tuple[Line, ...]:
    """Return the waterway that a change has ended (``old``) or made, on the board of that moment."""
    match change:
        case StraitMade() if not old:
            return _find_lines(board, (change.border,))
        case StraitEnded() if old:
            return _find_lines(board, (change.border,))
        case RiftChanged(between=(a, b)) if change.open != old:
            return _find_lines(board, board.mesh.between(a, b))
        case CanalMade() if not old:
            return _canal(board, change.canal)
        case CanalEnded() if old:
            return _canal(board, change.canal)
        case CanalMoved():
            return _canal(board, change.canal if old else change.to)
        case _:
            return ()


def _canal(board: Board, canal: Canal) -> tuple[Line, ...]:
    # Geometry; most seasons have none.
    from zinegen.drawing.drawn_map import prepare_map  # noqa: PLC0415
    from zinegen.drawing.terrain.waterways import find_canal_course  # noqa: PLC0415

    return find_canal_course(prepare_map(board), canal)


def _list_steps(board: Board, reports: Sequence[ShownPhase]) -> Iterator[_Step]:
    for place, report in enumerate(reports):
        for change in report.changes:
            if isinstance(change, MapChange):
                if isinstance(change, GroundChange):
                    now = change_ground(board, change)
                else:
                    now = change_borders(board, change)
                yield _Step(report=place, change=change, board=board, now=now)
                board = now


def _find_surgery(step: _Step) -> tuple[tuple[BorderId, ...], tuple[BorderId, ...]]:
    """Return the borders that a change has cut and made."""
    surgeries = step.now.pending_surgeries[len(step.board.pending_surgeries) :]
    cut = tuple(one.cut for one in surgeries if one.cut is not None)
    return cut, tuple(one.made for one in surgeries if one.made is not None)


def _orders_for(rulings: Sequence[OrderResult], change: MapChange) -> tuple[OrderResult, ...]:
    """Return the orders for a change that came about."""
    match change:
        case BorderSeparated():
            ground = set(change.parted)
        case ProvincesJoined():
            ground = set(change.connected)
        case RiftChanged():
            ground = set(change.between)
        case TerrainChanged() | PassageChanged() | CentreFounded() | CentreDestroyed():
            ground = {change.province}
        case IceChanged() | WaterwaysChanged():
            ground = {change.province}
        case _:
            return ()
    return tuple(
        ruling
        for ruling in rulings
        if ruling.verdict.word is Word.SUCCEEDS
        and not ruling.order.guards
        and set(ruling.order.site) == ground
    )


def _orders_of_borders(
    causes: Mapping[BorderId, tuple[OrderResult, ...]], change: MapChange
) -> tuple[OrderResult, ...]:
    """Return the orders for the events that cut or made the borders of a waterway."""
    match change:
        case StraitMade() | StraitEnded():
            borders: tuple[BorderId, ...] = (change.border,)
        case CanalMade() | CanalEnded():
            borders = change.canal.terminals
        case CanalMoved():
            borders = (*change.canal.terminals, *change.to.terminals)
        case _:
            return ()
    found = [ruling for border in borders for ruling in causes.get(border, ())]
    return tuple(ruling for place, ruling in enumerate(found) if ruling not in found[:place])


def _provinces_of(board: Board, change: MapChange) -> tuple[ProvinceKey, ...]:
    """Return the provinces that a change is about, each once, without what is off the board."""
    match change:
        case BorderSeparated():
            faces: tuple[ProvinceKey, ...] = (*change.connected, *change.parted)
        case ProvincesJoined():
            faces = (*change.connected, change.across)
        case StraitMade() | StraitEnded() | RiftChanged():
            faces = change.between
        case CanalMade() | CanalMoved() | CanalEnded():
            faces = (change.canal.province,)
        case TerrainChanged() | PassageChanged() | CentreFounded() | CentreDestroyed():
            faces = (change.province,)
        case IceChanged() | WaterwaysChanged():
            faces = (change.province,)
        case _:
            assert_never(change)
    return tuple(
        face for face in dict.fromkeys(faces) if face in board.provinces and face != OUTSIDE
    )
