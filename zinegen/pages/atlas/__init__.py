"""A game's atlas: its seasons as small maps, its provinces by name, and where its map has changed."""
