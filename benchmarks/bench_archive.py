"""An archive of standard games from files to a published site: seconds, memory and sizes of each step.

Programs play the games from a seed (`zinegen lab`), ten years each: forty phases, so that 5,000 of them are
200,000. Players are made up from the same seed. Then each step is the command that a GM would type, in a
process of its own: take the games in, verify them, replay one, build the site in volumes with all maps, once
more with maps alone kept, after an edit to one game, and after none; last, publish it.

``--games 200 --steps import,verify`` measures these steps alone. docs/volumes.md has what came of it, and
what follows for more.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from spending import Spent, run
from tables import Row, show

HEAD = ("step", "seconds", "processor", "most memory of a process")
ROOT = Path(__file__).resolve().parent.parent
YEARS = 10
STEPS = ("play", "import", "verify", "replay", "build", "pages", "edit", "nothing", "publish")
FIRST = ("Ann", "Bruno", "Chiara", "Dieter", "Émile", "Freya", "Gita", "Hugo", "Inga", "Jakub")
LAST = ("Aksoy", "Bellini", "Brandt", "Garnier", "Lowe", "Novak", "Orlov", "Pym", "Quill", "Vogt")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def name_players(source: Path, target: Path, seed: int) -> int:
    """Give each game a name and players; return how many phases there are."""
    chance = random.Random(seed)  # noqa: S311  (names, no secrets)
    lines = source.read_text().splitlines()
    last, names = "", {}
    found = []
    for line in lines:
        phase = json.loads(line)
        if phase["game"] != last:
            last = phase["game"]
            names = {
                power: f"{chance.choice(FIRST)} {chance.choice(LAST)} {chance.choice(LAST)}"
                for power in POWERS
            }
            phase["players"] = names
        found.append(json.dumps(phase, ensure_ascii=False))
    target.write_text("\n".join(found) + "\n")
    return len(lines)


def lay_out(folder: Path, volume: int) -> None:
    """Put the project's look and texts into a folder, which is cut into volumes."""
    shutil.copytree(ROOT / "templates", folder / "templates")
    left_out = shutil.ignore_patterns("issues", "lists.toml")
    shutil.copytree(ROOT / "site_src", folder / "site_src", ignore=left_out)
    own = f"  - zinegen:\n      volumes: {volume}\n"
    settings = (ROOT / "mkdocs.yml").read_text().replace("  - zinegen:\n", own)
    (folder / "mkdocs.yml").write_text(settings)
    (folder / "games").mkdir()


def forget_pages(folder: Path) -> None:
    """Take away all that builds have kept, but for the maps."""
    shutil.rmtree(folder / "site")
    for kept in (folder / ".cache/build").glob("*/*"):
        if kept.is_dir() and kept.name != "maps":
            shutil.rmtree(kept)


def edit(folder: Path) -> None:
    """Change a byte of one game."""
    settings = min(folder.glob("games/*/game.toml"))
    settings.write_text(f"{settings.read_text()}\n")


def measure_size(folder: Path) -> tuple[int, int]:
    """Return how many files lie in a folder, and how many MB they have."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes) // 1_000_000


def do_step(step: str, folder: Path, games: int, seed: int) -> Spent:
    """Do one step and return what it took."""
    lab = folder.parent / "lab"
    if step == "play":
        words = ["--games", str(games), "--years", str(YEARS), "--seed", str(seed), "-o", str(lab)]
        return run(["lab", "standard", *words], folder.parent)
    if step == "import":
        print(f"{name_players(lab / 'games.jsonl', lab / 'named.jsonl', seed)} phases")
        return run(["import", str(lab / "named.jsonl")], folder)
    if step == "replay":
        name = min((folder / "games").iterdir()).name
        return run(["replay", name, "-o", str(folder.parent / "replay.webp")], folder)
    if step == "publish":
        return run(["publish", "--to", str(folder.parent / "www"), "--quiet"], folder)
    if step == "pages":
        forget_pages(folder)
    if step == "edit":
        edit(folder)
    return run(["verify"] if step == "verify" else ["build", "--quiet"], folder)


def measure_rows(
    games: int = 4,
    volume: int = 2,
    seed: int = 1,
    steps: Sequence[str] = STEPS,
    folder: Path | None = None,
) -> Iterator[Row]:
    """Yield a row for each step, and one for the size of each folder."""
    with tempfile.TemporaryDirectory() as scratch:
        zine = (folder or Path(scratch)) / "zine"
        if not zine.is_dir():
            zine.mkdir(parents=True)
            lay_out(zine, volume)
        for step in steps:
            spent = do_step(step, zine, games, seed)
            times = (f"{spent.wall:.1f} s", f"{spent.processor:.1f} s")
            yield f"{step}, {games} games", *times, f"{spent.memory} MB"
        for name in ("games", "site", ".cache"):
            files, size = measure_size(zine / name)
            yield f"`{name}/`: {files} files, {size} MB", "", "", ""


def main() -> None:
    """Measure the steps that were asked for, and print a line for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--volume", type=int, default=2, help="games of a volume")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument(
        "--folder", type=Path, help="where it lies, to go on with; thrown away else"
    )
    said = parser.parse_args()
    steps = said.steps.split(",")
    show(HEAD, measure_rows(said.games, said.volume, said.seed, steps, said.folder))


if __name__ == "__main__":
    main()
