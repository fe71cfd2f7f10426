"""The packaged map, read once."""

import pytest

from zinegen.maps import europe_text
from zinegen.maps.europe import MapData, net_of, read_map
from zinegen.maps.partition import Net


@pytest.fixture(scope="session")
def packaged() -> MapData:
    """Give the packaged map. Do not change it."""
    return read_map(europe_text())


@pytest.fixture(scope="session")
def net(packaged: MapData) -> Net:
    """Give the packaged map's lines and cells."""
    return net_of(packaged)
