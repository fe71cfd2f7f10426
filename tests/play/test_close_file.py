"""``close.toml``: written, and read back equal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from zinegen.archive import encode_toml
from zinegen.board import Power
from zinegen.play.texts import SETTINGS, parse_toml
from zinegen.play.texts.close_file import Closing, Receipt, Status, close_data, read_close_file

POWERS = (Power("England"), Power("France"))


def read(content: bytes):
    document = parse_toml(content, "close.toml", SETTINGS).document
    assert document is not None
    return read_close_file(document, POWERS)


def test_a_lock_is_read_back_equal():
    closing = Closing(
        closed=datetime(2026, 12, 1, 22, 31, 4, tzinfo=UTC),
        engine="0.1.2",
        receipts={
            POWERS[0]: Receipt(
                status=Status.ACCEPTED,
                file="orders/england.toml.age",
                by_id=583231,
                received="2026-11-30T18:04:11+00:00",
                commit="3c0f",
                sealed_sha256="ab" * 32,
                opened_sha256="cd" * 32,
                open_key="X" * 58,
            ),
            POWERS[1]: Receipt(status=Status.NONE),
        },
    )
    back, findings = read(encode_toml(close_data(closing)))
    assert findings == ()
    assert back is not None
    assert (back.closed, back.engine, back.receipts) == (
        closing.closed,
        closing.engine,
        closing.receipts,
    )
    assert len(back.sha256) == 64


@pytest.mark.parametrize(
    "text",
    [
        "",
        "closed = 2026-12-01T22:31:04\nengine = '1'\n",
        "closed = 2026-12-01T22:31:04Z\nengine = 1\n",
        "closed = 2026-12-01T22:31:04Z\nengine = '1'\n[orders.spain]\nstatus = 'none'\n",
        "closed = 2026-12-01T22:31:04Z\nengine = '1'\n[orders.france]\nstatus = 'great'\n",
        "closed = 2026-12-01T22:31:04Z\nengine = '1'\n[orders.france]\nfile = '../../x'\n",
        "closed = 2026-12-01T22:31:04Z\nengine = '1'\n[orders.france]\nkey = 'x'\n",
        "closed = 2026-12-01T22:31:04Z\nengine = '1'\n[orders]\nfrance = 1\n",
    ],
)
def test_what_is_no_lock_locks_nothing(text: str):
    closing, findings = read(text.encode())
    assert closing is None
    assert findings
