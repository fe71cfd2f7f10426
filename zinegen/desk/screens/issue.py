"""The issue: an editor for its text with a preview, pictures, seasons, openings; paper and mail beside it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import yaml

from zinegen.archive.edits.yaml_edits import YamlValue, edit_yaml
from zinegen.archive.files import lock_folder, make_folder, read_plain, write_atomically
from zinegen.archive.folder.games import Game, game_folders
from zinegen.archive.folder.press_pictures import prepare_picture
from zinegen.cli.exits import GAMES
from zinegen.desk.desk import Desk
from zinegen.desk.issue_preview import IssuePreviewer, find_sources
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, Sent, do, show
from zinegen.desk.versions import NOTHING, read_version, write_version
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import as_text
from zinegen.pages.builders.issue_files import FOLDER, check_issues
from zinegen.pages.words.dates import season_title
from zinegen.variants import VARIANTS

MOST = 60
"""So many seasons that an issue does not carry are offered."""
PICTURES = "pictures"
"""The folder of pictures in issues, below that of what people write."""
_FRONT = re.compile(r"\A\s*---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,5}")
_DOCUMENTS = {"pdf": "application/pdf", "epub": "application/epub+zip", "eml": "message/rfc822"}
"""What an issue can be besides a page, by the ending of its file."""
_MADE = Path(".cache") / "documents"
_previewer = IssuePreviewer()


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueText:
    """An issue's file in its parts."""

    front: str
    """The lines between the dashes."""
    said: Mapping[str, object]
    """What they say."""
    prose: str


def split_issue(text: str) -> IssueText:
    """Return the front matter and the editorial of an issue's file."""
    found = _FRONT.match(text)
    try:
        said = yaml.safe_load(found[1]) if found else {}
    except (yaml.YAMLError, ValueError, RecursionError):
        said = {}
    return IssueText(
        front=found[1] if found else "",
        said=said if isinstance(said, dict) else {},
        prose=text[found.end() :] if found else text,
    )


def join_issue(before: str, changes: Mapping[str, YamlValue], prose: str) -> str:
    """Return the text of an issue's file: what nobody changed in its front matter stays byte for byte."""
    front = edit_yaml(split_issue(before).front, (), changes)
    return f"---\n{front}---\n{prose}"


def _list(desk: Desk, _: Asked) -> DeskPage:
    sources = find_sources(desk.root)
    numbers = _list_numbers(sources)
    issues = [
        {"number": one, "said": split_issue(read_version(_place(sources, one)).text).said}
        for one in numbers[:20]
    ]
    first = f"{sources.name}/{FOLDER}/1.md"
    # Only the words with which a zine begins name their own file: that issue waits to be written.
    is_unwritten = numbers == [1] and f"`{first}`" in read_version(_place(sources, 1)).text
    following = 1 if is_unwritten else (numbers[0] if numbers else 0) + 1
    values = {"issues": issues, "following": following}
    return DeskPage(template="issues.html", values=values)


def _list_numbers(sources: Path) -> list[int]:
    """Return the numbers of the issues that there are, the newest first."""
    names = (path.stem for path in (sources / FOLDER).glob("*.md"))
    return sorted((int(one) for one in names if _NUMBER.fullmatch(one)), reverse=True)


def _place(sources: Path, number: int) -> Path:
    return sources / FOLDER / f"{number}.md"


def _read_number(asked: Asked) -> int:
    number = asked.path["number"]
    if not _NUMBER.fullmatch(number):
        raise GameFolderError(gettext("There is no such issue."))
    return int(number)


def _edit(desk: Desk, asked: Asked) -> DeskPage:
    sources, number = find_sources(desk.root), _read_number(asked)
    version = read_version(_place(sources, number))
    text = split_issue(version.text)
    said = text.said
    listed = said.get("games")
    chosen = listed if isinstance(listed, list) else None
    opened = said.get("openings")
    values = {
        "number": number,
        "digest": version.digest,
        "is_new": version.digest == NOTHING,
        "title": said.get("title", ""),
        "date": said.get("date", date.today().isoformat()),  # noqa: DTZ011  (the editor's own day)
        "prose": text.prose,
        "chooses": chosen is not None,
        "seasons": _list_seasons(desk, chosen or []),
        "openings": [
            (one, one.id in (opened if isinstance(opened, list) else ()))
            for one in VARIANTS.values()
        ],
        "faults": _find_faults(sources, number),
        "made": [kind for kind in _DOCUMENTS if _find_made(number, kind).is_file()],
    }
    return DeskPage(template="issue.html", values=values)


def _list_seasons(desk: Desk, chosen: list[str]) -> list[tuple[str, str, bool]]:
    """Return the seasons that an issue may carry: name, title, whether it does.

    First all that it does, or saving would leave them out; then the newest of each game, in all `MOST`.
    """
    carried, others = [], []
    for number, folder in enumerate(game_folders(GAMES) if GAMES.is_dir() else ()):
        game = desk.games.open(folder)
        if isinstance(game, Game):
            closed = 0
            for season in reversed(game.seasons):
                name = f"{folder.name}/{season.slug}"
                title = f"{game.settings.title}, {season_title(season.name)}"
                if name in chosen:
                    carried.append((name, title, True))
                elif season.is_recorded:
                    others.append((closed, number, (name, title, False)))
                    closed += 1
    known = {name for name, _, _ in carried}
    carried += [(name, name, True) for name in map(str, chosen) if name not in known]
    newest = sorted(others)[:MOST]
    return carried + [one for _, _, one in sorted(newest, key=lambda one: (one[1], one[0]))]


