"""The pages' engine: questions of a page as JSON, answers as JSON, and the positions it has opened.

It runs in the reader's browser. Format: docs/engine.md, "Questions and answers".
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board.board import Board, Power
from zinegen.errors import NotationError, ZinegenError
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import Variant
from zinegen.languages.texts import Language, gettext, speaking
from zinegen.notation.findings import Finding, as_text
from zinegen.notation.grammar.names import names_for
from zinegen.notation.grammar.writer import write_place
from zinegen.notation.reading.context import COASTS, SECTIONS
from zinegen.pages.browser.facts import list_orders, order_facts, position_facts
from zinegen.pages.browser.packed_language import find_packed_language
from zinegen.pages.browser.plain_data import Json, Request, get_value
from zinegen.pages.browser.positions import PlayablePosition, read_position
from zinegen.pages.words.map_differences import list_contacts
from zinegen.pages.words.order_views import order_anchors
from zinegen.pages.words.outcomes import describe_outcome
from zinegen.pages.words.phases import HEADINGS, list_asked, phase_heading
from zinegen.play.deadlines import (
    Turn,
    deadline_phases,
    list_sections,
    powers_to_order,
    takes_events,
)
from zinegen.play.names import power_slug
from zinegen.play.order_findings import CheckResult, check_order_file, missing_note
from zinegen.play.read_orders import SheetContext, is_blank
from zinegen.play.records.records import PhaseRecord
from zinegen.play.scenarios.untaken_events import rule_on_untaken_events
from zinegen.play.season import PhaseOutcome, Thrower, play_phase, throw_as_listed
from zinegen.play.setups import Setup, apply_event_lines, start_board, start_state
from zinegen.play.texts.order_file import OrderFile, OrderSlot, Section, parse_order_file
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import ORDERS as ORDER_FILE
from zinegen.play.texts.toml_text import TomlReading, parse_toml, too_large_error
from zinegen.variants import find_variant

PROTOCOL = 1
"""Goes up when questions or answers change their meaning; page and engine compare it."""
MOST_OPEN = 100
"""Positions that are kept; the one that was not asked for longest is forgotten first."""

RANGES_UNKNOWN = (
    "Mountain ranges are secret in this game: orders are judged here as if there were none."
)
"""Before what came of a phase in a secret game."""

Answer = dict[str, Json]


@dataclass(slots=True)
class Session:
    """One reader's session: the positions that were opened in it."""

    positions: OrderedDict[str, PlayablePosition] = field(default_factory=OrderedDict)
    opened: int = 0
    """How many there were."""
    ends: dict[tuple[str, str], GameState] = field(default_factory=dict)
    """The whole position after each checked season of a game that keeps secrets, by game and season."""
    language: Language = field(default_factory=find_packed_language)

    def answer(self, request: str) -> str:
        """Return the answer to one question; to one that cannot be answered, a sentence that says why."""
        try:
            with speaking(self.language):
                found = self._answer(request)
        except json.JSONDecodeError as problem:
            found = {"error": f"this is no JSON: {problem.msg}"}
        except (ZinegenError, ValueError, RecursionError) as problem:
            found = {"error": str(problem) or "this is too deeply nested"}
        except Exception as problem:  # noqa: BLE001  (a fault of ours must not end the reader's session)
            found = {"error": f"a fault in the program: {type(problem).__name__}"}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def _answer(self, request: str) -> Answer:
        question = json.loads(request)
        if not isinstance(question, dict):
            raise NotationError("a question is a JSON object")
        deed = DEEDS.get(get_value(question, "do", str, ""))
        if deed is None:
            raise NotationError(f"a question begins with one of {', '.join(DEEDS)}")
        return deed(self, question)

    def open(self, position: PlayablePosition) -> Answer:
        """Keep a position, and return its number with what a page has to know of it."""
        self.opened += 1
        number = f"p{self.opened}"
        self.positions[number] = position
        if len(self.positions) > MOST_OPEN:
            self.positions.popitem(last=False)
        turn = position.turn
        phases: list[Json] = [str(phase) for phase in turn.phases]
        headings = dict.fromkeys(name for name, _ in list_sections(turn.phases, turn.variant))
        sections: list[Json] = [name for name in headings if name != COASTS]
        powers: list[Json] = [*powers_to_order(turn.variant, turn.state, turn.phases)]
        return {
            "position": number,
            "phase": str(turn.state.phase),
            "title": phase_heading(turn.state.phase),
            "asked": {section: gettext(HEADINGS[section].title) for section in list_asked(turn)},
            "phases": phases,
            "sections": sections,
            "powers": powers,
            "data": position_facts(turn.state, turn.variant.passage),
            "dislodged": _dislodged_data(turn.state),
        }

    def find(self, request: Request) -> PlayablePosition:
        """Return the position that a question is about.

        Raises NotationError when it is not open.
        """
        number = get_value(request, "position", str)
        if number not in self.positions:
            raise NotationError("this position is not open any more: open it again")
        self.positions.move_to_end(number)
        return self.positions[number]


