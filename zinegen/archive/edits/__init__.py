"""Changes to files that a person keeps: a few keys, and every other byte stays."""
