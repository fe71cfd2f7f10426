"""The season report: one page that says what was ordered, what came of it, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from markupsafe import Markup

from zinegen.archive.files import read_plain
from zinegen.archive.folder.games import RESULT, SEASONS, SeasonFolder
from zinegen.archive.folder.press_files import PRESS, PressRule
from zinegen.archive.sealing.reports import path_of_sealed_report
from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice
from zinegen.game.state import GameState
from zinegen.game.variant import Variant
from zinegen.game.wording import join_words
from zinegen.languages.names import PowerInSentence, name_power
from zinegen.languages.texts import N_, gettext
from zinegen.notation.grammar.writer import write_unit
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.builders.centre_table import centre_table
from zinegen.pages.builders.map_events import list_event_kinds, map_changes
from zinegen.pages.builders.press.items import PressPrinter
from zinegen.pages.builders.press.rendering import PressError, render_notes
from zinegen.pages.maps.map_data import map_data_uri
from zinegen.pages.maps.map_files import MapQueue, is_drawn
from zinegen.pages.maps.map_jobs import BEFORE
from zinegen.pages.views import (
    NOTHING,
    GameHead,
    MapChanges,
    Moment,
    OrdersOfPower,
    OrderView,
    PageLink,
    PhaseView,
    Picture,
    PowerStanding,
    PowerView,
    PressView,
    RulingNote,
    SeasonView,
)
from zinegen.pages.words.dates import format_date, format_moment, season_title
from zinegen.pages.words.happenings import (
    change_text,
    describe_throw,
    describe_voyages,
    list_dislodged_units,
    orders_text,
    position_text,
)
from zinegen.pages.words.map_differences import coast_rows, waterway_rows
from zinegen.pages.words.order_views import (
    Anchors,
    coast_choice_views,
    is_event,
    order_view,
    season_anchors,
)
from zinegen.pages.words.phases import phase_name, phase_title
from zinegen.pages.words.season_story import tell_season
from zinegen.pages.words.visible_text import one_line
from zinegen.pages.words.votes import say_count, say_proposal, say_reason
from zinegen.play.deadlines import asks_nobody
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.rulings_file import GmRuling, RulingKind
from zinegen.play.verification.digests import is_press

MEANINGS: Mapping[RulingKind, str] = {
    RulingKind.ACCEPT: N_("the file counts."),
    RulingKind.REFUSE: N_("the file does not count."),
    RulingKind.PROCEED: N_("the game goes on without what is missing or cannot be read."),
    RulingKind.NOTED: N_("the note has been read."),
    RulingKind.END_GAME: N_("the game is ended."),
    RulingKind.CIVIL_DISORDER: N_("the power is in civil disorder."),
    RulingKind.CORRECT: N_("the record of this season was made again."),
}
_VOTES = {
    "accepted": N_("“{proposal}” is accepted{votes}."),
    "rejected": N_("“{proposal}” is rejected{votes}."),
}
"""What came of a vote, by the word that rulings.toml has for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonReporter:
    """What all reports of one game have in common."""

    head: GameHead
    powers: Mapping[Power, PowerView]
    maps: MapQueue
    zone: str
    variant: Variant
    press: PressPrinter

    def uri(self, season: SeasonFolder) -> str:
        """Return where a season's page lies."""
        return f"games/{self.head.slug}/{season.slug}.md"

    def report(
        self,
        season: SeasonFolder,
        record: SeasonRecord,
        *,
        earlier: Sequence[SeasonRecord] = (),
        number: int,
        next_orders: str,
        banner: str = "",
        is_open: bool = False,
    ) -> SeasonView:
        """Return a season's report; ``number`` counts them from 1, ``earlier`` are the records before it."""
        title = season_title(season.name)
        before, after = self._draw_maps(record, title)
        changes = self._list_changes(record)
        return SeasonView(
            game=self.head,
            uri=self.uri(season),
            anchor=season.slug,
            name=title,
            number=number,
            headline=one_line(season.deadline.headline),
            lead=tell_season(record, earlier),
            closing=self._find_closing_moment(season),
            source=f"{season.shown}/season.toml",
            before=self._with_facts(before, season, "before"),
            after=self._with_facts(after, season, "after"),
            phases=tuple(self._phase_view(season, record, phase) for phase in record.phases),
            dislodgements=list_dislodged_units(record, self.powers),
            voyages=describe_voyages(record),
            changes=self._let_changes_answer(changes, season) if changes else None,
            coasts=coast_rows(record),
            choices=coast_choice_views(record, self.powers),
            waterways=waterway_rows(record.before.board, record.after.board),
            centres=centre_table(
                record,
                self.variant,
                self.powers,
                caption=gettext("Supply centres after {season}", season=title),
            ),
            standings=self._list_standings(record.after),
            press=self._print_press(season),
            reports=list_sealed_reports(season, self.head.slug, self.powers),
            notes=write_notes(season),
            rulings=tuple(_make_ruling_note(one) for one in record.decisions),
            banner=banner,
            is_open=is_open,
            next_orders=next_orders,
            downloads=self._list_downloads(season),
            checksums=_list_checksums(record, self.press.rule),
        )

    def _print_press(self, season: SeasonFolder) -> tuple[PressView, ...]:
        printer = replace(self.press, powers=self.powers)
        return printer.views(season.press, season.folder / PRESS, season.slug)

    def _draw_maps(self, record: SeasonRecord, title: str) -> tuple[Picture, Picture]:
        """Return the maps before and after a season."""
        first, last = (
            gettext("before {season}", season=title),
            gettext("after {season}", season=title),
        )
        return (
            self.maps.season(record, BEFORE, position_text(record.before, first)),
            self.maps.season(record, "", change_text(record, last)),
        )

    def _find_closing_moment(self, season: SeasonFolder) -> Moment | None:
        when = season.closing.closed if season.closing else season.deadline.deadline
        return format_moment(when, self.zone) if when is not None else None

    def _phase_view(
        self, season: SeasonFolder, record: SeasonRecord, phase: PhaseRecord
    ) -> PhaseView:
        anchors = season_anchors(record)
        is_first = phase is record.phases[0]
        text = orders_text(phase, gettext("the {phase}", phase=phase_name(phase.phase)))
        picture = None
        if is_drawn(phase):
            picture = self.maps.season(record, str(phase.phase), text)
            name = "before" if is_first else str(phase.phase)
            picture = self._with_facts(picture, season, name)
        return PhaseView(
            key=str(phase.phase),
            title=phase_title(phase.phase),
            orders=tuple(
                OrdersOfPower(power=self.powers[power], orders=orders)
                for power in sorted({ruling.order.power for ruling in phase.report.rulings})
                if (orders := _order_views(phase, power, anchors, record.decisions))
            ),
            silent=tuple(self.powers[power] for power in record.missing) if is_first else (),
            changed=tuple(self._list_changed(season, record)) if is_first else (),
            picture=picture,
            elsewhere=any(is_event(ruling.order) for ruling in phase.report.rulings),
            asked=not asks_nobody(self.variant, phase.before),
            throws=tuple(describe_throw(one) for one in phase.draws if not one.secret),
        )

    def _let_changes_answer(self, changes: MapChanges, season: SeasonFolder) -> MapChanges:
        """Return the changes of the map, of which all pictures but the moving one answer."""
        events = [
            replace(
                event,
                before=event.before and self._with_facts(event.before, season, "before"),
                after=event.after and self._with_facts(event.after, season, "after"),
            )
            for event in changes.events
        ]
        picture = changes.picture and self._with_facts(changes.picture, season, "after")
        return replace(changes, events=tuple(events), picture=picture)

    def _list_changes(self, record: SeasonRecord) -> MapChanges | None:
        """Return everything about the map in a season; None when nobody touched it and nothing moved."""
        found = map_changes(record, self.powers, self.maps, self.variant.event_words)
        return found and replace(found, kinds=list_event_kinds(self.variant, record))

    def _with_facts(self, picture: Picture, season: SeasonFolder, position: str) -> Picture:
        """Return a picture that answers questions about one of the positions of its season."""
        return replace(picture, data=map_data_uri(self.head.slug, season.slug), position=position)

    def _list_changed(self, season: SeasonFolder, record: SeasonRecord) -> Iterator[PowerView]:
        """Yield the powers of which a version in time was read, and not what lies in its place."""
        for power, view in self.powers.items():
            path = f"{SEASONS}/{season.slug}/{season.slot(power).in_time_name}"
            if {path, f"{path}.age"} & record.inputs.keys():
                yield view

    def _list_standings(self, state: GameState) -> tuple[PowerStanding, ...]:
        return tuple(
            PowerStanding(
                power=view,
                units=", ".join(write_unit(unit, state.board) for unit in state.units_of(power)),
                count=len(state.units_of(power)),
            )
            for power, view in self.powers.items()
            if state.units_of(power)
        )

    def _list_downloads(self, season: SeasonFolder) -> tuple[PageLink, ...]:
        if not season.is_recorded:
            return ()
        uri = f"games/{self.head.slug}/{season.slug}/{RESULT}"
        return (PageLink(text=gettext("The record, result.json"), to=uri),)


