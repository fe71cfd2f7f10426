"""Judging one season: from order files, rulings and throws to a record, or to the reason why it must wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from zinegen.archive.closing.count import OrderCount, count_order_files, wait_for_anybody
from zinegen.archive.closing.read_orders import (
    FilledSheet,
    SheetContext,
    check_ruled_lines,
    fill_sheet,
)
from zinegen.archive.files import digest, power_slug
from zinegen.archive.folder.chance import NO_DICE, Dice, Draw, full_label, strip_season
from zinegen.archive.folder.games import SEASONS, Game, Season
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.archive.folder.player_files import PRESS
from zinegen.archive.folder.rulings_file import ENDINGS, Deed
from zinegen.archive.records.codec import canonical
from zinegen.archive.records.records import (
    Judged,
    PhaseRecord,
    SeasonRecord,
    Waiting,
    hide_words,
    waiting_finding,
    with_ruling,
)
from zinegen.archive.records.result_file import pledge_digests, rules_of
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.apply import apply
from zinegen.game.changes import GameEnded, UnitPutOnCoast
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, Throw
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Report, Undesignated
from zinegen.notation.conditions import Played
from zinegen.notation.findings import Finding, Level
from zinegen.notation.grammar.writer import write_unit
from zinegen.redrawing import draw_if_possible
from zinegen.rules.compose import adjudicate
from zinegen.rules.deadlines import asks_nobody
from zinegen.rules.secrets import orders_are_secret
from zinegen.version import __version__

DESIGNATION_HOURS = "designation_hours"
"""The option of a rule set that leaves time to say where fleets go."""
MOST_THROWS = 1000
"""In one phase; a rule set that asks for more never comes to an end."""


def judge_season(
    game: Game,
    season: Season,
    state: GameState,
    *,
    previous: Mapping[str, str],
    disorder: frozenset[Power] = frozenset(),
    dice: Dice = NO_DICE,
    again: bool = False,
) -> Judged | Waiting:
    """Judge one season from the position in which it begins, or say why it must wait.

    ``previous`` is the digest of the record before by its path, ``disorder`` the powers that were in civil
    disorder in it. ``again`` is for a season that is only looked at, as one that has a record: it does not
    wait for the GM's word, whatever the policy says by now.
    """
    if not season.is_sound:
        return unsound_season(season)
    if state.secrets is not None and state.secrets.cut:
        what = "this game keeps secrets: only the GM can judge its seasons"
        hint = "run `zinegen close` where the GM's key is"
        reason = waiting_finding(f"{season.shown}/season.toml", what, hint)
        return Waiting(season=season.slug, reasons=(reason,))
    count = count_order_files(game, season, state, disorder)
    place = f"{season.shown}/rulings.toml"
    waits: list[Finding] = []
    if not again:
        waits += wait_for_anybody(game, season, state, count) or count.waits
        waits += check_ruled_lines(count.files, season.decisions, place)
    if state.phase not in season.deadline.phases:
        waits.append(wrong_phases_finding(season, state))
    if waits:
        return Waiting(season=season.slug, reasons=tuple(waits))
    holds = again or game.settings.policy.unreadable_line == "hold"
    judge = _SeasonJudge(game=game, season=season, count=count, dice=dice, holds=holds)
    outcome = judge.judge_phases(state)
    if isinstance(outcome, Waiting):
        return outcome
    if isinstance(outcome, _Undecided):
        return replace(
            outcome.waiting, so_far=_make_record(game, season, count, previous, outcome.phases)
        )
    phases, findings = outcome
    record = _make_record(game, season, count, previous, _end_by_ruling(phases, season))
    return Judged(record=record, findings=(*count.warnings, *findings))


def _make_record(
    game: Game,
    season: Season,
    count: OrderCount,
    previous: Mapping[str, str],
    phases: tuple[PhaseRecord, ...],
) -> SeasonRecord:
    return SeasonRecord(
        engine=__version__,
        game=game.slug,
        season=season.slug,
        variant=game.settings.variant.id,
        options=dict(sorted(game.settings.variant.chosen.items())),
        inputs=_inputs(game, season, count, previous),
        players=game.settings.players_in(season.name),
        handed=count.handed,
        decisions=season.decisions,
        phases=phases,
    )


def _inputs(
    game: Game, season: Season, count: OrderCount, previous: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the digests of everything that was read to judge a season."""
    base = f"{SEASONS}/{season.slug}"
    found = {
        **digest_settings(game, season),
        **previous,
        **{
            f"{base}/{item.file.removeprefix(f'{season.shown}/')}": item.sha256
            for item in season.press
            if f"/{PRESS}/" in item.file  # what was opened is compared with what was sealed
        },
        **{f"{base}/{file.name}": file.sha256 for file in count.files.values()},
    }
    found |= {f"{base}/{name}": sha256 for name, sha256 in season.digests.items()}
    return dict(sorted(found.items()))


