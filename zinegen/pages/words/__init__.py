"""Sentences: why an order failed, what a season brought, what became of the map."""
