"""What a game has of provinces, with all their names, and of seasons, each with a small map."""

import re
from collections.abc import Iterable, Iterator, Sequence

from zinegen.board.board import OUTSIDE, Board
from zinegen.game.state import GameState
from zinegen.notation.grammar.names import names_for, split_words
from zinegen.notation.grammar.usual_names import ALIASES
from zinegen.pages.contents import NamedProvince
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.views import SeasonLine, SeasonView
from zinegen.play.records.records import SeasonRecord


def anchor_of(key: str, name: str) -> str:
    """Return what a link to a province's place in the index ends in."""
    plain = re.sub(r"[^a-z0-9]+", "-", f"{key} {name}".lower()).strip("-")
    return f"province-{plain}"


def list_season_lines(
    seasons: Iterable[SeasonView], records: Iterable[SeasonRecord], maps: MapQueue
) -> tuple[SeasonLine, ...]:
    """Return a game's seasons for lists, each with a small map of the position after it."""
    return tuple(
        SeasonLine(
            name=season.name,
            uri=season.uri,
            headline=season.headline,
            year=int(season.anchor[:4]),
            picture=maps.small(record.after),
        )
        for season, record in zip(seasons, records, strict=True)
    )


def list_boards(records: Sequence[SeasonRecord], now: GameState) -> Iterator[Board]:
    """Yield the boards of a game from its start to now, as they are between seasons."""
    yield from (record.before.board for record in records[:1])
    yield from (record.after.board for record in records)
    yield from () if records else (now.board,)


def name_provinces(boards: Iterable[Board]) -> tuple[NamedProvince, ...]:
    """Return every province of some boards with all its names, as the last board that has it calls it."""
    found: dict[str, NamedProvince] = {}
    for board in boards:
        names = names_for(board)
        spelt: dict[str, list[str]] = {}
        for spelling, face in names.provinces.items():
            spelt.setdefault(face, []).extend(word for word in spelling if word[0].isalnum())
        aliases = ALIASES if board.aliases is None else board.aliases
        for face, province in board.provinces.items():
            if face == OUTSIDE:
                continue
            found[face] = NamedProvince(
                key=face,
                name=province.name,
                also=tuple(
                    name
                    for name in aliases.get(face, ())
                    if names.provinces.get(split_words(name)) == face
                ),
                words=" ".join(dict.fromkeys((*spelt.get(face, ()), province.name))),
            )
    return tuple(found[face] for face in sorted(found))
