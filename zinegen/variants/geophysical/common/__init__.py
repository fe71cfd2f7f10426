"""What both Geophysical games share: orders about the ground, their forms, and the start."""
