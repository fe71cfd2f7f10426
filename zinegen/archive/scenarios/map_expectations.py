"""A scenario's expectations of the map after a phase: neighbours, coasts, ground, rifts, waterways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Canal, Power, pair
from zinegen.board.coasts import coasts
from zinegen.errors import GameFolderError
from zinegen.game.orders import Order
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.names import Names


def compare_neighbours(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the neighbours of a province in clockwise order."""
    wanted = [[outcome.name_meant_by(word) for word in ring] for ring in _rings(value)]
    rings = outcome.board.mesh.neighbours(outcome.names.province(name))
    got = [[outcome.name_of(face) for face in ring] for ring in rings]
    if sorted(map(_rotate_to_least, wanted)) != sorted(map(_rotate_to_least, got)):
        yield f"expected {shown(value)}, got {' | '.join(' '.join(ring) for ring in got)}"


def _rings(value: Value) -> list[list[str]]:
    """Return the names of each boundary: with blanks or commas between them, or as a list."""
    if isinstance(value, list):
        whole = all(isinstance(ring, list) for ring in value)
        return [texts(ring) for ring in (value if whole else [value])]
    return [
        [name.strip() for name in ring.split("," if "," in ring else None)]
        for ring in str(value).split("|")
        if ring.strip()
    ]


def _rotate_to_least(ring: list[str]) -> list[str]:
    """Return a cyclic list turned so that equal rings are equal lists."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def compare_adjacent(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces that touch one."""
    got = sorted(map(outcome.name_of, outcome.board.mesh.adjacent(outcome.names.province(name))))
    yield from compare(sorted(map(outcome.name_meant_by, texts(value))), got)


def compare_coasts(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the coasts of a province."""
    if not isinstance(value, list):
        raise GameFolderError(f"coasts.{name} is a list of lists of waters")
    wanted = sorted(sorted(map(outcome.name_meant_by, texts(coast))) for coast in value)
    got = sorted(
        sorted(map(outcome.name_of, coast.waters))
        for coast in coasts(outcome.board, outcome.names.province(name))
    )
    yield from compare(wanted, got)


def compare_terrain(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the terrain of a province."""
    got = str(outcome.board[outcome.names.province(name)].terrain)
    yield from compare(str(value).lower(), got)


def compare_iced(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces under ice."""
    got = sorted(
        province.abbreviation for province in outcome.board.provinces.values() if province.iced
    )
    yield from compare(sorted(map(outcome.name_meant_by, texts(value))), got)


def _pairs(outcome: Outcome, both: Iterable[str]) -> list[str]:
    return sorted(
        _pair(outcome, outcome.names.province(one), outcome.names.province(other))
        for one, _, other in (text.partition("/") for text in both)
    )


def _pair(outcome: Outcome, one: Face, other: Face) -> str:
    return "/".join(map(outcome.name_of, pair(one, other)))


def compare_rifts(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield the differences in the rifts."""
    got = sorted(_pair(outcome, *both) for both in outcome.board.rifts)
    yield from compare(_pairs(outcome, texts(value)), got)


def compare_ranges(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield the differences in the mountain ranges in place."""
    got = sorted(
        _pair(outcome, *both) for both, times in outcome.board.ranges.items() for _ in range(times)
    )
    yield from compare(_pairs(outcome, texts(value)), got)


def compare_waterways(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield the differences in the straits and canals."""
    board = outcome.board
    got = [_strait(outcome, board.mesh.sides(border)) for border in board.straits]
    got += [_canal(outcome, canal.province, _ends(board, canal)) for canal in board.canals]
    got += [
        _canal(outcome, join.province, (water for group in join.groups for water in group))
        for join in board.joins
        if not join.natural
    ]
    wanted = [_waterway(outcome, text) for text in texts(value)]
    if not board.canals:
        wanted, got = _merge_canals(wanted), _merge_canals(got)
    yield from compare(sorted(wanted), sorted(got))


def _merge_canals(waterways: Iterable[str]) -> list[str]:
    """Return the waterways with canals of one province that share a water written as one.

    A water linked with the coast of a canal makes one coast of both (Kinzett 8), so it is all the same
    whether that is called two canals or one with three ends. (AceRunner's canals have terminals.)
    """
    systems: list[tuple[str, set[str]]] = []
    for line in waterways:
        head, _, waters = line.partition(": ")
        ends = set(waters.split())
        for other in [known for known in systems if known[0] == head and known[1] & ends]:
            systems.remove(other)
            ends |= other[1]
        systems.append((head, ends))
    return [f"{head}: {' '.join(sorted(ends))}" if ends else head for head, ends in systems]


def _ends(board: Board, canal: Canal) -> Iterator[Face]:
    for end in canal.terminals:
        yield board.mesh.across(board.mesh.dart_in(end, canal.province))


def _strait(outcome: Outcome, sides: Iterable[Face]) -> str:
    return f"strait {'/'.join(sorted(map(outcome.name_of, sides)))}"


def _canal(outcome: Outcome, province: Face, waters: Iterable[Face]) -> str:
    ends = " ".join(sorted(map(outcome.name_of, waters)))
    return f"canal {outcome.name_of(province)}: {ends}"


def _waterway(outcome: Outcome, text: str) -> str:
    kind, _, rest = text.strip().partition(" ")
    find = outcome.names.province
    if kind == "strait":
        return _strait(outcome, map(find, rest.split("/")))
    province, _, waters = rest.partition(":")
    return _canal(outcome, find(province), map(find, waters.split()))


Value = str | int | bool | list["Value"] | dict[str, "Value"]
"""What TOML can hold, as far as scenario files use it."""

Lines = Sequence[Sequence[Order]]
"""The orders of each line in the sequence of the file; none for a line that is a mere unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a phase: what was handed in, the report, and the position afterwards."""

    names: Names
    orders: Mapping[Power, Lines]
    """The unit orders of each power, line by line."""
    events: Mapping[Power, Lines]
    before: GameState
    report: Report
    after: GameState
    variant: Variant

    @property
    def board(self) -> Board:
        """The board afterwards."""
        return self.after.board

    def name_of(self, face: Face) -> str:
        """Return a province as printed afterwards: water in capitals, land capitalised."""
        province = self.board.provinces.get(face)
        return province.abbreviation if province is not None else str(face)

    def name_meant_by(self, text: str) -> str:
        """Return the province that a text means, as printed afterwards.

        Raises NotationError when it means none.
        """
        return self.name_of(self.names.province(text))


def texts(value: Value) -> list[str]:
    """Return a list of texts; raises GameFolderError when the value is none."""
    if not isinstance(value, list):
        raise GameFolderError(f"a list is expected, not {value!r}")
    return [str(item) for item in value]


def compare(expected: object, got: object) -> Iterator[str]:
    """Yield the expected and the actual value where they differ."""
    if expected != got:
        yield f"expected {shown(expected)}, got {shown(got)}"


def shown(thing: object) -> str:
    """Return a value as differences print it."""
    match thing:
        case list() | tuple():
            return "[" + ", ".join(shown(item) for item in thing) + "]"
        case str():
            return thing or '""'
        case _:
            return str(thing)
