"""Checks of orders before the deadline: what will not work on the board as it is."""
