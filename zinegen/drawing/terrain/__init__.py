"""The ground of a map and what is marked on it."""
