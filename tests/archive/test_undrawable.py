"""Events that the drawing cannot follow: judging goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely import GEOSException

from tests.archive.folders import closed, opened, rule, season_of
from tests.archive.test_designations import DICE, quake
from zinegen.archive import verify_game
from zinegen.errors import MapError
from zinegen.geometry import Shape, draw_surgery
from zinegen.geometry.redraw import update_geometry
from zinegen.redrawing import draw_board


@pytest.mark.parametrize(
    "error",
    [MapError("there is no way to draw it"), GEOSException("TopologyException")],
    ids=["map", "geos"],
)
def test_a_season_is_judged_and_recorded_whatever_becomes_of_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(update_geometry, "draw_surgery", fail)
    folder = quake(tmp_path, designation_hours=0)
    (record,) = closed(folder, dice=DICE).records
    assert record.after.board.mesh != record.before.board.mesh
    with pytest.raises(MapError, match="cannot follow that Munich and Burgundy separate"):
        draw_board(record.after.board)
    assert verify_game(folder).is_sound
    rule(folder, 1, do="proceed")
    season = opened(folder).seasons[1]
    text = f'game = "quake"\nseason = "{season.slug}"\npower = "italy"\n'
    (season.folder / "orders/italy.toml").write_text(f"{text}orders = 'F Tun H'\n")
    assert closed(folder, dice=DICE).waiting is None
    assert verify_game(folder).is_sound


def test_a_fault_of_the_program_is_no_map_that_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError("x")

    monkeypatch.setattr(update_geometry, "draw_surgery", fail)
    with pytest.raises(ZeroDivisionError):
        closed(quake(tmp_path, designation_hours=0), dice=DICE)


def test_how_a_version_draws_its_lines_is_nothing_that_is_verified_but_that_they_show_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = quake(tmp_path, designation_hours=0)
    monkeypatch.setattr(update_geometry, "EFFORTS", update_geometry.EFFORTS[1:])
    (record,) = closed(folder, dice=DICE).records
    monkeypatch.undo()
    shapes = []

    def draw(*event: object) -> Shape:
        shapes.append(draw_surgery(*event))
        return shapes[-1]

    monkeypatch.setattr(update_geometry, "draw_surgery", draw)
    assert verify_game(folder).differences == ()
    assert shapes[-1].lines != record.after.board.current_shape.lines
    monkeypatch.setattr(
        "zinegen.geometry.draft.check", lambda *_: ["border 7 (Mun|Tyr) leaves the board"]
    )
    (found,) = verify_game(folder).differences
    assert "the drawing does not show the map: border 7 (Mun|Tyr) leaves the board" in found.text


def test_every_event_of_a_season_is_drawn_once_whatever_it_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """For a throw, which is written down first, and for a ruling."""
    folder = quake(tmp_path, designation_hours=0)
    italy = season_of(folder).folder / "orders" / "italy.toml"
    italy.write_text(italy.read_text().replace("Bur", "Brr"))
    drawn = []

    def draw(*event: object) -> Shape:
        drawn.append(event)
        return draw_surgery(*event)

    monkeypatch.setattr(update_geometry, "draw_surgery", draw)
    waiting = closed(folder, dice=DICE).waiting
    assert waiting is not None
    assert not drawn
    rule(folder, about="italy", do="read-as", line="Mun & Brr separate", as_="Mun & Bur separate")
    (record,) = closed(folder, dice=DICE).records
    assert record.phases[0].draws
    assert len(drawn) == 2
