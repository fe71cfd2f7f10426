"""What CairoSVG is given: everything where it is drawn, and nothing that it would only read."""

import re

from zinegen.drawing import draw_before, draw_orders
from zinegen.drawing.png.plain_svg import plain
from zinegen.drawing.scene import Again, Disc, Group, Ink, Layer, Lines, Part, Scene


def written(*items, needs=()):
    layer = Layer(name="one", part=Part.PLAY, items=items, needs=needs)
    scene = Scene(left=0, top=0, width=10, height=10, title="t", description="d", layers=(layer,))
    return re.search(r"</defs>(.*)</svg>", plain(scene, scene.layers))[1]


DOT = Disc(at=(0, 0), radius=5, ident="dot", kind="dot", title="a dot")


def test_nothing_is_referred_to_and_nothing_said(busy, landscape):
    for scene in (draw_orders(*busy, title="Game"), draw_before(landscape)):
        text = plain(scene, scene.layers)
        assert not re.search(r"<use|<title|<desc|class=|<g>", text)
        used = set(re.findall(r"url\(#([^)]*)\)", text))
        assert used == set(re.findall(r' id="([^"]*)"', text))


def test_a_shape_is_written_where_it_is_drawn_once_more():
    assert written(Again(of="dot"), needs=(DOT,)) == '<circle cx="0" cy="0" r="5"/>'
    moved = written(Again(of="dot", by=(3, -4), ink=Ink(fill="#ff0000")), needs=(DOT,))
    assert moved == (
        '<g transform="translate(3-4)" fill="#ff0000"><circle cx="0" cy="0" r="5"/></g>'
    )


def test_a_group_without_ink_is_what_it_holds():
    assert written(Group(items=(Group(items=(DOT,)),))) == '<circle cx="0" cy="0" r="5"/>'


def test_of_ground_that_is_only_stroked_the_rim_is_enough():
    inner = Lines(lines=(((0, 0), (5, 0), (0, 5), (0, 0)),), closed=True)
    land = Group(items=(inner,), ident="land", rim=(((0, 0), (5, 0)),))
    stroked = written(Group(items=(Again(of="land"),), ink=Ink(fill="none")), needs=(land,))
    assert stroked == '<g fill="none"><path d="M0 0l5 0"/></g>'
    filled = written(Group(items=(Again(of="land"),), ink=Ink(fill="#ff0000")), needs=(land,))
    assert 'd="M0 0l5 0-5 5z"' in filled
