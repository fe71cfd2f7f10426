"""The base map of Europe as package data, and the pipeline that makes it.

The finished map is the file ``europe.json`` beside this module; :func:`europe_text` gives its text.
Everything else here is needed only by somebody who wants another board or another corner of the coast:
``python -m zinegen.maps make`` draws the map from public-domain coast lines, ``check`` proves it,
``draw`` shows it.
"""

from __future__ import annotations

from importlib import resources

__all__ = ["europe_text"]


def europe_text() -> str:
    """The text of ``europe.json``: one JSON object, described in ``zinegen/maps/README.md``."""
    return resources.files(__name__).joinpath("europe.json").read_text(encoding="utf-8")
