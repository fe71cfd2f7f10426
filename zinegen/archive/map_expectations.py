"""What a scenario expects of the map after a phase: neighbours, coasts, ground, rifts, waterways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zinegen.archive.outcomes import Outcome, Value, shown, texts, unlike
from zinegen.board.board import Board, Canal, pair
from zinegen.board.coasts import coasts
from zinegen.errors import GameFolderError
from zinegen.planar.mesh import Face


def unlike_neighbours(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield what differs in what one meets walking round a province."""
    wanted = [
        [outcome.names.province(word) for word in ring.split()]
        for ring in str(value).split("|")
        if ring.split()
    ]
    got = [list(ring) for ring in outcome.board.mesh.neighbours(outcome.names.province(name))]
    if sorted(map(_turned, wanted)) != sorted(map(_turned, got)):
        yield f"expected {shown(value)}, got {' | '.join(' '.join(ring) for ring in got)}"


def _turned(ring: list[Face]) -> list[Face]:
    """Return a cyclic list turned so that equal rings are equal lists."""
    return min(ring[at:] + ring[:at] for at in range(len(ring)))


def unlike_adjacent(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield what differs in which provinces touch one."""
    got = sorted(outcome.board.mesh.adjacent(outcome.names.province(name)))
    yield from unlike(sorted(outcome.names.province(text) for text in texts(value)), got)


def unlike_coasts(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield what differs in the coasts of a province."""
    if not isinstance(value, list):
        message = f"coasts.{name} is a list of lists of waters"
        raise GameFolderError(message)
    wanted = sorted(
        sorted(outcome.names.province(water) for water in texts(coast)) for coast in value
    )
    got = sorted(
        sorted(coast.waters) for coast in coasts(outcome.board, outcome.names.province(name))
    )
    yield from unlike(wanted, got)


def unlike_terrain(outcome: Outcome, name: str, value: Value) -> Iterator[str]:
    """Yield what differs in the ground of a province."""
    yield from unlike(str(value), str(outcome.board[outcome.names.province(name)].terrain))


def unlike_iced(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield what differs in what lies under ice."""
    got = sorted(key for key, province in outcome.board.provinces.items() if province.iced)
    yield from unlike(sorted(outcome.names.province(text) for text in texts(value)), got)


def _pairs(outcome: Outcome, both: Iterable[str]) -> list[tuple[Face, Face]]:
    return sorted(
        pair(outcome.names.province(one), outcome.names.province(other))
        for one, _, other in (text.partition("/") for text in both)
    )


def unlike_rifts(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield what differs in the rifts."""
    yield from unlike(_pairs(outcome, texts(value)), sorted(outcome.board.rifts))


def unlike_ranges(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield what differs in the mountain ranges in place."""
    got = sorted(both for both, times in outcome.board.ranges.items() for _ in range(times))
    yield from unlike(_pairs(outcome, texts(value)), got)


def unlike_waterways(outcome: Outcome, value: Value) -> Iterator[str]:
    """Yield what differs in the straits and canals."""
    board = outcome.board
    got = [f"strait {'/'.join(sorted(board.mesh.sides(border)))}" for border in board.straits]
    got += [_canal(board, canal) for canal in board.canals]
    got += [
        f"canal {join.province}: {' '.join(sorted(water for group in join.groups for water in group))}"
        for join in board.joins
        if not join.natural
    ]
    wanted = [_waterway(outcome, text) for text in texts(value)]
    yield from unlike(sorted(wanted), sorted(got))


def _canal(board: Board, canal: Canal) -> str:
    waters = sorted(
        board.mesh.across(board.mesh.dart_in(end, canal.province)) for end in canal.terminals
    )
    return f"canal {canal.province}: {' '.join(waters)}"


def _waterway(outcome: Outcome, text: str) -> str:
    kind, _, rest = text.strip().partition(" ")
    if kind == "strait":
        return (
            f"strait {'/'.join(sorted(outcome.names.province(name) for name in rest.split('/')))}"
        )
    province, _, waters = rest.partition(":")
    ends = sorted(map(outcome.names.province, waters.split()))
    return f"canal {outcome.names.province(province)}: {' '.join(ends)}"
