"""The map as a mesh of borders, the surgery on it, and its shape: the lines that are drawn."""
