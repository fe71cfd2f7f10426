"""Geophysical Diplomacy, by Jeremy Maiden."""
