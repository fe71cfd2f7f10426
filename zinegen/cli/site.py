"""Commands that make the site: build, serve, publish.

A site is built beside the old one and swapped in by two renames, so a kill at any moment leaves a whole
site; a swap that was cut between the two is mended by the next command. Where nothing has changed since the
last build there is nothing to do, and MkDocs is not even loaded.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.files import list_folder, lock_folder, write_atomically
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import CONFIG, DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import need_zine
from zinegen.cluster import working_at
from zinegen.errors import GameFolderError
from zinegen.pages.kept.built_site import BuiltSite, digest_of_site, open_memory
from zinegen.pages.site.copied_files import is_older
from zinegen.pages.site.publish_folder import check_target, mirror_site
from zinegen.pages.site.zine_settings import read_settings, read_volumes
from zinegen.pages.volume_plan import Volume


@click.command()
@click.option(
    "--strict",
    is_flag=True,
    help="Any warning but of a broken link makes the build fail; the old site stays.",
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but what is wrong.")
@ON
def build(*, strict: bool, quiet: bool, on: str | None) -> int:
    """Adjudicate what is new, draw maps, and build the site into site/, whole or not at all.

    Nothing is recorded: of a season that is ready it shows what would come of it.
    Ends with 1 when something is wrong with a game or a page, even if there is a new site.
    """
    with lock_folder(Path.cwd(), wait=True), working_at(on):
        site = build_site(strict=strict, quiet=quiet)
    return DONE if site is not None and site.problems == 0 else WRONG


def build_site(*, strict: bool, quiet: bool) -> BuiltSite | None:
    """Build the site and say what is wrong; return it, or None if the old one stays.

    Raises GameFolderError where there is no zine or no room for a site, and as reading the zine does.
    """
    need_zine()
    if is_older(Path()) and not quiet:
        click.echo("this zine is as an earlier zinegen wrote it: see `zinegen upgrade`")
    volumes = read_volumes(Path(), read_settings(Path(CONFIG)))
    if volumes:
        return _build_volumes(volumes, strict=strict, quiet=quiet)
    memory = open_memory(Path())
    known = memory.find(datetime.now(UTC))
    if known is not None and not (strict and known.warnings):
        for line in known.errors:
            print_error(line)
        _tell_end(known, "is as it was: nothing has changed", quiet=quiet)
        return known
    site = find_site_folder()
    repair_site(site)
    beside = site.with_name(BUILDING)
    shutil.rmtree(beside, ignore_errors=True)
    from zinegen.cli.building.host import make_site  # noqa: PLC0415  (MkDocs, only for those who build)

    built = make_site(beside, strict=strict, quiet=quiet, before=site)
    if built is None:
        return None
    keep_pages(built.stopped, beside, site)
    replace_site(beside, site, built.lasting)
    built = replace(built, folder=site, digest=digest_of_site(site), lasting=())
    memory.note(built, Path())
    _tell_end(built, "is new", quiet=quiet)
    return built


def _build_volumes(volumes: tuple[Volume, ...], *, strict: bool, quiet: bool) -> BuiltSite | None:
    """Build the site of a zine in volumes, as `build_site` does."""
    from zinegen.cli.building.volumes import VolumesBuilder  # noqa: PLC0415  (only where there are volumes)

    site = find_site_folder()
    repair_site(site)
    builder = VolumesBuilder(
        volumes=volumes,
        site=site,
        beside=site.with_name(BUILDING),
        old=site.with_name(OLD),
        strict=strict,
        quiet=quiet,
        keep_pages=keep_pages,
    )
    made = builder.build()
    if made is None:
        return None
    built, is_new = made
    _tell_end(built, "is new" if is_new else "is as it was: nothing has changed", quiet=quiet)
    return built


def _tell_end(site: BuiltSite, what: str, *, quiet: bool) -> None:
    """Say what there is to say when a site is there."""
    for line in () if quiet else (*site.remarks, f"{site.folder.name}/ {what}"):
        click.echo(line)


def find_site_folder() -> Path:
    """Return where the site lies; raises GameFolderError where there is no zine or no room for a site."""
    from zinegen.cli.building.host import find_site_dir  # noqa: PLC0415  (MkDocs, only for those who build)

    need_zine()
    is_older(Path())
    return check_site_folder(find_site_dir())


def _check_address(_context: click.Context, _option: click.Parameter, address: str) -> str:
    """Return an address; raises BadParameter where its port is none. Hosts are for who opens it to know."""
    host, _, port = address.rpartition(":")
    is_port = port.isascii() and port.isdecimal() and len(port) <= 5 and 1 <= int(port) <= 65535
    if not host or not is_port:
        raise click.BadParameter(
            f"{address[:60]!r} is not written like 127.0.0.1:8000, with a port from 1 to 65535"
        )
    return address


@click.command()
@click.option(
    "--address",
    default="127.0.0.1:8000",
    show_default=True,
    callback=_check_address,
    help="Where to listen.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="Another port of the same host.")
def serve(*, address: str, port: int | None) -> int:
    """Show the site live: an edited TOML file shows in the browser. Nothing is recorded.

    It says where it listens as soon as the site is ready.
    """
    from zinegen.cli.building.host import show_live  # noqa: PLC0415  (MkDocs, only for those who build)

    find_site_folder()
    address = address if port is None else f"{address.rpartition(':')[0]}:{port}"
    click.echo("building the site; a first time takes a minute or two")
    return show_live(address)


BUILDING, OLD = ".site-building", ".site-old"
"""Beside the site's folder: the one being built, and the old one between the two renames."""
MOVES = ".site-moves"
"""Beside them, while folders move from the old one into the new one: a list of those folders."""
FRONT = "index.html"


