"""Maps are drawn in batches while others are asked for, and each lands where it was promised."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from zinegen.pages import BuildCache, Motion, SeasonSheet
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.maps.map_jobs import Before, Small
from zinegen.pages.maps.map_renderer import BATCH, LAST, MapRenderer
from zinegen.play import start_state
from zinegen.variants import VARIANTS
from zinegen.workers import IN_PROCESS, Workers

START = start_state(VARIANTS["standard"])


@pytest.fixture
def drawn():
    """The jobs that were drawn."""
    return []


@pytest.fixture
def renderer(tmp_path, drawn):
    """A renderer that draws nothing but notes what it was asked for."""

    def render(job):
        drawn.append(job)
        return f"drawn {job}".encode()

    return MapRenderer(cache=BuildCache(tmp_path), workers=IN_PROCESS, render=render)


@pytest.mark.parametrize("count", [1, BATCH, 8 * BATCH + 5])
def test_every_map_lands_under_its_own_name(renderer, count):
    """However many batches there are."""
    jobs = {f"games/x/maps/a-{number}.svg": number for number in range(count)}
    renderer.render_missing(jobs)
    found = {uri: path.read_bytes() for uri, path in renderer.paths(jobs).items()}
    assert found == {uri: f"drawn {number}".encode() for uri, number in jobs.items()}


def test_a_map_is_drawn_once_and_again_when_the_cache_was_thrown_away(renderer, drawn):
    for _ in range(2):
        renderer.render_missing({"m/a.svg": 1})
    assert drawn == [1]
    renderer.find("m/a.svg").unlink()
    renderer.render_missing({"m/a.svg": 1})
    assert drawn == [1, 1]


def test_what_shows_one_board_is_drawn_one_after_the_other(renderer, drawn, quake):
    """However the pages asked for it: much is derived of a board, once for all its pictures."""
    queue = MapQueue(folder="m/", title="One")
    queue.small(START)
    queue.season(quake, "", "alt")
    queue.before(START, "alt")
    queue.small(quake.after)
    queue.motion(quake, "alt")
    renderer.render_missing(queue.jobs)
    kinds = [type(job) for job in drawn]
    assert kinds == [SeasonSheet, Small, Motion, Small, Before]


def test_what_two_games_show_alike_is_drawn_once(renderer, drawn):
    jobs = {"games/a/maps/s-1.svg": 1, "games/b/maps/s-1.svg": 1}
    renderer.render_missing(jobs)
    assert len(renderer.paths(jobs)) == 2
    assert drawn == [1]


def test_a_kept_map_is_read_only_as_the_site_may_hold_the_same_file(renderer):
    renderer.render_missing({"m/a.svg": 1})
    assert renderer.find("m/a.svg").stat().st_mode & 0o222 == 0


def name_maps(first, end):
    """Return so many maps that nobody else asks for."""
    return {f"m/a-{number}.svg": number for number in range(first, end)}


def test_what_was_begun_is_drawn_by_the_time_it_is_wanted_and_nothing_else(renderer, drawn):
    first, second = name_maps(0, 3), name_maps(LAST, LAST + BATCH)
    with renderer.start_drawing() as drawing:
        drawing.begin(first)
        assert drawn == []
        drawing.begin(first | second)
        assert drawing.finish({"m/a-1.svg": 1}) == {}
        assert renderer.find("m/a-1.svg")
        assert len(drawn) < len(first | second)
        drawing.finish(first | second)
    assert sorted(drawn) == sorted((first | second).values())


def test_a_map_that_could_not_be_drawn_is_tried_once(tmp_path):
    tried = []

    def fail(job):
        tried.append(job)
        raise ValueError

    renderer = MapRenderer(cache=BuildCache(tmp_path), workers=IN_PROCESS, render=fail)
    with renderer.start_drawing() as drawing:
        for _ in range(2):
            drawing.begin({"m/a.svg": 1})
            assert drawing.finish({"m/a.svg": 1}) == {"m/a.svg": "ValueError"}
    assert tried == [1]


GOES_ON = Event()
"""Set when the writing has gone on."""


def draw_later(job):
    """A job that another thread does when the one that asked for it has gone on."""
    assert GOES_ON.wait(10)
    return f"drawn {job}".encode()


@contextmanager
def drawing_aside(folder):
    """Draw in two other threads, from the second map on."""
    workers = Workers(make=lambda: ThreadPoolExecutor(2), few=0)
    GOES_ON.clear()
    with MapRenderer(
        cache=BuildCache(folder), workers=workers, render=draw_later
    ).start_drawing() as drawing:
        yield drawing


def test_who_asks_for_maps_goes_on_while_they_are_drawn(tmp_path):
    jobs = name_maps(0, LAST + 2 * BATCH)
    with drawing_aside(tmp_path) as drawing:
        drawing.begin(jobs)
        assert any(future.running() for future in drawing.queue.begun)
        GOES_ON.set()
        assert drawing.finish(jobs) == {}
        assert len(list((tmp_path / "maps").iterdir())) == len(jobs)
