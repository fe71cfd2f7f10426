"""Post-Atomic Diplomacy, Europe 2020, by Fred Hemmings: nobody knows where the centres are.

Source: docs/rules/post-atomic.md, "1. Board", "2. Set-up", "3. Phases of a year",
"6. Centres and ownership", "9. Options", ruling 24.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from zinegen.board.board import Board, Power
from zinegen.board.passage import Passage
from zinegen.game.changes import CentreTaken, Change
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, Phase, PhaseKind, Season, Secrets
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import KnownCentres, Option, PhaseRule, Start, Variant
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.rules.compose import autumn_is_over, only_when, then
from zinegen.rules.options import (
    BOOK_OPTIONS,
    COAST_CHOICE,
    COMMON_OPTIONS,
    REMOVAL_DISTANCE,
    VICTORY,
    base_option,
    rulebook,
)
from zinegen.rules.ownership import Visits, note_visits, occupy, victory
from zinegen.variants.post_atomic.knowledge import (
    FactLearnt,
    Knowledge,
    RuleWithNotices,
    TotalsPublished,
    learn_first_facts,
)
from zinegen.variants.post_atomic.movement import (
    movement_over_ranges,
    passage_over_ranges,
    retreats_over_ranges,
)
from zinegen.variants.post_atomic.mutants import (
    MUTANT_FORMS,
    PaidBuild,
    adjustments_with_mutants,
    upkeep_with_mutants,
)
from zinegen.variants.post_atomic.placement import (
    CountryDraw,
    Enlist,
    RaiseRange,
    StartingUnit,
    placement,
    placement_forms,
)
from zinegen.variants.standard import STANDARD, UNITS


def note_units_at_home(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule that notes, as a season of the first year begins, which units are in their own country.

    Spring notes the starting positions, when those count; autumn notes the positions after spring. The note
    covers every province, centre or not: where units stand is public, so the note is public too.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        counts = start_counts or state.phase.season is not Season.SPRING
        if state.phase.year != year or not counts:
            return Report()
        return note_visits(state, lambda unit: state.board[unit.province].home == unit.power)

    return rule


def first_ownership(year: int, *, start_counts: bool) -> PhaseRule:
    """Return the rule of ownership after an autumn: by occupation, and in the first year also by visits."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = occupy(state, sheet)
        if state.phase.year != year:
            return report
        transfers = tuple(_transfer_vacant_centres(state, start_counts=start_counts))
        changes = sorted((*report.changes, *transfers), key=_province)
        return Report(changes=tuple(changes))

    return rule


def _province(change: Change) -> ProvinceKey | str:
    return change.province if isinstance(change, CentreTaken) else ""


def _transfer_vacant_centres(state: GameState, *, start_counts: bool) -> Iterator[CentreTaken]:
    """Yield the vacant home centres that their own country gains by a visit, or loses for want of one."""
    visits = Visits.of(state.extra).visits
    for face in state.board.centres:
        home, owner = state.board[face].home, state.owners.get(face)
        if home is None or face in state.units:
            continue
        after: Power | None = owner
        if visits.get(face) == home:
            after = home
        elif owner == home and not start_counts:
            after = None
        if after != owner:
            yield CentreTaken(province=face, power=after)


def publish_totals(*, only_winners: bool = False) -> PhaseRule:
    """Return the rule that publishes how many centres each power owns, or only each winner of the game.

    The totals published before for the other powers stay.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        whose = (state.winners or ()) if only_winners else state.powers
        if not whose:
            return Report()
        counts_by_power = {power: len(state.centres_of(power)) for power in whose}
        totals = {**state.extra.published_totals, **counts_by_power}
        return Report(changes=(TotalsPublished(totals=dict(sorted(totals.items()))),))

    return rule


FIRST_YEAR = 2021
"""The year of the first moves; the winter before is the set-up."""

ISLANDS = ("Blr", "Cre", "Cyp", "Got", "Ice", "Ire", "Klg", "Sar", "Sic")
"""Provinces that the regular board does not have."""

NORTHERN_STARTS = (ProvinceKey("StP"), ProvinceKey("Arc"))
"""Where Russia's northern unit may start, the regular place first."""


