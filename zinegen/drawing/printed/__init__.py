"""The maps as paper has them: one a season, whose powers are told apart without any colours."""
