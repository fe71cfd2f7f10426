"""The issues of the zine: the seasons that each contains, and its masthead.

An issue is `site_src/issues/<number>.md`: front matter, then the editorial. Where nobody has written
any, every day on which a season closed makes an issue.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import yaml

from zinegen.archive.files import FileError, list_folder, read_text
from zinegen.errors import Where, ZinegenError
from zinegen.game.wording import join_words
from zinegen.notation.findings import Finding, error_finding
from zinegen.notation.grammar.names import suggest
from zinegen.pages.contents import (
    PROSE_HTML,
    DeadlineLine,
    GameContents,
    GameLine,
    IssueView,
    Masthead,
    Zine,
)
from zinegen.pages.views import NOTHING, PageLink, SeasonView
from zinegen.pages.words.dates import format_date, show_in_one_zone
from zinegen.pages.words.visible_text import one_line
from zinegen.play.names import SeasonName, is_slug

FOLDER = "issues"
MOST = 99_999
"""The highest number of an issue."""
ANNOUNCED = timedelta(days=60)
"""So long before its first deadline a game is taken to wait for orders."""
FEEDS = (PageLink(text="Atom feed", to="feed.xml"), PageLink(text="JSON feed", to="feed.json"))
_NAME = re.compile(r"[0-9]{1,5}\.md")
_FRONT = re.compile(r"\s*---[ \t]*\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_KEYS = frozenset({"number", "date", "title", "games", "openings"})


class IssueError(ZinegenError):
    """An issue's file whose front matter cannot be used; ``line`` is 0 where it is the file as a whole."""

    def __init__(self, shown: str, what: str, line: int = 0) -> None:
        """Make the error from the file, what is wrong with it, and where."""
        super().__init__(f"{shown}{f':{line}' if line else ''}: {what}")
        self.shown, self.what, self.line = shown, what, line


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedIssue:
    """One issue as the editor planned it."""

    number: int
    day: date
    title: str
    uri: str
    games: tuple[str, ...] | None
    """Seasons as ``winter/1901-1-spring``; None: those that closed since the issue before."""
    source: str
    """The editor's file, relative to the repository; empty when there is none."""
    openings: tuple[str, ...] = ()
    """Rule sets for which players are wanted, by id."""


def plan_issues(
    sources: Path, shown: str, games: Sequence[GameContents]
) -> tuple[PlannedIssue, ...]:
    """Return all issues, oldest first; of ``games`` are those that nobody has written.

    ``sources`` is the folder of what people wrote, ``shown`` the same as people see it, ``site_src``.
    Raises IssueError for a front matter that cannot be used.
    """
    files = [path for path in list_folder(sources / FOLDER) if _NAME.fullmatch(path.name)]
    if not files:
        return tuple(_plan_unwritten(games))
    read = [_read_issue(path, f"{shown}/{FOLDER}/{path.name}") for path in files]
    return tuple(sorted(read, key=lambda sheet: (sheet.day, sheet.number)))


def _read_issue(path: Path, shown: str) -> PlannedIssue:
    try:
        text = read_text(path)
    except FileError as error:
        raise IssueError(shown, error.fault.value) from None
    front = _Front.of(text, shown)
    day = front.data.get("date")
    if not isinstance(day, date):
        raise front.wrong("date", "an issue needs its date, such as date: 2026-12-02")
    number = front.data.get("number", int(path.stem))
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
        raise front.wrong("number", f"number is a number from 0 to {MOST}")
    title = front.data.get("title", f"Issue {number}")
    if not isinstance(title, str | int | float):
        raise front.wrong("title", "title is a text on one line")
    return PlannedIssue(
        number=number,
        day=day.date() if isinstance(day, datetime) else day,
        title=one_line(str(title)),
        uri=f"{FOLDER}/{path.name}",
        games=front.names("games"),
        source=shown,
        openings=front.names("openings") or (),
    )


def check_issues(sources: Path, games: Path, rule_sets: Iterable[str]) -> Iterator[Finding]:
    """Yield what keeps the editor's issues from being set.

    ``sources`` is the folder of what people wrote, ``games`` that of the games.
    """
    known = tuple(rule_sets)
    for path in list_folder(sources / FOLDER):
        try:
            _check_issue(path, f"{sources.name}/{FOLDER}/{path.name}", games, known)
        except IssueError as error:
            where = Where(file=error.shown, line=error.line, column=1 if error.line else 0)
            yield error_finding("I01", where, error.what, if_left="the zine cannot be set")


