"""Draw a whole map anew from its mesh, or settle the surroundings of an event."""
