"""The lists of the hobby: who waits for a game, who stands by, which numbers games have, who subscribes."""
