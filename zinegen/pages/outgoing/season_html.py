"""A season as HTML for mails and feeds: maps, orders by power with results and reasons, and all the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.languages.texts import add_colon, gettext, join_clauses
from zinegen.pages.outgoing.html_writer import HtmlWriter, join
from zinegen.pages.outgoing.prose import parse_prose
from zinegen.pages.outgoing.season_text import (
    describe_centres,
    is_told_of,
    list_said_of_phase,
    phases_told,
    say_of_order,
    shorten_year,
)
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import (
    CentreTable,
    ChartView,
    MapChanges,
    OrdersOfPower,
    OrderView,
    PressPictureView,
    PressView,
    SeasonView,
)

ORDERS, CHANGES, AFTER = "orders", "changes", "after"
FindPicture = Callable[[str], str]
"""Returns the address of a picture in the press, given its uri; nothing where it cannot be shown."""
SIGNS = {"fails": "✗", "void": "∅"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMap:
    """A map in a mail or a feed."""

    source: str
    """Its address, or ``cid:`` and its content id."""
    alt: str
    caption: str
    place: str = ORDERS
    """Where it stands: with the orders, with the changes of the map, or with what comes after."""


def season_html(
    season: SeasonView,
    write: HtmlWriter,
    links: WholeLinks,
    maps: Sequence[ShownMap] = (),
    chart: ChartView | None = None,
    *,
    find_picture: FindPicture,
) -> Markup:
    """Return a season's report."""
    shown = {
        place: join(_write_map(one, write) for one in maps if one.place == place)
        for place in (ORDERS, CHANGES, AFTER)
    }
    return join(
        (
            _write_head(season, write, links),
            shown[ORDERS],
            *_write_body(season, write, shown),
            _write_chart(chart, write) if chart is not None else "",
            *_write_foot(season, write, links, find_picture),
        )
    )


def _write_head(season: SeasonView, write: HtmlWriter, links: WholeLinks) -> Markup:
    game = season.game
    kicker = Markup("{} · {} · {} · {}").format(
        write.link(game.title, links.to(game.uri)),
        game.variant.text,
        gettext("GM: {gm}", gm=game.gm),
        gettext("report {number}", number=season.number),
    )
    title = add_colon(season.name, season.headline) if season.headline else season.name
    parts = [
        write.tag("p", kicker, "kicker"),
        write.tag("h2", write.link(title, links.to(season.uri), "headline")),
    ]
    if season.banner:
        parts.append(write.tag("p", season.banner, "banner"))
    if season.lead:
        parts.append(write.tag("p", season.lead, "lead"))
    return join(parts)


def _write_map(one: ShownMap, write: HtmlWriter) -> Markup:
    caption = write.tag("p", one.caption, "note") if one.caption else ""
    return write.tag("div", join((write.image(one.source, one.alt), caption)), "map")


def _write_body(
    season: SeasonView, write: HtmlWriter, shown: Mapping[str, Markup]
) -> Iterator[Markup]:
    for number, phase in enumerate(season.phases):
        if phase in phases_told(season):
            yield write.tag("h3", phase.title)
            said = list_said_of_phase(phase, season)
            yield join(write.tag("p", one, "note") for one in said)
            yield write_orders(phase.orders, write)
            yield join(write.tag("p", one, "note") for one in phase.throws)
        if number == 0:
            yield _write_list(
                gettext("Dislodged units"),
                (
                    add_colon(f"{one.power.name}, {one.unit}", f"{one.situation} {one.outcome}")
                    for one in season.dislodgements
                ),
                write,
            )
    yield _write_list(gettext("Armies at sea"), season.voyages, write)
    if season.changes is not None:
        yield from _write_changes(season.changes, write, shown[CHANGES])
    yield _write_coasts(season, write)
    yield shown[AFTER]
    if season.centres is not None:
        yield _write_centres(season.centres, write)
    if season.standings:
        rows = [(one.power.name, one.units) for one in season.standings]
        yield write.tag("h3", gettext("Where everybody stands")) + write.table("", rows)


def write_orders(orders: Iterable[OrdersOfPower], write: HtmlWriter) -> Markup:
    """Return the orders of each power, two powers side by side where there is room."""
    found = []
    for one in orders:
        who = f" ({one.power.player.text})" if one.power.player is not None else ""
        look = f"margin:0 0 2px;padding:0 0 0 8px;border-left:6px solid {one.power.ink};"
        bar = {"class": "z-ink", "style": look}
        name = (
            write.tag("p", write.tag("strong", one.power.name) + who, "own", **bar)
            if write.is_styled
            else write.tag("p", write.tag("strong", one.power.name) + who)
        )
        lines = join(write.tag("li", _write_order(order, write), "bare") for order in one.orders)
        found.append(write.tag("div", name + write.tag("ul", lines, "orders"), "power"))
    return write.tag("div", join(found), "powers") if found else Markup()


def _write_order(order: OrderView, write: HtmlWriter) -> Markup:
    sign = SIGNS.get(order.word, "")
    text = order.text
    if sign:
        failed = write.tag("u", order.text, "failed")
        text = Markup("{} {}").format(failed, sign)
    why = say_of_order(order)
    said = write.tag("i", f"({why})", "why") if why else ""
    return Markup("{} {}").format(text, said) if said else Markup("{}").format(text)


