"""The files that settings stand in: where each lies, its fields, how it is changed, what is wrong with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import yaml

from zinegen.archive.edits.toml_edits import edit_text
from zinegen.archive.edits.yaml_edits import YamlValue, edit_yaml
from zinegen.archive.files import scratch_folder
from zinegen.archive.folder.game_file import Settings, read_settings
from zinegen.archive.folder.games import game_folder, game_folders
from zinegen.cli.exits import CONFIG, GAMES
from zinegen.desk.forms.fields import Field, FieldKind, fill_fields, list_changes
from zinegen.desk.forms.game_keys import (
    ABOUT,
    DEADLINES,
    POLICY,
    SECRECY,
    find_game_faults,
    list_option_fields,
    list_player_fields,
)
from zinegen.desk.forms.zine_keys import LISTS, NUMBERS, OWN, SITE, ZINE
from zinegen.desk.routes import Asked
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, Level, as_text
from zinegen.pages.lists.list_file import FILE as LISTS_FILE
from zinegen.pages.lists.list_file import read_lists
from zinegen.pages.site.zine_settings import check_own_settings
from zinegen.pages.site.zine_settings import read_settings as read_zine_settings
from zinegen.play.texts.toml_text import SETTINGS, parse_toml
from zinegen.variants import VARIANTS


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldGroup:
    """Fields that belong together."""

    title: str
    """In English, marked; or a name."""
    fields: tuple[Field, ...]
    note: str = ""
    is_open: bool = False
    gone: str = ""
    """The name of the box that takes the whole entry away; empty where none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What is wrong with a file: what keeps something from being read, and what is worth a look."""

    errors: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def sort_faults(findings: Iterable[Finding]) -> Faults:
    """Return findings as they are printed, by how much they matter."""
    found = [*findings]
    errors = (one for one in found if one.level is Level.ERROR)
    others = (one for one in found if one.level is not Level.ERROR)
    shown = (tuple(as_text((one,)).strip() for one in some) for some in (errors, others))
    return Faults(errors=next(shown), others=next(shown))


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile(ABC):
    """A file of settings, and what the desk knows of it."""

    root: Path

    @property
    @abstractmethod
    def path(self) -> Path:
        """Where it lies."""

    @property
    def command(self) -> str:
        """The command that says what is wrong with it."""
        return "zinegen check"

    @abstractmethod
    def list_groups(self, text: str) -> tuple[FieldGroup, ...]:
        """Return the form of a text of this file; raises GameFolderError for one that has none."""

    def edit(self, text: str, asked: Asked) -> str:
        """Return the text as a form changes it."""
        changes: dict[tuple[str, ...], str | None] = {}
        for group in self.list_groups(text):
            changes |= list_changes(group.fields, asked)
        return edit_text(text, self.path.name, changes)

    @abstractmethod
    def find_faults(self, text: str) -> Faults:
        """Return what is wrong with a text of this file."""


def _read_document(text: str, name: str) -> Mapping[str, object]:
    reading = parse_toml(text.encode(), name, SETTINGS)
    if reading.document is None:
        raise GameFolderError(
            gettext(
                "{file} cannot be read; mend it as text: {what}",
                file=name,
                what=_first(reading.findings),
            )
        )
    return reading.document.data


def _first(findings: Sequence[Finding]) -> str:
    return findings[0].title if findings else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettingsFile(SettingsFile):
    """A game's `game.toml`."""

    game: str

    @property
    def path(self) -> Path:
        """Where it lies."""
        return game_folder(self.root / GAMES, self.game) / "game.toml"

    @property
    def command(self) -> str:
        """The command that says what is wrong with it."""
        return f"zinegen check {self.game}"

    def list_groups(self, text: str) -> tuple[FieldGroup, ...]:
        """Return the form of a `game.toml`; its players are changed as a whole each."""
        document = _read_document(text, "game.toml")
        settings = self.read(text)
        groups = [
            FieldGroup(title=N_("The game"), fields=fill_fields(ABOUT, document), is_open=True),
            *self._list_players(settings, document),
            FieldGroup(title=N_("Deadlines"), fields=fill_fields(DEADLINES, document)),
            FieldGroup(title=N_("House rules"), fields=fill_fields(POLICY, document)),
            FieldGroup(title=N_("Secrecy and chance"), fields=fill_fields(SECRECY, document)),
        ]
        if settings is not None and not self._has_begun():
            fields = fill_fields(tuple(list_option_fields(settings.variant)), document)
            groups.append(FieldGroup(title=N_("Options of the rule set"), fields=fields))
        elif settings is not None:
            note = N_(
                "The game has begun: options are changed from a season on, by a table [[options_from]]"
                " in the file itself."
            )
            groups.append(FieldGroup(title=N_("Options of the rule set"), fields=(), note=note))
        return tuple(groups)

    def read(self, text: str) -> Settings | None:
        """Return what a `game.toml` says; None for one of no known rule set."""
        reading = parse_toml(text.encode(), "game.toml", SETTINGS)
        return (
            read_settings(reading.document, self.game, self.root)[0] if reading.document else None
        )

    def _has_begun(self) -> bool:
        return any(self.path.parent.glob("seasons/*/result.json"))

    def _list_players(
        self, settings: Settings | None, document: Mapping[str, object]
    ) -> Iterator[FieldGroup]:
        if settings is None:
            return
        for power, fields in list_player_fields(settings.variant):
            yield FieldGroup(title=name_power(power), fields=fill_fields(fields, document))

    def edit(self, text: str, asked: Asked) -> str:
        """Return the text as a form changes it; whoever is new gets a line, who has no name goes."""
        changes: dict[tuple[str, ...], str | None] = {}
        for group in self.list_groups(text):
            found = list_changes(group.fields, asked)
            is_player = bool(group.fields) and group.fields[0].path[0] == "players"
            changes |= _change_player(group.fields, asked) if is_player and found else found
        return edit_text(text, self.path.name, changes)

    def find_faults(self, text: str) -> Faults:
        """Return what is wrong with a `game.toml`."""
        return sort_faults(find_game_faults(text, self.game, self.root))


