"""A map made at the desk: a drawing's shapes get names one by one, by what the commands do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import SETTINGS, read_commands
from tests.desk.test_words import list_english, read_page
from tests.maps.example import DRAWING, FACTS_TEXT
from tests.sites import ROOT

BARE = re.sub(r' id="(?!prov)[a-z]+"', "", DRAWING)
"""The drawing of the page on maps, with no name on any shape."""
ORDER = ("Fell", "Tarn", "Moor", "Beck", "Dale", "Mere", "Sound", "Skerry")
"""What its shapes are, one after another."""
FACTS = tomllib.loads(FACTS_TEXT)
PAGE = "/new/map/the-meres"


def drop(
    client: TestClient, drawing: str | bytes, name: str = "meres.svg", title: str = "The Meres"
):
    """Drop a drawing in; returns the page that follows."""
    files = {"drawing": (name, drawing, "image/svg+xml")}
    return client.post("/new/map", data={"title": title}, files=files)


def say(client: TestClient, deed: str, **fields: str):
    """Send a form of the map's page, with the digest that the page shows."""
    shown = client.get(PAGE).text
    digest = re.search(r'name="digest" value="(\w+)"', shown)
    assert digest is not None
    return client.post(f"{PAGE}/{deed}", data={"digest": digest[1], **fields})


def lit(page: str) -> str:
    """Return the shape that a page asks about."""
    found = re.search(r'name="shape" value="([^"]+)"', page)
    return found[1] if found else ""


def name_all(client: TestClient) -> str:
    """Say of all shapes what the page on maps says; returns the last page."""
    page = say(client, "facts", powers="North\nSouth", victory="4").text
    units = {unit[2:]: unit[0] for lines in FACTS["powers"].values() for unit in lines}
    for name in ORDER:
        entry = next(one for one in FACTS["provinces"].values() if one["name"] == name)
        key = next(key for key, one in FACTS["provinces"].items() if one is entry)
        said = {
            "terrain": entry.get("terrain", "land"),
            "home": entry.get("home", ""),
            "unit": units.get(key, ""),
            **({"centre": "on"} if entry.get("centre") else {}),
        }
        page = say(client, "shape", shape=lit(page), name=name, **said).text
    return page


def test_shapes_without_a_name_are_named_one_after_another_and_make_the_map(
    client: TestClient, zine: Path
) -> None:
    page = drop(client, BARE).text
    assert "8 outlines are kept in the folder the-meres." in page
    assert "zinegen map draft meres.svg -o the-meres" in read_commands(page)
    assert "First: which powers play here?" in page
    page = name_all(client)
    assert "8 of 8 shapes have a name." in page
    made = say(client, "make").text
    assert "The Meres is made: 8 provinces." in made
    assert "zinegen map import the-meres/drawing.svg -o the-meres" in read_commands(made)
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())
    assert {one["name"]: one.get("home") for one in said["provinces"].values()} == {
        one["name"]: one.get("home") for one in FACTS["provinces"].values()
    }
    assert said["powers"] == {"North": ["A Fel", "F Tar"], "South": ["A Bec", "F Dal"]}
    assert 'href="/new?map=the-meres"' in made
    assert re.search(r"<option selected>the-meres</option>", client.get("/new?map=the-meres").text)
    answer = client.post("/new/game", data={"title": "Flood", "gm": "Ann", "map": "the-meres"})
    assert "Flood is ready." in answer.text
    assert "Games are played on this map: flood." in client.get(PAGE).text


