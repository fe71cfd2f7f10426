"""What a GM has changed, as small commits with honest messages: one for each game and kind of change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from zinegen.archive.folder.games import RESULT, SEASONS, Game, open_game
from zinegen.archive.repository import Repository
from zinegen.cli.exits import GAMES
from zinegen.game.wording import join_words
from zinegen.pages.words.dates import season_title
from zinegen.play.names import SeasonName


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitPlan:
    """Paths that belong together, and what is said of them."""

    message: str
    paths: tuple[str, ...]
    """From the repository's root."""


def list_commits(here: Repository, zine: Path) -> tuple[CommitPlan, ...]:
    """Return what is to be committed of a zine; what lies outside its folder is left alone.

    Orders of an open season that come to the GM alone are left out until its deadline is locked.
    """
    prefix = zine.resolve().relative_to(here.root.resolve()).as_posix().removeprefix(".")
    inside = [path for path in here.changed if path.startswith(f"{prefix}/" if prefix else "")]
    groups: dict[str, list[str]] = {}
    for path in inside:
        parts = PurePosixPath(path.removeprefix(prefix).lstrip("/")).parts
        game = parts[1] if len(parts) > 2 and parts[0] == GAMES.name else ""
        groups.setdefault(game, []).append(path)
    plans = []
    for game, paths in sorted(groups.items(), reverse=True):
        if game:
            shown = _leave_out_private(zine / GAMES / game, paths)
            plans += (
                [CommitPlan(message=_describe_game(game, shown), paths=tuple(shown))]
                if shown
                else []
            )
        else:
            plans.append(CommitPlan(message=_describe_others(paths), paths=tuple(paths)))
    return tuple(plans)


def _leave_out_private(folder: Path, paths: Iterable[str]) -> list[str]:
    """Return the paths without orders that only the GM may see before the deadline."""
    game = open_game(folder, past_orders=False)
    if not isinstance(game, Game) or game.settings.secrecy.orders != "by-gm":
        return [*paths]
    is_open = {one.slug for one in game.seasons if one.closing is None and not one.is_recorded}
    return [
        path for path in paths if not any(f"/{SEASONS}/{one}/orders/" in path for one in is_open)
    ]


def _describe_game(game: str, paths: Iterable[str]) -> str:
    """Return what was done in a game, by the files that changed."""
    places = [PurePosixPath(path) for path in paths]
    recorded = sorted({_title(one.parent.name) for one in places if one.name == RESULT})
    orders = sorted(
        {one.name.split(".")[0].title() for one in places if one.parent.name == "orders"}
    )
    if recorded:
        return f"Record {join_words(recorded)} of {game}"
    if orders and all(one.parent.name == "orders" for one in places):
        return f"Take in orders of {join_words(orders)} in {game}"
    names = sorted(
        {one.name for one in places if one.suffix == ".toml" and one.parent.name != "orders"}
    )
    return f"Change {join_words(names[:3])} of {game}" if names else f"Change {game}"


def _title(season: str) -> str:
    name = SeasonName.parse(season)
    return season_title(name) if name is not None else season


def _describe_others(paths: Iterable[str]) -> str:
    places = [PurePosixPath(path) for path in paths]
    issues = sorted(one.stem for one in places if one.parent.name == "issues")
    if issues and len(issues) == len(places):
        return f"Write issue {join_words(issues)}"
    return "Change " + join_words(sorted({one.name for one in places})[:3])
