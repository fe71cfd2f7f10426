"""A net that has been slit shows the mesh after the event, before it has found any room."""

import math

import numpy as np
import pytest
from shapely.geometry import LineString

from tests.geometry.quakes import happen, legal_events
from zinegen.geometry.draft import draft_of
from zinegen.geometry.mesh import Dart
from zinegen.geometry.net.slits import open_border, open_link, part_banks
from zinegen.geometry.net.triangles import determinants, edges_of, triangulate
from zinegen.geometry.redraw.attempts import list_affected_faces
from zinegen.geometry.redraw.update_geometry import draw_surgery
from zinegen.geometry.strips import densify
from zinegen.geometry.surgery import separate


def slit(shape, surgery):
    """Return the net after an event, and where it was opened."""
    draft = draft_of(surgery.before, shape)
    near = set(list_affected_faces(surgery))
    if surgery.cut is None:
        net = triangulate(draft, near)
        return net, open_link(net, surgery, surgery.across, surgery.joined), draft
    draft = draft.replace_lines({surgery.cut: densify(draft.lines[surgery.cut])})
    net = triangulate(draft, near)
    return net, open_border(net, surgery, surgery.cut), draft


def assert_true_net(net, surgery):
    """Fail unless the chains are the borders of the mesh, joined as its darts are."""
    mesh = surgery.mesh
    assert set(net.chains) <= set(mesh.borders)
    for border in net.chains:
        for dart in (Dart(2 * border), Dart(2 * border + 1)):
            if mesh.next[dart] // 2 in net.chains:
                assert net.chain(dart)[-1] == net.chain(mesh.next[dart])[0]


@pytest.mark.parametrize(
    "pair", [("Mun", "Tyr"), ("Por", "Spa"), ("Arm", "Out"), ("MAO", "NAO"), ("Sev", "Out")]
)
def test_a_separation_doubles_the_points_of_a_border(base_map, pair):
    mesh, shape = base_map
    surgery = separate(mesh, mesh.between(*pair)[0])
    net, found, draft = slit(shape, surgery)
    assert_true_net(net, surgery)
    assert len(found.left) == len(found.right) >= 3
    at = part_banks(net, [found], draft.size)
    assert determinants(edges_of(at, np.array(net.triangles))).min() > 0


def test_a_release_lays_a_path_clear_of_all_borders(base_map):
    mesh, shape = base_map
    island = separate(mesh, mesh.between("Por", "Spa")[0])
    shape = draw_surgery(shape, island)
    _, releases = legal_events(island.mesh)
    for event in releases:
        link = happen(island.mesh, event)
        net, found, draft = slit(shape, link)
        assert_true_net(net, link)
        at = part_banks(net, [found], draft.size)
        assert determinants(edges_of(at, np.array(net.triangles))).min() > 0
        path = LineString([net.points[point] for point in found.right[1:-1]])
        (others,) = (draft.ground("MAO").boundary,)
        assert path.distance(others) > 0


def test_an_unslit_net_fills_its_provinces(base_map):
    mesh, shape = base_map
    draft = draft_of(mesh, shape)
    net = triangulate(draft, ["Mun", "Tyr", "Boh"])
    area = determinants(edges_of(net.array(), np.array(net.triangles))).sum() / 2
    assert math.isclose(area, sum(draft.ground(face).area for face in ("Mun", "Tyr", "Boh")))
    rim = {
        p
        for b, chain in net.chains.items()
        for p in chain
        if len({"Mun", "Tyr", "Boh"} & {*mesh.sides(b)}) == 1
    }
    assert net.fixed == rim
