"""Judging one season: from order files, rulings and throws to a record, or to the reason why it must wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from zinegen.archive.closing.counting_files import OrderCount, count_order_files, wait_for_anybody
from zinegen.archive.closing.questions import LineQuestion, Question, gather_questions
from zinegen.archive.closing.unfit_rulings import find_unfit_answers, find_unfit_places
from zinegen.archive.folder.chance import name_secret
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.archive.folder.press_files import PRESS, PressRule
from zinegen.archive.result_file import say_settings
from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase, Throw
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Undesignated
from zinegen.game.wording import join_powers, join_words
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level
from zinegen.notation.grammar.writer import write_unit
from zinegen.play.chance import NO_DICE, Dice
from zinegen.play.names import power_slug
from zinegen.play.read_orders import check_ruled_lines
from zinegen.play.records.records import (
    Judged,
    PhaseRecord,
    SeasonRecord,
    Waiting,
    waiting_finding,
    with_ruling,
)
from zinegen.play.season import (
    HandedIn,
    PhaseOutcome,
    SeasonOutcome,
    end_season,
    play_season,
    record_throw,
    throw_as_recorded,
)
from zinegen.play.texts.chance_file import Draw, full_label
from zinegen.play.texts.rulings_file import ENDINGS, GmRuling, RulingKind
from zinegen.play.verification.digests import digest_said
from zinegen.redrawing import draw_if_possible
from zinegen.rules.secrets import orders_are_secret
from zinegen.version import __version__

DESIGNATION_HOURS = "designation_hours"
"""The option of a rule set that leaves time to say where fleets go."""


def judge_season(
    game: Game,
    season: SeasonFolder,
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
    wait for the GM's word, whatever the policy says by now. The maps are not brought up
    to date; see `draw_maps`.
    """
    if not season.is_sound:
        return unsound_season(season)
    if state.is_cut:
        what = gettext("this game keeps secrets: only the GM can judge its seasons")
        hint = gettext("run `zinegen close` where the GM's key is")
        reason = waiting_finding(f"{season.shown}/season.toml", what, hint)
        return Waiting(season=season.slug, reasons=(reason,))
    count = count_order_files(game, season, state, disorder)
    is_next = state.phase in season.deadline.phases
    waits = [] if is_next else [wrong_phases_finding(season, state)]
    if not again:
        waits += _ask_for_one_ending(season)
        waits += check_ruled_lines(count.files, season.decisions, f"{season.shown}/rulings.toml")
    outcome = _play(game, season, state, count, dice) if is_next else None
    if not again and any(_find_questions(game, season, state, count, outcome)):

        def find(rulings: tuple[GmRuling, ...]) -> Iterator[Question]:
            ruled = replace(season, decisions=(*season.decisions, *rulings))
            counted = count_order_files(game, ruled, state, disorder)
            played = _play(game, ruled, state, counted, dice) if is_next else None
            return _find_questions(game, ruled, state, counted, played)

        waits += find_unfit_answers(season, gather_questions(find, state.powers))
    if waits or outcome is None:
        return Waiting(season=season.slug, reasons=tuple(waits), remarks=count.warnings)
    phases = tuple(one.record for one in outcome.played)
    if outcome.needs is not None:
        return _wait_for_throw(game, season, outcome.needs, outcome.state, dice)
    places = tuple(find_unfit_places(season, outcome.played))
    unfit = () if again else tuple(one for one in places if one.level is Level.ERROR)
    if outcome.waiting is not None:
        waiting = _wait_for_coasts(game, season, outcome.waiting, unfit)
        so_far = _make_record(game, season, count, previous, phases)
        return replace(waiting, so_far=so_far, remarks=count.warnings)
    if unfit:
        return Waiting(season=season.slug, reasons=unfit, remarks=count.warnings)
    handed = HandedIn(files=count.files, decisions=season.decisions, disorder=count.disorder)
    ended, votes = end_season(phases, handed, (season.closing or game.settings.policy).votes)
    record = _make_record(game, season, count, previous, ended, votes=votes)
    return Judged(record=record, findings=(*count.warnings, *places, *outcome.findings))


def _play(
    game: Game, season: SeasonFolder, state: GameState, count: OrderCount, dice: Dice
) -> SeasonOutcome:
    """Play a season with the files that count."""
    ruled = {one.about for one in season.decisions if one.kind is RulingKind.PROCEED}
    has_time = _designation_end(season) is not None
    handed = HandedIn(
        files=count.files,
        decisions=season.decisions,
        disorder=count.disorder,
        throw=_Throws(game=game, season=season, dice=dice),
        may_designate=frozenset(state.powers if has_time else ()) - count.disorder - ruled,
    )
    # A season whose folder is there may play a phase that asks nobody, as folders of earlier versions do.
    later = (one for one in game.seasons if one.name > season.name)
    elsewhere = frozenset(phase for one in later for phase in one.deadline.phases)
    turn = season.turn(season.variant, state)
    return play_season(turn, handed, elsewhere=elsewhere)


