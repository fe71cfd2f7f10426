"""The page of results, made of what came of all games."""
