"""A zine's own settings, `mkdocs.yml`, as far as the program reads them without MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from yaml.constructor import ConstructorError

from zinegen.archive.files import read_text
from zinegen.catalogues.catalogue import CODES, find_language
from zinegen.errors import Where, ZinegenError
from zinegen.languages.texts import ENGLISH, Language
from zinegen.notation.findings import Finding, error_finding
from zinegen.notation.grammar.names import suggest
from zinegen.pages.addresses import Addresses, with_slash
from zinegen.pages.platforms import edit_address
from zinegen.pages.results.settings import PARTS, read_result_settings
from zinegen.pages.site.content_security import is_origin
from zinegen.pages.volume_plan import Volume, find_homes, list_volume_faults, plan_volumes
from zinegen.pages.words.visible_text import one_line

if TYPE_CHECKING:
    from zinegen.pages.contents import Zine

CONFIG = "mkdocs.yml"
PAPERS = ("a4", "letter", "a5-booklet")
"""What the setting ``pdf`` may be."""
_TEXT, _YES_OR_NO, _NONE = (f"tag:yaml.org,2002:{one}" for one in ("str", "bool", "null"))
_OWN_KINDS = dict.fromkeys(
    ("games", "templates", "editor", "motto", "price", "language", "pdf", "began_at"), _TEXT
) | dict.fromkeys(("sealed", "engine", "epub", "check"), _YES_OR_NO)
"""The program's own settings that hold one value, and of which kind."""


class SettingsError(ZinegenError):
    """A file that holds no settings of a zine."""


class _Loader(yaml.SafeLoader):
    """Reads `mkdocs.yml` without doing what its tags ask for."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002  (PyYAML's)
        """Return a value; raises ConstructorError also for what only looks like one, as a 13th month does."""
        try:
            found: object = super().construct_object(node, deep)
        except ValueError as error:
            raise ConstructorError(None, None, str(error), node.start_mark) from None
        return found


def _read_as_none(_loader: _Loader, _suffix: str, _node: yaml.Node) -> None:
    """Read a value with a tag as none."""


_Loader.add_multi_constructor("", _read_as_none)


def read_settings(path: Path) -> Mapping[str, object]:
    """Return the settings of a zine; raises SettingsError for a file that holds none.

    What is behind a tag is read as none, for MkDocs to make sense of.
    """
    try:
        found = _load_once(read_text(path))
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        place = f" at line {at.line + 1}, column {at.column + 1}" if at is not None else ""
        said = "; ".join(part for part in (error.context, error.problem) if part)
        raise SettingsError(f"{path.name} is no YAML{place}: {said}") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise SettingsError(f"{path.name} is no YAML: {error}") from None
    if not isinstance(found, dict):
        raise SettingsError(f"{path.name} holds no settings")
    return found


@lru_cache(8)
def _load_once(text: str) -> object:
    """Return what a text says: several steps of one command ask for it, and it takes PyYAML a while."""
    return yaml.load(text, _Loader)  # noqa: S506  # a SafeLoader that skips tags


def find_own_settings(settings: Mapping[str, object]) -> Mapping[str, object]:
    """Return what `mkdocs.yml` says below ``plugins: zinegen:``."""
    plugins = settings.get("plugins")
    for plugin in plugins if isinstance(plugins, list) else []:
        if isinstance(plugin, dict) and isinstance(plugin.get("zinegen"), dict):
            own: Mapping[str, object] = plugin["zinegen"]
            return own
    return {}


def read_volumes(root: Path, settings: Mapping[str, object]) -> tuple[Volume, ...]:
    """Return the volumes into which a zine is cut; none where it is not."""
    own = find_own_settings(settings)
    return plan_volumes(own.get("volumes"), root / str(own.get("games", "games")))


def read_addresses(root: Path, settings: Mapping[str, object]) -> Addresses:
    """Return where the pages of a zine's site lie."""
    return Addresses(
        directories=settings.get("use_directory_urls") is not False,
        homes=find_homes(read_volumes(root, settings)),
    )


def choose_language(code: object) -> str:
    """Return the code of the language that the setting ``language`` names; English for one there is not."""
    return code if isinstance(code, str) and code in CODES else CODES[0]


def read_language(path: Path) -> Language:
    """Return the language of the zine with these settings; English where there are none."""
    try:
        own = find_own_settings(read_settings(path))
    except ZinegenError:
        return ENGLISH
    return find_language(choose_language(own.get("language")))


def read_zine(root: Path) -> Zine:
    """Return what the settings of a zine say of it; raises SettingsError when they cannot be read."""
    settings = read_settings(root / CONFIG)
    edit = edit_address(*(str(settings.get(key) or "") for key in ("repo_url", "edit_uri")))
    url = str(settings.get("site_url") or "")
    began_at = with_slash(str(find_own_settings(settings).get("began_at") or ""))
    return replace(describe_zine(settings), url=with_slash(url), began_at=began_at, edit=edit)


