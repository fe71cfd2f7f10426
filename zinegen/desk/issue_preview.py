"""An issue as readers will see it, from what its editor has typed and not saved yet.

The page is made by the functions that make the site. Reports take a while, so they are set when they are
asked for, and kept; the editorial is set anew each time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from markupsafe import escape

from zinegen.archive.files import link_or_copy, list_folder, make_folder, scratch_folder
from zinegen.desk.standalone import ReadFile, make_standalone, read_files_below
from zinegen.errors import ZinegenError
from zinegen.languages.texts import gettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.issue_files import FOLDER, PlannedIssue, read_issues
from zinegen.pages.contents import PROSE
from zinegen.pages.lists.list_file import FILE as LISTS
from zinegen.pages.paper.editorials import render_editorial
from zinegen.pages.site.layout import render_issue
from zinegen.pages.site.publisher import open_publisher
from zinegen.pages.site.standard_files import OWN_PAGES, SOURCES, ZINE_FILES
from zinegen.pages.site.zine_settings import CONFIG, find_own_settings, read_settings, read_zine
from zinegen.variants import VARIANTS

MOST = 4
"""So many issues are kept as they were set; the oldest go."""
_ARTICLE = re.compile(r"(<article\b[^>]*>).*?(</article>)", re.DOTALL)
_SHELL = (
    '<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="assets/fonts.css">'
    '<link rel="stylesheet" href="assets/zine.css"><style>html{font-size:125%}body{margin:.8rem;'
    'font-family:var(--md-text-font)}</style></head><body data-md-color-scheme="default">'
    '<article class="md-typeset"></article></body></html>'
)
"""What a page is set in while there is no built site whose frame, sizes and face it could have."""


def find_sources(root: Path) -> Path:
    """Return the folder of what people write."""
    return root / str(read_settings(root / CONFIG).get("docs_dir", "docs"))


@dataclass(slots=True)
class IssuePreviewer:
    """Sets issues that are not saved yet."""

    bodies: dict[tuple[object, ...], str] = field(default_factory=dict)
    """Issues without their editorials, by what their front matter says."""
    lock: Lock = field(default_factory=Lock)

    def show(self, root: Path, name: str, text: str, *, is_whole: bool) -> str:
        """Return the page of an issue in one piece.

        ``name`` is that of its file, ``text`` all that stands in it. Where it is to be whole, or was set so
        before with the same front matter, the reports of its seasons are in it.
        Raises ZinegenError where the zine cannot be read.
        """
        sources, settings = find_sources(root), read_settings(root / CONFIG)
        with scratch_folder(root) as folder:
            draft = folder / sources.name
            make_folder(draft / FOLDER)
            for path in (*list_folder(sources / FOLDER), sources / LISTS):
                if path.is_file() and path.name != name:
                    link_or_copy(path, draft / path.relative_to(sources))
            file = draft / FOLDER / name
            file.write_text(text, "utf-8")
            editorial = str(render_editorial(file, settings))
            issue = _find_issue(draft, name)
            body = self._set(root, draft, issue, is_whole=is_whole)
        read = _read_either(root, root / str(settings.get("site_dir", "site")), sources)
        shell = read("index.html")
        html = shell.decode("utf-8", "replace") if shell else _SHELL
        editorial = make_standalone(editorial, f"{FOLDER}/{name}", read)
        page = body.replace(PROSE, editorial, 1)
        html = _ARTICLE.sub(lambda found: f"{found[1]}{page}{found[2]}", html, count=1)
        return make_standalone(html, "index.html", read)

    def _set(self, root: Path, sources: Path, issue: PlannedIssue | None, *, is_whole: bool) -> str:
        """Return an issue with a place for its editorial."""
        if issue is None:
            return f'<section class="z-editorial">{PROSE}</section>'
        key = (issue.number, issue.day, issue.title, issue.games, issue.openings)
        with self.lock:
            if is_whole:
                self.bodies[key] = _set_whole(root, sources, issue)
                for old in [*self.bodies][:-MOST]:
                    del self.bodies[old]
            known = self.bodies.get(key)
        if known is not None:
            return known
        left = gettext("The reports are set when you look at the whole issue.")
        return (
            f'<div class="z-front"><h1 class="z-issue__title">{escape(issue.title)}</h1>'
            f'<section class="z-editorial"><div class="z-columns z-lead">{PROSE}</div></section></div>'
            f"<p><em>{escape(left)}</em></p>"
        )


def _find_issue(sources: Path, name: str) -> PlannedIssue | None:
    found = read_issues(sources, lambda _: True, VARIANTS).issues
    return next((one for one in found if one.uri == f"{FOLDER}/{name}"), None)


def _set_whole(root: Path, sources: Path, issue: PlannedIssue) -> str:
    """Return an issue with all its reports, as the front page has them."""
    settings = read_settings(root / CONFIG)
    own = find_own_settings(settings)
    addresses = Addresses(directories=settings.get("use_directory_urls") is not False)
    games, templates = str(own.get("games", "games")), str(own.get("templates", OWN_PAGES))
    publisher = open_publisher(root, games, templates, addresses)
    contents = publisher.read_texts(read_zine(root), sources=sources)
    view = next((one for one in contents.issues if one.uri == issue.uri), None)
    if view is None:
        raise ZinegenError(gettext("This issue cannot be set as it stands."))
    return render_issue(view, "index.md", publisher.renderer, contents).body


def _read_either(root: Path, site: Path, sources: Path) -> ReadFile:
    """Return what reads files of the built site, of what people wrote, or of the program, in this order."""
    readers = [
        read_files_below(one)
        for one in (root / site, sources, ZINE_FILES / SOURCES)
        if one.is_dir()
    ]

    def read(path: str) -> bytes | None:
        return next((found for one in readers if (found := one(path)) is not None), None)

    return read