def test_the_command_makes_the_same_map_of_what_the_desk_wrote(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    name_all(client)
    say(client, "make")
    by_desk = (zine / "the-meres/map.json").read_bytes()
    (zine / "the-meres/map.json").unlink()
    words = ["map", "import", "the-meres/drawing.svg", "-o", "the-meres"]
    command = [sys.executable, "-c", "from zinegen.cli import main; main()", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=zine, check=True, capture_output=True, env=environment)
    assert (zine / "the-meres/map.json").read_bytes() == by_desk


def test_what_is_said_outlives_the_desk_and_no_shape_is_lost(
    client: TestClient, zine: Path
) -> None:
    page = drop(client, BARE).text
    say(client, "facts", powers="North\nSouth")
    page = say(client, "shape", shape="shape-1", name="Fell").text
    assert lit(page) == "shape-2"
    page = client.get("/new/map").text
    assert "7 shapes have no name yet" in page
    assert lit(client.get(PAGE).text) == "shape-2"
    assert (zine / "the-meres/map.toml").read_text().count("[provinces]") == 1


def test_names_written_in_the_drawing_are_a_list_to_click_at(client: TestClient) -> None:
    texts = "".join(f'<text x="1" y="1">{name}</text>' for name in (*ORDER, "<b>x</b>"))
    drop(client, BARE.replace("</svg>", f"{texts}</svg>"))
    page = say(client, "facts", powers="North\nSouth").text
    assert '<button name="pick" value="Fell">Fell</button>' in page
    page = say(client, "shape", shape="shape-1", pick="Fell", name="").text
    assert '<button name="pick" value="Fell">' not in page
    assert '<button name="pick" value="Tarn">' in page
    assert client.post(f"{PAGE}/names", data={"names": "Ness\nHolm"}).status_code == 200
    assert '<button name="pick" value="Holm">' in client.get(PAGE).text


def test_a_name_that_another_shape_has_makes_both_one_province(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    say(client, "shape", shape="shape-1", name="Fell")
    say(client, "shape", shape="shape-2", name="fell")
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())
    assert said["provinces"] == {"Fel": {"name": "Fell", "shape": ["shape-1", "shape-2"]}}
    say(client, "take-back", shape="shape-1")
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())
    assert said["provinces"] == {"Fel": {"name": "Fell", "shape": ["shape-2"]}}
    say(client, "leave-out", shape="shape-2")
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())
    assert said["provinces"] == {}
    assert "shape-2, left out" in client.get(PAGE).text
    assert "shape-2, left out" not in say(client, "take-back", shape="shape-2").text


