"""Sealed files: orders, press, reports, and the GM's own records of secret games."""
