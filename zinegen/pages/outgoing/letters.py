"""The letters a zine writes: an issue, a season, and a season with what is for one power alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from markupsafe import Markup

from zinegen.languages.texts import N_, add_colon, gettext
from zinegen.pages.builders.citations import Citation, cite_issue, cite_season
from zinegen.pages.builders.season_report import MEANINGS
from zinegen.pages.contents import IssueView, Zine
from zinegen.pages.outgoing.html_writer import HtmlWriter
from zinegen.pages.outgoing.issue_html import issue_html, mail_document
from zinegen.pages.outgoing.issue_text import colophon_text, issue_text
from zinegen.pages.outgoing.messages import Attachment, Letter, find_host, name_content
from zinegen.pages.outgoing.season_html import FindPicture, ShownMap, season_html
from zinegen.pages.outgoing.season_text import season_text
from zinegen.pages.outgoing.text_columns import HEAVY, rule, wrap
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.views import ChartView, SeasonView
from zinegen.play.texts.rulings_file import RulingKind

PNG, JPEG = "image/png", "image/jpeg"
LEAVE = N_("To leave the list, write to {address}")
SEALED = N_(
    "What is for {power} alone is attached, sealed to your key: `zinegen open {file}` opens it."
    " Nobody else can."
)
HTML_LEGEND = N_(
    "What did not succeed is underlined and bears ✗, or ∅ where it could not be done at all."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterMap:
    """A map that a mail brings along."""

    name: str
    """Of the file, without its ending: ``orders-s1901m``."""
    content: bytes
    """A PNG."""
    alt: str
    caption: str
    place: str
    """As of `ShownMap`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForOne:
    """What a letter tells one power alone."""

    power: str
    called: str
    """The power's name in the language of the zine."""
    text: str
    """Empty where it is sealed."""
    sealed: Attachment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterWriter:
    """Writes the letters of one zine."""

    zine: Zine
    links: WholeLinks
    leave: str = ""
    """Where to write in order to leave the list; empty where nobody says so."""
    press: Mapping[str, bytes] = field(default_factory=dict)
    """The pictures in the press that letters bring along, by uri: PNG, or JPEG."""

    @property
    def host(self) -> str:
        """The host in the ids of mails."""
        return find_host(self.zine.first_url)

    def issue(self, issue: IssueView, maps: Mapping[str, Sequence[LetterMap]]) -> Letter:
        """Return an issue as a letter; ``maps`` are those of its seasons, by the uri of their pages."""
        citation = cite_issue(self.zine, issue, self.links.to(issue.uri))
        number = issue.uri.removesuffix(".md")
        pictures = {
            uri: [self._attach(f"{number}/{place}", one) for one in found]
            for place, (uri, found) in enumerate(maps.items(), 1)
        }
        shown = {uri: _show(maps[uri], found) for uri, found in pictures.items()}
        press = self._attach_press(number, issue.seasons)
        foot = [*self._list_foot(citation)]
        html = issue_html(issue, HtmlWriter(), self.links, shown, find_picture=_find_in(press))
        title = add_colon(f"{self.zine.name}, {issue.masthead.number}", issue.title)
        return Letter(
            number=number,
            subject=title,
            date=f"{issue.masthead.date_iso}T00:00:00Z",
            text=_join((*issue_text(issue, self.links), *colophon_text(foot))),
            html=mail_document(
                title, html, (gettext(HTML_LEGEND), *foot), HtmlWriter(), self.zine.language
            ),
            pictures=(*chain.from_iterable(pictures.values()), *press.values()),
            follows=issue.previous.to.removesuffix(".md") if issue.previous is not None else "",
            list_name=self.zine.name,
        )

    def season(
        self,
        season: SeasonView,
        maps: Sequence[LetterMap],
        *,
        chart: ChartView | None = None,
        for_one: ForOne | None = None,
    ) -> Letter:
        """Return a season as a letter; to one power, with what is for that alone."""
        citation = cite_season(self.zine, season, self.links.to(season.uri))
        number = f"{season.game.slug}/{season.anchor}"
        who = f", {for_one.called}" if for_one is not None else ""
        pictures = [self._attach(number, one) for one in maps]
        press = self._attach_press(number, (season,))
        foot = [*self._list_foot(citation)]
        write = HtmlWriter()
        shown = _show(maps, pictures)
        body = season_html(season, write, self.links, shown, chart, find_picture=_find_in(press))
        title = f"{season.game.title}, {season.name}{who}"
        if season.headline:
            title = add_colon(title, season.headline)
        alone = [*_tell_one(for_one)] if for_one is not None else []
        return Letter(
            number=f"{number}{count_corrections(season)}{f'/{for_one.power}' if for_one else ''}",
            subject=title,
            date=season.closing.utc if season.closing is not None else "1970-01-01T00:00:00Z",
            text=_join((*alone, *season_text(season, chart=chart), *colophon_text(foot))),
            html=mail_document(
                title,
                Markup("{}{}").format(_write_for_one(for_one, write), body),
                (gettext(HTML_LEGEND), *foot),
                write,
                self.zine.language,
            ),
            pictures=(*pictures, *press.values()),
            attached=(for_one.sealed,) if for_one and for_one.sealed else (),
            follows=_number_before(season) if for_one is None else "",
            list_name=season.game.slug,
        )

    def _attach(self, number: str, one: LetterMap) -> Attachment:
        cid = name_content(number, one.name, self.host)
        return Attachment(name=f"{one.name}.png", content=one.content, kind=PNG, content_id=cid)

    def _attach_press(self, number: str, seasons: Iterable[SeasonView]) -> Mapping[str, Attachment]:
        """Return the pictures in the press of some seasons, by uri."""
        items = (item for season in seasons for item in season.press)
        uris = dict.fromkeys(one.uri for item in items for one in item.pictures)
        found = {}
        for place, uri in enumerate((one for one in uris if one in self.press), 1):
            name, cid = Path(uri).name, name_content(number, f"press-{place}", self.host)
            kind = PNG if name.endswith(".png") else JPEG
            found[uri] = Attachment(name=name, content=self.press[uri], kind=kind, content_id=cid)
        return found

    def _list_foot(self, citation: Citation) -> Iterator[str]:
        yield gettext("Cite this: {line}", line=citation.line)
        if self.leave:
            yield gettext(LEAVE, address=self.leave.removeprefix("mailto:").partition("?")[0])


