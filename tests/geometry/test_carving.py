"""What a strip leaves of a province."""

from shapely.geometry import GeometryCollection, LineString, box

from zinegen.geometry.draft import draft_of
from zinegen.geometry.mesh import Face
from zinegen.geometry.redraw.carving import remaining_rings


def test_bare_lines_that_a_strip_leaves_are_no_ground(quarters, monkeypatch):
    ground = GeometryCollection([box(0, 0, 10, 10), LineString([(10, 5), (30, 5)])])
    monkeypatch.setattr("zinegen.geometry.draft.Draft.ground", lambda *_: ground)
    rings = remaining_rings(draft_of(*quarters), Face("B"), box(4, 0, 7, 10))
    assert [len(piece) for piece in rings] == [1, 1]
    assert [piece[0][:, 0].max() for piece in rings] == [4, 10]
