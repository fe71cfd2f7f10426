"""Seasons that are read when they are asked for."""

from __future__ import annotations

import pytest

from tests.pages import examples
from zinegen.pages.site.game_parts.kept_seasons import AT_HAND, read_later
from zinegen.pages.views import SeasonView
from zinegen.pages.volumes.light_games import lighten_season

SEASON = examples.CONTENTS.games[0].seasons[0]


def test_what_lists_print_is_at_hand_and_all_else_is_read_and_not_held() -> None:
    asked = []

    def read() -> SeasonView:
        asked.append(SEASON.uri)
        return SEASON

    season = read_later(lighten_season(SEASON), read)
    assert all(getattr(season, name) == getattr(SEASON, name) for name in AT_HAND)
    assert asked == []
    assert (season.phases, season.lead, season.after) == (SEASON.phases, SEASON.lead, SEASON.after)
    assert asked == [SEASON.uri] * 3


def test_a_season_that_is_read_later_has_no_other_fields() -> None:
    season = read_later(lighten_season(SEASON), lambda: SEASON)
    with pytest.raises(AttributeError, match="weather"):
        season.weather  # noqa: B018  (asked for)
