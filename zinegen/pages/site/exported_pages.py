"""The pages of an export: what is generated, from templates of its own, and what people wrote.

Each begins with a front matter, which says what the page is called; what its writer or its template put there
stays. Links are relative and lead to the Markdown files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml
from markupsafe import Markup

from zinegen.archive.files import read_text
from zinegen.languages.texts import N_, add_colon, gettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.builders.citations import cite_issue, cite_season
from zinegen.pages.builders.hobby_lists import list_contacts
from zinegen.pages.builders.what_if import list_last_seasons
from zinegen.pages.contents import CONTACTS, Contents, GameContents, IssueView, VariantView
from zinegen.pages.site.layout import PRESS, RESULTS
from zinegen.pages.site.render import Templates
from zinegen.pages.site.site_source import FRONT, GAMES
from zinegen.pages.views import PageLink
from zinegen.pages.words.visible_text import one_line
from zinegen.play.names import is_slug

FURTHER = tuple(
    PageLink(text=text, to=uri)
    for text, uri in {
        N_("Archive"): "archive.md",
        N_("Players"): "players/index.md",
        N_("Rules"): "rules/index.md",
        N_("What if?"): "what-if.md",
    }.items()
)
"""Pages of every zine, besides its front page and that of its games."""
_FRONT = re.compile(r"\A\s*---[ \t]*\n(.*?)^---[ \t]*\n", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$|^(.+)\n=+[ \t]*$", re.MULTILINE)
_NO_TAGS = str.maketrans({"<": "\u2039", ">": "\u203a", '"': "\u201d", "\\": "/"})
"""Titles stand in heads and menus of programs that escape nothing."""


def split_front_matter(text: str) -> tuple[dict[str, object], str]:
    """Return what stands above a page's text, and the text; what is no front matter is text."""
    found = _FRONT.match(text)
    try:
        data = yaml.safe_load(found[1]) if found else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    if found is None or not isinstance(data, dict | None):
        return {}, text
    return data or {}, text[found.end() :]


def plain_title(text: str) -> str:
    """Return a title that every program shows as it is."""
    return one_line(text).translate(_NO_TAGS)


