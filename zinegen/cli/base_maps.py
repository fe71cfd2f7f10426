"""Commands for base maps of one's own: map import, map draft, map check, map draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ParamSpec

import click

from zinegen.archive.files import FileError, make_folder, write_atomically
from zinegen.archive.folder.toml_files import read_toml
from zinegen.archive.own_maps import MAP_FILE, parse_own_map, read_own_map
from zinegen.cli.draw import OUTPUT, PIXELS, WIDTH, check_picture_name, write_picture
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.drawing import draw_before
from zinegen.errors import GameFolderError, MapError, RulesError
from zinegen.game.variant import OwnMap
from zinegen.maps.build import Built, build_map
from zinegen.maps.check import check_map
from zinegen.maps.draft import (
    find_decoration,
    is_named_by_people,
    write_draft,
    write_facts,
)
from zinegen.maps.drawings import read_outlines, read_texts, runs_upwards
from zinegen.maps.facts import FACTS, MapDescription, read_facts
from zinegen.maps.outlines import DrawingShape
from zinegen.maps.redrawn import LEFT_OUT, name_shapes, write_drawing
from zinegen.maps.report import draw_troubles, make_findings
from zinegen.notation.findings import Finding, as_text, count_findings, has_errors
from zinegen.play.maps.map_file import map_text, read_map
from zinegen.play.names import is_slug
from zinegen.play.setups import start_state
from zinegen.play.texts.toml_text import Document
from zinegen.variants import VARIANTS
from zinegen.variants.standard import STANDARD

Given = ParamSpec("Given")

FACTS_FILE = "map.toml"
DRAWING = "drawing.svg"
"""What `zinegen map draft` makes of a drawing."""
NAMES_FILE = "names.txt"
"""What is written in a drawing, one text a line: names that may be given to its outlines."""
PICTURE = "map.svg"
TROUBLES = "troubles.svg"

FOLDER = click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))


def with_drawing(command: Callable[Given, int]) -> Callable[Given, int]:
    """Give a command the drawing that it reads, the folder of the map, and which layers count."""
    layers = click.option(
        "--layer",
        "layers",
        multiple=True,
        help="The group of the drawing that holds the outlines, hidden or not, and once more for another;"
        " wins over map.toml's.",
    )
    folder = click.option(
        "--output",
        "-o",
        "folder",
        required=True,
        type=click.Path(file_okay=False, path_type=Path),
        help='The map\'s folder, made if need be; a game names it as map = "…".',
    )
    source = click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
    return source(folder(layers(command)))


@click.group(name="map")
def map_commands() -> None:
    """Make, check and draw base maps of one's own."""


@map_commands.command(name="import")
@with_drawing
@click.option(
    "--facts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The map.toml to read, if it is not the one in the folder or beside SOURCE.",
)
def import_map(source: Path, folder: Path, facts: Path | None, layers: tuple[str, ...]) -> int:
    """Make a base map of a drawing: SOURCE is an SVG, GeoJSON or TopoJSON with an outline per province.

    What the drawing cannot say (names, centres, homes, units) stands in map.toml. Where there is none, a
    first one is written, to be filled in.
    """
    _check_name(folder)
    path = facts or _find_facts(source, folder)
    if path is None:
        return _write_draft(source, folder, layers)
    made = make_map_of(source, folder, path, layers)
    code = _tell(made.findings, made.picture)
    if made.own is not None:
        click.echo(_describe(made.own, folder))
    return code


@dataclass(frozen=True, slots=True, kw_only=True)
class MapImport:
    """What came of the import of a drawing."""

    findings: tuple[Finding, ...]
    own: OwnMap | None = None
    """The map; None where something is wrong, and the last good one stays as it is."""
    facts: MapDescription | None = None
    """What ``map.toml`` says; None where it cannot be read."""
    built: Built | None = None
    """What is wrong with the drawing, by its places; None where it was not looked at."""
    picture: Path | None = None
    """Where the picture of what is wrong lies."""


