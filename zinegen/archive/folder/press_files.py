"""Press: a file for each item, with front matter above a text that is taken as it is.

For example::

---
from: England
to: all
dateline: London
---
The text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from zinegen.archive.files import FileError, FileFault, list_folder, read_plain
from zinegen.archive.folder.press_pictures import (
    PictureReference,
    find_references,
    is_picture_name,
    looks_like_picture,
)
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level, error_finding
from zinegen.notation.grammar.names import suggest
from zinegen.play.names import digest_text, power_of, power_slug
from zinegen.play.texts.order_file import OPENED
from zinegen.play.texts.toml_text import KILOBYTE, decode_text

LONGEST_PRESS = 4000
MOST_ITEMS = 9
PRESS_LIMIT = 32 * KILOBYTE
"""In bytes; letters outside ASCII take up to four."""
LONGEST_DATELINE = 80
GM = "gm"
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
PRESS = "press"
"""The folder of press, in a season's."""


class PressRule(StrEnum):
    """How press is signed, by the game's house rule."""

    WHITE = "white"
    """The power stands beside whatever name it gives itself."""
    GREY = "grey"
    """As white, but press may be anonymous: then nobody is told whose it is."""
    BLACK = "black"
    """Press may be signed with any name, and nobody is told whose it is."""
    ANONYMOUS = "anonymous"
    """Nobody is told whose any press is."""
    NONE = "none"
    """Powers write none."""


class PressFault(StrEnum):
    """Why an item of press is left out of the issue: the code of the finding that says so."""

    BAD_HEADINGS = "P02"
    BAD_NAME = "P03"
    TOO_MUCH = "P04"
    UNREADABLE = "P05"
    NO_SUCH_POWER = "P06"
    NO_PRESS_NOW = "P08"
    NOT_FOR_ALL = "P09"


BAD_PICTURE = "P12"
_NAME = re.compile(r"([a-z0-9-]+)-([0-9]{1,2})\.md(?:\.age)?")
_FRONT = re.compile(r"\s*---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|$)(.*)", re.DOTALL)
_TAG = re.compile(r"<!--|</?[A-Za-z][A-Za-z0-9-]{0,20}(?:\s[^<>]{0,500})?/?>")
_CODE = re.compile(r"`[^`]*`")
PRESS_KEYS = ("from", "to", "dateline")
SEAL_KEYS = ("game", "season", "power", "open_key")
"""What stands in the front matter of a sealed item besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressItem:
    """An item of press, and where it comes from."""

    author: Power | None
    """None: the GM."""
    number: int
    file: str
    """The path as people see it."""
    to: tuple[Power, ...] = ()
    """Empty: everybody."""
    dateline: str = ""
    signed: str = ""
    """What stands behind ``from``: a power, or whom the writer pretends to be."""
    text: str = ""
    remarks: tuple[Finding, ...] = ()
    """What is worth a look in it; it is printed all the same."""
    pictures: tuple[PictureReference, ...] = ()
    """The pictures that it wants, in its order."""
    sha256: str = ""
    """Of the file's bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressSlot:
    """The place that an item of press is for."""

    game: str
    season: str
    author: Power | None
    """None: the GM."""
    number: int
    shown: str
    """The season's folder as people see it."""
    any_game: bool = False
    """Of a closed season, as for orders."""

    @property
    def key(self) -> str:
        """Whose it is and which: ``england-1``."""
        return f"{power_slug(self.author) if self.author else GM}-{self.number}"

    @property
    def name(self) -> str:
        """The sealed file relative to the season's folder, without its ``.age``."""
        return f"{PRESS}/{self.key}.md"

    @property
    def path(self) -> str:
        """The plain file as people see it; the sealed one has ``.age`` behind it."""
        return f"{self.shown}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PressNameFault:
    """What is wrong with a name that no file of press can have."""

    fault: PressFault
    title: str


