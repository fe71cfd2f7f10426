"""What there is to tell today: seasons, ends, issues, deadlines near or moved, pauses, vacant seats.

All of it follows from the files and the day. Each has a number that never changes, so that it is told once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import SeasonFolder
from zinegen.delivery.posts import News
from zinegen.game.wording import join_words
from zinegen.languages.names import name_power
from zinegen.languages.texts import add_colon, gettext, join_clauses
from zinegen.pages.builders.deadlines import explain_deadline
from zinegen.pages.builders.players import NOT_YET, PlayerTable
from zinegen.pages.builders.redaction import hide_players
from zinegen.pages.contents import GameContents, IssueView, Zine
from zinegen.pages.outgoing.letters import count_corrections
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import GameHead, SeasonView
from zinegen.pages.words.dates import format_moment, season_title
from zinegen.pages.words.visible_text import one_line
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_slug

FRESH = timedelta(days=14)
"""What is older is news to nobody, unless it is asked for by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsWriter:
    """Finds what there is to tell of a zine, and tells it."""

    zine: Zine
    links: WholeLinks
    now: datetime
    cards: Mapping[str, str] = field(default_factory=dict)
    """For each season's page the uri of its picture, which lies on the site."""

    # ------------------------------------------------------------------------------- what is over

    def tell_season(self, season: SeasonView) -> News:
        """Return the news of a season that has been played."""
        head, again = season.game, count_corrections(season)
        headline = f": {season.headline}" if season.headline else ""
        text = season.lead or gettext("{season} has been adjudicated.", season=season.name)
        if season.next_orders:
            text = f"{text} {season.next_orders}"
        if season.next_deadline is not None and not season.next_deadline.passed:
            due = gettext("Deadline: {when}.", when=season.next_deadline.text)
            text = f"{text} {due}"
        if again:
            text = gettext("Judged again: {text}", text=text)
        card = self.cards.get(season.uri, "")
        return News(
            number=f"season/{head.slug}/{season.anchor}{again}",
            kind="season",
            title=f"{head.title}, {season.name}{headline}",
            text=text,
            url=self.links.to(season.uri),
            game=head.slug,
            season=season.anchor,
            names=tuple(
                one.power.player.text for one in season.standings if one.power.player is not None
            ),
            picture_url=self.links.to(card) if card else "",
        )

    def list_seasons(self, game: GameContents, recorded: int) -> Iterator[News]:
        """Yield the last season of a game, and its end, if it closed not long ago and is recorded."""
        over = [one for one in game.seasons[:recorded] if not one.is_open]
        if not over or not self._is_fresh(over[-1]):
            return
        yield self.tell_season(over[-1])
        head = game.view.head
        if head.status == "finished":
            yield self._about_game(
                head, "over", f"over/{head.slug}", gettext("the game is over"), head.status_text
            )

    def _is_fresh(self, season: SeasonView) -> bool:
        if season.closing is None:
            return False
        return self.now - datetime.fromisoformat(season.closing.utc) <= FRESH

    def list_issues(self, issues: tuple[IssueView, ...]) -> Iterator[News]:
        """Yield the newest issue if its editor has written it, from its day on and for a while."""
        if not issues or not issues[-1].editorial:
            return
        issue, head = issues[-1], issues[-1].masthead
        age = self.now.date() - date.fromisoformat(head.date_iso)
        if timedelta(0) <= age <= FRESH:
            seasons = [f"{one.game.title}, {one.name}" for one in issue.seasons]
            yield News(
                number=issue.uri.removesuffix(".md"),
                kind="issue",
                title=add_colon(f"{self.zine.name}, {head.number}", issue.title),
                text=gettext("In this issue: {seasons}.", seasons=join_clauses(seasons))
                if seasons
                else "",
                url=self.links.to(issue.uri),
            )

    # ----------------------------------------------------------------------------- what is open

    def list_open(self, game: GameContents, progress: GameProgress, hours: int) -> Iterator[News]:
        """Yield what there is to tell of the open season: ``hours`` before a deadline it is near."""
        progress = hide_players(progress)
        season, head = progress.open_season, game.view.head
        if season is None or head.status == "finished":
            return
        yield from self._list_vacant(head, progress, season)
        deadline, zone = season.deadline, progress.game.settings.deadlines.timezone
        name = season_title(season.name)
        if deadline.paused is not None:
            since = format_moment(deadline.paused.since, zone).utc
            number = f"paused/{head.slug}/{season.slug}/{since}"
            text = explain_deadline(season, zone)
            yield self._about_game(
                head, "paused", number, gettext("{season} is paused", season=name), text
            )
            return
        if deadline.deadline is None or deadline.deadline <= self.now:
            return
        moment = format_moment(deadline.deadline, zone, self.now)
        if deadline.moved_from:
            number = f"moved/{head.slug}/{season.slug}/{len(deadline.moved_from)}"
            due = gettext("The deadline is {when} now.", when=moment.text)
            text = f"{due} {explain_deadline(season, zone)}".strip()
            goes_on = deadline.resumed_after is not None
            title = (
                gettext("{season} goes on", season=name)
                if goes_on
                else gettext("the deadline of {season} has moved", season=name)
            )
            yield self._about_game(head, "resumed" if goes_on else "moved", number, title, text)
        if deadline.deadline - self.now > timedelta(hours=hours):
            return
        where = f"{head.slug}/{season.slug}/{moment.utc}"
        title = gettext("orders for {season} are due {when}", season=name, when=moment.text)
        yield self._about_game(head, "deadline", f"deadline/{where}", title, "")
        missing = self._find_missing(progress, season)
        if missing:
            text = gettext("Orders are missing from {powers}.", powers=join_words([*missing]))
            news = self._about_game(head, "missing", f"missing/{where}", title, text)
            yield replace(news, names=tuple(filter(None, missing.values())))

    def _find_missing(self, progress: GameProgress, season: SeasonFolder) -> Mapping[str, str]:
        """Return the powers of which nothing has come in, as the game's page tells it, and their players."""
        table = PlayerTable(zine=self.zine, play=progress, people={})
        players = progress.game.settings.players
        return {
            name_power(power): one_line(players[power].name) if power in players else ""
            for power in powers_to_order(season.variant, progress.state, season.deadline.phases)
            if table.describe_orders(power, season, owes=True) == NOT_YET
        }

    def _list_vacant(
        self, head: GameHead, progress: GameProgress, season: SeasonFolder
    ) -> Iterator[News]:
        """Yield that powers in play have no player, in a game in which others have one."""
        settings = progress.game.settings
        if not settings.players:
            return
        vacant = [
            power
            for power in settings.powers
            if power not in settings.players and progress.state.is_alive(power)
        ]
        if vacant:
            slugs = "-".join(power_slug(one) for one in vacant)
            text = gettext(
                "Wanted for {rules}, from {season} on.",
                rules=head.variant.text,
                season=season_title(season.name),
            )
            if head.contact is not None:
                address = head.contact.to.removeprefix("mailto:")
                said = gettext("Write to {gm}: {address}", gm=head.gm, address=address)
                text = f"{text} {said}"
            title = gettext("vacant: {powers}", powers=join_words([*map(name_power, vacant)]))
            yield self._about_game(head, "seat", f"seat/{head.slug}/{slugs}", title, text)

    def _about_game(self, head: GameHead, kind: str, number: str, title: str, text: str) -> News:
        return News(
            number=number,
            kind=kind,
            title=add_colon(head.title, title),
            text=text,
            url=self.links.to(
                head.desk if kind in {"deadline", "missing"} and head.desk else head.uri
            ),
            game=head.slug,
        )
