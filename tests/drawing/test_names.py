"""The names of the provinces: each once, on an edge that is stronger where the ground has a pattern."""

from collections import Counter

import pytest

from zinegen.drawing import draw_before, draw_orders, make_map, simplify_for_drawing
from zinegen.drawing.drawn_map import prepare_picture
from zinegen.drawing.geometry import Rect
from zinegen.drawing.lettering import width
from zinegen.drawing.pieces import draw_names_layers, is_patterned
from zinegen.drawing.scene import Again, Box, Disc, Group, Sight, Words
from zinegen.drawing.short_names import plan_without_lines
from zinegen.drawing.symbols import CROSS, FRAME, MARK
from zinegen.drawing.terrain.arms import letter_arms


def words(shape):
    match shape:
        case Words():
            yield shape.text
        case Group():
            for item in shape.items:
                yield from words(item)


def layers(state):
    """Return the layers of names of a state's map."""
    drawn, shown = prepare_picture(state)
    return draw_names_layers(drawn, shown)


def list_arms(board, sight):
    """Return how often each short name stands in an arm."""
    arms = letter_arms(make_map(board), sight)
    return Counter(one.words.text for names in arms.values() for one in names)


def test_every_name_is_lettered_once_and_in_arms_but_for_those_without_room_on_a_phone(landscape):
    board = simplify_for_drawing(landscape.board)
    full, middle, narrow = layers(landscape)
    lettered = Counter(text for item in full.items for text in words(item))
    labels = Counter(
        text for spots in make_map(board).places.values() for text in spots.label.lines
    )
    arms = {sight: list_arms(board, sight) for sight in (Sight.WIDE, Sight.MIDDLE)}
    assert lettered == labels + arms[Sight.WIDE]
    short = Counter(board[face].abbreviation for face in make_map(board).places)
    middle_arms = arms[Sight.MIDDLE]
    assert Counter(text for item in middle.items for text in words(item)) == short + middle_arms
    shown = Counter(text for item in narrow.items for text in words(item))
    hidden = plan_without_lines(make_map(board), Sight.NARROW).hidden
    assert short - shown == Counter(board[face].abbreviation for face in hidden)
    assert len(hidden) <= 2


def test_names_on_patterns_have_the_stronger_edge(landscape):
    board = simplify_for_drawing(landscape.board)
    full, *_ = layers(landscape)
    edges = [item for item in full.items if isinstance(item, Again)]
    groups = {item.ident: item for item in full.items if isinstance(item, Group)}
    plain, rough = edges
    assert rough.ink.width > plain.ink.width
    assert rough.ink.stroke_opacity > plain.ink.stroke_opacity
    arms = letter_arms(make_map(board), Sight.WIDE)
    assert set(words(groups[rough.of])) == {
        one.words.text for face in arms if is_patterned(board, face) for one in arms[face]
    } | {
        text
        for face, spots in make_map(board).places.items()
        if is_patterned(board, face)
        for text in spots.label.lines
    }


def test_no_edge_of_a_name_lies_on_the_letters_of_another(landscape):
    """Names of several lots stand side by side, in the smallest pictures without any room between them."""
    for layer in layers(landscape):
        kinds = [type(item) for item in layer.items if getattr(item, "kind", "") != "centre"]
        assert kinds == sorted(kinds, key=(Again, Group).index)
        assert kinds.count(Again) >= 2


def test_a_map_without_patterns_has_one_lot_of_names(start):
    full, *_ = layers(start)
    assert [item.ident for item in full.items] == ["", "names"]


def list_all(shapes):
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from list_all(shape.items)


def list_name_boxes(scene):
    """Return the text and the rectangle of every line of the names in full."""
    [layer] = [one for one in scene.layers if one.name == "names" and Sight.WIDE in one.sights]
    for one in list_all(layer.items):
        if isinstance(one, Words):
            half, (x, y) = width(one.text, one.face, one.size, one.spacing) / 2, one.at
            yield one.text, Rect(x - half, y - one.size * 0.74, x + half, y)


def list_signs(scene):
    """Yield the middle and radius of the crosses, the marks of map orders, units' frames and rings."""
    for layer in scene.layers:
        for one in list_all(layer.items) if layer.name in {"results", "units"} else ():
            match one:
                case Again(of="cross" | "void", by=at):
                    yield at, CROSS
                case Disc(kind="dislodged", at=at):
                    yield at, FRAME
                case Box(kind="trapped", at=(x, y)):
                    yield (x + one.width / 2, y + one.height / 2), FRAME
                case Group(kind=kind) if kind.startswith(("order event", "order guard")):
                    [at] = [item.grows_at for item in one.items if item.grows_at]
                    yield at, MARK


@pytest.mark.parametrize("phase", ["busy", "driven_out", "council", "landscape"])
def test_no_name_lies_under_a_sign_of_an_order_or_the_frame_of_a_unit(phase, request):
    found = request.getfixturevalue(phase)
    scene = draw_before(found) if phase == "landscape" else draw_orders(*found)
    names = [*list_name_boxes(scene)]
    covered = {
        text
        for at, radius in list_signs(scene)
        for text, box in names
        if box.distance(at) < 0.7 * radius
    }
    assert not covered