def digest_settings(game: Game, season: Season) -> Mapping[str, str]:
    """Return the digests of what game.toml and season.toml say that bears on a season."""
    deadline, path = season.deadline, f"{SEASONS}/{season.slug}/season.toml"
    own_map = game.settings.variant.own_map
    return {
        **({"game.toml#map": own_map.sha256} if own_map is not None else {}),
        "game.toml#rules": digest(canonical(rules_of(game.settings))),
        **pledge_digests(game.settings.chance),
        f"{path}#phases": digest(canonical([str(phase) for phase in deadline.phases])),
        f"{path}#deadline": digest(canonical(str(deadline.deadline))),
    }


def unsound_season(season: Season) -> Waiting:
    """Return that a season waits because files of the GM cannot be read."""
    errors = (one for one in season.findings if one.level is Level.ERROR)
    return Waiting(season=season.slug, reasons=tuple(errors))


def wrong_phases_finding(season: Season, state: GameState) -> Finding:
    """Return the error that a season's phases are not those that come next."""
    phases = ", ".join(map(str, season.deadline.phases))
    what = f"the game stands before {state.phase}, but this season plays {phases}"
    hint = "correct phases, or make the folder that is missing"
    return waiting_finding(f"{season.shown}/season.toml", what, hint, code="G11")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Undecided:
    """A season that waits until it is said where fleets go."""

    waiting: Waiting
    phases: tuple[PhaseRecord, ...]
    """The last one as it is if whatever is still to be decided falls to the first choice."""


