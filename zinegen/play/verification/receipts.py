"""Finding a player's file again by its digest, in what a closed deadline's receipts say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.play.names import digest
from zinegen.play.texts.close_file import Closing, Receipt
from zinegen.play.texts.order_file import ARMOUR, ARMOUR_ENDS

_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{12,64})")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundReceipt:
    """A file that lay there at a deadline, as its receipt says."""

    power: Power
    receipt: Receipt

    @property
    def what(self) -> str:
        """In words: that it counted, or why not."""
        reason = f": {self.receipt.reason}" if self.receipt.reason else ""
        return f"was {self.receipt.status} at the deadline{reason}"


def read_digest(text: str) -> str:
    """Return the digest that somebody typed, or its first twelve digits at least; empty when it is none."""
    match = _DIGEST.fullmatch(text.strip().lower())
    return match[1] if match is not None else ""


def list_possible_digests(text: str) -> frozenset[str]:
    """Return the digests of a pasted text, whose blanks and line ends may have got lost on the way.

    Of a sealed file the armoured block counts, whatever stands around it.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    begin, end = lines.find(ARMOUR), lines.rfind(ARMOUR_ENDS)
    if 0 <= begin < end:
        lines = lines[begin : end + len(ARMOUR_ENDS)]
    forms = {text, lines, f"{lines.rstrip()}\n", lines.rstrip(), f"{lines.strip()}\n"}
    return frozenset(digest(one.encode("utf-8", "surrogatepass")) for one in forms)


def find_receipts(closing: Closing, wanted: Collection[str]) -> Iterator[FoundReceipt]:
    """Yield what a closed deadline's receipts say of files with one of some digests, or that begin so."""
    for power, receipt in closing.receipts.items():
        for one in filter(None, (receipt, receipt.in_time)):
            known = filter(None, (one.sha256, one.sealed_sha256, one.opened_sha256))
            if any(each.startswith(begin) for each in known for begin in wanted):
                yield FoundReceipt(power=power, receipt=one)