def _find_faults(sources: Path, number: int) -> list[str]:
    """Return what is wrong with an issue as it is saved."""
    shown = f"{sources.name}/{FOLDER}/{number}.md"
    found = check_issues(sources, GAMES, VARIANTS)
    return [as_text((one,)).strip() for one in found if one.where.file == shown]


def _read_changes(asked: Asked, said: Mapping[str, object]) -> dict[str, YamlValue]:
    """Return what the form says otherwise than the file does."""
    changes: dict[str, YamlValue] = {}
    title, day = asked.get("title"), asked.get("date")
    if title != str(said.get("title", "")):
        changes["title"] = title or None
    if day and day != str(said.get("date", "")):
        changes["date"] = _read_day(day)
    games = asked.fields.get("games", ()) if asked.has("chooses") else None
    if games is None and "games" in said:
        changes["games"] = None
    elif games is not None and [*games] != said.get("games"):
        changes["games"] = games
    openings = [*asked.fields.get("openings", ())]
    if openings != (said.get("openings") or []):
        changes["openings"] = openings or None
    return changes


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise GameFolderError(gettext("An issue needs its date.")) from None


def _compose(desk: Desk, asked: Asked, number: int) -> str:
    """Return the text of an issue's file as the form has it."""
    before = read_version(_place(find_sources(desk.root), number)).text
    said = split_issue(before).said
    changes = _read_changes(asked, said)
    if "number" not in said and not said:
        changes = {"number": number, **changes}
    return join_issue(before, changes, asked.text("prose"))


def _save(desk: Desk, asked: Asked) -> Moved:
    number, sources = _read_number(asked), find_sources(desk.root)
    _read_day(asked.get("date"))
    path = _place(sources, number)
    with lock_folder(desk.root, wait=True):
        make_folder(path.parent)
        write_version(path, asked.get("digest"), _compose(desk, asked, number))
    shown = f"{sources.name}/{FOLDER}/{path.name}"
    told = DeedOutcome(
        said=(gettext("Issue {number} is saved in {file}.", number=number, file=shown),),
        wrong=(*_find_faults(sources, number),),
        onward=(gettext("Publish it"), "/publish"),
        command="zinegen check",
    )
    return Moved(to=f"/issues/{number}", told=told)


def _preview(desk: Desk, asked: Asked) -> Sent:
    number = _read_number(asked)
    text = _compose(desk, asked, number)
    html = _previewer.show(desk.root, f"{number}.md", text, is_whole=asked.has("whole"))
    return Sent(content=html.encode(), kind="text/html; charset=utf-8")


def _take_pictures(desk: Desk, asked: Asked) -> Sent | Moved:
    """Put pictures where issues keep them, by the rules of pictures in press; answer how they are written."""
    number, folder = _read_number(asked), find_sources(desk.root) / PICTURES
    uploads = [one for one in asked.uploads if one.content]
    if not uploads:
        raise GameFolderError(gettext("Choose a picture first."))
    made = [(one.name, prepare_picture(one.content)) for one in uploads]
    lines = []
    with lock_folder(desk.root, wait=True):
        make_folder(folder)
        for name, picture in made:
            path = _find_free(folder, name, picture.suffix, picture.content)
            if not path.exists():
                write_atomically(path, picture.content)
            shown = gettext("What the picture shows")
            lines.append(f"![{shown}](../{PICTURES}/{path.name})")
    text = "\n\n".join(lines)
    if asked.has("json"):
        return Sent(content=json.dumps({"markdown": text}).encode(), kind="application/json")
    said = gettext(
        "The picture is there. Write it into the text where it belongs: {text}", text=text
    )
    return Moved(to=f"/issues/{number}", told=DeedOutcome(said=(said,)))


def _find_free(folder: Path, name: str, suffix: str, content: bytes) -> Path:
    """Return a path for a picture where nothing else lies: small letters, digits and dashes."""
    plain = (
        unicodedata.normalize("NFKD", Path(name).stem).encode("ascii", "ignore").decode().lower()
    )
    stem = re.sub(r"[^a-z0-9]+", "-", plain)[:50].strip("-") or "picture"
    for number in range(1, 1000):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        if not path.exists() or path.read_bytes() == content:
            return path
    raise GameFolderError(gettext("There are too many pictures of this name."))


def _make_document(desk: Desk, asked: Asked) -> Moved:
    """Start the command that sets an issue on paper, for readers of books, or as a mail."""
    number, kind = _read_number(asked), asked.get("kind")
    if kind not in _DOCUMENTS:
        raise GameFolderError(gettext("There is no such document."))
    make_folder(_MADE)
    write_atomically(_MADE / ".gitignore", b"*\n")
    words = ("mail" if kind == "eml" else kind, str(number), "-o", str(_find_made(number, kind)))
    job = desk.jobs.start(words)
    return Moved(to=f"/jobs/{job.name}?back=/issues/{number}")


def _find_made(number: int, kind: str) -> Path:
    return _MADE / f"issue-{number}.{kind}"


def _send_document(_: Desk, asked: Asked) -> Sent:
    number, kind = _read_number(asked), asked.path["kind"]
    path = _find_made(number, kind)
    if kind not in _DOCUMENTS or not path.is_file():
        raise GameFolderError(gettext("There is no such document."))
    return Sent(content=read_plain(path, 1 << 28), kind=_DOCUMENTS[kind], name=path.name)


SCREEN = Screen(
    key="issue",
    title=N_("Issues"),
    address="/issues",
    routes=(
        show("/issues", _list),
        show("/issues/{number}", _edit),
        show("/issues/{number}/document/{kind}", _send_document),
        do("/issues/{number}/save", _save),
        do("/issues/{number}/preview", _preview),
        do("/issues/{number}/pictures", _take_pictures),
        do("/issues/{number}/document", _make_document),
    ),
)
