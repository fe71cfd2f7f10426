"""``hidden.toml``, opened: what only the GM and the deputy know of a game that keeps secrets.

What is wrong in it is told without its words: others may read that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zinegen.errors import GameFolderError
from zinegen.notation.findings import count_faults
from zinegen.play.setups import SecretSetup
from zinegen.play.texts.chance_file import Draw, is_secret, read_draw
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import RULINGS, parse_toml

_OPEN_KEY = re.compile(r"[0-9A-Z]{58}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenText:
    """What ``hidden.toml`` says."""

    open_key: str
    secret: str = ""
    """Of the throws, as hexadecimal digits; empty when the GM keeps it elsewhere, or throws dice."""
    draws: tuple[Draw, ...] = ()
    setup: SecretSetup | None = None


class OtherGameError(GameFolderError):
    """A ``hidden.toml`` of another game, whose name it bears."""

    def __init__(self, game: object) -> None:
        self.game = game
        super().__init__("it is another game's")


def is_open_key(text: str) -> bool:
    """Tell whether a text is a secret key without its prefix, as it stands in files."""
    return _OPEN_KEY.fullmatch(text) is not None


def parse_hidden_text(content: bytes, game: str, shown: str) -> HiddenText:
    """Return what stands in a ``hidden.toml``.

    Raises OtherGameError when it is another game's, GameFolderError when it is none.
    """
    document = parse_toml(content, shown, RULINGS).document
    if document is None:
        raise GameFolderError("it is not TOML")
    top = Table.of(document)
    top.require("game", game)
    secret, key = top.text("secret") or "", top.text("open_key", needed=True) or ""
    draws = [read_draw(table, secret=True) for table in top.tables("draw")]
    setup = _read_setup(top.table("start"))
    top.report_unknown_keys()
    if not is_open_key(key) or (secret and not is_secret(secret)):
        raise GameFolderError("its secret or its open_key is none")
    if document.data.get("game", game) != game:
        raise OtherGameError(document.data["game"])
    if top.findings:
        raise GameFolderError(count_faults(top.findings))
    found = tuple(draw for draw in draws if draw is not None)
    return HiddenText(open_key=key, secret=secret, draws=found, setup=setup)


def _read_setup(start: Table | None) -> SecretSetup | None:
    if start is None:
        return None
    secret = start.section("secret")
    return SecretSetup(
        centres=secret.texts_by_power("centres"),
        ranges=secret.texts("ranges"),
        known=start.texts_by_power("known") or {},
    )
