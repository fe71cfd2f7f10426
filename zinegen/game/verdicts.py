"""Verdicts: why an order did or did not come about, which orders are to blame, and the report of a phase.

Whether an order succeeds, fails or is void follows from the reason, never the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

from zinegen.board.board import Power
from zinegen.game.changes import Change
from zinegen.game.orders import Order
from zinegen.game.state import Throw
from zinegen.game.units import Unit
from zinegen.geometry.mesh import ProvinceKey


class Word(StrEnum):
    """The three words for a line (contract: scenario files)."""

    SUCCEEDS = "succeeds"
    FAILS = "fails"
    VOID = "void"


class Reason(Enum):
    """Every reason there is, with the word that follows from it.

    The value is ``(key, word)``; the key is what records and the machine interface print.
    """

    # Movement
    MOVED = ("moved", Word.SUCCEEDS)
    HELD = ("held", Word.SUCCEEDS)
    HELD_AGAINST = ("held-against", Word.SUCCEEDS)
    """The unit stayed although it was attacked; because: the attacks."""
    GAVE_SUPPORT = ("gave-support", Word.SUCCEEDS)
    SUPPORT_UNUSED = ("support-unused", Word.SUCCEEDS)
    """The support stood, but the supported move did not come about; because: that order."""
    CONVOYED = ("convoyed", Word.SUCCEEDS)
    CONVOY_UNUSED = ("convoy-unused", Word.SUCCEEDS)
    """The fleet stood, but the army did not arrive; because: the army's order."""
    BOUNCED_BY = ("bounced-by", Word.FAILS)
    """Another move to the same place was at least as strong; because: those moves."""
    DEFENDED_BY = ("defended-by", Word.FAILS)
    """The unit in the province held the move off; because: its order and supports."""
    LOST_HEAD_TO_HEAD = ("lost-head-to-head", Word.FAILS)
    OWN_UNIT_THERE = ("own-unit-there", Word.FAILS)
    """The move would dislodge a unit of the same power; because: that unit's order."""
    CUT_BY = ("cut-by", Word.FAILS)
    REFIT_STOPPED = ("refit-stopped", Word.FAILS)
    DISLODGED_BY = ("dislodged-by", Word.FAILS)
    """The unit was dislodged; because: the move, then the supports that helped it."""
    CONVOY_BROKEN = ("convoy-broken", Word.FAILS)
    """A needed fleet was dislodged; because: the attacks on it."""
    PARADOX = ("paradox", Word.FAILS)
    """The convoy paradox rule stopped it; because: the orders in the circle."""
    # What could not be considered
    NO_SUCH_UNIT = ("no-such-unit", Word.VOID)
    NOT_YOUR_UNIT = ("not-your-unit", Word.VOID)
    TWO_ORDERS = ("two-orders", Word.VOID)
    """Two different orders for one unit: neither counts; because: the other order."""
    UNREADABLE = ("unreadable", Word.VOID)
    WRONG_PHASE = ("wrong-phase", Word.VOID)
    IS_GONE = ("is-gone", Word.VOID)
    """The unit was there, but it is not any more; because: the order by which it went."""
    TOO_FAR = ("too-far", Word.VOID)
    NO_COMMON_COAST = ("no-common-coast", Word.VOID)
    """The provinces touch, but no water leads from the fleet's coast to the other."""
    COAST_TOO_FAR = ("coast-too-far", Word.VOID)
    """The province can be reached, but not on the coast that was named."""
    WRONG_GROUND = ("wrong-ground", Word.VOID)
    """An army to sea, or a fleet inland."""
    SAME_PLACE = ("same-place", Word.VOID)
    NO_ROUTE = ("no-route", Word.VOID)
    """No fleets were ordered to convoy the army there."""
    COAST_UNCLEAR = ("coast-unclear", Word.VOID)
    """Two coasts could be meant and none was named."""
    NO_SUCH_COAST = ("no-such-coast", Word.VOID)
    COAST_GONE = ("coast-gone", Word.VOID)
    """The coast that was named has vanished since the order was written; because: the events."""
    COAST_PARTED = ("coast-parted", Word.VOID)
    """The coast that was named has been divided, and several parts could be meant; because: the events."""
    CANNOT_SUPPORT = ("cannot-support", Word.VOID)
    """The supporter could not move there itself."""
    NO_SUCH_ORDER = ("no-such-order", Word.VOID)
    """The supported or convoyed unit was not ordered to do this; because: what it was ordered."""
    OF_VOID_ORDER = ("of-void-order", Word.VOID)
    """The supported or convoyed move was ordered, but is itself void; because: that order."""
    CANNOT_CONVOY = ("cannot-convoy", Word.VOID)
    """No fleet in water, or no army that it could convoy."""
    CARRIES_ALREADY = ("carries-already", Word.VOID)
    """The fleet has an army aboard, and convoys no other."""
    NO_CHAIN = ("no-chain", Word.VOID)
    """No way by sea over this fleet leads to that place, with the fleets that are there."""
    IN_DISORDER = ("in-disorder", Word.VOID)
    """The power is in civil disorder: its units hold."""
    IMPASSABLE = ("impassable", Word.VOID)
    TRAPPED = ("trapped", Word.VOID)
    RANGE_IN_WAY = ("range-in-way", Word.VOID)
    """A mountain range blocks the border; at: its two provinces; because: the order it hangs on."""
    UNTOLD = ("untold", Word.FAILS)
    """What the public reads where the reason is secret."""
    # Retreats
    RETREATED = ("retreated", Word.SUCCEEDS)
    DISBANDED = ("disbanded", Word.SUCCEEDS)
    RETREAT_THROWN = ("retreat-thrown", Word.SUCCEEDS)
    """Nothing was ordered for a dislodged unit, and a throw sent it there."""
    RETREAT_CONFLICT = ("retreat-conflict", Word.FAILS)
    """Two units retreated to the same place, and both are lost; because: the other retreat."""
    NOT_OPEN = ("not-open", Word.VOID)
    """The place is no place to retreat to."""
    NOT_DISLODGED = ("not-dislodged", Word.VOID)
    NOT_USED = ("not-used", Word.VOID)
    """An earlier wish for the same unit counts; because: that one."""
    NOT_CALLED_FOR = ("not-called-for", Word.VOID)
    """Handed in ahead, and not used; told where the GM wants such orders published."""
    NO_RETREAT_ORDER = ("no-retreat-order", Word.FAILS)
    """Nothing legal was ordered for a dislodged unit: it is disbanded."""
    # Adjustments
    BUILT = ("built", Word.SUCCEEDS)
    REMOVED = ("removed", Word.SUCCEEDS)
    REMOVED_BY_RULE = ("removed-by-rule", Word.SUCCEEDS)
    """Not ordered: the rule for missing removals took it."""
    WAIVED = ("waived", Word.SUCCEEDS)
    NOT_YOUR_CENTRE = ("not-your-centre", Word.VOID)
    NOT_HOME = ("not-home", Word.VOID)
    NOT_IN_CENTRE = ("not-in-centre", Word.VOID)
    OCCUPIED = ("occupied", Word.VOID)
    NO_SHORE = ("no-shore", Word.VOID)
    """A fleet cannot be built in a province without a coast."""
    NOT_DUE = ("not-due", Word.VOID)
    """More builds or removals than are due."""
    NO_SUCH_KIND = ("no-such-kind", Word.VOID)
    """No unit of that kind is built in this rule set."""
    NOT_PAID = ("not-paid", Word.VOID)
    """The builds and units that a costly unit takes are not there."""
    NO_UNIT_AT_HOME = ("no-unit-at-home", Word.VOID)
    """None of the units given in payment stands in an own home centre."""
    UNITS_APART = ("units-apart", Word.VOID)
    """The units given in payment do not stand next to each other."""
    GIVEN_IN_PAYMENT = ("given-in-payment", Word.VOID)
    """The unit to be removed, or to be given, was given in payment; because: the build that it paid for."""
    # The placement before the first year
    NOT_A_START = ("not-a-start", Word.VOID)
    """None of the power's units begins there."""
    RANGE_PLACED = ("range-placed", Word.SUCCEEDS)
    NOT_OWN_BORDER = ("not-own-border", Word.VOID)
    """Neither side of the border lies in the power's home country."""
    BAD_CONDITION = ("bad-condition", Word.VOID)
    """The condition asks for something that the power may not know, or for other orders than it may."""
    CONDITION_UNMET = ("condition-unmet", Word.VOID)
    """Its condition does not hold, and for that case it asks for nothing."""
    # Borders that are cut and provinces that are joined
    BORDER_MOVED = ("border-moved", Word.SUCCEEDS)
    """The border was cut and its ends connected; because: those who ordered the same."""
    PROVINCES_JOINED = ("provinces-joined", Word.SUCCEEDS)
    """The link was laid; because: those who ordered the same."""
    RIVAL_EVENT = ("rival-event", Word.FAILS)
    """Another event of the same strength touches the same place; because: those who ordered it."""
    OVERRULED_BY = ("overruled-by", Word.FAILS)
    """A stronger event touches the same place; because: those who ordered it."""
    WOULD_DIVIDE = ("would-divide", Word.FAILS)
    """With other links it would cut the province ``at`` in two; because: those who ordered them."""
    NO_SUCH_BORDER = ("no-such-border", Word.VOID)
    """The provinces ``at`` do not touch."""
    NO_SUCH_SEGMENT = ("no-such-segment", Word.VOID)
    """They touch, but not on the coast or with the number that was named."""
    OTHER_ENDS = ("other-ends", Word.VOID)
    """The border ends at other provinces; at: the two of each border that could be meant."""
    RING_BORDER = ("ring-border", Word.VOID)
    """The border runs round an island and has no ends."""
    AMBIGUOUS = ("ambiguous", Word.VOID)
    """More than one event could be meant."""
    NO_LINK = ("no-link", Word.VOID)
    """No province lies between the two on different shores of it; at: those that would be divided."""
    TWO_EVENTS = ("two-events", Word.VOID)
    """A power may order one event a season; because: the other."""
    NO_STANDING = ("no-standing", Word.VOID)
    """The power has not what it takes to order events."""
    OPTION_COUNTED = ("option-counted", Word.SUCCEEDS)
    OPTION_DROPPED = ("option-dropped", Word.VOID)
    """The option applies to nothing that happened."""
    OPTION_CLOSED = ("option-closed", Word.VOID)
    """What happened to the waterway leaves no such choice; because: the option that is more exact."""
    OPTION_OF_ANOTHER = ("option-of-another", Word.VOID)
    """It happened by events of others, and they have the choice."""
    OPTIONS_CANCEL = ("options-cancel", Word.VOID)
    """The power asked for different things, and neither is its vote; because: the others."""
    OPTION_OUTVOTED = ("option-outvoted", Word.FAILS)
    """It was a vote, and another choice had more; because: the votes for that."""
    OPTION_TIED = ("option-tied", Word.FAILS)
    """It was a vote, and no choice had most, so the default holds; because: the other votes."""
    COAST_CHOSEN = ("coast-chosen", Word.SUCCEEDS)
    """The fleet lies on the coast that its owner chose."""
    # Armies aboard fleets
    BOARDED = ("boarded", Word.SUCCEEDS)
    LANDED = ("landed", Word.SUCCEEDS)
    BECAME_FLEET = ("became-fleet", Word.SUCCEEDS)
    BOARDING_ATTACKED = ("boarding-attacked", Word.FAILS)
    """The fleet was attacked from another water; because: the attacks."""
    BOARDING_BUSY = ("boarding-busy", Word.FAILS)
    """The fleet was ordered to support another unit; because: that order."""
    BOARDING_CLASH = ("boarding-clash", Word.FAILS)
    """Two armies wanted to board one fleet; because: the others."""
    WAITED_FOR_ARMY = ("waited-for-army", Word.FAILS)
    """The fleet's army failed to board, and without it the fleet stays."""
    LANDING_FAILED = ("landing-failed", Word.FAILS)
    """The fleet stays because its army could not land; because: the order to land."""
    WENT_ALONG = ("went-along", Word.FAILS)
    """A supported unit took the place of the fleet, and the army went with it; because: that move."""
    CANNOT_BOARD = ("cannot-board", Word.VOID)
    """No own empty fleet in a water at the army's coast."""
    NOT_ABOARD = ("not-aboard", Word.VOID)
    """No own army is aboard a fleet there."""
    NOT_SAILED = ("not-sailed", Word.VOID)
    """The fleet did not get to the water from which its army was to land; because: its order."""
    CARRIED_ARMY = ("carried-army", Word.VOID)
    """The fleet takes an army over its own water, which is its move; because: the order to land."""
    # Transformations of the ground
    TRANSFORMED = ("transformed", Word.SUCCEEDS)
    """It came about; because: those who ordered the same, and the supports."""
    UNDONE = ("undone", Word.SUCCEEDS)
    """It was strong enough, but another one undid it; because: that one."""
    STABILISED = ("stabilised", Word.FAILS)
    """The ground was stabilised at least as strongly; because: the stabilisations."""
    GROUND_GONE = ("ground-gone", Word.FAILS)
    """There was no land left for a centre; because: the transformations that took it."""
    EVENT_SUPPORTED = ("event-supported", Word.SUCCEEDS)
    """The support counted, whatever came of it; because: what it was given to."""
    STABILISATION_COUNTED = ("stabilisation-counted", Word.SUCCEEDS)
    COUNTED_IN_PART = ("counted-in-part", Word.SUCCEEDS)
    """Of several stabilisations on one line some were left; because: the line that counts instead."""
    OFF_THE_BOARD = ("off-the-board", Word.VOID)
    NOT_WATER = ("not-water", Word.VOID)
    NOT_LAND = ("not-land", Word.VOID)
    IS_WATER = ("is-water", Word.VOID)
    IS_ICED = ("is-iced", Word.VOID)
    NOT_ICED = ("not-iced", Word.VOID)
    NO_ICE_NEAR = ("no-ice-near", Word.VOID)
    """It does not touch the top of the board, and nothing beside it is iced."""
    ICE_ALL_ROUND = ("ice-all-round", Word.VOID)
    """Ice can only go where something beside it is free of ice."""
    HAS_CENTRE = ("has-centre", Word.VOID)
    ONLY_IN_SPRING = ("only-in-spring", Word.VOID)
    NO_SUCH_EVENT = ("no-such-event", Word.VOID)
    """The supported power has ordered no such thing."""
    OF_OWN_EVENT = ("of-own-event", Word.VOID)
    """A power cannot support itself in this."""
    NONE_LEFT = ("none-left", Word.VOID)
    """All the stabilisations that the power's centres allow were used up."""
    STABILISES_NOTHING = ("stabilises-nothing", Word.VOID)
    """The line is for no stabilisation at all."""
    SWALLOWED = ("swallowed", Word.VOID)
    """The ground changed under the unit, and it was lost before it could act; because: who did it."""
    OF_LOST_UNIT = ("of-lost-unit", Word.VOID)
    """The unit it was to help was lost to the ground before the moves; because: who did it."""
    RIFT_BETWEEN = ("rift-between", Word.VOID)
    ICE_BARS = ("ice-bars", Word.VOID)
    """No fleet can go into the ice."""
    ICE_SHUT = ("ice-shut", Word.VOID)
    """Nothing at all can go into the ice."""
    ONE_EVENT = ("one-event", Word.VOID)
    """A power may order one event a season, and another line counts; because: that one."""
    NO_WATERWAY = ("no-waterway", Word.VOID)
    """No natural waterway runs through the province."""
    WATERWAY_OPEN = ("waterway-open", Word.VOID)
    NOTHING_TO_CLOSE = ("nothing-to-close", Word.VOID)
    """The province has neither a canal nor an open waterway."""
    NO_COASTS_TO_JOIN = ("no-coasts-to-join", Word.VOID)
    """The waters that a canal is to link do not lie on different coasts."""
    IS_RIFT = ("is-rift", Word.VOID)
    NO_RIFT = ("no-rift", Word.VOID)
    GROUND_CHANGED = ("ground-changed", Word.VOID)
    """It was possible when it was written, but the map has changed; because: the orders that changed it."""
    DOOMED = ("doomed", Word.VOID)
    """The ground under the unit goes this season, and it can help nobody; because: who did it."""

    @property
    def key(self) -> str:
        """The reason's name in records and machine interfaces."""
        return self.value[0]

    @property
    def word(self) -> Word:
        """Succeeds, fails or void."""
        return self.value[1]


