"""Whole games in and out: one documented file, and the saved games of other programs."""
