"""Orders as they come, mails, chats, sealed files; dropped in, pasted or typed: `take` and `restore`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path, PurePosixPath

from zinegen.archive.mail.messages import LIMIT
from zinegen.archive.mail.sources import MBOX, FoundMessage, list_messages
from zinegen.archive.mail.taking import Taken
from zinegen.cli.gm.take import TakeHow, restore_power, take_messages
from zinegen.desk.clicked_orders import read_clicked_orders, write_message
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder, find_power
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, Moved, Screen, Upload, do
from zinegen.errors import GameFolderError
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.play.mails.occasion import BY_OPTION
from zinegen.play.mails.reading_rows import list_rows
from zinegen.play.names import power_slug
from zinegen.play.texts.order_file import OrderFile

PASTED = "message"
CLICKED = "file"
"""The field of an order file that was clicked together."""
KEPT = "kept"
"""The field that names a message which was refused before."""


def _take(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    if asked.get("power"):
        find_power(asked, desk.games.play(folder, datetime.now(UTC)))
    clicked = _read_clicked(desk, folder, asked) if asked.has(CLICKED) else None
    pasted = asked.text("text") if clicked is None else write_message(clicked)
    messages = _tell_apart([*_list_kept(desk, folder, asked), *_list_messages(asked, pasted)])
    if not messages:
        raise GameFolderError(gettext("drop a mail in, or paste one: there is nothing to take yet"))
    how = TakeHow(
        power=asked.get("power"),
        anyway=asked.has("anyway"),
        amend=asked.has("amend"),
        how_to_keep=gettext(
            "“{amend}” keeps them, and “{restore}” at the power's orders brings back what lay there",
            amend=gettext("change only what it names, and keep the rest"),
            restore=gettext("Bring it back"),
        ),
    )
    found = take_messages([folder], messages, how, datetime.now(UTC))
    refused = [*_keep_refused(desk, folder, asked, messages, found)]
    told = _tell(folder.name, asked, found, refused)
    if clicked is not None and clicked.votes:
        lost = gettext(
            "The vote is not taken in with the orders: write it into {file} yourself.",
            file=clicked.file,
        )
        told = replace(told, wrong=(*told.wrong, lost))
    return Moved(to=f"/games/{folder.name}", told=told)


def _read_clicked(desk: Desk, folder: Path, asked: Asked) -> OrderFile:
    """Return the order file that was clicked together. Raises GameFolderError where it is none."""
    current = desk.games.play(folder, datetime.now(UTC))
    return read_clicked_orders(current, find_power(asked, current), asked.text(CLICKED))


def _list_kept(desk: Desk, folder: Path, asked: Asked) -> Iterator[FoundMessage]:
    """Yield the message that was refused before and is gone on with; raises where it is forgotten."""
    for name in asked.fields.get(KEPT, ()):
        message = desk.refused.find(folder, name)
        if message is None:
            raise GameFolderError(
                gettext("this message is not kept any more: drop it in once more, or paste it")
            )
        yield message


def _tell_apart(messages: Sequence[FoundMessage]) -> list[FoundMessage]:
    """Return messages of which no two have one name: by it is found which was refused."""
    found: dict[str, FoundMessage] = {}
    for one in messages:
        more = (f"{one.name} ({number})" for number in count(2))
        name = next(name for name in chain([one.name], more) if name not in found)
        found[name] = replace(one, name=name)
    return [*found.values()]


def _keep_refused(
    desk: Desk,
    folder: Path,
    asked: Asked,
    messages: Sequence[FoundMessage],
    found: Sequence[Taken],
) -> Iterator[Mapping[str, object]]:
    """Keep what was refused and can be gone on with; yield how the page asks for what it wants."""
    by_name = {one.name: one for one in messages}
    powers = desk.games.play(folder, datetime.now(UTC)).game.settings.powers
    for one in found:
        if one.remedy is None:
            continue
        message = by_name[one.message]
        if one.sealed:
            message = replace(message, content=one.sealed)
        yield {
            "kept": desk.refused.keep(folder, message),
            "message": one.message,
            "why": one.why_not,
            "remedy": str(one.remedy),
            "power": asked.get("power"),
            "amend": asked.has("amend"),
            "powers": [(power_slug(power), name_power(power)) for power in powers],
        }


def _list_messages(asked: Asked, pasted: str) -> Iterator[FoundMessage]:
    """Yield what was pasted, then what was dropped in; a mailbox gives each of its messages."""
    if pasted.strip():
        yield FoundMessage(name=PASTED, content=pasted.encode()[: LIMIT + 1])
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


def _tell(
    game: str, asked: Asked, found: Sequence[Taken], refused: Sequence[Mapping[str, object]]
) -> DeedOutcome:
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
    said = (
        ngettext(
            "{number} order file is written.", "{number} order files are written.", len(written)
        )
        if written
        else gettext("No order file is written.")
    )
    # What is refused stands in a form that has a command of its own.
    has_command = len(refused) < len(found)
    return DeedOutcome(
        command=f"zinegen take {game} {' '.join(names[:4])}{options}" if has_command else "",
        said=(said,),
        wrong=tuple(_list_wrong(found)),
        keeps_drafts=not written,
        undo=undo,
        template="taken.html",
        values={
            "game": game,
            "taken": [_view(one) for one in found if not one.why_not],
            "refused": refused,
        },
    )


def _list_wrong(found: Sequence[Taken]) -> Iterator[str]:
    """Yield what is to be seen to: messages that were refused, and lines that cannot be read."""
    for one in found:
        if one.why_not and one.remedy is None:
            yield f"{one.message}: {'; '.join(filter(None, (one.why_not, one.hint)))}"
        elif one.why_not:
            yield gettext("{message} is not taken yet; see below.", message=one.message)
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
        "how": _say_how(one.orders.how) if one.orders is not None else "",
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


def _say_how(how: str) -> str:
    """Return by what the power of a message is known, as somebody says it who has clicked."""
    return gettext("as you have chosen") if how == gettext(BY_OPTION) else how


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
