"""Commands that make the site: build, serve, export, publish. MkDocs does the work, as a library.

ProperDocs, its fork, can do it as well: its alias stands for MkDocs wherever that is imported.

A site is built beside the old one and swapped in by two renames, so a kill at any moment leaves a whole
site; a swap that was cut between the two is mended by the next command.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
import mkdocs
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from zinegen.archive.files import lock_folder, scratch_folder
from zinegen.archive.folder.games import newest_closing
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import (
    CANNOT,
    CONFIG,
    DONE,
    GAMES,
    WRONG,
    listening,
    print_error,
    progress_line,
)
from zinegen.cli.find_games import need_zine
from zinegen.cluster import working_at
from zinegen.errors import GameFolderError
from zinegen.pages.browser_bundle import NOT_HERE
from zinegen.pages.maps.map_files import has_pixels
from zinegen.pages.search.pagefind import NOT_HERE as NO_SEARCH
from zinegen.pages.site.copied_files import is_older
from zinegen.pages.site.publish_folder import check_target, mirror_site
from zinegen.pages.site.zine_settings import read_settings
from zinegen.plugin import ZinePlugin

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which builds are told what time it is; see reproducible-builds.org."""
HOST = mkdocs.__name__
"""The module that does the work, after which its loggers are called: `mkdocs`, or `properdocs`."""
ABOUT_LINKS = (f"{HOST}.structure.pages", f"{HOST}.structure.nav")
"""Who warns of links, in pages and in the menu, that lead nowhere."""
SERVING = "Serving on "
"""With these words MkDocs' server logs its address."""
QUIET_THEME = {"NO_MKDOCS_2_WARNING": "1"}
"""Keeps the theme from printing its notice about other programs into every build."""


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
        problems = build_site(find_site_folder(), strict=strict, quiet=quiet)
    return DONE if problems == 0 else WRONG


def build_site(site: Path, *, strict: bool, quiet: bool) -> int | None:
    """Build the site; return how many things are wrong with games and pages, None if the old one stays.

    Raises ZinegenError as reading the zine does.
    """
    if is_older(Path()) and not quiet:
        click.echo("this zine is as an earlier zinegen wrote it: see `zinegen upgrade`")
    repair_site(site)
    beside = site.with_name(BUILDING)
    shutil.rmtree(beside, ignore_errors=True)
    warnings = _Warnings()
    with _without_garbage_collection():
        try:
            with (
                _environment(QUIET_THEME | _build_date()),
                progress_line(wanted=not quiet),
                _listening_to_host(warnings),
            ):
                config = load_config(CONFIG, site_dir=str(beside), strict=False)
                with _tell_plugins(config):
                    mkdocs_build(config)
                warnings.judge(strict=strict)
        except (MkDocsException, Abort) as problem:
            shutil.rmtree(beside, ignore_errors=True)
            print_error(f"the site stays as it was: {str(problem).strip() or 'see above'}")
            return None
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)  # a full disk needs the room
            raise
    plugin = config.plugins.get("zinegen")
    if isinstance(plugin, ZinePlugin):
        problems = len(plugin.site.notices) + warnings.links
        keep_pages(plugin.site.stopped, beside, site)
        if plugin.config.engine and not plugin.has_engine and not quiet:
            click.echo(NOT_HERE)
        if not plugin.has_search and not quiet:
            click.echo(NO_SEARCH)
    else:
        print_error(f"the games are not in this site: {CONFIG} does not name zinegen under plugins")
        problems = 1
    if not has_pixels():
        print_error("maps are there as SVG only: PNG needs the library libcairo2")
    replace_site(beside, site)
    if not quiet:
        click.echo(f"{site.name}/ is new")
    return problems


def find_site_folder() -> Path:
    """Return where the site lies; raises GameFolderError where there is no zine or no room for a site."""
    need_zine()
    is_older(Path())
    return check_site_folder(Path(str(load_config(CONFIG).site_dir)))


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Keep Python from looking for garbage: a build ends soon, and nearly all it makes it keeps.

    The search goes through all of it again and again; that is a sixth of a build's time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def _tell_plugins(config: MkDocsConfig) -> Iterator[None]:
    """Tell the plugins that a build begins and that it is over, as MkDocs' own command does."""
    config.plugins.on_startup(command="build", dirty=False)
    try:
        yield
    finally:
        config.plugins.on_shutdown()


