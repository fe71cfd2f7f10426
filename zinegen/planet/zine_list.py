"""The list of zines that have one front: a line each, an address or a folder.

Of a zine that does not answer the last copy that was had is shown, and that it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from zinegen.archive.files import FileError, make_folder, read_plain, read_text, write_atomically
from zinegen.delivery.downloads import DownloadError, download
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.pages.feeds.zine_json import ZINE_FILE
from zinegen.planet.zine_entries import PlanetZine, read_zine
from zinegen.play.names import digest

LIMIT = 32 << 20
"""Bytes of a ``zine.json``."""
MOST_ZINES = 1000
KEPT = "kept"
"""The folder of copies, in that of the front."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedZine:
    """A line of the list, and what came of it."""

    line: int
    place: str
    zine: PlanetZine | None
    """None where nothing of it can be shown."""
    trouble: str = ""
    """What is wrong, in a sentence; empty where nothing is."""


def read_zine_list(path: Path, folder: Path) -> Iterator[ListedZine]:
    """Yield the zines of a list; ``folder`` is that of the front, in which copies are kept.

    Raises FileError when the list cannot be read, GameFolderError when it names none, or too many.
    """
    places = _list_places(path)
    make_folder(folder)
    seen: dict[str, int] = {}
    for number, place in places:
        found = _read_place(path, folder, number, place)
        if found.zine is not None:
            before = seen.setdefault(found.zine.address, number)
            if before != number:
                why = f"this is the same zine as in line {before}"
                found = ListedZine(line=number, place=place, zine=None, trouble=why)
        yield found


def _list_places(path: Path) -> list[tuple[int, str]]:
    lines = [
        (number, line.split("#", 1)[0].strip() if not line.lstrip().startswith("#") else "")
        for number, line in enumerate(read_text(path).splitlines(), 1)
    ]
    places = [(number, place) for number, place in lines if place]
    if not places:
        raise GameFolderError(f"{path} names no zine: write an address or a folder a line")
    if len(places) > MOST_ZINES:
        raise GameFolderError(f"{path} names more than {MOST_ZINES} zines")
    return places


def _read_place(path: Path, folder: Path, number: int, place: str) -> ListedZine:
    kept = folder / KEPT / f"{digest(place.encode())[:32]}.json"
    trouble = ""
    try:
        content = _fetch(path.parent, place)
        zine = read_zine(content, number)
        make_folder(kept.parent)
        write_atomically(kept, content)
    except ZinegenError as problem:
        trouble = str(problem)
        try:
            zine = read_zine(read_plain(kept, LIMIT), number)
        except (FileError, GameFolderError):
            return ListedZine(line=number, place=place, zine=None, trouble=trouble)
        trouble += "; what it told last is shown"
    if zine.wrong:
        more = f" and {len(zine.wrong) - 1} more" if len(zine.wrong) > 1 else ""
        trouble = "; ".join(filter(None, (trouble, f"{zine.wrong[0]}{more}, left out")))
    return ListedZine(line=number, place=place, zine=zine, trouble=trouble)


def _fetch(beside: Path, place: str) -> bytes:
    """Return the bytes of a zine's file; raises DownloadError, FileError or GameFolderError."""
    if "://" in place:
        try:
            is_file = urlsplit(place).path.endswith(".json")
            address = place if is_file else urljoin(f"{place.rstrip('/')}/", ZINE_FILE)
        except ValueError:
            raise DownloadError("it is no address of the web") from None
        return download(address, LIMIT)
    there = beside / place
    for one in (there, there / ZINE_FILE, there / "site" / ZINE_FILE):
        with suppress(OSError):  # a name that is too long for a file
            if one.is_file():
                return read_plain(one, LIMIT)
    raise DownloadError(
        f"there is no {ZINE_FILE} in {place}: `zinegen build` writes one into site/"
    )
