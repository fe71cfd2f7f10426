"""Text into orders, and what is wrong with a line that is none."""
