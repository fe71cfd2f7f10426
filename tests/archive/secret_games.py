"""Games that keep secrets, for tests: made, handed in sealed, closed with the GM's key."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from tests.archive.folders import NOW, change, open_season, opened, season_of
from tests.rule_sets import rule_set
from zinegen.archive import (
    CloseOptions,
    CloseResult,
    NewGame,
    close_game,
    make_key_pair,
    new_game,
    parse_identity,
    seal_orders,
)
from zinegen.board import Power
from zinegen.play import commitment, power_slug

ASH = "ash"
SECRET = bytes(range(32))
GM, DEPUTY, BOB, STRANGER = (make_key_pair() for _ in range(4))
IDENTITY = parse_identity(GM.secret)
WRITTEN = "2026-11-30T18:02:00Z"
RANGES: Mapping[str, str] = {
    "Austria": "mountain Boh/Tyr",
    "England": "mountain Cly/NAO",
    "France": "mountain Pic/ENG",
    "Germany": "mountain Ruh/Kie",
    "Italy": "mountain Pie/Mar",
    "Russia": "mountain Lvn/BAL",
    "Turkey": "mountain Arm/BLA",
}
"""Where everybody puts a range."""


def ash(tmp_path: Path, secret: bytes = SECRET, **plan: object) -> Path:
    """Make a Post-Atomic game and return its folder; Germany's player has a key."""
    keys = (GM.public, DEPUTY.public)
    given = NewGame(gm_keys=keys, commitment=commitment(secret), secret=secret, **plan)  # type: ignore[arg-type]
    folder = new_game(tmp_path / "games", ASH, rule_set("post-atomic").id, given)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    with (folder / "game.toml").open("a") as file:
        file.write(f'germany = {{ name = "Bob", key = "{BOB.public}" }}\n')
    return folder


def season_keys(folder: Path) -> tuple[str, ...]:
    """Return the public keys to which orders are sealed."""
    return opened(folder).settings.secrecy.gm_keys


def hand_in_sealed(folder: Path, power: str, keys: tuple[str, ...] = (), **sections: str) -> Path:
    """Seal a power's orders for the last season; return the sealed file."""
    season = season_of(folder, -1)
    slug = power_slug(Power(power))
    text = f'game = "{ASH}"\nseason = "{season.slug}"\npower = "{slug}"\n'
    text += "".join(f"{key} = '''\n{lines}\n'''\n" for key, lines in sections.items())
    slot = season.slot(Power(power))
    path = season.folder / "orders" / f"{slug}.toml"
    path.unlink(missing_ok=True)
    sealed = path.with_name(f"{path.name}.age")
    sealed.write_bytes(seal_orders(text, slot, keys or season_keys(folder), WRITTEN))
    return sealed


def hand_in_ranges(folder: Path) -> None:
    """Seal everybody's orders for the placement."""
    for power, line in RANGES.items():
        hand_in_sealed(folder, power, orders=line)


def closed(folder: Path, **options: object) -> CloseResult:
    """Close the current deadline with the GM's key."""
    given = {"identity": IDENTITY, "early": open_season(folder), **options}
    return close_game(folder, CloseOptions(now=NOW, **given))  # type: ignore[arg-type]


def placed(tmp_path: Path, secret: bytes = SECRET) -> Path:
    """Give a game after the placement, which is played once for all tests of a process."""
    return _copy_of(_play_placement, tmp_path, secret)


def played(tmp_path: Path, secret: bytes = SECRET) -> Path:
    """Give a game after the placement and the first spring, played once for all tests of a process."""
    return _copy_of(_play_spring, tmp_path, secret)


def _play_placement(folder: Path, secret: bytes) -> None:
    made = ash(folder, secret)
    hand_in_ranges(made)
    assert closed(made).waiting is None


def _play_spring(folder: Path, secret: bytes) -> None:
    made = placed(folder, secret)
    hand_in_sealed(made, "Germany", orders="A Mun - Ruh\nF Kie - HEL\nA Ber - Sil")
    hand_in_sealed(made, "Russia", orders="A Mos - Ukr")
    assert closed(made).waiting is None


def _copy_of(play: Callable[[Path, bytes], None], tmp_path: Path, secret: bytes) -> Path:
    """Put a copy of a played game among the games of a folder."""
    return Path(shutil.copytree(_kept(play, secret) / "games" / ASH, tmp_path / "games" / ASH))


@cache
def _kept(play: Callable[[Path, bytes], None], secret: bytes) -> Path:
    """Play a game in a folder that lasts as long as the process."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    play(Path(folder.name), secret)
    return Path(folder.name)


def published(folder: Path) -> dict[str, bytes]:
    """Return every file of a game that goes into the repository: all but what only the GM has."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "private" not in path.parts
    }


def open_key(folder: Path) -> str:
    """Return the game's own key."""
    from zinegen.archive import open_sealed_records

    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    return secrets.hidden.open_key


def end(folder: Path, *, key: bool = True, secret: bool = True) -> None:
    """Publish what a GM publishes when the game is over."""
    if key:
        line = f'[secrecy]\nopen_key = "{open_key(folder)}"\n'
        change(folder / "game.toml", "[secrecy]\n", line)
    if secret:
        change(folder / "game.toml", "[chance]\n", f'[chance]\nsecret = "{SECRET.hex()}"\n')
