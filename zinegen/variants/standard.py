"""Diplomacy, by Allan B. Calhamer: the standard game, and the shelf that the other rule sets build on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from zinegen.board.board import Join, Power
from zinegen.board.passage import Passage
from zinegen.game.state import Phase, PhaseKind, Season
from zinegen.game.variant import Option, PhaseRule, Start, Variant
from zinegen.geometry.mesh import Face
from zinegen.rules.adjustments import adjustments
from zinegen.rules.compose import autumn_is_over, following, only_when, then
from zinegen.rules.movement.convoys import ConvoyPolicy, Neighbours, Paradox, Routes
from zinegen.rules.movement.legality import Leniency
from zinegen.rules.movement.movement import RetreatPolicy, movement
from zinegen.rules.removal_distance import Measure
from zinegen.rules.retreats import retreats
from zinegen.rules.victory import ownership, victory


def join(province: str, *waters: str) -> Join:
    """Return the seas joined by name through a province, one water for each."""
    return Join(province=Face(province), groups=tuple((Face(water),) for water in waters))


JOINS = (
    join("Con", "BLA", "AEG"),
    join("Kie", "HEL", "BAL"),
    join("Den", "SKA", "BAL"),
    join("Swe", "SKA", "BAL"),
)
"""The waterways of the printed board. Source: rules/common.md section 5."""

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

BY_BASE = "base"
"""The value of an option that goes with the edition chosen as ``base``."""


def _by_base(choices: type[StrEnum]) -> tuple[str, ...]:
    """Return the values of an option that goes with the edition unless the GM chooses."""
    return (BY_BASE, *(choice.value for choice in choices))


def base_option(default: str) -> Option:
    """Return the option that chooses the edition of the rulebook."""
    return Option(
        name="base",
        values=("1971", "modern"),
        default=default,
        meaning="The rulebook that counts for convoys, retreats and removals: that of 1971, or"
        " those of 2000 and 2023 with Szykman's rule for paradoxes.",
    )


RHYTHM = Option(
    name="rhythm",
    values=("two-deadline", "separate"),
    default="two-deadline",
    meaning="Retreats and builds are handed in with the moves, or each phase has its deadline.",
)

BOOK_OPTIONS = (
    Option(
        name="convoy_routes",
        values=_by_base(Routes),
        default=BY_BASE,
        meaning="A convoy over several ordered routes fails only when no route is open (any, modern)"
        " or as soon as any is broken (all, 1971). DATC 4.A.1.",
    ),
    Option(
        name="convoy_paradox",
        values=_by_base(Paradox),
        default=BY_BASE,
        meaning="A convoy whose attack decides whether it is broken: the army stays (szykman, modern);"
        " it cuts no support of an attack on its own fleets, else as Szykman (1971); or every move in"
        " the circle fails (all-hold). DATC 4.A.2.",
    ),
    Option(
        name="convoy_to_neighbour",
        values=_by_base(Neighbours),
        default=BY_BASE,
        meaning="An army goes to a neighbouring province by sea: when an own fleet convoys it or"
        " 'via convoy' is written (intent, modern); the same, but by land if that is broken"
        " (fallback); only with 'via convoy' (via); or when anybody convoys it and the unit there"
        " comes the opposite way (opposite, 1971). DATC 4.A.3.",
    ),
    Option(
        name="retreat_to_convoy_start",
        values=(BY_BASE, True, False),
        default=BY_BASE,
        meaning="A unit may retreat to where its attacker set out by convoy (true, modern) or not"
        " (false, 1971). DATC 4.A.5.",
    ),
    Option(
        name="dislodged_bounces_convoy_start",
        values=(True, False),
        default=True,
        meaning="A unit dislodged by an army that came by convoy from where the unit wanted to go still"
        " bounces others there (true) or not (false). DATC 4.A.7.",
    ),
    Option(
        name="infer_coast",
        values=(True, False),
        default=True,
        meaning="A coast left out is taken when only one can be reached (true), or the fleet holds"
        " (false). DATC 4.B.2.",
    ),
    Option(
        name="correct_coast",
        values=(False, True),
        default=False,
        meaning="A coast that cannot be reached makes the order void (false), or is taken for the one"
        " that can (true). DATC 4.B.3.",
    ),
    Option(
        name="ignore_kind",
        values=(True, False),
        default=True,
        meaning="An order that calls an army a fleet, or the other way, counts all the same (true) or is"
        " void (false). DATC 4.C.2.",
    ),
    Option(
        name="removal_distance",
        values=_by_base(Measure),
        default=BY_BASE,
        meaning="Removals nobody ordered begin with the unit farthest from its power's owned centres over"
        " any terrain (owned, modern), or from its home centres, fleets by fleet moves (home, 1971)."
        " DATC 4.D.8.",
    ),
)
"""What DATC leaves to the GM, with its preferences as defaults; shared by all rule sets."""

UNORDERED_RETREATS = Option(
    name="unordered_retreats",
    values=("disband", "throw"),
    default="disband",
    meaning="A dislodged unit for which nothing was written is disbanded, or a throw chooses among the"
    " places it can go to.",
)

COMMON_OPTIONS = (
    RHYTHM,
    UNORDERED_RETREATS,
    Option(
        name="publish_unused_conditions",
        values=(True, False),
        default=False,
        meaning="Conditional orders that were not used are published too.",
    ),
)

VICTORY = Option(
    name="victory", values=int, default=18, meaning="The number of centres that wins the game."
)


def _book(variant: Variant, name: str, modern: str, old: str) -> str:
    """Return an option that goes with the edition unless the GM chose otherwise."""
    chosen = variant.option(name)
    if chosen != BY_BASE:
        return str(chosen)
    return old if variant.option("base") == "1971" else modern


def convoy_policy(variant: Variant) -> ConvoyPolicy:
    """Return how a game treats convoys, by its options."""
    return ConvoyPolicy(
        routes=Routes(_book(variant, "convoy_routes", Routes.ANY, Routes.ALL)),
        neighbours=Neighbours(
            _book(variant, "convoy_to_neighbour", Neighbours.INTENT, Neighbours.OPPOSITE)
        ),
        paradox=Paradox(_book(variant, "convoy_paradox", Paradox.SZYKMAN, Paradox.RULE_1971)),
        swapped_bounces=bool(variant.option("dislodged_bounces_convoy_start")),
    )


def leniency(variant: Variant) -> Leniency:
    """Return how much of a slip a game forgives, by its options."""
    return Leniency(
        infer_coast=bool(variant.option("infer_coast")),
        correct_coast=bool(variant.option("correct_coast")),
        ignore_kind=bool(variant.option("ignore_kind")),
    )


def retreat_policy(variant: Variant) -> RetreatPolicy:
    """Return where dislodged units may go, by a game's options."""
    return RetreatPolicy(
        start_after_convoy=_book(variant, "retreat_to_convoy_start", "True", "False") == "True"
    )


