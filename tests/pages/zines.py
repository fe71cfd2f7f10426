"""Small zines on disk for tests: orders written, seasons made ready, pages published."""

import re

from zinegen.pages.site import Zine, check_links

ZINE = Zine(name="The Test", url="https://zine.example/", edit="https://host.example/edit/main/")
WRITTEN = {"how-to-play.md", "feed.xml"}
ORDERS = {
    "austria": "A Vie - Gal\nF Tri - Alb\nA Bud - Ser",
    "russia": "A War - Gal\nA Mos - Ukr",
    "france": "A Par - Brn\nF Bre - MAO",
    "germany": "A Mun - Swi",
}


def write_orders(season, game, orders):
    """Put orders into a season's files."""
    for power, lines in orders.items():
        head = f'game = "{game}"\nseason = "{season.name}"\npower = "{power}"\n'
        text = f"{head}orders = '''\n{lines}\n'''\n"
        (season / "orders" / f"{power}.toml").write_text(text)


def set_ready(season, *more):
    """Let the next build judge a season."""
    path = season / "season.toml"
    text = path.read_text().replace("ready    = false", "ready    = true")
    text = re.sub(r"(?m)^# deadline.*\n", "deadline = 2026-12-01T22:00:00Z\n", text)
    path.write_text("\n".join([text, *more, ""]))


def published(publisher, *, preview=False):
    """Return the pages by uri, and the whole site."""
    site = publisher.publish(ZINE, sources=publisher.root / "site_src", preview=preview)
    check_links(site, WRITTEN)
    return {page.uri: page for page in site.pages}, site