def _country_draw(country: str, centres: int, candidates: str) -> CountryDraw:
    names = tuple(ProvinceKey(name) for name in candidates.split())
    return CountryDraw(country=country, centres=centres, candidates=names)


COUNTRY_DRAWS = (
    _country_draw("Austria", 3, "Boh Bud Gal Tri Tyr Vie"),
    _country_draw("England", 3, "Cly Edi Lvp Lon Wal Yor"),
    _country_draw("France", 3, "Bre Bur Gas Mar Par Pic"),
    _country_draw("Germany", 3, "Ber Kie Mun Pru Ruh Sil"),
    _country_draw("Italy", 3, "Apu Nap Pie Rom Tus Ven"),
    _country_draw("Russia", 4, "Arc Fin Lvn Mos Sev StP Ukr War"),
    _country_draw("Turkey", 3, "Ank Arm Con Cyp Smy Syr"),
    _country_draw(
        "neutral", 12, "Alb Blr Bel Bul Cre Den Got Gre Hol Ice NAf Nwy Por Rum Ser Spa Swe Swi Tun"
    ),
)
"""How many centres each country has, and the provinces among which they are drawn.

Source: docs/rules/post-atomic.md, "2.1 The draw of centres".
"""

REGULAR_UNITS = tuple(
    (Power(power), unit.removesuffix("/sc")) for power, units in UNITS.items() for unit in units
)
"""The regular units; St Petersburg has one coast on this board."""

NEW_COASTS = replace(
    COAST_CHOICE,
    meaning=N_(
        "The coast of a fleet built in a province with two; no home centre of this map has two."
    ),
)
PUBLIC_DISTANCE = replace(
    REMOVAL_DISTANCE,
    meaning=N_(
        "Of no account here: removals nobody ordered begin with the unit farthest from the provinces in"
        " which its power's home centres may lie, because any other measure would tell secrets."
    ),
)
MUTANT_UPKEEP = Option(
    name="mutant_upkeep",
    values=(2, 1),
    default=2,
    meaning=N_("The centres that a mutant force needs each winter."),
)
START_OCCUPANCY_COUNTS = Option(
    name="start_occupancy_counts",
    values=(True, False),
    default=True,
    meaning=N_(
        "A home centre on which an own unit starts counts in the first winter, wherever the unit went."
    ),
)
CLIFF_BLOCKS_COASTING = Option(
    name="cliff_blocks_coasting",
    values=(False, True),
    default=False,
    meaning=N_(
        "A range between a province and a sea stops also fleets that follow the shore of that sea."
    ),
)
PUBLISH_TOTALS = Option(
    name="publish_totals",
    values=(True, False),
    default=True,
    meaning=N_("After every winter it is published how many centres each power owns."),
)
PUBLISH_REASON = Option(
    name="publish_reason",
    values=(False, True),
    default=False,
    meaning=N_("The public report says which orders failed because of a mountain range."),
)


def _remove_centres(_variant: Variant, board: Board) -> Board:
    """Return the board without centres, Switzerland open, and home countries as in the draw.

    Source: docs/rules/post-atomic.md, "1. Board", "2.1 The draw of centres".
    """
    homes = {
        face: Power(entry.country)
        for entry in COUNTRY_DRAWS
        if Power(entry.country) in STANDARD.start.powers
        for face in entry.candidates
    }
    provinces = {
        face: replace(province, centre=False, home=homes.get(face))
        for face, province in board.provinces.items()
    }
    swi = ProvinceKey("Swi")
    provinces[swi] = replace(provinces[swi], passable=True)
    return replace(board, provinces=provinces)


def _starting_units() -> tuple[StartingUnit, ...]:
    found = []
    for power, text in REGULAR_UNITS:
        kind, _, name = text.partition(" ")
        provinces = (
            NORTHERN_STARTS if ProvinceKey(name) in NORTHERN_STARTS else (ProvinceKey(name),)
        )
        found.append(StartingUnit(power=power, provinces=provinces, kind=Kind(kind)))
    return tuple(found)


