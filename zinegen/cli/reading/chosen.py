"""What a command is about: an issue, or a season of a game, found by name in the zine's contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import Game, SeasonFolder, open_sound_game
from zinegen.cli.exits import CONFIG, DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import find_game_folder
from zinegen.errors import GameFolderError
from zinegen.notation.grammar.names import suggest
from zinegen.pages.contents import Contents, GameContents, IssueView, Zine
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.site.publisher import Publisher
from zinegen.pages.site.standard_files import OWN_PAGES
from zinegen.pages.site.zine_settings import (
    find_own_settings,
    read_addresses,
    read_settings,
    read_zine,
)
from zinegen.pages.views import SeasonView
from zinegen.play.records.records import SeasonRecord

if TYPE_CHECKING:
    from zinegen.pages.paper.documents import DocumentMaker


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenZine:
    """A zine with everything that is printed in it."""

    publisher: Publisher
    zine: Zine
    contents: Contents
    links: WholeLinks
    sources: Path
    """The folder of what people wrote."""
    settings: Mapping[str, object]
    """As `mkdocs.yml` has them."""

    @property
    def code(self) -> int:
        """How a command ends that has done its work with it."""
        return WRONG if self.contents.broken else DONE


def make_document_maker(zine: OpenZine) -> DocumentMaker:
    """Return what makes documents of the same contents."""
    from zinegen.pages.paper.documents import DocumentMaker  # noqa: PLC0415  (slow, and only for those who print)

    return DocumentMaker(
        contents=zine.contents,
        read_progress=zine.publisher.loader.read_progress,
        sources=zine.sources,
        settings=zine.settings,
        addresses=zine.publisher.addresses,
    )


def open_zine_here() -> OpenZine:
    """Return the zine in this folder; tells of games that cannot be shown.

    There are no sizes of maps and no files: nothing is drawn for them. Raises GameFolderError where there is
    no zine, ZinegenError as `Publisher.read_texts`.
    """
    if not Path(CONFIG).is_file():
        raise GameFolderError(f"there is no {CONFIG} here: go to the zine's own folder")
    root = Path.cwd()
    settings = read_settings(root / CONFIG)
    own, zine = find_own_settings(settings), read_zine(root)
    addresses = read_addresses(root, settings)
    publisher = Publisher(
        root=root,
        games=str(own.get("games", GAMES)),
        templates=str(own.get("templates", OWN_PAGES)),
        addresses=addresses,
    )
    sources = root / str(settings.get("docs_dir", "docs"))
    contents = publisher.read_texts(zine, sources=sources)
    for game in contents.broken:
        print_error(f"{game.slug} cannot be shown: {game.message}")
    links = WholeLinks(site=zine.url, addresses=addresses)
    return OpenZine(
        publisher=publisher,
        zine=zine,
        contents=contents,
        links=links,
        sources=sources,
        settings=settings,
    )


def choose_issue(contents: Contents, name: str | None) -> IssueView:
    """Return an issue by its number, such as ``8`` or ``No. 8``, or the newest; raises GameFolderError.

    In whichever language the zine is, the sign before the number may be that of another.
    """
    if not contents.issues:
        raise GameFolderError("there is no issue yet: one appears when a season has closed")
    if name is None:
        return contents.issues[-1]
    wanted = name.strip().casefold().removesuffix(".md").rpartition("/")[2]
    for sign in ("no.", "nr.", "n\N{DEGREE SIGN}"):
        wanted = wanted.removeprefix(sign).strip()
    wanted = wanted.lstrip("0") or "0"
    numbers = ["".join(filter(str.isdigit, one.masthead.number)) for one in contents.issues]
    if wanted not in numbers:
        hint = suggest(wanted, tuple(numbers), f"there are No. {numbers[0]} to No. {numbers[-1]}")
        raise GameFolderError(f"there is no issue {name}; {hint}")
    return contents.issues[len(numbers) - 1 - numbers[::-1].index(wanted)]


def choose_game(contents: Contents, name: str) -> GameContents:
    """Return a game by its folder's name; raises GameFolderError when it is not there or cannot be shown."""
    folder = find_game_folder(name)
    found = [one for one in contents.games if one.view.head.slug == folder.name]
    if not found:
        raise GameFolderError(f"{folder.name} cannot be shown: `zinegen check {folder.name}`")
    return found[0]


def choose_season(game: GameContents, name: str | None) -> SeasonView:
    """Return a season that was played, by its folder, its title or its number, or the last of them.

    Raises GameFolderError when there is none.
    """
    slug, over = game.view.head.slug, [one for one in game.seasons if not one.is_open]
    if not over:
        raise GameFolderError(f"{slug}: no season has been played")
    if name is None:
        return over[-1]
    wanted = name.strip().casefold().rpartition("/")[2]
    for one in over:
        if wanted in {one.anchor, one.name.casefold(), str(one.number)}:
            return one
    known = tuple(one.anchor for one in over)
    hint = suggest(wanted, known, f"played are {known[0]} to {known[-1]}")
    raise GameFolderError(f"{slug} has no played season {name}; {hint}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSeason:
    """A season as its game's folder has it."""

    game: Game
    """As the GM has it: with players' addresses and keys, and with names that nobody else is told."""
    progress: GameProgress
    """As everybody may know it."""
    folder: SeasonFolder
    record: SeasonRecord
    is_recorded: bool


def find_played(zine: OpenZine, season: SeasonView) -> PlayedSeason:
    """Return the folder and the public record of a season that is shown."""
    progress = zine.publisher.loader.read_progress(season.game.slug)
    game = open_sound_game(find_game_folder(season.game.slug), past_orders=False)
    if progress is not None:
        pairs = zip(game.seasons, progress.records, strict=False)
        for number, (folder, record) in enumerate(pairs):
            if folder.slug == season.anchor:
                is_recorded = number < len(progress.recorded)
                return PlayedSeason(
                    game=game,
                    progress=progress,
                    folder=folder,
                    record=record,
                    is_recorded=is_recorded,
                )
    raise GameFolderError(f"{season.game.slug} has no played season {season.anchor}")
