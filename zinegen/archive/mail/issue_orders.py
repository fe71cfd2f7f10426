"""Orders that came as a new issue of the zine's repository: read as data, checked like a pull request.

What counts is the text with which an issue was opened, at the moment at which the platform got it; who edits
it later changes nothing. Neither its title nor anything else but the account's number says whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.closing.proposal import PLAYERS_FILE, check_handed_in, play_folder
from zinegen.archive.files import make_folder, write_atomically
from zinegen.archive.folder.arrivals_file import Handed, read_handed, write_handed
from zinegen.archive.folder.games import SeasonFolder, game_folders
from zinegen.archive.mail.messages import find_armoured
from zinegen.archive.mail.press_items import add_press
from zinegen.archive.mail.season_messages import await_orders, read_standing
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.languages.texts import gettext
from zinegen.notation.findings import has_errors
from zinegen.play.mails.mail_orders import read_mail_orders
from zinegen.play.mails.message_lines import MessageError, ReceivedMessage, parse_text
from zinegen.play.mails.occasion import NO_ORDER, RefusalError, TakeOptions
from zinegen.play.names import digest, power_of, power_slug
from zinegen.play.order_findings import CheckResult
from zinegen.play.records.codec import Json, parse_json

EVENT_LIMIT = 4 << 20
"""Bytes of a platform's description of an event."""
WAY = "issue"
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})[ ]*(?:toml)?[ ]*")
_HEAD = re.compile(r"^\s*(game|season|power)\s*=\s*[\"']([a-z0-9-]{1,60})[\"']", re.MULTILINE)
_TOML = re.compile(r"^\s*(game|season|power)\s*=\s*[\"']", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueEvent:
    """A new issue, as the platform describes it."""

    number: int
    title: str
    body: str
    author: int
    """The number of the account."""
    opened: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueAnswer:
    """What became of the orders in an issue."""

    is_orders: bool = True
    """False: it is not about orders at all, and is left alone."""
    path: str = ""
    """The file, from the zine's folder on."""
    is_taken: bool = False
    is_late: bool = False
    why_not: str = ""
    """Why nothing was written, in a sentence; empty where findings say it."""
    checked: tuple[CheckResult, ...] = ()
    """What the check of a pull request says of the file."""
    sha256: str = ""
    """Of the file's bytes."""
    press: str = ""
    """What became of press among the orders, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _HandedIn:
    """The file that an issue hands in."""

    path: str
    content: bytes
    press: str = ""
    """What stands under a heading of press among the words."""


def read_event(content: bytes) -> IssueEvent:
    """Return the new issue that an event is about.

    Raises GameFolderError when it is about something else, or not to be understood.
    """
    try:
        event = parse_json(content)
    except UnicodeDecodeError:
        raise GameFolderError("this is no event of a platform") from None
    issue = event.get("issue") if isinstance(event, dict) else None
    if (
        not isinstance(issue, dict)
        or not isinstance(event, dict)
        or event.get("action") != "opened"
    ):
        raise GameFolderError("this is no event of a new issue")
    user = issue.get("user")
    number, author = issue.get("number"), user.get("id") if isinstance(user, dict) else None
    opened = _read_moment(issue.get("created_at"))
    if type(number) is not int or type(author) is not int or opened is None:
        raise GameFolderError("this event does not say who opened which issue, and when")
    if issue.get("pull_request") is not None:
        raise GameFolderError("this is a pull request, and no issue")
    texts = (str(issue.get(key) or "") for key in ("title", "body"))
    title, body = texts
    return IssueEvent(number=number, title=title[:300], body=body, author=author, opened=opened)


def _read_moment(found: Json) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(found))
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def take_issue(zine: Path, event: IssueEvent) -> IssueAnswer:
    """Put the orders of an issue in their place, if they are the author's own, in time and newest.

    Every other file is left as it is. Raises GameFolderError when the disk does not take it.
    """
    reader = _IssueReader(games=zine / "games", event=event)
    found = reader.find_file()
    if isinstance(found, IssueAnswer):
        return found
    path, content = found.path, found.content
    checked = check_handed_in(zine, path, content, event.author, event.opened)
    answer = IssueAnswer(path=path, checked=checked, sha256=digest(content))
    findings = [one for each in checked for one in each.findings]
    if any(one.code == "O07" for one in findings):
        return replace(answer, is_late=True)
    if any(one.code in {"O08", "O09", "S06"} for one in findings):
        return answer
    if _are_unreadable(path, checked):
        why = gettext(
            "nothing was taken in, for the file cannot be read; mend it and open a new issue"
        )
        return replace(answer, why_not=why)
    season, power = zine / Path(path).parents[1], Path(path).name.split(".")[0]
    before = read_handed(season).get(power)
    if before is not None and event.opened < before.received:
        return replace(
            answer, why_not=gettext("newer orders of yours are there already, and count")
        )
    make_folder((zine / path).parent)
    write_atomically(zine / path, content)
    arrival = Handed(
        received=event.opened, sha256=answer.sha256, way=f"{WAY} {event.number}", by_id=event.author
    )
    write_handed(season, {power: arrival})
    press = _add_press(zine / Path(path).parents[3], power, found.press) if found.press else ""
    return replace(answer, is_taken=True, press=press)


def _add_press(game: Path, name: str, text: str) -> str:
    """Put press of a power into the open season, if the house rule has any; orders are taken anyhow."""
    current = play_folder(game)
    season = current.open_season if current is not None else None
    power = power_of(name, current.game.settings.powers) if current is not None else None
    if current is None or season is None or power is None:
        return ""
    try:
        return add_press(current, season, power, text, None)
    except ZinegenError as problem:
        return gettext("press is left out: {why}", why=str(problem))


def _are_unreadable(path: str, checked: tuple[CheckResult, ...]) -> bool:
    """Tell whether a plain file is none as a file: lines that cannot be read are taken in all the same."""
    return not path.endswith(".age") and any(
        one.code < "O10" and has_errors([one]) for each in checked for one in each.findings
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _IssueReader:
    """Finds the file that an issue hands in: whose it is says the account, nothing else."""

    games: Path
    event: IssueEvent

    def find_file(self) -> _HandedIn | IssueAnswer:
        """Return path and content of the file; or why there is none."""
        try:
            text = parse_text(self.event.body)
        except MessageError as problem:
            return IssueAnswer(why_not=str(problem))
        sealed = [*find_armoured(text)]
        paths = {match[0] for match in PLAYERS_FILE.finditer(self.event.body)}
        fenced = [*_list_fenced(self.event.body)]
        own = [*self._list_own_seats()]
        if not sealed and not fenced and not paths and not own:
            return IssueAnswer(is_orders=False)
        if len(sealed) > 1 or len(fenced) > 1:
            return IssueAnswer(
                why_not=gettext("there is more than one file in this issue: open one for each")
            )
        if sealed:
            return self._place(sealed[0].content, paths, own, ".toml.age")
        plain = fenced[0] if fenced else self.event.body
        if _TOML.search(plain):
            return self._place(_as_file(plain), paths, own, ".toml")
        return self._read_words(plain, own)

    def _list_own_seats(self) -> Iterator[tuple[GameProgress, SeasonFolder, Power]]:
        """Yield the powers that the author plays in games that wait for orders."""
        for folder in game_folders(self.games):
            try:
                current = play_folder(folder)
            except GameFolderError:
                continue
            season = current.open_season if current is not None else None
            if current is None or season is None or current.game.settings.secrecy.is_anonymous:
                continue  # of an anonymous game no answer may tell whose account plays what
            for power, player in current.game.settings.players.items():
                if player.id and player.id == self.event.author:
                    yield current, season, power

    def _place(
        self,
        content: bytes,
        paths: set[str],
        own: list[tuple[GameProgress, SeasonFolder, Power]],
        ending: str,
    ) -> _HandedIn | IssueAnswer:
        """Return where a file belongs: what the issue names, or the author's only seat."""
        named = {path for path in paths if path.endswith(ending)}
        if not named and ending == ".toml":
            named = _find_own_words(content)
        if not named and len(own) == 1:
            named = {f"{own[0][1].shown}/orders/{power_slug(own[0][2])}{ending}"}
        if len(named) != 1:
            why = gettext(
                "nothing says for which game and power this is: write the path of the file above it"
            )
            return IssueAnswer(why_not=why)
        return _HandedIn(path=named.pop(), content=content)

    def _read_words(
        self, words: str, own: list[tuple[GameProgress, SeasonFolder, Power]]
    ) -> _HandedIn | IssueAnswer:
        """Return the order file that words make, as those of a mail do."""
        said = f"{self.event.title}\n{words}".lower()
        named = [
            one for one in own if one[1].game in said or one[0].game.settings.title.lower() in said
        ]
        several = named or own
        if len(several) != 1:
            why = (
                gettext("you play no game here that waits for orders")
                if not own
                else gettext("name the game")
            )
            return IssueAnswer(is_orders=bool(own), why_not=why)
        current, season, power = several[0]
        if current.game.settings.secrecy.orders != "open":
            why = gettext(
                "orders of this game are sealed: seal them on the order desk, or with `zinegen seal`; what"
                " stands here can be read by everybody"
            )
            return IssueAnswer(why_not=why)
        message = ReceivedMessage(subject="", texts=(parse_text(words),))
        options = TakeOptions(name="this issue", power=power)
        standing = partial(read_standing, current, season, identity=None)
        try:
            found = read_mail_orders(await_orders(current, season), message, options, standing)
        except RefusalError as problem:
            # Who plays may open an issue about something else as well: it stays open, and unanswered.
            return IssueAnswer(is_orders=problem.why != gettext(NO_ORDER), why_not=problem.why)
        if not found.content:
            return IssueAnswer(why_not=gettext("there is no order in this issue"))
        path = f"{season.shown}/orders/{power_slug(power)}.toml"
        return _HandedIn(path=path, content=found.content, press=found.press)


def _list_fenced(body: str) -> Iterator[str]:
    """Yield the blocks of code of a text; one that is not closed goes to its end.

    A block ends at a fence that is as long as its own, so what stands in it closes none that is longer.
    """
    lines: list[str] | None = None
    fence = ""
    for line in body.replace("\r\n", "\n").split("\n"):
        match = _FENCE.fullmatch(line)
        if lines is None:
            if match is not None:
                lines, fence = [], match[1]
        elif match is not None and match[1][0] == fence[0] and len(match[1]) >= len(fence):
            yield "\n".join(lines) + "\n"
            lines = None
        else:
            lines.append(line)
    if lines is not None:
        yield "\n".join(lines) + "\n"


def _as_file(text: str) -> bytes:
    return (text.rstrip() + "\n").encode("utf-8", "replace")


def _find_own_words(content: bytes) -> set[str]:
    """Return the path that the head of a plain order file names."""
    said: Mapping[str, str] = dict(_HEAD.findall(content.decode()))
    if len(said) < 3:
        return set()
    path = f"games/{said['game']}/seasons/{said['season']}/orders/{said['power']}.toml"
    return {path} if PLAYERS_FILE.fullmatch(path) else set()
