"""A page of the zine in one piece: style sheets, typefaces and pictures in it, scripts left out.

So a frame shows it that runs and loads nothing.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from posixpath import normpath

_LINKED = re.compile(r"<link\b[^>]*>", re.IGNORECASE)
_SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.IGNORECASE | re.DOTALL)
_OWN_POLICY = re.compile(r"<meta\b[^>]*Content-Security-Policy[^>]*>", re.IGNORECASE)
"""What a page of the site may load by its own word; the answer that carries it allows less."""
_SOURCE = re.compile(r"(<img\b[^>]*?\bsrc=)([\"'])([^\"']+)\2", re.IGNORECASE)
_HREF = re.compile(r"\bhref=[\"']?([^\"'\s>]+)", re.IGNORECASE)
_URL = re.compile(r"url\(\s*[\"']?([^\"')]+)[\"']?\s*\)")
_KINDS = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
LIMIT = 4 << 20
"""Bytes of the largest file that is put in."""
ReadFile = Callable[[str], bytes | None]
"""Returns a file of the site by its path from the site's folder; None where there is none."""


def read_files_below(folder: Path) -> ReadFile:
    """Return what reads the files of a folder, and nothing outside of it."""
    root = folder.resolve()

    def read(path: str) -> bytes | None:
        place = (root / path).resolve()
        if not place.is_relative_to(root) or not place.is_file() or place.stat().st_size > LIMIT:
            return None
        return place.read_bytes()

    return read


def make_standalone(html: str, page: str, read: ReadFile) -> str:
    """Return a page with everything that it shows inside it.

    ``page`` is its path from the site's folder, from which its links are counted.
    """
    folder = page.rpartition("/")[0]

    def put_in_style(found: re.Match[str]) -> str:
        tag = found[0]
        href = _HREF.search(tag)
        if "stylesheet" not in tag.lower() or href is None:
            return ""
        path = _find(folder, href[1])
        content = read(path) if path else None
        if content is None:
            return ""
        sheet = _put_in_files(content.decode("utf-8", "replace"), path.rpartition("/")[0], read)
        sheet = sheet.replace("</", "<\\/")
        return f"<style>{sheet}</style>"

    def put_in_picture(found: re.Match[str]) -> str:
        return f"{found[1]}{found[2]}{_as_data(folder, found[3], read)}{found[2]}"

    html = _OWN_POLICY.sub("", _SCRIPT.sub("", html))
    html = _LINKED.sub(put_in_style, html)
    return _SOURCE.sub(put_in_picture, html)


def _put_in_files(sheet: str, folder: str, read: ReadFile) -> str:
    sheet = _URL.sub(lambda found: f'url("{_as_data(folder, found[1], read)}")', sheet)
    return sheet.replace(
        "font-display: optional", "font-display: block"
    )  # it is here: no need to wait


def _as_data(folder: str, address: str, read: ReadFile) -> str:
    """Return what an address leads to as a ``data:`` address; an empty one where it leads to nothing here."""
    if address.startswith("data:"):
        return address
    path = _find(folder, address)
    kind = _KINDS.get(f".{path.rpartition('.')[2].lower()}")
    content = read(path) if path and kind else None
    if content is None:
        return "data:,"
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _find(folder: str, address: str) -> str:
    """Return the path from the site's folder of an address in a page; empty for one that leads elsewhere."""
    plain = address.partition("#")[0].partition("?")[0]
    if not plain or "://" in plain or plain.startswith("//"):
        return ""
    path = plain.lstrip("/") if plain.startswith("/") else f"{folder}/{plain}"
    found = normpath(path.lstrip("/"))
    return "" if found.startswith("..") else found
