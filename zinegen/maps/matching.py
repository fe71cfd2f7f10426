"""Which outlines of a drawing are whose: by what ``map.toml`` calls them, or by names that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zinegen.languages.texts import gettext
from zinegen.maps.facts import MapDescription, ProvinceFacts
from zinegen.maps.outlines import DrawingShape, is_among
from zinegen.maps.troubles import PROVINCES, Trouble
from zinegen.notation.grammar.names import DIRECTIONS, fold, suggest

_COPY = re.compile(r"_\d+_$")
"""What a drawing program appends to a name that it has given before."""
_SIGN = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
"""How a drawing program writes a sign in an id."""

KINDS = frozenset(
    {
        *("sea", "seas", "ocean", "gulf", "bight", "bay"),
        *("strait", "straits", "channel", "of", "the"),
    }
)
"""Words that drawings and facts of one map often have otherwise."""
SOME = 12
"""So many groups of a drawing are named in a hint."""

Found = dict[str, list[DrawingShape]]


class ShapesByName:
    """The outlines of a drawing, found by name without case, accents and signs; own names come first."""

    def __init__(self, shapes: Iterable[DrawingShape]) -> None:
        self.plain: Found = {}
        """By their names in small letters."""
        self.folded: Found = {}
        self.words: Found = {}
        """By classes and data, and the parts of a province that are named after its coasts (``irn-nc``)."""
        self.parts: Found = {}
        """By the parts of their names between signs, and by their names without words such as sea."""
        for shape in shapes:
            _add(self.plain, map(str.lower, shape.names), shape)
            _add(self.folded, map(fold, map(_decode, shape.names)), shape)
            _add(self.words, map(fold, shape.words), shape)
            own = re.split(r"[\W_]+", _decode(shape.own_name))
            if len(own) > 1 and own[-1].lower() in DIRECTIONS:
                _add(self.words, [fold("".join(own[:-1]))], shape)
            bare = map(_strip_kind, (shape.own_name, shape.title))
            _add(self.parts, (*map(fold, own if len(own) > 1 else ()), *bare), shape)

    def find(self, name: str) -> list[DrawingShape]:
        """Return the outlines of a name; those that only a part of their name points at if it is one."""
        key = fold(name)
        found = self.plain.get(name.strip().lower()) or self.folded.get(key) or self.words.get(key)
        part = self.parts.get(key) or self.parts.get(_strip_kind(name), [])
        return found or (part if len(part) == 1 else [])


def _add(index: Found, names: Iterable[str], shape: DrawingShape) -> None:
    for name in dict.fromkeys(names):
        if name:
            index.setdefault(name, []).append(shape)


def _strip_kind(name: str) -> str:
    """Return a name, folded, without words that say what kind of water it is."""
    return "".join(word for word in map(fold, re.split(r"[\W_]+", name)) if word not in KINDS)


def _decode(name: str) -> str:
    """Return a name without what drawing programs do to it."""
    return _SIGN.sub(lambda match: chr(int(match[1], 16)), _COPY.sub("", name))


def match_outlines(
    facts: MapDescription, outlines: Sequence[DrawingShape]
) -> tuple[Found, list[Trouble]]:
    """Return the outlines of each province, and those that are missing or cannot be read."""
    inside = [one for one in outlines if not facts.layers or is_among(one.layers, facts.layers)]
    missing = [
        name for name in facts.layers if not any(is_among(one.layers, [name]) for one in outlines)
    ]
    if missing:
        groups = {name: name for one in outlines for name in reversed(one.layers)}
        hint = gettext(
            "layer is the id, or the name in Inkscape, of a group; there are {names}",
            names=_list(groups),
        )
        hint = suggest(missing[0], tuple(groups), hint)
        return {}, [
            Trouble(title=gettext("the drawing has no layer {first}", first=missing[0]), hint=hint)
        ]
    known = ShapesByName(inside)
    owners: dict[int, str] = {}
    found: Found = {}
    troubles: list[Trouble] = []
    for key, one in facts.provinces.items():
        shapes, unknown = find_shapes(one, known)
        if one.at is not None and not shapes:
            continue
        twice = [shape for shape in shapes if owners.setdefault(id(shape), key) != key]
        if one.closed and not shapes:
            troubles.append(_leave_out(one))
            continue
        wrong = [*_check_shapes(one, shapes, unknown, known.plain)]
        troubles += wrong
        if twice:
            other = facts.provinces[owners[id(twice[0])]]
            what = gettext(
                "{key} and {other} both have the outline {name}",
                key=other.key,
                other=key,
                name=twice[0].names[0],
            )
            hint = gettext("each needs one of its own")
            troubles.append(Trouble(title=what, hint=hint, about=(PROVINCES, key)))
        elif not wrong:
            found[key] = shapes
    return found, troubles


def _list(names: Iterable[str]) -> str:
    """Return some names as a list in a sentence."""
    first = list(names)[:SOME]
    return ", ".join(first) or gettext("none")


def find_shapes(
    one: ProvinceFacts, known: ShapesByName
) -> tuple[list[DrawingShape], tuple[str, ...]]:
    """Return a province's outlines, and names that the drawing does not have.

    Where ``map.toml`` does not say what they are called, the full name and the aliases do as well.
    """
    by_name = {name: known.find(name) for name in one.shapes}
    if one.shapes == (one.written,) and not by_name[one.written]:
        for name in (one.name, *one.aliases):
            if shapes := known.find(name):
                return shapes, ()
    shapes = [shape for found in by_name.values() for shape in found]
    return list({id(shape): shape for shape in shapes}.values()), tuple(
        name for name, found in by_name.items() if not found
    )


def _leave_out(one: ProvinceFacts) -> Trouble:
    """Return what is said of a province that nobody may enter and nobody drew."""
    what = gettext(
        "the drawing has no outline of {name}, which nobody may enter: it is left out",
        name=one.name,
    )
    hint = gettext('say shape = "…" or at = [x, y] if it is there')
    return Trouble(title=what, hint=hint, about=(PROVINCES, one.key), grave=False)


def _check_shapes(
    one: ProvinceFacts,
    shapes: Sequence[DrawingShape],
    missing: Sequence[str],
    known: Mapping[str, object],
) -> Iterator[Trouble]:
    """Yield why a province's outlines cannot be used."""
    about = (PROVINCES, one.key)
    unread = [shape for shape in shapes if shape.trouble]
    if unread:
        what = gettext(
            "the outline of {name} cannot be used: {trouble}",
            name=one.name,
            trouble=unread[0].trouble,
        )
        hint = gettext("draw it again as a closed path")
        yield Trouble(title=what, hint=hint, about=about, drawn=unread[0].line)
    elif missing or not any(shape.rings for shape in shapes):
        name = (*missing, *one.shapes)[0]
        what = gettext(
            "the drawing has no outline called {name} for {province}", name=name, province=one.name
        )
        otherwise = gettext(
            'give its path that id, or say shape = "…" in map.toml; ground that '
            "nobody drew is at = [x, y]"
        )
        hint = suggest(name.lower(), tuple(known), otherwise)
        yield Trouble(title=what, hint=hint, about=about)