def _check_issue(path: Path, shown: str, games: Path, rule_sets: tuple[str, ...]) -> None:
    if _NAME.fullmatch(path.name) is None:
        raise IssueError(shown, "an issue is called by its number, such as 9.md")
    sheet = _read_issue(path, shown)
    for name in sheet.games or ():
        game, _, season = name.partition("/")
        is_name = is_slug(game) and SeasonName.parse(season) is not None
        if not is_name or not (games / game / "seasons" / season).is_dir():
            raise IssueError(shown, f"there is no season {name[:60]}")
    for name in sheet.openings:
        _check_opening(sheet, name, rule_sets)


def _check_opening(sheet: PlannedIssue, name: str, rule_sets: Iterable[str]) -> None:
    """Raise IssueError when there is no rule set of a name."""
    if name not in rule_sets:
        known = tuple(rule_sets)
        hint = suggest(name, known, f"there are {', '.join(known)}")
        raise IssueError(sheet.source, f"there is no rule set {name!r}; {hint}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Front:
    """The front matter of an issue."""

    shown: str
    lines: tuple[str, ...]
    data: Mapping[str, object]

    @classmethod
    def of(cls, text: str, shown: str) -> "_Front":
        """Read a front matter; raises IssueError when it is none."""
        found = _FRONT.match(text)
        lines = tuple(text.splitlines())
        try:
            data = yaml.safe_load(found[1]) if found else {}
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            mark = getattr(error, "problem_mark", None)
            line = text[: found.start(1)].count("\n") + mark.line + 1 if found and mark else 0
            said = getattr(error, "problem", None) or error
            what = f"the lines between --- and --- are no YAML: {said}"
            raise IssueError(shown, what, line) from None
        if not isinstance(data, dict):
            raise IssueError(shown, "between --- and --- stand names and values, one a line")
        front = cls(shown=shown, lines=lines, data=data)
        for key in sorted(str(key) for key in set(data) - _KEYS):
            known = tuple(sorted(_KEYS))
            hint = suggest(key, known, f"there are {', '.join(known)}")
            raise front.wrong(key, f"there is no {key!r}; {hint}")
        return front

    def wrong(self, key: str, what: str) -> IssueError:
        """Return an error about a key, with its line."""
        numbers = (
            number for number, line in enumerate(self.lines, 1) if line.lstrip().startswith(key)
        )
        return IssueError(self.shown, what, next(numbers, 0) if key in self.data else 0)

    def names(self, key: str) -> tuple[str, ...] | None:
        """Return a list of names, each once; None where there is none."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(key, f"{key} is a list of names, such as {key}: [one, another]")
        return tuple(dict.fromkeys(value))


def list_lines(games: Iterable[GameContents]) -> tuple[GameLine, ...]:
    """Return a line for each game in a list of them, their deadlines in one time zone."""
    lines = [game.line for game in games]
    moments = show_in_one_zone([line.head.deadline for line in lines])
    return tuple(
        replace(line, head=replace(line.head, deadline=moment))
        for line, moment in zip(lines, moments, strict=True)
    )


def _rank_deadline(line: DeadlineLine) -> tuple[bool, str, str]:
    """Return where a deadline stands in a list: by its time, and those without one at the end."""
    return line.moment is None, line.moment.utc if line.moment else "", line.game.text


def _plan_unwritten(games: Sequence[GameContents]) -> Iterable[PlannedIssue]:
    closed: dict[date, SeasonView] = {}
    for game in games:
        for season in game.seasons:
            if (day := closing_day(season)) is not None:
                closed.setdefault(day, season)
    for number, (day, first) in enumerate(sorted(closed.items()), start=1):
        yield PlannedIssue(
            number=number,
            day=day,
            title=first.headline or f"{first.game.title}, {first.name}",
            uri=f"{FOLDER}/{number}.md",
            games=None,
            source="",
        )


def closing_day(season: SeasonView) -> date | None:
    """Return the day on which a season closed, by universal time; None for an open one."""
    if season.closing is None or season.is_open:
        return None
    return date.fromisoformat(season.closing.utc[:10])


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueBuilder:
    """Builds the issues that were planned."""

    zine: Zine
    games: Sequence[GameContents]
    openings: Mapping[str, PageLink]
    """The rules page of every rule set, by id."""
    silent: frozenset[str] = frozenset()
    """Games by name that need the GM: an issue goes without the reports of theirs that are not there."""

    def issues(self, plan: Sequence[PlannedIssue]) -> tuple[IssueView, ...]:
        """Return all issues, oldest first, each with those beside it."""
        links = [PageLink(text=f"No. {one.number}", to=one.uri) for one in plan]
        return tuple(
            self._make_issue(
                sheet,
                since=plan[place - 1].day if place else None,
                previous=links[place - 1] if place else None,
                following=links[place + 1] if place + 1 < len(links) else None,
                newest=place + 1 == len(plan),
            )
            for place, sheet in enumerate(plan)
        )

    def _make_issue(
        self,
        sheet: PlannedIssue,
        *,
        since: date | None,
        previous: PageLink | None,
        following: PageLink | None,
        newest: bool,
    ) -> IssueView:
        found = self._list_next_deadlines() if newest else self._list_deadlines_on(sheet.day)
        ranked = sorted(found, key=_rank_deadline)
        moments = show_in_one_zone([one.moment for one in ranked])
        deadlines = tuple(
            replace(one, moment=moment) for one, moment in zip(ranked, moments, strict=True)
        )
        for name in sheet.openings:
            _check_opening(sheet, name, self.openings)
        wanted = [self.openings[name] for name in sheet.openings]
        return IssueView(
            masthead=self._make_masthead(sheet, deadlines),
            title=sheet.title,
            uri=sheet.uri,
            editorial=PROSE_HTML if sheet.source else NOTHING,
            seasons=self._list_seasons(sheet, since),
            deadlines=deadlines,
            openings=tuple(wanted),
            news=self._list_newer_reports(sheet) if newest else (),
            feeds=FEEDS if self.zine.has_feeds else (),
            previous=previous,
            following=following,
        )

    def _make_masthead(self, sheet: PlannedIssue, deadlines: Sequence[DeadlineLine]) -> Masthead:
        dated = [one for one in deadlines if one.moment is not None]
        ahead = [one for one in dated if one.moment is not None and not one.moment.passed]
        first = next(iter(ahead or dated), None)
        return Masthead(
            title=self.zine.name,
            motto=self.zine.motto,
            editor=self.zine.editor,
            price=self.zine.price,
            number=f"No. {sheet.number}",
            date=format_date(datetime(sheet.day.year, sheet.day.month, sheet.day.day, tzinfo=UTC)),
            date_iso=sheet.day.isoformat(),
            deadline=first.moment if first else None,
            deadline_of=f"{first.game.text}, {first.season}"
            if first
            else join_words([one.game.text for one in deadlines]),
        )

    def _list_next_deadlines(self) -> Iterator[DeadlineLine]:
        """Yield the deadlines of all open games, also of those that have none yet."""
        for head in (game.view.head for game in self.games):
            if head.status == "open":
                game = PageLink(text=head.title, to=head.uri)
                yield DeadlineLine(
                    game=game, season=head.wanted, moment=head.deadline, desk=head.desk
                )

    def _list_deadlines_on(self, day: date) -> Iterator[DeadlineLine]:
        """Yield the deadlines that games waited for at the end of a day."""
        waits = (wait for game in self.games for wait in game.waits)
        return (
            one.line for one in waits if (one.since or one.until - ANNOUNCED) <= day < one.until
        )

    def _list_seasons(self, sheet: PlannedIssue, since: date | None) -> tuple[SeasonView, ...]:
        every = {
            f"{game.view.head.slug}/{season.anchor}": season
            for game in self.games
            for season in game.seasons
        }
        if sheet.games is not None:
            missing = sorted(
                name
                for name in sheet.games
                if name not in every and name.partition("/")[0] not in self.silent
            )
            if missing:
                raise IssueError(sheet.source, f"there is no report of {missing[0]}")
            return tuple(every[name] for name in sheet.games if name in every)
        return tuple(
            season
            for season in every.values()
            if (day := closing_day(season)) is not None
            and day <= sheet.day
            and (since is None or day > since)
        )

    def _list_newer_reports(self, sheet: PlannedIssue) -> tuple[PageLink, ...]:
        """Return the reports that came out after the newest issue."""
        return tuple(
            PageLink(text=f"{season.game.title}, {season.name}", to=season.uri)
            for game in self.games
            for season in game.seasons
            if season.is_open or ((day := closing_day(season)) is not None and day > sheet.day)
        )