def _order_views(
    phase: PhaseRecord, power: Power, anchors: Anchors, decisions: Sequence[GmRuling]
) -> tuple[OrderView, ...]:
    return tuple(
        order_view(ruling, phase.before, anchors[phase.phase, ruling.order], decisions)
        for ruling in phase.report.rulings
        if ruling.order.power == power
        and not isinstance(ruling.order, CoastChoice)
        and not is_event(ruling.order)
    )


def write_notes(season: SeasonFolder) -> Markup:
    """Return what the GM has written about a season; nothing where it cannot be read."""
    try:
        return render_notes(season.deadline.notes, make_slug(f"{season.shown} notes"))
    except PressError:
        return NOTHING


def _format_day(text: str) -> str:
    """Return a GM's date as the page prints dates; what is no date stays as it is written."""
    try:
        return format_date(datetime.fromisoformat(text))
    except ValueError:
        return one_line(text)


def _make_ruling_note(decision: GmRuling) -> RulingNote:
    match decision.kind:
        case RulingKind.READ_AS:
            decision_text = gettext(
                "“{line}” is read as “{order}”.",
                line=one_line(decision.line),
                order=one_line(decision.instead),
            )
        case RulingKind.PLACE:
            unit, coast = one_line(decision.unit), one_line(decision.coast)
            decision_text = gettext("{unit} goes to {coast}.", unit=unit, coast=coast)
        case RulingKind.CONCEDE:
            powers = join_words([f"{PowerInSentence(one):to}" for one in decision.winners])
            decision_text = gettext("the game is conceded to {powers}.", powers=powers)
        case RulingKind.DRAW:
            powers = join_words([name_power(one) for one in decision.winners])
            decision_text = gettext("the game is drawn between {powers}.", powers=powers)
        case RulingKind.VOTE:
            decision_text = gettext(
                _VOTES[decision.result],
                proposal=say_proposal(decision.proposal),
                votes=f" ({say_count(decision.votes)})" if decision.votes else "",
            )
        case _:
            decision_text = gettext(MEANINGS[decision.kind])
    return RulingNote(
        on=decision.on,
        day=_format_day(decision.on),
        about=name_power(decision.about or "") or gettext("The game"),
        decision=decision_text,
        reason=say_reason(decision.reason),
    )


