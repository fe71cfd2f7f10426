"""The changes of the map in a season, as a picture and as an animation."""