def _dislodged_data(state: GameState) -> Answer:
    """Return where each dislodged unit may go, by the province that it was driven out of."""
    return {
        face: [write_place(place, state.board) for place in lost.retreats]
        for face, lost in state.dislodged.items()
    }


def _open(session: Session, request: Request) -> Answer:
    return session.open(read_position(get_value(request, "position", str)))


def _blank(session: Session, request: Request) -> Answer:
    """Open a board with units put on it by hand: that of a rule set, or of a position that is open."""
    base = session.find(request) if "position" in request else None
    phase = get_value(request, "phase", str, "")
    setup = Setup(
        units=_texts_by_power(request, "units"),
        centres=_texts_by_power(request, "centres"),
        phase=Phase.parse(phase) if phase else None,
    )
    if base is not None:
        return session.open(_lay_out(base, setup))
    options = {
        name: tuple(map(str, value)) if isinstance(value, list) else value
        for name, value in get_value(request, "options", dict, {}).items()
    }
    variant = find_variant(get_value(request, "variant", str, "standard")).with_options(options)
    events = tuple(map(str, get_value(request, "events", list, [])))
    board = apply_event_lines(variant, start_board(variant), events) if events else None
    turn = _next_turn(variant, start_state(variant, setup, board=board))
    return session.open(PlayablePosition(turn=turn, events=events))


def _lay_out(base: PlayablePosition, setup: Setup) -> PlayablePosition:
    """Return a position with other units, other owners or in another phase, and nobody dislodged."""
    variant, old = base.turn.variant, base.turn.state
    phase = setup.phase or old.phase
    laid = start_state(
        variant, replace(setup, units=setup.units or {}, phase=phase), board=old.board
    )
    state = replace(
        old,
        phase=phase,
        units=old.units if setup.units is None else laid.units,
        owners=old.owners if setup.centres is None else laid.owners,
        dislodged={},
        standoffs=(),
    )
    return PlayablePosition(turn=_next_turn(variant, state), events=base.events)


def _texts_by_power(request: Request, key: str) -> dict[Power, tuple[str, ...]] | None:
    if key not in request:
        return None
    table = get_value(request, key, dict)
    if not all(isinstance(lines, list) for lines in table.values()):
        raise NotationError(f"{key!r} gives each power a list")
    return {Power(name): tuple(map(str, lines)) for name, lines in table.items()}


def _next_turn(variant: Variant, state: GameState) -> Turn:
    phases = (state.phase,) if state.winners is not None else deadline_phases(variant, state)
    return Turn(variant=variant, phases=phases, state=state)


def _check(session: Session, request: Request) -> Answer:
    """Check one power's order file as `zinegen check` does."""
    position = session.find(request)
    power = _find_power(position, get_value(request, "power", str))
    file = _read_file(position, power, get_value(request, "text", str))
    checked = _check_file(file, position)
    return {
        "findings": [_finding_data(one) for one in checked.findings],
        "read": [
            {"line": one.line, "text": one.text, "canonical": one.canonical} for one in checked.read
        ],
        "orders": [
            {**order_facts(order, position.turn.state), "section": name}
            for name, orders in checked.orders.items()
            for order in orders
        ],
    }


def _find_power(position: PlayablePosition, name: str) -> Power:
    state = position.turn.state
    return names_for(state.board, state.powers).power(name)


def _check_file(file: OrderFile, position: PlayablePosition) -> CheckResult:
    if file.is_readable and is_blank(file, position.turn):
        return CheckResult(title=file.power, findings=(missing_note([file.power], file.file),))
    return check_order_file(file, position.turn, position.policy)


def _read_file(position: PlayablePosition, power: Power, text: str) -> OrderFile:
    """Return the order file that a text is; on a board laid out by hand its headings are not looked at."""
    name = f"orders/{power_slug(power)}.toml"
    shown = f"{position.shown}/{name}" if position.shown else f"{power_slug(power)}.toml"
    reading = _parse(text, shown)
    if position.game and reading.document is not None:
        slot = OrderSlot(
            game=position.game, season=position.season, power=power, shown=position.shown
        )
        return parse_order_file(reading, slot)
    return _read_sections(reading, power, shown)


