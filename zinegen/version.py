"""The version of the program, which every record bears."""

__version__ = "0.1.0"
