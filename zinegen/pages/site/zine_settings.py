"""A zine's own settings, `mkdocs.yml`, as far as the program reads them without MkDocs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from zinegen.archive.files import read_text
from zinegen.errors import ZinegenError

CONFIG = "mkdocs.yml"


class SettingsError(ZinegenError):
    """A file that holds no settings of a zine."""


class _Loader(yaml.SafeLoader):
    """Reads `mkdocs.yml` without doing what its tags ask for."""


def _read_as_none(_loader: _Loader, _suffix: str, _node: yaml.Node) -> None:
    """Read a value with a tag as none."""


_Loader.add_multi_constructor("", _read_as_none)


def read_settings(path: Path) -> Mapping[str, object]:
    """Return the settings of a zine; raises SettingsError for a file that holds none.

    What is behind a tag is read as none, for MkDocs to make sense of.
    """
    try:
        found = yaml.load(read_text(path), _Loader)  # noqa: S506  # a SafeLoader that skips tags
    except (yaml.YAMLError, RecursionError) as error:
        raise SettingsError(f"{path.name} is no YAML: {error}") from None
    if not isinstance(found, dict):
        raise SettingsError(f"{path.name} holds no settings")
    return found


def find_own_settings(settings: Mapping[str, object]) -> Mapping[str, object]:
    """Return what `mkdocs.yml` says below ``plugins: zinegen:``."""
    plugins = settings.get("plugins")
    for plugin in plugins if isinstance(plugins, list) else []:
        if isinstance(plugin, dict) and isinstance(plugin.get("zinegen"), dict):
            own: Mapping[str, object] = plugin["zinegen"]
            return own
    return {}
