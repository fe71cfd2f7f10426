"""What `draw` puts into the title of a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("--before", "Spring 1901: before the moves"),
        ("--orders", "Spring 1901: orders"),
        ("--after", "Spring 1901: after the moves"),
    ],
)
def test_a_picture_is_titled_with_the_phase_that_was_asked_for(
    zine: Path, run, kind: str, said: str
) -> None:
    run("new", "demo")
    settings = zine / "games/demo/game.toml"
    settings.write_text(
        settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    )
    assert run("close", "demo", "--early").code == 0
    assert run("draw", "demo", "S1901M", kind, "-o", "map.svg").code == 0
    (title,) = re.findall("<title[^>]*>([^<]*)</title>", (zine / "map.svg").read_text())[:1]
    assert said in title