def check_site_folder(site: Path) -> Path:
    """Return the folder that a site may take, links resolved.

    What lies there is thrown away by every build: so it must be a site, or nothing. Raises GameFolderError
    when it is something else, such as the games.
    """
    site = site.resolve()
    holds_a_site = site.is_dir() and ((site / FRONT).is_file() or not any(site.iterdir()))
    if site.exists() and not holds_a_site:
        raise GameFolderError(
            f"{site} holds something else than a site, and a build would throw it away:"
            " name another site_dir in mkdocs.yml"
        )
    return site


def replace_site(beside: Path, site: Path, lasting: Sequence[str] = ()) -> None:
    """Put a finished site in the place of the old one, and the folders ``lasting`` of that into it.

    What of these folders is in the new site already takes the place of what is in the old one.
    """
    old, list_of_moves = site.with_name(OLD), site.with_name(MOVES)
    shutil.rmtree(old, ignore_errors=True)
    if lasting:
        write_atomically(list_of_moves, "".join(f"{one}\n" for one in lasting).encode())
    if site.exists():
        site.rename(old)
    _finish_site(beside, site, lasting)


def _finish_site(beside: Path, site: Path, lasting: Iterable[str]) -> None:
    old = site.with_name(OLD)
    for name in lasting:
        there, here = old / name, beside / name
        if not there.is_dir():
            continue  # it was moved before the run was cut off
        for path in list_folder(here):
            path.replace(there / path.name)
            path.unlink(missing_ok=True)  # a second name of that very file is still there
        if here.is_dir() and os.name == "nt":
            here.rmdir()
        there.rename(here)
    beside.rename(site)
    site.with_name(MOVES).unlink(missing_ok=True)
    shutil.rmtree(old, ignore_errors=True)


def repair_site(site: Path) -> None:
    """Finish a swap that was cut off: the old site comes back, or the new one if parts have moved."""
    old, list_of_moves = site.with_name(OLD), site.with_name(MOVES)
    is_cut = old.is_dir() and not site.exists()
    if is_cut and list_of_moves.is_file() and site.with_name(BUILDING).is_dir():
        _finish_site(site.with_name(BUILDING), site, list_of_moves.read_text().splitlines())
    elif is_cut:
        old.rename(site)
    list_of_moves.unlink(missing_ok=True)


def keep_pages(stopped: Iterable[str], beside: Path, site: Path) -> None:
    """Take what was last published of some games over into a new site.

    ``stopped`` are their folders in the site. Where nothing was published the new page stays, which says
    why there is no more.
    """
    for folder in stopped:
        if (site / folder / FRONT).is_file():
            shutil.rmtree(beside / folder, ignore_errors=True)
            shutil.copytree(site / folder, beside / folder, symlinks=True)


@click.command()
@click.option(
    "--to",
    "target",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder that a web server shows; it is made if it is not there.",
)
@click.option(
    "--strict", is_flag=True, help="Any warning makes the build fail; nothing is published then."
)
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but what is wrong.")
def publish(*, target: Path, strict: bool, quiet: bool) -> int:
    """Build the site and put it into DIR, such as the folder of a web server.

    What was published there before and is gone from the site is removed; what anybody else has put there
    stays. Ends with 1 when something is wrong with a game or a page, even if the site is published.
    """
    with lock_folder(Path.cwd(), wait=True):
        site = find_site_folder()
        sources = Path(str(read_settings(Path(CONFIG)).get("docs_dir", "docs")))
        place = check_target(target, Path(), (site, sources, GAMES, Path("templates")))
        built = build_site(strict=strict, quiet=quiet)
        if built is None:
            print_error(f"{target} stays as it was")
            return WRONG
        done = mirror_site(site, place)
    for name in done.left:
        print_error(f"left in {target}, for it was changed since it was published: {name}")
    if not quiet:
        is_new = done.written or done.removed
        what = (
            f"{done.written} files written, {done.removed} removed"
            if is_new
            else "nothing to write"
        )
        click.echo(f"{target} is as the site is: {what}")
    return WRONG if built.problems else DONE
