"""The rule set played by itself: many games of bots, kept and counted."""