FORMERLY: Mapping[Reason, Reason] = {
    Reason.CARRIES_ALREADY: Reason.CANNOT_CONVOY,
    Reason.COAST_TOO_FAR: Reason.TOO_FAR,
    Reason.CONDITION_UNMET: Reason.NOT_USED,
    Reason.COUNTED_IN_PART: Reason.STABILISATION_COUNTED,
    Reason.GIVEN_IN_PAYMENT: Reason.NO_SUCH_UNIT,
    Reason.ICE_SHUT: Reason.CANNOT_CONVOY,
    Reason.IS_GONE: Reason.NO_SUCH_UNIT,
    Reason.NO_CHAIN: Reason.CANNOT_CONVOY,
    Reason.NO_COMMON_COAST: Reason.TOO_FAR,
    Reason.OFF_THE_BOARD: Reason.NO_SUCH_BORDER,
    Reason.OPTIONS_CANCEL: Reason.OPTION_DROPPED,
    Reason.OPTION_CLOSED: Reason.OPTION_DROPPED,
    Reason.OPTION_OF_ANOTHER: Reason.OPTION_DROPPED,
    Reason.OPTION_OUTVOTED: Reason.OPTION_COUNTED,
    Reason.OPTION_TIED: Reason.OPTION_COUNTED,
    Reason.STABILISES_NOTHING: Reason.NONE_LEFT,
}
"""What older records say where a reason that tells more is given today; the map comes out the same."""


