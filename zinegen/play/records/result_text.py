"""Records as ``result.json``: canonical bytes, written once, read back without judging anything again.

Of the map only what differs from the position before is written, so a season that moved no border has no
word about it, and one that did has the lines that changed, in whole tenths of a drawing unit. Format:
docs/records.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from zinegen.board.board import Board
from zinegen.errors import NotationError
from zinegen.game.changes import Change
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import write_order
from zinegen.play.records.codec import (
    Json,
    RecordError,
    canonical,
    decode,
    decode_fields,
    encode,
    encode_fields,
    parse_json,
)
from zinegen.play.records.positions import (
    decode_position,
    encode_position,
    forget_optional_labels,
)
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.version import __version__, is_newer

FORMAT = 1


def encode_record(record: SeasonRecord) -> bytes:
    """Return the bytes of a record.

    The position in which it begins is not in it: that is where the record before has led.
    """
    phases: list[Json] = []
    before = forget_optional_labels(record.before)
    for phase in record.phases:
        phases.append(_encode_phase(phase, before))
        before = phase.after
    return canonical(
        {**encode_fields(record, without=("phases",)), "format": FORMAT, "phases": phases}
    )


def _encode_phase(phase: PhaseRecord, before: GameState) -> Json:
    report = encode_fields(phase.report, without=("rulings", "changes", "undesignated"))
    found: dict[str, Json] = {
        **encode_fields(phase, without=("before", "report", "after")),
        **report,
        "phase": str(phase.phase),
        "rulings": _encode_rulings(phase.report.rulings, phase.before.board),
        "changes": encode(phase.report.changes, tuple[Change, ...]),
        "after": encode_position(phase.after, phase.before),
    }
    if phase.before != before:
        found["before"] = encode_position(phase.before, before)
    return found


def _encode_rulings(rulings: tuple[OrderResult, ...], board: Board) -> Json:
    texts = [_write_order(ruling.order, board) for ruling in rulings]
    known: dict[str, Order] = {}
    for text, ruling in zip(texts, rulings, strict=True):
        known.setdefault(text, ruling.order)
    return [
        _encode_ruling(ruling, text, board, known)
        for ruling, text in zip(rulings, texts, strict=True)
    ]


def _write_order(order: Order, board: Board) -> str:
    return f"{order.power}: {write_order(order, board)}"


def _encode_ruling(
    ruling: OrderResult, text: str, board: Board, known: Mapping[str, Order]
) -> Json:
    """Return a ruling: its order as text and as data, the word, the reason, the orders to blame.

    An order to blame is its text where a ruling of the same phase has that order, else the whole of it.
    """
    because: list[Json] = []
    for order in ruling.verdict.because:
        called = _write_order(order, board)
        because.append(called if known.get(called) == order else encode(order, Order))
    power = ruling.order.power
    found: dict[str, Json] = {
        "power": power,
        "order": text.removeprefix(f"{power}: "),
        "reason": ruling.verdict.reason.key,
        "result": str(ruling.verdict.word),
        "as": encode(ruling.order, Order),
    }
    if because:
        found["because"] = because
    if ruling.verdict.at:
        found["at"] = [*ruling.verdict.at]
    if not ruling.given:
        found["given"] = False
    return found


_REASONS = {reason.key: reason for reason in Reason}


def _decode_rulings(data: Json) -> tuple[OrderResult, ...]:
    if not isinstance(data, list):
        raise RecordError("rulings are a list")
    orders: dict[str, Order] = {}
    tables: list[tuple[dict[str, Json], Order]] = []
    for table in data:
        if not isinstance(table, dict):
            raise RecordError("a ruling is a table")
        order = _decode_order(table.get("as"))
        tables.append((table, order))
        orders.setdefault(f"{order.power}: {table.get('order')}", order)
    return tuple(_decode_ruling(table, order, orders) for table, order in tables)


def _decode_ruling(
    table: dict[str, Json], order: Order, orders: Mapping[str, Order]
) -> OrderResult:
    reason = _REASONS.get(str(table.get("reason")))
    because, at = table.get("because", []), table.get("at", [])
    if reason is None or not isinstance(because, list) or not isinstance(at, list):
        raise RecordError("a ruling has a reason that nobody knows")
    blamed = tuple(
        orders[one] if isinstance(one, str) and one in orders else _decode_order(one)
        for one in because
    )
    verdict = Verdict(reason=reason, because=blamed, at=tuple(ProvinceKey(str(one)) for one in at))
    return OrderResult(order=order, verdict=verdict, given=table.get("given") is not False)


def _decode_order(data: Json) -> Order:
    order = decode(data, Order)
    if not isinstance(order, Order):
        raise RecordError("this is no order")
    return order


def read_record(content: bytes, before: GameState) -> SeasonRecord:
    """Return the record that bytes stand for; ``before`` is the position from which the season set out.

    Raises GameFolderError when they are no record.
    """
    return decode_record(parse_json(content), before)


def decode_record(data: Json, before: GameState) -> SeasonRecord:
    """Return the record that data stand for; ``before`` is the position from which the season set out.

    Raises GameFolderError when they are no record, or that of a later version of the program.
    """
    if not isinstance(data, dict):
        raise RecordError("it is no record")
    engine = str(data.get("engine"))
    if is_newer(engine):
        raise RecordError(
            f"zinegen {engine} recorded it, and this is {__version__}: install {engine} or later"
        )
    if data.get("format") != FORMAT:
        raise RecordError(f"it is no record of format {FORMAT}")
    tables = data.get("phases")
    if not isinstance(tables, list) or not tables:
        raise RecordError("it holds no phase")
    phases: list[PhaseRecord] = []
    before = forget_optional_labels(before)
    try:
        for table in tables:
            phases.append(_decode_phase(table, before))
            before = phases[-1].after
        fields = {name: part for name, part in data.items() if name not in {"format", "phases"}}
        return decode_fields(fields, SeasonRecord, {"phases": tuple(phases)})
    except NotationError as error:
        raise RecordError(str(error)) from None


def _decode_phase(table: Json, before: GameState) -> PhaseRecord:
    if not isinstance(table, dict):
        raise RecordError("a phase is a table")
    if "before" in table:
        before = decode_position(table["before"], before)
    rulings, after = (
        _decode_rulings(table.get("rulings")),
        decode_position(table.get("after"), before),
    )
    report = decode_fields(_pick(table, "changes", "notices"), Report, {"rulings": rulings})
    states = {"before": before, "report": report, "after": after}
    return decode_fields(_pick(table, "draws", "disorder"), PhaseRecord, states)


def _pick(table: Mapping[str, Json], *names: str) -> dict[str, Json]:
    return {name: table[name] for name in names if name in table}