def _write_list(title: str, lines: Iterable[str], write: HtmlWriter) -> Markup:
    found = list(lines)
    return write.tag("h3", title) + write.list(found) if found else Markup()


def _write_changes(changes: MapChanges, write: HtmlWriter, shown: Markup) -> Iterator[Markup]:
    yield write.tag("h3", gettext("Changes of the map")) + shown
    if changes.relaid:
        yield write.tag("p", changes.relaid)
    for event in changes.events:
        sign = SIGNS.get(event.word, "")
        told = " ".join(event.sentences)
        yield write.tag("h4", f"{event.title} {sign}".rstrip())
        yield write.tag("p", told) if told else Markup()
        lines = [
            Markup("{}: {}").format(line.power.name, _write_order(line.order, write))
            for line in event.lines
            if not is_told_of(line, event)
        ]
        yield write.list(lines) if lines else Markup()
    yield _write_list(gettext("Units on changed ground"), changes.units, write)
    yield _write_list(gettext("Who touches whom"), changes.contacts, write)


def _write_coasts(season: SeasonView, write: HtmlWriter) -> Markup:
    none = gettext("none")
    rows = [
        (
            row.province,
            join_clauses(row.coasts) or none,
            join_clauses(row.before) or none,
            row.fleet,
        )
        for row in season.coasts
    ]
    coasts = write.table(gettext("Province, its coasts now, and before"), rows) if rows else ""
    chosen = [
        add_colon(one.power.name, f"{order.text} ({order.sentence})")
        for one in season.choices
        for order in one.orders
    ]
    ways = [
        add_colon(f"{row.what}, {row.where}", f"{row.ends}{f'. {row.news}' if row.news else ''}")
        for row in season.waterways
    ]
    return join(
        (
            write.tag("h3", gettext("Coasts that changed")) + coasts if coasts else "",
            _write_list(gettext("Coasts that were chosen"), chosen, write),
            _write_list(gettext("Straits and canals"), ways, write),
        )
    )


def _write_centres(view: CentreTable, write: HtmlWriter) -> Markup:
    rows, said = describe_centres(view)
    remarks = write.tag("p", " ".join(said), "note") if said else ""
    return join((write.tag("h3", view.caption), write.table("", rows, numbers=2), remarks))


def _write_chart(chart: ChartView, write: HtmlWriter) -> Markup:
    if not chart.rows:
        return Markup()
    heads = [write.tag("td", "")] + [
        write.tag("th", shorten_year(one), "number", scope="col") for one in chart.columns
    ]
    rows = [
        join(
            (
                write.tag("th", power.name, scope="row"),
                *(write.tag("td", str(one) if one else "–", "number") for one in counts),
            )
        )
        for power, counts in chart.rows
    ]
    body = join(write.tag("tr", one) for one in (join(heads), *rows))
    table = write.tag("table", write.tag("tbody", body), **write.grid)
    return write.tag("h3", gettext("Centres, year by year")) + table


def write_press(
    press: Iterable[PressView], write: HtmlWriter, find_picture: FindPicture
) -> Iterator[Markup]:
    """Yield items of press."""
    for item in press:
        by = item.sender + (f" ({item.author.name})" if item.author is not None else "")
        text = (
            write.prose(parse_prose(item.html))
            if not item.refusal
            else write.tag("p", item.refusal)
        )
        dateline = write.tag("p", item.dateline, "dateline") if item.dateline else ""
        shown = join(_write_picture(one, write, find_picture) for one in item.pictures)
        parts = (dateline, text, shown, write.tag("p", f"— {by}", "by"))
        yield write.tag("div", join(parts), "press")


def _write_picture(one: PressPictureView, write: HtmlWriter, find_picture: FindPicture) -> Markup:
    """Return a picture, or what it shows where it cannot be shown."""
    source = find_picture(one.uri)
    if not source:
        return write.tag("p", f"[{gettext('A picture: {what}', what=one.alt)}]")
    caption = write.tag("p", one.caption, "note") if one.caption else ""
    return write.tag("div", join((write.image(source, one.alt, one.width), caption)), "map")


def _write_foot(
    season: SeasonView, write: HtmlWriter, links: WholeLinks, find_picture: FindPicture
) -> Iterator[Markup]:
    if season.press:
        yield write.tag("h3", gettext("Press"))
        yield from write_press(season.press, write, find_picture)
    if season.notes or season.rulings:
        yield write.tag("h3", gettext("From the GM"))
        yield write.prose(parse_prose(season.notes))
        rulings = [
            add_colon(
                f"{one.about}{f', {one.day}' if one.day else ''}", f"{one.decision} {one.reason}"
            )
            for one in season.rulings
        ]
        yield write.list(rulings) if rulings else Markup()
    if season.next_orders:
        yield write.tag("h3", gettext("What comes next"))
        yield write.tag("p", season.next_orders)
        if season.next_deadline is not None and not season.next_deadline.passed:
            yield write.tag(
                "p", gettext("DEADLINE: {when}", when=season.next_deadline.text), "deadline"
            )
        desk = links.to(season.game.desk) if season.game.desk else ""
        yield write.tag("p", write.link(gettext("Write your orders"), desk)) if desk else Markup()
