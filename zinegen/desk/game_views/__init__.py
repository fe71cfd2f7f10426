"""What pages show of a game: what waits, what is in and how it is read, what is to be ruled on."""
