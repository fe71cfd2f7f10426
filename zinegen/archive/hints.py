"""The type hints of frozen records, found again when the program runs.

Modules import many names for the type checker alone; whoever turns records into data needs them.
"""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Iterable, Mapping
from typing import Union, get_args, get_origin, get_type_hints

from zinegen.board import board, passage
from zinegen.game import changes, hidden, orders, state, unit_changes, variant, verdicts
from zinegen.planar import mesh, shape

UNIONS = {types.UnionType, Union}
_SURROUNDINGS = (
    shape,
    mesh,
    board,
    passage,
    variant,
    verdicts,
    unit_changes,
    hidden,
    changes,
    state,
    orders,
)
"""Modules whose names appear in type hints elsewhere, under ``TYPE_CHECKING`` only."""


def plain(hint: object) -> object:
    """Return what a NewType stands for."""
    while (deeper := getattr(hint, "__supertype__", None)) is not None:
        hint = deeper
    return hint


def members_of(hint: object) -> tuple[type, ...]:
    """Return the records that a hint allows, none when it is no hint of a record."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return (hint, *_below(hint))
    if get_origin(hint) in UNIONS:
        parts = get_args(hint)
        if all(isinstance(part, type) and dataclasses.is_dataclass(part) for part in parts):
            return tuple(member for part in parts for member in members_of(part))
    return ()


def _below(kind: type) -> Iterable[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        # A record with slots is made twice; the first draft may still hang on the family.
        if getattr(sys.modules[child.__module__], child.__name__, None) is child:
            yield child
            yield from _below(child)


_KNOWN: dict[type, Mapping[str, object]] = {}


def hints_of(kind: type) -> Mapping[str, object]:
    """Return the types of a record's fields.

    Names that its module imports for the type checker alone are found in the modules around it.
    """
    if kind not in _KNOWN:
        names: dict[str, object] = {"Mapping": Mapping, "Iterable": Iterable}
        for module in (*_SURROUNDINGS, sys.modules[kind.__module__]):
            names.update(vars(module))
        _KNOWN[kind] = get_type_hints(kind, globalns=names)
    return _KNOWN[kind]


def default_of(field: dataclasses.Field[object]) -> object:
    """Return what a field has when nothing is said; a mark that equals no value if it has to be said."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default
