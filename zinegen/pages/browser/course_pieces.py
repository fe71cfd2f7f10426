"""Where borders run, told by pieces of where they ran at the start: events cut courses, and seldom bend them.

A piece is a stretch of a border at the start, by its number and the first and last point, counted from 0,
backwards where the first is the greater one (``17:3-25``); or an encoded polyline, which has no digits.
"""

from collections.abc import Iterator, Mapping, Sequence

from zinegen.board.courses import Courses
from zinegen.geometry.line_table import decode_line, encode_line
from zinegen.geometry.mesh import BorderId
from zinegen.geometry.shape import Line, Point
from zinegen.play.records.codec import Json, RecordError

WORTH = 4
"""Fewer points are shorter as a polyline."""

Places = Mapping[Point, Sequence[tuple[BorderId, int]]]
"""For each point of courses the borders that have it, and which of theirs it is."""


def shorten_courses(said: Json, start: Courses) -> Json:
    """Return the courses of a difference in pieces of those at the start."""
    lines = said.get("put") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(lines, dict):
        return said
    places: dict[Point, list[tuple[BorderId, int]]] = {}
    for border, line in start.items():
        for number, point in enumerate(line):
            places.setdefault(point, []).append((border, number))
    put: dict[str, Json] = {
        border: " ".join(_list_pieces(_read_points(str(line)), start, places))
        for border, line in lines.items()
    }
    return {**said, "put": put}


def restore_courses(said: Json, start: Courses) -> Json:
    """Return the courses of a difference in points; the inverse of `shorten_courses`.

    Raises RecordError where a piece is none.
    """
    told = said.get("put") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(told, dict):
        return said
    try:
        put: dict[str, Json] = {
            border: " ".join(
                f"{x},{y}" for piece in str(pieces).split() for x, y in _read_piece(piece, start)
            )
            for border, pieces in told.items()
        }
    except (KeyError, ValueError):
        raise RecordError("where its borders run cannot be read") from None
    return {**said, "put": put}


def _list_pieces(line: Line, start: Courses, places: Places) -> Iterator[str]:
    """Yield the pieces of a course, each as long as can be."""
    here = told = 0
    while here < len(line):
        length, piece = _find_piece(line[here:], start, places)
        if length >= WORTH:
            if told < here:
                yield encode_line(line[told:here])
            yield piece
            told = here + length
        here += length
    if told < here:
        yield encode_line(line[told:])


def _find_piece(line: Line, start: Courses, places: Places) -> tuple[int, str]:
    """Return how many points from the first on are a stretch of a course, and its name; 1 where none is."""
    best, piece = 1, ""
    for border, first in places.get(line[0], ()):
        for way in (1, -1):
            length = _count_common(line, start[border], first, way)
            if length > best:
                best, piece = length, f"{border}:{first}-{first + way * (length - 1)}"
    return best, piece


def _count_common(line: Line, course: Line, first: int, way: int) -> int:
    """Return how many points of a line are, in sequence, those of a course from one of its points on."""
    others = course[first:] if way > 0 else course[first::-1]
    pairs = zip(line, others, strict=False)
    return next(
        (number for number, (one, other) in enumerate(pairs) if one != other),
        min(len(line), len(others)),
    )


def _read_points(text: str) -> Line:
    pairs = (point.split(",") for point in text.split())
    return tuple((int(x), int(y)) for x, y in pairs)


def _read_piece(text: str, start: Courses) -> Line:
    if ":" not in text:
        return decode_line(text)
    border, ends = text.split(":")
    first, last = map(int, ends.split("-"))
    course = start[BorderId(int(border))]
    if max(first, last) >= len(course):
        raise ValueError("no such point")
    return course[first : last + 1] if first <= last else course[last : first + 1][::-1]
