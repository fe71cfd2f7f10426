"""``zine.json``: what a zine has, for a front over several zines. It tells nothing that its pages do not.

Format: docs/planet.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from zinegen.pages.addresses import Addresses
from zinegen.pages.contents import Contents, GameContents
from zinegen.pages.lists.views import ListsView
from zinegen.pages.outgoing.whole_links import WholeLinks
from zinegen.pages.results.outcomes import GameOutcome, PowerOutcome
from zinegen.pages.results.settings import leave_out
from zinegen.version import __version__

ZINE_FORMAT, ZINE_VERSION = "zinegen-zine", 1
ZINE_FILE = "zine.json"


def zine_files(contents: Contents, addresses: Addresses) -> Mapping[str, str]:
    """Return ``zine.json`` by its uri; none without an address of the site, for those in it are absolute."""
    zine = contents.zine
    if not zine.url:
        return {}
    links = WholeLinks(site=zine.url, addresses=addresses)
    data = {
        "format": ZINE_FORMAT,
        "version": ZINE_VERSION,
        "engine": __version__,
        "name": zine.name,
        "address": zine.url,
        "language": zine.language,
        "motto": zine.motto,
        "editor": zine.editor,
        "licence": zine.licence,
        "games": [
            _write_game(game, one, links)
            for game in contents.games
            if game.outcome is not None
            for one in leave_out((game.outcome,), zine.results)
        ],
        "open": _list_open(contents.lists, links),
    }
    return {ZINE_FILE: json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"}


def _write_game(game: GameContents, outcome: GameOutcome, links: WholeLinks) -> dict[str, object]:
    head = game.view.head
    return {
        "game": outcome.game,
        "title": outcome.title,
        "address": links.to(head.uri),
        "variant": outcome.variant,
        "variant_title": outcome.variant_title,
        "gm": head.gm,
        "status": head.status,
        "deadline": head.deadline.utc if head.deadline is not None else None,
        "ended": outcome.ended,
        "seasons": outcome.seasons,
        "years": list(outcome.years) if outcome.years is not None else None,
        "powers": [_write_power(one) for one in outcome.powers],
    }


def _write_power(one: PowerOutcome) -> dict[str, object]:
    return {
        "power": one.power,
        "fate": one.fate.name.lower(),
        "centres": one.centres,
        "out_in": one.out_in,
        "first_moves": list(one.first_moves),
        "players": [
            {"name": stint.player, "seasons": stint.seasons, "missed": stint.missed}
            for stint in one.stints
        ],
    }


def _list_open(lists: ListsView, links: WholeLinks) -> list[dict[str, object]]:
    """Return what somebody can take or join: vacant seats, and games that are to begin."""
    seats: list[dict[str, object]] = [
        {
            "title": one.game.text,
            "address": links.to(one.game.to),
            "variant": "",
            "seats": [power.name for power in one.powers],
            "missing": len(one.powers),
        }
        for one in lists.vacant
    ]
    waiting: list[dict[str, object]] = [
        {
            "title": one.title,
            "address": links.site,
            "variant": one.variant.text,
            "seats": [],
            "missing": one.missing,
        }
        for one in lists.waiting
    ]
    return [*seats, *waiting]