def _first_owners(board: Board, units: Mapping[ProvinceKey, Unit]) -> Mapping[ProvinceKey, Power]:
    """Return the home centres on which units of their own country start."""
    return {
        face: unit.power
        for face, unit in units.items()
        if board[face].centre and board[face].home == unit.power
    }


def _begin(variant: Variant, state: GameState, told: KnownCentres) -> GameState:
    """Return the position with the mark that it is secret, and what powers know by standing there."""
    secrets = Secrets(reasons_told=bool(variant.option("publish_reason")))
    marked = replace(state, secrets=secrets)
    return marked if state.phase.kind is PhaseKind.PLACEMENT else learn_first_facts(marked, told)


def _passage(variant: Variant) -> Passage:
    return passage_over_ranges(cliffs_block_coasting=bool(variant.option("cliff_blocks_coasting")))


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    game = rulebook(variant)
    start_counts = bool(variant.option("start_occupancy_counts"))
    upkeep = int(str(variant.option("mutant_upkeep")))
    won = victory(int(str(variant.option("victory"))))
    year_end = only_when(
        autumn_is_over,
        then(
            first_ownership(FIRST_YEAR, start_counts=start_counts),
            won,
            publish_totals(only_winners=True),
        ),
    )
    winter = adjustments_with_mutants(game, upkeep=upkeep)
    # A winter in which nobody has won yet can have a winner only when the game begins in it.
    winter = then(winter, only_when(lambda state: state.winners is None, won))
    if variant.option("publish_totals"):
        winter = then(winter, publish_totals())
    phases = {
        PhaseKind.PLACEMENT: placement(COUNTRY_DRAWS, _starting_units()),
        PhaseKind.MOVES: then(
            note_units_at_home(FIRST_YEAR, start_counts=start_counts),
            movement_over_ranges(game),
            year_end,
        ),
        PhaseKind.RETREATS: then(retreats_over_ranges(by_throw=game.retreats_by_throw), year_end),
        PhaseKind.ADJUSTMENTS: winter,
    }
    return {
        kind: RuleWithNotices(rule=rule, upkeep=upkeep_with_mutants(upkeep))
        for kind, rule in phases.items()
    }


POST_ATOMIC = replace(
    STANDARD,
    id="post-atomic",
    title="Post-Atomic Diplomacy",
    author="Fred Hemmings",
    summary=N_(
        "Europe in 2020: nobody knows where the centres are, what mountains have risen, or what walks."
    ),
    start=Start(
        phase=Phase(season=Season.WINTER, year=FIRST_YEAR - 1, kind=PhaseKind.PLACEMENT),
        powers=STANDARD.start.powers,
        units=(),
        later=REGULAR_UNITS,
    ),
    make_rules=_rules,
    make_passage=_passage,
    on_map=None,
    overlays=("Arc", *ISLANDS),
    prepare_board=_remove_centres,
    first_owners=_first_owners,
    extra=Knowledge(),
    recorded={
        "Enlist": Enlist,
        "FactLearnt": FactLearnt,
        "PaidBuild": PaidBuild,
        "RaiseRange": RaiseRange,
        "TotalsPublished": TotalsPublished,
    },
    begin=_begin,
    no_press={PhaseKind.PLACEMENT: "there is no diplomacy before the mountains are placed"},
    asks={
        PhaseKind.PLACEMENT: N_(
            "Choose for each home province whether an army or a fleet starts there,"
            " and one or two borders of your country on which a mountain range rises."
        ),
    },
    extra_forms=(*placement_forms(_starting_units()), *MUTANT_FORMS),
    options=(
        base_option("1971"),
        MUTANT_UPKEEP,
        START_OCCUPANCY_COUNTS,
        CLIFF_BLOCKS_COASTING,
        PUBLISH_TOTALS,
        PUBLISH_REASON,
        NEW_COASTS,
        *(PUBLIC_DISTANCE if option is REMOVAL_DISTANCE else option for option in BOOK_OPTIONS),
        *COMMON_OPTIONS,
        VICTORY,
    ),
)
"""The one in which everything that matters is secret."""
