"""What lies outside the borders of the map: its islands, and land and sea beyond."""
