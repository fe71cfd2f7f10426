"""Safe: the keys and secrets that want a copy, one button that makes it, another that reads it back."""

from __future__ import annotations

from datetime import date

from zinegen.cli.gm.safe import SecretKind, list_secrets, make_copy, restore_copy
from zinegen.cli.keys import find_configuration_folder
from zinegen.desk.desk import Desk
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, Sent, do, show
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext

_LOST = {
    SecretKind.KEY: N_(
        "Without it nobody opens what players have sealed to it: no season closes with such orders."
    ),
    SecretKind.SECRET: N_(
        "Without it no more throws can be made for this game, and none can be proved."
    ),
}
_KINDS = {SecretKind.KEY: N_("key"), SecretKind.SECRET: N_("secret for throws")}


def _look(_: Desk, __: Asked) -> DeskPage:
    found = list_secrets()
    values = {
        "folder": find_configuration_folder(),
        "secrets": [
            {
                "name": one.name,
                "kind": gettext(_KINDS[one.kind]),
                "lost": gettext(_LOST[one.kind]),
                "is_copied": one.is_copied,
            }
            for one in found
        ],
        "wanting": sum(not one.is_copied for one in found),
    }
    return DeskPage(template="safe.html", values=values)


def _copy(_: Desk, asked: Asked) -> Sent:
    words = next(iter(asked.fields.get("passphrase", ())), "")
    if words != next(iter(asked.fields.get("again", ())), ""):
        raise GameFolderError(gettext("The two passphrases are not the same."))
    day = date.today().isoformat()  # noqa: DTZ011  (the GM's own day)
    return Sent(
        content=make_copy(words), kind="application/octet-stream", name=f"zinegen-safe-{day}.age"
    )


def _restore(_: Desk, asked: Asked) -> Moved:
    upload = next((one for one in asked.uploads if one.content), None)
    if upload is None:
        raise GameFolderError(gettext("Choose the copy first."))
    done = restore_copy(upload.content, next(iter(asked.fields.get("passphrase", ())), ""))
    said = [gettext("{name} is back.", name=one) for one in done.written]
    said += [gettext("{name} was here already.", name=one) for one in done.same]
    wrong = [
        gettext("{name} is another one here, and stays as it is.", name=one) for one in done.left
    ]
    told = DeedOutcome(command="zinegen safe --restore FILE", said=(*said,), wrong=(*wrong,))
    return Moved(to="/safe", told=told)


SCREEN = Screen(
    key="safe",
    title=N_("Safe"),
    address="/safe",
    routes=(show("/safe", _look), do("/safe/copy", _copy), do("/safe/restore", _restore)),
)
