"""The program as one folder that starts by a double click."""