def _parse(text: str, shown: str) -> TomlReading:
    content = text.encode("utf-8", "replace")
    if len(content) > ORDER_FILE.limit:
        return TomlReading(document=None, findings=(too_large_error(shown, ORDER_FILE),))
    return parse_toml(content, shown, ORDER_FILE)


def _read_sections(reading: TomlReading, power: Power, shown: str = "") -> OrderFile:
    """Return an order file of its sections alone, whatever game and season it names."""
    bare = OrderFile(power=power, file=shown, name=shown, sha256="", findings=reading.findings)
    if reading.document is None:
        return bare
    top = Table.of(reading.document)
    found = {}
    for key in SECTIONS:
        said = reading.document.data.get(key)
        if isinstance(said, str) and said.strip():
            found[key] = Section(text=said, where=top.first_line(key))
    return replace(bare, sections=found)


def _finding_data(one: Finding) -> Answer:
    return {
        "code": one.code,
        "level": one.level,
        "line": one.where.line,
        "column": one.where.column,
        "width": max(one.where.end_column - one.where.column, 0),
        "source": one.line,
        "what": one.title,
        "meant": one.meant,
        "hint": one.hint,
        "if_left": one.if_left,
        "text": as_text([one]),
    }


def _take(session: Session, request: Request) -> Answer:
    """Read a message as `zinegen take` does; ``refused`` is why nothing comes of it."""
    from zinegen.pages.browser import messages  # noqa: PLC0415  (a first Try waits for none of what is seldom asked for)

    position = session.find(request)
    power = _find_power(position, get_value(request, "power", str))
    message, file, title = (
        get_value(request, key, str, "") for key in ("message", "file", "title")
    )
    amend = get_value(request, "amend", bool, default=False)
    found, why = messages.take_message(position, power, message, file, title, amend=amend)
    if found is None:
        return {"refused": why}
    findings: list[Json] = [_finding_data(one) for one in messages.list_left_out(found)]
    return {"refused": "", **messages.describe_message(found), "findings": findings}


def _choices(session: Session, request: Request) -> Answer:
    """Return what powers can order, all who are asked if none is named."""
    from zinegen.pages.browser.choices import choices  # noqa: PLC0415

    position = session.find(request)
    powers = [_find_power(position, str(name)) for name in get_value(request, "powers", list, [])]
    return choices(position.turn, powers)


def _judge(session: Session, request: Request) -> Answer:
    """Judge one phase with the orders in the texts of some powers, and open the position after it."""
    position = session.find(request)
    turn = position.turn
    if turn.state.winners is not None:
        raise NotationError("the game is over in this position")
    _refuse_secrets(turn.state)
    texts = get_value(request, "texts", dict, {})
    given = ((_find_power(position, name), str(text)) for name, text in texts.items())
    files = {power: _read_sections(_parse(text, power), power) for power, text in given}
    context = SheetContext(
        variant=turn.variant,
        state=turn.state,
        phases=turn.phases,
        files=files,
        played=position.played,
    )
    outcome = play_phase(context, throw=_make_thrower(request, turn.state.phase))
    if outcome.needs is not None:
        candidates: list[Json] = [*outcome.needs.candidates]
        return {"needs": {"label": outcome.needs.label, "candidates": candidates}}
    findings = (
        *(one for file in files.values() for one in file.findings),
        *outcome.filled.findings,
    )
    phase = _complete_rulings(turn, outcome)
    played = phase.played
    after = played.after
    goes_on = after.phase in turn.phases and after.winners is None
    found = session.open(
        replace(
            position,
            turn=replace(turn, state=after) if goes_on else _next_turn(turn.variant, after),
            played=(*position.played, played) if goes_on else (),
            came_of=played,
        )
    )
    lines: list[Json] = [*describe_outcome(played)]
    if played.before.is_cut:
        lines.insert(0, RANGES_UNKNOWN)
    return {
        **found,
        "needs": None,
        "throws": {draw.label.removeprefix(f"{phase.phase}/"): draw.result for draw in phase.draws},
        "orders": [*list_orders([phase], order_anchors([phase]))],
        "report": [{"title": str(phase.phase), "lines": lines}],
        "findings": [_finding_data(one) for one in findings],
        "changes": _contact_data(played.before.board, after.board),
        "winners": None if after.winners is None else [*after.winners],
    }


def _complete_rulings(turn: Turn, outcome: PhaseOutcome) -> PhaseRecord:
    """Return a phase with rulings on events, unless another phase of the deadline takes them."""
    waits = takes_events(turn.phases, turn.variant)
    return outcome.record if waits else rule_on_untaken_events(outcome)


