"""The record of a season that has been judged, and the findings on one that cannot be judged yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from zinegen.board.board import Power
from zinegen.derived import KeepsDerived
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import OptionValue
from zinegen.game.verdicts import Report
from zinegen.languages.texts import gettext
from zinegen.notation.conditions import Played
from zinegen.notation.findings import Finding, error_finding
from zinegen.play.texts.chance_file import Draw
from zinegen.play.texts.close_file import Status
from zinegen.play.texts.rulings_file import GmRuling
from zinegen.play.texts.toml_text import quote_toml


@dataclass(frozen=True, kw_only=True)
class PhaseRecord(KeepsDerived):
    """One phase: the position before, what was ruled and what happened, the position after."""

    before: GameState
    report: Report
    """Its rulings hold every order that counted, and every one that was not given."""
    after: GameState
    draws: tuple[Draw, ...] = ()
    """The GM's throws made for this phase."""
    disorder: frozenset[Power] = frozenset()
    """Powers in civil disorder."""

    @property
    def phase(self) -> Phase:
        """The phase that was judged."""
        return self.before.phase

    @property
    def played(self) -> Played:
        """The same, for those who ask for facts."""
        return Played(before=self.before, report=self.report, after=self.after)


@dataclass(frozen=True, kw_only=True)
class SeasonRecord(KeepsDerived):
    """One season as judged: what ``result.json`` holds."""

    engine: str
    """The version of zinegen that judged it."""
    game: str
    season: str
    """The folder's name."""
    variant: str
    options: Mapping[str, OptionValue]
    """The GM's options that differ from the rule set's defaults."""
    inputs: Mapping[str, str]
    """SHA-256 of everything that was read, by path within the game's folder."""
    players: Mapping[Power, str]
    """Who played each power."""
    handed: Mapping[Power, Status]
    """What became of the orders of each power that owed some or gave some."""
    decisions: tuple[GmRuling, ...] = ()
    """The GM's rulings."""
    phases: tuple[PhaseRecord, ...]
    """In the order of play, one at least."""

    @property
    def before(self) -> GameState:
        """The position in which the season began."""
        return self.phases[0].before

    @property
    def after(self) -> GameState:
        """The position that it led to."""
        return self.phases[-1].after

    @property
    def missing(self) -> tuple[Power, ...]:
        """Powers whose orders were owed and did not come (NMR)."""
        return tuple(
            power for power, status in self.handed.items() if status is not Status.ACCEPTED
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A season that cannot be judged before the GM has done something."""

    season: str
    reasons: tuple[Finding, ...]
    so_far: SeasonRecord | None = None
    """What has happened already, for all to see, while it is still to be said where fleets go."""
    remarks: tuple[Finding, ...] = ()
    """What the GM has to know besides: files that came or were changed after the lock, and do not count."""
    until: datetime | None = None
    """When it can be judged whatever the GM does: the end of the time left to say where fleets go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A season judged just now, and what was wrong with the lines of its order files."""

    record: SeasonRecord
    findings: tuple[Finding, ...] = field(default=())


def hide_words(one: Finding) -> Finding:
    """Return a finding about a line that stays secret: where it is, and nothing of what it says."""
    title = gettext("there is something wrong here")
    return Finding(code=one.code, level=one.level, where=one.where, title=title)


def waiting_finding(file: str, title: str, hint: str, code: str = "G20") -> Finding:
    """Return a finding that makes a game wait for the GM."""
    return error_finding(code, file, title, hint, if_left=gettext("the game waits"))


def with_ruling(one: Finding, said: Mapping[str, str], more: str = "") -> Finding:
    """Return a finding whose hint ends with the ruling that helps, and ``more`` behind it."""
    lines = tuple(f"{key} = {quote_toml(text)}" for key, text in said.items())
    before = f"{one.hint}; " if one.hint else ""
    hint = gettext(
        "{before}write a ruling into rulings.toml: {lines}{more}",
        before=before,
        lines=", ".join(lines),
        more=more,
    )
    return replace(one, hint=hint, ruling=lines)
