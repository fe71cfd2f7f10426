"""Commands that draw: one map as SVG or PNG, the drawn map as GeoJSON, a game as a moving picture."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.files import write_atomically
from zinegen.archive.folder.games import SeasonFolder, open_sound_game
from zinegen.archive.scenario_files import PlayedScenario, play_scenario
from zinegen.archive.sealing.sealed_records import open_sealed_records
from zinegen.board.board import Power
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import DONE, exchange_utf_8, print_error, progress_line
from zinegen.cli.find_games import find_game_folder
from zinegen.cli.keys import KEY, find_identity
from zinegen.cluster import working_at
from zinegen.drawing import Scene, draw_after, draw_before, draw_orders, to_geojson, to_png, to_svg
from zinegen.drawing.png.animation import KINDS, Timed, find_ffmpeg, join_pictures
from zinegen.drawing.replay.pictures import ReplayedSeason, draw_replay
from zinegen.drawing.scene import Typeface
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState, Phase
from zinegen.notation.grammar.names import suggest
from zinegen.pages.builders.redaction import public_play
from zinegen.pages.site.standard_files import SOURCES, ZINE_FILES
from zinegen.pages.words.dates import season_title
from zinegen.pages.words.visible_text import one_line
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.rules.secrets import state_for
from zinegen.workers import find_workers

WIDTH = 1600
"""Width of a PNG in pixels, unless told otherwise."""
_FILE = partial(
    click.option,
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
)
OUTPUT = _FILE(help="The file; its ending says which kind: .svg or .png.")
PIXELS = click.option(
    "--width", type=click.IntRange(100, 8000), default=WIDTH, show_default=True, help="Of a PNG."
)


def _play_game(name: str) -> GameProgress:
    """Return a game as far as everybody can tell it."""
    return play(open_sound_game(find_game_folder(name)))


def _play_with_secrets(name: str, key: tuple[Path, ...]) -> GameProgress:
    """Return a game with its secrets; raises GameFolderError without the key, or when it has none."""
    public = _play_game(name)
    secrets = open_sealed_records(public.game, find_identity(key))
    if secrets is None:
        raise GameFolderError(f"{name} keeps no secrets that a key of yours opens")
    game = secrets.unseal_game(public.game)
    return play(game, secrets.dice(game), secrets=secrets)


def _find_phase(current: GameProgress, phase: str) -> tuple[str, PhaseRecord | None, GameState]:
    """Return a game's title, what is known of one of its phases, and the position before it.

    The phase that is open now has no record. Raises GameFolderError when there is no such phase.
    """
    game, name = current.game, current.game.slug
    wanted = Phase.parse(phase)
    played = [one for record in current.records for one in record.phases]
    for one in played:
        if one.phase == wanted:
            return game.settings.title, one, one.before
    if current.state.phase == wanted:
        return game.settings.title, None, current.state
    known = f"{played[0].phase} to {current.state.phase}" if played else str(current.state.phase)
    raise GameFolderError(f"{name} has no phase {wanted}; it has {known}")


class _View(TypedDict):
    """Which map is wanted, and for whom."""

    kind: str
    seen_by: str | None
    key: tuple[Path, ...]


@click.command()
@click.argument("game", required=False)
@click.argument("phase", required=False)
@click.option(
    "--scenario",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Draw a scenario file instead of a game: the phase that is named, or the last.",
)
@click.option("--before", "kind", flag_value="before", help="The units before the phase.")
@click.option("--after", "kind", flag_value="after", help="The units after it.")
@click.option(
    "--orders", "kind", flag_value="orders", default=True, help="The orders as arrows (default)."
)
@OUTPUT
@PIXELS
@click.option(
    "--text",
    is_flag=True,
    help="In an SVG: letters as text, in a typeface that the file brings along.",
)
@click.option(
    "--seen-by",
    metavar="POWER",
    help="With the GM's key: the position as one power knows it, its mountain ranges and centres too.",
)
@KEY
def draw(
    *,
    game: str | None,
    phase: str | None,
    scenario: Path | None,
    output: Path,
    width: int,
    text: bool,
    **said: Unpack[_View],
) -> int:
    """Draw one map of a game, or of a scenario file: PHASE is a name such as S1901M."""
    check_picture_name(output)
    kind, seen_by = said["kind"], said["seen_by"]
    if scenario is not None:
        if phase is not None or seen_by is not None:
            raise click.UsageError("with --scenario, name a phase at most: there is no game")
        scene = _draw_phase(kind, *_find_scenario_phase(play_scenario(scenario), game))
    elif game is None or phase is None:
        raise click.UsageError("name a game and a phase, or --scenario FILE")
    elif seen_by is None:
        scene = _draw_phase(kind, *_find_phase(_play_game(game), phase))
    else:
        power = Power(seen_by.strip().title())
        scene = _draw_seen_by(kind, _play_with_secrets(game, said["key"]), phase, power)
        print_error(f"{output} is for {power} alone: keep it out of git")
    write_picture(scene, output, width, text=text)
    return DONE


def check_picture_name(output: Path) -> None:
    """Raise GameFolderError for a file whose ending is that of no picture."""
    if output.suffix.lower() not in {".svg", ".png"}:
        raise GameFolderError(f"{output.name}: maps are written as .svg or .png")


def write_picture(scene: Scene, output: Path, width: int = WIDTH, *, text: bool = False) -> None:
    """Write a picture to a file; its ending says which kind.

    ``width`` is that of a PNG in pixels; ``text`` has the letters of an SVG as text.
    """
    if output.suffix.lower() == ".svg":
        content = to_svg(scene, fonts=_read_fonts() if text else {}).encode()
    else:
        content = to_png(scene, width)
    write_atomically(output, content)


def _read_fonts() -> dict[Typeface, bytes]:
    """Return the files of the maps' typeface, by cut."""
    files = {
        Typeface.REGULAR: "400-normal",
        Typeface.ITALIC: "400-italic",
        Typeface.BOLD: "700-normal",
    }
    folder = ZINE_FILES / SOURCES / "assets" / "fonts"
    return {
        cut: (folder / f"libre-caslon-text-latin-{name}.woff2").read_bytes()
        for cut, name in files.items()
    }


