"""The door to Typst, which sets type: a folder of templates, data and pictures in, PDF out.

Typst is asked for PDF/UA-1 (ISO 14289-1), and refuses what would not conform. It reads no clock, no font of
the machine and nothing outside the folder, so the same input gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from zinegen.errors import ZinegenError
from zinegen.pages.paper.typefaces import list_covered

INSTALL = "install the extra for it: pip install 'zinegen[print]'"
"""What to do where nothing sets type."""
NO_INPUTS: Mapping[str, str] = MappingProxyType({})
MISSING = "\u25af"
"""Stands for a character that no typeface has."""
MOST_TRIALS = 80
"""So many groups of characters are tried whether they can be set; the rest is taken to be missing."""


class NoPrintError(ZinegenError):
    """Nothing here sets type: the optional part of the program is not installed."""


class TypesettingError(ZinegenError):
    """A document that cannot be set."""


def find_lacking() -> str:
    """Return why nothing can be set, and what helps; nothing where all is there."""
    lacking = [name for name in ("typst", "fontTools", "brotli") if find_spec(name) is None]
    return f"no PDF can be made: {', '.join(lacking)} is missing; {INSTALL}" if lacking else ""


def need_typesetter() -> None:
    """Raise NoPrintError where nothing sets type."""
    if lacking := find_lacking():
        raise NoPrintError(lacking)


@dataclass(frozen=True, slots=True)
class End:
    """Where a document ends: page, from 1, and place on it in millimetres from its upper left corner."""

    page: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Typesetter:
    """Sets the templates in a folder, with the typefaces of another; as `need_typesetter` allows."""

    folder: Path
    fonts: Path

    def set_type(
        self, main: str, inputs: Mapping[str, str] = NO_INPUTS, *, tagged: bool = True
    ) -> bytes:
        """Return the PDF of a template, which finds ``inputs`` in `sys.inputs`.

        It is tagged, as PDF/UA wants it, or for a printer alone. Raises TypesettingError for a template
        that cannot be set.
        """
        import typst  # noqa: PLC0415  (an extra, and 80 MB)

        try:
            found = self._compile(main, tagged=tagged, inputs=inputs)
        except typst.TypstError as error:
            raise TypesettingError(_describe(main, error)) from None
        if not isinstance(found, bytes):
            raise TypesettingError(f"{main} cannot be set: it gives no PDF")
        return found

    def find_end(self, main: str, inputs: Mapping[str, str] = NO_INPUTS) -> End:
        """Return where a template's document ends, as its element ``<end>`` says; raises as above."""
        import typst  # noqa: PLC0415

        try:
            found = typst.query(
                self.folder / main,
                "<end>",
                field="value",
                one=True,
                root=self.folder,
                font_paths=[self.fonts],
                ignore_system_fonts=True,
                sys_inputs=dict(inputs),
            )
        except RuntimeError as error:  # as this one function has it
            raise TypesettingError(_describe(main, error)) from None
        value = json.loads(found)
        return End(int(value["page"]), float(value["x"]), float(value["y"]))

    def _compile(self, main: str, *, tagged: bool, inputs: Mapping[str, str]) -> object:
        import typst  # noqa: PLC0415

        return typst.compile(
            self.folder / main,
            root=self.folder,
            font_paths=[self.fonts],
            ignore_system_fonts=True,
            sys_inputs=dict(inputs),
            pdf_standards="ua-1" if tagged else [],
            pdf_tags=tagged,
        )


def can_show(picture: Path) -> bool:
    """Tell whether a file is a picture that can be set; one that is not stops no document."""
    import typst  # noqa: PLC0415

    source = picture.with_name("picture.typ")
    source.write_text(f"#image({json.dumps(picture.name)}, width: 1cm)", encoding="utf-8")
    try:
        typst.compile(source, root=picture.parent, ignore_system_fonts=True)
    except typst.TypstError:
        return False
    return True


def _describe(main: str, error: Exception) -> str:
    message, trace = getattr(error, "message", str(error)), getattr(error, "trace", [])
    message = message.removeprefix("failed to compile document: ")
    return f"{main} cannot be set: {' '.join((message, *trace[:1]))}"


def replace_missing(texts: Iterable[str]) -> dict[int, str]:
    """Return what the characters of some texts that no typeface has are replaced by, for `str.translate`."""
    seen = {one for text in texts if not text.isascii() for one in text if not one.isascii()}
    unknown = "".join(sorted(seen - list_covered()))
    return {ord(one): MISSING if one.isprintable() else "" for one in _find_missing(unknown)}


@lru_cache(maxsize=256)
def _find_missing(characters: str) -> frozenset[str]:
    """Return which of some characters the typefaces that Typst brings along have not."""
    trials = MOST_TRIALS
    groups, missing = [characters] if characters else [], set[str]()
    while groups:
        group = groups.pop()
        trials -= 1
        if trials >= 0 and _can_set(group):
            continue
        if len(group) == 1 or trials < 0:
            missing.update(group)
        else:
            groups += _halve(group)
    return frozenset(missing)


def _halve(text: str) -> Iterator[str]:
    yield text[: len(text) // 2]
    yield text[len(text) // 2 :]


def _can_set(characters: str) -> bool:
    import typst  # noqa: PLC0415

    points = ",".join(str(ord(one)) for one in characters)
    source = (
        '#set document(date: none, title: "-")\n#set text(font: "Libertinus Serif")\n'
        f"#for one in ({points},) [#str.from-unicode(one) ]"
    )
    try:
        typst.compile(source.encode(), ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        return False
    return True
