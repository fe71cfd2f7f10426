"""The players' pages."""

import re

from tests.pages.zines import published

NAMES = {
    "austria": "Émile Garnier",
    "england": "Zoë Zabel",
    "france": "Eva Baum",
    "germany": "Fritz",
}


def test_players_stand_in_alphabetical_order_whatever_their_accents(publisher, zine):
    """Émile comes before Eva, not behind Zoë."""
    path = zine / "games" / "winter" / "game.toml"
    game = re.sub(r"(?ms)^\[players\].*?(?=^\[|\Z)", "", path.read_text("utf-8"))
    players = "".join(f'{power} = {{ name = "{name}" }}\n' for power, name in NAMES.items())
    path.write_text(f"{game}\n[players]\n{players}", "utf-8")
    pages, _ = published(publisher)
    listed = re.findall(r"<li><a [^>]*>([^<]*)</a>", pages["players/index.md"].body)
    assert [name for name in listed if name in NAMES.values()] == [
        "Émile Garnier", "Eva Baum", "Fritz", "Zoë Zabel",
    ]  # fmt: skip
    assert "players/emile-garnier/index.md" in pages
