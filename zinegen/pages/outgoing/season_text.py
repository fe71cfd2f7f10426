"""A season as text of 72 columns: orders by power, what failed underlined, and notes that say why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zinegen.game.wording import join_words
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, add_colon, gettext, join_clauses
from zinegen.pages.outgoing.prose import parse_prose, prose_text
from zinegen.pages.outgoing.text_columns import (
    HEAVY,
    centre,
    head,
    rule,
    spread,
    table,
    wrap,
    wrap_items,
)
from zinegen.pages.views import (
    CentreTable,
    CentreView,
    ChartView,
    EventLine,
    MapChanges,
    MapEvent,
    OrdersOfPower,
    OrderView,
    PhaseView,
    PressView,
    SeasonView,
)

LEGEND = N_(
    "What did not succeed is _underlined_; the figure behind an order leads to the note that says why."
)
EVENT_WORDS = {"fails": N_("failed"), "void": N_("void")}
"""What stands behind an event that did not come about."""
SEALED_PLACEMENT = N_("What was ordered stays sealed until the game is over.")


def season_text(season: SeasonView, *, chart: ChartView | None = None) -> Iterator[str]:
    """Yield a season's report as lines; ``chart`` is the game's centre chart."""
    yield from _list_head(season)
    told = phases_told(season)
    for number, phase in enumerate(season.phases):
        if phase in told:
            yield from _list_phase(phase, season)
        if number == 0:
            yield from _list_dislodged(season)
    yield from _list_lines(gettext("Armies at sea"), season.voyages)
    if season.changes is not None:
        yield from _list_changes(season.changes)
    yield from _list_coasts(season)
    if season.centres is not None:
        yield from list_centres(season.centres)
    if chart is not None:
        yield from list_chart(chart)
    if season.standings:
        yield from head(gettext("Where everybody stands"))
        yield from table(
            [(one.power.name, _keep_units_whole(one.units)) for one in season.standings]
        )
    if season.press:
        yield from head(gettext("Press"))
        yield from list_press(season.press)
    yield from _list_from_gm(season)
    yield from _list_next(season)


def _list_head(season: SeasonView) -> Iterator[str]:
    game = season.game
    yield rule(HEAVY)
    yield from spread(game.title.upper(), game.variant.text)
    report = gettext("{season}, report {number}", season=season.name, number=season.number)
    yield from spread(report, gettext("GM: {gm}", gm=game.gm))
    yield rule()
    if season.headline:
        yield from ("", *centre(season.headline))
    if season.banner:
        yield from ("", *wrap(f"*** {season.banner} ***"))
    if season.lead:
        yield from ("", *wrap(season.lead))
    if season.closing is not None:
        yield from ("", *wrap(gettext("Closed {when}.", when=season.closing.text)))


def _list_dislodged(season: SeasonView) -> Iterator[str]:
    """Yield who had to leave; what came of it only where no retreats below say so."""
    has_retreats = any(one.key.endswith("R") and one.orders for one in season.phases)
    lines = (
        " ".join(filter(None, (one.power.name + ",", _whole_unit(one.unit) + ":", one.situation)))
        + ("" if has_retreats else f" {one.outcome}".rstrip())
        for one in season.dislodgements
    )
    yield from _list_lines(gettext("Dislodged units"), lines)


def phases_told(season: SeasonView) -> tuple[PhaseView, ...]:
    """Return the phases of which there is something to say besides the changes of the map."""
    return tuple(
        one
        for one in season.phases
        if one.orders or one.throws or any(list_said_of_phase(one, season))
    )


def _list_phase(phase: PhaseView, season: SeasonView) -> Iterator[str]:
    said = list_said_of_phase(phase, season)
    yield from head(phase.title)
    for line in said:
        yield from wrap(line)
    for number, one in enumerate(phase.orders):
        yield from [""] if number or said else []
        yield from list_orders(one)
    if phase.throws:
        yield ""
    for throw in phase.throws:
        yield from wrap(throw, "* ")


def list_said_of_phase(phase: PhaseView, season: SeasonView) -> tuple[str, ...]:
    """Return what there is to say of a phase besides its orders: who was silent, and that nothing came."""
    said = []
    if phase.silent:
        names = join_words([one.name for one in phase.silent])
        said.append(gettext("Nothing came in from {powers}.", powers=names))
    if phase.changed:
        names = join_words([one.name for one in phase.changed])
        said.append(
            gettext(
                "A change of the orders of {powers} came too late, or from somebody else, and does not"
                " count: what came in time does.",
                powers=names,
            )
        )
    if not phase.orders and not (phase.elsewhere and season.changes):
        if season.reports and phase.key.endswith("P"):
            said.append(gettext(SEALED_PLACEMENT))
        elif phase.asked and not phase.silent:
            said.append(gettext("Nobody ordered anything."))
    return tuple(said)


def list_orders(of: OrdersOfPower) -> Iterator[str]:
    """Yield a power's orders one behind the other, and the notes to them below."""
    who = of.power.player.text if of.power.player is not None else ""
    name = of.power.name.upper() + (f" ({who})" if who and who != of.power.name else "")
    items: list[str] = []
    notes: list[str] = []
    for number, order in enumerate(of.orders, 1):
        end = "." if number == len(of.orders) else ","
        sentence = say_of_order(order)
        mark = ""
        if sentence:
            notes.append(sentence)
            mark = f"\u00a0({len(notes)})"
        text = _whole_unit(order.text)
        failed = order.word != "succeeds"
        items.append(f"_{text}_{mark}{end}" if failed else f"{text}{mark}{end}")
    yield from wrap_items([*f"{name}:".split(" "), *items], rest="   ")
    for number, sentence in enumerate(notes, 1):
        yield from wrap(sentence, f"   ({number}) ")


