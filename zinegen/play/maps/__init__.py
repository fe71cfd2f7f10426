"""Base maps: the file of one as data, and boards made of it."""
