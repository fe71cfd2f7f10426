"""What the style sheet in a picture says: the colours on dark paper, and what is seen at smaller sizes."""