def say_of_order(order: OrderView) -> str:
    """Return why an order came out as it did, and how it was written if it was read otherwise."""
    written = gettext("written “{line}”", line=order.as_written) if order.as_written else ""
    return join_clauses(filter(None, (order.sentence, written)))


def _whole_unit(text: str) -> str:
    """Return an order of which no line end comes between its words."""
    return text.replace(" ", "\u00a0")


def _keep_units_whole(units: str) -> str:
    return ", ".join(map(_whole_unit, units.split(", ")))


def _list_lines(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield from head(title)
    for line in found:
        yield from wrap(line, "* ")


def _list_changes(changes: MapChanges) -> Iterator[str]:
    yield from head(gettext("Changes of the map"))
    if changes.relaid:
        yield from (*wrap(changes.relaid), "")
    for place, event in enumerate(changes.events):
        mark = f" - {gettext(EVENT_WORDS[event.word])}" if event.word in EVENT_WORDS else ""
        yield from [""] if place else []
        yield from wrap(f"{event.title}{mark}", rest="   ")
        yield from wrap(" ".join(event.sentences), "   ")
        for line in event.lines:
            said = say_of_order(line.order)
            if is_told_of(line, event):
                continue
            text = f"_{line.order.text}_" if line.order.word != "succeeds" else line.order.text
            told = add_colon(line.power.name, f"{text}{f' ({said})' if said else ''}")
            yield from wrap(told, "   - ")
    for title, lines in (
        (gettext("Units on changed ground"), changes.units),
        (gettext("Who touches whom"), changes.contacts),
    ):
        yield from _list_lines(title, lines)


def is_told_of(line: EventLine, event: MapEvent) -> bool:
    """Tell whether an event's title and sentences have said all that there is to say of a line."""
    if line.order.word != "succeeds":
        return False
    is_title = len(event.lines) == 1 and line.order.text == event.title
    ordered = gettext(
        "{power:The} ordered {order}.",
        power=PowerInSentence(line.power.key),
        order=line.order.text,
    )
    return (is_title and not say_of_order(line.order)) or ordered in " ".join(event.sentences)


def _list_coasts(season: SeasonView) -> Iterator[str]:
    coasts = [
        gettext(
            "{province}: {coasts} (before: {before})",
            province=row.province,
            coasts=join_clauses(row.coasts) or gettext("none"),
            before=join_clauses(row.before) or gettext("none"),
        )
        + (f". {row.fleet}" if row.fleet else "")
        for row in season.coasts
    ]
    yield from _list_lines(gettext("Coasts that changed"), coasts)
    chosen = [
        add_colon(one.power.name, f"{order.text} ({order.sentence})")
        for one in season.choices
        for order in one.orders
    ]
    yield from _list_lines(gettext("Coasts that were chosen"), chosen)
    ways = [
        add_colon(f"{row.what}, {row.where}", f"{row.ends}{f'. {row.news}' if row.news else ''}")
        for row in season.waterways
    ]
    yield from _list_lines(gettext("Straits and canals"), ways)


def describe_centres(
    view: CentreTable,
) -> tuple[Sequence[tuple[str, str, str, str]], Sequence[str]]:
    """Return rows of a table of owners (who, how many, how many more, which), and what is said below."""
    rows = []
    for row in view.rows:
        change = f"{row.now - row.before:+d}" if row.now != row.before else ""
        held = "" if view.is_secret else _name_centres(row.centres)
        lost = _name_centres(row.losses)
        lost = gettext("lost {centres}", centres=lost) if lost else ""
        about = join_clauses(filter(None, (lost, row.adjustment)))
        named = " ".join(filter(None, (held, f"({about})" if about else "")))
        rows.append((row.power.name, str(row.now), change, named))
    if view.neutral:
        rows.append((gettext("neutral"), str(len(view.neutral)), "", _name_centres(view.neutral)))
    said = [*view.remarks]
    if view.to_win is not None:
        said.append(gettext("{number} centres win the game.", number=view.to_win))
    if any(one.new for row in view.rows for one in row.centres):
        said.append(gettext("New ones have a star."))
    return rows, said


def list_centres(view: CentreTable) -> Iterator[str]:
    """Yield a table of owners: how many, which, and what was gained, lost, built and removed."""
    yield from head(view.caption)
    rows, said = describe_centres(view)
    has_changed = any(change for _, _, change, _ in rows)
    yield from table(rows if has_changed else [(one[0], one[1], one[3]) for one in rows])
    if said:
        yield from ("", *wrap(" ".join(said)))


def _name_centres(centres: Sequence[CentreView]) -> str:
    return " ".join(f"{one.abbreviation}{'*' if one.new else ''}" for one in centres)


def list_chart(chart: ChartView) -> Iterator[str]:
    """Yield the centre chart of a game, in as many parts as there must be for the columns to fit."""
    names = max(len(power.name) for power, _ in chart.rows) if chart.rows else 0
    heads = [shorten_year(one) for one in chart.columns]
    size = max([2, *map(len, heads)]) + 1
    room = (72 - names - 1) // size
    if not chart.rows or not heads:
        return
    yield from head(gettext("Centres, year by year"))
    for start in range(0, len(heads), room):
        part = slice(start, start + room)
        if start:
            yield ""
        yield " " * names + "".join(one.rjust(size) for one in heads[part])
        for power, counts in chart.rows:
            line = "".join((str(one) if one else "-").rjust(size) for one in counts[part])
            yield f"{power.name.ljust(names)}{line}"


def shorten_year(column: str) -> str:
    """Return a year as two figures."""
    return column[2:] if len(column) == 4 and column.isdigit() else column


def list_press(press: Iterable[PressView]) -> Iterator[str]:
    """Yield items of press: the dateline in capitals, the text, and who sent it at the right."""
    for place, item in enumerate(press):
        yield from [""] if place else []
        if item.dateline:
            yield from wrap(f"{item.dateline.upper()}:")
        yield from prose_text(parse_prose(item.html)) if not item.refusal else wrap(item.refusal)
        for picture in item.pictures:
            yield from wrap(f"[{gettext('A picture: {what}', what=picture.alt)}]")
        by = item.sender + (f" ({item.author.name})" if item.author is not None else "")
        yield from spread("", f"-- {by}")


def _list_from_gm(season: SeasonView) -> Iterator[str]:
    if season.notes or season.rulings:
        yield from head(gettext("From the GM"))
    if season.notes:
        yield from prose_text(parse_prose(season.notes))
    if season.notes and season.rulings:
        yield ""
    for ruling in season.rulings:
        day = f", {ruling.day}" if ruling.day else ""
        told = add_colon(f"{ruling.about}{day}", f"{ruling.decision} {ruling.reason}")
        yield from wrap(told, "* ")


def _list_next(season: SeasonView) -> Iterator[str]:
    if not season.next_orders:
        return
    yield from head(gettext("What comes next"))
    yield from wrap(season.next_orders)
    if season.next_deadline is not None:
        when = season.next_deadline.text
        if season.next_deadline.passed:
            when = gettext("{when} (passed)", when=when)
        yield from ("", *centre(gettext("DEADLINE: {when}", when=when)))
    contact = season.game.contact
    if contact is not None:
        address = contact.to.removeprefix("mailto:")
        yield from (
            "",
            *wrap(gettext("Orders to {gm}: {address}", gm=season.game.gm, address=address)),
        )
