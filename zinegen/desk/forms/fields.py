"""Fields of forms that stand for keys of a file: what is shown, what was typed, and how TOML writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from zinegen.desk.routes import Asked
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.play.texts.toml_text import quote_toml


class FieldKind(StrEnum):
    """How a value is typed, and what it is in the file."""

    TEXT = "text"
    LONG = "long"
    """A text with room for more than a few words."""
    NUMBER = "number"
    TEXTS = "texts"
    """A list, one entry a line."""
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field for one key; texts are English and marked, and translated when they are printed."""

    path: tuple[str, ...]
    """The key, after the tables around it."""
    label: str
    meaning: str = ""
    kind: FieldKind = FieldKind.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    """The values that there are as the file writes them, each with what it means."""
    usual: str = ""
    """What holds where nothing is said."""
    value: str = ""
    """What the file says, as it is typed; empty where it says nothing."""
    bare: frozenset[str] = frozenset()
    """The choices that are written without quotes: numbers and truths."""

    @property
    def name(self) -> str:
        """The name in the form."""
        return ".".join(self.path)

    def show(self, value: object) -> Field:
        """Return the field with a value as it stands in the file."""
        return replace(self, value=show_value(value))

    def show_typed(self, asked: Asked) -> Field:
        """Return the field with what was typed; as it is where it was not in the form."""
        if not asked.has(self.name):
            return self
        return replace(self, value=asked.text(self.name).strip())

    def write(self, typed: str) -> str | None:
        """Return what was typed as TOML; None where nothing was. Raises GameFolderError for no number."""
        typed = typed.strip()
        if not typed:
            return None
        match self.kind:
            case FieldKind.NUMBER:
                if not (typed.isascii() and typed.isdigit()):
                    raise GameFolderError(
                        gettext("{label}: a number is wanted", label=gettext(self.label))
                    )
                return str(int(typed))
            case FieldKind.TEXTS:
                lines = (line.strip() for line in typed.splitlines())
                return f"[{', '.join(quote_toml(line) for line in lines if line)}]"
            case FieldKind.CHOICE if typed in self.bare:
                return typed
            case _:
                return quote_toml(" ".join(typed.split()))


def choose(table: str, key: str, label: str, usual: str, *choices: tuple[str, str]) -> Field:
    """Return the field of a key in a table, with the values that there are and what each means."""
    kind = FieldKind.CHOICE
    return Field(path=(table, key), label=label, kind=kind, usual=usual, choices=choices)


def show_value(value: object) -> str:
    """Return a value of a file as it is typed into a form."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "\n".join(map(show_value, value))
    return str(value)


def fill_fields(fields: Sequence[Field], document: Mapping[str, object]) -> tuple[Field, ...]:
    """Return fields with the values that a file has under their keys."""
    return tuple(one.show(find_value(document, one.path)) for one in fields)


def find_value(document: Mapping[str, object], path: Sequence[str]) -> object:
    """Return what stands under a key; None where nothing does. Capitals of keys do not count."""
    found: object = document
    for key in path:
        if not isinstance(found, Mapping):
            return None
        found = next((found[one] for one in found if str(one).lower() == key), None)
    return found


def list_changes(fields: Sequence[Field], asked: Asked) -> dict[tuple[str, ...], str | None]:
    """Return what a form changes of the values that its fields show: keys with new values as TOML."""
    changes: dict[tuple[str, ...], str | None] = {}
    for one in fields:
        typed = one.show_typed(asked).value
        if typed != one.value.strip():
            changes[one.path] = one.write(typed)
    return changes
