"""Diplomacy, by Allan B. Calhamer: the standard game, from which the other rule sets are derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zinegen.board.board import Board, NamedStrait, Power
from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.game.variant import OwnMap, PhaseRule, Start, Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.rules.adjustments import adjustments
from zinegen.rules.compose import autumn_is_over, next_phase, only_when, then
from zinegen.rules.movement.movement import movement
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.rules.options import BOOK_OPTIONS, COMMON_OPTIONS, VICTORY, base_option, rulebook
from zinegen.rules.ownership import occupy, victory
from zinegen.rules.retreats import retreats


def join(province: str, *waters: str) -> NamedStrait:
    """Return the seas joined by name through a province, one water for each."""
    return NamedStrait(
        province=ProvinceKey(province), groups=tuple((ProvinceKey(water),) for water in waters)
    )


JOINS = (
    join("Con", "BLA", "AEG"),
    join("Kie", "HEL", "BAL"),
    join("Den", "SKA", "BAL"),
    join("Swe", "SKA", "BAL"),
)
"""The waterways of the printed board. Source: docs/rules/common.md, "5. Standard board"."""

UNITS = {
    "Austria": ("A Bud", "A Vie", "F Tri"),
    "England": ("A Lvp", "F Edi", "F Lon"),
    "France": ("A Mar", "A Par", "F Bre"),
    "Germany": ("A Ber", "A Mun", "F Kie"),
    "Italy": ("A Rom", "A Ven", "F Nap"),
    "Russia": ("A Mos", "A War", "F Sev", "F StP/sc"),
    "Turkey": ("A Con", "A Smy", "F Ank"),
}
"""Where everybody begins."""

START = Start(
    phase=Phase(season=Season.SPRING, year=1901, kind=PhaseKind.MOVES),
    powers=tuple(Power(power) for power in UNITS),
    units=tuple((Power(power), unit) for power, units in UNITS.items() for unit in units),
)


def standard_rules(variant: Variant, game: Rulebook) -> Mapping[PhaseKind, PhaseRule]:
    """Return the rules of the standard game by a rulebook."""
    year_end = only_when(autumn_is_over, then(occupy, victory(int(str(variant.option("victory"))))))
    return {
        PhaseKind.MOVES: then(
            movement(game),
            year_end,
        ),
        PhaseKind.RETREATS: then(retreats(by_throw=game.retreats_by_throw), year_end),
        PhaseKind.ADJUSTMENTS: adjustments(game),
    }


def leave_board(_variant: Variant, board: Board) -> Board:
    """Return the board of another map as it is: nothing on it is named by a rule set."""
    return board


def play_on_own_map(variant: Variant, own_map: OwnMap) -> Variant:
    """Return a rule set on another map: with its powers, units, waterways, and centres to win."""
    options = (
        replace(option, default=own_map.victory) if option.name == VICTORY.name else option
        for option in variant.options
    )
    return replace(
        variant,
        own_map=own_map,
        start=own_map.start,
        overlays=(),
        joins=(),
        prepare_board=leave_board,
        options=tuple(options),
    )


STANDARD = Variant(
    id="standard",
    title="Standard Diplomacy",
    author="Allan B. Calhamer",
    summary=N_("Seven powers of 1901, no dice, and no ally who cannot change his mind."),
    start=START,
    make_rules=lambda variant: standard_rules(variant, rulebook(variant)),
    next_phase=next_phase,
    on_map=play_on_own_map,
    joins=JOINS,
    options=(base_option("modern"), *BOOK_OPTIONS, *COMMON_OPTIONS, VICTORY),
)
"""The standard game."""
