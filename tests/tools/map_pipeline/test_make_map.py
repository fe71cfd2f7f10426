"""Making the map again gives the map that is packaged."""

import pytest
from click.testing import CliRunner

from tools.map_pipeline.__main__ import main
from tools.map_pipeline.europe import EUROPE


@pytest.mark.slow
def test_make_gives_the_bytes_of_the_packaged_map(tmp_path):
    file = tmp_path / "europe.json"
    told = CliRunner().invoke(main, ["make", str(file)])
    assert told.exit_code == 0, told.output
    assert file.read_bytes() == EUROPE.read_bytes(), "see GEOS in tools/map_pipeline/README.md"
