"""Game folders for tests: made, filled in, closed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from zinegen.archive import (
    CloseOptions,
    CloseResult,
    Game,
    GameProgress,
    NewGame,
    SeasonFolder,
    close_game,
    new_game,
    open_game,
    play,
)
from zinegen.play import power_slug

NOW = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
GAME = "winter"

OPENING: Mapping[str, str] = {
    "Austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
    "England": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "France": "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO",
    "Germany": "A Ber - Kie\nF Kie - Den\nA Mun - Bur",
    "Italy": "A Ven H\nA Rom - Apu\nF Nap - ION",
    "Russia": "A Mos - Ukr\nA War - Gal\nF Sev - BLA\nF StP/sc - GOB",
    "Turkey": "A Con - Bul\nA Smy - Con\nF Ank - BLA",
}
"""Orders for spring 1901; Galicia, Burgundy and the Black Sea are disputed."""


def made(tmp_path: Path, **plan: object) -> Path:
    """Make a standard game and return its folder."""
    return new_game(tmp_path / "games", GAME, "standard", NewGame(**plan))  # type: ignore[arg-type]


def opened(folder: Path) -> Game:
    """Open a game that must not be broken."""
    game = open_game(folder)
    assert isinstance(game, Game), game.findings
    return game


def season_of(folder: Path, number: int = 0) -> SeasonFolder:
    """Return a season of a game, by its number from 0."""
    return opened(folder).seasons[number]


def order_text(season: str, power: str, **sections: str) -> str:
    """Return the text of an order file."""
    head = f'game = "{GAME}"\nseason = "{season}"\npower = "{power_slug(power)}"\n'  # type: ignore[arg-type]
    return head + "".join(f"{key} = '''\n{text}\n'''\n" for key, text in sections.items())


def hand_in(folder: Path, power: str, number: int = -1, **sections: str) -> Path:
    """Write a power's order file for a season, the last one if none is named; return the path."""
    return _write_orders(season_of(folder, number), power, **sections)


def hand_in_opening(folder: Path) -> None:
    """Write everybody's orders for spring 1901."""
    season = season_of(folder, -1)  # read once: that takes longer than writing
    for power, orders in OPENING.items():
        _write_orders(season, power, orders=orders)


def _write_orders(season: SeasonFolder, power: str, **sections: str) -> Path:
    path = season.folder / "orders" / f"{power_slug(power)}.toml"  # type: ignore[arg-type]
    path.write_text(order_text(season.slug, power, **sections))
    return path


def rule(folder: Path, number: int = 0, **ruling: str) -> None:
    """Add a ruling of the GM to a season; ``as_`` stands for ``as``."""
    path = season_of(folder, number).folder / "rulings.toml"
    lines = "".join(f"{key.rstrip('_')} = '{value}'\n" for key, value in ruling.items())
    before = path.read_text() if path.exists() else ""
    path.write_text(f"{before}[[ruling]]\n{lines}reason = 'The GM says so.'\n")


def change(path: Path, old: str, new: str) -> None:
    """Replace a text in a file; it must be there."""
    text = path.read_text()
    assert old in text, f"{old!r} is not in {path.name}:\n{text}"
    path.write_text(text.replace(old, new))


def make_ready(folder: Path, number: int = 0) -> None:
    """Set ``ready`` by hand, as a GM does without `close`."""
    change(season_of(folder, number).folder / "season.toml", "ready    = false", "ready = true")


def open_season(folder: Path) -> str:
    """Return the name of the season to close next; empty where there is none."""
    game = open_game(folder)
    return game.current.slug if isinstance(game, Game) and game.current else ""


def closed(folder: Path, *, early: str | None = None, **options: object) -> CloseResult:
    """Close a season by its name, the open one if none is named; with an empty name what is due."""
    name = open_season(folder) if early is None else early
    return close_game(folder, CloseOptions(now=NOW, early=name, **options))  # type: ignore[arg-type]


def go_on_without_orders(folder: Path) -> None:
    """Rule that the open season is judged although not one order file is in."""
    rule(folder, -1, do="proceed")


def let_lines_hold(folder: Path) -> None:
    """Set the policy by which nothing comes of lines that nobody can read, and the game goes on."""
    change(folder / "game.toml", 'unreadable_line = "wait"', 'unreadable_line = "hold"')


def played(folder: Path) -> GameProgress:
    """Play a game as far as it can be told."""
    return play(opened(folder))


def units(current: GameProgress) -> dict[str, str]:
    """Return who stands where, as province: power and kind."""
    return {at: f"{unit.power} {unit.kind}" for at, unit in current.state.units.items()}
