"""The layers of a map: ground, marks, names, units."""
