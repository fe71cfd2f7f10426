"""Geophysical Diplomacy III, by Nick Kinzett."""
