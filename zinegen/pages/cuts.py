"""What the cutting of a border comes to, and why two events cannot both happen, in words."""

from collections.abc import Iterator

from zinegen.archive.records import PhaseRecord
from zinegen.board.board import Board
from zinegen.pages.landscape import face_name, with_article
from zinegen.pages.phrases import listed
from zinegen.planar.mesh import Dart, Face, Mesh, border_of
from zinegen.rules.meanings import Cut, Event, Link


def elsewhere(phase: PhaseRecord, cut: Cut) -> Iterator[str]:
    """Yield whether provinces that were parted touch at another border all the same."""
    one, other = phase.before.board.mesh.sides(cut.border)
    if one != other and phase.after.board.mesh.between(one, other):
        board = phase.after.board
        yield f"{face_name(board, one)} and {face_name(board, other)} still touch elsewhere."


def islands(phase: PhaseRecord, cut: Cut) -> Iterator[str]:
    """Yield whether a province that was parted lies in a single other one now."""
    before, after = phase.before.board, phase.after.board
    for face in sorted(before.mesh.sides(cut.border)):
        around = after.mesh.adjacent(face)
        if face in after.provinces and len(around) == 1 < len(before.mesh.adjacent(face)):
            (only,) = around
            yield f"{face_name(after, face)} is an island in {with_article(after, only)} now."


def meeting(board: Board, one: Event, other: Event) -> Iterator[str]:
    """Yield where two events get into each other's way."""
    match one, other:
        case Cut(), Cut():
            faces = _corner(board.mesh, one.border, other.border)
            names = listed(sorted(face_name(board, face) for face in faces))
            if names:
                yield f"Both borders end where {names} meet."
        case (Cut(), Link()) | (Link(), Cut()):
            yield "The link arrives at the very border that would be cut."
        case _:
            pass


def _corner(mesh: Mesh, one: int, other: int) -> frozenset[Face]:
    """Return the provinces that meet at a junction of two borders."""
    for dart in (Dart(2 * one), Dart(2 * one + 1)):
        around = mesh.junction(dart)
        if other in {border_of(each) for each in around}:
            return frozenset(mesh.face[each] for each in around)
    return frozenset()
