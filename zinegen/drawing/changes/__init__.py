"""The changes of the map in a season: as data, as a picture, and as an animation."""
