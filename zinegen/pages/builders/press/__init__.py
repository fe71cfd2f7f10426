"""Press: what players and GMs write, made into harmless HTML, signed as the house rule has it, and listed."""
