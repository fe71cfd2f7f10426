"""What a build keeps for the next one besides maps and the contents of games."""
