"""Whatever is wrong with a drawing or its facts is said in words, with its place, and nothing is written."""

import json
import re

import pytest

from tests.maps.example import DRAWING, FACTS_TEXT, built_from
from tests.maps.squares import SQUARES, four, square
from zinegen.catalogues.catalogue import find_language
from zinegen.errors import MapError
from zinegen.geometry.draft import check
from zinegen.languages import speaking
from zinegen.maps import drawings
from zinegen.maps.check import check_map
from zinegen.maps.drawings import parse_geojson, read_outlines
from zinegen.maps.facts import FACTS, read_facts
from zinegen.maps.report import draw_troubles
from zinegen.maps.svg import parse_svg
from zinegen.play.texts import parse_toml

FELL = 'd="M0,0 L380,0 C370,60 400,110 385,165 C300,150 230,185 160,160 C110,150 60,180 0,170 Z"'
SKERRY = 'cx="480" cy="250" r="45"'


def swap(text, old, new):
    assert old in text
    return text.replace(old, new)


DRAWN = {
    "an outline that is not there": ('id="moor"', 'id="moorland"', "no outline called moor", False),
    "an open path": (
        FELL,
        'd="M0,0 L380,0 C370,60 400,110 385,165 C300,150 230,185 160,160"',
        "Fel is open: its ends are 453 px apart",
        True,
    ),
    "a path of nonsense": (FELL, 'd="M0,0 L380,zwölf Q"', "Fell", False),
    "a path without points": (FELL, 'd=""', "no outline called fell", False),
    "no such layer": ('id="provinces"', 'id="others"', "no layer provinces", False),
}


@pytest.mark.parametrize("what", DRAWN)
def test_a_fault_of_a_drawing_is_told_where_it_is(what):
    old, new, title, placed = DRAWN[what]
    built = built_from(drawing=swap(DRAWING, old, new))
    assert built.data is None
    (told, *_) = [one for one in built.troubles if title in one.title]
    assert told.grave
    assert told.hint
    assert (told.at is not None) == placed
    if placed:
        assert "<circle" in draw_troubles(built)


def test_slits_and_overlaps_up_to_the_gap_are_mended():
    for by in ("-1.7", "1.7"):  # 3.4 px of the map
        shifted = swap(DRAWING, 'id="skerry"', f'id="skerry" transform="translate({by},{by})"')
        built = built_from(drawing=shifted)
        assert built.data is not None, built.troubles
        assert not list(check_map(built.data))


def test_transforms_are_followed_through_groups():
    inner = DRAWING.replace(
        '<g id="provinces"', '<g transform="translate(-90,7) scale(.5)"><g id="provinces"'
    )
    moved = inner.replace("</g>", "</g></g>")
    plain, same = built_from(), built_from(drawing=moved)
    assert plain.data is not None
    assert same.data == plain.data


def test_where_four_provinces_meet_somebody_must_say_which_two_touch():
    assert "4 provinces meet at one point" in four().troubles[0].title


@pytest.mark.parametrize(("pair", "apart"), [("Aa - Dd", {"Bb", "Cc"}), ("Bb - Cc", {"Aa", "Dd"})])
def test_the_two_that_are_named_touch_where_four_meet(pair, apart):
    from zinegen.archive import make_board

    built = four(more=f'corners = ["{pair}"]')
    board = make_board(built.data)
    one, other = pair.split(" - ")
    assert board.mesh.between(one, other)
    assert not board.mesh.between(*apart)
    assert check(board.mesh, board.current_shape) == []


def test_of_a_province_in_two_large_pieces_the_smaller_is_told_and_drawn_as_an_island():
    built = four(
        square("aa", 0, 0)
        + square("bb", 100, 0)
        + square("cc", 0, 100)
        + '<g id="dd">'
        + square("d1", 100, 100)
        + square("d2", 200, 0, 100, 90)
        + "</g>"
        + square("x", 200, 90)
    )
    assert any("two large pieces" in one.title for one in built.troubles)


def test_an_islet_of_a_province_is_drawn_in_what_lies_round_it():
    islet = '<path id="aa" d="M0,0 H100 V100 H0 Z M140,40 h12 v12 h-12 Z"/>'
    hole = '<path id="bb" d="M100,0 H200 V100 H100 Z M140,40 v12 h12 v-12 Z"/>'
    built = four(
        islet + hole + square("cc", 0, 100) + square("dd", 100, 100), 'corners = ["Aa - Dd"]'
    )
    assert built.data is not None, built.troubles
    assert len(built.data["decor"]["islands"]) == 1


@pytest.mark.parametrize("wide", [40, 200])
def test_ground_that_nobody_drew_is_told_with_its_width(wide):
    built = four(
        SQUARES.replace('width="100"', f'width="{100 - wide / 16}"', 1), 'corners = ["Aa - Dd"]'
    )
    (told,) = [one for one in built.troubles if "belongs to no province" in one.title]
    assert told.at is not None
    assert abs(told.at[0] - 800 + wide / 4) < wide