class Verdict(NamedTuple):
    """Why something came about or did not."""

    reason: Reason
    because: tuple[Order, ...] = ()
    """The orders to blame or to thank, most important first."""
    at: tuple[ProvinceKey, ...] = ()
    """Provinces that the reason speaks of, such as the fleet where a convoy broke."""

    @property
    def word(self) -> Word:
        """Succeeds, fails or void."""
        return self.reason.word


class OrderResult(NamedTuple):
    """An order and its verdict."""

    order: Order
    verdict: Verdict
    given: bool = True
    """False for what was not ordered: a unit that holds for want of an order, a default removal."""


class Undesignated(NamedTuple):
    """A unit for which the rules decide because its owner chose nothing."""

    unit: Unit
    choices: tuple[str, ...]
    """What the owner may name: coasts, or what else may become of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a phase rule says: a ruling for everything ordered and not ordered, and what happens."""

    rulings: tuple[OrderResult, ...] = ()
    """By power in alphabetical order, each power's in the sequence given, then what was not ordered."""
    changes: tuple[Change, ...] = ()
    notices: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)
    """Private notices to powers, in the words of scenario files (``centre Kie``)."""
    needs: Throw | None = None
    """A throw without which there is no result; then everything else but ``undesignated`` is empty."""
    undesignated: tuple[Undesignated, ...] = field(default=(), compare=False)
    """Units whose owners chose nothing; a rule set may grant time to.

    It is of use until the phase is recorded, and is not recorded.
    """
