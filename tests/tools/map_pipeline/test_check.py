"""The proof of the map finds what is wrong: every test breaks one thing."""

import copy

import pytest
import shapely

from tools.map_pipeline.check import collisions, failures, partition_failures, point_failures
from tools.map_pipeline.europe import ring_polygon
from tools.map_pipeline.partition import Net, NetLine, Partition


@pytest.fixture
def broken(packaged):
    """Give a copy of the map to break."""
    return copy.deepcopy(packaged)


def test_a_lost_border_is_named(broken):
    broken["cells"]["Por"] = "Spa"
    found = failures(broken)
    assert "Por has no cell on the standard board" in found
    assert "the army relation Por|Spa is missing" in found
    assert "the fleet relation MAO|Por is missing" in found


def test_a_border_too_many_is_named(broken):
    broken["cells"]["NAO/Ire"] = "Wal"
    assert "the border NAO|Wal is not on the standard board" in failures(broken)


def test_a_strait_that_is_forgotten_parts_coasts(broken):
    broken["straits"] = []
    found = failures(broken)
    assert any("fleet relation" in text and "Den/NC" in text for text in found)


def test_a_unit_near_the_rim_is_named(broken):
    outline = ring_polygon(broken, broken["faces"]["Por"])
    near = outline.buffer(-5).exterior.interpolate(0)
    broken["faces"]["Por"]["unit"] = [near.x, near.y]
    assert list(point_failures(broken)) == ["the unit of Por is 5.0 inside the outline, not 14.5"]


def test_a_centre_mark_outside_is_named(broken):
    broken["faces"]["Mun"]["scp"] = broken["faces"]["Ber"]["unit"]
    assert list(point_failures(broken)) == [
        "the centre mark of Mun is 0.0 inside the outline, not 4.5"
    ]


def test_a_name_over_a_unit_is_named(broken):
    label = broken["faces"]["Gal"]["label"]
    label["y"] += 20
    assert list(collisions(broken)) == ["the name of Gal and the unit of Gal lie over each other"]


def test_a_line_that_crosses_another_is_named(net):
    """Pull the middle of a border far across the board."""
    points, left, right = max(net.lines, key=lambda line: len(line.points) * ("Out" not in line))
    pulled = NetLine([points[0], (15000, 6000), points[-1]], left, right)
    lines = [pulled if (line.left, line.right) == (left, right) else line for line in net.lines]
    board = Partition(Net(lines=lines, cells=net.cells, overlays=net.overlays))
    assert any("do not fit" in text for text in partition_failures("it", board))


def test_units_have_room(packaged):
    """Measured here anew: 14.5 inside the outline, 10 on islands that overlays make."""
    for group, least in (("faces", 14.5), ("overlay_faces", 10)):
        for key, face in packaged[group].items():
            unit = shapely.Point(face["unit"])
            outline = ring_polygon(packaged, face)
            if face["terrain"] != "impassable":
                assert outline.contains(unit), key
                assert outline.exterior.distance(unit) >= least, key


def test_every_ring_of_the_broken_map_is_compared(broken):
    broken["faces"]["Boh"]["rings"] = broken["faces"]["Vie"]["rings"]
    assert failures(broken) == ["the rings of Boh do not give its outline"]


def test_an_open_net_is_an_error(broken):
    broken["arcs"] = [a for a in broken["arcs"] if {a["l"], a["r"]} != {"Por", "Spa"}]
    assert failures(broken) == ["the provinces beside a border change at (1187, 11101)"]
