"""The map of a game in words: every border with its ends, every province with its neighbours and coasts.

Who wants to change the map reads off here what an order would do, without tracing lines on a picture.
"""

from collections.abc import Iterable, Iterator

from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.writer import write
from zinegen.pages.views.map_views import BorderRow, BordersView, ProvinceRow
from zinegen.pages.words.map_differences import coast_names, face_name, present_waterways
from zinegen.pages.words.phrases import listed
from zinegen.variants.seismic.meanings import Cut, behind, order_for, possible_links
from zinegen.variants.seismic.orders import Separate

ANYBODY = Power("")
"""Who gives an order does not matter for how it is written."""


def borders_view(variant: Variant, state: GameState, when: str) -> BordersView:
    """Return the map in words; with the orders that cut borders where the rules know any."""
    board = state.board
    cuts = knows_cuts(variant, state)
    return BordersView(
        when=when,
        borders=tuple(sorted(_borders(board, cuts=cuts), key=lambda row: row.between)),
        has_lines=cuts,
        links=tuple(_links(board)) if cuts else (),
        provinces=tuple(
            _province(board, face)
            for face in board.by_full_name(face for face in board.provinces if face != OUTSIDE)
        ),
        waterways=present_waterways(board),
    )


def knows_cuts(variant: Variant, state: GameState) -> bool:
    """Tell whether powers can cut borders in a game."""
    return any(
        isinstance(order, Separate)
        for power in state.powers
        for order in variant.nearby_events(state, power)[:1]
    )


def _borders(board: Board, *, cuts: bool) -> Iterator[BorderRow]:
    mesh = board.mesh
    for border in mesh.borders:
        one, other = sorted(mesh.sides(border), key=lambda face: face_name(board, face))
        shared = mesh.between(one, other)
        number = f", no. {shared.index(border) + 1}" if len(shared) > 1 else ""
        ends = mesh.ends(border)
        possible = cuts and ends is not None
        yield BorderRow(
            between=f"{face_name(board, one)} and {face_name(board, other)}{number}",
            ends=listed(sorted(face_name(board, face) for face in ends)) if ends else "",
            runs=_runs(board, border),
            line=write(order_for(board, Cut(border), ANYBODY), board) if possible else "",
        )


def _runs(board: Board, border: int) -> str:
    """Return what a border runs between, and the waterway or rift on it."""
    sides = board.mesh.sides(border)
    if OUTSIDE in sides:
        runs = "edge of the board"
    else:
        wet = sum(board.is_water(face) for face in sides)
        runs = ("land", "coast", "sea")[wet]
    marks = ["strait"] if border in board.straits else []
    marks += ["rift"] if tuple(sorted(sides)) in board.rifts else []
    return f"{runs}, {listed(marks)}" if marks else runs


def _links(board: Board) -> Iterator[tuple[str, str]]:
    for link in possible_links(board.mesh):
        one, other = sorted(face_name(board, face) for face in behind(board.mesh, link))
        across = face_name(board, link.across)
        yield (
            f"{one} and {other} across {across}",
            write(order_for(board, link, ANYBODY), board),
        )


def _province(board: Board, face: Face) -> ProvinceRow:
    province = board[face]
    return ProvinceRow(
        name=province.name,
        abbreviation=province.abbreviation,
        ground=listed([*_ground(board, face)]),
        around="; ".join(_round(board, ring) for ring in board.mesh.neighbours(face)),
        coasts=coast_names(board, face),
    )


def _ground(board: Board, face: Face) -> Iterator[str]:
    province = board[face]
    yield province.terrain
    if province.iced:
        yield "under ice"
    if not province.passable:
        yield "closed"
    if province.centre:
        yield "a centre"


def _round(board: Board, ring: Iterable[Face]) -> str:
    return ", ".join("outside" if face == OUTSIDE else board[face].abbreviation for face in ring)
