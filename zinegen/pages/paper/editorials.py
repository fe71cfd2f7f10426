"""What an editor has written for an issue, as HTML: by the Markdown extensions that the zine's pages have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from markdown import Markdown
from markupsafe import Markup

from zinegen.archive.files import FileError, read_text

ALWAYS = ("toc", "tables", "fenced_code")
"""The extensions that MkDocs adds to those of the settings."""
_FRONT = re.compile(r"\A\s*---[ \t]*\n.*?^---[ \t]*\n", re.DOTALL | re.MULTILINE)
_LONG = "markdown.extensions."


def render_editorial(path: Path, settings: Mapping[str, object]) -> Markup:
    """Return an editorial as HTML; nothing where it cannot be read.

    Extensions that do not come with Markdown itself are left out: those of themes make what no document sets.
    """
    try:
        text = _FRONT.sub("", read_text(path), count=1)
    except FileError:
        return Markup()
    options = _read_extensions(settings)
    markdown = Markdown(extensions=[*options], extension_configs=options)
    return Markup(markdown.convert(text))  # noqa: S704  # the editor's own; `markup` keeps what it knows


def _read_extensions(settings: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return the options of each extension, by its name."""
    listed = settings.get("markdown_extensions")
    named: dict[str, object] = dict.fromkeys(ALWAYS)
    for one in listed if isinstance(listed, list) else []:
        named.update(one if isinstance(one, dict) else {str(one): None})
    found = {str(name).removeprefix(_LONG): options for name, options in named.items()}
    return {
        name: options if isinstance(options, dict) else {}
        for name, options in found.items()
        if name in _list_own_extensions()
    }


@cache
def _list_own_extensions() -> frozenset[str]:
    points = entry_points(group="markdown.extensions")
    return frozenset(one.name for one in points if one.value.startswith(_LONG))