def list_new_throws(season: SeasonFolder, phases: Iterable[PhaseRecord]) -> Mapping[str, Draw]:
    """Return by their names the public throws of a season that do not stand in its folder yet."""
    known = {draw.label for draw in season.draws}
    made = (draw for phase in phases for draw in phase.draws)
    return {one.label: one for one in made if not one.secret and one.label not in known}


def draw_maps(season: SeasonFolder, outcome: Judged | Waiting) -> Judged | Waiting:
    """Return what came of a season with the maps after its phases brought up to date, which is slow.

    One whose throws have still to be written down is judged again with them, and stays as it is.
    """
    record = outcome.record if isinstance(outcome, Judged) else outcome.so_far
    if record is None or list_new_throws(season, record.phases):
        return outcome
    drawn = draw_record(record)
    return (
        replace(outcome, record=drawn)
        if isinstance(outcome, Judged)
        else replace(outcome, so_far=drawn)
    )


def draw_record(record: SeasonRecord) -> SeasonRecord:
    """Return the record of a season with the maps after its phases brought up to date, which is slow."""
    return replace(record, phases=_draw_phases(record.phases))


def _draw_phases(phases: Iterable[PhaseRecord]) -> tuple[PhaseRecord, ...]:
    """Return the phases of a season with the maps after them drawn; one that waits as it is foreseen."""
    drawn: list[PhaseRecord] = []
    for phase in phases:
        before, after = (drawn[-1].after if drawn else phase.before), phase.after
        board = after.board
        if drawn and not before.board.pending_surgeries:
            new = board.pending_surgeries[len(phase.before.board.pending_surgeries) :]
            board = replace(board, shape=before.board.shape, pending_surgeries=new)
        after = replace(after, board=draw_if_possible(board))
        drawn.append(replace(phase, before=before, after=after))
    return tuple(drawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Throws:
    """The throws of a season: those that stand in its folder, else those that the GM's dice give."""

    game: Game
    season: SeasonFolder
    dice: Dice

    def __call__(self, phase: Phase, throw: Throw, made: int, /) -> Draw | None:
        """Return a throw and what it gave; None when it cannot be thrown."""
        known = throw_as_recorded(self.season.draws)(phase, throw, made)
        if known is not None:
            return known
        label = full_label(phase, throw)
        turn = [one.slug for one in self.game.seasons].index(self.season.slug) + 1
        result = self.dice.throw(turn, label, len(throw.candidates))
        return None if result is None else record_throw(phase, throw, result)


def _make_record(
    game: Game,
    season: SeasonFolder,
    count: OrderCount,
    previous: Mapping[str, str],
    phases: tuple[PhaseRecord, ...],
    *,
    votes: tuple[GmRuling, ...] = (),
) -> SeasonRecord:
    return SeasonRecord(
        engine=__version__,
        game=game.slug,
        season=season.slug,
        variant=season.variant.id,
        options=dict(sorted(season.variant.chosen.items())),
        inputs=_inputs(game, season, count, previous),
        players={} if game.settings.secrecy.is_anonymous else game.settings.players_in(season.name),
        handed=count.handed,
        decisions=(*season.decisions, *votes),
        phases=phases,
    )


def _inputs(
    game: Game, season: SeasonFolder, count: OrderCount, previous: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the digests of everything that was read to judge a season.

    Records are published: press whose author may be unknown by the house rule has no digest there, since
    its file's name would tell who wrote it.
    """
    base = f"{SEASONS}/{season.slug}"
    press = season.press if game.settings.press is PressRule.WHITE else ()
    found = {
        **digest_settings(game, season),
        **previous,
        **{
            f"{base}/{item.file.removeprefix(f'{season.shown}/')}": item.sha256
            for item in press
            if f"/{PRESS}/" in item.file  # what was opened is compared with what was sealed
        },
        **{f"{base}/{file.name}": file.sha256 for file in count.files.values()},
    }
    found |= {f"{base}/{name}": sha256 for name, sha256 in season.digests.items()}
    return dict(sorted(found.items()))


def digest_settings(game: Game, season: SeasonFolder) -> Mapping[str, str]:
    """Return the digests of what game.toml and season.toml say that bears on a season."""
    own_map = game.settings.variant.own_map
    return {
        **({"game.toml#map": own_map.sha256} if own_map is not None else {}),
        **digest_said(say_settings(game, season)),
    }


def unsound_season(season: SeasonFolder) -> Waiting:
    """Return that a season waits because files of the GM cannot be read."""
    errors = (one for one in season.findings if one.level is Level.ERROR)
    return Waiting(season=season.slug, reasons=tuple(errors))


def wrong_phases_finding(season: SeasonFolder, state: GameState) -> Finding:
    """Return the error that a season's phases are not those that come next."""
    phases = ", ".join(map(str, season.deadline.phases))
    what = gettext(
        "the game stands before {phase}, but this season plays {phases}",
        phase=state.phase,
        phases=phases,
    )
    hint = gettext("correct phases, or make the folder that is missing")
    return waiting_finding(f"{season.shown}/season.toml", what, hint, code="G11")


def _find_questions(
    game: Game,
    season: SeasonFolder,
    state: GameState,
    count: OrderCount,
    outcome: SeasonOutcome | None,
) -> Iterator[Question]:
    """Yield why the season waits for rulings: on files, and on lines that nobody can read."""
    yield from wait_for_anybody(game, season, state, count) or count.waits
    if outcome is None or game.settings.policy.unreadable_line == "hold":
        return
    ruled = {one.about for one in season.decisions if one.kind is RulingKind.PROCEED}
    for phase in outcome.played:
        secret = orders_are_secret(phase.record.before)
        for power, findings in phase.filled.unreadable.items():
            for one in findings if power not in ruled else ():
                yield LineQuestion(power=power, finding=one, secret=secret)


def _wait_for_throw(
    game: Game, season: SeasonFolder, throw: Throw, state: GameState, dice: Dice
) -> Waiting:
    """Return that the GM has to throw; the purpose of a secret throw is not named."""
    if throw.secret:
        place = f"{game.shown}/{HIDDEN}"
        what = gettext("the GM has to throw in secret, and the secret for throws is not here")
        hint = gettext("it belongs into {file}, where `zinegen new` puts it", file=HIDDEN)
    else:
        label = full_label(state.phase, throw)
        place = f"{season.shown}/chance.toml"
        what = gettext(
            "the GM has to throw for {label}: {results}",
            label=throw.label,
            results=", ".join(throw.candidates),
        )
        hint = gettext(
            '{secret}throw yourself, and type the result in: label = "{label}"',
            secret=_find_secret(game, dice),
            label=label,
        )
    return Waiting(season=season.slug, reasons=(waiting_finding(place, what, hint),))


def _find_secret(game: Game, dice: Dice) -> str:
    """Return where the secret for a game's throws is wanted; empty where it has none."""
    said = game.settings.chance.commitment
    if not said:
        return ""
    if dice.missing:
        return gettext(
            "the secret is not here: put your copy back as {file}. Where it is lost, ",
            file=dice.missing,
        )
    return gettext(
        "run `zinegen close` where {file} lies. Where it is lost, ",
        file=name_secret(game.slug, said),
    )


def _ask_for_one_ending(season: SeasonFolder) -> Iterator[Finding]:
    """Yield that a season waits where its rulings end the game in several ways."""
    endings = {(one.kind, one.winners) for one in season.decisions if one.kind in ENDINGS}
    if len(endings) > 1:
        ways = join_words([f"{kind} ({join_powers(who)})" for kind, who in sorted(endings)])
        hint = gettext("keep the one that holds, and take out the others")
        what = gettext("the game is ended in more than one way: {ways}", ways=ways)
        yield waiting_finding(f"{season.shown}/rulings.toml", what, hint)


def _designation_hours(variant: Variant) -> int:
    """Return how many hours players have to say where fleets go; 0 in rule sets without such a time."""
    if DESIGNATION_HOURS not in {option.name for option in variant.options}:
        return 0
    return max(0, int(str(variant.option(DESIGNATION_HOURS))))


def _designation_end(season: SeasonFolder) -> datetime | None:
    """Return when the time ends that is left to say where fleets go; None where none is left.

    The time runs from the closing of the deadline. What players say becomes a ``place`` ruling; when the
    time is over, `zinegen close` notes it in ``close.toml`` and the rules decide. A season that the GM made
    ready by hand has no clock, and does not wait. Source:
    docs/rules/seismic-acerunner.md, "2. Phases of a year".
    """
    hours, closing = _designation_hours(season.variant), season.closing
    if not hours or closing is None or closing.designated is not None:
        return None
    return closing.closed + timedelta(hours=hours)


def _wait_for_coasts(
    game: Game, season: SeasonFolder, phase: PhaseOutcome, unfit: tuple[Finding, ...]
) -> Waiting:
    """Return that a season waits until it is said where fleets go, and how long; and what is no answer."""
    until = _designation_end(season)
    ends = game.settings.deadlines.say(until) if until is not None else ""
    reasons = tuple(
        _ask_for_coast(season, phase.record.before, one, ends) for one in phase.undesignated
    )
    return Waiting(season=season.slug, reasons=(*unfit, *reasons), until=until)


def _ask_for_coast(
    season: SeasonFolder, state: GameState, asked: Undesignated, until: str
) -> Finding:
    """Return the question where a unit goes, with what may be answered and the ruling that says it."""
    unit = write_unit(asked.unit, state.board)
    said = {
        "about": power_slug(asked.unit.power),
        "do": str(RulingKind.PLACE),
        "unit": unit,
        "coast": asked.choices[0],
    }
    what = gettext(
        "{power} may say where {unit} goes: {places}",
        power=name_power(asked.unit.power),
        unit=unit,
        places=gettext(" or ").join(asked.choices),
    )
    question = waiting_finding(f"{season.shown}/rulings.toml", what, "")
    return with_ruling(
        question, said, gettext("; from {until} on `zinegen close` goes on without", until=until)
    )