FAULTY = {
    'name = "Moor"': ('name = "Fell"', "both called Fell"),
    'home = "South", aliases': ('home = "Suoth", aliases', 'no power "Suoth"'),
    '"Ske - Dal"': ('"Ske - Dale"', 'no province "Dale"'),
    '["Moo"]': ('["Mooo"]', 'no province "Mooo"'),
    'terrain = "water" }\nSOU': ('terrain = "watr" }\nSOU', 'terrain cannot be "watr"'),
    "Ske = {": ("fel = {", "two provinces Fel"),
    'begins  = "S1901M"': ('begins = "S1901R"', "games begin with moves"),
    "victory = 4": ('victory = "4"', "victory is not a whole number"),
    "layer   =": ("laier   =", "no heading laier"),
    "[powers]": ("[power]", "two powers at least"),
    "1901 =": ("never =", '"never" is no year'),
    'shape = "moor" }': ('shape = "moor", at = [1] }', "at is no point"),
    'shape = "beck",': ('shape = "beck", coasts = { xc = ["Moo"] },', '"xc" is no label'),
}


@pytest.mark.parametrize("old", FAULTY)
def test_a_fault_in_the_facts_is_told_at_its_line(old):
    new, title = FAULTY[old]
    text = swap(FACTS_TEXT, old, new)
    document = parse_toml(text.encode(), "map.toml", FACTS).document
    found = [one for one in read_facts(document)[1] if title in one.title]
    assert found, [one.title for one in read_facts(document)[1]]
    line = text.split("\n")[found[0].where.line - 1] if found[0].where.line else ""
    assert new.split("\n")[0].split(" ")[0].strip('["]') in line or not line or "power" in title


BEGINNINGS = {
    '"F Dal"': ('"F Dalle"', "cannot stand there"),
    '"A Fel", "F Tar"': ('"A Mer", "F Tar"', "army at sea"),
    '"A Fel",': ('"F Moo", "A Moo",', "stands where"),
    'shape = "fell",': ('shape = "fell", closed = true,', "nobody may enter"),
    "[calendar": ('[joined]\nFel = ["MER", "SOU"]\n[calendar', "does not touch it"),
}


@pytest.mark.parametrize("old", BEGINNINGS)
def test_facts_that_do_not_fit_the_drawing_are_told(old):
    new, title = BEGINNINGS[old]
    built = built_from(swap(FACTS_TEXT, old, new))
    assert [one for one in built.troubles if title in one.title and one.grave], built.troubles


def test_where_nobody_says_which_two_touch_the_map_is_made_all_the_same():
    built = four()
    assert built.data is not None
    assert not [one for one in built.troubles if one.grave]


def test_wide_ground_that_nobody_drew_may_be_entered_by_nobody():
    built = four(
        square("aa", 0, 0)
        + square("bb", 120, 0)
        + square("cc", 0, 120, 220, 100)
        + square("dd", 0, 220, 220, 100)
    )
    assert built.data is not None, built.troubles
    closed = [one["name"] for one in built.data["faces"].values() if one.get("closed")]
    assert closed == ["Unclaimed AA"]


def test_an_outline_on_top_of_another_is_cut_out_of_it():
    island = square("aa", 130, 30, 40, 40)
    built = four(
        island
        + SQUARES.replace('id="aa" x="0"', 'id="zz" x="0"').replace(
            'id="bb" x="100" y="0" width="100"', 'id="bb" x="0" y="0" width="200"'
        )
    )
    assert built.data is not None, built.troubles
    assert any("drawn on top of Beta" in one.title for one in built.troubles)


@pytest.mark.parametrize("over", [5, 20, 50])
def test_of_outlines_that_overlap_the_smaller_is_cut_out_of_the_larger_and_it_is_told(over):
    shapes = "".join(
        (
            square("aa", 0, 0),
            square("bb", 100 - over, 0, 150 + over),
            square("cc", 0, 100, 125),
            square("dd", 125, 100, 125),
        )
    )
    built = four(shapes)
    assert built.data is not None, built.troubles
    (told,) = [one for one in built.troubles if "drawn on top of" in one.title]
    assert told.title.startswith("Alpha is drawn on top of Beta")
    assert f"{over}% of it" in told.title
    assert not told.grave
    assert told.at is not None
    assert told.at[0] < 640
    borders = {(one["l"], one["r"]) for one in built.data["arcs"]}
    assert borders & {("Aa", "Bb"), ("Bb", "Aa")}


HIDDEN = '<g id="clicks" style="display: none">' + SQUARES + "</g>"


def test_a_hidden_layer_is_read_when_it_is_named():
    shown = square("aa", 0, 0, 300, 300)
    built = four(shown + HIDDEN, 'layer = "clicks"')
    assert built.data == four(SQUARES).data | {"game": built.data["game"]}


def test_copies_are_drawn_where_use_puts_them():
    one = f"<defs>{square('tile', 0, 0)}</defs>"
    uses = "".join(
        f'<use id="{name}" href="#tile" x="{x}" y="{y}"/>'
        for name, x, y in (("aa", 0, 0), ("bb", 100, 0), ("cc", 0, 100), ("dd", 100, 100))
    )
    assert four(one + uses).data == four().data