_PhaseOutcome: TypeAlias = PhaseRecord | Waiting | _Undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class _SeasonJudge:
    """Judges the phases of one season with the files that count."""

    game: Game
    season: Season
    count: OrderCount
    dice: Dice
    holds: bool
    """Nothing comes of a line that nobody can read; else the season waits for a ruling on it."""

    def judge_phases(
        self, state: GameState
    ) -> tuple[tuple[PhaseRecord, ...], tuple[Finding, ...]] | Waiting | _Undecided:
        """Judge the season's phases one after the other, as long as the game goes on."""
        done: list[PhaseRecord] = []
        findings: list[Finding] = []
        waits: list[Finding] = []
        left = set(self.season.deadline.phases)
        while state.winners is None and (state.phase in left or (done and self._settles(state))):
            left.discard(state.phase)
            filled = self._fill_sheet(state, done)
            findings += filled.findings
            waits += self._wait_for_lines(state, filled)
            outcome = self._judge_phase(state, filled.sheet)
            if any("coasts" in file.sections for file in self.count.files.values()):
                outcome = self._judge_again(state, done, filled.sheet, outcome)
            if not isinstance(outcome, PhaseRecord):
                if waits:
                    return self._wait(waits)
                if isinstance(outcome, _Undecided):
                    return replace(outcome, phases=(*done, *outcome.phases))
                return outcome
            done.append(outcome)
            state = outcome.after
        if waits:
            return self._wait(waits)
        return tuple(done), tuple(dict.fromkeys(findings))

    def _settles(self, state: GameState) -> bool:
        """Tell whether the next phase is judged with this season: nobody has anything to decide in it.

        A season whose folder is there already may play it, as folders of earlier versions do.
        """
        later = (one for one in self.game.seasons if one.name > self.season.name)
        return asks_nobody(state) and all(state.phase not in one.deadline.phases for one in later)

    def _wait(self, reasons: Iterable[Finding]) -> Waiting:
        return Waiting(season=self.season.slug, reasons=tuple(dict.fromkeys(reasons)))

    def _wait_for_lines(self, state: GameState, filled: FilledSheet) -> Iterator[Finding]:
        """Yield why the season waits for rulings on lines that nobody can read."""
        ruled = {one.about for one in self.season.decisions if one.deed is Deed.PROCEED}
        for power, findings in filled.unreadable.items():
            if self.holds or power in ruled:
                continue
            for one in findings:
                shown = hide_words(one) if orders_are_secret(state) else one
                yield replace(_offer_ruling(power, one, shown), if_left="the game waits")

    def _judge_again(
        self,
        state: GameState,
        done: list[PhaseRecord],
        sheet: Sheet,
        first: _PhaseOutcome,
    ) -> _PhaseOutcome:
        """Judge a phase again when coast choices depend on its outcome; they change no battle."""
        if not isinstance(first, PhaseRecord):
            return first
        again = self._fill_sheet(state, done, first.played).sheet
        return first if again.coasts == sheet.coasts else self._judge_phase(state, again)

    def _fill_sheet(
        self, state: GameState, done: list[PhaseRecord], foreseen: Played | None = None
    ) -> FilledSheet:
        return fill_sheet(
            SheetContext(
                variant=self.game.settings.variant,
                state=state,
                phases=self.season.deadline.phases,
                files=self.count.files,
                decisions=self.season.decisions,
                played=tuple(one.played for one in done),
                foreseen=foreseen,
                disorder=self.count.disorder,
            )
        )

    def _judge_phase(self, state: GameState, sheet: Sheet) -> _PhaseOutcome:
        """Judge a phase, making the throws that it asks for; or say what has to be decided first."""
        draws: list[Draw] = []
        for _ in range(MOST_THROWS):
            after, report = adjudicate(self.game.settings.variant, state, sheet)
            wait_for = _await_designations(self.game, self.season, state, sheet, report)
            if wait_for is not None:
                foreseen = replace(self._foresee(state, sheet), draws=tuple(draws))
                return _Undecided(waiting=wait_for, phases=(foreseen,))
            if report.needs is None:
                return PhaseRecord(
                    before=state,
                    report=report,
                    after=replace(after, board=draw_if_possible(after.board)),
                    draws=tuple(draws),
                    disorder=sheet.disorder,
                )
            draw = self._draw(state, report.needs)
            if draw is None:
                return self._wait_for_throw(state, report.needs)
            draws.append(draw)
            sheet = replace(sheet, throws={**sheet.throws, report.needs.label: draw.result})
        raise GameFolderError(f"{state.phase} asks for more than {MOST_THROWS} throws")

    def _foresee(self, state: GameState, sheet: Sheet) -> PhaseRecord:
        """Return a phase as it is if every throw that it still asks for gives the first choice."""
        while True:
            after, report = adjudicate(self.game.settings.variant, state, sheet)
            if report.needs is None:
                break
            sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})
        open_units = {one.unit for one in report.undesignated}
        changes = tuple(
            one
            for one in report.changes
            if not (isinstance(one, UnitPutOnCoast) and one.unit in open_units)
        )
        return PhaseRecord(
            before=state,
            report=replace(report, changes=changes),
            after=replace(after, board=draw_if_possible(after.board)),
            disorder=sheet.disorder,
        )

    def _draw(self, state: GameState, throw: Throw) -> Draw | None:
        label = full_label(state.phase, throw)
        for known in self.season.draws:
            if strip_season(known.label) == label and known.candidates == throw.candidates:
                return known
        turn = self.game.seasons.index(self.season) + 1
        result = self.dice.throw(turn, label, len(throw.candidates))
        if result is None:
            return None
        return Draw(label=label, candidates=throw.candidates, result=result, secret=throw.secret)

    def _wait_for_throw(self, state: GameState, throw: Throw) -> Waiting:
        """Return that the GM has to throw; the purpose of a secret throw is not named."""
        if throw.secret:
            place = f"{self.game.shown}/{HIDDEN}"
            what = "the GM has to throw in secret, and the secret for throws is not here"
            hint = f"it belongs into {HIDDEN}, where `zinegen new` puts it"
        else:
            label = full_label(state.phase, throw)
            place = f"{self.season.shown}/chance.toml"
            what = f"the GM has to throw for {throw.label}: {', '.join(throw.candidates)}"
            hint = f'run `zinegen close`, or type the result in: label = "{label}"'
        reason = waiting_finding(place, what, hint)
        return Waiting(season=self.season.slug, reasons=(reason,))


