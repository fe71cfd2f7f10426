"""Sending: who gets what by mail and to channels, what was sent already, and the doors to the network."""
