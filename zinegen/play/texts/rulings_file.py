"""``rulings.toml``: what the GM decided against the program's own course, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from zinegen.board.board import Power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import suggest
from zinegen.play.names import power_of
from zinegen.play.texts.tables import Table, list_choices
from zinegen.play.texts.toml_text import WRONG_KIND, Document
from zinegen.recorded_as import RECORDED_AS

ABOUT_NOTHING, NO_REASON, BAD_POWER = "10", "11", "12"
LONGEST_REASON = 2000


class RulingKind(StrEnum):
    """What a ruling does."""

    ACCEPT = "accept"
    """A late or doubtful file counts."""
    REFUSE = "refuse"
    """A file does not count."""
    READ_AS = "read-as"
    """A line is read as if another stood there."""
    PLACE = "place"
    """A fleet goes to this coast."""
    PROCEED = "proceed"
    """The game goes on without a power's orders; about nobody, without all that are missing."""
    NOTED = "noted"
    """A power's note has been read."""
    END_GAME = "end-game"
    CONCEDE = "concede"
    """The game ends: the others leave it to one power."""
    DRAW = "draw"
    """The game ends in a draw of those who are listed."""
    VOTE = "vote"
    """What became of a proposal; it is printed, and changes nothing by itself."""
    CIVIL_DISORDER = "civil-disorder"
    """The power's units hold and nothing is built until it hands in orders again."""
    CORRECT = "correct"
    """The season's record was made again, for this reason; nothing else."""


ENDINGS = frozenset({RulingKind.END_GAME, RulingKind.CONCEDE, RulingKind.DRAW})
"""What ends a game."""
RESULTS = ("accepted", "rejected")
"""What may become of a proposal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmRuling:
    """One ruling of the GM."""

    on: str
    """The date, ``2026-12-01``; empty when none is given."""
    about: Power | None
    """None: the whole game."""
    kind: RulingKind = field(metadata={RECORDED_AS: ("deed",)})
    reason: str
    line: str = ""
    """``read-as``: the line as the player wrote it."""
    instead: str = ""
    """``read-as``: what it is read as."""
    file: str = ""
    """``accept`` and ``refuse``: the file, relative to the season's folder."""
    unit: str = ""
    coast: str = ""
    winners: tuple[Power, ...] = ()
    """Of what ends a game: the winner, or those who share the draw."""
    proposal: str = ""
    """``vote``: what was voted on."""
    result: str = ""
    """``vote``: one of `RESULTS`."""
    votes: str = ""
    """``vote``: who or how many were for it and against it, in the GM's words."""


def read_rulings(
    document: Document, powers: tuple[Power, ...]
) -> tuple[tuple[GmRuling, ...], tuple[Finding, ...]]:
    """Read a ``rulings.toml``. A ruling that is wrong is left out, and is a finding."""
    top = Table.of(document)
    read = [_read_ruling(table, powers) for table in top.tables("ruling")]
    top.report_unknown_keys()
    return tuple(one for one in read if one is not None), tuple(top.findings)


def _read_ruling(table: Table, powers: tuple[Power, ...]) -> GmRuling | None:
    before = len(table.findings)
    word = table.choice("do", tuple(RulingKind), "")
    kind = RulingKind(word) if word else None
    if kind is None and "do" not in table:
        table.add_error(WRONG_KIND, None, gettext("this ruling does nothing: do is missing"))
    reason = table.text("reason", most=LONGEST_REASON) or ""
    if not reason:
        hint = gettext('write reason = "…"')
        table.add_error(NO_REASON, None, gettext("a ruling needs a reason"), hint)
    about = table.text("about") or ""
    is_about_power = kind not in {None, *_WHOLE_GAME}
    if is_about_power and not table.text("about"):
        hint = gettext('write about = "…"')
        table.add_error(ABOUT_NOTHING, None, gettext("this ruling is about nobody"), hint)
    needed = _NEEDED.get(kind, ())
    line, instead, file, unit, coast, proposal, votes = (
        table.text(name, needed=name in needed) or "" if kind is not None else "" for name in _TEXTS
    )
    result = table.choice("result", RESULTS, "") if kind is RulingKind.VOTE else ""
    if kind is RulingKind.VOTE and "result" not in table:
        hint = gettext("it is {choices}", choices=list_choices(RESULTS))
        table.add_error(WRONG_KIND, None, gettext("what became of the proposal is missing"), hint)
    winners = _read_winners(table, kind, powers) if kind is not None else ()
    on = table.value("on")
    if on is not None and not isinstance(on, date):
        hint = gettext("a date is written 2026-12-01")
        table.add_error(WRONG_KIND, "on", gettext("on is not a date"), hint)
    whole_game = not about or about.lower() in {"game", "all"}
    power = None if whole_game else _find_power(table, "about", about, powers)
    table.report_unknown_keys(*_TEXTS, "winner", "draw", "result")
    if len(table.findings) > before or kind is None:
        return None
    return GmRuling(
        on=on.isoformat()[:10] if isinstance(on, date) else "",
        about=power,
        kind=kind,
        reason=reason,
        line=line,
        instead=instead,
        file=file,
        unit=unit,
        coast=coast,
        winners=winners,
        proposal=proposal,
        result=result,
        votes=votes,
    )


_WHOLE_GAME = ENDINGS | {RulingKind.PROCEED, RulingKind.CORRECT, RulingKind.VOTE}
"""Rulings that may be about nobody."""
_TEXTS = ("line", "as", "file", "unit", "coast", "proposal", "votes")
_NEEDED: Mapping[RulingKind | None, tuple[str, ...]] = {
    RulingKind.READ_AS: ("line", "as"),
    RulingKind.PLACE: ("unit", "coast"),
    RulingKind.VOTE: ("proposal",),
}


def _read_winners(table: Table, kind: RulingKind, powers: tuple[Power, ...]) -> tuple[Power, ...]:
    winner, draw = table.text("winner"), table.texts("draw")
    if kind is RulingKind.END_GAME and (winner is None) == (not draw):
        what = gettext("a game ends with a winner or with a draw")
        table.add_error(WRONG_KIND, None, what, gettext('winner = "…" or draw = […]'))
    if kind is RulingKind.CONCEDE and (winner is None or draw):
        what = gettext("a game is conceded to one power")
        table.add_error(WRONG_KIND, None, what, gettext('say to whom: winner = "…"'))
    if kind is RulingKind.DRAW and (not draw or winner is not None):
        what = gettext("a draw is a draw of somebody")
        table.add_error(WRONG_KIND, None, what, gettext('list who shares it: draw = ["…", "…"]'))
    names = draw or ((winner,) if winner else ())
    found = [_find_power(table, "winner" if winner else "draw", name, powers) for name in names]
    return tuple(sorted(power for power in found if power is not None))


def _find_power(table: Table, key: str, text: str, powers: tuple[Power, ...]) -> Power | None:
    known = {power.lower(): power for power in powers}
    power = known.get(text.lower()) or power_of(text.lower(), powers)
    if power is None:
        hint = suggest(
            text.lower(), tuple(known), gettext("there are {names}", names=", ".join(known))
        )
        table.add_error(BAD_POWER, key, gettext("there is no power called {text}", text=text), hint)
    return power
