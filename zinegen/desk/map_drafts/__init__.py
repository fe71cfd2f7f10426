"""Maps that are being made at the desk: the drawing and its ``map.toml``, and what is said of them."""
