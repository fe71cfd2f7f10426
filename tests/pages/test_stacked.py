"""Several pictures in one file: each is what it would be alone, and what they share stands there once."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from tests.pages.zines import played
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.drawing import to_svg
from zinegen.drawing.scene import (
    Again,
    Box,
    Clip,
    Group,
    Ink,
    Layer,
    Lines,
    Part,
    Pattern,
    Scene,
    View,
)
from zinegen.pages import MapQueue
from zinegen.pages.maps.map_jobs import Map, render_map, scene_of
from zinegen.pages.maps.stacked import Other, stack_pictures

SVG = "{http://www.w3.org/2000/svg}"


def box(x):
    return Box(at=(x, 0), width=10, height=10)


def scene(*items, needs=(), height=100):
    layer = Layer(name="ground", part=Part.GROUND, items=items, needs=needs)
    return Scene(
        left=0, top=0, width=100, height=height, title="T", description="D", layers=(layer,)
    )


def join_moves(marks):
    """Return marks with a letter of a word moved once: by its word and by itself."""
    *rest, last = marks or (None,)
    if not rest or {tag for tag, _, _ in (rest[-1], last)} != {"use"}:
        return marks
    by = [dict(own) for _, own, _ in (rest[-1], last)]
    if any(own.keys() != {"x"} for own in by):
        return marks
    return (*rest[:-1], ("use", (("x", str(sum(int(own["x"]) for own in by))),), ()))


def leaves(text, picture):
    """Return what a picture of a file draws, in its sequence: with every reference followed."""
    root = ET.fromstring(text)  # noqa: S314  (our own file)
    known = {one.get("id"): one for one in root.iter() if one.get("id")}

    def draw(element, around):
        kinds = (element.get("class") or "").split()
        if kinds[:1] == ["of"] and picture not in kinds:
            return
        own: dict[str, object] = {
            key: value
            for key, value in element.attrib.items()
            if key not in {"id", "display", "href"}
        }
        own.pop("clip-path", "")
        clip = element.get("clip-path", "")
        ring = tuple(draw(known[clip[5:-1]], ())) if clip else ()
        fill = element.get("fill", "")
        if fill.startswith("url("):
            own["fill"] = tuple(leaf for one in known[fill[5:-1]] for leaf in draw(one, ()))
        tag = element.tag.removeprefix(SVG)
        # A word that a file has twice is referred to, and stands for itself in another.
        mark = ("g" if "transform" in own else tag, tuple(sorted(own.items())), ring)
        inside = (*around, mark) if (own or ring) and kinds[:1] != ["of"] else around
        inside = join_moves(inside)
        if tag == "use":
            yield from draw(known[element.get("href")[1:]], inside)
        elif tag in {"g", "clipPath"}:
            for one in element:
                yield from draw(one, inside)
        elif tag in {"path", "rect", "circle"}:
            yield inside

    return [leaf for level in root if level.tag == f"{SVG}g" for leaf in draw(level, ())]


def drawn(scene, name="after"):
    return leaves(to_svg(scene, prefix="m-"), name)


def stacked(first, *others):
    return stack_pictures(
        first, [Other(name=f"no{number}", scene=one) for number, one in enumerate(others, 1)]
    )


def test_what_pictures_share_stands_in_the_file_once():
    both = to_svg(stacked(scene(box(0), box(20)), scene(box(0), box(40))))
    assert [both.count(f'x="{x}"') for x in (0, 20, 40)] == [1, 1, 1]


def test_a_picture_that_is_not_asked_for_is_hidden_without_a_style_sheet():
    both = to_svg(stacked(scene(box(0)), scene(box(20))))
    groups = dict(re.findall(r'<g class="of (\w+)"( display="none")?>', both))
    assert groups == {"after": "", "no1": ' display="none"'}


def test_each_picture_keeps_its_sequence():
    pictures = scene(box(0), box(20), box(40)), scene(box(40), box(0)), scene(box(20), box(40))
    sheet = stacked(*pictures)
    for name, one in zip(("after", "no1", "no2"), pictures, strict=True):
        assert drawn(sheet, name) == drawn(one)


def line(ident, *points):
    return Lines(ident=ident, lines=(points,), closed=True)


@pytest.mark.parametrize("kind", ["shape", "clip", "fill", "group"])
def test_what_has_one_name_and_is_not_the_same_gets_another(kind):
    """So does what refers to it, which draws something else as well."""

    def picture(point):
        shape = line("Mun", (0, 0), (10, 0), point)
        needs = {
            "shape": (shape,),
            "clip": (shape, Clip(ident="in", items=(Again(of="Mun"),))),
            "fill": (
                Pattern(ident="hatch", width=10, height=10, items=(replace(shape, ident=""),)),
            ),
            "group": (Group(ident="land", items=(line("Boh", (1, 1), (2, 2)), shape)),),
        }[kind]
        items = {
            "shape": (Again(of="Mun"),),
            "clip": (Group(clip="in", items=(box(0),)),),
            "fill": (Box(at=(0, 0), width=9, height=9, ink=Ink(fill="url(hatch)")),),
            "group": (Again(of="land", ink=Ink(stroke="#231d17")), Again(of="Boh")),
        }[kind]
        return scene(*items, needs=needs)

    pictures = picture((5, 5)), picture((6, 6)), picture((5, 5)), picture((6, 6))
    sheet = stacked(*pictures)
    text = to_svg(sheet)
    names = re.findall(r' id="([^"]*)"', text)
    assert len(names) == len(set(names))
    assert text.count("M0 0") == 2
    for name, one in zip(("after", "no1", "no2", "no3"), pictures, strict=True):
        assert sorted(drawn(sheet, name)) == sorted(drawn(one))


def test_the_address_of_a_picture_or_a_part_of_it_ends_in_its_name():
    part = View(name="x2-0-1", box=(0, 0, 50, 50), times=2)
    others = Other(name="no1", scene=scene(box(0), height=120), parts=(part,))
    text = to_svg(stack_pictures(scene(box(0)), [others]))
    views = re.findall(r'<view id="([^"]*)" class="([^"]*)" viewBox="([^"]*)"', text)
    assert views == [("no1", "no1", "0 0 100 120"), ("no1-x2-0-1", "no1 x2", "0 0 50 50")]


@pytest.fixture(scope="module", params=["seismic-acerunner", "standard"])
def record(request, tmp_path_factory):
    """A season, in the first rule set with an event."""
    folder = tmp_path_factory.mktemp("zine")
    (folder / "games").mkdir()
    new_game(folder / "games", "quake", rule_set(request.param).id, NewGame())
    events = {"turkey": "Ank & BLA separate, Con & Arm connect"}
    return played(folder, "quake", events=events if request.param != "standard" else {})


def test_the_pictures_of_a_season_are_one_file_and_each_is_as_it_would_be_alone(record):
    maps = MapQueue(folder="m/", title="One")
    maps.season(record, "", "alt")
    [sheet] = maps.jobs.values()
    alone: dict[str, Map] = {"after": sheet.after, "before": sheet.before, **dict(sheet.orders)}
    alone |= {"changes": sheet.changes} if sheet.changes else {}
    text = render_map(sheet).decode()
    assert len(text) < 0.5 * sum(len(render_map(one)) for one in alone.values())
    for name, job in alone.items():
        own = scene_of(job)
        found = leaves(text, name)
        wanted = leaves(to_svg(own), "after")
        assert sorted(map(repr, found)) == sorted(map(repr, wanted)), name
