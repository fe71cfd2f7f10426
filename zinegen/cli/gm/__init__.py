"""The GM's small commands: what waits, deadlines, seats."""
