"""The door to fontTools: the zine's typefaces, as files of the kind that Typst reads.

Browsers load each cut in two files, Latin letters and further ones. Of two files with one name Typst would
read the first alone, so the second gets a name of its own; documents name both, one after the other.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES

FOLDER = ZINE_FILES / SOURCES / "assets" / "fonts"
FURTHER = " Further"
"""What is added to the name of a typeface for its further letters."""
_NAMES = frozenset({1, 3, 4, 6, 16})
"""The records of a font in which its family's name stands (OpenType, `name`)."""


def write_typefaces(folder: Path) -> None:
    """Write all typefaces into a folder, the same bytes every time."""
    for name, content in _convert_typefaces().items():
        (folder / name).write_bytes(content)


@cache
def list_covered() -> frozenset[str]:
    """Return all characters that the zine's own book typeface has in every cut."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (an extra)

    cuts: dict[str, set[str]] = {}
    for path in sorted(FOLDER.glob("libre-caslon-text-*.woff2")):
        cut = path.stem.partition("-latin-")[2].removeprefix("ext-")
        cuts.setdefault(cut, set()).update(map(chr, TTFont(path).getBestCmap()))
    return frozenset(set.intersection(*cuts.values()))


@cache
def _convert_typefaces() -> dict[str, bytes]:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (an extra)

    found = {}
    for path in sorted(FOLDER.glob("*.woff2")):
        font = TTFont(path, recalcTimestamp=False)
        font.flavor = None
        if "-latin-ext-" in path.name:
            for record in font["name"].names:
                if record.nameID in _NAMES:
                    record.string = record.toUnicode() + FURTHER
        content = BytesIO()
        font.save(content)
        found[f"{path.stem}.ttf"] = content.getvalue()
    return found
