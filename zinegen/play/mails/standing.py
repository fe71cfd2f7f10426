"""The orders that lie in a power's place already: whether they are good, and what of them a message keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.findings import has_errors
from zinegen.notation.grammar.names import split_words, strip_remark
from zinegen.notation.reading.context import BUILDS
from zinegen.play.mails.occasion import AwaitedOrders
from zinegen.play.mails.order_lines import OrderLines
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.order_file import OrderFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What lies in a power's place."""

    is_there: bool = False
    """Somebody has written something there."""
    file: OrderFile | None = None
    """None where it cannot be read, or not be opened."""
    is_good: bool = False
    """All its orders can be read; true as well of what nobody here can open."""


def stand_as(awaited: AwaitedOrders, file: OrderFile) -> Standing:
    """Return what lies in a power's place where that is a file of plain orders."""
    if not file.is_readable:
        return Standing(is_there=True)
    if is_blank(file, awaited.turn):
        return Standing()
    is_good = not has_errors(awaited.check(file).findings)
    return Standing(is_there=True, file=file, is_good=is_good)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """One order of the file that lies there, several that belong together, or a condition as a whole."""

    section: str
    text: str
    units: frozenset[ProvinceKey] = frozenset()
    """Where the units stand that it orders."""

    def is_replaced(self, others: Sequence[StandingLine]) -> bool:
        """Tell whether other lines of the section order one of its units, or say the same."""
        mine = split_words(self.text)
        return any(
            self.section == one.section
            and (self.units & one.units or mine == split_words(one.text))
            for one in others
        )


def list_standing_lines(
    texts: Mapping[str, str], words: OrderLines, power: Power
) -> Iterator[StandingLine]:
    """Yield the lines of an order file's texts, by heading; one that holds several orders in its parts."""
    for section, text in texts.items():
        raws = [line.strip() for line in text.splitlines()]
        while raws:
            bare = [strip_remark(line).strip() for line in raws]
            count = words.count_block(bare, section, power) if bare[0] else 0
            parts = words.split_list(bare[0], section, power)
            for part in parts or ("\n".join(raws[: max(count, 1)]),):
                is_line_to_write_on = section != BUILDS and words.is_mere_unit(strip_remark(part))
                if strip_remark(part) and not is_line_to_write_on:
                    units = words.find_units(strip_remark(part), section, power)
                    yield StandingLine(section=section, text=part, units=units)
            raws = raws[max(count, 1) :]


def join_lines(
    standing: Sequence[StandingLine],
    kept: Sequence[StandingLine],
    file: Mapping[str, Sequence[tuple[int, str]]],
    new: Sequence[StandingLine],
) -> dict[str, list[tuple[int, str]]]:
    """Return a file's lines by heading, those of a message in the place of those that go, the others behind.

    ``new`` are the lines of the message in their sequence, ``file`` the same with the numbers of their
    readings; a line that is kept has -1.
    """
    numbered = [
        (line, at)
        for line, at in zip(new, (at for lines in file.values() for at, _ in lines), strict=True)
    ]
    joined: dict[str, list[tuple[int, str]]] = {}
    for old in standing:
        place = joined.setdefault(old.section, [])
        if old in kept:
            place.append((-1, old.text))
            continue
        ours = [one for one in numbered if one[0].section == old.section]
        for one in [one for one in ours if old.is_replaced([one[0]])]:
            numbered.remove(one)
            place.append((one[1], one[0].text))
    for line, at in numbered:
        joined.setdefault(line.section, []).append((at, line.text))
    return {section: lines for section, lines in joined.items() if lines}
