"""Making the map again gives the map that is packaged."""

import pytest
from click.testing import CliRunner

from zinegen.maps import europe_text
from zinegen.maps.__main__ import main


@pytest.mark.slow
def test_make_gives_the_bytes_of_the_packaged_map(tmp_path):
    file = tmp_path / "europe.json"
    told = CliRunner().invoke(main, ["make", str(file)])
    assert told.exit_code == 0, told.output
    assert file.read_bytes() == europe_text().encode(), "see GEOS in zinegen/maps/README.md"
