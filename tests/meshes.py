"""Small meshes that are written by hand."""

from collections.abc import Mapping

from zinegen.geometry import Dart, Mesh, ProvinceKey, require_valid, twin


def mesh_from_lists(lists: Mapping[str, tuple[tuple[str, ...], ...]]) -> Mesh:
    """Return the mesh of clockwise neighbour lists, in which no two provinces share two borders.

    ``lists`` maps a province to its rings.
    Raises MapError when the lists contradict each other.
    """
    darts: dict[tuple[str, str], Dart] = {}
    for face, rings in lists.items():
        for other in (name for ring in rings for name in ring):
            if (face, other) not in darts:
                number = Dart(len(darts))
                darts[face, other] = number
                darts[other, face] = twin(number)
    following: dict[Dart, Dart] = {}
    for face, rings in lists.items():
        for ring in rings:
            for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
                following[darts[face, here]] = darts[face, there]
    faces = {dart: ProvinceKey(face) for (face, _), dart in darts.items()}
    return require_valid(Mesh(next=following, face=faces, fresh=len(darts) // 2))
