"""Maps are asked for by what they show, drawn in batches, and each lands where it was promised."""

from dataclasses import fields, replace

import pytest

from zinegen import drawing
from zinegen.drawing import NoPngError
from zinegen.drawing.map_changes import list_changes
from zinegen.game import Dislodged, Secrets
from zinegen.pages import Motion, SeasonSheet, render_map
from zinegen.pages.maps import build_cache, map_files
from zinegen.pages.maps.map_files import MapQueue
from zinegen.play import start_board, start_state
from zinegen.variants import VARIANTS

START = start_state(VARIANTS["standard"])


@pytest.mark.parametrize("name", VARIANTS)
def test_no_board_holds_a_set_for_every_run_writes_it_otherwise(name):
    """And a map that is named by it is drawn, and published, again by every build."""
    board = start_board(VARIANTS[name])
    assert "frozenset" not in "".join(repr(getattr(board, one.name)) for one in fields(board))


def test_pictures_of_a_season_are_named_by_what_they_show(quake):
    """Another title, another record: another picture; the same again: the same."""
    one, other = MapQueue(folder="m/", title="One"), MapQueue(folder="m/", title="Other")
    first = one.season(quake, "changes", "alt")
    assert one.season(quake, "before", "alt").svg == first.svg
    assert other.season(quake, "changes", "alt").svg != first.svg
    assert one.motion(quake, "alt").svg != first.svg
    kinds = [type(job) for job in one.jobs.values()]
    assert kinds == [SeasonSheet, Motion]


def name_of(state):
    return MapQueue(folder="m/", title="One").small(state).svg


def test_a_map_is_named_by_what_is_drawn_and_by_nothing_else(quake):
    """What tells two states apart and shows on no map leaves the kept one as good as it was."""
    state = quake.after
    [(face, unit), *_] = state.units.items()
    lost = Dislodged(unit=unit, by=None, retreats=())
    driven_out = replace(state, dislodged={face: lost})
    shown = {
        "board": replace(state, board=replace(state.board, rifts=(("Ank", "Con"),))),
        "phase": replace(state, phase=replace(state.phase, year=1999)),
        "powers": replace(state, powers=state.powers[1:]),
        "units": replace(state, units={}),
        "dislodged": driven_out,
        "owners": replace(state, owners={}),
        "secrets": replace(state, secrets=Secrets(cut=True)),
    }
    names = {name_of(one) for one in (state, *shown.values())}
    assert len(names) == len(shown) + 1
    assert name_of(replace(state, standoffs=(face,), winners=("Turkey",))) == name_of(state)
    told = replace(lost, by=unit, retreats=(unit.at,))
    assert name_of(replace(state, dislodged={face: told})) == name_of(driven_out)


def test_what_is_told_to_one_power_names_no_map(quake):
    [phase, *others] = quake.phases
    told = replace(phase, report=replace(phase.report, notices={"Turkey": ("range Ank Con",)}))
    less = replace(phase, report=replace(phase.report, rulings=phase.report.rulings[1:]))
    maps = MapQueue(folder="m/", title="One")
    names = [
        maps.season(replace(quake, phases=(one, *others)), str(phase.phase), "alt").svg
        for one in (phase, told, less)
    ]
    assert names[0] == names[1] != names[2]


def test_a_neighbourhood_is_a_part_of_the_maps_before_and_after(quake):
    maps = MapQueue(folder="m/", title="One")
    (caption, *_) = list_changes(
        quake.before.board, quake.after.board, [p.report for p in quake.phases]
    )
    before, after = maps.neighbourhood(quake, caption, "Ankara")
    assert before.svg == after.svg == maps.season(quake, "", "alt").svg
    assert before.part.removeprefix("before-") == after.part.removeprefix("changes-")
    text = render_map(maps.jobs[before.svg]).decode()
    for one in (before, after):
        assert f'<view id="{one.part}"' in text


def test_each_picture_of_a_season_is_a_view_of_its_file(quake):
    maps = MapQueue(folder="m/", title="One")
    phases = [str(phase.phase) for phase in quake.phases if map_files.is_drawn(phase)]
    assert phases
    for part in ("before", "changes", *phases):
        picture = maps.season(quake, part, part)
        assert (picture.part, picture.alt) == (part, part)
        assert f'<view id="{part}"' in render_map(maps.jobs[picture.svg]).decode()


def test_a_picture_that_moves_is_one_file_that_runs_no_script(quake):
    """And whoever wishes for less motion sees it stand still."""
    maps = MapQueue(folder="m/", title="One")
    picture = maps.motion(quake, "The borders on their way.")
    text = render_map(maps.jobs[picture.svg]).decode()
    assert "<script" not in text
    assert "prefers-reduced-motion" in text
    assert "@keyframes" in text


def test_where_the_cairo_library_is_not_seen_at_once_drawing_tells(monkeypatch):
    """A quick look spares loading it; what that misses is tried."""
    monkeypatch.setattr(build_cache, "CDLL", _no_library)
    tried = []
    monkeypatch.setattr(drawing, "to_png", lambda scene, width: tried.append((scene, width)))
    assert map_files.has_pixels.__wrapped__()
    assert tried
    monkeypatch.setattr(drawing, "to_png", _no_png)
    assert not map_files.has_pixels.__wrapped__()


def _no_library(name):
    raise OSError(name)


def _no_png(_scene, _width):
    raise NoPngError
