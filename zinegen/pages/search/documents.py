"""What can be found, as small HTML documents of which Pagefind makes an index.

An order is one document, whoever gave it how often: it tells each season in which it was given, with what
came of it. So the index grows with the orders there are, not with the seasons.

What a search can be narrowed to stands in a document as made-up words (`mark`), not as Pagefind's own
filters: those are written in another sequence each time, and two builds are to give the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import PurePosixPath
from typing import Protocol

from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.pages.addresses import INDEX
from zinegen.pages.atlas.provinces import anchor_of
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.contents import Contents, GameContents
from zinegen.pages.views import GameHead, OrdersOfPower, OrderView, PressView, SeasonView

KINDS: Mapping[str, str] = {
    "order": N_("Orders"),
    "report": N_("Reports"),
    "press": N_("Press"),
    "issue": N_("Issues"),
    "game": N_("Games"),
    "player": N_("Players"),
    "province": N_("Provinces"),
    "rules": N_("Rules"),
    "page": N_("Other pages"),
}
"""What can be found, each by what a choice of it is called."""
KIND, GAME, VARIANT, YEAR, POWER = "kind", "game", "rules", "year", "power"
"""What a search can be narrowed to."""
SIGNS: Mapping[str, str] = {
    "A": "army",
    "F": "fleet",
    "-": "to moves move attacks",
    "S": "supports support",
    "C": "convoys convoy",
    "H": "holds hold",
    "R": "retreats retreat",
    "B": "builds build",
    "D": "disbands disband",
}
"""What else people write for the signs of order lines."""
_WORDS = re.compile(r"\w+|[-\u2013]")
_QUIET = re.compile(r"<!--quiet-->.*?<!--/quiet-->", re.DOTALL)
_TAGS = re.compile(r"<!--.*?-->|</?(?:script|style)\b[^>]*>", re.DOTALL)

UTF_8 = ("utf-8", "surrogatepass")
"""How lines are held: halves of characters, too."""

Facet = tuple[str, str]
NOWHERE: frozenset[Facet] = frozenset()
OTHER: frozenset[Facet] = frozenset({(KIND, "page")})
"""The facets of pages that people wrote."""
BESIDE = "shown/"
"""Where in an index files lie that hits show and nobody looks through."""
FIND = "find.md"
"""The page on which readers look for something."""


@cache
def mark(facet: Facet) -> str:
    """Return the word that stands for a facet: of letters alone, which no stemmer and no reader knows."""
    digest = sha256("=".join(facet).encode()).digest()
    return f"zz{''.join(chr(ord('a') + byte % 26) for byte in digest[:12])}qx"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDocument:
    """One thing that can be found."""

    path: str
    """Where it lies among the others, ending in ``.html``; no page of a zine begins with a tilde."""
    title: str
    html: str
    """Safe HTML of what is looked through; what stands between marks of quiet is not."""
    facets: frozenset[Facet]
    shown: Mapping[str, str] = field(default_factory=dict)
    """What a hit shows, and where it leads (``to``), by names of letters. Pagefind looks through it, too."""
    beside: bytes = b""
    """What else a hit shows, in a file that is named in ``shown`` after its content."""

    def digest(self) -> bytes:
        """Return a digest of what the document is written from."""
        told = repr((self.path, self.title, sorted(self.facets), sorted(self.shown.items())))
        return sha256(f"{told}\n{self.html}".encode("utf-8", "surrogatepass")).digest()

    def write(self, language: str) -> str:
        """Return the document for an index in a language."""
        told = "".join(
            f'<meta data-pagefind-meta="{name}[content]" content="{escape(text)}">'
            for name, text in sorted({**self.shown, "title": self.title}.items())
        )
        marks = " ".join(sorted(mark(facet) for facet in self.facets))
        return (
            f'<html lang="{language}"><head>{told}</head><body data-pagefind-body>'
            f"{_TAGS.sub('', _QUIET.sub('', self.html))}"
            f'<p data-pagefind-weight="0">{marks}</p></body></html>'
        )


class Indexed(Protocol):
    """A document of an index."""

    @property
    def path(self) -> str:
        """Where it lies among the others."""
        ...

    def digest(self) -> bytes:
        """Return a digest of what it is written from."""
        ...

    @property
    def beside(self) -> bytes:
        """What lies in the index as it is."""
        ...

    def write(self, language: str) -> str:
        """Return it for an index in a language."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadDocument:
    """A document that is read where an index has to be made."""

    path: str
    told: bytes
    """Its digest."""
    read: Callable[[], SearchDocument]
    beside: bytes = b""

    def digest(self) -> bytes:
        """Return a digest of what the document is written from."""
        return self.told

    def write(self, language: str) -> str:
        """Return the document for an index in a language."""
        return self.read().write(language)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundWords:
    """What is known of documents without having them."""

    told: str
    """A digest of all of them."""
    facets: frozenset[Facet]


def tell_words(documents: Iterable[SearchDocument]) -> FoundWords:
    """Return what is to be known of documents."""
    told, facets = sha256(), set[Facet]()
    for one in documents:
        told.update(one.digest())
        facets.update(one.facets)
    return FoundWords(told=told.hexdigest(), facets=frozenset(facets))


