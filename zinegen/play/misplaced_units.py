"""Whether a unit of a position that somebody wrote can be where it is said to be.

Only written lines are asked about: what a game comes to by its own rules is as it is. Source:
docs/rules/common.md, "8.2 Unit lines".
"""

from __future__ import annotations

from zinegen.board.board import Board
from zinegen.errors import NotationError
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Variant, has_lost_its_coast
from zinegen.languages.names import name_province
from zinegen.languages.texts import gettext


def check_ground(variant: Variant, board: Board, unit: Unit) -> None:
    """Raise NotationError for a unit where none can be: in Switzerland, an army at sea, a fleet inland.

    Mutants go everywhere. Where the ground changes under units (`Variant.may_strand`), others may be left
    behind as well.
    """
    province, kind = board[unit.province], unit.kind
    place = province.abbreviation
    words = {"unit": f"{kind} {place}", "province": name_province(province.name), "place": place}
    wrong = ""
    if not province.passable:
        wrong = gettext("{unit}: no unit can be in {province}", **words)
    elif variant.may_strand(board, unit):
        return
    elif kind is Kind.ARMY and board.is_water(unit.province) and not province.iced:
        wrong = gettext("{unit}: {province} is water; is F {place} meant?", **words)
    elif kind is Kind.ARMY_ABOARD and board.is_ground(unit.province):
        wrong = gettext("{unit}: armies are aboard at sea only; is A {place} meant?", **words)
    elif has_lost_its_coast(board, unit):
        wrong = gettext("{unit}: {province} has no coast; is A {place} meant?", **words)
    if wrong:
        raise NotationError(wrong)