def test_copies_of_copies_come_to_an_end():
    nest = "".join(f'<g id="n{at}">' + f'<use href="#n{at + 1}"/>' * 9 + "</g>" for at in range(12))
    with pytest.raises(MapError, match="more than 50000 shapes"):
        parse_svg(f"<svg><defs>{nest}</defs><use href='#n0'/></svg>".encode(), "drawing.svg")


def test_short_entities_of_the_file_itself_are_read():
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "svg10.dtd" [<!ENTITY side "100">]>'
    content = f'{head}<svg><rect id="aa" width="&side;" height="&side;"/></svg>'
    (shape,) = parse_svg(content.encode(), "drawing.svg")
    assert max(x for ring in shape.rings for x, _ in ring) == 100


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>'
FETCH = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'


@pytest.mark.parametrize("content", [BOMB, FETCH, "", "hello", "<html/>", "<svg", "<svg>" * 20000])
def test_a_drawing_that_is_dangerous_or_none_is_refused_in_words(content):
    said = refusals(lambda: parse_svg(content.encode(), "drawing.svg"))
    assert all(one.startswith("drawing.svg") for one in said)


def refusals(read):
    """Return with what words a drawing is refused in each language; they must be others in each."""
    said = []
    for language in ("en", "de", "fr"):
        with speaking(find_language(language)), pytest.raises(MapError) as refused:
            read()
        said.append(str(refused.value))
    assert len({*said}) == 3
    assert not re.search("Error|object|NoneType|unhashable|index", said[0])
    return said


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<svg>", "its end is missing"),
        ("<svg><&", "a sign stands here"),
        ("<svg><path", "does not end"),
        ("<svg></g>", "another element ends"),
        ('<svg a="" a="">', "twice"),
        ("<svg/><svg/>", "behind the end"),
        ("<svg>&what;</svg>", "the entity"),
        ("<svg><a:b/></svg>", "the prefix"),
    ],
)
def test_what_is_wrong_with_xml_is_told_with_its_place(content, told):
    (said, *_) = refusals(lambda: parse_svg(content.encode(), "drawing.svg"))
    assert said.startswith("drawing.svg:1:")
    assert told in said


def test_the_size_of_a_drawing_is_asked_before_it_is_read(tmp_path, monkeypatch):
    file = tmp_path / "huge.svg"
    with file.open("wb") as out:
        out.truncate(100 << 20)
    monkeypatch.setattr(drawings, "parse_geojson", None)
    with pytest.raises(MapError, match="it has 100 MB, and a drawing has at most 20"):
        read_outlines(file)


def as_geojson(built):
    """Return the example's outlines as a FeatureCollection, y up."""
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"name": names[0]},
                "geometry": {
                    "type": "Polygon",
                    "coordinates": [[[x, -y] for x, y in (*ring, ring[0])] for ring in one.rings],
                },
            }
            for one in parse_svg(DRAWING.encode(), "")
            for names in (one.names,)
        ],
    }


def test_geojson_and_topojson_give_the_map_of_the_svg(tmp_path):
    from zinegen.maps.build import build_map

    data = as_geojson(DRAWING)
    arcs = [feature["geometry"]["coordinates"][0] for feature in data["features"]]
    topology = {
        "type": "Topology",
        "arcs": arcs,
        "objects": {
            "all": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "Polygon", "arcs": [[at]], "properties": feature["properties"]}
                    for at, feature in enumerate(data["features"])
                ],
            }
        },
    }
    facts_text = FACTS_TEXT.replace('layer   = "provinces"', "#")
    facts, _ = read_facts(parse_toml(facts_text.encode(), "", FACTS).document)
    made = []
    for name, content in (("a.geojson", data), ("b.topojson", topology)):
        (tmp_path / name).write_text(json.dumps(content))
        made.append(build_map(facts, read_outlines(tmp_path / name)).data)
    assert made[0] is not None
    assert made[0] == made[1]
    assert made[0]["arcs"] == built_from().data["arcs"]


def with_ring(ring):
    """Return GeoJSON of one feature, of which this is the outline."""
    shape = f'{{"type": "Polygon", "coordinates": [{ring}]}}'
    return f'{{"type": "FeatureCollection", "features": [{{"geometry": {shape}}}]}}'.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b'{"type": "Topology"}',
        b'{"type": {}}',
        with_ring("[[1]]"),
        with_ring("[[1, 1e999]]"),
        with_ring(f"[[1, 1{'0' * 400}]]"),
        b'{"type": "FeatureCollection", "features": 3}',
        b'{"type": "FeatureCollection", "features": [{"geometry": []}, 4]}',
        b'{"type": "Topology", "arcs": [], "objects": {"a": {"type": "Polygon", "arcs": [[7]]}}}',
    ],
)
def test_json_that_is_no_map_is_refused_in_words(content):
    assert refusals(lambda: list(parse_geojson(content, "a.json")))[0].startswith("a.json")
