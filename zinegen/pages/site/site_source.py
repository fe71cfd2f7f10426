"""What makes a folder of Markdown the source of a site: its navigation, and the settings of its builders.

Zensical and Hugo read their settings in the folder itself; each puts the site into `site` below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.archive.folder.toml_files import encode_toml
from zinegen.pages.views import PageLink
from zinegen.play.texts.toml_text import Value

ZENSICAL, HUGO, LAYOUT = "zensical.toml", "hugo.toml", ".hugo/layout.gotmpl"
SETTINGS = (ZENSICAL, HUGO, LAYOUT)
"""Files that whoever builds the site may change to their liking."""
FRONT, GAMES = "index.md", "games/index.md"
_HEAD = "# {program} builds a site of this folder, in `site`: {command}\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """A line of the navigation."""

    text: str
    to: str = ""
    """A page's uri, or an address elsewhere; empty for one that only has others below it."""
    below: tuple[MenuEntry, ...] = ()


def read_navigation(
    written: object, titles: Mapping[str, str], games: Iterable[PageLink]
) -> tuple[MenuEntry, ...]:
    """Return the navigation that a zine's settings ask for, as far as its pages are there.

    Args:
        written: what `mkdocs.yml` says below ``nav``; without it there are the pages of the uppermost folder,
            and those of the folders in it.
        titles: the titles of all pages by their uris.
        games: the pages of the games, which stand below the page of them all.
    """
    upper = [uri for uri in sorted(titles) if "/" not in uri.removesuffix(f"/{FRONT}")]
    upper.sort(key=FRONT.__ne__)
    entries = _read_entries(written if isinstance(written, list) else upper, titles)
    below = tuple(MenuEntry(text=game.text, to=game.to) for game in games)
    return tuple(replace(one, below=below) if one.to == GAMES else one for one in entries)


def _read_entries(written: Sequence[object], titles: Mapping[str, str]) -> Iterator[MenuEntry]:
    for one in written:
        for text, value in one.items() if isinstance(one, dict) else [("", one)]:
            if isinstance(value, list) and (below := tuple(_read_entries(value, titles))):
                yield MenuEntry(text=str(text), below=below)
            elif isinstance(value, str) and (value in titles or value.startswith("https://")):
                yield MenuEntry(text=str(text) or titles.get(value, value), to=value)


def write_zensical_settings(zine: Mapping[str, str], navigation: Sequence[MenuEntry]) -> bytes:
    """Return the settings of Zensical; ``zine`` has what they say of the zine, by key."""
    extensions = ("attr_list", "fenced_code", "smarty", "tables", "toc")
    project: dict[str, Value] = {
        **zine,
        "docs_dir": ".",
        "site_dir": "site",
        "use_directory_urls": False,
        "nav": [_as_table(one) for one in navigation],
        "markdown_extensions": {key: {} for key in extensions},
    }
    return encode_toml(
        {"project": project}, head=_HEAD.format(program="Zensical", command="zensical build")
    )


def _as_table(entry: MenuEntry) -> dict[str, Value]:
    if not entry.below:
        return {entry.text: entry.to}
    own: list[Value] = [{f"All {entry.text.lower()}": entry.to}] if entry.to else []
    return {entry.text: [*own, *map(_as_table, entry.below)]}


def write_hugo_settings(
    zine: Mapping[str, str], navigation: Sequence[MenuEntry], uris: Iterable[str]
) -> bytes:
    """Return the settings of Hugo; ``uris`` are those of all pages.

    Its pages of folders are called `_index.md`. What is dated in days to come is built as well.
    """
    home: list[Value] = [
        {"source": uri, "target": f"content/{uri.removesuffix(FRONT)}_index.md"}
        for uri in sorted(uris)
        if f"/{uri}".endswith(f"/{FRONT}")
    ]
    files: list[Value] = ["! .*/**", "! site/**", "! *.toml", "! index.md", "! **/index.md"]
    mounts: list[Value] = [
        {"source": LAYOUT, "target": "layouts/all.html"},
        {"source": ".", "target": "content", "files": files},
        *home,
    ]
    markup: dict[str, Value] = {
        "renderer": {"unsafe": True},
        "renderHooks": {"link": {"useEmbedded": "always"}},
    }
    settings: dict[str, Value] = {
        "title": zine["site_name"],
        "baseURL": zine.get("site_url", "/"),
        "relativeURLs": True,
        "uglyURLs": True,
        "publishDir": "site",
        "buildDrafts": True,
        "buildExpired": True,
        "buildFuture": True,
        "disableKinds": ["taxonomy", "term", "rss", "sitemap", "404"],
        "markup": {"goldmark": markup},
        "module": {"mounts": mounts},
        "menus": {"main": list(_list_menu(navigation))},
    }
    return encode_toml(settings, head=_HEAD.format(program="Hugo", command="hugo build"))


def _list_menu(entries: Iterable[MenuEntry], above: str = "") -> Iterator[Value]:
    """Yield the lines of a menu, each with what it stands below; what is deeper stands there, too."""
    for number, one in enumerate(entries, 1):
        key = f"{above}{number:03}"
        line: dict[str, Value] = {"identifier": key, "name": one.text, "weight": number}
        if one.to:
            outside = one.to.startswith("https://")
            line |= {"url": one.to} if outside else {"pageRef": _as_page(one.to)}
        yield line | {"parent": above[:3]} if above else line
        yield from _list_menu(one.below, key)


def _as_page(uri: str) -> str:
    """Return what Hugo calls a page: its path without an ending, or that of its folder."""
    return "/" + uri.removesuffix(FRONT).removesuffix(".md").rstrip("/")