def _offer_ruling(power: Power, one: Finding, shown: Finding) -> Finding:
    """Return a finding with the ruling that helps; ``shown`` is what may be said of it."""
    said = {"about": power_slug(power), "do": "proceed"}
    left = f"({one.if_left or 'nothing comes of the line'})"
    if not shown.hint:
        return with_ruling(shown, said, f" {left}")
    line, start, end = one.line, one.where.column - 1, one.where.end_column - 1
    meant = f"{line[:start]}{one.meant}{line[end:]}" if one.meant else "…"
    written, read_as = (text.partition("#")[0].strip() for text in (line, meant))
    said |= {"do": "read-as", "line": written, "as": read_as}
    return with_ruling(shown, said, f'; or do = "proceed" {left}')


def _end_by_ruling(phases: tuple[PhaseRecord, ...], season: Season) -> tuple[PhaseRecord, ...]:
    """Return the phases, the last one ending the game if a ruling of the GM says so."""
    rulings = [one for one in season.decisions if one.deed in ENDINGS]
    last = phases[-1]
    if not rulings or last.after.winners is not None:
        return phases
    end = GameEnded(winners=rulings[-1].winners)
    report = replace(last.report, changes=(*last.report.changes, end))
    return (*phases[:-1], replace(last, report=report, after=apply(last.after, [end])))


def _designation_hours(variant: Variant) -> int:
    """Return how many hours players have to say where fleets go; 0 in rule sets without such a time."""
    if DESIGNATION_HOURS not in {option.name for option in variant.options}:
        return 0
    return max(0, int(str(variant.option(DESIGNATION_HOURS))))


def _await_designations(
    game: Game, season: Season, state: GameState, sheet: Sheet, report: Report
) -> Waiting | None:
    """Return why a season must wait until it is said where fleets go; None when it need not.

    The time runs from the closing of the deadline. What players say becomes a ``place`` ruling; when the
    time is over, `zinegen close` notes it in ``close.toml`` and the rules decide. A season that the GM made
    ready by hand has no clock, and does not wait. Source:
    docs/rules/seismic-acerunner.md, "2. Phases of a year".
    """
    hours, closing = _designation_hours(game.settings.variant), season.closing
    if not hours or closing is None or closing.designated is not None:
        return None
    passed_over = sheet.disorder | {
        one.about for one in season.decisions if one.deed is Deed.PROCEED
    }
    asked = [one for one in report.undesignated if one.unit.power not in passed_over]
    if not asked:
        return None
    until = closing.closed + timedelta(hours=hours)
    reasons = tuple(_ask_for_coast(season, state, one, until) for one in asked)
    return Waiting(season=season.slug, reasons=reasons, until=until)


def _ask_for_coast(
    season: Season, state: GameState, asked: Undesignated, until: datetime
) -> Finding:
    """Return the question where a unit goes, with what may be answered and the ruling that says it."""
    unit = write_unit(asked.unit, state.board)
    said = {
        "about": power_slug(asked.unit.power),
        "do": str(Deed.PLACE),
        "unit": unit,
        "coast": asked.choices[0],
    }
    what = f"{asked.unit.power} may say where {unit} goes: {' or '.join(asked.choices)}"
    question = waiting_finding(f"{season.shown}/rulings.toml", what, "")
    return with_ruling(question, said, f"; from {until} on `zinegen close` goes on without")