def test_what_is_changed_later_is_one_value_and_units_go_along(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    name_all(client)
    path = zine / "the-meres/map.toml"
    path.write_text(path.read_text().replace("[provinces]", "# mine\n[provinces]"))
    before = path.read_text()
    say(client, "shape", shape="shape-1", name="Fell", centre="on", home="South", unit="F")
    said = tomllib.loads(path.read_text())
    assert said["powers"] == {"North": ["F Tar"], "South": ["A Bec", "F Dal", "F Fel"]}
    assert said["provinces"]["Fel"]["home"] == "South"
    changed = {*path.read_text().splitlines()} ^ {*before.splitlines()}
    assert {line.split(" ")[0] for line in changed} == {"Fel", "North", "South"}
    assert "# mine" in path.read_text()


def test_another_abbreviation_is_changed_wherever_the_map_says_it(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    name_all(client)
    file = zine / "the-meres/map.toml"
    said = tomllib.loads(file.read_text())
    old = next(key for key, one in said["provinces"].items() if one["name"] == "Fell")
    sea = next(key for key, one in said["provinces"].items() if one.get("terrain") == "water")
    own = said["provinces"][old]
    assert old == "Fel"
    power, units = next((name, its) for name, its in said["powers"].items() if f"A {old}" in its)
    file.write_text(
        "# Fel is where it began\n" + file.read_text()
        + f'\n[adjacent]\n{sea} = ["fel/nc"] # Fel, too\n'
    )  # fmt: skip
    fields = {
        "home": own.get("home", ""),
        "unit": "A",
        **({"centre": "on"} if own.get("centre") else {}),
    }
    fields |= {"shape": own["shape"], "name": "Fel Fell"}
    say(client, "shape", key="Fll", **fields)
    text = file.read_text()
    now = tomllib.loads(text)
    assert now["provinces"]["Fll"] == {**own, "name": "Fel Fell"}
    assert old not in now["provinces"]
    assert "A Fll" in now["powers"][power]
    assert len(now["powers"][power]) == len(units)
    assert (now["adjacent"], "# Fel is where it began\n" in text) == ({sea: ["Fll/nc"]}, True)
    assert 'value="Fll"' in client.get(f"{PAGE}?shape={own['shape']}").text
    for wrong, why in (
        (sea, "take another abbreviation"),
        ("x1", "no abbreviation"),
        ("North", "something else in orders"),
    ):
        answer = say(client, "shape", key=wrong, **fields)
        assert (answer.status_code, why in answer.text) == (409, True), answer.text
    assert file.read_text() == text


def test_an_abbreviation_that_stands_in_an_odd_place_is_left_to_its_author(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    name_all(client)
    file = zine / "the-meres/map.toml"
    own = next(
        one
        for one in tomllib.loads(file.read_text())["provinces"].values()
        if one["name"] == "Fell"
    )
    text = file.read_text().replace("Fel = ", '"\\u0046el" = ')
    file.write_text(text)
    answer = say(client, "shape", key="Fll", shape=own["shape"], name="Fell")
    assert (answer.status_code, "is for you to edit" in answer.text) == (409, True)
    assert file.read_text() == text


def test_what_is_wrong_stands_at_its_shape_and_a_click_goes_there(
    client: TestClient, zine: Path
) -> None:
    drop(client, BARE)
    name_all(client)
    say(client, "shape", shape="shape-6", name="Mere", terrain="water", home="South", unit="A")
    page = say(client, "make").text
    assert "No map is made yet" in page
    assert page.count("is an army at sea") == 3, "on top, beside the form, in the list"
    assert lit(page) == "shape-6"
    assert not (zine / "the-meres/map.json").exists()
    marks = re.findall(r'<a href="#(r\d+)" class="m-mark m-mark--error"', page)
    assert marks
    for mark in marks:
        assert f'id="{mark}"' in page
    say(client, "shape", shape="shape-6", name="Mere", terrain="water")
    assert "what stands here is of the last time" in client.get(PAGE).text
    assert "The Meres is made" in say(client, "make").text


@pytest.mark.parametrize(
    ("language", "told"), [("de", "ist eine Armee auf See"), ("fr", "est une armée en mer")]
)
def test_what_is_wrong_with_a_map_is_said_in_the_language_of_the_zine(
    client: TestClient, zine: Path, language: str, told: str
) -> None:
    (zine / "mkdocs.yml").write_text(SETTINGS.format(language=language))
    drop(client, BARE)
    say(client, "make")
    texts = read_page(client, PAGE)
    name_all(client)
    say(client, "take-back", shape="shape-8")
    say(client, "make")
    texts += read_page(client, PAGE)
    say(client, "shape", shape="shape-6", name="Mere", terrain="water", home="South", unit="A")
    say(client, "make")
    texts += read_page(client, PAGE)
    assert any(told in one for one in texts)
    assert list_english([one.replace("the-meres", "") for one in texts], language) == []


def test_a_note_about_a_province_stands_beside_its_form(client: TestClient) -> None:
    drop(client, BARE)
    name_all(client)
    say(client, "take-back", shape="shape-8")
    page = say(client, "make").text
    shape = re.search(r'href="/new/map/the-meres\?shape=([^"#]+)#sheet">Show where', page)
    assert shape is not None
    beside = client.get(f"{PAGE}?shape={shape[1]}").text.partition('id="go-on"')[0]
    assert 'class="d-finding' in beside


def test_a_province_with_two_coasts_is_asked_for_their_labels(
    client: TestClient, zine: Path
) -> None:
    boxes = {
        "West Sea": (0, 0, 30, 60), "Isthmus": (30, 0, 30, 60), "East Sea": (60, 0, 30, 60),
        "North": (0, 60, 45, 40), "South": (45, 60, 45, 40),
    }  # fmt: skip
    shapes = "".join(
        f'<rect id="{name}" x="{x}" y="{y}" width="{wide}" height="{high}"/>'
        for name, (x, y, wide, high) in boxes.items()
    )
    drop(client, f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>')
    say(client, "facts", powers="Ann\nBob")
    for shape, home in (("North", "Ann"), ("South", "Bob")):
        say(client, "shape", shape=shape, name=shape, centre="on", home=home, unit="A")
    assert "Its coasts" not in client.get(f"{PAGE}?shape=Isthmus").text
    say(client, "make")
    page = client.get(f"{PAGE}?shape=Isthmus").text
    assert "and no labels for them" in page
    waters = re.findall(r'name="waters" value="([^"]+)"', page)
    assert len(waters) == 2
    form = {"shape": "Isthmus", "name": "Isthmus", "waters": waters, "label": ["wc", "ec"]}
    digest = re.search(r'name="digest" value="(\w+)"', page)
    assert digest is not None
    client.post(f"{PAGE}/shape", data={**form, "digest": digest[1]})
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())["provinces"]["Ist"]
    assert said["coasts"] == {"wc": [waters[0]], "ec": [waters[1]]}
    assert "no labels for them" not in say(client, "make").text


def test_one_group_is_taken_where_provinces_are_drawn_twice(client: TestClient, zine: Path) -> None:
    twice = DRAWING.replace("</svg>", DRAWING[DRAWING.index("<g ") :].replace("provinces", "mouse"))
    page = drop(client, twice).text
    assert "8 of 16 shapes have a name." in page, "the second of a name is asked for"
    files = {"drawing": ("twice.svg", twice, "image/svg+xml")}
    page = client.post(f"{PAGE}/drawing", files=files, data={"layer": "mouse"}).text
    assert "8 of 8 shapes have a name." in page
    assert "zinegen map draft twice.svg -o the-meres --layer mouse" in read_commands(page)
    page = client.post(f"{PAGE}/drawing", files=files, data={"layer": "hills"}).text
    assert "no outlines lie in a group hills; there are provinces, mouse" in page
    assert "8 of 8 shapes have a name." in client.get(PAGE).text


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "handler": '<path onload="alert(1)" onclick="alert(1)" d="M0,0 L9,0 L9,9 Z"/>',
    "picture": '<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>',
    "style": '<style>@import url("http://127.0.0.1:9/x.css");</style>',
    "foreign": '<foreignObject><iframe src="http://127.0.0.1:9/"/></foreignObject>',
    "link": '<a href="javascript:alert(1)"><path id="x" d="M0,0 L9,0 L9,9 Z"/></a>',
    "name": '<path id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" d="M0,0 L99,0 L99,99 Z"/>',
    "title": '<path d="M0,0 L99,0 L99,99 Z"><title>&lt;script&gt;alert(1)&lt;/script&gt;</title></path>',
    "text": "<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>",
    "fill": '<path fill="url(http://127.0.0.1:9/#a)" d="M0,0 L99,0 L99,99 Z"/>',
}


@pytest.mark.parametrize("kind", [*HOSTILE])
def test_a_hostile_drawing_leaves_nothing_but_outlines(
    client: TestClient, zine: Path, kind: str
) -> None:
    page = drop(client, BARE.replace("</svg>", f"{HOSTILE[kind]}</svg>"))
    assert page.status_code == 200
    shown = page.text + (zine / "the-meres/drawing.svg").read_text()
    for word in (
        "<script>",
        "onload",
        "onclick",
        "127.0.0.1:9/x",
        "@import",
        "<iframe",
        "javascript:",
    ):
        assert word not in shown
    assert not re.search(r'(?:href|src|fill|style)="[^"]*127\.0\.0\.1', shown)
    say(client, "make")


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "is not opened"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "no outlines"),
        ("<html/>", "is no SVG"),
        ("not xml", "is no XML"),
        ("<svg>" * 5000, "XML"),
        ("<svg>" + " " * (21 << 20) + "</svg>", "has 21 MB"),
        ("<svg>" + "<path/>" * 60_000 + "</svg>", "more than 50000 shapes"),
        (f'<svg><path d="M{" 1" * 500_000}"/></svg>', "at most 400000 are read"),
        ("<svg>" + "<g>" * 4000 + "</g>" * 4000 + "</svg>", "too deep"),
    ],
)
def test_what_is_no_drawing_makes_nothing(
    client: TestClient, zine: Path, drawing: str, said: str
) -> None:
    before = {*zine.iterdir()}
    answer = drop(client, drawing)
    assert answer.status_code == 409
    assert said in answer.text
    assert "drawing.svg" not in answer.text, "where it lay for a moment is nobody's concern"
    assert {one for one in zine.iterdir() if one.name != ".cache"} <= before


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("a.exe", "The Meres", "A map is made of a drawing"),
        ("a.svg", "Games", "There is a folder games already"),
        ("a.svg", "…", "The map needs a name"),
    ],
)
def test_a_map_gets_a_folder_of_its_own(
    client: TestClient, name: str, title: str, said: str
) -> None:
    answer = drop(client, BARE, name, title)
    assert answer.status_code == 409
    assert said in answer.text


