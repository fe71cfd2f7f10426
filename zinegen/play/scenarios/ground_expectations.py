"""A scenario's expectations of the map: neighbours, coasts, terrain, waterways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zinegen.board.board import Board, Canal, Terrain, pair
from zinegen.board.coasts import coasts, label
from zinegen.errors import GameFolderError, NotationError, reading_key
from zinegen.geometry.mesh import ProvinceKey
from zinegen.play.scenarios.outcomes import PlayedOutcome, Value, compare, show, texts_of

GROUND = (Terrain.WATER, Terrain.LAND, Terrain.MOUNTAIN)
"""The terrain that may be expected of a province."""


def compare_neighbours(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the neighbours of a province in clockwise order."""
    wanted = [[outcome.name_meant_by(word) for word in ring] for ring in _rings(value)]
    rings = outcome.board.mesh.neighbours(outcome.names.province(name))
    got = [[outcome.name_of(face) for face in ring] for ring in rings]
    if sorted(map(_rotate_to_least, wanted)) != sorted(map(_rotate_to_least, got)):
        yield f"expected {show(value)}, got {' | '.join(' '.join(ring) for ring in got)}"


def _rings(value: Value) -> list[list[str]]:
    """Return the names of each boundary: with blanks or commas between them, or as a list."""
    if isinstance(value, list):
        whole = all(isinstance(ring, list) for ring in value)
        return [texts_of(ring) for ring in (value if whole else [value])]
    return [
        [name.strip() for name in ring.split("," if "," in ring else None)]
        for ring in str(value).split("|")
        if ring.strip()
    ]


def _rotate_to_least(ring: list[str]) -> list[str]:
    """Return a cyclic list turned so that equal rings are equal lists."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def compare_adjacent(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces that touch one."""
    got = sorted(map(outcome.name_of, outcome.board.mesh.adjacent(outcome.names.province(name))))
    yield from compare(outcome.names_meant_by(value), got)


def compare_coasts(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the coasts of a province, with their names where these are expected."""
    here = coasts(outcome.board, outcome.names.province(name))
    got = [sorted(map(outcome.name_of, coast.waters)) for coast in here]
    match value:
        case list():
            wanted = [outcome.names_meant_by(coast) for coast in value]
        case dict():
            called = [(label(outcome.board, coast) or "").casefold() for coast in here]
            got = [[name, *waters] for name, waters in zip(called, got, strict=True)]
            wanted = [
                [name.casefold(), *outcome.names_meant_by(coast)] for name, coast in value.items()
            ]
        case _:
            raise GameFolderError(f"coasts.{name} is a list of lists of waters, or these by name")
    yield from compare(sorted(wanted), sorted(got))


def compare_terrain(outcome: PlayedOutcome, name: str, value: Value) -> Iterator[str]:
    """Yield the differences in the terrain of a province."""
    got = str(outcome.board[outcome.names.province(name)].terrain)
    wanted = str(value).strip().lower()
    if wanted not in GROUND:
        raise GameFolderError(f"{value!r} is no terrain; it is {', '.join(GROUND)}")
    yield from compare(wanted, got)


def compare_iced(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the provinces under ice."""
    got = sorted(
        province.abbreviation for province in outcome.board.provinces.values() if province.iced
    )
    yield from compare(outcome.names_meant_by(value), got)


def _pairs(outcome: PlayedOutcome, both: Iterable[str]) -> list[str]:
    found = []
    for number, text in enumerate(both):
        with reading_key(number):
            one, slash, other = text.partition("/")
            if not slash:
                raise NotationError(f"{text!r} is no border; it is written like Mun/Bur")
            found.append(_pair(outcome, outcome.names.province(one), outcome.names.province(other)))
    return sorted(found)


def _pair(outcome: PlayedOutcome, one: ProvinceKey, other: ProvinceKey) -> str:
    return "/".join(map(outcome.name_of, pair(one, other)))


def compare_rifts(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the rifts."""
    got = sorted(_pair(outcome, *both) for both in outcome.board.rifts)
    yield from compare(_pairs(outcome, texts_of(value)), got)


def compare_ranges(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the mountain ranges in place."""
    got = sorted(
        _pair(outcome, *both) for both, times in outcome.board.ranges.items() for _ in range(times)
    )
    yield from compare(_pairs(outcome, texts_of(value)), got)


def compare_waterways(outcome: PlayedOutcome, value: Value) -> Iterator[str]:
    """Yield the differences in the straits and canals."""
    board = outcome.board
    got = [_strait(outcome, board.mesh.sides(border)) for border in board.straits]
    got += [_canal(outcome, canal.province, _ends(board, canal)) for canal in board.canals]
    got += [
        _canal(outcome, join.province, (water for group in join.groups for water in group))
        for join in board.joins
        if not join.natural
    ]
    wanted = []
    for number, text in enumerate(texts_of(value)):
        with reading_key(number):
            wanted.append(_waterway(outcome, text))
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


def _ends(board: Board, canal: Canal) -> Iterator[ProvinceKey]:
    for end in canal.terminals:
        yield board.mesh.across(board.mesh.dart_in(end, canal.province))


def _strait(outcome: PlayedOutcome, sides: Iterable[ProvinceKey]) -> str:
    return f"strait {'/'.join(sorted(map(outcome.name_of, sides)))}"


def _canal(outcome: PlayedOutcome, province: ProvinceKey, waters: Iterable[ProvinceKey]) -> str:
    ends = " ".join(sorted(map(outcome.name_of, waters)))
    return f"canal {outcome.name_of(province)}: {ends}"


def _waterway(outcome: PlayedOutcome, text: str) -> str:
    kind, _, rest = text.strip().partition(" ")
    find = outcome.names.province
    province, colon, waters = rest.partition(":")
    match kind.lower():
        case "strait" if rest.count("/") == 1:
            return _strait(outcome, map(find, rest.split("/")))
        case "canal" if colon:
            return _canal(outcome, find(province), map(find, waters.replace(",", " ").split()))
        case _:
            raise NotationError(
                f"{text!r} is no waterway; they are written like strait Den/Swe, canal Kie: BAL HEL"
            )
