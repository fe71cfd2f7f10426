"""Orders by mail or chat: what a message says becomes a power's order file."""
