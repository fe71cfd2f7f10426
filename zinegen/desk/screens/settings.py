"""Settings: the zine, its lists, each game as a form; and each file as text, checked before it is saved."""

from __future__ import annotations

from dataclasses import replace
from difflib import unified_diff

from zinegen.archive.files import lock_folder, make_folder
from zinegen.archive.folder.games import game_folders
from zinegen.cli.exits import GAMES
from zinegen.desk.desk import Desk
from zinegen.desk.forms.files import Faults, SettingsFile, find_file
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, do, show
from zinegen.desk.versions import read_version, write_version
from zinegen.errors import ZinegenError
from zinegen.languages.texts import N_, gettext

MOST_LINES = 40
"""So many changed lines are shown."""
_TITLES = {"zine": N_("The zine"), "lists": N_("Waiting lists, stand-bys, numbers, subscribers")}


def _look(desk: Desk, _: Asked) -> DeskPage:
    folders = game_folders(desk.root / GAMES) if (desk.root / GAMES).is_dir() else ()
    games = [(f"games.{one.name}", one.name) for one in folders]
    return DeskPage(template="settings.html", values={"games": games})


def _find(desk: Desk, asked: Asked) -> tuple[str, SettingsFile]:
    name = asked.path["file"]
    return name, find_file(desk.root, name)


def _title(name: str) -> str:
    return gettext(_TITLES[name]) if name in _TITLES else name.partition(".")[2]


def _show_form(desk: Desk, asked: Asked) -> DeskPage:
    """Show the form; the file as text where it cannot be read as one."""
    name, file = _find(desk, asked)
    version = read_version(file.path)
    try:
        groups = file.list_groups(version.text)
    except ZinegenError:
        return _page_of_text(name, file, version.text, version.digest)
    return _page_of_form(name, file, version.digest, groups, file.find_faults(version.text))


def _page_of_form(
    name: str, file: SettingsFile, digest: str, groups: object, faults: Faults, *, status: int = 200
) -> DeskPage:
    values = {
        "name": name,
        "title": _title(name),
        "file": file,
        "digest": digest,
        "groups": groups,
        "faults": faults,
        "is_refused": status != 200,
    }
    return DeskPage(template="settings-form.html", values=values, status=status)


def _save_form(desk: Desk, asked: Asked) -> Moved | DeskPage:
    name, file = _find(desk, asked)
    version = read_version(file.path)
    after = file.edit(version.text, asked)
    faults = file.find_faults(after)
    known = set(file.find_faults(version.text).errors)
    if any(one not in known for one in faults.errors):
        groups = [
            replace(one, fields=tuple(each.show_typed(asked) for each in one.fields), is_open=True)
            for one in file.list_groups(version.text)
        ]
        return _page_of_form(name, file, asked.get("digest"), groups, faults, status=422)
    return _write(desk, name, file, asked.get("digest"), after)


def _show_text(desk: Desk, asked: Asked) -> DeskPage:
    name, file = _find(desk, asked)
    version = read_version(file.path)
    return _page_of_text(name, file, version.text, version.digest)


def _page_of_text(
    name: str, file: SettingsFile, text: str, digest: str, status: int = 200
) -> DeskPage:
    values = {
        "name": name,
        "title": _title(name),
        "file": file,
        "digest": digest,
        "text": text,
        "faults": file.find_faults(text),
        "is_refused": status != 200,
    }
    return DeskPage(template="settings-text.html", values=values, status=status)


def _save_text(desk: Desk, asked: Asked) -> Moved | DeskPage:
    """Save a file as it was typed; where something would be unreadable then, only if that is wished."""
    name, file = _find(desk, asked)
    text = asked.text("text")
    if read_version(file.path).text.find("\r\n") >= 0:
        text = text.replace("\n", "\r\n")
    if file.find_faults(text).errors and not asked.has("anyway"):
        return _page_of_text(name, file, asked.text("text"), asked.get("digest"), 422)
    return _write(desk, name, file, asked.get("digest"), text)


def _write(desk: Desk, name: str, file: SettingsFile, digest: str, text: str) -> Moved:
    """Write a file that is still the one that was shown, and say which lines changed."""
    is_game = name.startswith("games.")
    with lock_folder(file.path.parent if is_game else desk.root, wait=True):
        before = read_version(file.path).text
        if text != before:
            make_folder(file.path.parent)
            write_version(file.path, digest, text)
    lines = [*unified_diff(before.splitlines(), text.splitlines(), lineterm="", n=0)][2:]
    changed = [line for line in lines if not line.startswith("@@")][:MOST_LINES]
    said = (
        gettext("{file} is saved.", file=file.path.name)
        if changed
        else gettext("Nothing is changed.")
    )
    faults = file.find_faults(text)
    told = DeedOutcome(
        said=(said, *changed), wrong=(*faults.errors, *faults.others), command=file.command
    )
    return Moved(to=f"/settings/{name}", told=told)


SCREEN = Screen(
    key="settings",
    title=N_("Settings"),
    address="/settings",
    routes=(
        show("/settings", _look),
        show("/settings/{file}", _show_form),
        show("/settings/{file}/text", _show_text),
        do("/settings/{file}/save", _save_form),
        do("/settings/{file}/text", _save_text),
    ),
)
