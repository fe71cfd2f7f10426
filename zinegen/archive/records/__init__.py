"""What the program writes of a season that was judged, and how it is checked again."""
