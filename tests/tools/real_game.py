"""Turns the record of a game that people played into a game folder of order files.

``python tests/tools/real_game.py FOLDER`` writes ``FOLDER/real-game``, ready to be closed season by
season. The record has a line a phase: the position before, the orders, the position after.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parents[1] / "data" / "real_game.jsonl"
GAME = "real-game"
SEASONS = {"S": "1-spring", "F": "2-autumn"}
OTHER_NAMES = {"bot": "gob", "lyo": "gol", "tyn": "tys"}

GAME_FILE = """game    = "real-game"
title   = "The Sultan's Decade"
variant = "standard"
gm      = {{ name = "The Record" }}

[secrecy]
orders = "open"

[players]
{players}
"""


def record() -> list[dict[str, Any]]:
    """Return the phases of the record up to the win, adjustments called by their winter."""
    lines = [json.loads(line) for line in RECORD.read_text().splitlines() if line]
    phases = [line for line in lines if line["after"]]
    for phase in phases:
        phase["phase"] = phase_name(phase["phase"])
        phase["after"]["phase"] = phase_name(phase["after"]["phase"])
    return phases


def phase_name(name: str) -> str:
    """Return a phase as zinegen calls it: adjustments belong to the winter."""
    return f"W{name[1:]}" if name.endswith("A") else name


def canonical(line: str) -> str:
    """Return an order with the abbreviations of this board, adjustments as zinegen writes them."""
    words = [OTHER_NAMES.get(word, word) for word in line.split()]
    return " ".join(words)


def order_file(season: str, power: str, sections: dict[str, list[str]]) -> str:
    """Return the text of an order file."""
    head = f'game   = "{GAME}"\nseason = "{season}"\npower  = "{power.lower()}"\n'
    parts = [
        f"{section} = '''\n" + "".join(f"{line}\n" for line in lines) + "'''\n"
        for section, lines in sections.items()
    ]
    return head + "".join(parts)


def section_of(phase: str, line: str) -> tuple[str, str]:
    """Return the key of an order file that a line belongs to, and the line as written there."""
    match phase[-1]:
        case "M":
            return "orders", canonical(line)
        case "R":
            text = canonical(line)
            return "retreats", text.replace(
                "Disband ", ""
            ) + " disband" if "Disband" in text else text
        case _:
            return "builds", canonical(line).replace("Disband", "remove").replace("Build", "build")


def season_folders() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the name of each season's folder with its phases."""
    seasons: dict[str, list[dict[str, Any]]] = {}
    for phase in record():
        letter = "F" if phase["phase"][0] == "W" else phase["phase"][0]
        seasons.setdefault(f"{phase['phase'][1:5]}-{SEASONS[letter]}", []).append(phase)
    yield from seasons.items()


def write_game(folder: Path) -> Path:
    """Write the whole game below a folder and return the game's own folder."""
    game = folder / GAME
    phases = record()
    powers = sorted(phases[0]["before"]["units"])
    game.mkdir(parents=True)
    players = "\n".join(f'{power.lower()} = {{ name = "Player of {power}" }}' for power in powers)
    (game / "game.toml").write_text(GAME_FILE.format(players=players))
    for name, played in season_folders():
        write_season(game / "seasons" / name, played, powers)
    return game


def phases_of(season: str, *, last: str) -> list[str]:
    """Return the phases of a season's deadline; a game won by moves has no phases after them."""
    year = season[:4]
    if "spring" in season:
        return [f"S{year}M", f"S{year}R"]
    whole = [f"F{year}M", f"F{year}R", f"W{year}A"]
    return whole if last.startswith("W") else whole[:2]


def write_season(folder: Path, played: list[dict[str, Any]], powers: list[str]) -> None:
    """Write one season's folder: its file and the orders of every power."""
    (folder / "orders").mkdir(parents=True)
    names = ", ".join(f'"{name}"' for name in phases_of(folder.name, last=played[-1]["phase"]))
    year, month = folder.name[:4], "06" if "spring" in folder.name else "12"
    (folder / "season.toml").write_text(
        f'season   = "{folder.name}"\nphases   = [{names}]\n'
        f"deadline = {year}-{month}-01T20:00:00Z\nready    = true\n"
    )
    for power in powers:
        sections: dict[str, list[str]] = {}
        for phase in played:
            for line in phase["orders"].get(power) or ():
                section, text = section_of(phase["phase"], line)
                sections.setdefault(section, []).append(text)
        if sections:
            text = order_file(folder.name, power, sections)
            (folder / "orders" / f"{power.lower()}.toml").write_text(text)


if __name__ == "__main__":
    sys.stdout.write(f"{write_game(Path(sys.argv[1]))}\n")