@pytest.mark.parametrize("place", ["games", "..", "nothing", "The-Meres", "%2e%2e"])
def test_only_maps_that_are_being_made_are_shown(client: TestClient, place: str) -> None:
    assert client.get(f"/new/map/{place}").status_code in {404, 200}
    assert "m-sheet" not in client.get(f"/new/map/{place}").text


def test_a_file_that_was_edited_meanwhile_is_not_written_over(
    client: TestClient, zine: Path
) -> None:
    page = drop(client, BARE).text
    path = zine / "the-meres/map.toml"
    path.write_text(path.read_text() + "# mine\n")
    digest = re.search(r'name="digest" value="(\w+)"', page)
    assert digest is not None
    data = {"digest": digest[1], "shape": "shape-1", "name": "Fell"}
    answer = client.post(f"{PAGE}/shape", data=data)
    assert answer.status_code == 409
    assert path.read_text().endswith("# mine\n")
    assert "Fell" in answer.text


def test_geojson_is_a_drawing_too(client: TestClient, zine: Path) -> None:
    squares = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]],
            },
        }
        for x, name in enumerate(("Aland", "Bland", "Gulf"))
    ]
    content = json.dumps({"type": "FeatureCollection", "features": squares})
    page = drop(client, content, "a.geojson").text
    assert "3 of 3 shapes have a name." in page
    said = tomllib.loads((zine / "the-meres/map.toml").read_text())
    assert [one["name"] for one in said["provinces"].values()] == ["Aland", "Bland", "Gulf"]