def _find_scenario_phase(
    played: PlayedScenario, phase: str | None
) -> tuple[str, PhaseRecord | None, GameState]:
    """Return a scenario's title, one of its phases, the last if none is named, and the position before it."""
    found = [
        PhaseRecord(before=one.played.before, report=one.played.report, after=one.played.after)
        for one in played.results
    ]
    scenario = played.scenario
    if phase is None:
        last = found[-1] if found else None
        return scenario.title, last, last.before if last else scenario.start
    wanted = Phase.parse(phase)
    for one in found:
        if one.phase == wanted:
            return scenario.title, one, one.before
    known = ", ".join(str(one.phase) for one in found) or "none"
    raise GameFolderError(f"the scenario has no phase {wanted}; it has {known}")


def _draw_phase(kind: str, title: str, record: PhaseRecord | None, before: GameState) -> Scene:
    if kind == "before":
        return draw_before(before, title=title)
    if record is None:
        raise GameFolderError(f"{before.phase} has not been judged: there is only --before to draw")
    if kind == "after":
        return draw_after(record.after, earlier=record.before, title=title)
    return draw_orders(before, record.report, title=title)


def _draw_seen_by(kind: str, whole: GameProgress, phase: str, power: Power) -> Scene:
    """Return a position as one power knows it."""
    if power not in whole.state.powers:
        raise GameFolderError(f"{whole.game.slug} has no power called {power}")
    if kind == "orders":
        raise GameFolderError("--seen-by shows a position: give --before or --after, too")
    title, record, before = _find_phase(whole, phase)
    if record is not None:
        after = state_for(record.after, power)
        record = replace(record, before=state_for(record.before, power), after=after)
    return _draw_phase(kind, f"{title}, for {power}", record, state_for(before, power))


