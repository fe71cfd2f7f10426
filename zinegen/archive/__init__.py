"""Everything that is read from or written to disk: maps, games, results, seals, scenarios."""
