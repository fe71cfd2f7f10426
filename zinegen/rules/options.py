"""Options of the GM that several rule sets offer, and what they come to in one game.

Source: docs/rules/common.md, "14. Options".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from zinegen.board.passage import Passage
from zinegen.derived import derive_once
from zinegen.game.variant import Option, Variant
from zinegen.rules.adjustments import Measure
from zinegen.rules.coast_choice import Convention
from zinegen.rules.movement.convoys import ConvoyPolicy, Neighbours, Paradox, Routes
from zinegen.rules.movement.legality import Leniency
from zinegen.rules.movement.movement import RetreatPolicy

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

SEPARATE_DEADLINES = (replace(RHYTHM, default="separate"), *COMMON_OPTIONS[1:])
"""The same with a deadline for each phase unless the GM chooses."""

VICTORY = Option(
    name="victory", values=int, default=18, meaning="The number of centres that wins the game."
)

COAST_CHOICE = Option(
    name="coast_choice",
    values=tuple(str(convention) for convention in Convention),
    default=str(Convention.RANDOM),
    meaning="Where a fleet goes whose coast was divided or lost and whose owner chose nothing: a throw, or"
    " a convention agreed at the start of the game.",
)


def event_with_moves(*, default: bool) -> Option:
    """Return the option that says with what deadline events are handed in."""
    return Option(
        name="event_with_moves",
        values=(True, False),
        default=default,
        meaning="Events are handed in with the moves of the season, or for a deadline of their own.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """What the shared options come to in one game, unpacked once for all rules of its rule set."""

    passage: Passage
    convoys: ConvoyPolicy
    leniency: Leniency
    retreats: RetreatPolicy
    retreats_by_throw: bool
    """A throw sends the dislodged units for which nothing was written."""
    removals: Measure
    """How removals that nobody ordered are chosen."""
    coasts: Convention
    """Where fleets go whose owner chose no coast; a throw decides in rule sets that offer no choice."""


@derive_once
def policies(variant: Variant) -> Policies:
    """Return what the options of a game come to."""

    def by_edition(name: str, modern: str, old: str) -> str:
        """Return an option that goes with the edition unless the GM chose otherwise."""
        chosen = variant.option(name)
        if chosen != BY_BASE:
            return str(chosen)
        return old if variant.option("base") == "1971" else modern

    coasts = COAST_CHOICE
    asks = any(option.name == coasts.name for option in variant.options)
    return Policies(
        passage=variant.passage,
        convoys=ConvoyPolicy(
            routes=Routes(by_edition("convoy_routes", Routes.ANY, Routes.ALL)),
            neighbours=Neighbours(
                by_edition("convoy_to_neighbour", Neighbours.INTENT, Neighbours.OPPOSITE)
            ),
            paradox=Paradox(by_edition("convoy_paradox", Paradox.SZYKMAN, Paradox.RULE_1971)),
            swapped_bounces=bool(variant.option("dislodged_bounces_convoy_start")),
            longest=variant.longest_convoy,
        ),
        leniency=Leniency(
            infer_coast=bool(variant.option("infer_coast")),
            correct_coast=bool(variant.option("correct_coast")),
            ignore_kind=bool(variant.option("ignore_kind")),
        ),
        retreats=RetreatPolicy(
            start_after_convoy=by_edition("retreat_to_convoy_start", "True", "False") == "True"
        ),
        retreats_by_throw=variant.option(UNORDERED_RETREATS.name) == "throw",
        removals=Measure(by_edition("removal_distance", Measure.OWNED, Measure.HOME)),
        coasts=Convention(str(variant.option(coasts.name) if asks else coasts.default)),
    )