def _read_throws(request: Request, phase: Phase) -> dict[str, int]:
    """Return the results of throws by their full names; a page knows those of one phase by their labels."""
    given = get_value(request, "throws", dict, {}).items()
    return {f"{phase}/{label}": result for label, result in given if isinstance(result, int)}


def _make_thrower(request: Request, phase: Phase) -> Thrower:
    """Return what gives the results of throws: those of the page; where it has a seed all others, too."""
    throws = _read_throws(request, phase)
    if "seed" not in request:
        return throw_as_listed(throws)
    from zinegen.pages.browser.bot_orders import throw_by_seed  # noqa: PLC0415

    return throw_by_seed(throws, get_value(request, "seed", int))


def _refuse_secrets(state: GameState) -> None:
    """Raise NotationError for a phase in which all hangs on centres that nobody but the GM knows."""
    if state.is_cut and state.phase.kind in _ABOUT_CENTRES:
        raise NotationError(
            f"{state.phase} cannot be judged here: who owns which centre is secret in this game"
        )


_ABOUT_CENTRES = {PhaseKind.ADJUSTMENTS, PhaseKind.PLACEMENT}


def _contact_data(before: Board, after: Board) -> Answer:
    """Return which provinces touch no longer, and which touch now."""
    if before.mesh is after.mesh:
        return {"apart": [], "together": []}
    old, new = list_contacts(before), list_contacts(after)
    return {
        "apart": [[one, other] for one, other in sorted(old - new)],
        "together": [[one, other] for one, other in sorted(new - old)],
    }


def _adjudicate_question(_session: Session, request: Request) -> Answer:
    """Answer a question as `zinegen adjudicate --jsonl` does."""
    from zinegen.play.scenarios import questions  # noqa: PLC0415

    found: Answer = json.loads(questions.answer(json.dumps(get_value(request, "question", dict))))
    return found


def _run_scenario(_session: Session, request: Request) -> Answer:
    """Play a scenario file: what came of each phase in words, and where that is not as the file expects."""
    from zinegen.play.scenarios.scenarios import parse_scenario, run_scenario  # noqa: PLC0415

    results = [*run_scenario(parse_scenario(get_value(request, "text", str)))]
    return {
        "phases": [
            {
                "phase": str(one.played.before.phase),
                "lines": [*describe_outcome(one.played)],
                "differences": [*one.differences],
            }
            for one in results
        ]
    }


def _write_scenario(session: Session, request: Request) -> Answer:
    """Write phases that were judged as a scenario file."""
    from zinegen.pages.browser.scenario_text import TriedPhase, write_scenario  # noqa: PLC0415

    steps = []
    for given in get_value(request, "steps", list):
        step = given if isinstance(given, dict) else {}
        before, after = (session.find({"position": step.get(key)}) for key in ("before", "after"))
        texts, throws = get_value(step, "texts", dict, {}), get_value(step, "throws", list, [])
        steps.append(
            TriedPhase(
                before=before,
                after=after,
                texts={
                    section: {str(power): str(text) for power, text in by_power.items()}
                    for section, by_power in texts.items()
                    if isinstance(by_power, dict)
                },
                throws=tuple(one for one in throws if isinstance(one, int)),
            )
        )
    title, source = (get_value(request, key, str, "") for key in ("title", "source"))
    return {"text": write_scenario(title, source, steps)}


def _check_record(session: Session, request: Request) -> Answer:
    """Check what is published of recorded seasons; pages that ask for it load the modules for it first."""
    from zinegen.pages.browser.season_checks import answer_question  # noqa: PLC0415

    return answer_question(request, session.ends)


def _fill(session: Session, request: Request) -> Answer:
    """Return what programs order for powers; the page that asks for it loads the modules for it first."""
    from zinegen.pages.browser.bot_orders import order_for_powers  # noqa: PLC0415

    position = session.find(request)
    powers = [_find_power(position, str(name)) for name in get_value(request, "powers", list, [])]
    seed = get_value(request, "seed", int, 0)
    return {"texts": order_for_powers(position.turn, powers, seed)}


DEEDS: Mapping[str, Callable[[Session, Request], Answer]] = {
    "open": _open,
    "blank": _blank,
    "check": _check,
    "take": _take,
    "choices": _choices,
    "judge": _judge,
    "fill": _fill,
    "adjudicate": _adjudicate_question,
    "run": _run_scenario,
    "scenario": _write_scenario,
    "verify": _check_record,
    "seals": _check_record,
    "find": _check_record,
}
"""What can be asked, by the word that a question begins with."""

_READER = Session()


def answer(request: str) -> str:
    """Return the answer to one question of the reader whose browser this runs in."""
    return _READER.answer(request)