def _list_checksums(record: SeasonRecord, rule: PressRule) -> tuple[tuple[str, str], ...]:
    """Return the version and checksums with which anybody can judge the season again.

    Of press that may be anonymous there are none: the names of its files would tell whose it is.
    """
    return (
        (gettext("Judged by"), f"zinegen {record.engine}"),
        *(
            (path, digest)
            for path, digest in record.inputs.items()
            if rule is PressRule.WHITE or not is_press(path)
        ),
    )


def link_in_sequence(views: Sequence[SeasonView]) -> tuple[SeasonView, ...]:
    """Return the reports, each with links to the ones before and after it."""
    links = [PageLink(text=view.name, to=view.uri) for view in views]
    return tuple(
        replace(
            view,
            previous=links[place - 1] if place else None,
            following=links[place + 1] if place + 1 < len(links) else None,
        )
        for place, view in enumerate(views)
    )


LIMIT = 1 << 20
"""Bytes of a sealed report; all have one length, which is far below."""


def list_sealed_reports(
    season: SeasonFolder, game: str, powers: Mapping[Power, PowerView]
) -> tuple[tuple[PowerView, str], ...]:
    """Return the powers that have a sealed report of a season, each with the uri of the file."""
    return tuple(
        (view, _sealed_report_uri(season, game, path))
        for power, view in powers.items()
        if (path := path_of_sealed_report(season, power)).is_file()
    )


def read_sealed_reports(
    season: SeasonFolder, game: str, powers: Mapping[Power, PowerView]
) -> Mapping[str, bytes]:
    """Return the sealed reports of a season by uri."""
    paths = [path_of_sealed_report(season, power) for power in powers]
    return {
        _sealed_report_uri(season, game, path): read_plain(path, LIMIT)
        for path in paths
        if path.is_file()
    }


def _sealed_report_uri(season: SeasonFolder, game: str, path: Path) -> str:
    return f"games/{game}/{season.slug}/{path.parent.name}/{path.name}"
