"""Some seasons of plausible orders in every rule set: what must hold whatever the rules say."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.blame import faults
from tests.seasons import Played, judged, seasons
from tests.variants.fleet_rome import FLEET_ROME
from tests.variants.winter_floods import WINTER_FLOODS
from zinegen.board import Power
from zinegen.drawing import draw_after, draw_before, draw_changes, draw_orders, to_svg
from zinegen.game import (
    GameState,
    Kind,
    Order,
    PhaseKind,
    Report,
    Unit,
    UnitBuilt,
    UnitLost,
    UnitRemoved,
    Variant,
    Word,
)
from zinegen.game.apply import apply
from zinegen.geometry import faults as map_faults
from zinegen.notation import write_unit
from zinegen.pages import phrase, tell_season
from zinegen.play import Setup, start_state
from zinegen.play.records import PhaseRecord, SeasonRecord, encode_record, read_record
from zinegen.redrawing import draw_board
from zinegen.variants import VARIANTS

SEASONS = int(os.environ.get("SEASONS", "6"))
"""So many are played; SEASONS=10 for a longer look."""
DRAWN = SEASONS - 4
"""So many of the seasons are drawn, for time's sake: the last ones, when most has changed."""

SMALL = {one.id: one for one in (FLEET_ROME, WINTER_FLOODS)}
"""Rule sets of the tests, which are played for fewer seasons."""
SETS = {**VARIANTS, **SMALL}

every = pytest.mark.parametrize("name", SETS)


@cache
def played(name: str, seed: int = 1) -> tuple[tuple[Played, ...], ...]:
    """Return the deadlines of a game, played once for all tests of this file."""
    return tuple(seasons(SETS[name], seed, 4 if name in SMALL else SEASONS))


def phases(name: str) -> Iterator[Played]:
    """Yield all phases of the game."""
    for season in played(name):
        yield from season


def pieces(units: Iterator[Unit]) -> Counter[Power]:
    """Return how many pieces each power has; a fleet with an army aboard is two."""
    found: Counter[Power] = Counter()
    for unit in units:
        found[unit.power] += 2 if unit.kind is Kind.ARMY_ABOARD else 1
    return found


def all_units(state: GameState) -> Iterator[Unit]:
    """Yield the units of a position, those without a place among them."""
    yield from state.units.values()
    yield from (lost.unit for lost in state.dislodged.values())


@every
def test_seasons_leave_whole_maps_and_reports_that_make_them(name: str) -> None:
    for one in phases(name):
        assert not map_faults(one.after.board.mesh)
        assert not faults(one.report)
        made = apply(one.before, one.report.changes)
        assert replace(made, phase=one.after.phase, standoffs=one.after.standoffs) == one.after
        assert set(one.after.owners) <= set(one.after.board.centres)


@every
def test_every_unit_is_somewhere_or_its_end_is_told(name: str) -> None:
    for one in phases(name):
        changes = one.report.changes
        built = pieces(c.unit for c in changes if isinstance(c, UnitBuilt))
        gone = pieces(c.unit for c in changes if isinstance(c, UnitLost | UnitRemoved))
        there = pieces(all_units(one.after))
        assert there + gone == pieces(all_units(one.before)) + built, str(one.before.phase)
        assert all(unit.province == face for face, unit in one.after.units.items())


@every
def test_every_position_may_be_written_down_and_asked_about(name: str) -> None:
    """No unit that a game can have is taken for one in an impossible place, trapped or not."""
    for state in (one.after for one in phases(name)):
        for units in (state.units.values(), [lost.unit for lost in state.dislodged.values()]):
            lines: dict[Power, list[str]] = {}
            for unit in units:
                lines.setdefault(unit.power, []).append(write_unit(unit, state.board))
            asked = start_state(
                SETS[name], Setup(units=lines, phase=state.phase), board=state.board
            )
            assert {*asked.units.values()} == {*units}


