"""What a site publishes of a season besides its record, so that anybody can check it.

Read in a reader's browser. Format: docs/map-data.md, "`check.json`".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase
from zinegen.play.chance import ChanceSettings
from zinegen.play.names import power_of
from zinegen.play.records.codec import Json, RecordError, parse_json
from zinegen.play.records.records import SeasonRecord
from zinegen.play.records.result_text import decode_record
from zinegen.play.texts.chance_file import Throws, read_chance_file
from zinegen.play.texts.close_file import Closing, read_close_file
from zinegen.play.texts.order_file import SEAL, OrderFile, OrderSlot, parse_order_file
from zinegen.play.texts.rulings_file import GmRuling, read_rulings
from zinegen.play.texts.toml_text import ORDERS, RULINGS, SETTINGS, Document, FileKind, parse_toml
from zinegen.play.verification.digests import COMMITMENT, NONCES

FORMAT = 1
"""Goes up when something changes its name or meaning."""
CLOSE, CHANCE, RULED = "close.toml", "chance.toml", "rulings.toml"


@dataclass(frozen=True, kw_only=True)
class PublishedSeason:
    """The files of a season's folder that it was judged from, and what the game's own file says of it."""

    game: str
    season: str
    shown: str
    """The season's folder as people see it."""
    turn: int
    """Which season of its game this is, from 1."""
    powers: tuple[Power, ...]
    """All powers of the game, in alphabetical order."""
    said: Mapping[str, Json] = field(default_factory=dict)
    """Settings by their keys among a record's inputs."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of files, by their names in the season's folder."""
    shortened: frozenset[str] = frozenset()
    """Files of which a part is left out, because it tells who plays."""
    secret: str = ""
    """The GM's secret for throws, once it is published."""
    spelt: tuple[str, ...] = ()
    """The words for chance as they were written."""
    following: tuple[Phase, ...] = ()
    """The phases of the season after it, as far as there is one."""
    open_key: str = ""
    """The key of a game that keeps secrets, once it is published."""
    start: Json = None
    """How such a game begins, as its game.toml says."""

    @property
    def path(self) -> str:
        """The season's folder in the game's, as a record's inputs name it."""
        return f"seasons/{self.season}"

    @property
    def chance(self) -> ChanceSettings:
        """What the throws of the game follow from."""
        said, words = self.said.get(COMMITMENT), self.said.get(NONCES)
        pledge = said if isinstance(said, dict) else {}
        chain = pledge.get("chain")
        return ChanceSettings(
            commitment=str(pledge.get("commitment") or ""),
            chain=chain if isinstance(chain, int) else 0,
            nonces=tuple(map(str, words)) if isinstance(words, list) else (),
            spelt=self.spelt,
            secret=self.secret,
        )

    @cached_property
    def throws(self) -> Throws:
        """What its ``chance.toml`` says."""
        document = self._read(CHANCE, SETTINGS)
        return read_chance_file(document)[0] if document is not None else Throws()

    @cached_property
    def closing(self) -> Closing | None:
        """What its ``close.toml`` says; None where there is none."""
        document = self._read(CLOSE, SETTINGS)
        return read_close_file(document, self.powers)[0] if document is not None else None

    @cached_property
    def decisions(self) -> tuple[GmRuling, ...]:
        """The rulings in its ``rulings.toml``."""
        document = self._read(RULED, RULINGS)
        return read_rulings(document, self.powers)[0] if document is not None else ()

    def slot(self, power: Power) -> OrderSlot:
        """Return the place of a power's orders."""
        return OrderSlot(
            game=self.game, season=self.season, power=power, shown=self.shown, any_game=True
        )

    def read_orders(self, name: str, content: str, power: Power) -> OrderFile:
        """Return the orders in a text that lies under a name in the season's folder."""
        slot = self.slot(power)
        reading = parse_toml(content.encode(), f"{self.shown}/{name}", ORDERS)
        return parse_order_file(reading, slot, name)

    def _read(self, name: str, kind: FileKind) -> Document | None:
        text = self.files.get(name)
        if text is None:
            return None
        return parse_toml(text.encode(), f"{self.shown}/{name}", kind).document