def _find_in(pictures: Mapping[str, Attachment]) -> FindPicture:
    """Return what finds pictures that a letter brings along."""
    return lambda uri: f"cid:{pictures[uri].content_id}" if uri in pictures else ""


def _show(maps: Iterable[LetterMap], pictures: Iterable[Attachment]) -> Sequence[ShownMap]:
    return [
        ShownMap(
            source=f"cid:{picture.content_id}", alt=one.alt, caption=one.caption, place=one.place
        )
        for one, picture in zip(maps, pictures, strict=True)
    ]


def _join(lines: Iterable[str]) -> str:
    """Return lines as a text with at most two blank lines between others."""
    found: list[str] = []
    for line in lines:
        if line or found[-2:] != ["", ""]:
            found.append(line.rstrip())
    return "\n".join([*found, ""])


def count_corrections(season: SeasonView) -> str:
    """Return which version of a season's report it is, for one that was judged again: ``/2``."""
    again = sum(one.decision == gettext(MEANINGS[RulingKind.CORRECT]) for one in season.rulings)
    return f"/{again + 1}" if again else ""


def _number_before(season: SeasonView) -> str:
    before = season.previous
    if before is None:
        return ""
    return f"{season.game.slug}/{before.to.rpartition('/')[2].removesuffix('.md')}"


def _tell_one(for_one: ForOne) -> Iterator[str]:
    """Yield what is for one power alone as lines of text."""
    yield rule(HEAVY)
    yield from wrap(gettext("For {power} alone", power=for_one.called).upper())
    yield rule()
    yield ""
    yield from for_one.text.splitlines() or wrap(_say_sealed(for_one))
    yield ""


def _say_sealed(for_one: ForOne) -> str:
    name = for_one.sealed.name if for_one.sealed is not None else ""
    return gettext(SEALED, power=for_one.called, file=name)


def _write_for_one(for_one: ForOne | None, write: HtmlWriter) -> Markup:
    if for_one is None:
        return Markup()
    title = write.tag("h3", gettext("For {power} alone", power=for_one.called))
    if not for_one.text:
        return title + write.tag("p", _say_sealed(for_one))
    return title + write.tag("pre", for_one.text)


def name_report(power: str, season: SeasonView) -> str:
    """Return what a report for one power is called: ``half-life-2021-1-spring-austria.txt.age``."""
    return f"{season.game.slug}-{season.anchor}-{power.lower()}.txt.age"