def _build_date() -> dict[str, str]:
    """Return the variable by which everything that bears a date bears that of the newest closing.

    Games closed before 1970 are dated 1970: packed files can bear no earlier date.
    """
    if EPOCH in os.environ:
        return {}
    return {EPOCH: str(max(0, int(newest_closing(GAMES).timestamp())))}


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while, unless somebody has set them already."""
    added = {name: value for name, value in variables.items() if not os.environ.get(name)}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@click.command()
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), help="Another port of the same host.")
def serve(*, address: str, port: int | None) -> int:
    """Show the site live: an edited TOML file shows in the browser. Nothing is recorded.

    It says where it listens as soon as the site is ready.
    """
    from mkdocs.commands.serve import serve as mkdocs_serve  # noqa: PLC0415  (a web server, only here)

    find_site_folder()
    address = address if port is None else f"{address.rpartition(':')[0]}:{port}"
    click.echo("building the site; a first time takes a minute or two")
    try:
        with (
            _environment(QUIET_THEME),
            listening(logging.getLogger(f"{HOST}.livereload"), _ServerMessages(), logging.INFO),
            progress_line(wanted=True),
            _preview_folder(),
        ):
            mkdocs_serve(CONFIG, dev_addr=address, livereload=True)
    except (MkDocsException, Abort) as problem:
        print_error(f"{str(problem).strip() or 'the preview cannot start'}")
        return CANNOT
    except OSError as problem:
        what = problem.strerror or str(problem)
        print_error(
            f"the preview cannot listen on {address}: {what}; --address or --port names another place"
        )
        return CANNOT
    return DONE


@contextmanager
def _preview_folder() -> Iterator[None]:
    """Let MkDocs put the preview into the zine's cache, not into the system's folder for temporary files."""
    before = tempfile.tempdir
    with scratch_folder(Path()) as folder:
        tempfile.tempdir = str(folder)
        try:
            yield
        finally:
            tempfile.tempdir = before


class _Warnings(logging.Handler):
    """Prints and counts what MkDocs and this program warn of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.links = 0
        """Links of people's own pages that lead nowhere; MkDocs names file and link."""
        self.others = 0

    def judge(self, *, strict: bool) -> None:
        """Raise Abort where nothing may be warned of, and something was."""
        if strict and self.others:
            raise Abort(f"--strict was said, and there are warnings: {self.others}")

    def emit(self, record: logging.LogRecord) -> None:
        """Print a warning as it is."""
        print_error(record.getMessage())
        if record.name in ABOUT_LINKS:
            self.links += 1
        else:
            self.others += 1


@contextmanager
def _listening_to_host(handler: logging.Handler) -> Iterator[None]:
    """Let a handler hear for a while what the host tells, and what was written for MkDocs alone."""
    with ExitStack() as stack:
        for name in {"mkdocs", HOST}:
            stack.enter_context(listening(logging.getLogger(name), handler))
        yield


class _ServerMessages(logging.Handler):
    """Prints where the preview's server listens, which it logs when the site is ready."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the address, and whatever goes wrong."""
        said = record.getMessage()
        _, is_address, address = said.partition(SERVING)
        if is_address:
            click.echo(f"ready: {address} shows the site, and every file you edit; Ctrl+C ends it")
        elif record.levelno >= logging.WARNING:
            print_error(said)


BUILDING, OLD = ".site-building", ".site-old"
"""Beside the site's folder: the one being built, and the old one between the two renames."""
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


def replace_site(beside: Path, site: Path) -> None:
    """Put a finished site in the place of the old one."""
    old = site.with_name(OLD)
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    beside.rename(site)
    shutil.rmtree(old, ignore_errors=True)


def repair_site(site: Path) -> None:
    """Finish a swap that was cut off between its two renames: the old site comes back."""
    old = site.with_name(OLD)
    if old.is_dir() and not site.exists():
        old.rename(site)


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
        problems = build_site(site, strict=strict, quiet=quiet)
        if problems is None:
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
    return WRONG if problems else DONE
