"""Where names, units, centres and numbers stand on a map."""
