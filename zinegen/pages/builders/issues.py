"""The issues of the zine: the seasons that each contains, and its masthead.

An issue is `site_src/issues/<number>.md`: front matter, then the editorial. Where nobody has written
any, every day on which a season closed makes an issue.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from zinegen.game.wording import join_words
from zinegen.languages.texts import gettext
from zinegen.pages.builders.deadlines import rank_deadline, wanted_line
from zinegen.pages.builders.issue_files import FOLDER, PlannedIssue
from zinegen.pages.contents import (
    PROSE_HTML,
    GameContents,
    GameLine,
    GameStanding,
    IssueView,
    Score,
    Zine,
)
from zinegen.pages.lists.views import NO_LISTS, ListsView
from zinegen.pages.masthead import Masthead
from zinegen.pages.views import NOTHING, DeadlineLine, PageLink, SeasonView
from zinegen.pages.words.dates import format_date, show_in_one_zone

ANNOUNCED = timedelta(days=60)
"""So long before its first deadline a game is taken to wait for orders."""


def list_lines(games: Iterable[GameContents]) -> tuple[GameLine, ...]:
    """Return a line for each game in a list of them, their deadlines in one time zone."""
    lines = [game.line for game in games]
    moments = show_in_one_zone([line.head.deadline for line in lines])
    return tuple(
        replace(line, head=replace(line.head, deadline=moment))
        for line, moment in zip(lines, moments, strict=True)
    )


def link_zine_calendar(zine: Zine, games: Iterable[GameContents]) -> tuple[PageLink, ...]:
    """Return the ways to the calendar of all games; none where no game has a deadline."""
    return zine.link_calendar("") if any(game.waits for game in games) else ()


def plan_unwritten(games: Sequence[GameContents]) -> Iterator[PlannedIssue]:
    """Yield the issues of a zine whose editor has written none: one for each day on which a season closed."""
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


def _is_closed(season: SeasonView, day: date) -> bool:
    """Tell whether a season had closed at the end of a day."""
    closed = closing_day(season)
    return closed is not None and closed <= day


def _make_standing(season: SeasonView, *, is_over: bool) -> GameStanding:
    """Return how a game stood after one of its seasons."""
    table = season.centres
    known = {} if table is None else {row.power: row.now for row in table.rows}
    units = {one.power: one.count for one in season.standings}
    scores = [
        Score(power=power, centres=known.get(power), units=units.get(power, 0))
        for power in dict.fromkeys((*known, *units))
        if known.get(power) or units.get(power)
    ]
    scores.sort(key=lambda one: (-(one.centres or 0), -one.units, one.power.name))
    return GameStanding(
        game=PageLink(text=season.game.title, to=season.game.uri),
        variant=season.game.variant,
        when=season.name,
        scores=tuple(scores),
        to_win=table.to_win if table is not None else None,
        outcome=season.game.status_text if is_over else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueBuilder:
    """Builds the issues that were planned."""

    zine: Zine
    games: Sequence[GameContents]
    openings: Mapping[str, PageLink]
    """The rules page of every rule set, by id."""
    lists: ListsView = NO_LISTS
    """Those of the hobby, which the newest issue prints."""

    @property
    def feeds(self) -> tuple[PageLink, ...]:
        """The ways to the feeds; empty where there are none."""
        pair = (
            PageLink(text=gettext("Atom feed"), to="feed.xml"),
            PageLink(text=gettext("JSON feed"), to="feed.json"),
        )
        return pair if self.zine.has_feeds else ()

    def issues(self, plan: Sequence[PlannedIssue]) -> tuple[IssueView, ...]:
        """Return all issues, oldest first, each with those beside it."""
        links = [
            PageLink(text=gettext("No. {number}", number=one.number), to=one.uri) for one in plan
        ]
        return tuple(
            self._make_issue(
                sheet,
                since=plan[place - 1].day if place else None,
                previous=links[place - 1] if place else None,
                following=links[place + 1] if place + 1 < len(links) else None,
                newest=links[-1] if place + 1 < len(plan) else None,
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
        newest: PageLink | None,
    ) -> IssueView:
        seasons = self._list_seasons(sheet, since)
        found = self._list_deadlines_on(sheet.day) if newest else self._list_next_deadlines()
        ranked = sorted(found, key=rank_deadline)
        moments = show_in_one_zone([one.moment for one in ranked])
        deadlines = tuple(
            replace(one, moment=moment) for one, moment in zip(ranked, moments, strict=True)
        )
        wanted = [self.openings[name] for name in sheet.openings]
        return IssueView(
            masthead=self._make_masthead(sheet, deadlines, newest=newest),
            title=sheet.title,
            uri=sheet.uri,
            editorial=PROSE_HTML if sheet.source else NOTHING,
            prose=sheet.prose,
            seasons=seasons,
            deadlines=deadlines,
            scores=tuple(self._list_standings(sheet, seasons)),
            openings=tuple(wanted),
            lists=NO_LISTS if newest else self.lists,
            news=() if newest else self._list_newer_reports(sheet),
            feeds=self.feeds,
            calendar=link_zine_calendar(self.zine, self.games),
            documents=self.zine.link_documents(sheet.uri.removesuffix(".md")),
            previous=previous,
            following=following,
        )

    def _make_masthead(
        self, sheet: PlannedIssue, deadlines: Sequence[DeadlineLine], *, newest: PageLink | None
    ) -> Masthead:
        dated = [one for one in deadlines if one.moment is not None]
        ahead = [one for one in dated if one.moment is not None and not one.moment.passed]
        first = next(iter(ahead or dated), None)
        return Masthead(
            title=self.zine.name,
            motto=self.zine.motto,
            editor=self.zine.editor,
            price=self.zine.price,
            number=gettext("No. {number}", number=sheet.number),
            date=format_date(datetime(sheet.day.year, sheet.day.month, sheet.day.day, tzinfo=UTC)),
            date_iso=sheet.day.isoformat(),
            deadline=first.moment if first else None,
            deadline_of=f"{first.game.text}, {first.season}"
            if first
            else join_words([one.game.text for one in deadlines]),
            newest=None if deadlines else newest,
        )

    def _list_next_deadlines(self) -> Iterator[DeadlineLine]:
        """Yield the deadlines of all open games, also of those that have none yet."""
        for head in (game.view.head for game in self.games):
            if head.status == "open":
                yield wanted_line(head)

    def _list_deadlines_on(self, day: date) -> Iterator[DeadlineLine]:
        """Yield the deadlines that games waited for at the end of a day, if they still do."""
        waits = (wait for game in self.games for wait in game.waits)
        return (
            one.line
            for one in waits
            if (one.since or one.until - ANNOUNCED) <= day < one.until
            if not one.is_played and not one.is_off
        )

    def _list_standings(
        self, sheet: PlannedIssue, seasons: Sequence[SeasonView]
    ) -> Iterator[GameStanding]:
        """Yield how each game stood that was in play when an issue went out, or is in it."""
        printed = {season.uri for season in seasons}
        for game in self.games:
            is_printed = any(one.uri in printed for one in game.seasons)
            reached = [
                one for one in game.seasons if _is_closed(one, sheet.day) or one.uri in printed
            ]
            is_over = game.view.head.status == "finished" and len(reached) == len(game.seasons)
            if reached and (is_printed or not is_over):
                yield _make_standing(reached[-1], is_over=is_over)

    def _list_seasons(self, sheet: PlannedIssue, since: date | None) -> tuple[SeasonView, ...]:
        """Return the seasons of an issue: by game, and those of a game as they were played."""
        every = {
            f"{game.view.head.slug}/{season.anchor}": season
            for game in self.games
            for season in game.seasons
        }
        if sheet.games is not None:
            named = [every[name] for name in sheet.games if name in every]
            games = list(dict.fromkeys(one.game.slug for one in named))
            named.sort(key=lambda one: (games.index(one.game.slug), one.number))
            return tuple(named)
        return tuple(
            season
            for season in every.values()
            if _is_closed(season, sheet.day) and not (since and _is_closed(season, since))
        )

    def _list_newer_reports(self, sheet: PlannedIssue) -> tuple[PageLink, ...]:
        """Return the reports that came out after the newest issue."""
        return tuple(
            PageLink(text=f"{season.game.title}, {season.name}", to=season.uri)
            for game in self.games
            for season in game.seasons
            if season.is_open or ((day := closing_day(season)) is not None and day > sheet.day)
        )