def parse_press_name(
    name: str, game: str, season: str, shown: str, powers: tuple[Power, ...]
) -> PressSlot | PressNameFault:
    """Return the slot that a file's name (``england-1.md``) is for, or what is wrong with the name."""
    match = _NAME.fullmatch(name)
    author = power_of(match[1], powers) if match else None
    if match is None or (author is None and match[1] != GM):
        title = gettext("press is in <power>-<number>.md, or gm-<number>.md")
        return PressNameFault(fault=PressFault.BAD_NAME, title=title)
    if not 1 <= int(match[2]) <= MOST_ITEMS:
        title = gettext("a power has at most {count} items of press", count=MOST_ITEMS)
        return PressNameFault(fault=PressFault.TOO_MUCH, title=title)
    return PressSlot(game=game, season=season, author=author, number=int(match[2]), shown=shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """All press of a season that can be read, and what lies there sealed."""

    items: tuple[PressItem, ...] = ()
    """The GM's first, then by power and number."""
    sealed: tuple[PressSlot, ...] = ()
    """In the same order."""
    none_because: str = ""
    """Why powers write none for this season, in a lower-case sentence; empty where they may."""
    refused: tuple[str, ...] = ()
    """The keys of items that they wrote all the same, sorted."""
    findings: tuple[Finding, ...] = ()


def read_press_folder(folder: Path, shown: str, powers: tuple[Power, ...]) -> Press:
    """Read all open items of press in a folder; one that is broken is left out, and is a finding."""
    return _list_press(folder, "", "", shown, powers).in_order()


def read_season_press(
    folder: Path,
    game: str,
    shown: str,
    powers: tuple[Power, ...],
    *,
    none_because: str = "",
    kept_out: Collection[str] | None = None,
) -> Press:
    """Read all press of a season's folder: what lies open, and what was opened at the deadline.

    ``none_because`` says why items of powers are left out: of a closed season those with the keys
    ``kept_out``, of which nobody is told again; what was printed with it stays.
    """
    found = _list_press(folder / PRESS, game, folder.name, f"{shown}/{PRESS}", powers)
    if none_because:
        found.leave_out(none_because, f"{shown}/{PRESS}", kept_out)
    for slot in found.sealed:
        path = folder / OPENED / f"{slot.key}.md"
        if path.exists() or path.is_symlink():
            where = Where(file=f"{shown}/{OPENED}/{path.name}")
            item = _read_item(path, where, slot, powers, sealed=True)
            if isinstance(item, PressItem) and item.to:
                item = press_error(
                    PressFault.NOT_FOR_ALL,
                    where,
                    gettext("press to some powers only is not published"),
                )
            found.add(slot, item)
    return found.in_order()


@dataclass(slots=True)
class _PressList:
    """The files of a folder of press, while they are read."""

    items: dict[str, PressItem] = field(default_factory=dict)
    sealed: list[PressSlot] = field(default_factory=list)
    none_because: str = ""
    refused: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)

    def add(self, slot: PressSlot, found: PressItem | Finding) -> None:
        """Add an item, or the error that it is."""
        if isinstance(found, PressItem):
            self.items[slot.key] = found
            self.findings += found.remarks
        else:
            self.findings.append(found)

    def leave_out(self, why: str, shown: str, only: Collection[str] | None) -> None:
        """Take out what powers were not to write, each with the error that it is unless it is known."""
        self.none_because = why
        keys = {key for key, item in self.items.items() if item.author is not None}
        keys |= {slot.key for slot in self.sealed if slot.author is not None}
        self.refused = tuple(sorted(keys if only is None else keys.intersection(only)))
        self.sealed = [slot for slot in self.sealed if slot.key not in self.refused]
        for key in self.refused:
            item = self.items.pop(key, None)
            if only is None:
                place = item.file if item is not None else f"{shown}/{key}.md.age"
                self.findings.append(no_press_error(place, why))

    def in_order(self) -> Press:
        """Return the press in order: the GM's first, then by power and number."""
        return Press(
            items=tuple(
                sorted(self.items.values(), key=lambda one: (one.author or "", one.number))
            ),
            sealed=tuple(sorted(self.sealed, key=lambda slot: (slot.author or "", slot.number))),
            none_because=self.none_because,
            refused=self.refused,
            findings=tuple(self.findings),
        )


