"""The libraries that pages load: as they came, with their licences."""

import hashlib
import json
from pathlib import Path

import pytest

VENDOR = Path(__file__).parents[1] / "site_src" / "assets" / "vendor"
LIBRARIES = json.loads((VENDOR / "vendor.json").read_text())


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda one: one["file"])
def test_a_library_is_the_one_whose_digest_is_written_down(library: dict[str, str]) -> None:
    """Below the line that keeps it from being checked."""
    mark, _, content = (VENDOR / library["file"]).read_bytes().partition(b"\n")
    assert mark == b"// @ts-nocheck"
    assert hashlib.sha256(content).hexdigest() == library["sha256"]
    assert (VENDOR / f"{library['file'].removesuffix('.js')}.LICENSE.txt").is_file()


def test_every_script_there_is_in_the_list() -> None:
    assert {path.name for path in VENDOR.glob("*.js")} == {one["file"] for one in LIBRARIES}
