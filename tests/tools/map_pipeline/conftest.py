"""The packaged map, read once."""

import pytest

from tools.map_pipeline.europe import EUROPE, net_of
from tools.map_pipeline.partition import Net
from zinegen.play import read_map
from zinegen.play.maps.map_file import BaseMap


@pytest.fixture(scope="session")
def packaged() -> BaseMap:
    """Give the packaged map. Do not change it."""
    return read_map(EUROPE.read_text())


@pytest.fixture(scope="session")
def net(packaged: BaseMap) -> Net:
    """Give the packaged map's lines and cells."""
    return net_of(packaged)