def find_title(uri: str, text: str) -> str:
    """Return what a page is called: by its front matter, by its heading, else by its file's name."""
    front, prose = split_front_matter(text)
    found = _HEADING.search(prose)
    heading = (found[1] or found[2]) if found else Path(uri).stem
    return plain_title(str(front.get("title") or heading))


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporter:
    """Turns contents into Markdown files."""

    templates: Templates
    sources: Path
    contents: Contents
    live: str = ""
    """Where the zine's own site lies, ending in a slash; empty where nobody says so."""
    addresses: Addresses = field(default_factory=Addresses)
    """How uris become addresses there."""

    def page(self, uri: str, text: str) -> str:
        """Return a page that people wrote, with a title and with what the program knows below it."""
        front, prose = split_front_matter(text)
        prose = prose.replace(CONTACTS, list_contacts(one.view.head for one in self.contents.games))
        title = find_title(uri, text)
        for variant in self.contents.variants:
            if uri == f"rules/{variant.id}.md":
                prose = self._render_rules(variant, prose)
        return _join({**front, "title": title}, prose)

    def _render_rules(self, variant: VariantView, prose: str) -> str:
        values = {"variant": variant, "prose": Markup(prose)}  # noqa: S704  # the editor's Markdown
        return self._fill("variant.md", f"rules/{variant.id}.md", values)

    def pages(self, own: Iterable[PageLink] = ()) -> Iterator[tuple[str, str]]:
        """Yield the generated pages; ``own`` are pages by people to which the front page leads."""
        contents = self.contents
        zine, broken = contents.zine, [one for one in contents.broken if is_slug(one.slug)]
        values = {"zine": zine, "issues": contents.issues, "games": contents.games}
        further = (replace(one, text=gettext(one.text)) for one in FURTHER)
        values |= {"broken": broken, "further": (*further, *own)}
        yield self._set("index.md", FRONT, values, zine.name, description=zine.motto)
        for issue in contents.issues:
            yield self._render_issue(issue)
        lines = [game.line for game in contents.games]
        groups = (
            (gettext("In play"), [line for line in lines if line.head.status != "finished"]),
            (gettext("Finished"), [line for line in lines if line.head.status == "finished"]),
        )
        yield self._set("games.md", GAMES, {"groups": groups, "broken": broken}, gettext("Games"))
        for game in contents.games:
            yield from self._render_game(game)
        for one in broken:
            told = {"title": one.title, "message": one.message}
            yield self._set("error.md", one.uri, told, one.title)
        yield self._set(
            "archive.md", "archive.md", {"archive": contents.archive}, gettext("Archive")
        )
        yield self._set(
            "players.md", "players/index.md", {"players": contents.players}, gettext("Players")
        )
        if contents.results is not None:
            yield self._set(
                "results.md", RESULTS, {"results": contents.results}, gettext("Results")
            )
        if contents.press:
            title = gettext("Press")
            yield self._set("press.md", PRESS, {"authors": contents.press}, title)
        for player in contents.players:
            uri = f"players/{player.slug}/index.md"
            yield self._set("player.md", uri, {"player": player}, player.name)
        about = gettext(
            "Here orders can be tried on the position of any season, or on a board of one's own."
        )
        seasons = tuple(list_last_seasons(contents.games))
        yield self._stub("what-if.md", gettext("What if?"), about, *seasons)

    def _render_issue(self, issue: IssueView) -> tuple[str, str]:
        prose = ""
        if issue.uri in self.contents.editorials:
            _, prose = split_front_matter(read_text(self.sources / issue.uri))
        values: dict[str, object] = {"issue": issue}
        values["prose"] = Markup(prose)  # noqa: S704  # the editor's Markdown
        values["citation"] = cite_issue(self.contents.zine, issue, self._find_address(issue.uri))
        head = issue.masthead
        title = add_colon(head.number, issue.title)
        return self._set("issue.md", issue.uri, values, title, date=head.date_iso)

    def _render_game(self, game: GameContents) -> Iterator[tuple[str, str]]:
        head = game.view.head
        values: dict[str, object] = {"game": game.view, "head": head}
        yield self._set("game.md", head.uri, values, head.title, description=head.status_text)
        for season in game.seasons:
            values = {"season": season, "game": season.game}
            address = self._find_address(season.uri)
            values["citation"] = cite_season(self.contents.zine, season, address)
            title = f"{head.title}, {season.name}"
            title = add_colon(title, season.headline) if season.headline else title
            date = season.closing.iso if season.closing else ""
            yield self._set(
                "season.md", season.uri, values, title, description=season.lead, date=date
            )
        for study in game.studies:
            template = study.template.replace(".html", ".md")
            values = {"study": study.view, "head": head}
            yield self._set(template, study.uri, values, add_colon(head.title, study.title))
        back = PageLink(text=head.title, to=head.uri)
        if game.view.replay:
            about = gettext("Here all seasons can be seen on a map that moves.")
            yield self._stub(
                game.view.replay.uri, gettext("{game}: replay", game=head.title), about, back
            )
        if game.desk is not None:
            about = gettext(
                "Here orders for {season} are written, on a map that shows them.",
                season=game.desk.season,
            )
            yield self._stub(
                game.desk.uri, gettext("{game}: the order desk", game=head.title), about, back
            )

        if game.check is not None:
            about = gettext("Here readers check every digest, throw and verdict themselves.")
            yield self._stub(
                game.check.uri, gettext("{game}: check it yourself", game=head.title), about, back
            )

    def _stub(self, uri: str, title: str, about: str, *links: PageLink) -> tuple[str, str]:
        """Return a page that only says where the program runs that the real one needs."""
        values = {"title": title, "about": about, "live": self._find_address(uri), "links": links}
        return self._set("stub.md", uri, values, title)

    def _find_address(self, uri: str) -> str:
        """Return where a page lies on the zine's own site; empty where nobody says so."""
        return self.live and self.live + self.addresses.path(uri)

    def _set(
        self,
        template: str,
        uri: str,
        values: Mapping[str, object],
        title: str,
        *,
        description: str = "",
        date: str = "",
    ) -> tuple[str, str]:
        """Return a generated page with its uri; title and description are plain, the date ISO 8601."""
        told = {"title": title, "description": description, "date": date}
        front, prose = split_front_matter(self._fill(template, uri, values))
        return uri, _join(
            {key: plain_title(one) for key, one in told.items() if one} | front, prose
        )

    def _fill(self, template: str, uri: str, values: Mapping[str, object]) -> str:
        text, _ = self.templates.html(template, uri, values)
        return re.sub(r"\n{3,}", "\n\n", text)


def _join(front: Mapping[str, object], prose: str) -> str:
    """Return a page of which `split_front_matter` makes the same."""
    head = yaml.safe_dump(dict(front), allow_unicode=True, sort_keys=False, width=1 << 16)
    return f"---\n{head}---\n\n{prose.strip()}\n"
