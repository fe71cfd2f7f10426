"""From views to the finished site, as data: where each page lies, and which pages list it."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from markupsafe import Markup

from zinegen.catalogues.script_texts import write_script_texts
from zinegen.languages.texts import add_colon, gettext, ngettext
from zinegen.pages.addresses import Addresses
from zinegen.pages.atlas.rule_atlas import make_rule_atlas
from zinegen.pages.builders.citations import cite_issue
from zinegen.pages.builders.hobby_lists import list_contacts
from zinegen.pages.builders.issues import link_zine_calendar, list_lines
from zinegen.pages.builders.what_if import list_examples, list_last_seasons
from zinegen.pages.contents import (
    PROSE_HTML,
    Contents,
    IssueView,
    UnshownGame,
    VariantView,
)
from zinegen.pages.feeds.calendars import calendar_files
from zinegen.pages.feeds.feeds import feed_files
from zinegen.pages.feeds.zine_json import zine_files
from zinegen.pages.search.documents import (
    FIND,
    OTHER,
    Facet,
    FoundWords,
    SearchDocument,
    find_facets,
    list_documents,
    list_documents_of,
    tell_words,
)
from zinegen.pages.search.find_page import find_view
from zinegen.pages.search.pagefind import has_pagefind
from zinegen.pages.site.game_parts.loaded_games import KeptGame, LastingGame
from zinegen.pages.site.game_parts.pages import describe_card, find_address, render_game
from zinegen.pages.site.game_parts.settled_games import list_game_files
from zinegen.pages.site.game_parts.site_files import SiteFiles
from zinegen.pages.site.page_renderer import PageRenderer
from zinegen.pages.site.render import NO_CARD, Card, KeptPage, Page
from zinegen.pages.views import PageLink
from zinegen.pages.volume_plan import VolumeLine
from zinegen.pages.volumes.light_games import (
    choose_documents,
    choose_fed,
    choose_listed,
    list_signposts,
)
from zinegen.play.names import is_slug

RESULTS = "results.md"
"""The page of results."""
PRESS = "press.md"
"""The archive of press."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Everything that the program adds to what people wrote."""

    pages: tuple[Page, ...] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    """Records, feeds and calendars, by uri."""
    pictures: Mapping[str, Path] = field(default_factory=dict)
    """The drawn maps, each a file that is there already, by uri."""
    menu: tuple[PageLink, ...] = ()
    """The games in the menu."""
    notices: tuple[str, ...] = ()
    """What is wrong and the editor must hear about: a line each, with the file's name."""
    left_out: tuple[str, ...] = ()
    """The uris of what people wrote and that cannot be shown."""
    stopped: tuple[str, ...] = ()
    """Folders of games that cannot be shown now: what was last published of them may stay."""
    players: tuple[str, ...] = ()
    """The names of everybody who plays."""
    contacts: Markup = Markup()  # noqa: RUF009  (never changes)
    """How to write to the GMs of the games in play, as a list."""
    words: Mapping[str, FoundWords] = field(default_factory=dict)
    """What is known of that which can be found besides pages, by the folder of the game."""
    list_words: Callable[[], Iterable[SearchDocument]] = field(default=tuple, compare=False)
    """Yields all of that in the language spoken, in the sequence of paths."""
    facets: Mapping[str, frozenset[Facet]] = field(default_factory=dict)
    """Those of the pages, by uri."""
    lasting: Mapping[str, LastingGame] = field(default_factory=dict)
    """Games of which all but the front page may stay as it lies in the site before, by folder."""
    kept: Mapping[str, KeptGame] = field(default_factory=dict, compare=False)
    """Games that are read when they are printed, by folder."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """What all games are made from that may last, those that were made now as well: digests, by folder."""
    until: datetime | None = None
    """From when on another may come of the same sources: a deadline passes; None if none ever will."""

    @property
    def unread(self) -> frozenset[str]:
        """The pages and files that need not be held: each is read when it is printed."""
        pages = (page.uri for page in self.pages if isinstance(page, KeptPage))
        return frozenset(pages).union(*(game.files for game in self.kept.values()))


def lay_out_site(
    contents: Contents,
    renderer: PageRenderer,
    pictures: Mapping[str, Path],
    lasting: Mapping[str, LastingGame] | None = None,
    kept: Mapping[str, KeptGame] | None = None,
) -> Site:
    """Return the whole site; `pictures` are the files of the drawn maps by uri.

    Of games that are ``lasting`` nothing is rendered: what lies in their folders may stay. Those that are
    ``kept`` are read when they are printed.
    """
    lasting, kept = lasting or {}, kept or {}
    known = {**lasting, **{slug: one.known for slug, one in kept.items()}}
    # A folder of another name never was a game, and readers hear nothing of it.
    broken = tuple(game for game in contents.broken if is_slug(game.slug))
    addresses = renderer.templates.addresses
    facets, words = find_facets(contents), _find_words(contents, addresses, known)
    used = contents.found.union(OTHER, *facets.values(), *(one.facets for one in words.values()))
    pages = [
        *_render_issues(contents, renderer),
        *_render_games_of(contents, broken, renderer, {**known, **kept}),
        *_render_common(contents, broken, used, renderer),
    ]
    files = _list_files(contents, renderer, known)
    renderer.drop_unused()
    return Site(
        pages=tuple(pages),
        files=SiteFiles(made=files, kept=_read_files(kept)) if kept else files,
        pictures=pictures,
        menu=()
        if contents.volumes
        else (
            *(
                PageLink(text=game.view.head.title, to=game.view.head.uri)
                for game in contents.games
            ),
            *(PageLink(text=game.title, to=game.uri) for game in broken),
        ),
        left_out=contents.left_out,
        notices=list_notices(contents),
        stopped=() if contents.volumes else tuple(f"games/{game.slug}" for game in broken),
        players=tuple(player.name for player in contents.players),
        contacts=list_contacts(game.view.head for game in contents.games),
        words=words,
        list_words=partial(_list_words, contents, addresses),
        facets=facets,
        lasting=lasting,
        kept=kept,
    )


def _list_words(contents: Contents, addresses: Addresses) -> Iterable[SearchDocument]:
    """Yield what can be found besides pages, in the language spoken."""
    return choose_documents(contents, list_documents(contents, addresses.path))


def _find_words(
    contents: Contents, addresses: Addresses, known: Mapping[str, LastingGame]
) -> Mapping[str, FoundWords]:
    """Return what is known of what can be found besides pages, by the folder of the game."""
    words = {}
    for game in contents.games:
        slug, found = game.view.head.slug, list_documents_of((game,), addresses.path)
        chosen = choose_documents(contents, found)
        words[slug] = known[slug].words if slug in known else tell_words(chosen)
    return words


def _read_files(kept: Mapping[str, KeptGame]) -> Mapping[str, Callable[[str], str | bytes]]:
    """Return what reads the files of games, by uri."""
    return {uri: game.read_file for game in kept.values() for uri in game.files}


def _render_games_of(
    contents: Contents,
    broken: Iterable[UnshownGame],
    renderer: PageRenderer,
    kept: Mapping[str, LastingGame | KeptGame],
) -> Iterable[Page]:
    """Yield the pages of all games; those of a front lie in its volumes."""
    if contents.volumes:
        return
    for game in contents.games:
        known = kept.get(game.view.head.slug)
        yield from known.pages if known else render_game(game, contents.zine, renderer)
    for unshown in broken:
        yield _render_broken_game(unshown, renderer)


def _render_common(
    contents: Contents,
    broken: Iterable[UnshownGame],
    used: frozenset[Facet],
    renderer: PageRenderer,
) -> Iterable[Page]:
    """Yield the pages that are about no game alone; of a volume there is one."""
    if contents.volume is not None:
        yield _render_volume(contents, contents.volume, renderer)
        return
    yield from _render_players(contents, renderer)
    for view in contents.variants:
        yield from _render_variant(view, contents, renderer)
    yield _render_what_if(contents, renderer)
    yield _render_archive(contents, renderer)
    yield _render_find(contents, used, renderer)
    yield _render_games(contents, broken, renderer)
    yield from _render_results(contents, renderer)
    yield from _render_press(contents, renderer)


def _render_volume(contents: Contents, volume: VolumeLine, renderer: PageRenderer) -> Page:
    """Return the front page of a volume, which lies in its folder as that of a site does."""
    about = ngettext("{number} game", "{number} games", volume.games)
    page = Page(uri=volume.uri, title=volume.title, description=about, in_menu=True)
    values = {"volume": volume, "games": list_lines(contents.games), "zine": contents.zine}
    return replace(renderer.render_kept(page, "volume.html", values), uri="index.md")


def _list_files(
    contents: Contents, renderer: PageRenderer, known: Collection[str]
) -> Mapping[str, str | bytes]:
    """Return what lies beside pages, by uri; what lies beside those of some games is ``known``."""
    addresses, zine, games = renderer.templates.addresses, contents.zine, contents.games
    every = [game.view.head.slug for game in games]
    return {
        **{
            uri: one
            for game in (() if contents.volumes else games)
            if game.view.head.slug not in known
            for uri, one in list_game_files(game, zine, renderer).items()
        },
        **(_list_common_files(contents, renderer, every) if contents.volume is None else {}),
        **list_signposts(contents, addresses),
        **write_script_texts(zine.language),
    }


def _list_common_files(
    contents: Contents, renderer: PageRenderer, games: Container[str]
) -> Mapping[str, str | bytes]:
    """Return feeds, calendars and what programs read that are of no game alone, by uri."""
    addresses, told = renderer.templates.addresses, renderer.digest_season
    return {
        **feed_files(choose_fed(contents), addresses, renderer.entries, games, told),
        **calendar_files(contents, addresses, renderer.find_or_make, games),
        **zine_files(contents, addresses),
    }


def list_notices(contents: Contents) -> tuple[str, ...]:
    """Return what is wrong and the editor must hear about, a line each; volumes tell of their games."""
    if contents.volumes:
        return contents.notices
    return (
        *contents.notices,
        *(notice for game in contents.games for notice in game.notices),
        *(line for game in contents.broken for line in game.message.splitlines()),
    )


def _render_broken_game(game: UnshownGame, renderer: PageRenderer) -> Page:
    page = Page(uri=game.uri, title=game.title, source=game.source, in_menu=True)
    return renderer.render(page, "error.html", {"title": game.title, "message": game.message})


def _render_issues(contents: Contents, renderer: PageRenderer) -> Iterable[Page]:
    """Yield every issue, and the newest once more as the front page; a volume has neither."""
    if contents.volume is not None:
        return
    for issue in contents.issues:
        yield render_issue(issue, issue.uri, renderer, contents)
    if contents.issues:
        yield render_issue(contents.issues[-1], "index.md", renderer, contents)
    else:
        zine = contents.zine
        page = Page(uri="index.md", title=zine.name, in_menu=True)
        calendar = link_zine_calendar(zine, contents.games)
        values = {
            "zine": zine,
            "games": list_lines(contents.games),
            "maps": [one.view for one in contents.games if one.view.now is not None],
            "calendar": calendar,
            "lists": contents.lists,
            "volumes": contents.volumes,
        }
        yield renderer.render_kept(page, "welcome.html", values)


def render_issue(issue: IssueView, uri: str, renderer: PageRenderer, contents: Contents) -> Page:
    """Return the page of an issue, under its own uri or as the front page; the editorial is not in it yet."""
    front = uri == "index.md"
    first = issue.seasons[0] if issue.seasons else None
    source = contents.editorials.get(issue.uri, "")
    cards = {uri: card for game in contents.games for uri, card in game.cards.items()}
    page = Page(
        uri=uri,
        title=issue.masthead.title if front else add_colon(issue.masthead.number, issue.title),
        description=add_colon(f"{issue.masthead.number}, {issue.masthead.date}", issue.title),
        source=source,
        in_menu=front,
        prose_of=issue.uri if front and source else "",
        card=Card(uri=cards.get(first.uri, ""), alt=describe_card(first)) if first else NO_CARD,
    )
    zine = contents.zine
    citation = cite_issue(zine, issue, find_address(zine, issue.uri, renderer))
    values = {"issue": issue, "front": front, "citation": citation}

    seasons = [renderer.digest_season(one) for one in issue.seasons]
    told = replace(issue, seasons=()), seasons, front, citation
    return renderer.render_unread(page, "issue.html", values, told)


def _render_archive(contents: Contents, renderer: PageRenderer) -> Page:
    about = gettext("Every issue, and every game that has ended.")
    page = Page(uri="archive.md", title=gettext("Archive"), description=about, in_menu=True)
    values: dict[str, object] = {
        "archive": contents.archive,
        "results": contents.results is not None,
        "press": bool(contents.press),
        "volumes": contents.volumes,
    }
    return renderer.render_kept(page, "archive.html", values)


def _render_find(contents: Contents, facets: frozenset[Facet], renderer: PageRenderer) -> Page:
    page = Page(
        uri=FIND,
        title=gettext("Search"),
        description=gettext("Orders, press, provinces and pages, by words and by an index."),
    )
    values = {
        "find": find_view(contents, facets),
        "root": renderer.templates.addresses.path_to_root(FIND),
        "searched": has_pagefind(),
        "volumes": contents.volumes,
    }
    return renderer.render_kept(page, "find.html", values)


def _render_games(
    contents: Contents, broken: Iterable[UnshownGame], renderer: PageRenderer
) -> Page:
    lines = list_lines(choose_listed(contents.games, contents.volumes))
    banners = tuple(
        gettext("{game} stands still: its files need the GM.", game=game.title) for game in broken
    )
    groups = (
        (gettext("In play"), tuple(line for line in lines if line.head.status != "finished")),
        (gettext("Finished"), tuple(line for line in lines if line.head.status == "finished")),
    )
    about = gettext("All games, with their maps and next deadlines.")
    page = Page(uri="games/index.md", title=gettext("Games"), description=about, in_menu=True)
    values = {
        "groups": groups,
        "banners": banners,
        "lists": contents.lists,
        "volumes": contents.volumes,
    }
    return renderer.render_kept(page, "games.html", values)


def _render_press(contents: Contents, renderer: PageRenderer) -> Iterable[Page]:
    """Yield the archive of press, where there is any."""
    if contents.press:
        about = gettext("Everything that powers and GMs have had printed, by author.")
        page = Page(uri=PRESS, title=gettext("Press"), description=about)
        yield renderer.render_kept(page, "press.html", {"authors": contents.press})


def _render_results(contents: Contents, renderer: PageRenderer) -> Iterable[Page]:
    """Yield the page of results, where the zine prints any."""
    if contents.results is None:
        return
    page = Page(
        uri=RESULTS,
        title=gettext("Results"),
        description=gettext(
            "Who won what: results, scores, ratings, openings and records of all games."
        ),
        in_menu=True,
    )
    yield renderer.render_kept(page, "results.html", {"results": contents.results})


def _render_players(contents: Contents, renderer: PageRenderer) -> Iterable[Page]:
    page = Page(uri="players/index.md", title=gettext("Players"))
    yield renderer.render_kept(page, "players.html", {"players": contents.players})
    for player in contents.players:
        page = Page(
            uri=f"players/{player.slug}/index.md",
            title=player.name,
            feed=f"players/{player.slug}/" if player.feeds else "",
        )
        yield renderer.render_kept(page, "player.html", {"player": player})


def _render_variant(
    view: VariantView, contents: Contents, renderer: PageRenderer
) -> Iterable[Page]:
    """Yield a rule set's page and, where there is a game, its atlas."""
    uri = f"rules/{view.id}.md"
    page = Page(
        uri=uri,
        title=gettext("Rules: {title}", title=view.title),
        description=gettext(
            "{title}, by {author}: {summary}",
            title=view.title,
            author=view.author,
            summary=view.summary,
        ),
        source=f"site_src/{uri}",
        sections=tuple(_list_sections(view)),
    )
    atlas, place = make_rule_atlas(view, contents.games), f"rules/{view.id}/atlas.md"
    values = {"variant": view, "rules": PROSE_HTML, "atlas": place if atlas else ""}
    yield renderer.render_kept(page, "variant.html", values)
    if atlas is not None:
        page = Page(
            uri=place,
            title=gettext("Atlas: {rules}", rules=view.title),
            description=gettext("How each game of {rules} began and ended.", rules=view.title),
        )
        yield renderer.render_kept(page, "rule_atlas.html", {"atlas": atlas})


def _render_what_if(contents: Contents, renderer: PageRenderer) -> Page:
    page = Page(
        uri="what-if.md",
        title=gettext("What if?"),
        description=gettext("Try orders on the position of any season, or on a board of your own."),
    )
    games = choose_listed(contents.games, contents.volumes)
    seasons = tuple(list_last_seasons(games))
    boards = tuple((one.id, one.title) for one in contents.variants)
    values = {"examples": list_examples(), "boards": boards, "seasons": seasons}
    return renderer.render_kept(page, "what_if.html", values)


def _list_sections(view: VariantView) -> Iterable[tuple[str, str]]:
    """Yield what a rule set's page prints below the text, in the order of the template."""
    if view.options:
        yield gettext("Options of the GM"), "options"
    if view.forms:
        yield gettext("How orders are written"), "forms"
    if view.calendar:
        yield gettext("The calendar"), "calendar"
    if view.start:
        yield gettext("The map at the start"), "start"
    yield gettext("Games with these rules"), "in-play"
