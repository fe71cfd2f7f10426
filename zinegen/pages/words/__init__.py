"""Sentences: why an order failed, what happened in a season, how the map changed."""