@click.command()
@click.argument("game", required=False)
@click.argument("phase", required=False)
@click.option(
    "--scenario",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Draw the map as it is at the end of a scenario file.",
)
def geojson(*, game: str | None, phase: str | None, scenario: Path | None) -> int:
    """Print the drawn map as GeoJSON: before PHASE of a game, or at the end of a scenario."""
    if scenario is not None:
        if game is not None:
            raise click.UsageError("with --scenario, name no game: it is the map at the file's end")
        played = play_scenario(scenario)
        state = played.results[-1].played.after if played.results else played.scenario.start
    elif game is not None and phase is not None:
        state = _find_phase(_play_game(game), phase)[2]
    else:
        raise click.UsageError("name a game and a phase, or --scenario FILE")
    exchange_utf_8()
    click.echo(json.dumps(to_geojson(state), ensure_ascii=False))
    return DONE


LAST = 2.0
"""Seconds for which the last position stays, besides its own."""


@click.command()
@click.argument("game")
@_FILE(help="The file; its ending says which kind: .webp, .gif, or .mp4 where ffmpeg is installed.")
@click.option(
    "--width",
    type=click.IntRange(200, 3000),
    default=800,
    show_default=True,
    help="Of the picture, in pixels.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.5, 60),
    default=4.0,
    show_default=True,
    help="For each season.",
)
@click.option("--from", "first", metavar="SEASON", help="The first season, such as 1901-1-spring.")
@click.option("--to", "last", metavar="SEASON", help="The last season.")
@ON
def replay(
    *,
    game: str,
    output: Path,
    width: int,
    seconds: float,
    first: str | None,
    last: str | None,
    on: str | None,
) -> int:
    """Show a game as one moving picture: each season's orders and the position after them."""
    if math.isnan(seconds):
        raise click.BadParameter("nan is no number of seconds", param_hint="--seconds")
    _check_output(output)
    current = public_play(_play_game(game))
    pairs = [*zip(current.game.seasons, current.records, strict=False)]
    if not pairs:
        raise GameFolderError(
            f"{current.game.slug}: no season has been played, so there is nothing to show"
        )
    seasons = [one for one, _ in pairs]
    begin = _find_season(seasons, first) if first is not None else 0
    end = _find_season(seasons, last) if last is not None else len(pairs) - 1
    if begin > end:
        raise GameFolderError(
            f"{seasons[begin].slug} comes after {seasons[end].slug}: nothing lies between"
        )
    played = [_show_season(*pair) for pair in pairs[begin : end + 1]]
    shown = [*draw_replay(played, title=one_line(current.game.settings.title))]
    with progress_line(wanted=True), working_at(on):
        scenes = [one.scene for one in shown]
        drawn = [*find_workers().spread(partial(to_png, width=width), scenes, "drawing pictures")]
    times = [round(1000 * seconds * one.share) for one in shown]
    times[-1] += round(1000 * LAST)
    pictures = [Timed(png, time) for png, time in zip(drawn, times, strict=True)]
    content = join_pictures(pictures, output.suffix.lower())
    write_atomically(output, content)
    count = "1 season" if len(played) == 1 else f"{len(played)} seasons"
    length, size = sum(times) / 1000, len(content) / 1e6
    click.echo(f"{output}: {count}, {len(drawn)} pictures, {length:.0f} seconds, {size:.1f} MB")
    return DONE


def _check_output(output: Path) -> None:
    """Raise GameFolderError or AnimationError for a file that cannot be written, before anything is drawn."""
    if output.suffix.lower() not in KINDS:
        raise GameFolderError(f"{output.name}: a replay is written as .webp, .gif or .mp4")
    if not output.parent.is_dir():
        raise GameFolderError(f"{output}: there is no folder {output.parent}")
    if output.suffix.lower() == ".mp4":
        find_ffmpeg()


def _find_season(seasons: Sequence[SeasonFolder], name: str) -> int:
    """Return which season a name means: that of its folder, or as pages write it."""
    wanted = name.strip().casefold().rpartition("/")[2]
    for number, one in enumerate(seasons):
        if wanted in {one.slug, season_title(one.name).casefold()}:
            return number
    known = tuple(one.slug for one in seasons)
    hint = suggest(name, known, f"played are {known[0]} to {known[-1]}")
    raise GameFolderError(f"there is no played season {name}; {hint}")


def _show_season(season: SeasonFolder, record: SeasonRecord) -> ReplayedSeason:
    headline, title = one_line(season.deadline.headline), season_title(season.name)
    return ReplayedSeason(
        headline=headline or title,
        phases=tuple((one.before, one.report, one.after) for one in record.phases),
    )
