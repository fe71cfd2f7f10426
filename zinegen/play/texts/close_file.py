"""``close.toml``: the files that counted at the deadline. Written by `zinegen close`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from zinegen.board.board import Power
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.play.names import power_of, power_slug
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import WRONG_KIND, Document, Value

_ORDERS_PATH = re.compile(r"(?:orders|opened)/[a-z0-9-]{1,40}\.toml(?:\.age)?")
_SEAL = ("sealed_sha256", "opened_sha256", "open_key")
_TEXTS = ("reason", "commit", "sha256", *_SEAL)
_PRESS_KEY = re.compile(r"[a-z0-9-]{1,40}-[1-9]")


class Status(StrEnum):
    """Whether a power's file counts."""

    ACCEPTED = "accepted"
    LATE = "late"
    NONE = "none"
    VOID = "void"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A power's file as it was at the deadline."""

    status: Status
    file: str = ""
    """Relative to the season's folder, ``orders/england.toml.age``; empty when there was none."""
    reason: str = ""
    """Why a file is void."""
    by_id: int = 0
    received: str = ""
    """When the platform got it, in ISO form; empty when nobody can tell."""
    commit: str = ""
    sha256: str = ""
    """Of an open file's bytes."""
    sealed_sha256: str = ""
    opened_sha256: str = ""
    open_key: str = ""
    """Opens this file and no other."""
    in_time: Receipt | None = None
    """Of the version that came in time, where this one came late or from somebody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressReceipt:
    """A sealed item of press as it was at the deadline."""

    sealed_sha256: str
    opened_sha256: str = ""
    open_key: str = ""
    """Of an item for everybody; what is for some powers only stays closed, and so does what did not open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What ``close.toml`` says: which files counted when the season was closed."""

    closed: datetime
    engine: str
    receipts: Mapping[Power, Receipt] = field(default_factory=dict)
    press: Mapping[str, PressReceipt] = field(default_factory=dict)
    """By author and number: ``england-1``."""
    refused_press: tuple[str, ...] = ()
    """The keys of items that nobody was to write: they are not printed."""
    designated: datetime | None = None
    """When the time ended that was left to say where fleets go; None where none was needed, or it runs."""
    votes: str = ""
    """The house rule on votes that held then; empty where there was none."""
    sha256: str = ""


def read_close_file(
    document: Document, powers: tuple[Power, ...]
) -> tuple[Closing | None, tuple[Finding, ...]]:
    """Read a ``close.toml``; None when it is not what `zinegen close` writes."""
    top = Table.of(document)
    closed, engine = top.moment("closed", needed=True), top.text("engine", needed=True)
    designated = top.moment("designated")
    receipts = dict(_read_receipts(top, powers))
    press = dict(_read_press_receipts(top))
    refused_press = top.texts("refused_press")
    votes = top.text("votes") or ""
    top.report_unknown_keys()
    if top.findings or closed is None or engine is None:
        return None, tuple(top.findings)
    closing = Closing(
        closed=closed,
        engine=engine,
        receipts=dict(sorted(receipts.items())),
        press=dict(sorted(press.items())),
        refused_press=refused_press,
        designated=designated,
        votes=votes,
        sha256=document.sha256,
    )
    return closing, ()


def _read_receipts(top: Table, powers: tuple[Power, ...]) -> Iterator[tuple[Power, Receipt]]:
    orders = top.section("orders")
    for name in orders.names():
        power = power_of(name, powers)
        if power is None:
            top.add_error(
                WRONG_KIND, "orders", gettext("there is no power called {name}", name=name)
            )
        elif (table := orders.table(name)) is not None:
            yield power, _read_receipt(table)


def _read_press_receipts(top: Table) -> Iterator[tuple[str, PressReceipt]]:
    press = top.section("press")
    for name in press.names():
        if _PRESS_KEY.fullmatch(name) is None:
            top.add_error(
                WRONG_KIND, "press", gettext("{name} is no item of press", name=name[:40])
            )
        elif (table := press.table(name)) is not None:
            yield (
                name,
                PressReceipt(
                    sealed_sha256=table.text("sealed_sha256", needed=True) or "",
                    opened_sha256=table.text("opened_sha256") or "",
                    open_key=table.text("open_key") or "",
                ),
            )


def _read_receipt(table: Table, *, is_last: bool = False) -> Receipt:
    received = table.value("received")
    in_time = None if is_last else table.table("in_time")
    return Receipt(
        status=Status(table.choice("status", tuple(Status), Status.NONE)),
        file=table.valid_text(
            "file", _is_order_file, gettext("this is no order file of the season"), hint=""
        ),
        by_id=table.number("by_id", 0, most=1 << 62),
        received=received.isoformat() if isinstance(received, datetime) else "",
        in_time=_read_receipt(in_time, is_last=True) if in_time is not None else None,
        **{name: table.text(name) or "" for name in _TEXTS},
    )


def _is_order_file(path: str) -> bool:
    return _ORDERS_PATH.fullmatch(path) is not None


def close_data(closing: Closing) -> Mapping[str, Value]:
    """Return what a ``close.toml`` holds, as TOML has it."""
    data: dict[str, Value] = {"closed": closing.closed, "engine": closing.engine}
    if closing.designated is not None:
        data["designated"] = closing.designated
    if closing.votes:
        data["votes"] = closing.votes
    if closing.refused_press:
        data["refused_press"] = [*closing.refused_press]
    data["orders"] = {
        power_slug(power): _encode_receipt(receipt)
        for power, receipt in sorted(closing.receipts.items())
    }
    if closing.press:
        data["press"] = {
            key: _encode_texts(item, _SEAL) for key, item in sorted(closing.press.items())
        }
    return data


def _encode_receipt(receipt: Receipt) -> dict[str, Value]:
    found: dict[str, Value] = {"status": str(receipt.status)}
    found |= _encode_texts(receipt, ("file", *_TEXTS))
    if receipt.by_id:
        found["by_id"] = receipt.by_id
    if receipt.received:
        found["received"] = datetime.fromisoformat(receipt.received)
    if receipt.in_time is not None:
        found["in_time"] = _encode_receipt(receipt.in_time)
    return found


def _encode_texts(receipt: Receipt | PressReceipt, names: Iterable[str]) -> dict[str, Value]:
    return {name: value for name in names if (value := str(getattr(receipt, name)))}
