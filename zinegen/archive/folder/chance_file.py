"""``chance.toml``: the throws of a season and what they gave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.chance import parse_secret
from zinegen.archive.files import write_atomically
from zinegen.archive.folder.tables import Table
from zinegen.archive.folder.toml_files import Document, Value, encode_toml
from zinegen.errors import GameFolderError
from zinegen.notation.findings import Finding

BAD_DRAW = "13"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A throw and what it gave, as it stands in ``chance.toml``."""

    label: str
    """``1901-1-spring/S1901E/coast/F Con``."""
    candidates: tuple[str, ...]
    result: int
    """The number of a candidate, from 1."""
    by: str = "draw"
    """``draw``, or ``gm`` for a result that the GM typed (real dice)."""
    secret: bool = False
    """Nobody may see it before the game's end: it stands in the hidden record, never in ``chance.toml``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throws:
    """What a ``chance.toml`` says."""

    draws: tuple[Draw, ...] = ()
    secret: bytes | None = None
    """The season's link of the chain of secrets."""


def write_draws(path: Path, draws: Iterable[Draw], secret: str = "") -> None:
    """Write ``chance.toml``: every throw of a season, by label, and its link of the chain of secrets."""
    tables: list[Value] = [
        {
            "label": draw.label,
            "sides": len(draw.candidates),
            "candidates": list(draw.candidates),
            "result": draw.result,
            "by": draw.by,
        }
        for draw in sorted(draws, key=lambda draw: draw.label)
    ]
    head = (
        '# Throws of this season. A line with by = "gm" was thrown by the GM and typed in here.\n'
    )
    data: dict[str, Value] = {"secret": secret} if secret else {}
    write_atomically(path, encode_toml({**data, "draw": tables}, head=head))


def read_chance_file(document: Document) -> tuple[Throws, tuple[Finding, ...]]:
    """Read a ``chance.toml``; a draw that is wrong is left out, and is a finding."""
    top = Table.of(document)
    secret = _read_link(top)
    found = [read_draw(table) for table in top.tables("draw")]
    labels = [draw.label for draw in found if draw is not None]
    if len(set(labels)) < len(labels):
        top.add_error(BAD_DRAW, "draw", "a throw stands there twice")
    top.report_unknown_keys()
    draws = tuple(draw for draw in found if draw is not None)
    return Throws(draws=draws, secret=secret), tuple(top.findings)


def _read_link(top: Table) -> bytes | None:
    text = top.text("secret")
    if text is None:
        return None
    try:
        return parse_secret(text)
    except GameFolderError as error:
        top.add_error(BAD_DRAW, "secret", str(error))
        return None


def read_draw(table: Table, *, secret: bool = False) -> Draw | None:
    """Read a throw and its result; None when it is wrong, which becomes a finding."""
    before = len(table.findings)
    label = table.text("label", needed=True) or ""
    candidates = table.texts("candidates", needed=True)
    sides = table.number("sides", len(candidates), least=1)
    result = table.number("result", 0, least=1, most=max(sides, 1))
    by = table.choice("by", ("draw", "gm"), "draw")
    if sides != len(candidates) or not result:
        table.add_error(BAD_DRAW, "result", f"the throw {label} has no result among its candidates")
    table.report_unknown_keys()
    if len(table.findings) > before:
        return None
    return Draw(label=label, candidates=candidates, result=result, by=by, secret=secret)
