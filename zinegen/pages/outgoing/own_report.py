"""What a season says to one power: what came of its orders, where it stands, what is wanted of it."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.languages.texts import N_, add_colon, gettext
from zinegen.pages.outgoing.season_text import say_of_order
from zinegen.pages.outgoing.text_columns import pad, wrap
from zinegen.pages.views import SeasonView

WORDS = {"fails": N_("failed"), "void": N_("void")}


def own_report(
    season: SeasonView, power: str, called: str, wanted: str = "", hand_in: str = ""
) -> str:
    """Return a power's own report as lines of text.

    ``power`` is its slug, ``called`` its name in the language of the zine; ``wanted`` is what it is to hand
    in next, ``hand_in`` where.
    """
    return "\n".join([*_list_lines(season, power, called, wanted, hand_in), ""])


def _list_lines(
    season: SeasonView, power: str, called: str, wanted: str, hand_in: str
) -> Iterator[str]:
    yield from wrap(f"{called}, {season.game.title}, {season.name}")
    for phase in season.phases:
        orders = [one for each in phase.orders if each.power.slug == power for one in each.orders]
        if orders:
            yield from ("", phase.title)
        longest = max((len(one.text) for one in orders), default=0)
        for one in orders:
            word = gettext(WORDS[one.word]) if one.word in WORDS else ""
            why = say_of_order(one)
            said = (
                add_colon(word, why) if word and why and not why.startswith(word) else why or word
            )
            start = f"  {pad(one.text, longest)}  "
            yield from wrap(said, start) if said else [start.rstrip()]
    for lost in season.dislodgements:
        if lost.power.slug == power:
            yield from wrap(add_colon(lost.unit, f"{lost.situation} {lost.outcome}"), "  ")
    units = next(
        (one.units for one in season.standings if one.power.slug == power), gettext("none")
    )
    yield from ("", *wrap(gettext("Your units: {units}", units=units), rest="  "))
    rows = season.centres.rows if season.centres is not None else ()
    for row in rows:
        if row.power.slug == power:
            names = " ".join(one.abbreviation for one in row.centres)
            held = f"{row.now} ({names})" if names else str(row.now)
            yield from wrap(gettext("Your centres: {centres}", centres=held), rest="  ")
    if wanted:
        said = gettext("Wanted of you: {orders}.", orders=wanted)
        if season.next_deadline is not None:
            when = season.next_deadline.text
            said = gettext("Wanted of you by {when}: {orders}.", when=when, orders=wanted)
        yield from ("", *wrap(said, rest="  "))
        yield from wrap(gettext("Where: {address}", address=hand_in), rest="  ") if hand_in else []
