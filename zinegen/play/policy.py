"""What a game's GM has decided to happen without orders, and with orders that nobody can read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Code, Finding, Level

FIRST_OF_LINES = Code.O10.name
"""The first code of what is wrong with a line; those before are about a file as a whole."""
_WAITS = N_("and the game waits for the GM")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What happens without orders."""

    no_orders: str = "hold"
    """``hold`` or ``wait`` (for a stand-by)."""
    no_orders_first: str = "wait"
    """The same for the game's first deadline."""
    unreadable_file: str = "wait"
    unreadable_line: str = "wait"
    """``wait`` (for a ruling on the line) or ``hold``: it counts as unreadable."""
    votes: str = "none"
    """Whether players vote on how the game ends, and what is told: `zinegen.play.votes.VotesTold`."""


def say_what_is_left(one: Finding, policy: Policy) -> Finding:
    """Return an error in an order file with what the game's policy does if it is left."""
    if one.level is not Level.ERROR or not one.code.startswith("O") or not one.if_left:
        return one
    is_of_file = one.code < FIRST_OF_LINES
    if is_of_file and policy.unreadable_file == "hold":
        return replace(
            one, if_left=one.if_left.replace(gettext(_WAITS), gettext("and its units hold"))
        )
    if not is_of_file and policy.unreadable_line == "wait":
        return replace(
            one, if_left=gettext("the game waits for the GM; left unread, {what}", what=one.if_left)
        )
    return one
