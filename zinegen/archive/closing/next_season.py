"""The folder for the orders after a season: made where there is none, made anew where nobody has written.

After a correction the folder may be there already, for another position. What the program wrote and nobody
touched is made anew; what a person wrote stays, and its lines are held against the position as it is now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, list_folder, read_text, write_atomically
from zinegen.archive.folder.blank_orders import holds_only_blanks, order_toml
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder, reread_season
from zinegen.archive.folder.new_folders import (
    next_season_name,
    phases_line,
    write_season,
)
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import Variant
from zinegen.notation.findings import Finding, Level
from zinegen.play.deadlines import deadline_phases, powers_to_order
from zinegen.play.names import power_slug
from zinegen.rules.secrets import public_state


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeason:
    """The folder for the next orders, and what was done to it."""

    slug: str = ""
    """Its name; empty when the game is over."""
    renewed: tuple[str, ...] = ()
    """The files made anew, or taken away: they were for another position, and nobody had touched them."""
    kept: tuple[Power, ...] = ()
    """Powers that have handed in already, for another position."""
    findings: tuple[Finding, ...] = ()
    """What no longer fits in their files; nobody can tell of sealed ones."""


def prepare_next_season(
    current: GameProgress, *, secret: bool, recorded: bool, now: datetime
) -> NextSeason:
    """Make the folder for the next orders ready.

    What is written there is for everybody to see, and so is made from what everybody may know. ``recorded``
    says that the season before was recorded just now: orders that lie there were written before that.
    Raises GameFolderError when a file there cannot be read, or the disk does not take one.
    """
    game, season = current.game, current.open_season
    if current.state.winners is not None:
        return NextSeason()
    state = public_state(current.state) if secret else current.state
    if season is not None:
        if season.is_due(now):
            return NextSeason(slug=season.slug)
        renewed = renew_season(season, game, state)
        if not recorded and not renewed:
            return NextSeason(slug=season.slug)
        return _check_kept_files(replace(current, state=state), season.slug, renewed)
    before = game.seasons[-1].name if game.seasons else None
    variant = game.settings.variant_in(next_season_name(current.variant, state, before))
    name = str(next_season_name(variant, state, before))
    broken = [one for one in game.findings if f"/{SEASONS}/{name}/" in one.where.file]
    if broken and (game.folder / SEASONS / name / "season.toml").exists():
        raise GameFolderError(f"{broken[0].where}: {broken[0].title}")
    deadline = _find_next_deadline(game, variant, state, now)
    write_season(game.folder / SEASONS / name, game.slug, variant, state, deadline)
    return NextSeason(slug=name)


def _find_next_deadline(
    game: Game, variant: Variant, state: GameState, now: datetime
) -> datetime | None:
    """Return the deadline that a game's rhythm sets; None where the GM sets each."""
    last = game.seasons[-1].deadline.deadline if game.seasons else None
    kinds = (phase.kind for phase in deadline_phases(variant, state))
    return game.settings.deadlines.next(kinds, last, now)


def renew_season(season: SeasonFolder, game: Game, state: GameState) -> tuple[str, ...]:
    """Make anew what nobody has touched in an open season's folder that was made for another position.

    A folder in which every file fits is left as it is. Returns the names of the files that changed.
    """
    variant, phases = season.variant, season.deadline.phases
    found = {}
    if state.phase not in phases:
        phases = deadline_phases(variant, state)
        found = dict(_correct_phases(season, phases))
    wanted = {
        f"orders/{power_slug(power)}.toml": order_toml(
            game.slug, season.slug, power, state, phases, variant=variant
        )
        for power in powers_to_order(variant, state, phases)
    }
    blank = dict(_list_blank_files(season, game.slug))
    stale = [name for name, text in blank.items() if wanted.get(name) != text]
    if not stale and not found:
        return ()
    missing = {
        name
        for name in wanted.keys() - blank.keys()
        if not (season.folder / name).exists() and not (season.folder / f"{name}.age").exists()
    }
    found |= {name: wanted[name] for name in missing}
    # What is stale goes last: as long as it is there, a run that is cut off is finished by the next one.
    for name in (*sorted(found), *stale):
        text = found.get(name, wanted.get(name))
        if text is None:
            (season.folder / name).unlink()
        else:
            write_atomically(season.folder / name, text.encode())
    return tuple(sorted({*found, *stale}))


def write_blank_orders(current: GameProgress, season: SeasonFolder, power: Power) -> bytes:
    """Return a power's order file for a season as the program made it, before anybody wrote into it."""
    state, variant = public_state(current.state), season.variant
    phases = season.deadline.phases
    return order_toml(season.game, season.slug, power, state, phases, variant=variant).encode()


def _correct_phases(season: SeasonFolder, phases: tuple[Phase, ...]) -> Iterator[tuple[str, str]]:
    """Yield season.toml with other phases, where they stand as the program wrote them."""
    name = "season.toml"
    text = read_text(season.folder / name)
    then = phases_line(season.deadline.phases)
    if then in text:
        yield name, text.replace(then, phases_line(phases), 1)


def _list_blank_files(season: SeasonFolder, game: str) -> Iterator[tuple[str, str]]:
    """Yield the order files that are as the program wrote them for some position, with their texts."""
    for path in list_folder(season.folder / "orders"):
        if path.suffix != ".toml" or not path.is_file() or path.is_symlink():
            continue
        try:
            text = read_text(path)
        except FileError:
            continue
        if holds_only_blanks(text, game, season.slug, path.stem):
            yield f"orders/{path.name}", text


def _check_kept_files(current: GameProgress, slug: str, renewed: tuple[str, ...]) -> NextSeason:
    """Return what no longer fits in the orders that players have written for a season."""
    season = next(one for one in current.game.seasons if one.slug == slug)
    game = reread_season(current.game, season)
    season = next(one for one in game.seasons if one.slug == slug)
    kept = [
        file
        for file in season.files.values()
        if not holds_only_blanks(
            _text_of(season, file.name), game.slug, slug, power_slug(file.power)
        )
    ]
    current = replace(current, game=game)
    findings = (one for file in kept for one in check_order_file(current, file).findings)
    powers = {*(file.power for file in kept), *season.sealed}
    return NextSeason(
        slug=slug,
        renewed=renewed,
        kept=tuple(sorted(powers)),
        findings=tuple(one for one in findings if one.level is not Level.NOTE),
    )


def _text_of(season: SeasonFolder, name: str) -> str:
    try:
        return read_text(season.folder / name)
    except FileError:
        return ""
