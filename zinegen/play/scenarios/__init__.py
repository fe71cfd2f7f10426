"""Scenarios: rules questions as data, played and compared with what they expect."""
