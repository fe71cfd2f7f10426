"""Making every record again and comparing: whether what was published is what the files say.

The record is the truth and making it again is a check. Under the same version of the program a difference
is a fault of the program or of a file; under a newer one it is a note, and the record stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from zinegen import __version__
from zinegen.archive.closings import PressReceipt, Receipt
from zinegen.archive.files import FileError, digest, read_plain
from zinegen.archive.games import RESULT, SEASONS, BrokenGame, Game, Season, first_state, open_game
from zinegen.archive.handed import Slot
from zinegen.archive.play import judge
from zinegen.archive.pressfiles import OPENED, slot_of
from zinegen.archive.records import PhaseRecord, SeasonRecord, Waiting
from zinegen.archive.redrawing import redrawn
from zinegen.archive.results import LIMIT, read_record, written_record
from zinegen.archive.sealed_orders import verified
from zinegen.archive.sealed_press import verified_press
from zinegen.archive.seals import SealError
from zinegen.archive.slugs import power_slug
from zinegen.archive.toml_files import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.game.verdicts import Ruling
from zinegen.notation.writer import write, write_unit


class Weight(StrEnum):
    """How bad a difference is."""

    WRONG = "wrong"
    """A fault: `verify` ends with 1."""
    NOTE = "note"
    """Another version of the program judges otherwise; the record stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One way in which a record and what the files say differ."""

    season: str
    level: Weight
    text: str
    """In one sentence, with the phase, order or file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What came of checking a game."""

    game: str
    seasons: int
    """How many records were made again."""
    differences: tuple[Difference, ...]
    unchecked: int = 0
    """Throws that nobody can make again before the GM's secret is published."""

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing is wrong; a note does not count."""
        return all(one.level is Weight.NOTE for one in self.differences)


def verify_game(folder: Path) -> Verified:
    """Judge every recorded season of a game again and compare.

    Raises GameFolderError when the game cannot be read at all.
    """
    game = open_game(folder)
    if isinstance(game, BrokenGame):
        first = game.findings[0]
        raise GameFolderError(f"{first.where}: {first.title}")
    found: list[Difference] = []
    state = first_state(game)
    disorder: frozenset[Power] = frozenset()
    previous: dict[str, str] = {}
    done = unchecked = 0
    for season in game.recorded:
        done += 1
        content, record = _record(season, state)
        if record is None:
            found.append(_wrong(season, f"{season.shown}/{RESULT}: {content.decode()}"))
            break
        if content != written_record(record):
            found.append(_wrong(season, f"{season.shown}/{RESULT} was edited"))
        found += _compared(game, season, record, previous, disorder)
        found += _seals(game, season)
        throws = redrawn(game, season, season.draws)
        found += [_wrong(season, text) for text in throws.wrong]
        unchecked += throws.unchecked
        previous = {f"{SEASONS}/{season.slug}/{RESULT}": digest(content)}
        state, disorder = record.after, record.phases[-1].disorder
    return Verified(game=game.slug, seasons=done, differences=tuple(found), unchecked=unchecked)


def _record(season: Season, before: GameState) -> tuple[bytes, SeasonRecord | None]:
    """Return the bytes of a record and what they say; why they say nothing, in place of the bytes."""
    try:
        content = read_plain(season.result, LIMIT)
        return content, read_record(content, before)
    except GameFolderError as error:
        return str(error).encode(), None


def _wrong(season: Season, text: str) -> Difference:
    return Difference(season=season.slug, level=Weight.WRONG, text=text)


def _compared(
    game: Game,
    season: Season,
    record: SeasonRecord,
    previous: dict[str, str],
    disorder: frozenset[Power],
) -> Iterator[Difference]:
    changed = dict(_changed_files(game, record))
    edited = [f"{path} {what}" for path, what in changed.items()]
    outcome = judge(game, season, record.before, previous=previous, disorder=disorder)
    if isinstance(outcome, Waiting):
        why = f"{season.slug} could not be judged today: {outcome.reasons[0].title}"
        for text in edited or [why]:
            yield _wrong(season, text)
        return
    again = outcome.record
    edited += [f"{path} {what}" for path, what in _edited(record, again) if path not in changed]
    for text in edited:
        yield _wrong(season, text)
    level = Weight.WRONG if record.engine == __version__ or edited else Weight.NOTE
    for text in _told_apart(record, again):
        by = "" if level is Weight.WRONG else f" (judged by {record.engine}, now {__version__})"
        yield Difference(season=season.slug, level=level, text=text + by)


def _changed_files(game: Game, record: SeasonRecord) -> Iterator[tuple[str, str]]:
    """Yield which of the files that were read are not as they were then."""
    for path, then in record.inputs.items():
        if "#" in path or ".." in path.split("/"):
            continue
        try:
            now = digest(read_plain(game.folder / path, LIMIT))
        except FileError:
            yield path, "is gone, or does not count any more"
            continue
        if now != then:
            yield path, "was edited after the season was recorded"


def _edited(record: SeasonRecord, again: SeasonRecord) -> Iterator[tuple[str, str]]:
    """Yield what was read then and is not the same now."""
    for path in sorted({*record.inputs, *again.inputs}):
        then, now = record.inputs.get(path), again.inputs.get(path)
        if then == now:
            continue
        name = path.partition("#")[0]
        match then, now:
            case None, _:
                yield name, "was added after the season was recorded"
            case _, None:
                yield name, "is gone, or does not count any more"
            case _:
                yield name, "was edited after the season was recorded"


def _told_apart(record: SeasonRecord, again: SeasonRecord) -> Iterator[str]:
    """Yield, phase by phase, which orders and which positions differ."""
    if record.handed != again.handed:
        yield "other powers handed in orders"
    then = {phase.phase: phase for phase in record.phases}
    now = {phase.phase: phase for phase in again.phases}
    for phase in [*then, *(phase for phase in now if phase not in then)]:
        if phase not in now:
            yield f"{phase} is recorded but is not played"
        elif phase not in then:
            yield f"{phase} is played but not recorded"
        elif then[phase] != now[phase]:
            yield from _told_apart_in(then[phase], now[phase])


def _told_apart_in(then: PhaseRecord, now: PhaseRecord) -> Iterator[str]:
    before, after = dict(_by_order(then)), dict(_by_order(now))
    said = False
    for text in [*before, *(text for text in after if text not in before)]:
        one, other = before.get(text), after.get(text)
        if one != other:
            said = True
            yield f"{then.phase} {text}: recorded {_word(one)}, judged {_word(other)}"
    units, today = _units(then.after), _units(now.after)
    if units != today:
        said = True
        differ = sorted(units ^ today)
        yield f"{then.phase}: the position after it differs: {', '.join(differ)}"
    if not said:
        parts = ("changes", "owners, map or what is kept besides")
        yield f"{then.phase}: the {' or the '.join(parts)} differ"


def _by_order(phase: PhaseRecord) -> Iterator[tuple[str, Ruling]]:
    board = phase.before.board
    for ruling in phase.report.rulings:
        yield f"{ruling.order.power}: {write(ruling.order, board)}", ruling


def _word(ruling: Ruling | None) -> str:
    if ruling is None:
        return "nothing"
    return f"{ruling.verdict.word} ({ruling.verdict.reason.key})"


def _units(state: GameState) -> set[str]:
    return {f"{unit.power} {write_unit(unit, state.board)}" for unit in state.units.values()}


def _seals(game: Game, season: Season) -> Iterator[Difference]:
    """Check that the published orders are the sealed ones."""
    for power, receipt in season.closing.receipts.items() if season.closing else ():
        if receipt.open_key:
            said = _seal(game, season, power, receipt)
            if said:
                yield _wrong(season, said)
    for key, item in season.closing.press.items() if season.closing else ():
        said = _press_seal(game, season, key, item)
        if said:
            yield _wrong(season, said)


def _press_seal(game: Game, season: Season, key: str, receipt: PressReceipt) -> str:
    """Return what is wrong with a sealed item of press; one for some powers only is not opened."""
    slot = slot_of(f"{key}.md", game.slug, season.slug, season.shown, game.settings.powers)
    if isinstance(slot, str):
        return f"{season.shown}/close.toml: there is no press {key}"
    try:
        sealed = read_plain(season.folder / f"{slot.name}.age", SEALED_LIMIT)
        if not receipt.open_key:
            changed = digest(sealed) != receipt.sealed_sha256
            return (
                str(SealError("S09", slot.name, "the sealed file was changed")) if changed else ""
            )
        published = (receipt.open_key, receipt.sealed_sha256, receipt.opened_sha256)
        opened = verified_press(sealed, slot, published, game.settings.powers)
        name = f"{OPENED}/{slot.key}.md"
        printed = read_plain(season.folder / name, SEALED_LIMIT)
    except (FileError, SealError) as error:
        return str(error)
    return "" if printed == opened.seal.content else str(SealError("S09", name))


def _seal(game: Game, season: Season, power: Power, receipt: Receipt) -> str:
    slot = Slot(game=game.slug, season=season.slug, power=power, shown=season.shown)
    try:
        sealed = read_plain(season.folder / f"{slot.name}.age", SEALED_LIMIT)
        opened = verified(
            sealed,
            slot,
            receipt.open_key,
            sealed_sha256=receipt.sealed_sha256,
            opened_sha256=receipt.opened_sha256,
        )
        name = f"opened/{power_slug(power)}.toml"
        published = read_plain(season.folder / name, SEALED_LIMIT)
    except (FileError, SealError) as error:
        return str(error)
    return "" if published == opened.seal.content else str(SealError("S09", name))
