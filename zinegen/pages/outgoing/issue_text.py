"""An issue as text of 72 columns: masthead, contents, editorial, every season whole, deadlines, openings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zinegen.languages.texts import gettext
from zinegen.pages.contents import GameStanding, IssueView
from zinegen.pages.masthead import Masthead
from zinegen.pages.outgoing.prose import parse_prose, prose_text, render_editorial
from zinegen.pages.outgoing.season_text import LEGEND, season_text
from zinegen.pages.outgoing.text_columns import (
    HEAVY,
    WIDTH,
    centre,
    head,
    measure,
    rule,
    spread,
    wrap,
)
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import DeadlineLine, PageLink, SeasonView


def issue_text(issue: IssueView, links: WholeLinks) -> Iterator[str]:
    """Yield an issue as lines."""
    yield from masthead_text(issue.masthead)
    yield from ("", *centre(issue.title.upper()), "")
    if issue.prose.strip():
        yield from prose_text(parse_prose(render_editorial(issue.prose), links.on(issue.uri)))
    if len(issue.seasons) > 1 or (issue.seasons and issue.prose):
        yield from _list_contents(issue.seasons)
    for season in issue.seasons:
        yield from ("", "", *season_text(season))
    yield from ("", rule(HEAVY))
    yield from _list_standings(issue.scores)
    yield from list_deadlines(issue.deadlines)
    yield from _list_links(gettext("Openings"), issue.openings)
    for one in issue.lists.in_words:
        yield from head(one.title)
        for line in one.lines:
            yield from wrap(line, "* ")
    yield from _list_links(gettext("Stop press!"), issue.news)


def masthead_text(view: Masthead) -> Iterator[str]:
    """Yield the head of the zine as lines."""
    yield rule(HEAVY)
    yield from centre(_space_out(view.title.upper()))
    yield from centre(view.motto)
    yield rule(HEAVY)
    yield from spread(view.number, view.date)
    yield from spread(name_editor(view), view.price)
    if view.deadline is not None and not view.deadline.passed:
        yield rule()
        yield from centre(gettext("Next deadline: {when}", when=view.deadline.text))
        yield from centre(view.deadline_of)
    yield rule()


def name_editor(view: Masthead) -> str:
    """Return who edits the zine, as its head says it; empty where nobody does."""
    return gettext("Editor: {name}", name=view.editor) if view.editor else ""


def _space_out(title: str) -> str:
    """Return a title with blanks between its letters, if there is room for it."""
    wide = "\u00a0\u00a0\u00a0".join("\u00a0".join(word) for word in title.split())
    return wide if measure(wide) <= WIDTH - 8 else title


def _list_contents(seasons: Sequence[SeasonView]) -> Iterator[str]:
    yield from head(gettext("In this issue"))
    for season in seasons:
        yield from wrap(f"{season.game.title}, {season.name}", "* ")
        yield from wrap(season.headline, "  ")


def _list_standings(games: Sequence[GameStanding]) -> Iterator[str]:
    if games:
        yield from head(gettext("How the games stand"))
    for place, game in enumerate(games):
        yield from [""] if place else []
        yield from spread(f"{game.game.text}, {game.when}", game.variant.text)
        yield from wrap(describe_scores(game), "   ")


def describe_scores(game: GameStanding) -> str:
    """Return how strong the powers of a game are, the strongest first, and how it ended."""
    scores = ", ".join(
        f"{one.power.name}\u00a0{one.units if one.centres is None else one.centres}"
        for one in game.scores
    )
    if any(one.centres is None for one in game.scores):
        scores = gettext("{scores} (units)", scores=scores)
    if game.to_win is not None and not game.outcome:
        scores = gettext("{scores} ({number} win)", scores=scores, number=game.to_win)
    return " ".join(filter(None, (f"{scores}.", game.outcome)))


def list_deadlines(deadlines: Iterable[DeadlineLine]) -> Iterator[str]:
    """Yield the deadlines that are still to come."""
    ahead = [one for one in deadlines if one.moment is None or not one.moment.passed]
    if ahead:
        yield from head(gettext("Deadlines"))
    for one in ahead:
        when = one.moment.text if one.moment is not None else gettext("No deadline set yet")
        yield from spread(f"{one.game.text}, {one.season}", when)


def _list_links(title: str, links: Sequence[PageLink]) -> Iterator[str]:
    if links:
        yield from head(title)
    for one in links:
        yield from wrap(one.text, "* ")


def colophon_text(lines: Iterable[str]) -> Iterator[str]:
    """Yield what stands at the end of every mail: how it is read, where it lies, how to leave the list."""
    yield from ("", rule())
    for line in (gettext(LEGEND), *lines):
        yield from wrap(line)
