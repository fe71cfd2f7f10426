"""The Geophysical games: powers raise, wear down, sink and freeze the ground."""
