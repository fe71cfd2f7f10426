"""Everything that lies on a disk: maps, games, results, seals, scenarios."""
