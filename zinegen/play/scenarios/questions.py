"""Questions of other programs: a position and orders as one line of JSON, the result as another.

Format: the contract's page on commands, ``zinegen adjudicate --jsonl``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.errors import NotationError, ZinegenError
from zinegen.game.state import Dislodged, GameState, Phase
from zinegen.game.units import FLEETS, Kind, PlaceName
from zinegen.game.variant import OptionValue, Variant
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import names_for
from zinegen.notation.grammar.writer import write_order, write_place, write_unit
from zinegen.notation.reading.context import BUILDS, EVENTS, ORDERS, RETREATS
from zinegen.notation.reading.reader import find_place, read_spot, read_unit
from zinegen.play.calendar import check_phase
from zinegen.play.misplaced_units import check_ground
from zinegen.play.read_orders import SheetContext
from zinegen.play.scenarios.outcomes import find_fault, find_word, index_rulings, texts_of
from zinegen.play.scenarios.scenarios import Table, check_keys, read_secret
from zinegen.play.scenarios.untaken_events import rule_on_untaken_events
from zinegen.play.season import play_phase
from zinegen.play.setups import Setup, apply_event_lines, start_board, start_state
from zinegen.play.texts.order_file import OrderFile, write_order_file
from zinegen.variants import find_variant

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


KEYS = {
    *(
        "id",
        "variant",
        "phase",
        "options",
        "units",
        "centres",
        "dislodged",
        "visits",
        "secret",
        "known",
    ),
    *("map_events", ORDERS, EVENTS),
}
"""The keys that a question may have."""
ELSEWHERE = {RETREATS: ORDERS, BUILDS: ORDERS, "ranges": "secret"}
"""Keys that scenario files have, and under which key the same stands in a question."""

LONGEST = 500
"""Characters of a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a question got."""

    line: str
    """The answer as JSON."""
    has_result: bool
    """Whether it is a result, and does not only say why there is none."""
    is_our_fault: bool
    """Whether a fault in the program is why, and not the question."""


def answer(line: str) -> str:
    """Return the answer to one question; to one that cannot be read, a line that says why."""
    return answer_question(line).line


def answer_question(line: str) -> Answered:
    """Return the answer to one question, and whether it is a result."""
    identity: Json = None
    is_our_fault = False
    try:
        question = _read_question(line)
        identity = question.get("id")
        result = _judge(question)
    except json.JSONDecodeError as problem:
        result = {"error": f"this is no JSON: {problem.msg} at character {problem.pos + 1}"}
    except (ZinegenError, ValueError, RecursionError) as problem:
        result = {"error": _shorten(str(problem) or type(problem).__name__)}
    except Exception as problem:  # noqa: BLE001  (a fault of ours must not end the run of others)
        result = {"error": f"a fault in the program: {type(problem).__name__}"}
        is_our_fault = True
    found, line = _encode_answer({"id": identity, **result})
    return Answered(line=line, has_result="error" not in found, is_our_fault=is_our_fault)


def _read_question(line: str) -> dict[str, Json]:
    question = json.loads(line)
    if not isinstance(question, dict):
        raise NotationError("a question is a JSON object")
    return question


def _shorten(text: str) -> str:
    """Return a message of at most `LONGEST` characters."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _encode_answer(found: dict[str, Json]) -> tuple[dict[str, Json], str]:
    """Return an answer, and the same as a line of valid JSON, whatever the question has as its id."""
    try:
        line = json.dumps(found, ensure_ascii=False, allow_nan=False)
        line.encode()
    except UnicodeEncodeError:
        return found, json.dumps(found)
    except (ValueError, RecursionError):
        found = {"id": None, "error": "the id cannot be given back as JSON"}
        return found, json.dumps(found)
    # A log where a platform reads along would show a sign that nobody sees as another one.
    return found, line if line.isprintable() else json.dumps(found)


def _judge(question: dict[str, Json]) -> dict[str, Json]:
    check_keys(cast("Table", question), KEYS, "a question", ELSEWHERE)
    variant = find_variant(_text(question, "variant", "standard")).with_options(
        {name: _option(value) for name, value in _table(question, "options").items()}
    )
    phase = Phase.parse(_text(question, "phase", str(variant.start.phase)))
    check_phase(variant, phase)
    board = apply_event_lines(
        variant, start_board(variant), texts_of(question.get("map_events", []))
    )
    state = read_position(question, variant, board, phase)
    files = read_order_files(question, state)
    outcome = play_phase(SheetContext(variant=variant, state=state, phases=(phase,), files=files))
    if outcome.needs is not None:
        raise NotationError(
            f"a throw is needed: {outcome.needs.label} of {', '.join(outcome.needs.candidates)}"
        )
    results = _results(state, rule_on_untaken_events(outcome).report)
    return {**write_position(outcome.record.after), "results": results}


