"""What people write in a game's folder, read with everything that is wrong with it."""
