"""A game: orders and verdicts, changes and states, and what a rule set is."""