def _text(question: Mapping[str, Json], key: str, default: str) -> str:
    text = question.get(key, default)
    if not isinstance(text, str):
        raise NotationError(f"{key!r} is a text")
    return text


def _table(question: Mapping[str, Json], key: str) -> dict[str, Json]:
    table = question.get(key, {})
    if not isinstance(table, dict):
        raise NotationError(f"{key!r} is an object")
    return table


def _option(value: Json) -> OptionValue:
    match value:
        case bool() | int() | str():
            return value
        case list():
            return tuple(str(item) for item in value)
        case _:
            raise NotationError(f"{value!r} is no value of an option")


def _lists(question: Mapping[str, Json], key: str) -> dict[Power, list[str]] | None:
    if key not in question:
        return None
    return {Power(name): texts_of(lines) for name, lines in _table(question, key).items()}


def read_position(
    question: Mapping[str, Json], variant: Variant, board: Board, phase: Phase
) -> GameState:
    """Return the position that a question describes; what it does not say is as at the rule set's start.

    Raises NotationError or RulesError when it describes none.
    """
    units = _lists(question, "units")
    if units is None and "dislodged" in question:
        units = {}
    setup = Setup(
        units=units,
        centres=_lists(question, "centres"),
        visits=_lists(question, "visits"),
        phase=phase,
        secret=read_secret(cast("Table", question), "'secret'"),
    )
    state = start_state(variant, setup, board=board)
    return replace(state, dislodged=dict(_read_dislodged(question, variant, state)))


def _read_dislodged(
    question: Mapping[str, Json], variant: Variant, state: GameState
) -> Iterable[tuple[ProvinceKey, Dislodged]]:
    board = state.board
    names = names_for(board, state.powers)
    for name, units in _table(question, "dislodged").items():
        if not isinstance(units, dict):
            raise NotationError("'dislodged' maps powers to units and units to places")
        for line, places in units.items():
            unit = read_unit(line, board, names.power(name))
            check_ground(variant, board, unit)
            spots = [read_spot(text, names) for text in texts_of(places)]
            found = {place for spot in spots for place in _refuges(board, spot, unit.kind)}
            yield unit.province, Dislodged(unit=unit, by=None, retreats=tuple(sorted(found)))


def _refuges(board: Board, spot: PlaceName, kind: Kind) -> tuple[Place, ...]:
    """Return the places that a retreat's place may mean: all coasts for a fleet that names none."""
    here = coasts(board, spot.province)
    if kind in FLEETS and spot.coast is None and len(here) > 1:
        return tuple(Place(spot.province, coast.borders) for coast in here)
    return (find_place(board, spot, kind),)


def read_order_files(question: Mapping[str, Json], state: GameState) -> dict[Power, OrderFile]:
    """Return the lines of each power as the order file that holds them; raises NotationError for no power."""
    names = names_for(state.board, state.powers)
    texts: dict[Power, dict[str, str]] = {}
    for section in (ORDERS, EVENTS):
        for name, lines in (_lists(question, section) or {}).items():
            texts.setdefault(names.power(name), {})[section] = "\n".join(lines)
    return {power: write_order_file(power, own) for power, own in texts.items()}


def write_position(state: GameState) -> dict[str, Json]:
    """Return a position as answers have it: phase, units, owned centres, dislodged units and refuges."""
    owned = {power: list(state.centres_of(power)) for power in state.powers}
    return {
        "phase": str(state.phase),
        "units": _unit_lines(state),
        "centres": {power: list(mine) for power, mine in owned.items() if mine},
        "dislodged": _write_dislodged(state),
    }


def _unit_lines(state: GameState) -> dict[str, Json]:
    return {
        power: [write_unit(unit, state.board) for unit in state.units_of(power)]
        for power in state.powers
        if state.units_of(power)
    }


def _write_dislodged(state: GameState) -> dict[str, Json]:
    found: dict[str, dict[str, Json]] = {}
    for lost in state.dislodged.values():
        places = [write_place(place, state.board) for place in lost.retreats]
        mine = found.setdefault(lost.unit.power, {})
        mine[write_unit(lost.unit, state.board)] = list(places)
    return {power: dict(units) for power, units in found.items()}


def _results(state: GameState, report: Report) -> dict[str, Json]:
    found: dict[str, list[Json]] = {}
    rulings = index_rulings(report)
    for ruling in report.rulings:
        verdict = (find_fault(ruling, rulings) or ruling).verdict
        found.setdefault(ruling.order.power, []).append(
            {
                "order": write_order(ruling.order, state.board),
                "result": str(find_word(ruling, rulings)),
                "reason": verdict.reason.key,
                "because": [write_order(order, state.board) for order in verdict.because],
            }
        )
    return dict(found)
