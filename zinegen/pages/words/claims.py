"""What was ordered about one thing on the map, told as who wanted what: for it, in help of it, against it."""

from collections.abc import Iterator, Sequence

from zinegen.archive.records.records import PhaseRecord
from zinegen.board.board import Board, Power
from zinegen.game.verdicts import Ruling, Word
from zinegen.geometry.mesh import Dart, Face, Mesh, border_of
from zinegen.notation.grammar.writer import write
from zinegen.pages.words.map_differences import face_name, with_article
from zinegen.pages.words.phrases import listed
from zinegen.variants.geophysical.common.orders import (
    Stabilisation,
    StabilisationSupport,
    Transformation,
    TransformationSupport,
)
from zinegen.variants.seismic.meanings import Cut, Event, Link


def strength_told(powers: Sequence[Power]) -> str:
    """Return who ordered the same event where everybody who does makes it stronger by one."""
    if len(powers) == 1:
        return f"{powers[0]} alone ordered it: strength 1."
    return f"{listed(powers)} ordered it: strength {len(powers)}."


def sides_told(rulings: Sequence[Ruling], board: Board) -> Iterator[str]:
    """Yield who ordered each transformation of a place, with how much help, and who held against it.

    Only what counted is told; what did not stands with its reason in its own line.
    """
    counted = [ruling.order for ruling in rulings if ruling.verdict.word is not Word.VOID]
    for order in counted:
        if isinstance(order, Transformation):
            helpers = [
                one.power
                for one in counted
                if isinstance(one, TransformationSupport)
                and one.of.power == order.power
                and one.of.event == order.event
            ]
            helped = f", and {listed(helpers)} supported it" if helpers else ""
            yield f"{order.power} ordered {write(order, board)}{helped}."
    if not any(isinstance(order, Transformation) for order in counted):
        return
    guards = [
        f"{order.power} ({_weight(order)})"
        for order in counted
        if isinstance(order, Stabilisation | StabilisationSupport)
    ]
    if guards:
        yield f"Against it stood the stabilisations of {listed(guards)}."


def _weight(order: Stabilisation | StabilisationSupport) -> int:
    return order.weight if isinstance(order, Stabilisation) else 1


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
