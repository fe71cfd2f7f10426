"""``chance.toml``: what the throws of a season gave, and the names under which throws are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zinegen.errors import GameFolderError
from zinegen.game.state import Phase, Throw
from zinegen.notation.findings import Finding
from zinegen.play.names import SeasonName
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import Document

SECRET_BYTES = 32
_SECRET = re.compile(f"[0-9a-fA-F]{{{2 * SECRET_BYTES}}}")
BAD_DRAW = "13"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A throw and what it gave, as it stands in ``chance.toml``."""

    label: str
    """``S1901E/coast/F Con``."""
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


def full_label(phase: Phase, throw: Throw) -> str:
    """Return the label under which a throw is drawn and recorded; no two throws of a game share it."""
    return f"{phase}/{throw.label}"


def is_old_label(label: str) -> bool:
    """Tell whether a throw was made in the first form: its label begins with the season's folder."""
    return SeasonName.parse(label.partition("/")[0]) is not None


def strip_season(label: str) -> str:
    """Return a label without the season's folder with which it begins in the first form."""
    return label.partition("/")[2] if is_old_label(label) else label


def is_secret(text: str) -> bool:
    """Tell whether a text is a secret in hexadecimal digits."""
    return _SECRET.fullmatch(text) is not None


def parse_secret(text: str) -> bytes:
    """Return the secret that is written as hexadecimal digits.

    Raises GameFolderError when it is none; the text is not repeated.
    """
    if not is_secret(text.strip()):
        raise GameFolderError(f"a GM's secret is {2 * SECRET_BYTES} hexadecimal digits")
    return bytes.fromhex(text.strip())
