"""Small zines on disk for tests: orders written, seasons made ready, pages published."""

import re
from datetime import UTC, datetime

from zinegen.archive import CloseOptions, close_game, open_game, play
from zinegen.pages import Zine

ZINE = Zine(name="The Test", url="https://zine.example/", edit="https://host.example/edit/main/")
WRITTEN = frozenset({"how-to-play.md", "feed.xml", "rules/index.md"})
ORDERS = {
    "austria": "A Vie - Gal\nF Tri - Alb\nA Bud - Ser",
    "russia": "A War - Gal\nA Mos - Ukr",
    "france": "A Par - Brn\nF Bre - MAO",
    "germany": "A Mun - Swi",
}


def write_orders(season, game, orders):
    """Put orders into a season's files; nothing comes of lines that nobody can read."""
    settings = season.parent.parent / "game.toml"
    policy = 'unreadable_line = "wait"', 'unreadable_line = "hold"'
    settings.write_text(settings.read_text().replace(*policy))
    for power, lines in orders.items():
        head = f'game = "{game}"\nseason = "{season.name}"\npower = "{power}"\n'
        text = f"{head}orders = '''\n{lines}\n'''\n"
        (season / "orders" / f"{power}.toml").write_text(text)


def set_ready(season, *more):
    """Let the next build judge a season."""
    path = season / "season.toml"
    text = path.read_text().replace("ready    = false", "ready    = true")
    text = re.sub(r"(?m)^# deadline.*\n", "deadline = 2025-12-01T22:00:00Z\n", text)
    path.write_text("\n".join([text, *more, ""]))


def recorded(folder):
    """Close a game at its deadline; return what was recorded."""
    return close_game(folder, CloseOptions(now=datetime(2025, 12, 1, 22, tzinfo=UTC))).records


def published(publisher, *, preview=False):
    """Return the pages by uri, and the whole site."""
    site = publisher.publish(ZINE, publisher.root / "site_src", WRITTEN, preview=preview)
    return {page.uri: page for page in site.pages}, site


def played(zine, game, *, events=(), orders=(), before="", kinds="MRE"):
    """Play a game's first season in which nobody moves, with its map events, and return its record.

    Args:
        zine: the zine's folder.
        game: the folder of a game with events in spring.
        events: lines about the map, by power.
        orders: other lines by heading and power, such as ``("coasts", "turkey"): "F Con: trapped"``.
        before: lines of game.toml such as ``[start]``.
        kinds: the phases of the season, by their letters.
    """
    folder = zine / "games" / game
    path = folder / "game.toml"
    game_text = path.read_text().replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
    path.write_text(f"{game_text}\n{before}")
    season = next((folder / "seasons").iterdir())
    texts = {power: {"events": lines} for power, lines in dict(events).items()}
    for (heading, power), lines in dict(orders).items():
        texts.setdefault(power, {})[heading] = lines
    for power, sections in texts.items():
        head = f'game = "{game}"\nseason = "{season.name}"\npower = "{power}"\n'
        body = "".join(f"{name} = '''\n{lines}\n'''\n" for name, lines in sections.items())
        (season / "orders" / f"{power}.toml").write_text(head + body)
    if not texts:
        ruling = '[[ruling]]\ndo = "proceed"\nreason = "Nobody moves."\n'
        (season / "rulings.toml").write_text(ruling)
    names = ", ".join(f'"S1901{kind}"' for kind in kinds)
    phases = f"phases = [{names}]"
    text = re.sub(r"(?m)^phases.*", phases, (season / "season.toml").read_text())
    (season / "season.toml").write_text(text.replace("ready    = false", "ready    = true"))
    opened = open_game(folder)
    found = play(opened)
    assert found.waiting is None, found.waiting
    return found.records[0]
