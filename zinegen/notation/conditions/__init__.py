"""Conditional lines: their conditions, how they are read, and which of their orders count."""
