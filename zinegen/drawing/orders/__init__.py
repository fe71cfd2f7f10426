"""Orders on the map: arrows, badges, marks."""