def find_owner(name: str, powers: tuple[Power, ...]) -> Power | None:
    """Return the power whose order file has a name in a season's folder; None of other files."""
    folder, _, file = name.partition("/")
    stem, ending, _ = file.partition(".toml")
    if folder not in {"orders", "opened"} or not ending:
        return None
    return power_of(stem, powers) or power_of(stem.removesuffix("-in-time"), powers)


def read_open_key(orders: str) -> str:
    """Return the one-time key that stands in orders which were sealed; empty where there is none."""
    document = parse_toml(orders.encode(), "", ORDERS).document
    table = document.data.get(SEAL) if document is not None else None
    return str(table.get("open_key") or "") if isinstance(table, dict) else ""


def write_published(season: PublishedSeason) -> bytes:
    """Return the text of a season's ``check.json``."""
    data: dict[str, Json] = {
        "format": FORMAT,
        "game": season.game,
        "season": season.season,
        "folder": season.shown,
        "turn": season.turn,
        "powers": [*season.powers],
        "said": dict(season.said),
        "files": dict(season.files),
        "shortened": [*sorted(season.shortened)],
        "secret": season.secret,
        "spelt": [*season.spelt],
        "following": [str(phase) for phase in season.following],
    }
    if season.open_key:
        data |= {"open_key": season.open_key, "start": season.start}
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def read_undrawn_record(content: bytes, before: GameState) -> tuple[SeasonRecord, frozenset[Phase]]:
    """Return a record without its drawings, and the phases that say only by these where borders run.

    A drawing can be read only beside the one before it, and how lines are drawn bears on nothing. ``before``
    is the position from which the season set out. Raises GameFolderError when the bytes are no record.
    """
    data = parse_json(content)
    tables = data.get("phases") if isinstance(data, dict) else None
    drawn: list[Phase] = []
    for table in tables if isinstance(tables, list) else ():
        places = (table.get("before"), table.get("after")) if isinstance(table, dict) else ()
        boards = [place.get("board") for place in places if isinstance(place, dict)]
        unsaid = [_drop_drawing(board) for board in boards if isinstance(board, dict)]
        if isinstance(table, dict) and (any(unsaid) or drawn):
            drawn.append(Phase.parse(str(table.get("phase"))))
    return decode_record(data, before), frozenset(drawn)


def _drop_drawing(board: dict[str, Json]) -> bool:
    """Take the drawing out of what became of a board; tell whether nothing else says where borders run."""
    for key in ("shape", "pending_surgeries"):
        board.pop(key, None)
    unsaid = "mesh" in board and "courses" not in board
    if unsaid:
        board["courses"] = {}
    return unsaid


def read_published(data: Json) -> PublishedSeason:
    """Return what a ``check.json`` says; raises RecordError when it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            "these are no published records that this engine knows: load the page anew"
        )
    turn, said, files = data.get("turn"), data.get("said"), data.get("files")
    if not isinstance(turn, int) or not isinstance(said, dict) or not isinstance(files, dict):
        raise RecordError("the published records of the season are damaged")
    shortened, spelt, following, powers = (
        tuple(map(str, one)) if isinstance(one := data.get(key), list) else ()
        for key in ("shortened", "spelt", "following", "powers")
    )
    return PublishedSeason(
        game=str(data.get("game")),
        season=str(data.get("season")),
        shown=str(data.get("folder")),
        turn=turn,
        powers=tuple(map(Power, powers)),
        said=said,
        files={name: str(text) for name, text in files.items()},
        shortened=frozenset(shortened),
        secret=str(data.get("secret") or ""),
        spelt=spelt,
        following=tuple(map(Phase.parse, following)),
        open_key=str(data.get("open_key") or ""),
        start=data.get("start"),
    )
