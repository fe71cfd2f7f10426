"""Base maps that people make: read from a drawing, checked, drawn."""
