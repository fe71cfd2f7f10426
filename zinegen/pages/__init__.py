"""The zine's pages: what happened, as text, tables and feeds; knows nothing of MkDocs."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.pages.browser.positions import PlayablePosition, read_position, write_position
    from zinegen.pages.browser.session import Session
    from zinegen.pages.browser_bundle import Runtime, find_runtime
    from zinegen.pages.builders.centre_chart import power_views
    from zinegen.pages.builders.flood_calendar import calendar_view, list_winters
    from zinegen.pages.builders.press import PressError, render_press
    from zinegen.pages.builders.redaction import public_play
    from zinegen.pages.builders.what_if import pack_question
    from zinegen.pages.contents import GameContents, Zine
    from zinegen.pages.maps.build_cache import BuildCache, open_cache
    from zinegen.pages.maps.map_data import map_data
    from zinegen.pages.maps.map_files import MapQueue
    from zinegen.pages.maps.map_jobs import (
        After,
        Before,
        ChangesMap,
        Motion,
        Neighbourhood,
        Orders,
        Replay,
        ReplaySeason,
        render_map,
    )
    from zinegen.pages.platforms import GITHUB, PLATFORMS
    from zinegen.pages.site.automation import list_automation
    from zinegen.pages.site.content_security import write_policy
    from zinegen.pages.site.layout import PageRenderer, Site, lay_out_site
    from zinegen.pages.site.publisher import Publisher, open_publisher
    from zinegen.pages.site.render import Addresses, Templates
    from zinegen.pages.site.standard_files import ZINE_FILES
    from zinegen.pages.words.happenings import write_lead
    from zinegen.pages.words.outcomes import describe_outcome
    from zinegen.pages.words.phrases import phrase, phrase_or_result

__all__ = [
    "GITHUB",
    "PLATFORMS",
    "ZINE_FILES",
    "Addresses",
    "After",
    "Before",
    "BuildCache",
    "ChangesMap",
    "GameContents",
    "MapQueue",
    "Motion",
    "Neighbourhood",
    "Orders",
    "PageRenderer",
    "PlayablePosition",
    "PressError",
    "Publisher",
    "Replay",
    "ReplaySeason",
    "Runtime",
    "Session",
    "Site",
    "Templates",
    "Zine",
    "calendar_view",
    "describe_outcome",
    "find_runtime",
    "lay_out_site",
    "list_automation",
    "list_winters",
    "map_data",
    "open_cache",
    "open_publisher",
    "pack_question",
    "phrase",
    "phrase_or_result",
    "power_views",
    "public_play",
    "read_position",
    "render_map",
    "render_press",
    "write_lead",
    "write_policy",
    "write_position",
]

_HOMES = {
    "browser.positions": "PlayablePosition read_position write_position",
    "browser.session": "Session",
    "browser_bundle": "Runtime find_runtime",
    "builders.centre_chart": "power_views",
    "builders.flood_calendar": "calendar_view list_winters",
    "builders.press": "PressError render_press",
    "builders.redaction": "public_play",
    "builders.what_if": "pack_question",
    "contents": "GameContents Zine",
    "maps.build_cache": "BuildCache open_cache",
    "maps.map_data": "map_data",
    "maps.map_files": "MapQueue",
    "maps.map_jobs": (
        "After Before ChangesMap Motion Neighbourhood Orders Replay ReplaySeason render_map"
    ),
    "platforms": "GITHUB PLATFORMS",
    "site.automation": "list_automation",
    "site.content_security": "write_policy",
    "site.layout": "PageRenderer Site lay_out_site",
    "site.publisher": "Publisher open_publisher",
    "site.render": "Addresses Templates",
    "site.standard_files": "ZINE_FILES",
    "words.happenings": "write_lead",
    "words.outcomes": "describe_outcome",
    "words.phrases": "phrase phrase_or_result",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
