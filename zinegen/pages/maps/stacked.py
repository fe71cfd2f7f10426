"""Several pictures of one map in one file: what they have in common stands in it once.

The file shows the first of them. The address of another ends in its name, and so does that of a part of it
(`scene.View`). Shapes that only some of the pictures have stand in groups of the kind ``of`` and the
names of these; each picture has its own shapes in their own sequence, as it would have alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby

from zinegen.drawing.scene import (
    OF,
    Again,
    Clip,
    Group,
    Layer,
    Need,
    Part,
    Pattern,
    Scene,
    Shape,
    View,
    list_named,
    rename_layer,
)

FIRST = "after"
"""The name of the picture that a file shows by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A picture that is laid on the first one."""

    name: str
    scene: Scene
    parts: tuple[View, ...] = ()
    """Those that can be shown alone."""


def stack_pictures(first: Scene, others: Sequence[Other]) -> Scene:
    """Return pictures as one, which shows the first; the others are named views of it."""
    known: dict[str, Need] = {}
    pictures = {
        FIRST: _settle_names(first.layers, known),
        **{other.name: _settle_names(other.scene.layers, known) for other in others},
    }
    pieces = _divide_groups(pictures)
    levels: list[_Level] = []
    for name, layers in pictures.items():
        levels = _lay_layers(levels, [_divide(layer, name, pieces) for layer in layers], name)
    views = [view for other in others for view in _list_views(other)]
    layers = tuple(_finish_layer(level, (*pictures,)) for level in levels)
    return replace(first, layers=layers, views=tuple(views))


def _list_views(of: Other) -> Iterator[View]:
    scene = of.scene
    box = (scene.left, scene.top, scene.width, scene.height)
    yield View(name=of.name, box=box, picture=of.name, title=scene.title)
    for part in of.parts:
        yield replace(part, name=f"{of.name}-{part.name}", picture=of.name)


@dataclass(slots=True, kw_only=True)
class _Node:
    """A shape with the names of the pictures that have it."""

    shape: Need
    """Of a group all but what is in it."""
    names: tuple[str, ...]
    inside: list[_Node]


@dataclass(slots=True, kw_only=True)
class _Level:
    """The layers of one name in all pictures."""

    layer: Layer
    """That of the first of them, as it was drawn."""
    names: tuple[str, ...]
    """The pictures that have just this layer, as long as all have: then nobody looks into it."""
    needs: list[_Node] = field(default_factory=list)
    items: list[_Node] = field(default_factory=list)

    def open(self) -> _Level:
        """Return the level with the shapes of its layer as nodes."""
        if not self.names:
            return self
        return _Level(
            layer=self.layer,
            names=(),
            needs=_make_nodes(self.layer.needs, self.names),
            items=_make_nodes(self.layer.items, self.names),
        )


def _make_nodes(shapes: Iterable[Need], names: tuple[str, ...]) -> list[_Node]:
    return [
        _Node(
            shape=_empty(shape),
            names=names,
            inside=_make_nodes(shape.items, names) if isinstance(shape, Group) else [],
        )
        for shape in shapes
    ]


def _empty(shape: Need) -> Need:
    """Return what two shapes have to share to be one in the file."""
    return replace(shape, items=(), rim=()) if isinstance(shape, Group) else shape


def _lay_layers(old: Sequence[_Level], layers: Sequence[Layer], name: str) -> list[_Level]:
    """Return the levels of a file with the layers of one more picture."""
    new = [_Level(layer=layer, names=(name,)) for layer in layers]
    if not old:
        return new
    keys = [[(one.layer.name, one.layer.sights) for one in levels] for levels in (old, new)]
    found: list[_Level] = []
    for tag, a, b, c, d in _compare(*keys):
        if tag == "equal":
            found += (_join_levels(one, two) for one, two in zip(old[a:b], new[c:d], strict=True))
            continue
        found += (level.open() for level in (*old[a:b], *new[c:d]))
    return found


def _compare(
    old: Sequence[Hashable], new: Sequence[Hashable]
) -> Sequence[tuple[str, int, int, int, int]]:
    if old == new:  # as a rule, and told much quicker
        return (("equal", 0, len(old), 0, len(new)),)
    if not old or not new:
        return (("replace", 0, len(old), 0, len(new)),)
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _join_levels(old: _Level, new: _Level) -> _Level:
    if old.names and old.layer == new.layer:
        return replace(old, names=(*old.names, *new.names))
    one, two = old.open(), new.open()
    return _Level(
        layer=old.layer,
        names=(),
        needs=_join_nodes(one.needs, two.needs),
        items=_join_nodes(one.items, two.items),
    )


def _join_nodes(old: Sequence[_Node], new: Sequence[_Node]) -> list[_Node]:
    """Return the shapes of both, the common ones once; each sequence stays what it is."""
    if not old or not new:
        return [*old, *new]
    keys = [[node.shape for node in nodes] for nodes in (old, new)]
    found: list[_Node] = []
    for tag, a, b, c, d in _compare(*keys):
        if tag == "equal":
            found += (
                _Node(
                    shape=one.shape,
                    names=(*one.names, *two.names),
                    inside=_join_nodes(one.inside, two.inside),
                )
                for one, two in zip(old[a:b], new[c:d], strict=True)
            )
            continue
        found += (*old[a:b], *new[c:d])
    return found


def _finish_layer(level: _Level, names: tuple[str, ...]) -> Layer:
    if level.names:
        return level.layer
    return replace(
        level.layer,
        # It is written for this file alone.
        part=Part.PLAY,
        needs=tuple(_finish(node) for node in level.needs),
        items=tuple(_mark(level.items, names)),
    )


def _finish(node: _Node) -> Need:
    if isinstance(node.shape, Group):
        return replace(node.shape, items=tuple(_mark(node.inside, node.names)))
    return node.shape


def _mark(nodes: Iterable[_Node], names: tuple[str, ...]) -> Iterator[Shape]:
    """Yield shapes of the pictures that are named, in groups where only some of these have them."""
    for own, run in groupby(nodes, key=lambda node: node.names):
        shapes = tuple(_finish(node) for node in run)
        items = tuple(one for one in shapes if not isinstance(one, Clip | Pattern))
        if own == names:
            yield from items
        else:
            yield Group(kind=" ".join((OF, *own)), items=items, hidden=FIRST not in own)


def _settle_names(layers: Sequence[Layer], known: dict[str, Need]) -> Sequence[Layer]:
    """Return the layers of a picture with other names for what `known` has under theirs otherwise.

    What refers to something with a new name is no more what it was, and may need one itself.
    """
    new: dict[str, str] = {}
    while True:
        settled = [rename_layer(layer, new) for layer in layers] if new else layers
        found = {
            shape.ident: _empty(shape)
            for layer in settled
            for shape in list_named((*layer.needs, *layer.items))
        }
        clashes = {name for name, shape in found.items() if known.get(name, shape) != shape}
        if not clashes:
            known |= found
            return settled
        first = {now: was for was, now in new.items()}
        for name in clashes:
            was = first.get(name, name)
            number = int(name[len(was) + 1 :] or 1) + 1
            new[was] = f"{was}-{number}"


Pieces = Mapping[str, Sequence[tuple[tuple[str, ...], Group]]]
"""For named groups what they are divided into: the names of some pictures, and what only these have in it."""


def _divide_groups(pictures: Mapping[str, Sequence[Layer]]) -> Pieces:
    """Return what becomes of the named groups that are not the same in all pictures that have them.

    What is drawn again where something refers to it is out of reach for a style sheet's `of`.
    """
    found: dict[str, dict[str, Group]] = {}
    for name, layers in pictures.items():
        for layer in layers:
            for shape in list_named((*layer.needs, *layer.items)):
                if isinstance(shape, Group):
                    found.setdefault(shape.ident, {})[name] = shape
    return {
        ident: pieces
        for ident, groups in found.items()
        if len({*groups.values()}) > 1
        and len(pieces := [*_list_pieces(ident, _join_groups(groups))]) > 1
    }


def _join_groups(groups: Mapping[str, Group]) -> _Node:
    """Return the groups of one name in some pictures as one."""
    nodes: list[_Node] = []
    for name, group in groups.items():
        nodes = _join_nodes(nodes, _make_nodes([group], (name,)))
    [node] = nodes
    return node


def _list_pieces(ident: str, node: _Node) -> Iterator[tuple[tuple[str, ...], Group]]:
    """Yield the pieces of a group: that which most pictures have keeps its name."""
    owners = sorted({*_list_owners(node)}, key=lambda names: (-len(names), names))
    for number, names in enumerate(owners, 1):
        piece = _pick(node, names)
        if isinstance(piece, Group):
            yield names, replace(piece, ident=f"{ident}_{number}" if number > 1 else ident)


def _list_owners(node: _Node) -> Iterator[tuple[str, ...]]:
    if not node.inside:
        yield node.names
    for one in node.inside:
        yield from _list_owners(one)


def _pick(node: _Node, names: tuple[str, ...]) -> Need | None:
    """Return what some pictures, and they alone, have of a shape; None for nothing."""
    if not node.inside:
        return node.shape if node.names == names else None
    picked = (_pick(one, names) for one in node.inside)
    items = tuple(one for one in picked if one and not isinstance(one, Clip | Pattern))
    return replace(node.shape, items=items) if items and isinstance(node.shape, Group) else None


def _divide(layer: Layer, name: str, pieces: Pieces) -> Layer:
    """Return a layer of a picture with its pieces in place of groups."""
    if not pieces:
        return layer
    needs = tuple(one for shape in layer.needs for one in _replace_shape(shape, name, pieces))
    return replace(layer, needs=needs, items=_replace_shapes(layer.items, name, pieces))


def _replace_shapes(shapes: Iterable[Shape], name: str, pieces: Pieces) -> tuple[Shape, ...]:
    found = (one for shape in shapes for one in _replace_shape(shape, name, pieces))
    return tuple(one for one in found if not isinstance(one, Clip | Pattern))


def _replace_shape(shape: Need, name: str, pieces: Pieces) -> Iterator[Need]:
    """Yield a shape with pieces in place of groups, or the pieces that are it."""
    match shape:
        case Again() if shape.of in pieces:
            for names, piece in pieces[shape.of]:
                if name in names:
                    yield replace(shape, of=piece.ident)
        case Group() if shape.ident in pieces:
            for names, piece in pieces[shape.ident]:
                if name in names:
                    yield replace(piece, items=_replace_shapes(piece.items, name, pieces))
        case Group() | Clip() | Pattern():
            yield replace(shape, items=_replace_shapes(shape.items, name, pieces))
        case _:
            yield shape
