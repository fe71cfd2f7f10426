"""The standard forms of order lines, and which forms a line may have in a rule set, section and phase."""

from __future__ import annotations

from zinegen.game.orders import (
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from zinegen.game.state import PhaseKind
from zinegen.game.variant import Variant
from zinegen.notation.checks.move_checks import (
    check_build,
    check_convoy,
    check_move,
    check_retreat,
    check_support_to_hold,
    check_support_to_move,
)
from zinegen.notation.grammar.forms import Combination, Form, OrderForm, Read, of_kind
from zinegen.notation.reading.context import BUILDS, COASTS, ORDERS, RETREATS

_HOLD = "(h|hold|holds|holding|stand|stands|stay|stays)"
_VIA = "(via convoy|by convoy|with convoy|via|convoyed|vc)"
_MOVES = frozenset({PhaseKind.MOVES})
_RETREATS = frozenset({PhaseKind.RETREATS})
_ADJUSTMENTS = frozenset({PhaseKind.ADJUSTMENTS})


def _refuges(read: Read) -> tuple[Order, ...]:
    """Return a preference list as the retreats it stands for, best first."""
    unit = read.unit("unit")
    return tuple(
        Disband(power=read.power, line=read.line, unit=unit)
        if to is None
        else Retreat(power=read.power, line=read.line, unit=unit, to=to)
        for to in read.refuges("to")
    )


def _build(read: Read) -> tuple[Order, ...]:
    return tuple(
        Build(power=read.power, line=read.line, kind=unit.kind, at=unit.at)
        for unit in read.units("units")
        if unit.kind is not None
    )


def _remove(read: Read) -> tuple[Order, ...]:
    return tuple(
        Remove(power=read.power, line=read.line, unit=unit) for unit in read.units("units")
    )


MOVES_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="move",
        of=Move,
        warn=of_kind(Move, check_move),
        pattern=f"{{unit}} [moves|move|goes] - {{to:spot}} [<via_convoy ~ {_VIA} ~>]",
        example="F Lon - NTH",
        kinds=_MOVES,
    ),
    OrderForm(
        name="hold",
        of=Hold,
        pattern=f"{{unit}} ~ {_HOLD} ~",
        example="A Mun H",
        kinds=_MOVES,
    ),
    OrderForm(
        name="support of a move",
        of=SupportMove,
        warn=of_kind(SupportMove, check_support_to_move),
        pattern=(
            "{unit} (s|support|supports|supporting) {of:unit} [moving|move] - {to:spot}"
            f" [~ {_VIA} ~]"
        ),
        example="A Par S A Mar - Bur",
        kinds=_MOVES,
    ),
    OrderForm(
        name="support of a unit that stays",
        of=SupportHold,
        warn=of_kind(SupportHold, check_support_to_hold),
        pattern=f"{{unit}} (s|support|supports|supporting) {{of:unit}} [~ [in|to] {_HOLD} ~]",
        example="A Ruh S A Mun",
        kinds=_MOVES,
    ),
    OrderForm(
        name="convoy",
        of=Convoy,
        warn=of_kind(Convoy, check_convoy),
        pattern=f"{{unit}} (c|convoy|convoys|convoying) {{army:unit}} - {{to:spot}} [~ {_VIA} ~]",
        example="F ENG C A Lon - Bel",
        kinds=_MOVES,
    ),
)
RETREATS_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="retreat",
        of=Retreat,
        warn=of_kind(Retreat, check_retreat),
        pattern="{unit} ([retreats|retreat|moves|r] - | retreats | retreat | r) {to:spot}",
        example="A Mun - Boh",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name="disband",
        of=Disband,
        pattern="{unit} (disband|disbands|disbanded|remove|removed|d) | (disband|remove) {unit}",
        example="A Mun disband",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name="list of retreats",
        of=Retreat,
        pattern="{unit} : {to:refuge+}",
        build=_refuges,
        example="F NTH: HEL, Nwy, disband",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
)
ADJUSTMENT_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="build",
        of=Build,
        warn=of_kind(Build, check_build),
        pattern="(build|builds|b|&) {units:typed+}",
        build=_build,
        example="build F Lon",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
    OrderForm(
        name="removal",
        of=Remove,
        pattern=(
            "(remove|removes|disband|disbands|r|-) {units:unit+}"
            " | {units:unit} (remove|removed|disband|disbands|disbanded)"
        ),
        build=_remove,
        example="remove A Mun",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
    OrderForm(
        name="waived build",
        of=Waive,
        pattern="(waive|waives|waived|pass) [a] [build] | no build",
        example="waive",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
)
COAST_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="coast choice",
        of=CoastChoice,
        pattern="{unit} : {choices:choice+}",
        example="F Bre: nc, sc",
        sections=frozenset({COASTS}),
    ),
)
STANDARD_FORMS: tuple[OrderForm, ...] = (
    *MOVES_FORMS,
    *RETREATS_FORMS,
    *ADJUSTMENT_FORMS,
    *COAST_FORMS,
)
"""The forms that every rule set knows."""


def all_forms(variant: Variant) -> tuple[Form, ...]:
    """Return every form that a rule set knows, its own first."""
    own = tuple(form for form in variant.extra_forms if isinstance(form, OrderForm | Combination))
    return (*own, *STANDARD_FORMS)


def forms_for(variant: Variant, section: str, kind: PhaseKind) -> tuple[Form, ...]:
    """Return the forms that lines of a section may have in a kind of phase; the same tuple each time."""
    key = id(variant.extra_forms), section, kind
    known = _CHOSEN.get(key)
    if known is None:
        forms = tuple(
            form for form in all_forms(variant) if section in form.sections and kind in form.kinds
        )
        known = _CHOSEN[key] = (variant.extra_forms, forms)
    return known[1]


_CHOSEN: dict[tuple[int, str, PhaseKind], tuple[tuple[object, ...], tuple[Form, ...]]] = {}
"""Forms chosen already, by the identity of a rule set's own, which are kept so that no others can have it."""
