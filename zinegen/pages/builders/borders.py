"""The map of a game in words: every border with its ends, every province with its neighbours and coasts.

Who wants to change the map reads off here what an order would do, without tracing lines on a picture.
"""

from collections.abc import Iterable, Iterator, Mapping

from zinegen.board.board import OUTSIDE, Board
from zinegen.game.event_words import PossibleLink
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.game.wording import full_name, join_words
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.writer import write_order
from zinegen.pages.views.map_views import BorderRow, BordersView, ProvinceRow
from zinegen.pages.words.map_differences import coast_names, list_waterways


def borders_view(variant: Variant, state: GameState, when: str) -> BordersView:
    """Return the map in words; with the orders that cut borders where the rules know any."""
    board = state.board
    orders = variant.border_orders(board)
    rows = _borders(board, orders.cuts if orders is not None else {})
    return BordersView(
        when=when,
        borders=tuple(sorted(rows, key=lambda row: row.between)),
        has_lines=orders is not None,
        links=tuple(_link(board, link) for link in orders.links) if orders is not None else (),
        provinces=tuple(
            _province(board, face)
            for face in board.by_full_name(face for face in board.provinces if face != OUTSIDE)
        ),
        waterways=list_waterways(board),
    )


def _link(board: Board, link: PossibleLink) -> tuple[str, str]:
    one, other = sorted(full_name(board, face) for face in link.between)
    return f"{one} and {other} across {full_name(board, link.across)}", write_order(
        link.order, board
    )


def _borders(board: Board, cuts: Mapping[int, Order]) -> Iterator[BorderRow]:
    mesh = board.mesh
    for border in mesh.borders:
        one, other = sorted(mesh.sides(border), key=lambda face: full_name(board, face))
        shared = mesh.between(one, other)
        number = f", no. {shared.index(border) + 1}" if len(shared) > 1 else ""
        ends = mesh.ends(border)
        yield BorderRow(
            between=f"{full_name(board, one)} and {full_name(board, other)}{number}",
            ends=join_words(sorted(full_name(board, face) for face in ends)) if ends else "",
            runs=_runs(board, border),
            line=write_order(cuts[border], board) if border in cuts else "",
        )


def _runs(board: Board, border: int) -> str:
    """Return the two provinces of a border in words, with the waterway or rift on it."""
    sides = board.mesh.sides(border)
    if OUTSIDE in sides:
        runs = "edge of the board"
    else:
        wet = sum(board.is_water(face) for face in sides)
        runs = ("land", "coast", "sea")[wet]
    marks = ["strait"] if border in board.straits else []
    marks += ["rift"] if tuple(sorted(sides)) in board.rifts else []
    return f"{runs}, {join_words(marks)}" if marks else runs


def _province(board: Board, face: Face) -> ProvinceRow:
    province = board[face]
    return ProvinceRow(
        name=province.name,
        abbreviation=province.abbreviation,
        ground=join_words([*_ground(board, face)]),
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
