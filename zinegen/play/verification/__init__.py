"""Checking a season that was recorded: digests, throws, and what the judge says of it again."""