def _list_press(
    folder: Path, game: str, season: str, shown: str, powers: tuple[Power, ...]
) -> _PressList:
    found = _PressList()
    names = {path.name for path in list_folder(folder)}
    for path in list_folder(folder):
        where = Where(file=f"{shown}/{path.name}")
        if looks_like_picture(path.name):
            found.findings += _check_picture_name(path.name, where)
            continue
        slot = parse_press_name(path.name, game, season, shown.removesuffix(f"/{PRESS}"), powers)
        if isinstance(slot, PressNameFault):
            found.findings.append(press_error(slot.fault, where, slot.title))
        elif path.name.endswith(".age"):
            found.sealed.append(slot)
        else:
            found.add(slot, _read_item(path, where, slot, powers, sealed=False))
    found.findings += [
        wrong for item in found.items.values() for wrong in check_references(item.pictures, names)
    ]
    return found


def _check_picture_name(name: str, where: Where) -> Iterator[Finding]:
    if not is_picture_name(name):
        title = gettext("a picture's name has small letters, digits and dashes: sketch-1.png")
        hint, left = gettext("rename it"), gettext("it is not shown")
        yield error_finding(BAD_PICTURE, where, title, hint, if_left=left)


def check_references(
    wanted: Iterable[PictureReference], names: Collection[str]
) -> Iterator[Finding]:
    """Yield what is wrong with pictures that a text wants, given the names of those that are there."""
    for one in wanted:
        left = gettext("the item is printed without the picture")
        if one.name not in names or not is_picture_name(one.name):
            title = gettext("there is no picture {name} in this folder", name=one.name[:60])
            near = tuple(name for name in sorted(names) if is_picture_name(name))
            hint = suggest(one.name, near, gettext("the GM puts pictures there that are to appear"))
        elif not one.alt:
            title = gettext("this picture is not described")
            hint = gettext("say between the brackets what it shows, for those who cannot see it")
        else:
            continue
        yield error_finding(BAD_PICTURE, one.where, title, hint, line=one.line, if_left=left)


def _read_item(
    path: Path, where: Where, slot: PressSlot, powers: tuple[Power, ...], *, sealed: bool
) -> PressItem | Finding:
    return read_press_item(
        lambda: read_plain(path, PRESS_LIMIT), where, slot, powers, sealed=sealed
    )


def read_press_item(
    read: Callable[[], bytes],
    where: Where,
    slot: PressSlot,
    powers: tuple[Power, ...],
    *,
    sealed: bool = False,
) -> PressItem | Finding:
    """Return the item of press in a file that ``read`` reads, or what is wrong with it."""
    try:
        content = read()
        text = decode_text(content)
    except FileError as error:
        is_long = error.fault is FileFault.TOO_LARGE
        fault = PressFault.TOO_MUCH if is_long else PressFault.UNREADABLE
        return press_error(fault, where, gettext(error.fault.value))
    except UnicodeDecodeError:
        return press_error(PressFault.UNREADABLE, where, gettext("this is not UTF-8 text"))
    item = parse_press_item(text, where, slot, powers, sealed=sealed)
    return replace(item, sha256=digest_text(content)) if isinstance(item, PressItem) else item


