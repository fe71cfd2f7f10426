"""A scene as PNG, painted with cairo."""