def make_map_of(source: Path, folder: Path, path: Path, layers: tuple[str, ...] = ()) -> MapImport:
    """Make a base map of a drawing and a ``map.toml``; a map that something is wrong with is not written.

    Raises MapError where the drawing cannot be read.
    """
    document, said, findings = _read_facts_file(path)
    if document is None or said is None or has_errors(findings):
        return MapImport(findings=findings, facts=said)
    outlines = read_outlines(source, upwards=said.upwards, layers=layers or said.layers)
    upwards = runs_upwards(source, said=said.upwards)
    said = replace(said, layers=layers or said.layers, upwards=upwards)
    built = build_map(said, outlines)
    findings = (*findings, *make_findings(built, document, said, str(source)))
    if built.data is None or has_errors(findings):
        picture = _write_troubles(built, folder)
        return MapImport(findings=findings, facts=said, built=built, picture=picture)
    content = map_text(built.data).encode()
    own = parse_own_map(content, str(folder / MAP_FILE))
    make_folder(folder)
    if path.resolve() != (folder / FACTS_FILE).resolve():
        write_atomically(folder / FACTS_FILE, path.read_bytes())
    _draw(own, folder / PICTURE)
    write_atomically(folder / MAP_FILE, content)
    picture = _write_troubles(built, folder)
    return MapImport(findings=findings, own=own, facts=said, built=built, picture=picture)


@map_commands.command(name="draft")
@with_drawing
def draft_map(source: Path, folder: Path, layers: tuple[str, ...]) -> int:
    """Draw the outlines of SOURCE anew, each with a name, and write a first map.toml beside them.

    For a drawing whose outlines have no names, or that comes from a stranger: nothing else of it is kept.
    """
    count = begin_map(source, folder, source.stem.replace("-", " ").title(), layers)
    click.echo(f"{folder / DRAWING}: {count} outlines; say in {folder / FACTS_FILE} what they are,")
    click.echo(f"then `zinegen map import {folder / DRAWING} -o {folder}`")
    return DONE


def begin_map(source: Path, folder: Path, title: str, layers: tuple[str, ...] = ()) -> int:
    """Keep the outlines of a drawing in a map's folder, with a first ``map.toml`` where there is none.

    Returns the number of outlines. Raises MapError where there are none, or the drawing cannot be read.
    """
    _check_name(folder)
    outlines = read_outlines(source, layers=layers, unnamed=True)
    shapes = name_shapes(outlines)
    texts = read_texts(source)
    if not shapes:
        raise MapError(_say_empty(source, outlines, layers))
    decoration = _find_decoration(shapes)
    left = _keep_left_out(folder / DRAWING, [one.own_name for one in decoration])
    make_folder(folder)
    write_atomically(folder / DRAWING, write_drawing(shapes, left).encode())
    if not (folder / FACTS_FILE).exists():
        given = {one.own_name for one in outlines}
        likely = [one for one in shapes if one not in decoration and one.own_name in given]
        named = [one for one in likely if is_named_by_people(one)]
        write_atomically(folder / FACTS_FILE, write_facts(named, title).encode())
        if texts:
            write_atomically(folder / NAMES_FILE, ("\n".join(texts) + "\n").encode())
    return len(shapes)


def _check_name(folder: Path) -> None:
    if not is_slug(folder.resolve().name):
        what = "a map's folder is named with small letters, digits and dashes"
        raise GameFolderError(f"{folder}: {what}")


def _say_empty(source: Path, outlines: Sequence[DrawingShape], layers: tuple[str, ...]) -> str:
    """Return why nothing can be made of a drawing."""
    if not layers:
        return f"{source}: it has no outlines that hold ground; draw closed paths"
    groups = dict.fromkeys(name for one in outlines for name in one.layers)
    what = f"{source}: no outlines lie in a group {', '.join(layers)}"
    return f"{what}; there are {', '.join([*groups][:12]) or 'no groups'}"


def _keep_left_out(drawing: Path, likely: Sequence[str]) -> set[str]:
    """Return which shapes are left out: of those that the drawing before had, the same as there."""
    try:
        before = read_outlines(drawing)
    except (FileError, MapError):  # none yet, or one that this replaces
        return {*likely}
    left = {one.own_name for one in before if LEFT_OUT in one.layers}
    return left | {*likely} - {one.own_name for one in before}


def _find_decoration(shapes: Sequence[DrawingShape]) -> list[DrawingShape]:
    """Return what looks like no province; none where everything would."""
    found = find_decoration(shapes)
    return found if len(found) < len(shapes) else []


