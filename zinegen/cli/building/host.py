"""The door to MkDocs, which makes the site, as a library.

ProperDocs, its fork, can do it as well: its alias stands for MkDocs wherever that is imported.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
import mkdocs
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException

from zinegen.archive.files import scratch_folder
from zinegen.archive.folder.games import newest_closing
from zinegen.cli.exits import CANNOT, CONFIG, DONE, GAMES, listening, print_error, progress_line
from zinegen.pages.browser_bundle import NOT_HERE
from zinegen.pages.kept.built_site import EPOCH, BuiltSite
from zinegen.pages.maps.map_files import has_pixels
from zinegen.pages.search.pagefind import NOT_HERE as NO_SEARCH
from zinegen.pages.site.game_parts.published_part import WHOLE, PublishedPart
from zinegen.pages.site.publisher import Publisher
from zinegen.plugin import ZinePlugin

HOST = mkdocs.__name__
"""The module that does the work, after which its loggers are called: `mkdocs`, or `properdocs`."""
ABOUT_LINKS = (f"{HOST}.structure.pages", f"{HOST}.structure.nav")
"""Who warns of links, in pages and in the menu, that lead nowhere."""
SERVING = "Serving on "
"""With these words MkDocs' server logs its address."""
LOGGED = "Aborted with a BuildError!"
"""What MkDocs says last of an error that it has logged."""
QUIET_THEME = {"NO_MKDOCS_2_WARNING": "1"}
"""Keeps the theme from printing its notice about other programs into every build."""


def find_site_dir() -> Path:
    """Return where MkDocs puts the site; raises its ConfigurationError where the settings are none."""
    return Path(str(load_config(CONFIG).site_dir))


def make_site(
    beside: Path,
    *,
    strict: bool,
    quiet: bool,
    part: PublishedPart = WHOLE,
    before: Path | None = None,
) -> BuiltSite | None:
    """Make the site in a folder beside the old one, and say what is wrong; None if there is none.

    ``before`` is the old one, of which what has not changed is put back.
    Raises ZinegenError as reading the zine does.
    """
    made = make_part(beside, strict=strict, quiet=quiet, part=part, before=before)
    return made[0] if made is not None else None


def make_part(
    beside: Path,
    *,
    strict: bool,
    quiet: bool,
    part: PublishedPart,
    before: Path | None = None,
) -> tuple[BuiltSite, Publisher | None] | None:
    """Make a part of the site as `make_site` does; return what there is to say of it, and who published it.

    Raises ZinegenError as reading the zine does.
    """
    warnings = _Warnings()
    plugin: object = None
    with _without_garbage_collection():
        try:
            with (
                _environment(QUIET_THEME | _build_date()),
                progress_line(wanted=not quiet),
                _listening_to_host(warnings),
            ):
                config = load_config(CONFIG, site_dir=str(beside), strict=False)
                plugin = config.plugins.get("zinegen")
                if isinstance(plugin, ZinePlugin):
                    plugin.part, plugin.before = part, before
                with _tell_plugins(config):
                    mkdocs_build(config)
                warnings.judge(strict=strict)
        except (MkDocsException, Abort) as problem:
            shutil.rmtree(beside, ignore_errors=True)
            said = str(problem).strip()
            print_error(
                f"the site stays as it was: {'see above' if said in {'', LOGGED} else said}"
            )
            if _is_of_the_disk(problem):
                raise click.exceptions.Exit(CANNOT) from problem
            return None
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)  # a full disk needs the room
            raise
        finally:
            if isinstance(plugin, ZinePlugin):
                # MkDocs has the same one for all builds of a process.
                plugin.part, plugin.before = WHOLE, None
    publisher = plugin.publisher if isinstance(plugin, ZinePlugin) else None
    return _describe_site(plugin, beside, warnings), publisher


def _is_of_the_disk(problem: BaseException) -> bool:
    """Tell whether the system did not let a file be read or written: then it is nobody's input."""
    inner: BaseException | None = problem
    while inner is not None:
        if isinstance(inner, OSError):
            return True
        inner = inner.__cause__ or inner.__context__
    return False


def _describe_site(plugin: object, beside: Path, warnings: _Warnings) -> BuiltSite:
    """Return what there is to say of a site that was made."""
    errors, remarks, problems = [], [], 1
    if isinstance(plugin, ZinePlugin):
        problems = len(plugin.site.notices) + warnings.links
        if plugin.config.engine and not plugin.has_engine:
            remarks.append(NOT_HERE)
        if not plugin.has_search:
            remarks.append(NO_SEARCH)
    else:
        errors.append(
            f"the games are not in this site: {CONFIG} does not name zinegen under plugins"
        )
    if not has_pixels():
        errors.append("maps are there as SVG only: PNG needs the library libcairo2")
    for line in errors:
        print_error(line)
    return BuiltSite(
        folder=beside,
        digest="",
        until=plugin.site.until if isinstance(plugin, ZinePlugin) else None,
        problems=problems,
        warnings=warnings.others,
        errors=(*warnings.said, *errors),
        remarks=tuple(remarks),
        stopped=plugin.site.stopped if isinstance(plugin, ZinePlugin) else (),
        lasting=tuple(plugin.writer.lasting) if isinstance(plugin, ZinePlugin) else (),
    )


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


def show_live(address: str) -> int:
    """Show the zine in this folder at an address, until somebody ends it; return the exit code."""
    from mkdocs.commands.serve import serve as mkdocs_serve  # noqa: PLC0415  (a web server, only here)

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
        self.said: list[str] = []
        self.links = 0
        """Links of people's own pages that lead nowhere; MkDocs names file and link."""
        self.others = 0

    def judge(self, *, strict: bool) -> None:
        """Raise Abort where nothing may be warned of, and something was."""
        if strict and self.others:
            raise Abort(f"--strict was said, and there are warnings: {self.others}")

    def emit(self, record: logging.LogRecord) -> None:
        """Print a warning as it is."""
        self.said.append(record.getMessage())
        print_error(self.said[-1])
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
