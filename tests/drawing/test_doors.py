"""What the package offers, and when it loads what that takes."""

import subprocess
import sys

HEAVY = {"numpy", "shapely", "networkx", "PIL", "cairosvg"}


def loaded(code):
    """Return which of the large packages a fresh process has loaded after some code."""
    told = f"{code}\nimport sys\nprint(*sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_what_draws_nothing_loads_no_geometry():
    doors = ("cli", "cli.site", "cli.check", "plugin", "pages.site.publisher")
    assert loaded(f"import {', '.join(f'zinegen.{door}' for door in doors)}") == []


def test_drawing_loads_what_it_takes_when_it_is_asked_for():
    assert loaded("from zinegen.drawing import draw_before") == ["numpy", "shapely"]
