"""Rulings that answer nothing that was asked: what the GM meant would be lost in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.archive.folder.games import SeasonFolder
from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice
from zinegen.game.verdicts import Reason, Undesignated
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level
from zinegen.play.names import power_slug
from zinegen.play.read_orders import ABOUT_NOTHING, normalise_line
from zinegen.play.records.records import waiting_finding
from zinegen.play.season import PhaseOutcome
from zinegen.play.texts.rulings_file import GmRuling, RulingKind


def find_unfit_places(season: SeasonFolder, played: Iterable[PhaseOutcome]) -> Iterator[Finding]:
    """Yield an error for each ``place`` that does not fit its question, a warning where nothing is asked."""
    asked: dict[ProvinceKey, Undesignated] = {}
    written: dict[tuple[Power, str], ProvinceKey] = {}
    used: set[tuple[Power, str]] = set()
    for phase in played:
        report = phase.record.report
        asked |= {one.unit.province: one for one in report.undesignated}
        for choices in phase.filled.sheet.coasts.values():
            written |= {_key(one): one.unit.at.province for one in choices}
        used |= {
            _key(one.order)
            for one in report.rulings
            if isinstance(one.order, CoastChoice) and one.verdict.reason is Reason.COAST_CHOSEN
        }
    for ruling in season.decisions:
        if ruling.kind is not RulingKind.PLACE or ruling.about is None:
            continue
        key = ruling.about, normalise_line(f"{ruling.unit}: {ruling.coast}")
        if key not in used:
            open_here = [one for one in asked.values() if one.unit.power == ruling.about]
            meant = [one for one in open_here if one.unit.province == written.get(key)]
            is_read = key in written
            yield _unfit_place(season, ruling, meant if is_read else open_here)


def _key(choice: CoastChoice) -> tuple[Power, str]:
    return choice.power, normalise_line(choice.line.text if choice.line is not None else "")


def _unfit_place(season: SeasonFolder, ruling: GmRuling, asked: Iterable[Undesignated]) -> Finding:
    """Return that a ``place`` does not fit; with what is asked, what could be answered."""
    place = f"{season.shown}/rulings.toml"
    said = gettext(
        'place {unit} "{coast}" about {about}',
        unit=ruling.unit,
        coast=ruling.coast,
        about=name_power(ruling.about or ""),
    )
    answers = [gettext(" or ").join(one.choices) for one in asked]
    if not answers:
        idle = waiting_finding(
            place, gettext("{said}: nobody asks where it goes", said=said), "", ABOUT_NOTHING
        )
        return replace(idle, level=Level.WARNING, if_left=gettext("the ruling does nothing"))
    title = gettext("{said} is no answer to what is asked", said=said)
    return waiting_finding(
        place,
        title,
        gettext("the answers are {answers}", answers="; ".join(answers)),
        ABOUT_NOTHING,
    )


def find_unfit_answers(season: SeasonFolder, waits: Iterable[Finding]) -> Iterator[Finding]:
    """Yield reasons to wait; each says which rulings about the same power do not answer it."""
    for one in waits:
        about = next((line for line in one.ruling if line.startswith("about = ")), "")
        kinds = [
            f'"{ruling.kind}"'
            for ruling in season.decisions
            if ruling.about is not None and f'about = "{power_slug(ruling.about)}"' == about
        ]
        is_line = bool(one.line)
        if not kinds or is_line:
            yield one
            continue
        told = gettext(
            "; what you ruled ({rulings}) does not answer this",
            rulings=", ".join(dict.fromkeys(kinds)),
        )
        yield replace(one, title=one.title + told)