def cut_quiet_marks(html: str) -> str:
    """Return a page without the marks round what is not worth looking through."""
    return html.replace("<!--quiet-->", "").replace("<!--/quiet-->", "")


def find_facets(contents: Contents) -> Mapping[str, frozenset[Facet]]:
    """Return the facets of the pages that the program makes, by uri; of what is not looked through none."""
    found: dict[str, frozenset[Facet]] = {"index.md": NOWHERE, "what-if.md": NOWHERE, FIND: NOWHERE}
    for game in contents.games:
        found |= find_game_facets(game)
    found |= {issue.uri: frozenset({(KIND, "issue")}) for issue in contents.issues}
    for player in contents.players:
        found[f"players/{player.slug}/index.md"] = frozenset({(KIND, "player")})
    for variant in contents.variants:
        found[f"rules/{variant.id}/atlas.md"] = NOWHERE
        found[f"rules/{variant.id}.md"] = frozenset({(KIND, "rules"), (VARIANT, variant.id)})
    return found


def find_game_facets(game: GameContents) -> Mapping[str, frozenset[Facet]]:
    """Return the facets of the pages about a game, by uri."""
    about = _facets_of(game)
    found = dict.fromkeys(game.uris, about | {(KIND, "game")})
    found |= {game.view.replay.uri: NOWHERE} if game.view.replay else {}
    found |= {game.desk.uri: NOWHERE} if game.desk is not None else {}
    found |= {game.check.uri: NOWHERE} if game.check is not None else {}
    for season in game.seasons:
        found[season.uri] = about | {(KIND, "report"), _year_of(season)}
    return found


def make_page(title: str, html: str, facets: frozenset[Facet], address: str) -> SearchDocument:
    """Return the document of a page at an address."""
    path = find_path(address)
    return SearchDocument(path=path, title=title, html=html, facets=facets, shown={"to": address})


def find_path(address: str) -> str:
    """Return where the document of a page lies, given the page's address from the root of the site."""
    return f"{address}index.html" if address.endswith("/") or not address else address


def list_documents(contents: Contents, address: Callable[[str], str]) -> Iterator[SearchDocument]:
    """Yield what can be found besides pages: orders, press and provinces, in the sequence of their paths.

    ``address`` says where a page lies, from the root of the site, given its uri.
    """
    yield from list_documents_of(contents.games, address)


def list_documents_of(
    games: Collection[GameContents], address: Callable[[str], str]
) -> Iterator[SearchDocument]:
    """Yield what can be found of games besides pages, as `list_documents`."""
    yield from _list_orders(games, address)
    press = (one for game in games for one in _list_press(game, address))
    yield from sorted(press, key=lambda one: one.path)
    yield from _list_provinces(games, address(FIND))


def _facets_of(game: GameContents) -> frozenset[Facet]:
    head = game.view.head
    return frozenset({(GAME, head.slug), (VARIANT, variant_of(head))})


def variant_of(head: GameHead) -> str:
    """Return the id of a game's rule set."""
    return PurePosixPath(head.variant.to).stem


def _year_of(season: SeasonView) -> Facet:
    return YEAR, season.anchor[:4]


# ------------------------------------------------------------------------------------------- orders


def _list_orders(
    games: Iterable[GameContents], address: Callable[[str], str]
) -> Iterator[SearchDocument]:
    """Yield the orders of all games, those that read alike as one; the newest season of a game first."""
    lines: dict[str, list[bytes]] = {}
    facets: dict[str, set[Facet]] = {}
    words: dict[str, set[str]] = {}
    maps: dict[tuple[tuple[str, str], ...], set[str]] = {}
    for game in games:
        of_game = {(KIND, "order"), *_facets_of(game)}
        spelt = {one.key.casefold(): one.words for one in game.provinces}
        on_map = maps.setdefault(tuple(spelt.items()), set())
        for season in reversed(game.seasons):
            page, of_season = address(season.uri), frozenset({*of_game, _year_of(season)})
            for power, slug, order in _orders_of(season):
                told = (
                    f"{page}#{order.anchor}",
                    game.view.head.title,
                    season.name,
                    power,
                    order.word,
                    order.sentence,
                )
                lines.setdefault(order.text, []).append(_write_line(told))
                facets.setdefault(order.text, set()).update(of_season, {(POWER, slug)})
                words.setdefault(order.text, set()).add(power)
                on_map.add(order.text)
    for names, texts in maps.items():
        spelt = dict(names)
        for text in texts:
            words[text].update(_read_words(text, spelt))
    for number, text in enumerate(sorted(lines)):
        beside = b"[%s]" % b", ".join(lines.pop(text))
        yield SearchDocument(
            path=f"~orders/{number:06}.html",
            title=text,
            html=f"<h1>{escape(text)}</h1><p>{begin_of(text)} {escape(' '.join(sorted(words[text])))}</p>",
            facets=frozenset(facets[text]),
            shown={"lines": address(f"{INDEX}{name_beside(beside)}")},
            beside=beside,
        )