def _find_facts(source: Path, folder: Path) -> Path | None:
    """Return the ``map.toml`` in a map's folder, or else the one beside a drawing, with its name."""
    places = (folder / FACTS_FILE, source.with_suffix(".toml"))
    return next((path for path in places if path.is_file()), None)


def _read_facts_file(
    path: Path,
) -> tuple[Document | None, MapDescription | None, tuple[Finding, ...]]:
    reading = read_toml(path, str(path), FACTS)
    if reading.document is None:
        return None, None, reading.findings
    facts, findings = read_facts(reading.document)
    return reading.document, facts, findings


def _write_draft(source: Path, folder: Path, layers: tuple[str, ...]) -> int:
    """Write a first ``map.toml``, and say what to do with it."""
    outlines = [one for one in read_outlines(source, layers=layers) if one.rings]
    if not outlines:
        hint = "give each province's path an id, or a name in Inkscape's list of objects"
        raise MapError(f"{source}: none of its outlines has a name; {hint}")
    make_folder(folder)
    text = write_draft(outlines, source.stem.replace("-", " ").title(), layers)
    write_atomically(folder / FACTS_FILE, text.encode())
    print_error(
        f"{folder / FACTS_FILE} is a first draft with the {len(outlines)} outlines of {source}:"
        " say which are provinces, their names, centres, homes and the powers' units,"
        " and give the command again"
    )
    return WRONG


def _write_troubles(built: Built, folder: Path) -> Path | None:
    """Write the picture of what is wrong, if anything has a place; return where it is."""
    (folder / TROUBLES).unlink(missing_ok=True)
    if not built.grounds or all(one.at is None for one in built.troubles):
        return None
    make_folder(folder)
    write_atomically(folder / TROUBLES, draw_troubles(built).encode())
    return folder / TROUBLES


def _tell(findings: tuple[Finding, ...], picture: Path | None = None) -> int:
    """Print findings; return the exit code that they come to."""
    if findings:
        click.echo(as_text(findings), nl=False)
        print_error(count_findings(findings))
    if picture is not None:
        print_error(f"{picture} shows where")
    return WRONG if has_errors(findings) else DONE


def _describe(own: OwnMap, folder: Path) -> str:
    """Return what a map is, and which rule sets can be played on it."""
    board, start = own.board, own.start
    count = len(board.provinces) - 1
    good, bad = [], []
    for variant in VARIANTS.values():
        try:
            variant.play_on(own)
        except RulesError as error:
            bad.append(f"  not by {error}")
        else:
            good.append(variant.id)
    return "\n".join(
        (
            f"{folder}: {own.title}, {count} provinces; {', '.join(start.powers)}",
            f"Centres: {len(board.centres)}, of which {own.victory} win.",
            f'It can be played by {", ".join(good)}; a game says map = "{folder.name}".',
            *bad,
        )
    )


@map_commands.command()
@FOLDER
def check(folder: Path) -> int:
    """Say everything that is wrong with the map in FOLDER, and which rule sets can be played on it."""
    findings: tuple[Finding, ...] = ()
    own = _open(folder)
    data = read_map((folder / MAP_FILE).read_text("utf-8"))
    document = said = None
    if (folder / FACTS_FILE).is_file():
        document, said, findings = _read_facts_file(folder / FACTS_FILE)
        if said is not None and said.sha256 != data["game"]["facts"]:
            print_error(f"{folder / FACTS_FILE} has changed: import the drawing again")
            return _tell(findings) or WRONG
    troubles = tuple(check_map(data))
    if document is not None and said is not None:
        findings += make_findings(Built(troubles=troubles), document, said, str(folder / MAP_FILE))
    code = _tell(findings)
    click.echo(_describe(own, folder))
    return code


@map_commands.command()
@FOLDER
@OUTPUT
@PIXELS
def draw(folder: Path, output: Path, width: int) -> int:
    """Draw the map in FOLDER with the units with which games on it begin."""
    check_picture_name(output)
    _draw(_open(folder), output, width)
    return DONE


def _open(folder: Path) -> OwnMap:
    place = folder.resolve()
    return read_own_map(place.parent, place.name)


def _draw(own: OwnMap, output: Path, width: int = WIDTH) -> None:
    state = start_state(STANDARD.play_on(own))
    write_picture(draw_before(state, title=own.title), output, width)
