"""The pages of a game: its front page, its seasons, its studies, and those that work by a script."""

from collections.abc import Iterable

from zinegen.languages.texts import add_colon, gettext
from zinegen.pages.builders.citations import cite_season
from zinegen.pages.contents import GameContents, Zine
from zinegen.pages.site.page_renderer import PageRenderer
from zinegen.pages.site.render import NO_CARD, Card, Page
from zinegen.pages.views import SeasonView


def render_game(game: GameContents, zine: Zine, renderer: PageRenderer) -> Iterable[Page]:
    """Yield the pages of a game, its front page first."""
    head = game.view.head
    page = Page(
        uri=head.uri,
        title=head.title,
        description=head.status_text,
        source=game.source,
        in_menu=True,
        card=_find_card(game, game.seasons[-1] if game.seasons else None),
        feed=_find_feed(game),
    )
    yield renderer.render(page, "game.html", {"game": game.view, "head": head, "check": game.check})
    if game.view.replay:
        page = Page(
            uri=game.view.replay.uri,
            title=gettext("{game}: replay", game=head.title),
            description=gettext("All seasons of {game} on a map that moves.", game=head.title),
            card=_find_card(game, game.seasons[-1] if game.seasons else None),
            feed=_find_feed(game),
        )
        yield renderer.render(page, "replay.html", {"replay": game.view.replay, "head": head})
    for season in game.seasons:
        yield _render_season(game, season, zine, renderer)
    for study in game.studies:
        page = Page(
            uri=study.uri,
            title=add_colon(head.title, study.title),
            description=gettext("{what} in {game}.", what=study.title, game=head.title),
            feed=_find_feed(game),
        )
        yield renderer.render(page, study.template, {"study": study.view, "head": head})
    yield from _render_scripted(game, renderer)


def _render_scripted(game: GameContents, renderer: PageRenderer) -> Iterable[Page]:
    """Yield the pages of a game that work by a script: its desk, and what readers check."""
    head = game.view.head
    if game.desk is not None:
        page = Page(
            uri=game.desk.uri,
            title=gettext("{game}: orders for {season}", game=head.title, season=game.desk.season),
            description=gettext(
                "Write your orders for {season} in {game}.",
                season=game.desk.season,
                game=head.title,
            ),
        )
        yield renderer.render(page, "desk.html", {"desk": game.desk, "head": head})
    if game.check is not None:
        page = Page(
            uri=game.check.uri,
            title=gettext("{game}: check it yourself", game=head.title),
            description=gettext(
                "Compare, throw and judge all seasons of {game} again.", game=head.title
            ),
        )
        yield renderer.render(page, "check.html", {"check": game.check, "head": head})


def _render_season(
    game: GameContents, season: SeasonView, zine: Zine, renderer: PageRenderer
) -> Page:
    title = f"{season.game.title}, {season.name}"
    page = Page(
        uri=season.uri,
        title=add_colon(title, season.headline) if season.headline else title,
        description=season.lead
        or gettext("{what} in {game}.", what=season.name, game=season.game.title),
        source=season.source,
        card=_find_card(game, season),
        feed=_find_feed(game),
    )
    values: dict[str, object] = {
        "season": season,
        "game": season.game,
        "check": _find_check(game, season),
    }
    values["citation"] = cite_season(zine, season, find_address(zine, season.uri, renderer))
    return renderer.render(page, "season.html", values)


def _find_check(game: GameContents, season: SeasonView) -> str:
    """Return the page on which readers check a season; empty where they cannot."""
    rows = game.check.seasons if game.check is not None else ()
    is_there = any(one.anchor == season.anchor for one in rows)
    return game.check.uri if game.check is not None and is_there else ""


def find_address(zine: Zine, uri: str, renderer: PageRenderer) -> str:
    """Return the whole address of a page; empty where the zine has none."""
    return zine.url and zine.url + renderer.templates.addresses.path(uri)


def _find_feed(game: GameContents) -> str:
    return f"games/{game.view.head.slug}/" if game.view.feeds else ""


def describe_card(season: SeasonView) -> str:
    """Return what a season's card shows: its moves, or where nobody moved the map after it."""
    moves = (one.picture.alt for one in season.phases if one.picture and one.key.endswith("M"))
    return next(moves, season.after.alt)


def _find_card(game: GameContents, season: SeasonView | None) -> Card:
    """Return the picture that other sites may show for a page."""
    if season is None or season.uri not in game.cards:
        return NO_CARD
    return Card(uri=game.cards[season.uri], alt=describe_card(season))
