"""The zine's pages: what happened, as text, tables and feeds; knows nothing of MkDocs."""

from zinegen.late_names import late_names

_HOMES = {
    "addresses": "Addresses",
    "browser.positions": "PlayablePosition read_position write_position",
    "browser.session": "Session",
    "browser_bundle": "Runtime find_runtime",
    "builders.centre_chart": "power_views",
    "builders.flood_calendar": "calendar_view list_winters",
    "builders.press.rendering": "PressError render_press",
    "builders.redaction": "public_play",
    "builders.what_if": "pack_question",
    "contents": "GameContents Zine",
    "maps.build_cache": "BuildCache open_cache",
    "maps.map_data": "map_data",
    "maps.map_files": "MapQueue",
    "maps.map_jobs": ("Before Motion Replay ReplaySeason SeasonSheet render_map"),
    "platforms": "GITHUB PLATFORMS",
    "site.automation": "list_automation",
    "site.content_security": "write_policy",
    "site.layout": "Site lay_out_site",
    "site.page_renderer": "PageRenderer",
    "site.publisher": "Publisher open_publisher",
    "site.render": "Templates",
    "site.standard_files": "ZINE_FILES",
    "words.season_story": "tell_season",
    "words.outcomes": "describe_outcome",
    "words.phrases": "phrase phrase_or_result",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
