"""Conditional lines: what they ask, how they are read, and what is chosen from them."""
