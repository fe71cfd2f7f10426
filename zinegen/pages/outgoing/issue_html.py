"""An issue as HTML for mails and feeds, and the whole document of a mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from zinegen.languages.texts import gettext
from zinegen.pages.contents import IssueView
from zinegen.pages.masthead import Masthead
from zinegen.pages.outgoing.html_writer import INK, PAPER, HtmlWriter, join
from zinegen.pages.outgoing.issue_text import describe_scores, name_editor
from zinegen.pages.outgoing.prose import parse_prose, render_editorial
from zinegen.pages.outgoing.season_html import FindPicture, ShownMap, season_html
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import DeadlineLine, PageLink, SeasonView

DARK = (
    "@media (prefers-color-scheme:dark){.z-mail,.z-mail *{background:#17140f!important;"
    "color:#ece4d4!important}.z-mail :not(.z-ink){border-color:#6b6150!important}"
    ".z-mail a{color:#8fc1e3!important}}"
)
"""For the mail programs that read style sheets; all others show the paper."""


def issue_html(
    issue: IssueView,
    write: HtmlWriter,
    links: WholeLinks,
    maps: Mapping[str, Sequence[ShownMap]],
    *,
    find_picture: FindPicture,
) -> Markup:
    """Return an issue; ``maps`` are those of its seasons, by the uri of their pages."""
    parts = [masthead_html(issue.masthead, write), write.tag("h1", issue.title)]
    parts.append(editorial_html(issue, write, links))
    if len(issue.seasons) > 1 or (issue.seasons and issue.prose):
        parts.append(_write_contents(issue.seasons, write))
    for season in issue.seasons:
        shown = maps.get(season.uri, ())
        body = season_html(season, write, links, shown, find_picture=find_picture)
        parts.append(write.tag("div", body, "season"))
    if issue.scores:
        rows = [(f"{one.game.text}, {one.when}", describe_scores(one)) for one in issue.scores]
        parts.append(write.tag("h3", gettext("How the games stand")) + write.table("", rows))
    parts.append(_write_deadlines(issue.deadlines, write, links))
    parts += _write_links(gettext("Openings"), issue.openings, write, links)
    for one in issue.lists.in_words:
        parts += (write.tag("h3", one.title), write.list(list(one.lines)))
    parts += _write_links(gettext("Stop press!"), issue.news, write, links)
    return join(parts)


def editorial_html(issue: IssueView, write: HtmlWriter, links: WholeLinks) -> Markup:
    """Return the editorial; nothing where there is none."""
    if not issue.prose.strip():
        return Markup()
    return write.prose(parse_prose(render_editorial(issue.prose), links.on(issue.uri)))


def masthead_html(view: Masthead, write: HtmlWriter) -> Markup:
    """Return the head of the zine."""
    title = write.tag("p", view.title, "title")
    motto = write.tag("p", view.motto, "motto") if view.motto else ""
    line = " · ".join(filter(None, (view.number, view.date, name_editor(view), view.price)))
    parts = [write.tag("div", join((title, motto)), "masthead"), write.tag("p", line, "line")]
    if view.deadline is not None and not view.deadline.passed:
        text = gettext("Next deadline: {when}", when=f"{view.deadline.text} ({view.deadline_of})")
        parts.append(write.tag("p", text, "line"))
    return join(parts)


def _write_contents(seasons: Sequence[SeasonView], write: HtmlWriter) -> Markup:
    lines = [
        f"{one.game.title}, {one.name}" + (f": {one.headline}" if one.headline else "")
        for one in seasons
    ]
    return write.tag("h3", gettext("In this issue")) + write.list(lines)


def _write_deadlines(
    deadlines: Iterable[DeadlineLine], write: HtmlWriter, links: WholeLinks
) -> Markup:
    ahead = [one for one in deadlines if one.moment is None or not one.moment.passed]
    if not ahead:
        return Markup()
    lines = [
        Markup("{}, {}: {}").format(
            write.link(one.game.text, links.to(one.game.to)),
            one.season,
            one.moment.text if one.moment is not None else gettext("No deadline set yet"),
        )
        for one in ahead
    ]
    return write.tag("h3", gettext("Deadlines")) + write.list(lines)


def _write_links(
    title: str, found: Sequence[PageLink], write: HtmlWriter, links: WholeLinks
) -> Iterator[Markup]:
    if found:
        yield write.tag("h3", title)
        yield write.list([write.link(one.text, links.to(one.to)) for one in found])


def mail_document(
    title: str, body: Markup, foot: Iterable[str], write: HtmlWriter, language: str = "en"
) -> str:
    """Return a whole HTML document: no script, nothing that is fetched."""
    lines = join(write.tag("p", one) for one in foot)
    page = write.tag("div", join((body, write.tag("div", lines, "foot"))), "page")
    return str(
        Markup(
            '<!DOCTYPE html>\n<html lang="{}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            '<meta name="color-scheme" content="light dark"><title>{}</title>'
            "<style>{}</style></head>\n"
            '<body style="margin:0;padding:0;background:{};color:{};">'
            '<div class="z-mail">{}</div></body></html>\n'
        ).format(language, title, Markup(DARK), PAPER, INK, page)  # noqa: S704  # ours
    )