def retreats_by_throw(variant: Variant) -> bool:
    """Return whether a throw sends the dislodged units for which nothing was written."""
    return variant.option(UNORDERED_RETREATS.name) == "throw"


def removal_measure(variant: Variant) -> Measure:
    """Return how removals that nobody ordered are chosen, by a game's options."""
    return Measure(_book(variant, "removal_distance", Measure.OWNED, Measure.HOME))


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    passage: Passage = variant.passage(variant)
    year_end = only_when(
        autumn_is_over, then(ownership(), victory(int(str(variant.option("victory")))))
    )
    return {
        PhaseKind.MOVES: then(
            movement(
                passage=passage,
                convoys=convoy_policy(variant),
                leniency=leniency(variant),
                retreats=retreat_policy(variant),
            ),
            year_end,
        ),
        PhaseKind.RETREATS: then(retreats(by_throw=retreats_by_throw(variant)), year_end),
        PhaseKind.ADJUSTMENTS: adjustments(measure=removal_measure(variant), passage=passage),
    }


STANDARD = Variant(
    id="standard",
    title="Standard Diplomacy",
    author="Allan B. Calhamer",
    summary="Seven powers of 1901, no dice, and no ally who cannot change his mind.",
    start=START,
    rules=_rules,
    following=following,
    joins=JOINS,
    options=(base_option("modern"), *BOOK_OPTIONS, *COMMON_OPTIONS, VICTORY),
)
"""The standard game."""
