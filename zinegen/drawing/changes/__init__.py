"""What became of the map in a season: as data, as a picture, and in motion."""
