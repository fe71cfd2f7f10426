"""The packaged map, read once."""

import pytest

from tools.map_pipeline.europe import EUROPE, MapData, net_of, read_map
from tools.map_pipeline.partition import Net


@pytest.fixture(scope="session")
def packaged() -> MapData:
    """Give the packaged map. Do not change it."""
    return read_map(EUROPE.read_text())


@pytest.fixture(scope="session")
def net(packaged: MapData) -> Net:
    """Give the packaged map's lines and cells."""
    return net_of(packaged)