@every
def test_every_line_is_answered_in_words(name: str) -> None:
    for one in phases(name):
        given = Counter(
            order
            for part in (one.sheet.orders, one.sheet.events)
            for lines in part.values()
            for order in lines
        )
        answered = Counter(ruling.order for ruling in one.report.rulings if ruling.given)
        assert not given - answered
        for ruling in one.report.rulings:
            assert phrase(ruling, one.before) or ruling.verdict.word is Word.SUCCEEDS


def verdicts(report: Report) -> Counter[tuple[Order, object]]:
    """Return what came of each order, without the sequence in which it is told."""
    return Counter((r.order, r.verdict.reason) for r in report.rulings)


@every
def test_the_sequence_of_powers_and_of_their_units_does_not_matter(name: str) -> None:
    dice = random.Random(7)
    for one in phases(name):
        powers = dice.sample(one.before.powers, len(one.before.powers))
        orders = {
            power: tuple(dice.sample(lines, len(lines)))
            for power in powers
            if (lines := one.sheet.orders.get(power))
        }
        events = {power: one.sheet.events[power] for power in powers if power in one.sheet.events}
        mixed = replace(one.sheet, orders=orders, events=events)
        after, report, _ = judged(SETS[name], one.before, mixed)
        assert after == one.after, str(one.before.phase)
        assert verdicts(report) == verdicts(one.report)


def record(variant: Variant, number: int, season: Iterable[Played | PhaseRecord]) -> SeasonRecord:
    """Return a deadline as an archive would keep it."""
    return SeasonRecord(
        engine="0",
        game="conformance",
        season=f"{1900 + number}-1-spring",
        variant=variant.id,
        options={},
        inputs={},
        players={},
        handed={},
        phases=tuple(
            PhaseRecord(before=one.before, report=one.report, after=one.after) for one in season
        ),
    )


@cache
def records(name: str) -> tuple[SeasonRecord, ...]:
    """Return the game as records, with the borders drawn."""
    made: list[SeasonRecord] = []
    board = None
    for number, season in enumerate(played(name)):
        kept = []
        for one in season:
            before = replace(one.before, board=board or draw_board(one.before.board))
            board = draw_board(apply(before, one.report.changes).board)
            after = replace(one.after, board=board)
            kept.append(PhaseRecord(before=before, report=one.report, after=after))
        made.append(record(SETS[name], number, kept))
    return tuple(made)


@every
def test_a_season_is_read_back_from_its_record_as_it_was_written(name: str) -> None:
    for one in records(name):
        content = encode_record(one)
        again = read_record(content, one.before)
        assert again == one
        assert encode_record(again) == content


@every
def test_every_change_can_be_drawn_and_the_season_told(name: str) -> None:
    for one in records(name)[-DRAWN:]:
        assert tell_season(one) or all(
            phase.phase.kind is not PhaseKind.MOVES for phase in one.phases
        )
        reports = [phase.report for phase in one.phases]
        scenes = [draw_before(one.before), draw_after(one.after, earlier=one.before)]
        scenes += [draw_orders(phase.before, phase.report) for phase in one.phases]
        changes = draw_changes(one.before, one.after, reports)
        scenes += [changes.scene] if changes.captions else []
        for scene in scenes:
            ET.fromstring(to_svg(scene))  # noqa: S314 - our own bytes


def digest(names: Mapping[str, Variant]) -> str:
    """Return a digest of two seasons of every rule set, down to the last byte of their records.

    Nothing is drawn: what is drawn has a test of its own, `tests/geometry/test_update_geometry.py`.
    """
    found = sha256()
    for name, variant in names.items():
        for number, season in enumerate(seasons(variant, 5, 2)):
            found.update(name.encode() + encode_record(record(variant, number, season)))
    return found.hexdigest()


def test_the_same_orders_give_the_same_bytes_whatever_the_hash_seed() -> None:
    program = "from tests.variants.test_conformance import *; print(digest(VARIANTS))"
    elsewhere = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert elsewhere.stdout.strip() == digest(VARIANTS)
