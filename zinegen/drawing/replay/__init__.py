"""A game as data for a replay in a browser: moving lines, tinted ground, units (docs/map-data.md)."""
