"""Pictures in press: those that the GM has put into the press folder, made small, still and without metadata.

The one door to Pillow for what strangers send. Nothing of a file but its pixels goes on: it is decoded within
limits, turned as its camera said, made smaller where it is larger than pages want, and encoded anew.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from zinegen.archive.files import FileError, read_plain
from zinegen.errors import Where, ZinegenError
from zinegen.languages.texts import gettext

if TYPE_CHECKING:
    from PIL import Image

FILE_LIMIT = 8 << 20
"""Bytes of a picture as it comes."""
MOST_PIXELS = 40_000_000
"""Of a picture as it comes: what a good telephone makes; more would fill the memory."""
LONGEST_SIDE = 1600
"""In pixels, of a picture as pages show it."""
MOST_BYTES = 400 << 10
"""Of a picture as pages show it."""
KINDS = ("PNG", "JPEG", "GIF", "WEBP")
"""What is decoded, whatever a file is called."""
_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\.(?:png|jpe?g|gif|webp)")
_REFERENCE = re.compile(
    r"!\[(?P<alt>[^\]\n]{0,300})\]\((?P<name>[^\s()]{1,80})(?:[ \t]+\"(?P<caption>[^\"\n]{0,200})\")?\)"
)


class PictureError(ZinegenError):
    """A file that cannot be shown as a picture, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureReference:
    """A place in press where a picture is wanted: ``![alt](name.png "caption")``."""

    name: str
    alt: str
    caption: str
    where: Where
    line: str
    """The whole line, for messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressPicture:
    """A picture that can be shown."""

    content: bytes
    suffix: str
    """``.png`` or ``.jpg``."""
    width: int
    """In pixels."""
    height: int


def looks_like_picture(name: str) -> bool:
    """Tell whether a file's name is that of a picture, good or bad."""
    return Path(name).suffix.lower() in _SUFFIXES


def is_picture_name(name: str) -> bool:
    """Tell whether a picture may have this name: small letters, digits, dashes."""
    return _NAME.fullmatch(name) is not None


def find_references(text: str, file: str) -> tuple[PictureReference, ...]:
    """Return the pictures that a text wants, in its order."""
    return tuple(
        PictureReference(
            name=found["name"],
            alt=found["alt"].strip(),
            caption=(found["caption"] or "").strip(),
            where=Where(file, number, found.start() + 1, found.end() + 1),
            line=line,
        )
        for number, line in enumerate(text.split("\n"), 1)
        for found in _REFERENCE.finditer(line)
    )


def cut_references(text: str) -> str:
    """Return a text without the places where pictures are wanted."""
    return _REFERENCE.sub("", text)


def read_picture(path: Path) -> PressPicture:
    """Return the picture in a file. Raises PictureError where there is none that can be shown."""
    try:
        content = read_plain(path, FILE_LIMIT)
    except FileError as error:
        raise PictureError(gettext(error.fault.value)) from None
    return prepare_picture(content)


@lru_cache(maxsize=64)
def prepare_picture(content: bytes) -> PressPicture:
    """Return a picture as pages show it, the same bytes for the same bytes.

    Raises PictureError for what is no picture, is spoilt, or has too many pixels.
    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  (slow; few seasons have pictures)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is lower
        try:
            with Image.open(BytesIO(content), formats=KINDS) as opened:
                _check_size(opened.size)
                opened.load()
                picture = _normalise(opened)
        except PictureError:
            raise
        except Image.DecompressionBombError:
            raise PictureError(_say_too_many()) from None
        except UnidentifiedImageError:
            title = gettext("this is no picture: PNG, JPEG, GIF and WebP can be shown")
            raise PictureError(title) from None
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, MemoryError):
            raise PictureError(gettext("this picture is spoilt: it cannot be decoded")) from None
    return _encode(picture)


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if width * height > MOST_PIXELS or not width * height:
        raise PictureError(_say_too_many())


def _say_too_many() -> str:
    most = MOST_PIXELS // 1_000_000
    return gettext("this picture has more than {number} million pixels", number=most)


def _normalise(opened: Image.Image) -> Image.Image:
    """Return the first frame as it is to be looked at, in plain colours, not larger than pages want."""
    from PIL import Image, ImageOps  # noqa: PLC0415

    turned = ImageOps.exif_transpose(opened)
    clear = "A" in turned.getbands() or "transparency" in turned.info
    picture = turned.convert("RGBA" if clear else "RGB")
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    bare = Image.new(picture.mode, picture.size)
    bare.paste(picture)  # pixels alone: no metadata, no colour profile
    return bare


def _encode(picture: Image.Image) -> PressPicture:
    """Return the smaller of what keeps every pixel and what photographs want, within the limit."""
    from PIL import Image  # noqa: PLC0415

    exact = _save(picture, "PNG", optimize=True)
    flat = Image.new("RGB", picture.size, "white")
    flat.paste(picture, mask=picture.getchannel("A") if picture.mode == "RGBA" else None)
    if len(exact) <= MOST_BYTES // 4 or (picture.mode == "RGBA" and len(exact) <= MOST_BYTES):
        return _describe(exact, ".png", picture)
    for quality in (82, 68, 52, 36):
        photograph = _save(flat, "JPEG", quality=quality, optimize=True)
        if len(exact) <= min(MOST_BYTES, len(photograph)):
            return _describe(exact, ".png", picture)
        if len(photograph) <= MOST_BYTES:
            return _describe(photograph, ".jpg", picture)
    flat.thumbnail((LONGEST_SIDE // 2, LONGEST_SIDE // 2))
    return _describe(_save(flat, "JPEG", quality=52, optimize=True), ".jpg", flat)


def _describe(content: bytes, suffix: str, picture: Image.Image) -> PressPicture:
    width, height = picture.size
    return PressPicture(content=content, suffix=suffix, width=width, height=height)


def _save(picture: Image.Image, kind: str, **options: int) -> bytes:
    target = BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()
