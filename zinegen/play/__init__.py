"""A season played: from what a turn's texts say to what came of it."""
