"""A scene as PNG, drawn with CairoSVG."""
