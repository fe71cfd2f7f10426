"""Options of the GM that several rule sets offer, and what they come to in one game.

Source: docs/rules/common.md, "14. Options".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from zinegen.derived import derive_once
from zinegen.game.variant import Option, Variant
from zinegen.languages.texts import N_
from zinegen.rules.coast_choice import Convention
from zinegen.rules.movement.convoys import ConvoyPolicy, Neighbours, Paradox, Routes
from zinegen.rules.movement.legality import Leniency
from zinegen.rules.movement.rulebook import EDITIONS, Measure, RetreatPolicy, Rulebook

_Choice = TypeVar("_Choice")

BY_BASE = "base"
"""The value of an option that goes with the edition chosen as ``base``."""


def _by_base(choices: type[StrEnum]) -> tuple[str, ...]:
    """Return the values of an option that goes with the edition unless the GM chooses."""
    return (BY_BASE, *(choice.value for choice in choices))


def base_option(default: str) -> Option:
    """Return the option that chooses the edition of the rulebook."""
    return Option(
        name="base",
        values=tuple(EDITIONS),
        default=default,
        meaning=N_(
            "The rulebook that counts for convoys, retreats and removals: that of 1971, or those of 2000"
            " and 2023 with Szykman's rule for paradoxes."
        ),
    )


RHYTHM = Option(
    name="rhythm",
    values=("two-deadline", "separate"),
    default="two-deadline",
    meaning=N_("Retreats and builds are handed in with the moves, or each phase has its deadline."),
)

REMOVAL_DISTANCE = Option(
    name="removal_distance",
    values=(BY_BASE, Measure.OWNED.value, Measure.HOME.value),
    default=BY_BASE,
    meaning=N_(
        "Removals nobody ordered begin with the unit farthest from its power's owned centres over"
        " any terrain (owned, modern), or from its home centres, fleets by fleet moves (home, 1971)."
        " DATC 4.D.8."
    ),
)

BOOK_OPTIONS = (
    Option(
        name="convoy_routes",
        values=_by_base(Routes),
        default=BY_BASE,
        meaning=N_(
            "A convoy over several ordered routes fails only when no route is open (any, modern)"
            " or as soon as any is broken (all, 1971). DATC 4.A.1."
        ),
    ),
    Option(
        name="convoy_paradox",
        values=_by_base(Paradox),
        default=BY_BASE,
        meaning=N_(
            "A convoy whose attack decides whether it is broken: the army stays (szykman, modern);"
            " it cuts no support of an attack on its own fleets, else as Szykman (1971); or every move in"
            " the circle fails (all-hold). DATC 4.A.2."
        ),
    ),
    Option(
        name="convoy_to_neighbour",
        values=_by_base(Neighbours),
        default=BY_BASE,
        meaning=N_(
            "An army goes to a neighbouring province by sea: when an own fleet convoys it or"
            " 'via convoy' is written (intent, modern); the same, but by land if that is broken"
            " (fallback); only with 'via convoy' (via); or when anybody convoys it and the unit there"
            " comes the opposite way (opposite, 1971). DATC 4.A.3."
        ),
    ),
    Option(
        name="retreat_to_convoy_start",
        values=(BY_BASE, True, False),
        default=BY_BASE,
        meaning=N_(
            "A unit may retreat to where its attacker set out by convoy (true, modern) or not"
            " (false, 1971). DATC 4.A.5."
        ),
    ),
    Option(
        name="dislodged_bounces_convoy_start",
        values=(True, False),
        default=True,
        meaning=N_(
            "A unit dislodged by an army that came by convoy from where the unit wanted to go still"
            " bounces others there (true) or not (false). DATC 4.A.7."
        ),
    ),
    Option(
        name="infer_coast",
        values=(True, False),
        default=True,
        meaning=N_(
            "A coast left out is taken when only one can be reached (true), or the fleet holds"
            " (false). DATC 4.B.2."
        ),
    ),
    Option(
        name="correct_coast",
        values=(False, True),
        default=False,
        meaning=N_(
            "A coast that cannot be reached makes the order void (false), or is taken for the one"
            " that can (true). DATC 4.B.3."
        ),
    ),
    Option(
        name="ignore_kind",
        values=(True, False),
        default=True,
        meaning=N_(
            "An order that calls an army a fleet, or the other way, counts all the same (true) or is"
            " void (false). DATC 4.C.2."
        ),
    ),
    REMOVAL_DISTANCE,
)
"""What DATC leaves to the GM, with its preferences as defaults; shared by all rule sets."""

UNORDERED_RETREATS = Option(
    name="unordered_retreats",
    values=("disband", "throw"),
    default="disband",
    meaning=N_(
        "A dislodged unit for which nothing was written is disbanded, or a throw chooses among the"
        " places it can go to."
    ),
)

PUBLISH_UNUSED_CONDITIONS = Option(
    name="publish_unused_conditions",
    values=(True, False),
    default=False,
    meaning=N_("Conditional orders that were not used are published too."),
)

COMMON_OPTIONS = (RHYTHM, UNORDERED_RETREATS, PUBLISH_UNUSED_CONDITIONS)

SEPARATE_DEADLINES = (replace(RHYTHM, default="separate"), *COMMON_OPTIONS[1:])
"""The same with a deadline for each phase unless the GM chooses."""

VICTORY = Option(
    name="victory", values=int, default=18, meaning=N_("The number of centres that wins the game.")
)

COAST_CHOICE = Option(
    name="coast_choice",
    values=tuple(str(convention) for convention in Convention),
    default=str(Convention.RANDOM),
    meaning=N_(
        "Where a fleet goes whose coast was divided or lost and whose owner chose nothing: a throw, or"
        " a convention agreed at the start of the game."
    ),
)


def event_with_moves(*, default: bool) -> Option:
    """Return the option that says with what deadline events are handed in."""
    return Option(
        name="event_with_moves",
        values=(True, False),
        default=default,
        meaning=N_(
            "Events are handed in with the moves of the season, or for a deadline of their own."
        ),
    )


@derive_once
def rulebook(variant: Variant) -> Rulebook:
    """Return what the edition and the options of a game come to."""
    edition = EDITIONS[str(variant.option("base"))]

    def choose(name: str, read: Callable[[str], _Choice], by_edition: _Choice) -> _Choice:
        """Return an option that goes with the edition unless the GM chose otherwise."""
        chosen = str(variant.option(name))
        return by_edition if chosen == BY_BASE else read(chosen)

    convoys, after_convoy = edition.convoys, edition.retreats.start_after_convoy
    asks = any(option.name == COAST_CHOICE.name for option in variant.options)
    return replace(
        edition,
        passage=variant.passage,
        convoys=ConvoyPolicy(
            routes=choose("convoy_routes", Routes, convoys.routes),
            neighbours=choose("convoy_to_neighbour", Neighbours, convoys.neighbours),
            paradox=choose("convoy_paradox", Paradox, convoys.paradox),
            swapped_bounces=bool(variant.option("dislodged_bounces_convoy_start")),
            longest=variant.longest_convoy,
        ),
        leniency=Leniency(
            infer_coast=bool(variant.option("infer_coast")),
            correct_coast=bool(variant.option("correct_coast")),
            ignore_kind=bool(variant.option("ignore_kind")),
        ),
        retreats=RetreatPolicy(
            start_after_convoy=choose("retreat_to_convoy_start", "True".__eq__, after_convoy)
        ),
        retreats_by_throw=variant.option(UNORDERED_RETREATS.name) == "throw",
        removals=choose("removal_distance", Measure, edition.removals),
        coasts=Convention(str(variant.option(COAST_CHOICE.name))) if asks else edition.coasts,
    )
