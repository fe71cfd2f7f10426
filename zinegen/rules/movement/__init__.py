"""Movement: orders held against the map, settled as one battle, and explained."""
