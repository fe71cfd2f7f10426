"""Coasts: runs of shore round a province, joined where a waterway joins them; always derived.

Source: docs/rules/common.md, "4.1 Coast", "4.2 Labels", "4.3 Inheritance when the map changes",
"4.4 Waterways".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zinegen.board.board import Board, NamedStrait, cache_on_board
from zinegen.board.courses import weigh
from zinegen.geometry.mesh import BorderId, Dart, ProvinceKey, border_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Coast:
    """One coast of a province: the borders with water along which a fleet on it lies."""

    province: ProvinceKey
    borders: tuple[BorderId, ...]
    """Numbers of its borders, lowest first: what a coast *is*, whatever it is called."""
    waters: tuple[ProvinceKey, ...]
    """The waters on it, alphabetical by key."""


@cache_on_board
def coasts(board: Board, face: ProvinceKey) -> tuple[Coast, ...]:
    """Return the coasts of a province, each from its oldest border; none for water or inland."""
    if not board.is_ground(face):
        return ()
    groups = [set(run) for run in runs(board, face)]
    if not groups and board.crossings:
        groups = [river] if (river := _find_river(board, face)) else []
    for linked in _links(board, face, groups):
        _unite(groups, linked)
    found = []
    for darts in groups:
        borders = tuple(sorted({border_of(dart) for dart in darts}))
        across = {board.mesh.across(dart) for dart in darts}
        waters = tuple(sorted(water for water in across if board.is_water(water)))
        found.append(Coast(province=face, borders=borders, waters=waters))
    return tuple(sorted(found, key=lambda coast: coast.borders))


def runs(board: Board, face: ProvinceKey) -> tuple[tuple[Dart, ...], ...]:
    """Return the maximal runs of consecutive borders with water, in clockwise order each."""
    found = []
    for ring in board.mesh.rings[face]:
        wet = [_is_sea(board, board.mesh.across(dart)) for dart in ring]
        if all(wet):
            found.append(ring)
            continue
        first_dry = wet.index(False)
        run: list[Dart] = []
        for step in range(1, len(ring) + 1):
            at = (first_dry + step) % len(ring)
            if wet[at]:
                run.append(ring[at])
            elif run:
                found.append(tuple(run))
                run = []
    return tuple(found)


def _is_sea(board: Board, face: ProvinceKey) -> bool:
    """Tell whether fleets sail on what lies beyond a border: a closed water makes no coast."""
    return board.is_water(face) and board.provinces[face].passable


def _find_river(board: Board, face: ProvinceKey) -> set[Dart]:
    """Return the borders along which fleets come to a province without a sea, over crossings."""
    ends = (one.ends for one in board.crossings if one.fleets and face in one.ends)
    beyond = {other for both in ends for other in both} - {face}
    return {
        dart
        for ring in board.mesh.rings[face]
        for dart in ring
        if board.mesh.across(dart) in beyond
    }


def _links(board: Board, face: ProvinceKey, groups: list[set[Dart]]) -> Iterable[set[Dart]]:
    """Yield sets of darts whose runs a waterway makes one."""
    shore = set().union(*groups) if groups else set()
    for join in board.joins:
        if join.province == face and is_clear(board, join):
            yield _darts_joined_by_name(board, join, shore)
    for border in board.straits:
        if border in board.mesh and face in board.mesh.sides(border):
            seam = board.mesh.dart_in(border, face)
            yield {board.mesh.prev[seam], board.mesh.next[seam]} & shore
    for canal in board.canals:
        if canal.province == face:
            yield {dart for dart in shore if border_of(dart) in canal.terminals}


def is_clear(board: Board, join: NamedStrait) -> bool:
    """Tell whether nothing shuts a waterway: closed itself, under ice, or hanging on one that is shut."""
    if not join.open or (join.freezes and board[join.province].iced):
        return False
    return join.via is None or _is_waterway_open(board, join.via)


def _darts_joined_by_name(board: Board, join: NamedStrait, shore: set[Dart]) -> set[Dart]:
    met = [{dart for dart in shore if board.mesh.across(dart) in group} for group in join.groups]
    return set().union(*met) if all(met) else set()


def _is_waterway_open(board: Board, via: ProvinceKey) -> bool:
    """Tell whether another province's waterway is there: open, natural, and not under water or ice."""
    province = board[via]
    return (
        board.is_ground(via)
        and not province.iced
        and any(join.province == via and join.open and join.natural for join in board.joins)
    )


def _unite(groups: list[set[Dart]], linked: set[Dart]) -> None:
    touched = [group for group in groups if group & linked]
    if len(touched) > 1:
        for group in touched[1:]:
            touched[0] |= group
            groups.remove(group)