def parse_press_item(
    text: str, where: Where, slot: PressSlot, powers: tuple[Power, ...], *, sealed: bool
) -> PressItem | Finding:
    """Return the item of press that a text is, or what is wrong with it."""
    keys, body, complaint = parse_front_matter(
        text, (*PRESS_KEYS, *SEAL_KEYS) if sealed else PRESS_KEYS
    )
    if len(body) > LONGEST_PRESS:
        return press_error(
            PressFault.TOO_MUCH,
            where,
            gettext(
                "press has at most {most} characters, here are {count}",
                most=LONGEST_PRESS,
                count=len(body),
            ),
        )
    if complaint:
        return press_error(PressFault.BAD_HEADINGS, where, complaint)
    to = [name.strip(" []\"'") for name in keys.get("to", "all").split(",")]
    known = {power.lower(): power for power in powers}
    unknown = [name for name in to if name.lower() not in {*known, "all", ""}]
    if unknown:
        return press_error(
            PressFault.NO_SUCH_POWER,
            where,
            gettext("there is no power called {name}", name=unknown[0][:40]),
        )
    named = tuple(known[name.lower()] for name in to if name.lower() in known)
    if named and not sealed:
        return press_error(
            PressFault.NOT_FOR_ALL,
            where,
            gettext("press to some powers only must be sealed, in a .md.age file"),
        )
    return PressItem(
        author=slot.author,
        number=slot.number,
        file=where.file,
        to=() if any(name.lower() == "all" for name in to) else tuple(sorted(named)),
        dateline=keys.get("dateline", "")[:LONGEST_DATELINE],
        signed=keys.get("from", "")[:LONGEST_DATELINE],
        text=body.strip("\n"),
        remarks=(*_find_html(text, body, where), *_find_control_sign(text, where)),
        pictures=find_references(text, where.file),
    )


def _find_html(text: str, body: str, where: Where) -> Iterator[Finding]:
    """Yield a warning for the first tag of HTML in an item: it is printed as it is written."""
    above = text.removesuffix(body).count("\n")
    fenced = False
    for number, line in enumerate(body.split("\n"), above + 1):
        fenced ^= line.lstrip().startswith("```")
        tag = _TAG.search(_CODE.sub(lambda code: " " * len(code[0]), line))
        if tag is None or fenced or line.startswith(("    ", "\t")):
            continue
        yield Finding(
            code="P10",
            level=Level.WARNING,
            where=Where(where.file, number, tag.start() + 1, tag.end() + 1),
            line=line,
            title=gettext("press has no HTML"),
            hint=gettext(
                "write *emphasis*, **strong**, > quotation, - list or [text](https://address)"
            ),
            if_left=gettext("the tag is printed as it stands here"),
        )
        return


def _find_control_sign(text: str, where: Where) -> Iterator[Finding]:
    """Yield a warning about the first sign that moves the cursor or turns the direction of writing."""
    for number, line in enumerate(text.split("\n"), 1):
        found = _CONTROL.search(line)
        if found is not None:
            at, sign = found.start() + 1, ord(found[0])
            place = Where(file=where.file, line=number, column=at, end_column=at + 1)
            what = gettext("there is a control sign here (U+{sign:04X})", sign=sign)
            error = error_finding(
                "P11",
                place,
                what,
                gettext("take it out"),
                line=line,
                if_left=gettext("the item is printed without such signs"),
            )
            yield replace(error, level=Level.WARNING)
            return


def parse_front_matter(
    text: str, known: tuple[str, ...] = PRESS_KEYS
) -> tuple[dict[str, str], str, str]:
    """Return the keys of a text's front matter, the text below it, and what is wrong with the keys."""
    match = _FRONT.fullmatch(text)
    if match is None:
        return {}, text, ""
    keys: dict[str, str] = {}
    for line in match[1].split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, colon, value = line.partition(":")
        name = key.strip().lower()
        if not colon or name not in known:
            what = gettext(
                "there is no heading {name} above press; it knows {names}",
                name=name[:40],
                names=", ".join(known),
            )
            return {}, match[2], what
        if name in keys:
            return {}, match[2], gettext("{name} stands there twice", name=name)
        keys[name] = value.strip().strip("\"'")
    return keys, match[2], ""


def no_press_error(place: str, why: str) -> Finding:
    """Return the error of a power's press for a season that has none."""
    wrong = press_error(PressFault.NO_PRESS_NOW, Where(file=place), why)
    return replace(wrong, hint=gettext("keep it for the next season"))


def press_error(fault: PressFault, where: Where, title: str) -> Finding:
    """Return the error of an item of press that is left out for it."""
    left = gettext("this item is left out of the issue")
    return error_finding(fault.value, where, title, if_left=left)


def is_left_out(finding: Finding) -> bool:
    """Tell whether a finding is the error of an item of press that is left out for it."""
    return finding.code in {*PressFault}
