"""Verifying a game: every record, seal and throw is made again and compared.

The record is the truth and making it again is a check. Under the same version of the program a difference
is a fault of the program or of a file; under a newer one it is a note, and the record stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from zinegen.archive.closing.added_files import find_added_files
from zinegen.archive.closing.judge import digest_settings, draw_maps, judge_season
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import (
    RESULT,
    SEASONS,
    Game,
    SeasonFolder,
    first_state,
    open_sound_game,
)
from zinegen.archive.folder.hidden_file import check_hidden_file
from zinegen.archive.result_file import LIMIT
from zinegen.archive.sealing.sealed_files import check_seals
from zinegen.archive.sealing.sealed_records import (
    SealedRecords,
    digests_of_sealed,
    open_sealed_records,
)
from zinegen.archive.seals import Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.languages.texts import gettext
from zinegen.play.names import digest
from zinegen.play.records.public_records import add_digests, public_record
from zinegen.play.records.records import PhaseRecord, SeasonRecord, Waiting
from zinegen.play.records.result_text import encode_record, read_record
from zinegen.play.texts.chance_file import is_old_label
from zinegen.play.verification.comparison import list_differences
from zinegen.play.verification.digests import (
    ADDED,
    COMMITMENT,
    EDITED,
    GONE,
    is_press,
    is_unchanged,
    list_edited_files,
)
from zinegen.play.verification.throws import SeasonThrows, is_corrected
from zinegen.rules.secrets import has_secrets
from zinegen.version import __version__


class Severity(StrEnum):
    """How bad a difference is."""

    WRONG = "wrong"
    """A fault: `verify` ends with 1."""
    NOTE = "note"
    """Another version of the program judges otherwise, and the record stands; or press that came later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One way in which a record and what the files say differ."""

    season: str
    level: Severity
    text: str
    """In one sentence, with the phase, order or file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyResult:
    """The result of verifying a game."""

    game: str
    seasons: int
    """How many records were made again."""
    differences: tuple[Difference, ...]
    unchecked: int = 0
    """Throws that nobody can make again before the GM's secret is published."""
    unjudged: int = 0
    """Seasons of which only digests were compared, because they were judged in secret."""

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing is wrong; a note does not count."""
        return all(one.level is Severity.NOTE for one in self.differences)


def verify_game(folder: Path, identity: Identity | None = None) -> VerifyResult:
    """Judge every recorded season of a game again and compare.

    A game that keeps secrets can be judged again only with the GM's key, or with its own once that is
    published; otherwise digests are compared. Raises GameFolderError when the game cannot be read at all,
    SealError when its secrets do not open.
    """
    game = open_sound_game(folder)
    secrets = open_sealed_records(game, identity)
    if secrets is not None:
        game = secrets.unseal_game(game)
    check = _Check(game=game, secrets=secrets)
    check.found += [
        Difference(season=game.slug, level=Severity.WRONG, text=f"{one.where}: {one.title}")
        for one in check_hidden_file(game.folder, game.shown, game.settings)
    ]
    state = first_state(game)
    truth = secrets.first_state(game) if secrets is not None else state
    for season in game.recorded:
        try:
            content = read_plain(season.result, LIMIT)
            record = read_record(content, state)
        except GameFolderError as error:
            check.found.append(_error(season, f"{season.shown}/{RESULT}: {error}"))
            break
        if content != encode_record(record):
            check.found.append(_error(season, f"{season.shown}/{RESULT} was edited"))
        rules = season.variant.written_like(record.options)
        truth = check.check_season(replace(season, variant=rules), record, truth)
        check.previous = {f"{SEASONS}/{season.slug}/{RESULT}": digest(content)}
        state = record.after
    check.found += _find_missing_record(game)
    return VerifyResult(
        game=game.slug,
        seasons=check.done,
        differences=tuple(check.found),
        unchecked=check.unchecked,
        unjudged=check.unjudged,
    )


def _find_missing_record(game: Game) -> Iterator[Difference]:
    """Yield that a record is gone, as the seasons behind it show; unless the GM ruled why."""
    rest = game.seasons[len(game.recorded) :]
    behind = [season for season in rest if season.is_recorded]
    for season in behind:
        yield _error(season, f"{season.shown}/{RESULT} lies behind a season that has no record")
    is_ruled = any(is_corrected(season.decisions) for season in rest[:1])
    if len(rest) > 1 and not behind and not is_ruled:
        what = f"is gone: {rest[1].slug} was made from it"
        yield _error(rest[0], f"{rest[0].shown}/{RESULT} {what}")


@dataclass(slots=True, kw_only=True)
class _Check:
    """Checks a game season by season."""

    game: Game
    secrets: SealedRecords | None
    found: list[Difference] = field(default_factory=list)
    previous: dict[str, str] = field(default_factory=dict)
    disorder: frozenset[Power] = frozenset()
    has_pledge: bool = False
    """An earlier record has the digest of the commitment, so that later ones must have it too."""
    done: int = 0
    unchecked: int = 0
    unjudged: int = 0

    def check_season(
        self, season: SeasonFolder, public: SeasonRecord, before: GameState
    ) -> GameState:
        """Check one season against its record, from the position ``before``; return the position after it."""
        if COMMITMENT not in public.inputs and self.has_pledge:
            what = (
                f"{season.shown}/{RESULT} says nothing of the commitment, as the record before does"
            )
            self.found.append(_error(season, what))
        self.has_pledge = COMMITMENT in public.inputs
        after = self._judge_again(season, public, before)
        self.done += 1
        self.found += [
            Difference(season=season.slug, level=Severity.NOTE, text=gettext(ADDED, path=path))
            for path in find_added_files(self.game, season, public.before, public.inputs)
        ]
        self.found += [_error(season, text) for text in check_seals(self.game, season)]
        return after

    def _judge_again(
        self, season: SeasonFolder, public: SeasonRecord, before: GameState
    ) -> GameState:
        record = public
        if public.before.secrets is not None:
            if self.secrets is None:
                self._check_digests(season, public)
                return public.after
            try:
                record = self.secrets.record(season, public, before)
            except (GameFolderError, SealError) as error:
                self.found.append(_error(season, str(error)))
                return public.after
            sealed = digests_of_sealed(season, public)
            if add_digests(public_record(record), sealed) != public:
                what = f"{season.shown}/{RESULT} does not say what was judged in secret"
                self.found.append(_error(season, what))
            for path, what in _list_changed_files(self.game, sealed):
                self.found.append(_error(season, gettext(what, path=path)))
        hidden = tuple(draw for phase in record.phases for draw in phase.draws if draw.secret)
        season = replace(season, draws=(*season.draws, *hidden))
        seasons = [season if one.slug == season.slug else one for one in self.game.seasons]
        game = replace(self.game, seasons=tuple(seasons))
        self.found += _compare_record(game, season, record, self.previous, self.disorder)
        self._check_throws(game, season, record)
        self.disorder = record.phases[-1].disorder
        return record.after

    def _check_throws(self, game: Game, season: SeasonFolder, record: SeasonRecord) -> None:
        """Check the throws of a season, and make them again if the secret is published."""
        draws = [*dict.fromkeys(season.draws)]
        if COMMITMENT in record.inputs:
            self.has_pledge = True
            for draw in draws:
                if (
                    is_old_label(draw.label)
                    and draw.by == "draw"
                    and not is_corrected(season.decisions)
                ):
                    self.found.append(_error(season, f"the throw {draw.label} is of an old form"))
        elif self.has_pledge:
            what = (
                f"{season.shown}/{RESULT} says nothing of the commitment, as the record before does"
            )
            self.found.append(_error(season, what))
        throws = SeasonThrows(
            chance=game.settings.chance,
            game=record.game,
            turn=game.seasons.index(season) + 1,
            shown=season.shown,
            link=season.link,
            is_corrected=is_corrected(season.decisions),
        ).repeat(draws)
        self.found += [_error(season, text) for text in throws.wrong]
        self.found += [
            Difference(season=season.slug, level=Severity.NOTE, text=text) for text in throws.typed
        ]
        self.unchecked += throws.unchecked

    def _check_digests(self, season: SeasonFolder, public: SeasonRecord) -> None:
        """Check what can be checked without a key: that no file was changed since."""
        self.unjudged += 1
        for path, what in _list_changed_files(self.game, public.inputs):
            self.found.append(_error(season, gettext(what, path=path)))
        said = {path: sha256 for path, sha256 in public.inputs.items() if "#" in path}
        for path, what in list_edited_files(said, digest_settings(self.game, season)):
            self.found.append(_error(season, gettext(what, path=path)))
        known = {path: public.inputs.get(path) for path in self.previous}
        if known != self.previous:
            self.found.append(_error(season, f"{season.slug} follows another record than this one"))


def _error(season: SeasonFolder, text: str) -> Difference:
    return Difference(season=season.slug, level=Severity.WRONG, text=text)


def _compare_record(
    game: Game,
    season: SeasonFolder,
    record: SeasonRecord,
    previous: dict[str, str],
    disorder: frozenset[Power],
) -> Iterator[Difference]:
    changed = dict(_list_changed_files(game, record.inputs))
    edited = [gettext(what, path=path) for path, what in changed.items()]
    judged = judge_season(
        game, season, record.before, previous=previous, disorder=disorder, again=True
    )
    outcome = draw_maps(season, judged)
    if isinstance(outcome, Waiting):
        why = f"{season.slug} could not be judged today: {outcome.reasons[0].title}"
        for text in edited or [why]:
            yield _error(season, text)
        return
    again = outcome.record
    edited += [
        gettext(what, path=path)
        for path, what in list_edited_files(record.inputs, again.inputs)
        # The house rule of press may be another now, by which it has no digest; its file is compared above.
        if path not in changed and (path in again.inputs or not is_press(path))
    ]
    for text in edited:
        yield _error(season, text)
    yield from _compare_settings(record, again)
    if any("/orders/" in path or "/opened/" in path for path in changed):
        return  # without the orders it comes out otherwise, and that tells nothing
    level = Severity.WRONG if record.engine == __version__ or edited else Severity.NOTE
    apart = [
        *list_differences(record, again),
        *(text for phase in record.phases for text in _check_drawing(phase)),
    ]
    if apart and has_secrets(record.before):
        # What differs might be a secret, and what is checked is often read by others.
        apart = [f"{season.slug} comes out otherwise than it was judged in secret"]
    for text in apart:
        by = "" if level is Severity.WRONG else f" (judged by {record.engine}, now {__version__})"
        yield Difference(season=season.slug, level=level, text=text + by)


def _compare_settings(record: SeasonRecord, again: SeasonRecord) -> Iterator[Difference]:
    """Yield what a record says otherwise than game.toml and rulings.toml, and late press."""
    season = record.season
    for name in ("season", "variant", "options", "decisions"):
        if getattr(record, name) != getattr(again, name):
            yield Difference(
                season=season, level=Severity.WRONG, text=f"{season}: the record has other {name}"
            )
    for path in sorted(again.inputs.keys() - record.inputs.keys()):
        if COMMITMENT in record.inputs and is_press(path):
            text = gettext(ADDED, path=path)
            yield Difference(season=season, level=Severity.NOTE, text=text)


def _list_changed_files(game: Game, inputs: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the files that are no longer as they were when they were read, each with what became of it."""
    for path, then in inputs.items():
        if "#" in path or ".." in path.split("/"):
            continue
        try:
            content = read_plain(game.folder / path, LIMIT)
        except FileError:
            yield path, GONE
            continue
        if not is_unchanged(content, then):
            yield path, EDITED


def _check_drawing(phase: PhaseRecord) -> Iterator[str]:
    """Yield a fault of a recorded drawing that does not show the map."""
    board, was = phase.after.board, phase.before.board
    if board.shape is None or board.pending_surgeries or board.shape is was.shape:
        return
    from zinegen.geometry.draft import check  # noqa: PLC0415  (slow; only where borders moved)

    faults = check(board.mesh, board.shape)
    if faults:
        yield f"{phase.phase}: the drawing does not show the map: {faults[0]}"
