"""A scene as PNG, drawn with cairo."""
