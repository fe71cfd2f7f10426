"""Views as plain data, for the templates that set type: they read the same fields as those of pages do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass

from markupsafe import Markup

from zinegen.pages.paper.markup import read_markup, to_data
from zinegen.pages.views import PageLink

ADDRESSES = frozenset({"uri", "desk"})
"""Fields of views that hold the uri of a page: they become its address."""


def to_plain(value: object, find_address: Callable[[str], str]) -> object:
    """Return a view as mappings, lists and texts; HTML becomes a tree, as `markup.to_data` says.

    ``find_address`` returns where on the web a page lies, given its uri; nothing where that is not known.
    """
    if isinstance(value, Markup):
        return to_data(read_markup(str(value), find_address))
    if isinstance(value, PageLink):
        return {"text": value.text, "to": find_address(value.to)}
    if is_dataclass(value) and not isinstance(value, type):
        found = {
            one.name: to_plain(getattr(value, one.name), find_address) for one in fields(value)
        }
        for name in ADDRESSES & found.keys():
            found[name] = find_address(str(found[name])) if found[name] else ""
        return found
    if isinstance(value, Mapping):
        return {str(key): to_plain(one, find_address) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(one, find_address) for one in value]
    return str(value) if isinstance(value, str) else value
