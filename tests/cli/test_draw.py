"""What `draw` puts into the title of a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import PROCEED


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("--before", "Spring 1901: before the moves"),
        ("--orders", "Spring 1901: orders"),
        ("--after", "Spring 1901: after the moves"),
    ],
)
def test_a_picture_is_titled_with_the_phase_that_was_asked_for(
    demo: Path, run, kind: str, said: str
) -> None:
    assert run("draw", "demo", "S1901M", kind, "-o", "map.svg").code == 0
    (title,) = re.findall("<title[^>]*>([^<]*)</title>", (demo / "map.svg").read_text())[:1]
    assert said in title


def test_a_position_as_one_power_knows_it_needs_the_gms_key(
    zine: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("keygen").code == 0
    assert run("new", "ash", "--variant", "post-atomic").code == 0
    settings = zine / "games/ash/game.toml"
    settings.write_text(
        settings.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    )
    (zine / "games/ash/seasons/2020-3-winter-placement/rulings.toml").write_text(PROCEED)
    assert run("close", "ash", "--early", "2020-3-winter-placement").code == 0
    private = ("draw", "ash", "S2021M", "--before", "--seen-by", "germany", "-o")
    assert run(*private, "germany.svg").code == 0
    assert run("draw", "ash", "S2021M", "--before", "-o", "public.svg").code == 0
    seen, public = ((zine / f"{name}.svg").read_text() for name in ("germany", "public"))
    assert 'class="range"' in seen
    assert 'class="range"' not in public
    monkeypatch.setenv("XDG_CONFIG_HOME", str(zine / "elsewhere"))
    refused = run(*private, "stolen.svg")
    assert refused.code == 2
    assert "no secrets that a key of yours opens" in refused.err
    assert not (zine / "stolen.svg").exists()


QUESTION = """
title = "What if?"
variant = "standard"
[[phase]]
name = "S1901M"
orders.France = "A Par - Bur"
[[phase]]
name = "F1901M"
orders.France = "A Bur - Mun"
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("S1901M", "--before"), "Spring 1901: before the moves"),
        (("S1901M",), "Spring 1901: orders"),
        (("--after",), "Autumn 1901: after the moves"),
    ],
)
def test_a_scenario_is_drawn_like_a_game(
    zine: Path, run, words: tuple[str, ...], said: str
) -> None:
    (zine / "question.toml").write_text(QUESTION)
    assert run("draw", "--scenario", "question.toml", *words, "-o", "map.svg").code == 0
    title = re.findall("<title[^>]*>([^<]*)</title>", (zine / "map.svg").read_text())[0]
    assert said in title
    assert "What if?" in title


def test_an_ending_in_capitals_is_the_same_ending(zine: Path, run) -> None:
    (zine / "question.toml").write_text(QUESTION)
    assert run("draw", "--scenario", "question.toml", "-o", "map.SVG").code == 0
    assert (zine / "map.SVG").read_text().startswith("<svg")


def test_geojson_of_a_scenario_takes_no_game(zine: Path, run) -> None:
    (zine / "question.toml").write_text(QUESTION)
    assert run("geojson", "--scenario", "question.toml").code == 0
    ended = run("geojson", "demo", "S1901M", "--scenario", "question.toml")
    assert (ended.code, ended.out) == (2, "")
    assert "name no game" in ended.err


def test_a_phase_that_a_scenario_has_not_is_told_with_those_it_has(zine: Path, run) -> None:
    (zine / "question.toml").write_text(QUESTION)
    ended = run("draw", "--scenario", "question.toml", "W1901A", "-o", "map.svg")
    assert ended.code == 2
    assert "no phase W1901A; it has S1901M, F1901M" in ended.err
    assert not (zine / "map.svg").exists()
    assert run("draw", "-o", "map.svg").code == 2
    assert run("draw", "--scenario", "question.toml", "x", "S1901M", "-o", "map.svg").code == 2