def name_beside(content: bytes) -> str:
    """Return the path of a file in an index that holds a content, packed, beside what Pagefind makes."""
    return f"{BESIDE}{sha256(content).hexdigest()[:16]}.zlib"


def _write_line(told: Sequence[str]) -> bytes:
    """Return what is told of an order as JSON; of thousands of seasons all are held, so as bytes."""
    return json.dumps(told, ensure_ascii=False).encode(*UTF_8)


def begin_of(text: str) -> str:
    """Return an order in one word, by whose beginning it is found as it is being typed: ``zoaburmun``."""
    return "zo" + "".join(letter for letter in text.lower() if letter.isalnum())


def _orders_of(season: SeasonView) -> Iterator[tuple[str, str, OrderView]]:
    """Yield every order of a report that has a line of its own, with its power's name and slug."""
    groups: tuple[OrdersOfPower, ...] = (
        *(group for phase in season.phases for group in phase.orders),
        *season.choices,
    )
    for group in groups:
        for order in group.orders:
            yield group.power.name, group.power.slug, order
    for event in season.changes.events if season.changes else ():
        for line in event.lines:
            yield line.power.name, line.power.slug, line.order


def _read_words(text: str, spelt: Mapping[str, str]) -> Iterator[str]:
    """Yield what else people may write for the parts of an order line."""
    for word in _WORDS.findall(text):
        sign = "-" if word == "\u2013" else word
        if sign in SIGNS:
            yield SIGNS[sign]
        elif word.casefold() in spelt:
            yield spelt[word.casefold()]


# -------------------------------------------------------------------------------- press, provinces


def _list_press(game: GameContents, address: Callable[[str], str]) -> Iterator[SearchDocument]:
    """Yield the press of a game, each item by its author as the page shows it."""
    head, players = game.view.head, dict(enumerate(game.casts))
    for place, season in enumerate(game.seasons):
        shown = {"to": address(season.uri), "where": f"{head.title}, {season.name}"}
        writer = _PressWriter(game=game, shown=shown, cast=players.get(place, {}))
        yield from writer.documents(season.anchor, season.press, {_year_of(season)})
    shown = {"to": address(head.uri), "where": head.title}
    yield from _PressWriter(game=game, shown=shown).documents("end", game.view.statements, set())


@dataclass(frozen=True, slots=True, kw_only=True)
class _PressWriter:
    """Writes the press of one page."""

    game: GameContents
    shown: Mapping[str, str]
    """The page's address (``to``), and what it is called (``where``)."""
    cast: Mapping[str, str] = field(default_factory=dict)
    """Who played each power then."""

    def documents(
        self, name: str, items: Iterable[PressView], more: set[Facet]
    ) -> Iterator[SearchDocument]:
        """Yield each item that is printed."""
        slug = self.game.view.head.slug
        for number, item in enumerate(items, start=1):
            # Whose it is stands beside it, or is its own last word; of any other nobody is told.
            power = item.power if item.author or item.sender.endswith(item.power) else ""
            by = dict.fromkeys((item.sender, power, self.cast.get(power, "") if power else ""))
            facets = {(KIND, "press"), *_facets_of(self.game), *more}
            if not item.refusal:
                yield SearchDocument(
                    path=f"~press/{slug}-{name}-{number}.html",
                    title=item.dateline or item.sender,
                    html=f"<p>{escape(', '.join([item.dateline, *filter(None, by)]))}</p>{item.html}",
                    facets=frozenset(facets | ({(POWER, make_slug(power))} if power else set())),
                    shown={
                        **self.shown,
                        "to": f"{self.shown['to']}#press-{number}",
                        "by": item.sender,
                    },
                )


def _list_provinces(games: Iterable[GameContents], page: str) -> Iterator[SearchDocument]:
    """Yield every province under all its names; it leads to its place in the index of provinces."""
    facets: dict[tuple[str, str], set[Facet]] = {}
    words: dict[tuple[str, str], set[str]] = {}
    also: dict[tuple[str, str], Sequence[str]] = {}
    for game in games:
        for one in game.provinces:
            also[one.key, one.name] = one.also
            facets.setdefault((one.key, one.name), set()).update(_facets_of(game))
            words.setdefault((one.key, one.name), set()).add(one.words)
    for number, (key, name) in enumerate(sorted(words)):
        title = f"{name_province(name)} ({key})"
        yield SearchDocument(
            path=f"~provinces/{number:04}.html",
            title=title,
            html=f"<h1>{escape(title)}</h1><p>{escape(' '.join(sorted(words[key, name])))}</p>",
            facets=frozenset({(KIND, "province"), *facets[key, name]}),
            shown={
                "to": f"{page}#{anchor_of(key, name)}",
                "text": ", ".join((name_province(name), key, *also[key, name])),
            },
        )


def kind_names() -> Mapping[str, str]:
    """Return what each kind is called, in the language spoken now."""
    return {kind: gettext(name) for kind, name in KINDS.items()}