def describe_zine(settings: Mapping[str, object]) -> Zine:
    """Return the zine of a plain export: without addresses, which belong to its site."""
    from zinegen.pages.contents import Zine  # noqa: PLC0415  (slow, and most only want the settings)

    own = find_own_settings(settings)
    return Zine(
        name=one_line(str(settings.get("site_name", "The Zine"))),
        motto=str(own.get("motto", "")),
        editor=str(own.get("editor", "")),
        price=str(own.get("price", "")),
        language=choose_language(own.get("language")),
        results=read_result_settings(own.get("results"), own.get("unlisted")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ListRule:
    """What the entries of a setting that is a list must be."""

    example: str
    is_right: Callable[[str], bool]
    wrong: str
    """What is said of an entry that is not right."""
    if_left: str
    if_no_list: str


_LISTS = {
    "origins": _ListRule(
        example="[https://giscus.app]",
        is_right=is_origin,
        wrong="this is no origin: scheme and host only, such as https://giscus.app",
        if_left="this server is not allowed",
        if_no_list="no other server is allowed",
    ),
    "results": _ListRule(
        example="[counts, records], or [] for none",
        is_right=PARTS.__contains__,
        wrong=f"this is no part of the results: there are {', '.join(PARTS)}",
        if_left="it is passed over",
        if_no_list="all parts are printed",
    ),
    "unlisted": _ListRule(
        example='["Roy Hibbert"]',
        is_right=bool,
        wrong="here the name of a player belongs",
        if_left="it is passed over",
        if_no_list="nobody is left out",
    ),
}
"""The program's own settings that are lists."""


def check_own_settings(
    path: Path, find_players: Callable[[], Collection[str]]
) -> Iterator[Finding]:
    """Yield what is wrong below ``plugins: zinegen:``; none of it stops a build.

    ``find_players`` returns the names of everybody who plays, and is asked only if one is to be left out.
    Raises SettingsError for a file that holds no settings.
    """
    read_settings(path)
    text = read_text(path)
    lines = text.splitlines()
    for key, node in _list_own_nodes(yaml.compose(text, _Loader)):
        unknown = _list_unknown(node, find_players()) if key == "unlisted" else ()
        for wrong, what, left in (*_list_faults(key, node), *unknown):
            begin, end = wrong.start_mark, wrong.end_mark
            behind = end.column if end.line == begin.line else len(lines[begin.line])
            at = Where(path.name, begin.line + 1, begin.column + 1, behind + 1)
            yield error_finding("I02", at, what, line=lines[begin.line], if_left=left)


def _list_faults(key: str, node: yaml.Node) -> Iterator[tuple[yaml.Node, str, str]]:
    """Yield what is wrong in one setting: where, what, and what happens if it is left."""
    kind = _OWN_KINDS.get(key, node.tag)
    if node.tag not in {kind, _NONE} and not node.tag.startswith("!"):
        what = "a text in quotes" if kind == _TEXT else "true or false"
        yield node, f"{key} is {what}", "it is passed over"
    elif key == "language" and node.tag == _TEXT and node.value not in CODES:
        what = f"language is one of {', '.join(CODES)}"
        yield node, what, "pages are in English"
    elif key == "pdf" and node.tag == _TEXT and node.value not in ("", *PAPERS):
        yield node, f"pdf is one of {', '.join(PAPERS)}", "no PDF is made"
    elif key == "volumes" and node.tag != _NONE and not node.tag.startswith("!"):
        yield from list_volume_faults(node)
    rule = _LISTS.get(key)
    if rule is None or node.tag == _NONE:
        return
    if not isinstance(node, yaml.SequenceNode):
        yield node, f"{key} is a list, such as {rule.example}", rule.if_no_list
        return
    for one in node.value:
        if not isinstance(one, yaml.ScalarNode) or not rule.is_right(one.value):
            yield one, rule.wrong, rule.if_left


def _list_unknown(
    node: yaml.Node, players: Collection[str]
) -> Iterator[tuple[yaml.Node, str, str]]:
    """Yield the names of those who are left out and do not play."""
    names = tuple(sorted(players))
    for one in node.value if isinstance(node, yaml.SequenceNode) else ():
        if isinstance(one, yaml.ScalarNode) and one.value and one.value not in players:
            hint = suggest(one.value, names, "write the name as game.toml has it")
            yield one, f"nobody called {one.value} plays here; {hint}", "nobody is left out for it"


def _list_own_nodes(root: yaml.Node | None) -> Iterator[tuple[str, yaml.Node]]:
    """Yield the names and values below ``plugins: zinegen:``, as they stand in the file."""
    plugins = [value for name, value in _list_pairs(root) if name == "plugins"]
    for plugin in (one for each in plugins if isinstance(each.value, list) for one in each.value):
        for name, value in _list_pairs(plugin):
            if name == "zinegen":
                yield from _list_pairs(value)


def _list_pairs(node: object) -> Iterator[tuple[str, yaml.Node]]:
    """Yield the names and values of a mapping; nothing of anything else."""
    if isinstance(node, yaml.MappingNode):
        yield from ((str(key.value), value) for key, value in node.value)
