"""Where channels are set: in the user's configuration folder, or in the environment."""

from __future__ import annotations

import os
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.cli.exits import print_error
from zinegen.cli.keys import find_configuration_folder
from zinegen.delivery.channels import CHANNEL_SETTINGS, Channel, read_channels
from zinegen.errors import GameFolderError
from zinegen.notation.findings import as_text

SETTINGS, TEXT = "channels.toml", "ZINEGEN_CHANNELS"
"""The file in the configuration folder, and the variable that holds the same."""
EXAMPLE = "a [[channel]] with name, kind and address for each"


def has_channels() -> bool:
    """Tell whether there are any, right or wrong."""
    return bool(os.environ.get(TEXT)) or (find_configuration_folder() / SETTINGS).is_file()


def load_channels() -> tuple[Channel, ...]:
    """Return the channels from the environment or the user's configuration folder.

    Raises GameFolderError where there are none, where they lie in the zine, or where they are wrong.
    """
    text, path = os.environ.get(TEXT), find_configuration_folder() / SETTINGS
    if not text and not path.is_file():
        raise GameFolderError(
            f"nothing is told: there is no {path}. It is written by you, outside every repository: {EXAMPLE};"
            " docs/news.md shows one"
        )
    if not text and path.resolve().is_relative_to(Path.cwd().resolve()):
        raise GameFolderError(f"nothing is told: {path} lies in the zine, where it gets published")
    content = text.encode() if text else read_plain(path, CHANNEL_SETTINGS.limit)
    shown = TEXT if text else str(path)
    channels, findings = read_channels(content, shown, os.environ)
    if findings:
        print_error(as_text(findings).rstrip())
        raise GameFolderError(f"nothing is told: {shown} has to be mended first")
    return channels
