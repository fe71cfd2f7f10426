"""Programs for people who work on zinegen itself; none of them is installed."""
