"""Changing values of a YAML mapping that a person keeps: remarks, order and blanks stay as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date

import yaml

from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext

YamlValue = str | bool | int | date | Sequence[str] | None
"""What a value may become; None takes the key away."""


class _Loader(yaml.SafeLoader):
    """Reads where things stand, whatever tags say."""


def edit_yaml(text: str, place: Sequence[str], changes: Mapping[str, YamlValue]) -> str:
    """Return a YAML text with other values under some keys of the mapping at a place.

    A place is the keys on the way; in a list, a mapping with that key is meant. Raises GameFolderError where
    there is no such mapping.
    """
    for key, value in changes.items():
        text = _edit_key(text, place, key, value)
    return text


def _edit_key(text: str, place: Sequence[str], key: str, value: YamlValue) -> str:
    """Return the text with one key changed, added below the others, or taken away."""
    mapping = _find_mapping(text, place)
    if mapping is None:
        if value is None or place:
            if value is None:
                return text
            raise GameFolderError(
                gettext(
                    "there is no place for {key}: {place} is no mapping",
                    key=key,
                    place=": ".join(place),
                )
            )
        return f"{text}{_end(text)}{key}: {write_value(value)}\n"
    pairs = {str(name.value): (name, node) for name, node in mapping.value}
    if key in pairs:
        name, node = pairs[key]
        start, end = node.start_mark.index, _find_end(text, node)
        if value is not None:
            if "\n" in text[name.end_mark.index : start]:  # a list, an entry a line
                start = name.end_mark.index + 1
            gap = "" if text[start - 1] in " \t" else " "
            return f"{text[:start]}{gap}{write_value(value)}{text[end:]}"
        start = text.rfind("\n", 0, name.start_mark.index) + 1
        following = text.find("\n", end)
        return text[:start] + (text[following + 1 :] if following >= 0 else "")
    if value is None:
        return text
    if not mapping.value or mapping.flow_style:
        raise GameFolderError(
            gettext("{key} cannot be added: write it into the file itself", key=key)
        )
    first, (_, last) = mapping.value[0][0], mapping.value[-1]
    at = text.find("\n", _find_end(text, last))
    line = f"{' ' * first.start_mark.column}{key}: {write_value(value)}"
    if at < 0:
        return f"{text}{_end(text)}{line}\n"
    return f"{text[: at + 1]}{line}\n{text[at + 1 :]}"


def _end(text: str) -> str:
    return "" if not text or text.endswith("\n") else "\n"


def write_value(value: YamlValue) -> str:
    """Return a value as YAML writes it on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | date):
        return str(value)
    if isinstance(value, str):
        return _write_text(value)
    return f"[{', '.join(map(_write_text, value or ()))}]"


def _write_text(text: str) -> str:
    """Return a text as it stands where it is read back as the same text, in quotes where it is not."""
    try:
        is_plain = yaml.safe_load(f"[{text}]") == [text] and yaml.safe_load(f"a: {text}") == {
            "a": text
        }
    except (yaml.YAMLError, ValueError, RecursionError):
        is_plain = False
    if is_plain and text.isprintable():
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in quoted)


def _find_mapping(text: str, place: Sequence[str]) -> yaml.MappingNode | None:
    node = yaml.compose(text, _Loader)
    for key in place:
        if isinstance(node, yaml.SequenceNode):
            node = next((one for one in node.value if _get(one, key) is not None), None)
        node = _get(node, key)
    return node if isinstance(node, yaml.MappingNode) else None


def _get(node: object, key: str) -> yaml.Node | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    found: yaml.Node | None = next((value for name, value in node.value if name.value == key), None)
    return found


def _find_end(text: str, node: yaml.Node) -> int:
    """Return where a value ends: a block of several lines without the blanks and remarks behind it."""
    start, end = node.start_mark.index, node.end_mark.index
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return len(text[:end].rstrip("\n")) if end > start else end
    inner = node.value[-1] if node.value else None
    if inner is None:
        return end
    return _find_end(text, inner[1] if isinstance(inner, tuple) else inner)
