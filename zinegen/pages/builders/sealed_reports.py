"""The sealed reports of a season: copied to the site as they are, unopened."""

from collections.abc import Mapping
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.archive.folder.games import Season
from zinegen.archive.sealing.reports import path_of_sealed_report
from zinegen.board.board import Power
from zinegen.pages.views.views import PowerView

LIMIT = 1 << 20
"""Bytes of a sealed report; all have one length, which is far below."""


def list_sealed_reports(
    season: Season, game: str, powers: Mapping[Power, PowerView]
) -> tuple[tuple[PowerView, str], ...]:
    """Return the powers that have a sealed report of a season, each with the uri of the file."""
    return tuple(
        (view, _uri(season, game, path))
        for power, view in powers.items()
        if (path := path_of_sealed_report(season, power)).is_file()
    )


def read_sealed_reports(
    season: Season, game: str, powers: Mapping[Power, PowerView]
) -> Mapping[str, bytes]:
    """Return the sealed reports of a season by uri."""
    paths = [path_of_sealed_report(season, power) for power in powers]
    return {_uri(season, game, path): read_plain(path, LIMIT) for path in paths if path.is_file()}


def _uri(season: Season, game: str, path: Path) -> str:
    return f"games/{game}/{season.slug}/{path.parent.name}/{path.name}"
