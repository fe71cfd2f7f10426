"""What happened in a season so far, as conditions may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from zinegen.board.board import Board, Power
from zinegen.game.changes import Change, UnitDislodged, UnitLost, UnitMoved, UnitRemoved
from zinegen.game.orders import Convoy, Move, Order, Retreat, SupportHold, SupportMove, UnitOrder
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Named, Spot
from zinegen.game.verdicts import Word
from zinegen.geometry.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A phase that has been judged."""

    before: GameState
    report: Report
    after: GameState


@dataclass(frozen=True, kw_only=True)
class SeasonFacts:
    """What conditions may ask of a season, from the phases of it that have been judged.

    ``state`` is the position now: the one after the last of ``played``, or in the phase that follows it.
    """

    state: GameState
    played: tuple[Played, ...] = ()

    @property
    def _start(self) -> GameState:
        return self.played[0].before if self.played else self.state

    @cached_property
    def _now(self) -> Mapping[Face, Face | None]:
        """Where each unit is that was there at the start, by where it began."""
        tracks = [_Track(began=face, at=face) for face in self._start.units]
        tracks += [_Track(began=face, at=face, is_dislodged=True) for face in self._start.dislodged]
        for phase in self.played:
            for track in tracks:
                track.moved = False
            for change in phase.report.changes:
                _follow_change(tracks, change)
        return {track.began: track.at for track in tracks}

    @cached_property
    def _dislodged(self) -> frozenset[Face]:
        dislodged = {
            change.dislodged.unit.province
            for phase in self.played
            for change in phase.report.changes
            if isinstance(change, UnitDislodged)
        }
        return frozenset(dislodged | set(self._start.dislodged))

    def whereabouts(self, began: Face) -> Face | None:
        """Return where the unit is that began the season in a province; None when it is gone."""
        return self._now.get(began)

    def was_dislodged(self, began: Face) -> bool:
        """Tell whether the unit that began the season in a province was dislodged in it."""
        return began in self._dislodged

    def owner_before(self, face: Face) -> Power | None:
        """Return who owned a centre when the season began."""
        return self._start.owners.get(face)

    def came_about(self, order: Order) -> bool:
        """Tell whether such an order, of any power, succeeded this season."""
        return any(
            ruling.verdict.word is Word.SUCCEEDS and _ask_for_the_same(order, ruling.order)
            for phase in self.played
            for ruling in phase.report.rulings
        )

    def has_changed(self, face: Face) -> bool:
        """Tell whether the ground or a border of a province changed this season."""
        return _ground_of(self._start.board, face) != _ground_of(self.state.board, face)

    def is_centre(self, face: Face) -> bool:
        """Tell whether a province is a centre."""
        return self.state.board[face].centre


@dataclass(slots=True)
class _Track:
    """Where one unit has come to in a season."""

    began: Face
    at: Face | None
    is_dislodged: bool = False
    moved: bool = False
    """It moved in this phase: moves happen at once, so another unit may leave where it has come to."""


def _follow_change(tracks: list[_Track], change: Change) -> None:
    """Update where the units are by a change."""
    match change:
        case UnitMoved():
            track = _find_mover(tracks, change.unit.province, is_dislodged=change.retreat)
            if track is not None:
                track.at, track.moved, track.is_dislodged = change.to.province, True, False
        case UnitDislodged():
            track = _find_mover(tracks, change.dislodged.unit.province, is_dislodged=False)
            if track is not None:
                track.is_dislodged = True
        case UnitLost() | UnitRemoved():
            is_dislodged = isinstance(change, UnitLost) and change.dislodged
            track = _find_mover(tracks, change.unit.province, is_dislodged=is_dislodged)
            if track is not None:
                track.at = None
        case _:
            pass


def _find_mover(tracks: list[_Track], face: Face, *, is_dislodged: bool) -> _Track | None:
    """Return the unit that leaves a province: of several the one that did not move there in this phase."""
    here = [track for track in tracks if track.at == face and track.is_dislodged == is_dislodged]
    return min(here, key=lambda track: track.moved, default=None)


def _ground_of(board: Board, face: Face) -> object:
    """Return everything that makes the ground and the borders of a province."""
    province = board[face]
    return (
        province.terrain,
        province.iced,
        province.passable,
        board.mesh.neighbours(face),
        tuple(pair for pair in board.rifts if face in pair),
        tuple(sorted((pair, count) for pair, count in board.ranges.items() if face in pair)),
        tuple(join for join in board.joins if join.province == face),
        tuple(canal for canal in board.canals if canal.province == face),
        tuple(border for border in board.straits if face in board.mesh.sides(border)),
    )


def _ask_for_the_same(asked: Order, given: Order) -> bool:
    """Tell whether two orders ask for the same; what only one of them names makes no difference."""
    if isinstance(asked, Move) and isinstance(given, Retreat):
        return _same_unit(asked.unit, given.unit) and _same_spot(asked.to, given.to)
    if type(asked) is not type(given):
        return False
    if isinstance(asked, UnitOrder) and isinstance(given, UnitOrder):
        return _same_unit(asked.unit, given.unit) and _same_aim(asked, given)
    return asked.is_like(given)


def _same_aim(asked: UnitOrder, given: UnitOrder) -> bool:
    match asked, given:
        case Move(), Move():
            return _same_spot(asked.to, given.to)
        case SupportMove(), SupportMove():
            return _same_unit(asked.of, given.of) and _same_spot(asked.to, given.to)
        case SupportHold(), SupportHold():
            return _same_unit(asked.of, given.of)
        case Convoy(), Convoy():
            return _same_unit(asked.army, given.army) and _same_spot(asked.to, given.to)
        case _:
            return True


def _same_unit(one: Named, other: Named) -> bool:
    kinds = {one.kind, other.kind} - {None}
    return one.at.province == other.at.province and len(kinds) < 2


def _same_spot(one: Spot, other: Spot) -> bool:
    coasts = {one.coast, other.coast} - {None}
    return one.province == other.province and len(coasts) < 2
