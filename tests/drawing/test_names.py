"""The names of the provinces: each once, on an edge that is stronger where the ground has a pattern."""

from collections import Counter

from zinegen.drawing.geometry import simplify_for_drawing
from zinegen.drawing.pieces import draw_names_layers, is_patterned
from zinegen.drawing.placement import find_places
from zinegen.drawing.scene import Again, Group, Words


def words(shape):
    match shape:
        case Words():
            yield shape.text
        case Group():
            for item in shape.items:
                yield from words(item)


def test_every_name_is_lettered_once(landscape):
    board = simplify_for_drawing(landscape.board)
    full, *shorter = draw_names_layers(board)
    lettered = Counter(text for item in full.items for text in words(item))
    labels = Counter(text for spots in find_places(board).values() for text in spots.label.lines)
    assert lettered == labels
    short = Counter(board[face].abbreviation for face in find_places(board))
    assert len(shorter) == 2
    for layer in shorter:
        assert Counter(text for item in layer.items for text in words(item)) == short


def test_names_on_patterns_have_the_stronger_edge(landscape):
    board = simplify_for_drawing(landscape.board)
    full, *_ = draw_names_layers(board)
    edges = [item for item in full.items if isinstance(item, Again)]
    groups = {item.ident: item for item in full.items if isinstance(item, Group)}
    plain, rough = edges
    assert rough.ink.width > plain.ink.width
    assert rough.ink.stroke_opacity > plain.ink.stroke_opacity
    assert set(words(groups[rough.of])) == {
        text
        for face, spots in find_places(board).items()
        if is_patterned(board, face)
        for text in spots.label.lines
    }


def test_a_map_without_patterns_has_one_lot_of_names(start):
    full, *_ = draw_names_layers(simplify_for_drawing(start.board))
    assert [item.ident for item in full.items] == ["", "names"]