def test_another_version_of_the_drawing_keeps_what_was_said(client: TestClient, zine: Path) -> None:
    drop(client, DRAWING)
    say(client, "facts", powers="North\nSouth")
    say(client, "shape", shape="fell", name="High Fell", centre="on")
    files = {"drawing": ("new.svg", DRAWING.replace("M0,0 L380,0", "M0,0 L379,0"), "image/svg+xml")}
    page = client.post(f"{PAGE}/drawing", files=files).text
    assert "8 of 8 shapes have a name." in page
    assert "High Fell" in page
    assert "L379,0" in DRAWING.replace("380", "379")
    assert "379,0" in (zine / "the-meres/drawing.svg").read_text()


def test_another_version_of_the_drawing_leaves_out_what_was_left_out(
    client: TestClient, zine: Path
) -> None:
    drop(client, DRAWING)
    say(client, "leave-out", shape="fell")
    files = {"drawing": ("new.svg", DRAWING.replace("M0,0 L380,0", "M0,0 L379,0"), "image/svg+xml")}
    assert "fell, left out" in client.post(f"{PAGE}/drawing", files=files).text
    (zine / "the-meres/drawing.svg").write_text("spoilt")
    assert "fell" in client.post(f"{PAGE}/drawing", files=files).text, "it is no reason to stop"


def test_what_was_said_of_another_drawing_is_called_so(client: TestClient) -> None:
    drop(client, BARE)
    name_all(client)
    say(client, "make")
    assert "what stands here is of the last time" not in client.get(PAGE).text
    files = {"drawing": ("new.svg", BARE.replace("M0,0 L380,0", "M0,0 L379,0"), "image/svg+xml")}
    assert (
        "what stands here is of the last time" in client.post(f"{PAGE}/drawing", files=files).text
    )


def test_a_map_that_cannot_be_read_stops_no_other(client: TestClient, zine: Path) -> None:
    drop(client, BARE)
    drop(client, BARE, title="Spoilt")
    (zine / "spoilt/drawing.svg").write_text("spoilt")
    page = client.get("/new/map")
    assert page.status_code == 200
    assert "/new/map/the-meres" in page.text


def test_a_number_of_centres_has_few_digits(client: TestClient) -> None:
    drop(client, BARE)
    answer = say(client, "facts", powers="North\nSouth", victory="9" * 5000)
    assert answer.status_code == 409
    assert "a number is wanted" in answer.text


def test_a_drawing_that_was_drawn_on_by_hand_is_kept(client: TestClient, zine: Path) -> None:
    drop(client, BARE)
    path, kept = zine / "the-meres/drawing.svg", zine / "the-meres/drawing-by-hand.svg"
    assert "drawn anew" not in say(client, "leave-out", shape="shape-1").text
    assert not kept.exists()
    by_hand = path.read_text().replace("</svg>", '<text x="9" y="9">Here be dragons</text></svg>')
    path.write_text(by_hand)
    page = say(client, "take-back", shape="shape-1").text
    assert "as it was, it is kept as the-meres/drawing-by-hand.svg" in page
    assert kept.read_text() == by_hand
    assert "dragons" not in path.read_text()
