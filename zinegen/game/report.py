"""What a phase came to: a ruling for every order, and what happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.game.changes import Change
from zinegen.game.state import Throw
from zinegen.game.units import Unit
from zinegen.game.verdicts import Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a phase rule says: a ruling for everything ordered and not ordered, and what happens."""

    rulings: tuple[Ruling, ...] = ()
    """By power in alphabetical order, each power's in the sequence given, then what was not ordered."""
    changes: tuple[Change, ...] = ()
    notices: Mapping[Power, tuple[str, ...]] = field(default_factory=dict)
    """Private notices to powers, in the words of scenario files (``centre Kie``)."""
    needs: Throw | None = None
    """A throw without which there is no result; then everything else but ``undesignated`` is empty."""
    undesignated: tuple[Unit, ...] = field(default=(), compare=False)
    """Units for which the rules decide because their owners chose nothing; a rule set may grant time to.

    It is of use until the phase is recorded, and is not recorded.
    """
