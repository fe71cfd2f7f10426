"""The files that people write in a game's folder, read together with findings on their errors."""
