"""The facts behind maps as JSON: who is where, what touches what, what was ordered.

The map table on the pages reads it, and whoever else wants to. Format: docs/map-data.md.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from zinegen import drawing
from zinegen.board.board import Board, Power, cache_on_board
from zinegen.board.passage import Passage, places
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.geometry.line_table import LineTable
from zinegen.geometry.mesh import BorderId, ProvinceKey, border_of
from zinegen.geometry.shape import TENTHS, Shape
from zinegen.languages.texts import spoken_language
from zinegen.notation.grammar.writer import write_place
from zinegen.pages.browser.facts import list_orders, list_provinces
from zinegen.pages.browser.plain_data import Json
from zinegen.pages.words.order_views import season_anchors
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.chance_file import strip_season
from zinegen.redrawing import draw_if_possible

FORMAT = 2
"""Goes up when something in the data changes its name or meaning, not when something is added."""


def map_data_uri(game: str, season: str) -> str:
    """Return where the data of a season lies in the site."""
    return f"games/{game}/{season}/map.json"


def map_data(record: SeasonRecord, variant: Variant, inks: Mapping[Power, str]) -> bytes:
    """Return all positions of a season, and its orders; ``inks`` are the powers' colours."""
    placed = PlacedBoards()
    passage = variant.passage
    before = position_data(record.before, passage, placed)
    states = (*(phase.before for phase in record.phases[1:]), record.after)
    positions = [before, *(position_data(state, passage, placed) for state in states)]
    *between, after = (_differences(one, other) for one, other in pairwise(positions))
    return _write(
        {
            "season": record.season,
            "variant": variant.id,
            "powers": dict(inks.items()),
            "signs": _describe_signs(record.before),
            "before": before,
            "between": between,
            "after": after,
            "lines": [*placed.table.list()],
            "orders": list(list_orders(record.phases, season_anchors(record))),
            "throws": {str(one.phase): _list_throws(one) for one in record.phases if one.draws},
        }
    )


def _describe_signs(state: GameState) -> dict[str, Json]:
    """Return by power the letter on its counters, and the name that it has in pictures."""
    signs = drawing.assign_signs(state.powers)
    return {power: {"letter": sign.letter, "slug": sign.slug} for power, sign in signs.items()}


def _list_throws(phase: PhaseRecord) -> dict[str, Json]:
    return {
        strip_season(one.label).partition("/")[2]: one.result
        for one in phase.draws
        if not one.secret
    }


def board_data(state: GameState, variant: Variant) -> bytes:
    """Return one position in which nothing was ordered."""
    placed = PlacedBoards()
    before = position_data(state, variant.passage, placed)
    return _write(
        {
            "season": "",
            "variant": variant.id,
            "powers": {p: sign.ink for p, sign in drawing.assign_signs(state.powers).items()},
            "signs": _describe_signs(state),
            "before": before,
            "lines": [*placed.table.list()],
            "orders": [],
        }
    )


def _write(data: dict[str, Json]) -> bytes:
    found = {"format": FORMAT, **data}
    return (json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _differences(one: Json, other: Json) -> Json:
    """Return a position as what differs from another: what no longer holds is null."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return other
    return {
        name: _differences(one.get(name), other.get(name))
        for name in sorted({*one, *other})
        if one.get(name) != other.get(name)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBoard:
    """Where the provinces of a board lie in its pictures."""

    size: Json
    provinces: Mapping[ProvinceKey, dict[str, Json]]
    """Place and outline of each; the lines of outlines are numbers of a table."""


@dataclass(frozen=True, slots=True)
class PlacedBoards:
    """The boards of one file, each placed once: most positions of a season have the same one."""

    table: LineTable = field(default_factory=LineTable)
    known: dict[int, tuple[Board, PlacedBoard]] = field(default_factory=dict)
    """By their identity; each board is kept, so that this lasts."""

    def place(self, board: Board) -> PlacedBoard:
        """Return a board as it lies in pictures, and note its lines."""
        if id(board) not in self.known:
            if self.known:
                placed = _place_board(board, self.table)
            else:
                table, placed = _place_first(board, spoken_language().code)
                self.table.numbers.update(table.numbers)
            self.known[id(board)] = board, placed
        return self.known[id(board)][1]


@cache_on_board
def _place_first(board: Board, _language: str) -> tuple[LineTable, PlacedBoard]:
    """Return a board as the first one of a file, with the table of its lines."""
    table = LineTable()
    return table, _place_board(board, table)


def _place_board(board: Board, table: LineTable) -> PlacedBoard:
    shape = _find_shape(board)
    lines = shape.lines if shape else {}
    numbers = {border: table.number(line) for border, line in lines.items()}
    return PlacedBoard(
        size=[shape.width / TENTHS, shape.height / TENTHS] if shape else None,
        provinces={face: _place_data(board, face, shape, numbers) for face in board.provinces},
    )


def position_data(state: GameState, passage: Passage, placed: PlacedBoards) -> dict[str, Json]:
    """Return a position: every province with its outline, neighbours, owner and units."""
    board = placed.place(state.board)
    return {
        "phase": str(state.phase),
        "size": board.size,
        "provinces": {
            face: facts | board.provinces[face] for face, facts in list_provinces(state, passage)
        },
    }


def _find_shape(board: Board) -> Shape | None:
    """Return the lines as pictures show them; None of a map that could not be drawn."""
    after = draw_if_possible(board)
    return None if after.pending_surgeries else drawing.simplify_for_drawing(after).shape


def _place_data(
    board: Board, face: ProvinceKey, shape: Shape | None, numbers: Mapping[BorderId, int]
) -> dict[str, Json]:
    """Return where a province lies on the map; nothing where that could not be drawn."""
    if shape is None or face not in shape.places:
        return {}
    rings: list[Json] = [
        [-numbers[border_of(dart)] if dart % 2 else numbers[border_of(dart)] for dart in ring]
        for ring in board.mesh.rings[face]
    ]
    x, y = shape.places[face].unit
    coasts = _find_harbours(board, face, spoken_language().code)
    more: dict[str, Json] = {"coasts": coasts} if coasts else {}
    return {"at": [x / TENTHS, y / TENTHS], **more, "outline": rings}


@cache_on_board
def _find_harbours(board: Board, face: ProvinceKey, _language: str) -> dict[str, Json]:
    """Return where a fleet lies at each coast of a province that has several; names are in its way."""
    found = places(board, face)
    if len(found) < 2:
        return {}
    drawn = drawing.prepare_map(board)
    points = {place: drawing.find_unit_point(drawn, place) for place in found}
    return {write_place(place, board): [x / TENTHS, y / TENTHS] for place, (x, y) in points.items()}