def coast_with(board: Board, face: ProvinceKey, borders: Iterable[BorderId]) -> tuple[Coast, ...]:
    """Return the coasts of a province that hold at least one of these borders."""
    wanted = set(borders)
    return tuple(coast for coast in coasts(board, face) if wanted.intersection(coast.borders))


def label(board: Board, coast: Coast) -> str | None:
    """Return what a coast is called on this board, or None where its province has only this one.

    The printed label as long as exactly one coast keeps part of its shore; else a water that lies on
    no other coast of the province; else, where two coasts have the same waters, the compass direction in
    which it lies; else all its waters in braces.
    """
    others = [other for other in coasts(board, coast.province) if other != coast]
    if not others:
        return None
    labels = _find_labelled(board, coast.province)
    if coast in labels.values():
        return next(word for word, bearer in labels.items() if bearer == coast)
    own = _list_own_waters(board, coast)
    if own:
        return board[own[0]].abbreviation
    return "{" + ",".join(board[water].abbreviation for water in coast.waters) + "}"


@cache_on_board
def _find_labelled(board: Board, face: ProvinceKey) -> Mapping[str, Coast]:
    """Return the coasts of a province that are called by a printed label or a direction, by that word.

    A direction names a coast that its waters do not tell from another: the first in which it lies
    farthest of all, else of those with the same waters, else the first that is left.
    """
    here = coasts(board, face)
    found = {find_printed_label(board, coast): coast for coast in here}
    labels = {word: coast for word, coast in found.items() if word is not None}
    unclear = [
        coast
        for coast in here
        if coast not in labels.values()
        and not _list_own_waters(board, coast)
        and len(_list_twins(board, coast)) > 1
    ]
    rivals: tuple[Callable[[Coast], Sequence[Coast]], ...] = (
        lambda _: here,
        lambda coast: _list_twins(board, coast),
        lambda coast: (coast,),
    )
    for among in rivals:
        for coast in [one for one in unclear if one not in labels.values()]:
            for word in [one for one in DIRECTIONS if one not in labels]:
                if farthest(board, among(coast), word) == coast:
                    labels[word] = coast
                    break
    return labels


def _list_own_waters(board: Board, coast: Coast) -> list[ProvinceKey]:
    """Return the waters of a coast that lie on no other coast of its province."""
    others = [other for other in coasts(board, coast.province) if other != coast]
    return [water for water in coast.waters if all(water not in one.waters for one in others)]


def _list_twins(board: Board, coast: Coast) -> list[Coast]:
    """Return the coasts of a province that have the same waters as one, with itself."""
    return [one for one in coasts(board, coast.province) if one.waters == coast.waters]


def find_printed_label(board: Board, coast: Coast) -> str | None:
    """Return the label that the start map prints for this coast, if it still points at one coast."""
    for printed in board.printed:
        if printed.province == coast.province:
            heirs = coast_with(board, coast.province, printed.borders)
            if heirs == (coast,):
                return printed.label
    return None


@cache_on_board
def find(board: Board, face: ProvinceKey, reference: str) -> tuple[Coast, ...]:
    """Return the coasts that a written reference may mean: one when it is clear.

    ``reference`` is a label (``nc``), a water (``GOL``) or waters in braces (``{GOL,WES}``). A label
    that no coast bears means the coast farthest in that direction (docs/rules/common.md, "4.2 Labels").
    """
    here = coasts(board, face)
    word = reference.strip().lower()
    labelled = _find_labelled(board, face)
    if word in labelled:
        return (labelled[word],)
    waters = {name.strip() for name in word.strip("{}").split(",")}
    if word.startswith("{"):
        return tuple(c for c in here if {water.lower() for water in c.waters} == waters)
    on = tuple(c for c in here if word in {water.lower() for water in c.waters})
    if on or not here:
        return on
    return (farthest(board, here, word),) if is_direction(word) else ()


DIRECTIONS = {
    "nc": (0, -1),
    "ec": (1, 0),
    "sc": (0, 1),
    "wc": (-1, 0),
    "nec": (1, -1),
    "sec": (1, 1),
    "swc": (-1, 1),
    "nwc": (-1, -1),
}
"""The eight labels and where they point; y runs down. Lengths do not matter: each is compared with itself."""


def is_direction(word: str) -> bool:
    """Tell whether a word is one of the eight coast labels."""
    return word in DIRECTIONS


def farthest(board: Board, among: Sequence[Coast], word: str) -> Coast:
    """Return the coast whose middle lies farthest in a direction; the first by borders in a tie."""
    east, south = DIRECTIONS[word]

    def reach(coast: Coast) -> Fraction:
        x, y, weight = weigh(board.courses.get(border, ()) for border in coast.borders)
        return Fraction(x * east + y * south, weight or 1)

    return max(among, key=reach)