def _change_player(fields: Sequence[Field], asked: Asked) -> dict[tuple[str, ...], str | None]:
    """Return the change of one player: a single value where the line stays, else the whole line."""
    typed = {one: one.show_typed(asked).value for one in fields}
    path = fields[0].path[:2]
    if not any(typed.values()):
        return {path: None}
    if any(one.value for one in fields):
        return {one.path: one.write(said) for one, said in typed.items() if said != one.value}
    parts = (f"{one.path[-1]} = {one.write(said)}" for one, said in typed.items() if said)
    return {path: f"{{ {', '.join(parts)} }}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ZineSettingsFile(SettingsFile):
    """The zine's `mkdocs.yml`."""

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.root / CONFIG

    def list_groups(self, text: str) -> tuple[FieldGroup, ...]:
        """Return the form of the zine's settings."""
        try:
            found = yaml.safe_load(text)
        except (yaml.YAMLError, ValueError, RecursionError) as problem:
            what = str(problem).splitlines()[0]
            raise GameFolderError(
                gettext("{file} cannot be read; mend it as text: {what}", file=CONFIG, what=what)
            ) from None
        document = found if isinstance(found, dict) else {}
        own = {"plugins": {"zinegen": _find_own(document)}}
        return (
            FieldGroup(title=N_("The zine"), fields=fill_fields(ZINE[:4], own), is_open=True),
            FieldGroup(title=N_("The site"), fields=fill_fields(SITE, document), is_open=True),
            FieldGroup(
                title=N_("What is made, and what is printed"), fields=fill_fields(ZINE[4:], own)
            ),
        )

    def edit(self, text: str, asked: Asked) -> str:
        """Return the text as a form changes it."""
        fields = [one for group in self.list_groups(text) for one in group.fields]
        for place, some in groupby(fields, lambda one: one.path[:-1]):
            changes: dict[str, YamlValue] = {}
            for one in some:
                typed = one.show_typed(asked).value
                if typed != one.value.strip():
                    changes[one.path[-1]] = _read_value(one, typed)
            text = edit_yaml(text, place, changes)
        return text

    def find_faults(self, text: str) -> Faults:
        """Return what is wrong with the zine's settings."""
        with scratch_folder(self.root) as folder:
            path = folder / CONFIG
            path.write_text(text, "utf-8")
            try:
                return sort_faults(check_own_settings(path, self._list_players))
            except ZinegenError as problem:
                return Faults(errors=(str(problem),))

    def _list_players(self) -> frozenset[str]:
        found = set()
        for folder in game_folders(self.root / GAMES):
            file = GameSettingsFile(root=self.root, game=folder.name)
            settings = file.read(file.path.read_text("utf-8", errors="replace"))
            found |= {one.name for one in settings.players.values()} if settings else set()
        return frozenset(found)


def _find_own(document: Mapping[str, object]) -> Mapping[str, object]:
    plugins = document.get("plugins")
    for one in plugins if isinstance(plugins, list) else ():
        if isinstance(one, dict) and isinstance(one.get(OWN[-1]), dict):
            found: Mapping[str, object] = one[OWN[-1]]
            return found
    return {}


def _read_value(one: Field, typed: str) -> YamlValue:
    if not typed:
        return None
    if one.kind is FieldKind.TEXTS:
        return [line.strip() for line in typed.splitlines() if line.strip()]
    return typed == "true" if typed in one.bare else " ".join(typed.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsFile(SettingsFile):
    """The zine's `lists.toml`."""

    @property
    def path(self) -> Path:
        """Where it lies."""
        sources = read_zine_settings(self.root / CONFIG).get("docs_dir", "docs")
        return self.root / str(sources) / LISTS_FILE

    def list_groups(self, text: str) -> tuple[FieldGroup, ...]:
        """Return the form of the lists: each entry, and an empty one below those of its list."""
        document = _read_document(text, LISTS_FILE) if text else {}
        groups = []
        for key, (title, fields) in LISTS.items():
            entries = document.get(key)
            listed = entries if isinstance(entries, list) else []
            for number, entry in enumerate((*listed, {})):
                filled = fill_fields(fields, entry if isinstance(entry, dict) else {})
                is_new = number == len(listed)
                groups.append(
                    FieldGroup(
                        title=title,
                        fields=tuple(
                            replace(one, path=(key, str(number), *one.path)) for one in filled
                        ),
                        note=N_("One more") if is_new else "",
                        is_open=not is_new,
                        gone="" if is_new else f"gone.{key}.{number}",
                    )
                )
        for folder in game_folders(self.root / GAMES):
            path = ("games", folder.name)
            fields = tuple(replace(one, path=(*path, *one.path)) for one in NUMBERS)
            groups.append(FieldGroup(title=folder.name, fields=fill_fields(fields, document)))
        return tuple(groups)

    def edit(self, text: str, asked: Asked) -> str:
        """Return the text as a form changes it; entries are taken away last, the last ones first."""
        text = SettingsFile.edit(self, text, asked)
        gone = [
            tuple(group.gone.split(".")[1:])
            for group in self.list_groups(text)
            if group.gone and asked.has(group.gone)
        ]
        for path in sorted(gone, key=lambda one: -int(one[1])):
            text = edit_text(text, self.path.name, {path: None})
        return text

    def find_faults(self, text: str) -> Faults:
        """Return what is wrong with the lists."""
        games = [one.name for one in game_folders(self.root / GAMES)]
        with scratch_folder(self.root) as folder:
            (folder / LISTS_FILE).write_text(text, "utf-8")
            return sort_faults(read_lists(folder, VARIANTS, games).findings)


def find_file(root: Path, name: str) -> SettingsFile:
    """Return the settings file of a name: ``zine``, ``lists``, or ``games.NAME``.

    Raises GameFolderError where there is none.
    """
    kind, _, game = name.partition(".")
    if name == "zine":
        return ZineSettingsFile(root=root)
    if name == "lists":
        return ListsFile(root=root)
    file = GameSettingsFile(root=root, game=game)
    if kind != "games" or not file.path.is_file():
        raise GameFolderError(gettext("There are no such settings."))
    return file
