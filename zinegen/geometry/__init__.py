"""The map as a mesh of borders, its surgery, and the lines that are drawn for it."""
