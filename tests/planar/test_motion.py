"""The pictures between before and after."""

import pytest

from tests.planar.quakes import happen
from zinegen.errors import MapError
from zinegen.planar.agreement import check
from zinegen.planar.motion import frames
from zinegen.planar.settling import settle


@pytest.mark.parametrize("pair", [("Mun", "Tyr"), ("MAO", "NAO"), ("Por", "Spa")])
def test_every_picture_on_the_way_is_a_valid_map(base_map, pair):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between(*pair)[0],))
    after = settle(shape, surgery)
    pictures = frames(shape, after, surgery, 5)
    assert [len(check(*picture)) for picture in pictures] == [0] * 5
    assert pictures[0][1].lines == shape.lines
    assert pictures[-1] == (surgery.mesh, after)


def test_a_map_to_which_nothing_happened_does_not_move(base_map):
    mesh, shape = base_map
    surgery = happen(mesh, (mesh.between("Mun", "Tyr")[0],))
    with pytest.raises(MapError, match="just been drawn"):
        frames(shape, shape, surgery, 5)
