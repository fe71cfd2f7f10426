"""What people and the program write for a season, as text."""
