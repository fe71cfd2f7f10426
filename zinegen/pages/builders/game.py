"""A game as pages: its own page, its seasons' reports, and its line in every list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from zinegen.archive.closing.judge import draw_maps, judge_season
from zinegen.archive.closing.progress import GameProgress, find_unrecorded
from zinegen.archive.files import read_plain
from zinegen.archive.folder.games import RESULT, Game, SeasonFolder
from zinegen.archive.folder.press_files import PRESS, Press, is_left_out, read_press_folder
from zinegen.archive.result_file import LIMIT
from zinegen.board.board import Power
from zinegen.game.wording import join_words
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.findings import Finding
from zinegen.pages.atlas.atlas import make_atlas
from zinegen.pages.atlas.provinces import list_boards, list_season_lines, name_provinces
from zinegen.pages.browser.positions import DESK, PlayablePosition, position_uri, write_position
from zinegen.pages.builders.centre_chart import power_views
from zinegen.pages.builders.centre_table import game_chart
from zinegen.pages.builders.deadlines import explain_deadline, list_waits
from zinegen.pages.builders.desk import DeskBuilder, find_desk
from zinegen.pages.builders.map_events import list_event_lines
from zinegen.pages.builders.map_pages import map_pages
from zinegen.pages.builders.players import (
    PlayerTable,
    contact_link,
    list_former_players,
    list_receipts,
)
from zinegen.pages.builders.press.items import PressPrinter, tell_press_rule
from zinegen.pages.builders.published_records import RecordPublisher
from zinegen.pages.builders.redaction import ALIAS
from zinegen.pages.builders.replay import make_replay
from zinegen.pages.builders.results.game_outcome import find_game_outcome
from zinegen.pages.builders.season_report import (
    SeasonReporter,
    link_in_sequence,
    read_sealed_reports,
    write_notes,
)
from zinegen.pages.contents import (
    GameContents,
    GameLine,
    GameView,
    Zine,
)
from zinegen.pages.maps.map_data import map_data, map_data_uri
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.views import (
    NOTHING,
    GameHead,
    PageLink,
    Picture,
    PowerView,
    ReplayView,
    SeasonLine,
    SeasonView,
)
from zinegen.pages.words.dates import format_moment, season_title
from zinegen.pages.words.happenings import describe_end, position_text
from zinegen.pages.words.phases import phase_name
from zinegen.pages.words.phrases import option_text
from zinegen.pages.words.visible_text import one_line
from zinegen.play.deadlines import deadline_phases, powers_to_order
from zinegen.play.records.records import Judged, SeasonRecord

OPEN = N_("Preview: the orders of this season are still coming in; nothing here is final.")
STATEMENTS = "press"
"""The folder in a game's own that holds what players say at its end."""
SO_FAR = N_("The events are processed, and this is the map after them; the season is not over yet.")
UNRECORDED = N_("The result of this season is not recorded yet: it may still change.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedSeason:
    """A season that is reported."""

    season: SeasonFolder
    record: SeasonRecord
    banner: str
    is_open: bool = False
    """It is not over: in a preview, or while it is still to be said where fleets go."""


def list_cast(record: SeasonRecord) -> Mapping[str, str]:
    """Return who played each power in a season."""
    return {power: one_line(name) for power, name in record.players.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameContentsBuilder:
    """Builds the contents of one game."""

    zine: Zine
    play: GameProgress
    maps: MapQueue
    people: Mapping[str, PageLink]
    """Every player's page, by name."""
    preview: bool
    now: datetime
    """When the pages are made: it says which deadlines have passed."""
    has_files: bool = True
    """Whether the files beside the pages are made; those of maps take half of the time."""

    @property
    def game(self) -> Game:
        """The game's folder."""
        return self.play.game

    def build(self) -> GameContents:
        """Return everything that is printed about the game."""
        settings = self.game.settings
        powers = self._power_views({power: who.name for power, who in settings.players.items()})
        head = self._make_head()
        reported = self._list_reported_seasons()
        seasons = self._make_reports(self._make_reporter(head, powers), reported)
        records = [one.record for one in reported]
        lines = list_season_lines(seasons, records, self.maps)
        replay = self._make_replay(reported, seasons, lines)
        provinces = name_provinces(list_boards(records, self.play.state))
        played = tuple(zip(records, seasons, lines, strict=True))
        studies = (
            *make_atlas(played, provinces, self.maps, replay.uri if replay else ""),
            *map_pages(self.play, powers, self.maps),
        )
        desk = self._make_desk(head, powers)
        return GameContents(
            view=replace(
                self._make_view(head, powers, seasons, lines),
                replay=replay,
                more=tuple(PageLink(text=one.title, to=one.uri) for one in studies),
            ),
            line=GameLine(head=head, last=lines[-1] if lines else None),
            seasons=seasons,
            outcome=find_game_outcome(self.play, seasons),
            casts=tuple(list_cast(record) for record in self.play.records),
            handed_over=list_former_players(settings, powers),
            files=self._list_files(powers, reported, desk) if self.has_files else {},
            waits=tuple(list_waits(self.play, head, self.now)),
            studies=studies,
            provinces=provinces,
            desk=desk.build(self._draw_now(seasons)) if desk is not None else None,
            check=self._publisher.view(seasons) if self.zine.has_checks else None,
            source=f"{self.game.shown}/game.toml",
            cards=self._order_cards(seasons),
            notices=self._list_all_notices(),
        )

    @property
    def _publisher(self) -> RecordPublisher:
        return RecordPublisher(play=self.play)

    def _power_views(self, players: Mapping[Power, str]) -> Mapping[Power, PowerView]:
        """Return the powers of the game, played by these; who has no page is named without one."""
        alias = gettext("Anonymous")
        named = {power: one_line(name) for power, name in players.items()}
        pages = {
            power: self.people.get(name, PageLink(text=alias if name == ALIAS else name, to=""))
            for power, name in named.items()
            if name
        }
        return power_views(self.game.settings.powers, pages)

    def _make_head(self) -> GameHead:
        settings, play = self.game.settings, self.play
        season = play.open_season
        is_paused = season is not None and season.deadline.paused is not None
        deadline = season.deadline.deadline if season and not is_paused else None
        moved = explain_deadline(season, settings.deadlines.timezone) if season else ""
        decisions = play.records[-1].decisions if play.records else ()
        if play.judged and (season is None or play.state.winners is not None):
            status, text = "waiting", self._say_unrecorded()
        elif play.state.winners is not None:
            status, text = "finished", describe_end(play.state.winners, decisions)
        elif play.waiting is not None:
            status = "waiting"
            text = self._tell_time_to_designate() or gettext(
                "The game waits for a ruling of the GM."
            )
        else:
            count = len(
                powers_to_order(play.variant, play.state, deadline_phases(play.variant, play.state))
            )
            text = ngettext(
                "{number} power is ordering the {phase}.",
                "{number} powers are ordering the {phase}.",
                count,
                phase=phase_name(play.state.phase),
            )
            told = (text, self._say_unrecorded(), moved)
            status, text = "open", " ".join(filter(None, told))
        return GameHead(
            title=one_line(settings.title),
            slug=self.game.slug,
            uri=f"games/{self.game.slug}/index.md",
            variant=PageLink(text=settings.variant.title, to=f"rules/{settings.variant.id}.md"),
            gm=one_line(settings.gm.name),
            status=status,
            status_text=text,
            deadline=format_moment(deadline, settings.deadlines.timezone, self.now)
            if deadline is not None and status == "open"
            else None,
            wanted=season_title(season.name) if season else "",
            contact=contact_link(settings.gm),
            desk=find_desk(play) if status == "open" else "",
            is_key_published=status == "finished" and bool(settings.secrecy.open_key),
        )

    def _tell_time_to_designate(self) -> str:
        """Return until when who may say where which fleet goes; empty when there is no such time."""
        waiting = self.play.waiting
        if waiting is None or waiting.until is None:
            return ""
        until = format_moment(waiting.until, self.game.settings.deadlines.timezone).text
        asked = join_words([one.title for one in waiting.reasons])
        return gettext("Until {moment}: {what}.", moment=until, what=asked)

    # ------------------------------------------------------------------------------- seasons

    def _list_reported_seasons(self) -> tuple[ReportedSeason, ...]:
        """Return the seasons that are reported: all that were played, in a preview the open one too."""
        reported = [
            ReportedSeason(
                season=season,
                record=record,
                banner="" if number < len(self.play.recorded) else gettext(UNRECORDED),
            )
            for number, (season, record) in enumerate(
                zip(self.game.seasons, self.play.records, strict=False)
            )
        ]
        season, waiting = self.play.open_season, self.play.waiting
        if season is not None and waiting is not None and waiting.so_far is not None:
            banner = f"{gettext(SO_FAR)} {self._tell_time_to_designate()}"
            reported.append(
                ReportedSeason(season=season, record=waiting.so_far, banner=banner, is_open=True)
            )
        elif (
            self.preview
            and season is not None
            and (record := self._judge_open_season(season)) is not None
        ):
            reported.append(
                ReportedSeason(season=season, record=record, banner=gettext(OPEN), is_open=True)
            )
        return tuple(reported)

    def _make_reports(
        self, reporter: SeasonReporter, reported: tuple[ReportedSeason, ...]
    ) -> tuple[SeasonView, ...]:
        views = [
            replace(
                reporter,
                powers=self._power_views(one.record.players),
                variant=one.season.variant,
            ).report(
                one.season,
                one.record,
                earlier=[past.record for past in reported[: number - 1]],
                number=number,
                next_orders=self._describe_next_orders(number),
                banner=one.banner,
                is_open=one.is_open,
            )
            for number, one in enumerate(reported, start=1)
        ]
        deadline = reporter.head.deadline
        return link_in_sequence(
            [replace(one, next_deadline=deadline if one.next_orders else None) for one in views]
        )

    def _judge_open_season(self, season: SeasonFolder) -> SeasonRecord | None:
        """Judge the open season as it stands, for the preview; not what only the GM can judge."""
        if self.play.state.secrets is not None:
            return None
        judged = judge_season(
            self.game,
            season,
            self.play.state,
            previous={},
            disorder=self.play.disorder,
            again=True,
        )
        outcome = draw_maps(season, judged)
        return outcome.record if isinstance(outcome, Judged) else None

    def _describe_next_orders(self, number: int) -> str:
        """Return what is wanted next, as a sentence, after the newest report."""
        season = self.play.open_season
        if season is None or number != len(self.play.records):
            return ""
        phases = join_words([phase_name(phase) for phase in season.deadline.phases])
        return gettext("Wanted now: the {phases}.", phases=phases)

    def _list_files(
        self,
        powers: Mapping[Power, PowerView],
        reported: tuple[ReportedSeason, ...],
        desk: DeskBuilder | None,
    ) -> Mapping[str, str | bytes]:
        """Return everything that lies beside the game's pages, by uri."""
        return {
            **self._read_files(powers),
            **self._make_map_data(reported),
            **self._make_positions(reported),
            **(desk.files() if desk is not None else {}),
            **(self._publisher.files() if self.zine.has_checks else {}),
        }

    def _read_files(self, powers: Mapping[Power, PowerView]) -> Mapping[str, str | bytes]:
        """Return the records of the seasons, and what lies sealed beside them."""
        slug = self.game.slug
        found: dict[str, str | bytes] = {}
        for season in self.game.recorded:
            found[f"games/{slug}/{season.slug}/{RESULT}"] = read_plain(season.result, LIMIT)
            found |= read_sealed_reports(season, slug, powers)
        printer = self._make_printer(powers)
        for season in self.game.seasons[: len(self.play.records)]:
            found |= printer.files(season.press, season.folder / PRESS, season.slug)
        found |= printer.files(self._read_statements().items, self.game.folder / STATEMENTS)
        return found

    def _make_reporter(self, head: GameHead, powers: Mapping[Power, PowerView]) -> SeasonReporter:
        return SeasonReporter(
            head=head,
            powers=powers,
            maps=self.maps,
            zone=self.game.settings.deadlines.timezone,
            variant=self.play.variant,
            press=self._make_printer(powers),
        )

    def _make_printer(self, powers: Mapping[Power, PowerView]) -> PressPrinter:
        settings = self.game.settings
        gm = one_line(settings.gm.name)
        return PressPrinter(game=self.game.slug, gm=gm, powers=powers, rule=settings.press)

    def _make_map_data(self, reported: Iterable[ReportedSeason]) -> Mapping[str, bytes]:
        """Return the facts behind each season's maps, by uri."""
        variant, powers = self.play.variant, self._power_views({})
        inks = {power: view.ink for power, view in powers.items()}
        return {
            map_data_uri(self.game.slug, one.season.slug): map_data(one.record, variant, inks)
            for one in reported
        }

    def _make_replay(
        self,
        reported: Sequence[ReportedSeason],
        views: Sequence[SeasonView],
        lines: Sequence[SeasonLine],
    ) -> ReplayView | None:
        over = [
            (one.record, view, line)
            for one, view, line in zip(reported, views, lines, strict=True)
            if not one.is_open
        ]
        return make_replay(self.game.settings, self.zine, self.maps, over)

    def _make_positions(self, reported: Iterable[ReportedSeason]) -> Mapping[str, bytes]:
        """Return the positions from which the pages' engine plays on, by uri."""
        events, named = tuple(self.game.settings.setup.events), []
        for one in reported:
            named.append((one.season.slug, one.season, one.record.before, events))
            events += tuple(list_event_lines(one.record))
        if self.play.open_season is not None:
            named.append((DESK, self.play.open_season, self.play.state, events))
        slug = self.game.slug
        return {
            position_uri(slug, name): write_position(
                PlayablePosition(
                    turn=season.turn(season.variant, state),
                    game=slug,
                    season=season.slug,
                    shown=season.shown,
                    events=lines,
                    policy=self.game.settings.policy,
                )
            )
            for name, season, state, lines in named
        }

    def _make_desk(self, head: GameHead, powers: Mapping[Power, PowerView]) -> DeskBuilder | None:
        """Return the builder of the page on which orders are written; None when nobody has any to write."""
        season = self.play.open_season
        if not head.desk or season is None:
            return None
        inks = {power: view.ink for power, view in powers.items()}
        return DeskBuilder(zine=self.zine, play=self.play, season=season, inks=inks)

    def _order_cards(self, seasons: tuple[SeasonView, ...]) -> Mapping[str, str]:
        return {
            view.uri: card
            for view, record in zip(seasons, self.play.records, strict=False)
            if (card := self.maps.card(record, view.game.title, view.name))
        }

    def _list_all_notices(self) -> tuple[str, ...]:
        """Return what is wrong with the game and its GM must hear about, a line each."""
        return (
            *(f"{one.where}: {one.title}; {one.hint}" for one in find_unrecorded(self.play)),
            *self._list_notices(),
            *(f"{one.where}: {one.title}; {one.if_left}" for one in self._find_lost_press()),
        )

    def _list_notices(self) -> tuple[str, ...]:
        waiting: tuple[Finding, ...] = self.play.waiting.reasons if self.play.waiting else ()
        findings = (*waiting, *self._read_statements().findings)
        return tuple(f"{finding.where}: {finding.title}" for finding in findings)

    def _find_lost_press(self) -> Iterable[Finding]:
        """Return the errors of press of seasons that is not printed."""
        return filter(is_left_out, self.game.findings)

    def _say_unrecorded(self) -> str:
        """Return that seasons are shown as they would come out; empty where there is none."""
        shown = self.game.seasons[len(self.play.recorded) : len(self.play.records)]
        names = join_words([season_title(one.name) for one in shown])
        if not names:
            return ""
        return gettext(
            "The result of {seasons} is not recorded yet: it may still change.", seasons=names
        )

    # ---------------------------------------------------------------------------- game's page

    def _make_view(
        self,
        head: GameHead,
        powers: Mapping[Power, PowerView],
        seasons: tuple[SeasonView, ...],
        lines: tuple[SeasonLine, ...],
    ) -> GameView:
        years = sorted({line.year for line in lines}, reverse=True)
        options = self.play.variant.chosen
        table = PlayerTable(zine=self.zine, play=self.play, people=self.people)
        season = self.play.open_season
        return GameView(
            head=head,
            now=self._draw_now(seasons),
            seats=table.seats(powers),
            chart=game_chart(self.play.records, powers, self.play.variant),
            years=tuple(
                (year, tuple(line for line in lines if line.year == year)) for year in years
            ),
            options=(
                *((name, option_text(value)) for name, value in sorted(options.items())),
                *tell_press_rule(self.game.settings.press),
            ),
            order_file=table.order_file(),
            is_secret=self.play.state.secrets is not None,
            feeds=self.zine.link_feeds(f"games/{self.game.slug}/"),
            calendar=self._link_calendar(),
            documents=self.zine.link_documents(f"games/{self.game.slug}/{self.game.slug}"),
            statements=self._make_printer(powers).views(
                self._read_statements().items, self.game.folder / STATEMENTS
            )
            if head.status == "finished"
            else (),
            banner=head.status_text if head.status == "waiting" else self._say_unrecorded(),
            headline=one_line(season.deadline.headline) if season is not None else "",
            notes=write_notes(season) if season is not None else NOTHING,
            troubles=self._list_notices(),
            receipts=list_receipts(self.play) if head.status == "open" else (),
        )

    def _link_calendar(self) -> tuple[PageLink, ...]:
        has_deadlines = any(season.deadline.deadline for season in self.game.seasons)
        return self.zine.link_calendar(f"games/{self.game.slug}/") if has_deadlines else ()

    def _read_statements(self) -> Press:
        """Read what players wrote when it was over: the press of the game, not of a season."""
        folder, shown = self.game.folder / STATEMENTS, f"{self.game.shown}/{STATEMENTS}"
        return read_press_folder(folder, shown, self.game.settings.powers)

    def _draw_now(self, seasons: tuple[SeasonView, ...]) -> Picture:
        """Return the map of where the game stands, in every form."""
        state, done = self.play.state, len(self.play.records)
        if done:
            return self.maps.with_downloads(seasons[done - 1].after, state)
        start = self.maps.before(state, position_text(state, gettext("now")))
        answering = self.maps.with_facts(start, state, self.play.variant)
        return self.maps.with_downloads(answering, state)
