"""The pages as plain Markdown and SVG, for any other program that makes sites of Markdown.

It knows nothing of MkDocs. What people wrote (rules, house rules, ...) is copied, what is generated is
written from templates of its own; links are relative and lead to the Markdown files.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from zinegen.archive.files import make_folder, read_text, write_atomically
from zinegen.errors import ZinegenError
from zinegen.pages.contents import Contents, GameContents, IssueView, Zine
from zinegen.pages.maps.map_jobs import Replay
from zinegen.pages.site.layout import edit_address
from zinegen.pages.site.publisher import Publisher
from zinegen.pages.site.render import Addresses, Templates
from zinegen.pages.site.standard_files import EXPORT_TEMPLATES, OWN_EXPORT, standard_sources
from zinegen.pages.site.zine_settings import CONFIG, find_own_settings, read_settings
from zinegen.pages.words.visible_text import one_line
from zinegen.workers import DEFAULT, Workers

GENERATED = ("games", "issues")
"""Folders that the export writes itself."""
_FRONT = re.compile(r"\A\s*---[ \t]*\n.*?^---[ \t]*\n", re.DOTALL | re.MULTILINE)


class ExportError(ZinegenError):
    """A zine that cannot be exported, or a place to which nothing can be written."""


def export_zine(root: Path, folder: Path, workers: Workers = DEFAULT) -> int:
    """Write the pages of the zine in a repository into a folder; return how many files that were.

    The folder is made, and what lies there already is replaced file by file.
    Raises SettingsError when the settings cannot be read, ExportError when the folder holds the zine itself,
    ZinegenError as `Publisher.contents`.
    """
    settings = read_settings(root / CONFIG)
    sources = root / str(settings.get("docs_dir", "docs"))
    target = folder.resolve()
    if root.resolve().is_relative_to(target) or target.is_relative_to(sources.resolve()):
        raise ExportError(f"{folder} is the zine itself; choose an empty folder")
    own = find_own_settings(settings)
    publisher = Publisher(
        root=root,
        games=str(own.get("games", "games")),
        templates=OWN_EXPORT,
        standard=EXPORT_TEMPLATES,
        addresses=Addresses(sources=True),
        workers=workers,
    )
    contents, wanted = publisher.contents(_make_zine(settings), sources=sources)
    jobs = {uri: job for uri, job in wanted.items() if not isinstance(job, Replay)}
    contents, undrawn = publisher.draw(contents, jobs)
    exporter = Exporter(templates=publisher.renderer.templates, sources=sources, contents=contents)
    pictures = publisher.maps.paths(uri for uri in jobs if uri not in undrawn)
    written = {
        **exporter.read_sources(),
        **{uri: one.read_bytes() for uri, one in pictures.items()},
    }
    written.update((uri, text.encode()) for uri, text in exporter.pages())
    for uri, content in written.items():
        make_folder((target / uri).parent)
        write_atomically(target / uri, content)
    return len(written)


def read_zine(root: Path) -> Zine:
    """Return what the settings of a zine say of it; raises SettingsError when they cannot be read."""
    settings = read_settings(root / CONFIG)
    edit = edit_address(*(str(settings.get(key) or "") for key in ("repo_url", "edit_uri")))
    url = str(settings.get("site_url") or "")
    return replace(_make_zine(settings), url=f"{url.rstrip('/')}/" if url else "", edit=edit)


def _make_zine(settings: Mapping[str, object]) -> Zine:
    """Return the zine of a plain export: without addresses, which belong to its site."""
    own = find_own_settings(settings)
    return Zine(
        name=one_line(str(settings.get("site_name", "The Zine"))),
        motto=str(own.get("motto", "")),
        editor=str(own.get("editor", "")),
        price=str(own.get("price", "")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporter:
    """Turns contents into Markdown files."""

    templates: Templates
    sources: Path
    contents: Contents

    def read_sources(self) -> Mapping[str, bytes]:
        """Return what people wrote and the standard pages, by uri: Markdown and nothing of the theme."""
        written = {
            path.relative_to(self.sources).as_posix(): path
            for path in sorted(self.sources.rglob("*.md"))
            if path.relative_to(self.sources).parts[0] not in GENERATED and path.is_file()
        }
        standard = {uri: path for uri, path in standard_sources().items() if uri.endswith(".md")}
        return {uri: path.read_bytes() for uri, path in (standard | written).items()}

    def pages(self) -> Iterable[tuple[str, str]]:
        """Yield the generated pages."""
        contents = self.contents
        values = {"zine": contents.zine, "issues": contents.issues, "games": contents.games}
        yield "index.md", self._set("index.md", "index.md", values)
        for issue in contents.issues:
            yield issue.uri, self._render_issue(issue)
        for game in contents.games:
            yield from self._render_game(game)

    def _render_issue(self, issue: IssueView) -> str:
        prose = ""
        if issue.uri in self.contents.editorials:
            prose = _FRONT.sub("", read_text(self.sources / issue.uri))
        values = {"issue": issue, "prose": Markup(prose)}  # noqa: S704  # the editor's Markdown
        return self._set("issue.md", issue.uri, values)

    def _render_game(self, game: GameContents) -> Iterable[tuple[str, str]]:
        head = game.view.head
        yield head.uri, self._set("game.md", head.uri, {"game": game.view, "head": head})
        for season in game.seasons:
            values = {"season": season, "game": season.game}
            yield season.uri, self._set("season.md", season.uri, values)
        for study in game.studies:
            template = study.template.replace(".html", ".md")
            yield study.uri, self._set(template, study.uri, {"study": study.view, "head": head})

    def _set(self, template: str, uri: str, values: Mapping[str, object]) -> str:
        text, _ = self.templates.html(template, uri, values)
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
