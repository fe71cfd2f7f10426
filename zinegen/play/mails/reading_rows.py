"""How a message was read, as rows: a line that matters by itself, others of one kind together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from zinegen.play.mails.mail_orders import LineReading


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRow:
    """One line of a message, or several that nobody will miss."""

    first: int
    last: int
    text: str
    """On one line; empty for several."""
    said: str
    """How it was read."""
    is_order: bool
    is_left_out: bool


def list_rows(lines: Sequence[LineReading]) -> Iterator[ReadingRow]:
    """Yield a row for each line that was read; those that nobody will miss together."""
    for (matters, remark), group in groupby(lines, lambda one: (one.matters, one.remark)):
        several = list(group)
        if not matters and len(several) > 1:
            yield ReadingRow(
                first=several[0].number,
                last=several[-1].number,
                text="",
                said=remark,
                is_order=False,
                is_left_out=True,
            )
            continue
        for one in several:
            yield ReadingRow(
                first=one.number,
                last=one.number,
                text=" ".join(one.text.split()),
                said=_describe(one),
                is_order=bool(one.section),
                is_left_out=one.is_left_out,
            )


def _describe(line: LineReading) -> str:
    if not line.section:
        return line.remark
    return f"{line.section}: {'; '.join(line.read_as) or 'cannot be read, see below'}"
