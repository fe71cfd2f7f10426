"""Orders as they come, mails, chats, sealed files; dropped in, pasted or typed: `take` and `restore`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from zinegen.archive.mail.messages import LIMIT
from zinegen.archive.mail.sources import MBOX, FoundMessage, list_messages
from zinegen.archive.mail.taking import Taken
from zinegen.cli.gm.take import TakeHow, restore_power, take_messages
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder, find_power
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, Moved, Screen, Upload, do
from zinegen.errors import GameFolderError
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.play.mails.reading_rows import list_rows
from zinegen.play.names import power_slug

PASTED = "message"


def _take(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    if asked.get("power"):
        find_power(asked, desk.games.play(folder, datetime.now(UTC)))
    messages = [*_list_messages(asked)]
    if not messages:
        raise GameFolderError(gettext("drop a mail in, or paste one: there is nothing to take yet"))
    how = TakeHow(power=asked.get("power"), anyway=asked.has("anyway"), amend=asked.has("amend"))
    found = take_messages([folder], messages, how, datetime.now(UTC))
    return Moved(to=f"/games/{folder.name}", told=_tell(folder.name, asked, found))


def _list_messages(asked: Asked) -> Iterator[FoundMessage]:
    """Yield what was pasted, then what was dropped in; a mailbox gives each of its messages."""
    text = asked.text("text")
    if text.strip():
        yield FoundMessage(name=PASTED, content=text.encode()[: LIMIT + 1])
    for upload in asked.uploads:
        yield from _open_upload(upload)


def _open_upload(upload: Upload) -> Iterator[FoundMessage]:
    name = PurePosixPath(upload.name.replace("\\", "/")).name[:80] or PASTED
    if not upload.content.startswith(MBOX):
        yield FoundMessage(name=name, content=upload.content[: LIMIT + 1])
        return
    with tempfile.TemporaryDirectory(prefix="zinegen-") as place:
        box = Path(place) / "mailbox"
        box.write_bytes(upload.content)
        for number, one in enumerate(list_messages(box), 1):
            yield FoundMessage(name=f"{name}, {number}", content=one.content)


def _tell(game: str, asked: Asked, found: Sequence[Taken]) -> DeedOutcome:
    """Return what became of all messages."""
    written = [one for one in found if one.done is not None and one.done.is_new]
    names = sorted({upload.name for upload in asked.uploads}) or ["-"]
    options = "".join(
        [
            f" --power {asked.get('power')}" if asked.get("power") else "",
            " --amend" if asked.has("amend") else "",
            " --anyway" if asked.has("anyway") else "",
        ]
    )
    undo = (
        f"zinegen restore {game} {power_slug(written[-1].power)}"
        if written and written[-1].power
        else ""
    )
    said = ngettext(
        "{number} order file is written.", "{number} order files are written.", len(written)
    )
    return DeedOutcome(
        command=f"zinegen take {game} {' '.join(names[:4])}{options}",
        said=(said,),
        wrong=tuple(_list_wrong(found)),
        keeps_drafts=not written,
        undo=undo,
        template="taken.html",
        values={"taken": [_view(one) for one in found if not one.why_not]},
    )


def _list_wrong(found: Sequence[Taken]) -> Iterator[str]:
    """Yield what is to be seen to: messages that were refused, and lines that cannot be read."""
    for one in found:
        if one.why_not:
            yield f"{one.message}: {one.why_not}"
        elif one.orders is not None and not one.orders.is_clean and one.power is not None:
            power = name_power(one.power)
            yield gettext("{power}: not every line could be read; see below.", power=power)


def _view(one: Taken) -> dict[str, object]:
    """Return what became of one message, as the page shows it."""
    rows = [*list_rows(one.orders.lines)] if one.orders is not None else []
    return {
        "message": one.message,
        "power": name_power(one.power) if one.power is not None else "",
        "slug": power_slug(one.power) if one.power is not None else "",
        "how": one.orders.how if one.orders is not None else "",
        "rows": rows,
        "findings": one.orders.findings if one.orders is not None else (),
        "kept": one.orders.kept if one.orders is not None else (),
        "gone": one.orders.gone if one.orders is not None else (),
        "is_sealed": bool(one.sealed),
        "opens": one.opens,
        "newer": one.newer,
        "press": one.press,
        "path": one.done.path if one.done is not None else "",
        "is_new": one.done is not None and one.done.is_new,
        "digest": one.done.sha256[:12] if one.done is not None else "",
    }


def _restore(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    power = find_power(asked, desk.games.play(folder, datetime.now(UTC)))
    done = restore_power(folder, power_slug(power))
    said = (
        gettext(
            "{file} is as it was before the last take; what lay there is kept beside it.",
            file=done.path,
        )
        if done.is_new
        else gettext("{file} stays as it is: no older orders are kept.", file=done.path)
    )
    command = f"zinegen restore {folder.name} {power_slug(power)}"
    return Moved(to=f"/games/{folder.name}", told=DeedOutcome(command=command, said=(said,)))


SCREEN = Screen(
    key="taking",
    title="",
    routes=(
        do("/games/{game}/take", _take),
        do("/games/{game}/orders/{power}/restore", _restore),
    ),
)
