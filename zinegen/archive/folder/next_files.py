"""A deadline's folder made ready: season.toml, and for every power an order file with its units listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from zinegen.archive.files import make_folder, write_atomically
from zinegen.archive.folder.deadlines import deadline_phases, name_season
from zinegen.archive.folder.slugs import SeasonName, power_slug
from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Variant
from zinegen.notation.conditions.provisional import adjustments_due, is_asked
from zinegen.notation.grammar.forms import EVENTS
from zinegen.notation.grammar.standard_forms import all_forms
from zinegen.notation.grammar.writer import write_unit

ORDERS_README = "# Write behind the units; a line that is only a unit counts as no order.\n"


def next_season_name(variant: Variant, state: GameState, before: SeasonName | None) -> SeasonName:
    """Return the name of the folder for the deadline that a position waits for."""
    return name_season(deadline_phases(variant, state), before)


def write_season(
    folder: Path, game: str, variant: Variant, state: GameState, deadline: datetime | None = None
) -> None:
    """Make a deadline's folder, or complete it; what lies there already is left as it is.

    Raises GameFolderError when the disk does not take it.
    """
    phases = deadline_phases(variant, state)
    make_folder(folder / "orders")
    for power in powers_to_order(state, phases):
        path = folder / "orders" / f"{power_slug(power)}.toml"
        if not path.exists() and not path.with_name(f"{path.name}.age").exists():
            write_atomically(
                path, order_toml(game, folder.name, power, state, phases, variant=variant).encode()
            )
    path = folder / "season.toml"
    if not path.exists():
        # The last file: a folder without it is no season yet.
        write_atomically(path, season_toml(folder.name, phases, deadline).encode())


def powers_to_order(state: GameState, phases: Iterable[Phase]) -> tuple[Power, ...]:
    """Return the powers that may have something to order at a deadline."""
    kinds = {phase.kind for phase in phases}
    if kinds == {PhaseKind.RETREATS}:
        lost = {one.unit.power for one in state.dislodged.values()}
        return tuple(power for power in state.powers if power in lost)
    if kinds == {PhaseKind.ADJUSTMENTS}:
        return tuple(power for power in state.powers if is_asked(state, power))
    if PhaseKind.PLACEMENT in kinds:
        return state.powers
    return tuple(power for power in state.powers if state.is_alive(power))


def season_toml(season: str, phases: Iterable[Phase], deadline: datetime | None = None) -> str:
    """Return the text of a new ``season.toml``."""
    names = ", ".join(f'"{phase}"' for phase in phases)
    when = (
        f"deadline = {deadline.isoformat().replace('+00:00', 'Z')}"
        if deadline is not None
        else "# deadline = 2026-12-01T22:00:00Z   # with Z or an offset such as +01:00"
    )
    return (
        f'season   = "{season}"\nphases   = [{names}]\n{when}\n'
        "ready    = false    # true: the next build adjudicates and records\n"
        '# headline = "…"\n# notes    = "…"\n'
    )


def order_toml(
    game: str,
    season: str,
    power: Power,
    state: GameState,
    phases: Iterable[Phase],
    *,
    variant: Variant,
) -> str:
    """Return the text of a new order file: the keys that the phases need, the power's units listed."""
    parts = [
        f'game   = "{game}"\nseason = "{season}"\npower  = "{power_slug(power)}"\n',
        *_sections(power, state, tuple(phases), variant),
    ]
    return "".join(parts)


def takes_events(phases: Iterable[Phase], variant: Variant) -> bool:
    """Tell whether orders about the map are handed in for a deadline, with the moves or without."""
    if not any(EVENTS in form.sections for form in all_forms(variant)):
        return False
    return any(
        phase.kind is PhaseKind.EVENTS
        or (phase.kind is PhaseKind.MOVES and variant.events_with(variant, phase))
        for phase in phases
    )


def _sections(
    power: Power, state: GameState, phases: tuple[Phase, ...], variant: Variant
) -> Iterator[str]:
    kinds = [phase.kind for phase in phases]
    units = [write_unit(unit, state.board) for unit in state.units_of(power)]
    if PhaseKind.PLACEMENT in kinds:
        yield _key(
            "orders",
            [
                "# A Lon              army or fleet, for each of your starting units",
                "# mountain Ruh/Kie   one range or two, on a border of your country",
            ],
        )
    if PhaseKind.MOVES in kinds:
        yield f"{ORDERS_README}{_key('orders', units)}"
    if takes_events(phases, variant):
        yield _key("events", [])
    if PhaseKind.RETREATS in kinds:
        lost = [
            write_unit(one.unit, state.board)
            for one in state.dislodged.values()
            if one.unit.power == power
        ]
        yield _key("retreats", lost or ["# A Mun: Boh, Tyr, disband"])
    if PhaseKind.ADJUSTMENTS in kinds:
        yield _key("builds", _builds(power, state, apart=kinds[0] is PhaseKind.ADJUSTMENTS))


def _builds(power: Power, state: GameState, *, apart: bool) -> list[str]:
    if not apart or state.secrets is not None:
        return ["# build A Mun      the first that is possible", "# remove F Kie"]
    due = adjustments_due(state, power)
    what = "build" if due > 0 else "remove"
    return [f"# {abs(due)} to {what}", *(["# build A Mun"] if due > 0 else ["# remove F Kie"])]


def _key(name: str, lines: Iterable[str]) -> str:
    body = "".join(f"{line}\n" for line in lines)
    return f"{name} = '''\n{body}'''\n"
