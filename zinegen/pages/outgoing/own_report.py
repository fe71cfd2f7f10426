"""What a season says to one power: what came of its orders, where it stands, what is wanted of it."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.pages.outgoing.season_text import say_of_order
from zinegen.pages.outgoing.text_columns import pad, wrap
from zinegen.pages.views import SeasonView

WORDS = {"succeeds": "", "fails": "failed", "void": "void"}


def own_report(season: SeasonView, power: str, wanted: str = "", hand_in: str = "") -> str:
    """Return a power's own report as lines of text.

    ``wanted`` is what it is to hand in next, ``hand_in`` where.
    """
    return "\n".join([*_list_lines(season, power, wanted, hand_in), ""])


def _list_lines(season: SeasonView, power: str, wanted: str, hand_in: str) -> Iterator[str]:
    yield from wrap(f"{power}, {season.game.title}, {season.name}")
    for phase in season.phases:
        orders = [one for each in phase.orders if each.power.name == power for one in each.orders]
        if orders:
            yield from ("", phase.title)
        longest = max((len(one.text) for one in orders), default=0)
        for one in orders:
            word = WORDS.get(one.word, one.word)
            why = say_of_order(one)
            said = f"{word}: {why}" if word and why and not why.startswith(word) else why or word
            start = f"  {pad(one.text, longest)}  "
            yield from wrap(said, start) if said else [start.rstrip()]
    for lost in season.dislodgements:
        if lost.power.name == power:
            yield from wrap(f"{lost.unit}: {lost.situation} {lost.outcome}", "  ")
    units = next((one.units for one in season.standings if one.power.name == power), "none")
    yield from ("", *wrap(f"Your units: {units}", rest="  "))
    rows = season.centres.rows if season.centres is not None else ()
    for row in rows:
        if row.power.name == power:
            names = " ".join(one.abbreviation for one in row.centres)
            yield from wrap(f"Your centres: {row.now}{f' ({names})' if names else ''}", rest="  ")
    if wanted:
        when = f" by {season.next_deadline.text}" if season.next_deadline is not None else ""
        yield from ("", *wrap(f"Wanted of you{when}: {wanted}.", rest="  "))
        yield from wrap(f"Where: {hand_in}", rest="  ") if hand_in else []
