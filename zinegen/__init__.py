"""A publisher of Diplomacy zines: orders in, adjudicated seasons and their pages out."""

__version__ = "0.1.0"
